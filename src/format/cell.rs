//! The alphabet that all layouts share: which characters are cells, blanks and separators.

/// What a character is to a row of cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    /// A digit, or `0` for a blank.
    Cell(u8),
    /// White space or a comma between cells.
    Space,
    /// A vertical line between boxes.
    Bar,
    /// Some other part of a border.
    Edge,
    /// Anything else.
    Other,
}

/// The class of a character. `-` and `*` count as blanks here, though they can be borders too.
pub(super) fn class(char: char) -> Class {
    match char {
        '1'..='9' => Class::Cell(char as u8 - b'0'),
        '0' | '.' | '_' | '-' | '*' | '?' | 'x' | 'X' => Class::Cell(0),
        ' ' | '\t' | ',' | '\u{b}' | '\u{c}' | '\u{a0}' | '\u{3000}' | '\u{feff}' => Class::Space,
        '|' => Class::Bar,
        '+' | '=' | ':' | '\'' => Class::Edge,
        // Full-width digits, full stop, and the ideographic full stop that the same key types.
        '\u{ff10}'..='\u{ff19}' => Class::Cell((char as u32 - 0xff10) as u8),
        '\u{ff0e}' | '\u{3002}' => Class::Cell(0),
        // Box-drawing characters.
        '\u{2502}' | '\u{2503}' | '\u{2551}' => Class::Bar,
        '\u{2500}'..='\u{257f}' => Class::Edge,
        _ => Class::Other,
    }
}

/// Whether a blank can be part of a border.
pub(super) fn is_dash(char: char) -> bool {
    matches!(char, '-' | '*')
}

/// The value of a byte that is a cell in every layout: no `-` and no `*`.
pub(super) const CELL: [u8; 256] = {
    let mut table = [NO_CELL; 256];
    let mut digit = 0;
    while digit < 10 {
        table[b'0' as usize + digit] = digit as u8;
        digit += 1;
    }
    table[b'.' as usize] = 0;
    table[b'_' as usize] = 0;
    table[b'?' as usize] = 0;
    table[b'x' as usize] = 0;
    table[b'X' as usize] = 0;
    table
};

/// Marks in [`CELL`] the bytes that are no cells.
pub(super) const NO_CELL: u8 = 0x80;

/// The characters of a line with their offsets; a byte that is no UTF-8 is one U+FFFD.
pub(super) fn chars(text: &[u8]) -> impl Iterator<Item = (usize, char)> + Clone {
    let mut at = 0;
    std::iter::from_fn(move || {
        let offset = at;
        let first = *text.get(at)?;
        let length = match first {
            0..0x80 => 1,
            0xc2..0xe0 => 2,
            0xe0..0xf0 => 3,
            _ => 4,
        };
        let whole = text.get(at..at + length).and_then(|bytes| std::str::from_utf8(bytes).ok());
        let char = whole.and_then(|whole| whole.chars().next());
        at += if char.is_some() { length } else { 1 };
        Some((offset, char.unwrap_or(char::REPLACEMENT_CHARACTER)))
    })
}

/// The text without white space (and byte-order marks) around it, and where that begins.
pub(super) fn trim(text: &[u8]) -> (usize, &[u8]) {
    let space = |char: char| class(char) == Class::Space && char != ',';
    let mut start = 0;
    while let Some(inner) = text.get(start..)
        && let Some((_, char)) = chars(inner).next().filter(|&(_, char)| space(char))
    {
        start += char.len_utf8();
    }
    let mut end = text.len();
    while end > start {
        // Back to the first byte of the last character.
        let last = (start..end).rev().take(4).find(|&at| text[at] & 0xc0 != 0x80).unwrap_or(start);
        match chars(&text[last..end]).next() {
            Some((_, char)) if space(char) && last + char.len_utf8() == end => end = last,
            _ => break,
        }
    }
    (start, &text[start..end])
}
