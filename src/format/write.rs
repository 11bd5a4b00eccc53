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

    /// Appends one answer to `text`. `number` counts the grids of the file from 1.
    pub fn write(self, number: u64, puzzle: &Grid, answer: &Grid, text: &mut Vec<u8>) {
        match self {
            Output::Grid => {
                if number > 1 {
                    text.push(b'\n');
                }
                for row in answer.rows() {
                    for (column, digit) in row.iter().enumerate() {
                        text.extend([b'0' + digit, if column == 8 { b'\n' } else { b' ' }]);
                    }
                }
            }
            Output::Line => {
                text.extend(answer.cells().map(|digit| b'0' + digit));
                text.push(b'\n');
            }
            Output::Csv => {
                text.extend(puzzle.cells().map(|digit| b'0' + digit));
                text.push(b',');
                Output::Line.write(number, puzzle, answer, text);
            }
        }
    }
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
