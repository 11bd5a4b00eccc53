//! The quick way through regular text: records of one fixed shape, one after the other.
//!
//! Every byte of a record is checked: the cells (digits, or `.` for a blank) and all that stands
//! between them. At the first record of another shape the readers of the layouts take over, and
//! they would have read the same from what was taken here. The loops run over arrays of fixed
//! size, without branches, so that the compiler makes vector code of them.

use super::batch::{Batch, Look};
use super::{Layout, Progress};
use crate::grid::Grid;

/// A shape of `N` bytes: nine rows every `ROW` bytes, cells every `STEP` bytes in them with a
/// space between, a line end behind each row if there is room for one, and another one at the
/// end of it all.
struct Shape<const N: usize, const ROW: usize, const STEP: usize>;

impl<const N: usize, const ROW: usize, const STEP: usize> Shape<N, ROW, STEP> {
    /// What stands at each place: 0 for a cell.
    const TEMPLATE: [u8; N] = Self::template(0);

    /// The least byte at each place if no cell is a dot, and how far above it one may be.
    const LEAST: [u8; N] = Self::template(b'0');
    const ABOVE: [u8; N] = {
        let mut above = [0; N];
        let mut index = 0;
        while index < N {
            above[index] = if Self::TEMPLATE[index] == 0 { 9 } else { 0 };
            index += 1;
        }
        above
    };

    /// What stands at each place, with this for a cell.
    const fn template(cell: u8) -> [u8; N] {
        let mut template = [b' '; N];
        let mut row = 0;
        while row < 9 {
            let mut column = 0;
            while column < 9 {
                template[row * ROW + column * STEP] = cell;
                column += 1;
            }
            line_end(&mut template, row * ROW + 8 * STEP + 1, (row + 1) * ROW);
            row += 1;
        }
        line_end(&mut template, 9 * ROW, N);
        template
    }

    /// Reads the record at the start of some text, if it has this shape.
    fn read(text: &[u8]) -> Option<Grid> {
        let text: &[u8; N] = text.first_chunk()?;
        // The ends of the first row and of the record tell most other shapes apart.
        let is_end = |at: usize| Self::TEMPLATE[at] == 0 || text[at] == Self::TEMPLATE[at];
        if !(is_end(ROW - 1) && is_end(N - 1)) {
            return None;
        }
        let mut values = [0; N];
        let mut wrong = false;
        for (((value, &byte), &least), &above) in
            values.iter_mut().zip(text).zip(&Self::LEAST).zip(&Self::ABOVE)
        {
            *value = byte.wrapping_sub(least);
            wrong |= *value > above;
        }
        if wrong {
            // Dots take longer; there are none in answers.
            wrong = false;
            for ((value, &byte), &expected) in values.iter_mut().zip(text).zip(&Self::TEMPLATE) {
                let digit = byte.wrapping_sub(b'0');
                *value = if digit <= 9 { digit } else { 0 };
                let is_cell = (digit <= 9) | (byte == b'.');
                wrong |= if expected == 0 { !is_cell } else { byte != expected };
            }
            if wrong {
                return None;
            }
        }
        let mut cells = [0; 81];
        for (cells, row) in cells.chunks_exact_mut(9).zip(values.chunks(ROW)) {
            for (cell, value) in cells.iter_mut().zip(row.iter().step_by(STEP)) {
                *cell = *value;
            }
        }
        Grid::new(cells)
    }

    /// Takes as many records of this shape as there are, up to `room`; gives their bytes.
    fn run(text: &[u8], room: usize, progress: &mut Progress, batch: &mut Batch) -> usize {
        let before = batch.puzzles.len();
        batch.puzzles.extend(text.chunks_exact(N).take(room).map_while(Self::read));
        let count = batch.puzzles.len() - before;
        let lines = if ROW > 9 { 10 } else { 1 };
        let look = Look::Regular { row: ROW as u8, step: STEP as u8 };
        progress.push_run(batch, count, N, look, lines);
        count * N
    }
}

const fn line_end(template: &mut [u8], start: usize, end: usize) {
    if start < end {
        template[end - 1] = b'\n';
        if end - start > 1 {
            template[end - 2] = b'\r';
        }
    }
}

/// Takes the regular records at the start of some lines of text; gives their bytes.
pub(super) fn run(
    text: &[u8],
    room: usize,
    rows: bool,
    progress: &mut Progress,
    batch: &mut Batch,
) -> usize {
    let room = progress.room(room);
    type Run = fn(&[u8], usize, &mut Progress, &mut Batch) -> usize;
    const ROWS: [Run; 4] = [
        Shape::<163, 18, 2>::run,
        Shape::<173, 19, 2>::run,
        Shape::<91, 10, 1>::run,
        Shape::<101, 11, 1>::run,
    ];
    const LINES: [Run; 2] = [Shape::<82, 9, 1>::run, Shape::<83, 9, 1>::run];
    for (layout, runs) in [(Layout::Grid, &ROWS[..]), (Layout::Line, &LINES[..])] {
        if !rows && layout == Layout::Grid {
            continue;
        }
        for run in runs {
            let bytes = run(text, room, progress, batch);
            if bytes > 0 {
                progress.recognise(layout);
                return bytes;
            }
        }
    }
    0
}

/// Reads 81 cells, if nothing else stands at the start of some text.
pub(super) fn cells(text: &[u8]) -> Option<Grid> {
    Shape::<81, 9, 1>::read(text)
}
