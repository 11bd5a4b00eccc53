//! The XML files of OpenSudoku: `<game data="..."/>` with 81 digits.

use super::batch::Batch;
use super::line::{self, Fault};
use super::{Layout, Progress, Record};
use crate::error::Malformed;

/// The longest tag that is looked at as a whole, in bytes.
const LIMIT: usize = 1 << 16;

/// Reads the games of a file.
#[derive(Debug, Default)]
pub(super) struct OpenSudoku {
    /// Whether it is inside a comment.
    comment: bool,
}

impl OpenSudoku {
    /// Reads one tag, or the text in front of it; gives the bytes that it is done with, `None`
    /// if more text is needed.
    pub(super) fn step(
        &mut self,
        text: &[u8],
        end: bool,
        progress: &mut Progress,
        batch: &mut Batch,
    ) -> Option<usize> {
        if progress.records == 0 {
            progress.text();
        }
        let (length, game) = self.tag(text, end)?;
        if game {
            let tag = &text[..length];
            let (field, cells) = match attribute(tag, b"data") {
                Some((start, value)) => (start..start + value.len(), line::field(value)),
                None => (0..length, Err(Fault { offset: 0, kind: Malformed::Data })),
            };
            let mut start = progress.at;
            start.walk(&tag[..field.start]);
            progress.recognise(Layout::OpenSudoku);
            progress.push(batch, Record { text: &tag[field], start, cells, solution: None });
        }
        progress.at.walk(&text[..length]);
        Some(length)
    }

    /// How much text there is up to the next tag or, if it starts with one, in it; and whether
    /// that is a game.
    fn tag(&mut self, text: &[u8], end: bool) -> Option<(usize, bool)> {
        const COMMENT: (&[u8], &[u8]) = (b"<!--", b"-->");
        // What may go on in text to come.
        let open = |length: usize| if length > 0 { Some((length, false)) } else { None };
        if self.comment {
            return match find(text, COMMENT.1) {
                Some(at) => {
                    self.comment = false;
                    Some((at + COMMENT.1.len(), false))
                }
                None if end => Some((text.len(), false)),
                None => open(settled(text, COMMENT.1.len() - 1)),
            };
        }
        match text.iter().position(|&byte| byte == b'<') {
            Some(0) => {}
            Some(at) => return Some((at, false)),
            None if end => return Some((text.len(), false)),
            None => return open(settled(text, 0)),
        }
        if text.starts_with(COMMENT.0) {
            self.comment = true;
            return Some((COMMENT.0.len(), false));
        }
        let (head, game) = (text.get(..LIMIT).unwrap_or(text), is_game(text));
        let mut quote = None;
        for (at, &byte) in head.iter().enumerate() {
            match (quote, byte) {
                (None, b'>') => return Some((at + 1, game)),
                (None, b'"' | b'\'') => quote = Some(byte),
                (Some(open), _) if open == byte => quote = None,
                _ => {}
            }
        }
        let cut = head.len() == LIMIT || end;
        cut.then_some((settled(head, 0).max(1), game))
    }
}

fn is_game(tag: &[u8]) -> bool {
    tag.strip_prefix(b"<game").is_some_and(|rest| {
        rest.first().is_none_or(|&byte| byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>'))
    })
}

fn find(text: &[u8], wanted: &[u8]) -> Option<usize> {
    text.windows(wanted.len()).position(|window| window == wanted)
}

/// The length of the text without the last `keep` bytes and without a CR that may belong to a
/// CRLF.
fn settled(text: &[u8], keep: usize) -> usize {
    let length = text.len().saturating_sub(keep);
    length - usize::from(text[..length].ends_with(b"\r"))
}

/// The value of an attribute of a tag, and where it starts.
fn attribute<'a>(tag: &'a [u8], name: &[u8]) -> Option<(usize, &'a [u8])> {
    let mut at = tag.iter().position(u8::is_ascii_whitespace)?;
    loop {
        at += tag[at..].iter().position(|byte| !byte.is_ascii_whitespace())?;
        let equals = at + tag[at..].iter().position(|&byte| byte == b'=')?;
        let start =
            equals + 1 + tag[equals + 1..].iter().position(|byte| !byte.is_ascii_whitespace())?;
        let quote = *tag.get(start).filter(|byte| matches!(byte, b'"' | b'\''))?;
        let length = tag[start + 1..].iter().position(|&byte| byte == quote)?;
        if tag[at..equals].trim_ascii() == name {
            return Some((start + 1, &tag[start + 1..start + 1 + length]));
        }
        at = start + 1 + length + 1;
    }
}
