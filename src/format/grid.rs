//! The layout of nine rows: what a row is, and how many of them make a puzzle.

use super::cell::{Class, chars, class, is_dash};
use super::line::{self, Fault, Kind};
use super::quick;
use crate::error::Malformed;
use crate::grid::Grid;

/// The longest block of rows that is looked at as one record, in bytes.
pub(super) const LIMIT: usize = 1 << 14;

/// Rows of two puzzles: with so many in a block, the first nine are surely one.
const TWO: usize = 18;

/// A row of cells, right or wrong.
#[derive(Debug, Clone)]
pub(super) struct Row {
    /// Its cells, the first nine of them.
    pub cells: [u8; 9],
    /// How many cells it has.
    pub count: usize,
    /// What is wrong with it, and the offset in its line.
    pub wrong: Option<(usize, Wrong)>,
    /// Whether a cell is `-` or `*`, so that these are blanks, not borders.
    pub dashes: bool,
}

/// What is wrong with a row.
#[derive(Debug, Clone)]
pub(super) enum Wrong {
    Count(usize),
    Character(usize, char),
    Number(usize, String),
    Pencilmarks,
    Spreadsheet(String),
}

impl Wrong {
    fn malformed(&self, row: usize) -> Malformed {
        match self.clone() {
            Wrong::Count(cells) => Malformed::Row { row, cells },
            Wrong::Character(cell, char) => Malformed::Character { row: Some(row), cell, char },
            Wrong::Number(cell, number) => Malformed::Number { row, cell, number },
            Wrong::Pencilmarks => Malformed::Pencilmarks,
            Wrong::Spreadsheet(number) => Malformed::Spreadsheet { number },
        }
    }
}

impl Row {
    /// Counts offsets from a place so many bytes earlier.
    pub(super) fn shift(&mut self, bytes: usize) {
        if let Some((offset, _)) = &mut self.wrong {
            *offset += bytes;
        }
    }
}

/// A record made of rows.
#[derive(Debug)]
pub(super) struct Block {
    /// The bytes that it takes.
    pub bytes: usize,
    /// The lines that these are.
    pub lines: u64,
    /// The cells, or what is wrong; no record at all if there are only borders.
    pub cells: Option<Result<Grid, Fault>>,
    /// Whether its end has not been found, and must be looked for.
    pub endless: bool,
    /// Whether it stops inside a line, for the same reason.
    pub inside: bool,
    /// Whether a border was seen.
    pub borders: bool,
    /// The lines and bytes in front of the first text between its rows.
    pub text: Option<(u64, usize)>,
}

impl Block {
    fn endless(bytes: usize, lines: u64, inside: bool) -> Block {
        let cells = Some(Err(Fault { offset: 0, kind: Malformed::Endless { bytes: LIMIT } }));
        Block { bytes, lines, cells, endless: true, inside, borders: false, text: None }
    }
}

/// A line inside a block.
#[derive(Debug)]
struct Entry {
    at: usize,
    len: usize,
    next: usize,
    lines: u64,
    what: What,
}

#[derive(Debug)]
enum What {
    Row(Row),
    Dashes(usize),
    Comment,
    Text,
}

/// Reads the record at the start of `text`, whose first line is a row or may be one; `None` if
/// its end has not come yet.
///
/// A block of rows ends with a blank line, a heading, a record on one line or the end of the
/// input. Nine rows are a puzzle; so are the first nine of 18 or more. Any other number is one
/// record that is wrong, so that no row slips from one puzzle into the next. A comment or a
/// heading behind fewer than nine rows belongs to the block, unless nine more follow.
pub(super) fn block(text: &[u8], end: bool) -> Option<Block> {
    let mut entries = Vec::with_capacity(TWO + 4);
    let (mut at, mut lines, mut rows, mut borders) = (0, 0, 0, false);
    while rows < TWO && entries.len() < 4 * TWO {
        if at >= LIMIT {
            return Some(Block::endless(at, lines, false));
        }
        let rest = &text[at..];
        let (len, next, what) = match quick::row(rest) {
            Some((cells, dashes, next)) => {
                let row = Row { cells, count: 9, wrong: None, dashes };
                (next, next, What::Row(row))
            }
            None => {
                let Some(cut) = line::cut(rest, end) else {
                    if rest.is_empty() && end {
                        break;
                    }
                    return None;
                };
                if !cut.whole {
                    return Some(Block::endless(at + cut.next, lines, true));
                }
                match line::kind(&rest[..cut.len], false) {
                    Kind::Row(row) => (cut.len, cut.next, What::Row(row)),
                    Kind::Dashes(count) => (cut.len, cut.next, What::Dashes(count)),
                    Kind::Border => {
                        (at, lines, borders) = (at + cut.next, lines + 1, true);
                        continue;
                    }
                    Kind::Comment if rows < 9 => (cut.len, cut.next, What::Comment),
                    Kind::Text { footer: false } if (1..9).contains(&rows) => {
                        (cut.len, cut.next, What::Text)
                    }
                    _ => break,
                }
            }
        };
        rows += usize::from(matches!(what, What::Row(_)));
        lines += 1;
        entries.push(Entry { at, len, next: at + next, lines, what });
        at += next;
    }
    Some(decide(entries, rows, at, lines, borders))
}

