//! Findings for people: a headline with the place, and the rows with the cells marked.

use std::fmt::Write as _;
use std::io::{self, Write};

use shudu::check::Report;
use shudu::grid::{column, row};

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
        let Colour { place, mark, end } = self.colour;
        let first = report.findings.first()?;
        let (file, at) = (self.files.of(report), first.at);
        let mut text = format!("{place}{file}:{}:{}:{end} {first}\n", at.line, at.column);
        for finding in report.findings.iter().take(MOST).skip(1) {
            let _ = writeln!(text, "  {finding}");
        }
        if let more @ 1.. = report.findings.len().saturating_sub(MOST) {
            let _ = writeln!(text, "  and {more} more");
        }
        if let Some(board) = report.board {
            let marked = |cell| {
                report.findings.iter().any(|finding| finding.problem.cells().contains(&cell))
            };
            for number in
                (0..9).filter(|&number| (0..81).any(|cell| row(cell) == number && marked(cell)))
            {
                let mut cells = format!("  row {} |", number + 1);
                let mut marks = "        |".to_string();
                for cell in (0..81).filter(|&cell| row(cell) == number) {
                    let digit = match board.get(cell) {
                        0 => '.',
                        digit => char::from(b'0' + digit),
                    };
                    let last = (cell..81).all(|cell| row(cell) != number || !marked(cell));
                    if marked(cell) {
                        let _ = write!(cells, " {mark}{digit}{end}");
                        let _ = write!(marks, " {mark}^{end}");
                    } else {
                        let _ = write!(cells, " {digit}");
                        marks += if last { "" } else { "  " };
                    }
                }
                debug_assert_eq!(column(9 * number), 0);
                let _ = writeln!(text, "{cells}\n{marks}");
            }
        }
        if let Some(line) = &report.text {
            let gutter = format!("  line {}", at.line);
            let before: usize = line.chars().take(at.column as usize - 1).map(width).sum();
            let shown: String =
                line.chars().map(|char| if char.is_control() { ' ' } else { char }).collect();
            let _ = writeln!(text, "{gutter} | {shown}");
            let _ = writeln!(text, "{:1$} | {2:3$}{mark}^{end}", "", gutter.len(), "", before);
        }
        Some(text)
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
