//! Lines: where they end, what kind they are, and the layout of one puzzle on each.

use super::cell::{CELL, Class, NO_CELL, chars, class, is_dash, trim};
use super::{bank, boxed, grid, judge, regular};
use crate::error::Malformed;
use crate::grid::Grid;

/// The longest line that is looked at as a whole, in bytes. What follows in it is skipped.
pub(super) const LIMIT: usize = 1 << 16;

/// More cells than this in one piece are meant to be 81, fewer to be nine.
const ROW_OR_LINE: usize = 40;

/// A line at the start of some text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cut {
    /// Its length without the line end.
    pub len: usize,
    /// Where the next line starts.
    pub next: usize,
    /// Whether it ends there, not only the part of it that is looked at.
    pub whole: bool,
}

/// Finds the end of the first line, `None` if it has not come yet (or there is no text).
pub(super) fn cut(text: &[u8], end: bool) -> Option<Cut> {
    let head = text.get(..LIMIT).unwrap_or(text);
    match memchr::memchr2(b'\n', b'\r', head) {
        Some(len) if text[len] == b'\n' => Some(Cut { len, next: len + 1, whole: true }),
        Some(len) => match text.get(len + 1) {
            Some(&byte) => {
                Some(Cut { len, next: len + 1 + usize::from(byte == b'\n'), whole: true })
            }
            None => end.then_some(Cut { len, next: len + 1, whole: true }),
        },
        None if text.len() >= LIMIT => Some(Cut { len: LIMIT, next: LIMIT, whole: false }),
        None => (end && !text.is_empty()).then_some(Cut {
            len: text.len(),
            next: text.len(),
            whole: true,
        }),
    }
}

/// What a line is.
#[derive(Debug)]
pub(super) enum Kind {
    /// White space.
    Blank,
    /// A comment.
    Comment,
    /// `[Puzzle]` or another section, whose rows are to be read or not.
    Section { read: bool },
    /// A border between rows or around them.
    Border,
    /// So many `-` or `*`: a border, or blanks.
    Dashes(usize),
    /// A heading, a footer, or prose.
    Text { footer: bool },
    /// A row of cells.
    Row(grid::Row),
    /// A whole record.
    Record(Record),
}

/// A record on one line.
#[derive(Debug)]
pub(super) struct Record {
    /// The cells, or what is wrong.
    pub cells: Result<Grid, Fault>,
    /// The solution beside them.
    pub solution: Option<Grid>,
}

/// What is wrong with a record, and where in its text.
#[derive(Debug, Clone)]
pub(super) struct Fault {
    /// The offset in bytes.
    pub offset: usize,
    /// What.
    pub kind: Malformed,
}

/// Says what a line is. With `only_records`, whatever is neither blank nor a comment is a record,
/// right or wrong.
pub(super) fn kind(line: &[u8], only_records: bool) -> Kind {
    if let Some(grid) = leading_81(line) {
        let solution = solution(&line[81..]);
        return Kind::Record(Record { cells: Ok(grid), solution });
    }
    let (start, text) = trim(line);
    match text {
        [] => return Kind::Blank,
        [b'#', ..] | [b'/', b'/', ..] => return Kind::Comment,
        _ => {}
    }
    let shift = |mut record: Record| {
        if let Err(fault) = &mut record.cells {
            fault.offset += start;
        }
        Kind::Record(record)
    };
    if let Some(record) = record(text) {
        return shift(record);
    }
    if only_records {
        let cells = grid::row(text).count;
        return shift(Record::wrong(text.len(), Malformed::Cells { cells }));
    }
    if let Some(read) = boxed::section(text) {
        return Kind::Section { read };
    }
    if let Some(border) = boxed::border(text) {
        return border;
    }
    if !grid::is_row(text) {
        return Kind::Text { footer: boxed::is_footer(text) || judge::is_end(text) };
    }
    let mut row = grid::row(text);
    row.shift(start);
    Kind::Row(row)
}

impl Record {
    pub(super) fn wrong(offset: usize, kind: Malformed) -> Record {
        Record { cells: Err(Fault { offset, kind }), solution: None }
    }
}

/// The quick way to the usual record: 81 cells at the very start of the line.
fn leading_81(line: &[u8]) -> Option<Grid> {
    let head: &[u8; 81] = line.first_chunk()?;
    let cells = head.map(|byte| CELL[byte as usize]);
    let bad = cells.iter().fold(0, |bad, cell| bad | cell) & NO_CELL;
    (bad == 0 && is_boundary(&line[81..])).then(|| Grid::new(cells)).flatten()
}

/// Whether a record can end in front of this text.
fn is_boundary(text: &[u8]) -> bool {
    chars(text).next().is_none_or(|(_, char)| {
        !char.is_alphanumeric() && !matches!(class(char), Class::Cell(_)) && char != '!'
            || char == '\u{3000}'
    })
}

/// Reads a line as a record of 81 cells; `None` if it does not look like one.
fn record(text: &[u8]) -> Option<Record> {
    if is_komo(text) {
        return Some(Record::wrong(0, Malformed::Komo));
    }
    let skip = bank::prefix(text);
    if skip > 0 {
        let mut record = solid(&text[skip..])?;
        if let Err(fault) = &mut record.cells {
            fault.offset += skip;
        }
        return Some(record);
    }
    solid(text).or_else(|| spaced(text))
}

