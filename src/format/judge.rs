//! The input of online judges: a line with the number of puzzles, then the puzzles.

/// The number of puzzles, if the line is one. Longer numbers are rows without spaces.
pub(super) fn count(text: &[u8]) -> Option<u64> {
    let digits = (1..=7).contains(&text.len()) && text.iter().all(u8::is_ascii_digit);
    digits.then(|| text.iter().fold(0, |count, digit| 10 * count + u64::from(digit - b'0')))
}

/// Whether a line is the word that ends some judges' inputs.
pub(super) fn is_end(text: &[u8]) -> bool {
    text.eq_ignore_ascii_case(b"end")
}
