//! The quick way through the usual rows: nine cells in plain characters, alone, in threes or
//! together, in blocks of nine rows.
//!
//! What is read here would be read the same by [`grid::block`](super::grid::block); at the first
//! row that is not as usual, that takes over.

use super::batch::Batch;
use super::{Layout, Progress, Record};
use crate::grid::Grid;

/// The longest line that is read in this way, in bytes.
const LONGEST: usize = 64;

/// What a byte is in a row: the digit of a cell, or one of these.
const BYTES: [u8; 256] = {
    let mut table = [OTHER; 256];
    let mut digit = 0;
    while digit < 10 {
        table[b'0' as usize + digit] = digit as u8;
        digit += 1;
    }
    let mut index = 0;
    while index < 5 {
        table[b"._?xX"[index] as usize] = 0;
        table[b" \t,|\t"[index] as usize] = SPACE;
        index += 1;
    }
    table[b'-' as usize] = DASH;
    table[b'*' as usize] = DASH;
    table[b'\n' as usize] = END;
    table[b'\r' as usize] = END;
    table
};

const DASH: u8 = 0x10;
const SPACE: u8 = 0x20;
const END: u8 = 0x40;
const OTHER: u8 = 0x80;

/// Reads the row at the start of some text; gives its cells, whether one of them is `-` or `*`,
/// and its bytes with the line end.
pub(super) fn row(text: &[u8]) -> Option<([u8; 9], bool, usize)> {
    let head = text.get(..LONGEST).unwrap_or(text);
    let mut cells = [0; 9];
    let (mut count, mut groups, mut dashes, mut inside) = (0, 0, 0, 0);
    for (offset, &byte) in head.iter().enumerate() {
        let what = BYTES[usize::from(byte)];
        if what <= DASH {
            *cells.get_mut(count)? = what & 0xf;
            count += 1;
            groups += 1 - inside;
            dashes += usize::from(what == DASH);
            inside = 1;
        } else if what == SPACE {
            inside = 0;
        } else if what == END && count == 9 && matches!(groups, 1 | 3 | 9) && dashes < 9 {
            return Some((cells, dashes > 0, offset + line_end(&text[offset..])?));
        } else {
            return None;
        }
    }
    None
}

/// The bytes of the line end that some text starts with; `None` if more text has to tell.
fn line_end(text: &[u8]) -> Option<usize> {
    match text {
        [b'\r', b'\n', ..] => Some(2),
        [b'\n', ..] | [b'\r', _, ..] => Some(1),
        _ => None,
    }
}

/// Nine rows, and their bytes.
fn nine(text: &[u8]) -> Option<(Grid, usize)> {
    let mut cells = [0; 81];
    let mut at = 0;
    for nine in cells.as_chunks_mut().0 {
        let (row, _, length) = row(text.get(at..)?)?;
        *nine = row;
        at += length;
    }
    Some((Grid::new(cells)?, at))
}

/// Takes the blocks at the start of some text that are followed by an empty line, the end of the
/// input or nine more rows; gives their bytes.
pub(super) fn run(
    text: &[u8],
    end: bool,
    room: usize,
    progress: &mut Progress,
    batch: &mut Batch,
) -> usize {
    let mut at = 0;
    let mut next = nine(text);
    for _ in 0..progress.room(room) {
        let Some((grid, length)) = next else { break };
        let rest = &text[at + length..];
        let empty = line_end(rest);
        next = if empty.is_some() { None } else { nine(rest) };
        if empty.is_none() && next.is_none() && !(end && rest.is_empty()) {
            break;
        }
        progress.recognise(Layout::Grid);
        let record = Record {
            text: &text[at..at + length],
            start: progress.at,
            cells: Ok(grid),
            solution: None,
        };
        progress.push(batch, record);
        progress.at.lines(9, length);
        at += length;
        if let Some(length) = empty {
            progress.at.lines(1, length);
            at += length;
            next = nine(&text[at..]);
        }
    }
    at
}
