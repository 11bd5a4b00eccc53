//! Is this text laid out as `solve` lays out its answers, byte for byte?
//!
//! Nine rows of nine digits with single spaces between them, one empty line between answers, a
//! line end and nothing else after the last. This looks at bytes only, so it does not depend on
//! the parser that reads the same text.

use std::fmt;

/// A way in which a text differs from the layout of `solve`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Deviation {
    /// The text begins with U+FEFF.
    ByteOrderMark,
    /// A line ends in CR LF.
    CarriageReturn,
    /// White space at the end of a row.
    TrailingSpace,
    /// A line that is no row.
    Row,
    /// An empty line in front of the first answer.
    EmptyBefore,
    /// An empty line between the rows of an answer.
    EmptyWithin,
    /// Two or more empty lines between answers.
    EmptyTwice,
    /// An empty line behind the last answer.
    EmptyAfter,
    /// White space in an empty line.
    NotEmpty,
    /// No empty line between answers.
    NoEmpty,
    /// No line end behind the last row.
    NoLineEnd,
}

impl fmt::Display for Deviation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Deviation::ByteOrderMark => "byte order mark",
            Deviation::CarriageReturn => "carriage return at the end of a line",
            Deviation::TrailingSpace => "space at the end of a row",
            Deviation::Row => "row that is not nine digits with single spaces between them",
            Deviation::EmptyBefore => "empty line before the first answer",
            Deviation::EmptyWithin => "empty line within an answer",
            Deviation::EmptyTwice => "more than one empty line between answers",
            Deviation::EmptyAfter => "empty line after the last answer",
            Deviation::NotEmpty => "space in an empty line",
            Deviation::NoEmpty => "no empty line between answers",
            Deviation::NoLineEnd => "no line end after the last row",
        })
    }
}

/// All deviations of one kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Deviations {
    /// Which.
    pub kind: Deviation,
    /// The line of the first, from 1.
    pub line: u64,
    /// Its column, from 1.
    pub column: u64,
    /// How many there are.
    pub count: u64,
}

/// Compares a text, piece by piece, with the layout of `solve`.
#[derive(Debug, Default)]
pub struct Inspector {
    /// Whole lines so far.
    lines: u64,
    /// Rows so far of the answer that is being read, 9 after it.
    rows: usize,
    /// Empty lines since the last row.
    empty: u64,
    /// The beginning of a line whose end is not there yet.
    rest: Vec<u8>,
    found: Vec<Deviations>,
}

/// An answer, with the line end of its last row.
const ANSWER: usize = 162;

impl Inspector {
    /// Looks at the next piece of the text.
    pub fn feed(&mut self, mut text: &[u8]) {
        while !text.is_empty() {
            // Whole answers at once, as long as nothing is remarkable about them.
            while self.rest.is_empty()
                && (self.lines == 0 || (self.rows == 9 && self.empty == 1))
                && let Some((answer, others)) = text.split_first_chunk()
                && is_answer(answer)
            {
                (self.lines, self.rows, self.empty) = (self.lines + 9, 9, 0);
                text = others;
                if let [b'\n', others @ ..] = text {
                    (self.lines, self.empty) = (self.lines + 1, 1);
                    text = others;
                }
            }
            let end = text.iter().position(|&byte| byte == b'\n');
            let (line, others) = text.split_at(end.unwrap_or(text.len()));
            if end.is_none() || !self.rest.is_empty() {
                // More of a line than this changes nothing.
                let room = 4 * ANSWER - self.rest.len().min(4 * ANSWER);
                self.rest.extend_from_slice(&line[..line.len().min(room)]);
            }
            if end.is_some() {
                let rest = std::mem::take(&mut self.rest);
                self.line(if rest.is_empty() { line } else { &rest });
            }
            text = others.get(1..).unwrap_or_default();
        }
    }

    /// Ends the text; every kind of deviation with its first place, in the order of the places.
    pub fn finish(mut self) -> Vec<Deviations> {
        if !self.rest.is_empty() {
            let rest = std::mem::take(&mut self.rest);
            self.line(&rest);
            self.lines -= 1;
            self.note(Deviation::NoLineEnd, rest.len() as u64);
            self.lines += 1;
        }
        if self.empty > 0 {
            self.lines -= self.empty;
            self.note(Deviation::EmptyAfter, 0);
        }
        self.found.sort_by_key(|found| (found.line, found.column));
        self.found
    }

    /// A whole line, without its line feed.
    fn line(&mut self, mut line: &[u8]) {
        if self.lines == 0
            && let Some(text) = line.strip_prefix("\u{feff}".as_bytes())
        {
            self.note(Deviation::ByteOrderMark, 0);
            line = text;
        }
        if let Some(text) = line.strip_suffix(b"\r") {
            self.note(Deviation::CarriageReturn, text.len() as u64);
            line = text;
        }
        let row = line.trim_ascii_end();
        if row.is_empty() {
            if !line.is_empty() {
                self.note(Deviation::NotEmpty, 0);
            }
            self.empty += 1;
        } else {
            self.row(row, line.len() > row.len());
        }
        self.lines += 1;
    }