/// Turns the lines of a block into its first record.
fn decide(mut entries: Vec<Entry>, rows: usize, bytes: usize, lines: u64, borders: bool) -> Block {
    let dashes = |entry: &&Entry| matches!(entry.what, What::Dashes(9));
    let dashed = entries.iter().filter(dashes).count();
    let blanks = entries.iter().any(|entry| matches!(&entry.what, What::Row(row) if row.dashes))
        || (rows != 9 && rows + dashed == 9)
        || (rows == 0 && dashed >= 9);
    let borders = borders || (!blanks && dashed > 0);
    if blanks {
        for entry in &mut entries {
            if let What::Dashes(count) = entry.what {
                let wrong = (count != 9).then_some((entry.len, Wrong::Count(count)));
                entry.what = What::Row(Row { cells: [0; 9], count, wrong, dashes: true });
            }
        }
    }
    entries.retain(|entry| !matches!(entry.what, What::Dashes(_)));
    let rows = |entries: &[Entry]| {
        entries.iter().filter(|entry| matches!(entry.what, What::Row(_))).count()
    };
    let total = rows(&entries);
    if total == 0 {
        return Block {
            bytes,
            lines,
            cells: None,
            endless: false,
            inside: false,
            borders,
            text: None,
        };
    }
    // A comment or a heading in front of nine rows, with fewer behind it, parts two records.
    let (mut before, mut parting, mut texts) = (0, None, 0);
    for (index, entry) in entries.iter().enumerate() {
        match entry.what {
            What::Row(_) => before += 1,
            _ if (1..9).contains(&before) => {
                texts += usize::from(matches!(entry.what, What::Text));
                if total - before >= 9 {
                    parting = parting.or(Some(index));
                }
            }
            _ => {}
        }
    }
    // A text that stands for a row.
    let replaced = texts > 0 && total + texts == 9;
    let taken = match parting {
        Some(index) => index,
        None if total >= TWO => 9,
        None => entries.len(),
    };
    entries.truncate(taken);
    let text = entries.iter().find(|entry| matches!(entry.what, What::Text));
    let text = text.map(|entry| (entry.lines - 1, entry.at));
    if !replaced {
        entries.retain(|entry| matches!(entry.what, What::Row(_)));
    } else {
        entries.retain(|entry| !matches!(entry.what, What::Comment));
    }
    let (bytes, lines) = entries.last().map_or((bytes, lines), |last| (last.next, last.lines));
    let cells = Some(nine(&entries));
    Block { bytes, lines, cells, endless: false, inside: false, borders, text }
}

/// Nine rows make a grid.
fn nine(entries: &[Entry]) -> Result<Grid, Fault> {
    let first = entries.first().map_or(0, |entry| entry.at);
    if entries.len() != 9 {
        return Err(Fault { offset: first, kind: Malformed::Rows { rows: entries.len() } });
    }
    let mut cells = [[0; 9]; 9];
    for (index, (entry, cells)) in entries.iter().zip(&mut cells).enumerate() {
        match &entry.what {
            What::Row(Row { cells: row, wrong: None, .. }) => *cells = *row,
            What::Row(Row { wrong: Some((offset, wrong)), .. }) => {
                let kind = wrong.malformed(index + 1);
                return Err(Fault { offset: entry.at + offset, kind });
            }
            _ => {
                let kind = Malformed::Row { row: index + 1, cells: 0 };
                return Err(Fault { offset: entry.at, kind });
            }
        }
    }
    let mut all = [0; 81];
    all.as_chunks_mut().0.copy_from_slice(&cells);
    let kind = Malformed::Rows { rows: 9 };
    Grid::new(all).ok_or(Fault { offset: first, kind })
}

