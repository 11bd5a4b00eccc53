//! The layouts that answers and puzzles are written in.

use std::str::FromStr;

use crate::grid::Grid;

/// A layout to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Output {
    /// Nine rows of nine digits separated by single spaces, an empty line between grids: a file
    /// of `N` grids is exactly `163 * N - 1` bytes long.
    #[default]
    Grid,
    /// 81 digits on one line.
    Line,
    /// `puzzle,solution` rows under that header.
    Csv,
}

impl Output {
    /// What stands in front of the first grid.
    pub fn header(self) -> &'static str {
        match self {
            Output::Csv => "puzzle,solution\n",
            Output::Grid | Output::Line => "",
        }
    }

    /// Appends one puzzle to `text`, with its solution if the layout has a place for it and there
    /// is one. `number` counts the grids of the file from 1.
    pub fn write_puzzle(
        self,
        number: u64,
        puzzle: &Grid,
        solution: Option<&Grid>,
        text: &mut Vec<u8>,
    ) {
        match (self, solution) {
            (Output::Csv, None) => {
                text.extend_from_slice(&line(puzzle, b','));
                text.push(b'\n');
            }
            (Output::Csv, Some(solution)) => self.write(number, puzzle, solution, text),
            (Output::Grid | Output::Line, _) => self.write(number, puzzle, puzzle, text),
        }
    }

    /// Appends one answer to `text`. `number` counts the grids of the file from 1.
    pub fn write(self, number: u64, puzzle: &Grid, answer: &Grid, text: &mut Vec<u8>) {
        match self {
            Output::Grid => {
                let block = block(answer);
                text.extend_from_slice(if number > 1 { &block } else { &block[1..] });
            }
            Output::Line => text.extend_from_slice(&line(answer, b'\n')),
            Output::Csv => {
                text.extend_from_slice(&line(puzzle, b','));
                text.extend_from_slice(&line(answer, b'\n'));
            }
        }
    }
}

/// An empty line and nine rows.
fn block(grid: &Grid) -> [u8; 163] {
    const SEPARATORS: [u8; 81] = {
        let mut separators = [b' '; 81];
        let mut row = 0;
        while row < 9 {
            separators[9 * row + 8] = b'\n';
            row += 1;
        }
        separators
    };
    let mut text = [b'\n'; 163];
    let pairs = text[1..].as_chunks_mut().0;
    for ((pair, digit), separator) in pairs.iter_mut().zip(grid.cells()).zip(SEPARATORS) {
        *pair = [b'0' + digit, separator];
    }
    text
}

/// 81 digits and one more character.
fn line(grid: &Grid, end: u8) -> [u8; 82] {
    let mut text = [end; 82];
    for (char, digit) in text.iter_mut().zip(grid.cells()) {
        *char = b'0' + digit;
    }
    text
}

impl FromStr for Output {
    type Err = String;

    fn from_str(name: &str) -> Result<Output, String> {
        match name {
            "grid" => Ok(Output::Grid),
            "line" => Ok(Output::Line),
            "csv" => Ok(Output::Csv),
            _ => Err(format!("{name} is no layout that can be written (grid, line, csv)")),
        }
    }
}