    fn row(&mut self, row: &[u8], space: bool) {
        let surplus = match (self.rows, self.empty) {
            (9, 0) => {
                self.note(Deviation::NoEmpty, 0);
                None
            }
            (9, 1) | (_, 0) => None,
            (9, _) => Some((Deviation::EmptyTwice, 1)),
            (0, _) => Some((Deviation::EmptyBefore, 0)),
            _ => Some((Deviation::EmptyWithin, 0)),
        };
        if let Some((kind, after)) = surplus {
            let line = self.lines;
            self.lines = line - self.empty + after;
            self.note(kind, 0);
            self.lines = line;
        }
        self.rows = self.rows % 9 + 1;
        self.empty = 0;
        let is_right = |(index, byte): (usize, &u8)| match index % 2 {
            0 => byte.is_ascii_digit(),
            _ => *byte == b' ',
        };
        let right = row.iter().take(17).enumerate().take_while(|&cell| is_right(cell)).count();
        if right < 17 || row.len() > 17 {
            self.note(Deviation::Row, right as u64);
        }
        if space {
            self.note(Deviation::TrailingSpace, row.len() as u64);
        }
    }

    /// Takes note of a deviation in the line that is being read, behind `column` characters.
    fn note(&mut self, kind: Deviation, column: u64) {
        match self.found.iter_mut().find(|found| found.kind == kind) {
            Some(found) => found.count += 1,
            None => self.found.push(Deviations {
                kind,
                line: self.lines + 1,
                column: column + 1,
                count: 1,
            }),
        }
    }
}

/// Whether these are nine rows as they should be.
fn is_answer(text: &[u8; ANSWER]) -> bool {
    // Each byte is at most so much above its least value; in two arrays and without an early way
    // out, so that it becomes vector code.
    const LEAST: [u8; ANSWER] = bytes(b'0', b' ', b'\n');
    const ABOVE: [u8; ANSWER] = bytes(9, 0, 0);
    let mut wrong = false;
    for ((byte, &least), &above) in text.iter().zip(&LEAST).zip(&ABOVE) {
        wrong |= byte.wrapping_sub(least) > above;
    }
    !wrong
}

/// An answer's worth of these for the digits, the spaces and the line ends.
const fn bytes(digit: u8, space: u8, end: u8) -> [u8; ANSWER] {
    let mut bytes = [digit; ANSWER];
    let mut index = 1;
    while index < ANSWER {
        bytes[index] = if index % 18 == 17 { end } else { space };
        index += 2;
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANSWER: &str = "5 3 4 6 7 8 9 1 2\n6 7 2 1 9 5 3 4 8\n1 9 8 3 4 2 5 6 7\n\
        8 5 9 7 6 1 4 2 3\n4 2 6 8 5 3 7 9 1\n7 1 3 9 2 4 8 5 6\n\
        9 6 1 5 3 7 2 8 4\n2 8 7 4 1 9 6 3 5\n3 4 5 2 8 6 1 7 9\n";

    fn inspect(text: &str) -> Vec<Deviations> {
        let mut inspector = Inspector::default();
        inspector.feed(text.as_bytes());
        let found = inspector.finish();
        for step in [1, 7, 100, 163] {
            let mut inspector = Inspector::default();
            text.as_bytes().chunks(step).for_each(|piece| inspector.feed(piece));
            assert_eq!(inspector.finish(), found, "{step} bytes at a time");
        }
        found
    }

    #[test]
    fn the_layout_of_solve_has_no_deviation() {
        assert_eq!(inspect(""), []);
        assert_eq!(inspect(ANSWER), []);
        assert_eq!(inspect(&[ANSWER; 5].join("\n")), []);
        assert_eq!(inspect(&[ANSWER; 3].join("\n").replace('5', "0")), []);
    }

    #[test]
    fn every_deviation_has_its_place() {
        let two = [ANSWER; 2].join("\n");
        let cases = [
            (format!("\u{feff}{two}"), Deviation::ByteOrderMark, 1, 1, 1),
            (two.replace('\n', "\r\n"), Deviation::CarriageReturn, 1, 18, 19),
            (two.replace("7 9\n", "7 9 \n"), Deviation::TrailingSpace, 9, 18, 2),
            (two.replacen("1 4 2", "1,4 2", 1), Deviation::Row, 4, 12, 1),
            (two.replacen("7 9\n\n", "79\n\n", 1), Deviation::Row, 9, 16, 1),
            (two.replacen("7 9\n\n", "7 9 1\n\n", 1), Deviation::Row, 9, 18, 1),
            (format!("\n\n{two}"), Deviation::EmptyBefore, 1, 1, 1),
            (two.replacen("8\n1", "8\n\n1", 1), Deviation::EmptyWithin, 3, 1, 1),
            (two.replacen("\n\n", "\n\n\n\n", 1), Deviation::EmptyTwice, 11, 1, 1),
            (format!("{two}\n\n"), Deviation::EmptyAfter, 20, 1, 1),
            (two.replacen("\n\n", "\n \n", 1), Deviation::NotEmpty, 10, 1, 1),
            (ANSWER.repeat(3), Deviation::NoEmpty, 10, 1, 2),
            (two.trim_end().to_string(), Deviation::NoLineEnd, 19, 18, 1),
        ];
        for (text, kind, line, column, count) in cases {
            assert_eq!(inspect(&text), [Deviations { kind, line, column, count }], "{text}");
        }
    }

    #[test]
    fn deviations_come_by_place() {
        let text = format!("{}\n\n", ANSWER.replace(' ', ""));
        let found = inspect(&text);
        let found: Vec<_> =
            found.iter().map(|found| (found.kind, found.line, found.count)).collect();
        assert_eq!(found, [(Deviation::Row, 1, 9), (Deviation::EmptyAfter, 10, 1)]);
    }
}
