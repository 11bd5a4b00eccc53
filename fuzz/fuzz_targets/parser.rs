//! No input makes the parser panic, and where it is cut makes no difference.
//!
//! `cargo +nightly fuzz run parser ../fixtures/bad`

#![no_main]

use libfuzzer_sys::fuzz_target;
use shudu::error::Notice;
use shudu::format::{Batch, Parser};

fn read(pieces: &[&[u8]]) -> (Batch, Vec<Notice>) {
    let mut parser = Parser::new(None);
    let mut batch = Batch::default();
    let mut rest = Vec::new();
    for piece in pieces {
        rest.extend_from_slice(piece);
        let done = parser.feed(&rest, false, usize::MAX, &mut batch);
        rest.drain(..done);
    }
    assert_eq!(parser.feed(&rest, true, usize::MAX, &mut batch), rest.len());
    (batch, parser.notices().to_vec())
}

fuzz_target!(|input: (u16, &[u8])| {
    let (cut, text) = input;
    let (head, tail) = text.split_at(usize::from(cut) % (text.len() + 1));
    let whole = read(&[text]);
    assert_eq!(read(&[head, tail]), whole);
    for index in 0..whole.0.len() {
        let wrong = whole.0.errors.iter().any(|error| error.at.puzzle == index as u64 + 1);
        assert_eq!(whole.0.positions(index).is_some(), !wrong);
    }
});
