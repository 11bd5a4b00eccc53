//! Lines of text one after the other: rows, records on one line, and what stands around them.

use super::batch::Batch;
use super::cell::trim;
use super::line::{self, Kind};
use super::{Layout, Progress, Record, bank, grid, judge, quick, regular};

/// The state between two records.
#[derive(Debug, Clone, Default)]
pub(super) struct Text {
    /// Whether a line with content has been seen.
    started: bool,
    /// Whether the rest of a line that was too long is to be skipped.
    inside: bool,
    /// What else is to be skipped.
    skip: Skip,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Skip {
    #[default]
    Nothing,
    /// The rest of a block of rows.
    Block,
    /// A section that holds no puzzle.
    Section,
}

impl Text {
    /// Reads one record, or one line without any; gives the bytes that it is done with, `None`
    /// if more text is needed.
    pub(super) fn step(
        &mut self,
        text: &[u8],
        end: bool,
        room: usize,
        progress: &mut Progress,
        batch: &mut Batch,
    ) -> Option<usize> {
        if self.inside {
            return self.skip_line(text, end, progress);
        }
        let only_records = progress.forced
            && matches!(progress.layout, Some(Layout::Line | Layout::Sdm | Layout::Bank));
        if self.skip == Skip::Nothing {
            let mut bytes = regular::run(text, room, !only_records, progress, batch);
            if bytes == 0 && !only_records {
                bytes = quick::run(text, end, room, progress, batch);
            }
            if bytes > 0 {
                self.started = true;
                return Some(bytes);
            }
        }
        let cut = line::cut(text, end)?;
        let line = &text[..cut.len];
        if !self.started && self.start(line, progress) {
            return Some(self.past(cut, progress, text));
        }
        let kind = line::kind(line, only_records);
        match (self.skip, &kind) {
            (Skip::Section, Kind::Section { .. }) | (Skip::Nothing, _) => {}
            (
                Skip::Block,
                Kind::Blank | Kind::Text { .. } | Kind::Record(_) | Kind::Section { .. },
            ) => {
                self.skip = Skip::Nothing;
            }
            _ => return Some(self.past(cut, progress, text)),
        }
        match kind {
            Kind::Blank | Kind::Comment | Kind::Border => {}
            Kind::Section { read } => {
                progress.recognise(Layout::Sdk);
                self.skip = if read { Skip::Nothing } else { Skip::Section };
            }
            Kind::Text { footer } => {
                if !footer {
                    progress.text();
                    progress.line(batch, line);
                }
            }
            Kind::Record(record) => {
                let bank = bank::prefix(line) > 0;
                progress.recognise(if bank { Layout::Bank } else { Layout::Line });
                let start = progress.at;
                progress.push(
                    batch,
                    Record { text: line, start, cells: record.cells, solution: record.solution },
                );
            }
            Kind::Row(_) | Kind::Dashes(_) => return self.block(text, end, progress, batch),
        }
        Some(self.past(cut, progress, text))
    }

    fn block(
        &mut self,
        text: &[u8],
        end: bool,
        progress: &mut Progress,
        batch: &mut Batch,
    ) -> Option<usize> {
        let block = grid::block(text, end)?;
        if let Some(cells) = block.cells {
            progress.recognise(if block.borders { Layout::Ss } else { Layout::Grid });
            let record =
                Record { text: &text[..block.bytes], start: progress.at, cells, solution: None };
            if let Some((lines, bytes)) = block.text
                && record.cells.is_ok()
            {
                let mut at = progress.at;
                at.lines(lines, bytes);
                progress.stray(batch, at.position(progress.records + 1));
            }
            progress.push(batch, record);
        }
        if block.endless {
            self.skip = Skip::Block;
        }
        self.inside = block.inside;
        if block.inside {
            progress.at.walk(&text[..block.bytes]);
        } else {
            progress.at.lines(block.lines, block.bytes);
        }
        Some(block.bytes)
    }

    fn skip_line(&mut self, text: &[u8], end: bool, progress: &mut Progress) -> Option<usize> {
        let length = text.iter().position(|&byte| byte == b'\n' || byte == b'\r');
        let Some(length) = length else {
            progress.at.walk(text);
            return Some(text.len());
        };
        if length > 0 {
            progress.at.walk(&text[..length]);
            return Some(length);
        }
        let cut = line::cut(text, end)?;
        self.inside = false;
        progress.at.lines(1, cut.next);
        Some(cut.next)
    }

    /// Takes a line until there is one with content; says whether that is the count of puzzles.
    fn start(&mut self, line: &[u8], progress: &mut Progress) -> bool {
        let (_, text) = trim(line);
        if text.is_empty() || text.starts_with(b"#") {
            return false;
        }
        self.started = true;
        let counted = !progress.forced || progress.layout == Some(Layout::Judge);
        match judge::count(text).filter(|_| counted) {
            Some(count) => {
                progress.declare(count);
                true
            }
            None => false,
        }
    }

    fn past(&mut self, cut: line::Cut, progress: &mut Progress, text: &[u8]) -> usize {
        if cut.whole {
            progress.at.lines(1, cut.next);
        } else {
            self.inside = true;
            progress.at.walk(&text[..cut.next]);
        }
        cut.next
    }
}
