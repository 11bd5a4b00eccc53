//! What is wrong with an input, said with its file, line and column.

use shudu::error::{Notice, ParseError};

use super::words::{Named, say};

/// The records that are no puzzles, and what else is wrong with an input.
#[derive(Debug)]
pub(crate) struct Faults {
    input: String,
    malformed: Named,
    trouble: bool,
}

impl Faults {
    /// None yet, of the input of this name.
    pub(crate) fn of(input: &str) -> Faults {
        Faults { input: input.to_string(), malformed: Named::default(), trouble: false }
    }

    /// Names a record that is no puzzle.
    pub(crate) fn malformed(&mut self, error: &ParseError) {
        self.trouble = true;
        let (input, at) = (&self.input, error.at);
        self.malformed.say(|| format!("{input}:{}:{}: {error}", at.line, at.column));
    }

    /// Says at the end how many records were not named, and what there is to be said about the
    /// input as a whole.
    pub(crate) fn conclude(&mut self, notices: &[Notice]) {
        self.malformed.say_rest("that are no puzzles");
        for notice in notices {
            let at = notice.at;
            say(format_args!("{}:{}:{}: {notice}", self.input, at.line, at.column));
            self.trouble |= notice.is_trouble();
        }
    }

    /// Whether the exit status has to tell.
    pub(crate) fn are_trouble(&self) -> bool {
        self.trouble
    }
}