/// 81 cells without anything between them.
fn solid(text: &[u8]) -> Option<Record> {
    let mut cells = [0; 81];
    let mut count = 0;
    let mut surplus = None;
    let mut stop = (text.len(), None);
    let mut dashes = 0;
    for (offset, char) in chars(text) {
        let Class::Cell(digit) = class(char) else {
            stop = (offset, Some(char));
            break;
        };
        match cells.get_mut(count) {
            Some(cell) => *cell = digit,
            None => surplus = surplus.or(Some(offset)),
        }
        count += 1;
        dashes += usize::from(is_dash(char));
    }
    let rest = &text[stop.0..];
    let word = || chars(rest).map(|(_, char)| char).take_while(|&char| !is_separator(char));
    let others = word().filter(|&char| !matches!(class(char), Class::Cell(_))).count();
    let length = count + word().count();
    if length <= ROW_OR_LINE || (dashes == count && count != 81) || others * 4 > length {
        return None;
    }
    let wrong = |offset, kind| Some(Record::wrong(offset, kind));
    match stop.1 {
        _ if count == 729 => wrong(0, Malformed::Pencilmarks),
        Some(char) if !is_boundary(rest) && count <= 81 => {
            wrong(stop.0, Malformed::Character { row: None, cell: count + 1, char })
        }
        _ if count != 81 => wrong(surplus.unwrap_or(stop.0), Malformed::Cells { cells: count }),
        _ => Some(Record { cells: Ok(Grid::new(cells)?), solution: solution(rest) }),
    }
}

/// 81 cells in groups of one, three or nine.
fn spaced(text: &[u8]) -> Option<Record> {
    let mut cells = [0; 81];
    let (mut count, mut width, mut token, mut surplus) = (0, 0, 0, None);
    let mut last = 0;
    for (offset, char) in chars(text).chain([(text.len(), ' ')]) {
        match class(char) {
            Class::Cell(digit) => {
                match cells.get_mut(count + token) {
                    Some(cell) => *cell = digit,
                    None => surplus = surplus.or(Some(offset)),
                }
                token += 1;
                last = offset + char.len_utf8();
            }
            Class::Space | Class::Bar if token == 0 => {}
            Class::Space | Class::Bar if width == 0 || token == width => {
                (count, width, token) = (count + token, token, 0);
            }
            _ => break,
        }
        if count == 81 && surplus.is_none() && !matches!(width, 1 | 3 | 9) {
            return None;
        }
    }
    if count <= ROW_OR_LINE || !matches!(width, 1 | 3 | 9) {
        return None;
    }
    Some(match count {
        81 => Record { cells: Ok(Grid::new(cells)?), solution: None },
        _ => Record::wrong(surplus.unwrap_or(last), Malformed::Cells { cells: count }),
    })
}

/// What ends a word that could be a record.
fn is_separator(char: char) -> bool {
    matches!(class(char), Class::Space | Class::Bar) || matches!(char, ';' | ':' | '#')
}

/// The solution in `:count:solution`, if that is what follows the puzzle.
fn solution(rest: &[u8]) -> Option<Grid> {
    let mut parts = rest.strip_prefix(b":")?.splitn(2, |&byte| byte == b':');
    let count = parts.next()?;
    (count.iter().all(u8::is_ascii_digit)).then_some(())?;
    leading_81(parts.next()?)
}

/// Reads a whole field as 81 cells.
pub(super) fn field(text: &[u8]) -> Result<Grid, Fault> {
    if let Some(grid) = regular::cells(text).filter(|_| text.len() == 81) {
        return Ok(grid);
    }
    let (start, text) = trim(text);
    let mut cells = [0; 81];
    let mut count = 0;
    let mut surplus = None;
    for (offset, char) in chars(text) {
        let Class::Cell(digit) = class(char) else {
            let kind = match spreadsheet_number(text) {
                Some(number) => Malformed::Spreadsheet { number },
                None => Malformed::Character { row: None, cell: count + 1, char },
            };
            let offset = if matches!(kind, Malformed::Spreadsheet { .. }) { 0 } else { offset };
            return Err(Fault { offset: start + offset, kind });
        };
        match cells.get_mut(count) {
            Some(cell) => *cell = digit,
            None => surplus = surplus.or(Some(start + offset)),
        }
        count += 1;
    }
    let kind = match count {
        729 => Malformed::Pencilmarks,
        _ => Malformed::Cells { cells: count },
    };
    let wrong = Fault { offset: surplus.unwrap_or(start + text.len()), kind };
    if count == 81 { Grid::new(cells).ok_or(wrong) } else { Err(wrong) }
}

/// `4.30021E+78`
pub(super) fn spreadsheet_number(text: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(text).ok()?;
    let (mantissa, exponent) = text.split_once(['E', 'e'])?;
    let exponent = exponent.strip_prefix('+')?;
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    (text.len() < 40 && digits(exponent) && digits(&mantissa.replacen('.', "", 1)))
        .then(|| text.to_string())
}

/// Nine groups of nine fields.
fn is_komo(text: &[u8]) -> bool {
    let count = |wanted| text.iter().filter(|&&byte| byte == wanted).count();
    matches!(count(b';'), 8 | 9) && count(b',') >= 72
}
