//! UTF-16, as some programs save text: recognised and turned into UTF-8, piece by piece.

/// How the characters are coded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Encoding {
    Utf8,
    Utf16(Order),
}

/// The order of the two bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    Little,
    Big,
}

/// So many bytes are decoded at once: far more than the longest record.
const PIECE: usize = 1 << 19;

/// Says how an input is coded, by its mark or by the zeros among its first characters; `None` if
/// more of it is needed.
pub(super) fn recognise(text: &[u8], end: bool) -> Option<Encoding> {
    match *text {
        [0xff, 0xfe, ..] => Some(Encoding::Utf16(Order::Little)),
        [0xfe, 0xff, ..] => Some(Encoding::Utf16(Order::Big)),
        [1..=255, 0, 1..=255, 0, ..] => Some(Encoding::Utf16(Order::Little)),
        [0, 1..=255, 0, 1..=255, ..] => Some(Encoding::Utf16(Order::Big)),
        [_, _, _, _, ..] => Some(Encoding::Utf8),
        _ => end.then_some(Encoding::Utf8),
    }
}

/// Some decoded text.
pub(super) struct Piece {
    /// The text.
    pub text: String,
    /// Whether nothing comes after it.
    pub end: bool,
    /// How many bytes were there.
    bytes: usize,
}

/// Decodes the start of some text. What is no UTF-16 becomes U+FFFD.
pub(super) fn decode(text: &[u8], order: Order, end: bool) -> Piece {
    let head = text.get(..PIECE).unwrap_or(text);
    let end = end && head.len() == text.len();
    let mut units: Vec<u16> = head
        .as_chunks()
        .0
        .iter()
        .map(|&pair| match order {
            Order::Little => u16::from_le_bytes(pair),
            Order::Big => u16::from_be_bytes(pair),
        })
        .collect();
    // The first half of a pair waits for the second.
    if !end && units.last().is_some_and(|unit| (0xd800..0xdc00).contains(unit)) {
        units.pop();
    }
    let text = char::decode_utf16(units).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER));
    Piece { text: text.collect(), end, bytes: head.len() }
}

impl Piece {
    /// How many bytes of the input the first `done` bytes of the decoded text were.
    pub(super) fn encoded(&self, done: usize) -> usize {
        if self.end && done == self.text.len() {
            return self.bytes;
        }
        let done = self.text.as_bytes().get(..done).unwrap_or_default();
        2 * String::from_utf8_lossy(done).encode_utf16().count()
    }
}
