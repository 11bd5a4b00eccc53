//! Text in front of a grid: is it a heading, or does it not belong there?

/// How many lines in front of the first grid are remembered.
const MOST: usize = 8;

/// The lines in front of the first grid, by their letters: those of the others look like them.
#[derive(Debug, Clone, Default)]
pub(super) struct Headings(Vec<Vec<u8>>);

impl Headings {
    /// Whether a line is a heading of the grid of this number: it names the number, or there was
    /// one like it in front of the first grid.
    pub(super) fn know(&mut self, line: &[u8], number: u64) -> bool {
        let letters = letters(line);
        if number == 1 {
            if self.0.len() < MOST {
                self.0.push(letters);
            }
            return true;
        }
        names(line, number) || self.0.contains(&letters)
    }
}

fn letters(line: &[u8]) -> Vec<u8> {
    line.iter().copied().filter(|byte| byte.is_ascii_alphabetic() || !byte.is_ascii()).collect()
}

fn names(line: &[u8], number: u64) -> bool {
    let mut numbers = line.split(|byte| !byte.is_ascii_digit());
    numbers.any(|digits| std::str::from_utf8(digits).is_ok_and(|text| text.parse() == Ok(number)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_numbered_or_alike() {
        let mut headings = Headings::default();
        assert!(headings.know(b"Solver 1.2", 1));
        assert!(headings.know(b"Solution (4 ms):", 1));
        for line in ["Grid 07", "Puzzle 7 solution is", "No.7:", "Solution (13 ms):"] {
            assert!(headings.know(line.as_bytes(), 7), "{line}");
        }
        for line in ["hello", "Grid 06", "Grid 70", "Solution", "Grid 7777777777777777777777"] {
            assert!(!headings.know(line.as_bytes(), 7), "{line}");
        }
    }
}