/// Whether a line is meant to be a row of cells, not a heading or prose.
pub(super) fn is_row(text: &[u8]) -> bool {
    let leading = chars(text)
        .map(|(_, char)| (char, class(char)))
        .take_while(|(_, class)| matches!(class, Class::Cell(_) | Class::Space | Class::Bar))
        .filter(|(_, class)| matches!(class, Class::Cell(_)))
        .count();
    if leading >= 5 {
        return true;
    }
    // The cells and the characters of each word.
    let mut words: Vec<(usize, usize)> = Vec::new();
    let mut inside = false;
    for (_, char) in chars(text) {
        let class = class(char);
        let between = matches!(class, Class::Space | Class::Bar);
        if !between {
            if !inside {
                words.push((0, 0));
            }
            if let Some((cells, length)) = words.last_mut() {
                *cells += usize::from(matches!(class, Class::Cell(_)));
                *length += 1;
            }
        }
        inside = !between;
    }
    let singles = words.iter().filter(|&&(_, length)| length == 1).count();
    let many = match words[..] {
        [(cells, length)] => cells >= 5 && cells * 3 >= length * 2,
        _ if words.len() == 9 && singles == 9 => true,
        _ => words.len() >= 7 && words.iter().filter(|&&word| word == (1, 1)).count() >= 5,
    };
    if many {
        return true;
    }
    leading > 0 && starts_with_cell(text) && !has_word(text)
}

fn starts_with_cell(text: &[u8]) -> bool {
    let mut inner = chars(text).map(|(_, char)| class(char));
    let first = inner.find(|class| !matches!(class, Class::Space | Class::Bar));
    matches!(first, Some(Class::Cell(_)))
}

/// Whether there is a word of three letters or more, or one in letters beyond ASCII.
fn has_word(text: &[u8]) -> bool {
    let (mut letters, mut other) = (0, false);
    chars(text).any(|(_, char)| {
        if !char.is_alphabetic() {
            (letters, other) = (0, false);
        } else {
            letters += 1;
            other |= !matches!(char, 'x' | 'X');
        }
        other && (letters >= 3 || !char.is_ascii())
    })
}

/// Reads a line as a row.
pub(super) fn row(text: &[u8]) -> Row {
    let mut row = Row { cells: [0; 9], count: 0, wrong: None, dashes: false };
    let mut end = 0;
    let mut surplus = None;
    // The words: where they start and end, and whether they are of digits only.
    let mut words: Vec<(usize, usize, bool)> = Vec::new();
    let mut inside = false;
    for (offset, char) in chars(text) {
        let class = class(char);
        let Class::Cell(digit) = class else {
            inside = false;
            match class {
                Class::Space | Class::Bar => continue,
                _ if char == '#' => break,
                _ => {}
            }
            let wrong = match line::spreadsheet_number(text) {
                Some(number) => Wrong::Spreadsheet(number),
                None => Wrong::Character(row.count + 1, char),
            };
            row.wrong = Some((offset, wrong));
            return row;
        };
        match row.cells.get_mut(row.count) {
            Some(cell) => *cell = digit,
            None => surplus = surplus.or(Some(offset)),
        }
        row.count += 1;
        row.dashes |= is_dash(char);
        end = offset + char.len_utf8();
        match words.last_mut().filter(|_| inside) {
            Some((_, word, digits)) => (*word, *digits) = (end, *digits && char.is_ascii_digit()),
            None => words.push((offset, end, char.is_ascii_digit())),
        }
        inside = true;
    }
    let is_number =
        |&(_, &(start, end, digits)): &(usize, &(usize, usize, bool))| digits && end - start > 1;
    let numbers = || words.iter().enumerate().filter(is_number);
    row.wrong = match numbers().next() {
        Some((_, &(start, _, _))) if words.len() == 9 && row.count > 13 => {
            Some((start, Wrong::Pencilmarks))
        }
        Some((index, &(start, end, _))) if words.len() >= 5 => {
            let number = String::from_utf8_lossy(&text[start..end]).into_owned();
            Some((start, Wrong::Number(index + 1, number)))
        }
        _ if row.count != 9 => Some((surplus.unwrap_or(end), Wrong::Count(row.count))),
        _ => None,
    };
    row
}
