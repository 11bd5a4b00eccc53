//! Findings for people: a headline with the place, and the rows with the cells marked.

use std::io::{self, Write};

use shudu::check::Report;

use super::printer::{End, Files, Printer};
use crate::cli::words::thousands;

pub(super) struct Text {
    files: Files,
    /// How many reports are still to be shown.
    room: u64,
    hidden: u64,
    colour: Colour,
}

/// Escape sequences, or none.
struct Colour {
    place: &'static str,
    mark: &'static str,
    end: &'static str,
}

const PLAIN: Colour = Colour { place: "", mark: "", end: "" };
const COLOURED: Colour = Colour { place: "\x1b[1m", mark: "\x1b[1;31m", end: "\x1b[0m" };

/// How many findings of an answer are shown in words.
const MOST: usize = 8;

impl Text {
    pub(super) fn new(files: Files, room: u64, colour: bool) -> Text {
        Text { files, room, hidden: 0, colour: if colour { COLOURED } else { PLAIN } }
    }

    fn show(&self, report: &Report) -> Option<String> {
        let Colour { place, end, .. } = self.colour;
        let first = report.findings.first()?;
        let (file, at) = (self.files.of(report), first.at);
        let mut text = format!("{place}{file}:{}:{}:{end} {first}\n", at.line, at.column);
        for finding in report.findings.iter().take(MOST).skip(1) {
            text += &format!("  {finding}\n");
        }
        if let more @ 1.. = report.findings.len().saturating_sub(MOST) {
            text += &format!("  and {more} more\n");
        }
        if let Some(board) = &report.board {
            let cells = report.findings.iter().flat_map(|finding| finding.problem.cells());
            let mut marked = [false; 81];
            cells.for_each(|&cell| marked[cell] = true);
            let rows = board.rows().zip(marked.as_chunks().0).enumerate();
            for (index, (row, marked)) in rows.filter(|(_, (_, marked))| marked.contains(&true)) {
                text += &self.row(index + 1, row, marked);
            }
        }
        if let Some(line) = &report.text {
            text += &self.line(at.line, line, at.column);
        }
        Some(text)
    }

    /// A row of a board, and under it the marks of its cells.
    fn row(&self, number: usize, row: &[u8; 9], marked: &[bool; 9]) -> String {
        let Colour { mark, end, .. } = self.colour;
        let (mut cells, mut marks) = (String::new(), String::new());
        for (&digit, &marked) in row.iter().zip(marked) {
            let digit = if digit == 0 { '.' } else { char::from(b'0' + digit) };
            if marked {
                cells += &format!(" {mark}{digit}{end}");
                marks += &format!(" {mark}^{end}");
            } else {
                cells += &format!(" {digit}");
                marks += "  ";
            }
        }
        format!("  row {number} |{cells}\n        |{}\n", marks.trim_end())
    }

    /// A line of the file, and under it the mark of a column.
    fn line(&self, number: u64, line: &str, column: u64) -> String {
        let Colour { mark, end, .. } = self.colour;
        let gutter = format!("  line {number}");
        let before = usize::try_from(column).unwrap_or(1).saturating_sub(1);
        let before: usize = line.chars().take(before).map(width).sum();
        let line: String =
            line.chars().map(|char| if char.is_control() { ' ' } else { char }).collect();
        let empty = " ".repeat(gutter.len());
        format!("{gutter} | {line}\n{empty} | {}{mark}^{end}\n", " ".repeat(before))
    }
}

/// How many columns of a terminal a character takes, as far as grids are concerned.
fn width(char: char) -> usize {
    match char {
        '\u{feff}' => 0,
        '\u{2e80}'..='\u{9fff}' | '\u{ff00}'..='\u{ff60}' => 2,
        _ => 1,
    }
}

impl Printer for Text {
    fn report(&mut self, report: &Report, out: &mut dyn Write) -> io::Result<()> {
        if self.room == 0 {
            self.hidden += 1;
            return Ok(());
        }
        self.room -= 1;
        out.write_all(self.show(report).unwrap_or_default().as_bytes())
    }

    fn finish(&mut self, _: &End, out: &mut dyn Write) -> io::Result<()> {
        match self.hidden {
            0 => Ok(()),
            hidden => writeln!(out, "and {} more, not shown (--max-findings)", thousands(hidden)),
        }
    }
}

#[cfg(test)]
mod tests {
    use shudu::check::{Finding, Problem, Source};
    use shudu::error::Position;
    use shudu::{Grid, verify};

    use super::*;

    fn files() -> Files {
        Files { answers: "answers.txt".into(), puzzles: None }
    }

    fn shown(report: Report, colour: bool) -> String {
        let mut out = Vec::new();
        Text::new(files(), 1, colour).report(&report, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn places_and_marks_are_coloured() {
        let mut board = Grid::EMPTY;
        board.set(3, 5);
        board.set(6, 5);
        let faults = verify::faults(&Grid::EMPTY, &board).into_iter();
        let twice = faults.map(Problem::Fault).find(|problem| problem.cells().len() == 2);
        let at = Position { puzzle: 2, line: 11, column: 7, byte: 170 };
        let report = Report {
            source: Source::Answers,
            findings: vec![Finding { at, problem: twice.unwrap() }],
            board: Some(board),
            text: None,
        };
        assert_eq!(
            shown(report.clone(), true),
            "\x1b[1manswers.txt:11:7:\x1b[0m answer 2, row 1: 5 stands twice (columns 4 and 7)\n\
             \x20 row 1 | . . . \x1b[1;31m5\x1b[0m . . \x1b[1;31m5\x1b[0m . .\n\
             \x20       |       \x1b[1;31m^\x1b[0m     \x1b[1;31m^\x1b[0m\n"
        );
        assert_eq!(
            shown(report, false),
            "answers.txt:11:7: answer 2, row 1: 5 stands twice (columns 4 and 7)\n\
             \x20 row 1 | . . . 5 . . 5 . .\n\
             \x20       |       ^     ^\n"
        );
    }

    #[test]
    fn marks_stand_under_wide_characters() {
        let text = Text::new(files(), 1, false);
        assert_eq!(text.line(7, "１２ 3\tB", 6), "  line 7 | １２ 3 B\n         |        ^\n");
    }
}
