//! What commands say to a person, on standard error.

use std::fmt::Display;
use std::io::{self, Write};
use std::sync::OnceLock;
use std::time::Duration;

use indicatif::ProgressBar;

/// The bar that stands on standard error, if there is one.
static BAR: OnceLock<ProgressBar> = OnceLock::new();

/// Says a line. That nobody can hear it is no trouble.
pub(crate) fn say(line: impl Display) {
    let write = || {
        let _ = writeln!(io::stderr(), "{line}");
    };
    match BAR.get() {
        Some(bar) => bar.suspend(write),
        None => write(),
    }
}

/// Says all lines from now on above this bar.
pub(crate) fn speak_above(bar: ProgressBar) {
    let _ = BAR.set(bar);
}

/// Names the first of many things of a kind, and counts them all.
#[derive(Debug, Default)]
pub(crate) struct Named {
    count: u64,
}

impl Named {
    const MOST: u64 = 20;

    /// Says the line, unless enough were said.
    pub(crate) fn say<D: Display>(&mut self, line: impl FnOnce() -> D) {
        self.count += 1;
        if self.count <= Named::MOST {
            say(line());
        }
    }

    /// How many there were.
    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// Says how many there are besides those that were named.
    pub(crate) fn say_rest(&self, what: &str) {
        if self.count > Named::MOST {
            say(format_args!("and {} more {what}", thousands(self.count - Named::MOST)));
        }
    }
}

/// `1,000,000`
pub(crate) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `1 puzzle`, `2,000 puzzles`
pub(crate) fn count(number: u64, what: &str) -> String {
    format!("{} {what}{}", thousands(number), if number == 1 { "" } else { "s" })
}

/// `1.1 s, 0.9 M/s`: the time, and how much was done in each second of it.
pub(crate) fn pace(number: u64, time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let rate = number as f64 / seconds.max(1e-6);
    let rate = match rate {
        5e5.. => format!("{:.1} M/s", rate / 1e6),
        1e4.. => format!("{:.0} k/s", rate / 1e3),
        1e3.. => format!("{:.1} k/s", rate / 1e3),
        _ => format!("{rate:.0} /s"),
    };
    let time =
        if seconds < 1.0 { format!("{:.0} ms", seconds * 1e3) } else { format!("{seconds:.1} s") };
    format!("{time}, {rate}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_easily() {
        let numbers = [0, 999, 1000, 12_345, 999_998, 1_000_000];
        let expected = ["0", "999", "1,000", "12,345", "999,998", "1,000,000"];
        assert_eq!(numbers.map(thousands), expected);
        assert_eq!(count(1, "puzzle"), "1 puzzle");
        assert_eq!(count(0, "puzzle"), "0 puzzles");
    }

    #[test]
    fn paces() {
        let pace = |number, milliseconds| pace(number, Duration::from_millis(milliseconds));
        assert_eq!(pace(1_000_000, 1100), "1.1 s, 0.9 M/s");
        assert_eq!(pace(100, 3), "3 ms, 33 k/s");
        assert_eq!(pace(49_158, 300), "300 ms, 164 k/s");
        assert_eq!(pace(100, 20), "20 ms, 5.0 k/s");
        assert_eq!(pace(5, 1000), "1.0 s, 5 /s");
    }
}
