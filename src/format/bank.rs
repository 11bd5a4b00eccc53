//! The records of the exchange puzzle bank: 12 hexadecimal digits, 81 cells and a rating, 100
//! bytes with the line end (<https://github.com/grantm/sudoku-exchange-puzzle-bank>).

/// The length of the hash and the space behind it, `0` if the line does not start with them.
pub(super) fn prefix(text: &[u8]) -> usize {
    match text.split_first_chunk::<12>() {
        Some((hash, rest)) if hash.iter().all(u8::is_ascii_hexdigit) => {
            let spaces = rest.iter().take_while(|&&byte| byte == b' ' || byte == b'\t').count();
            let puzzle = rest[spaces..].iter().take_while(|byte| !byte.is_ascii_whitespace());
            if spaces > 0 && puzzle.count() > 40 { 12 + spaces } else { 0 }
        }
        _ => 0,
    }
}
