//! What the files of SudoCue (`.sdk`), SadMan (`.sdk`, `.sdm`), Simple Sudoku (`.ss`) and the
//! printouts of many programs put around the rows: sections, borders and footers.

use super::cell::{Class, chars, class};
use super::line::Kind;

/// Sections that hold something else than a puzzle, in SadMan's files.
const OTHER_SECTIONS: [&[u8]; 6] =
    [b"[state]", b"[pencilmarks]", b"[pencil marks]", b"[candidates]", b"[solution]", b"[colors]"];

/// Whether a line is the head of a section, and whether that is to be read.
pub(super) fn section(text: &[u8]) -> Option<bool> {
    (text.starts_with(b"[") && text.ends_with(b"]"))
        .then(|| !OTHER_SECTIONS.iter().any(|name| text.eq_ignore_ascii_case(name)))
}

/// Whether a line is a border, or dashes that may be one.
pub(super) fn border(text: &[u8]) -> Option<Kind> {
    let (mut dots, mut dashes, mut stars, mut edges) = (0, 0, 0, 0);
    for (_, char) in chars(text) {
        match class(char) {
            Class::Cell(_) if char == '-' => dashes += 1,
            Class::Cell(_) if char == '*' => stars += 1,
            Class::Cell(_) if char == '.' => dots += 1,
            Class::Space | Class::Bar if char != ',' => {}
            Class::Edge => edges += 1,
            _ => return None,
        }
    }
    match (dots, dashes, stars) {
        (0, 0, 0) => Some(Kind::Border),
        // Corners and crossings of dots around long lines.
        (1..=4, 9.., 0) if text.windows(3).any(|three| three == b"---") && dots + dashes != 9 => {
            Some(Kind::Border)
        }
        (1.., _, _) => None,
        (0, 1.., 1..) => Some(Kind::Border),
        (0, count, 0) | (0, 0, count) if edges == 0 => Some(Kind::Dashes(count)),
        _ => Some(Kind::Border),
    }
}

/// Whether a line is the signature of a program below its grid.
pub(super) fn is_footer(text: &[u8]) -> bool {
    ["simple sudoku", "version ", "sudocue", "sadman"].iter().any(|footer| {
        text.get(..footer.len()).is_some_and(|head| head.eq_ignore_ascii_case(footer.as_bytes()))
    })
}
