//! What can be found in a file of answers, and the words for it.

use std::fmt;

use super::layout::Deviations;
use crate::error::{Malformed, Position};
use crate::grid::Grid;
use crate::verify::{Fault, Unit};

/// The kinds of findings, the worst first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// There is no answer at all.
    NoBoards,
    /// A puzzle has no answer.
    Missing,
    /// An answer has no puzzle.
    Extra,
    /// The text ends within an answer.
    CutOff,
    /// An answer is not nine rows of nine cells.
    Shape,
    /// There is text that is no answer and no heading.
    Text,
    /// An answer has empty cells.
    Empty,
    /// An answer has another digit than its puzzle.
    Given,
    /// A digit stands twice in a row.
    Row,
    /// A digit stands twice in a column.
    Column,
    /// A digit stands twice in a box.
    Box,
    /// The first cell is not what it should be.
    FirstCell,
    /// The same board was there before.
    Equal,
    /// A puzzle does not have exactly one solution.
    Solutions,
    /// The text is not laid out as `solve` does it.
    Layout,
}

impl Kind {
    /// All of them, the worst first.
    pub const ALL: [Kind; 15] = [
        Kind::NoBoards,
        Kind::Missing,
        Kind::Extra,
        Kind::CutOff,
        Kind::Shape,
        Kind::Text,
        Kind::Empty,
        Kind::Given,
        Kind::Row,
        Kind::Column,
        Kind::Box,
        Kind::FirstCell,
        Kind::Equal,
        Kind::Solutions,
        Kind::Layout,
    ];

    /// Its name for machines: `first-cell`.
    pub fn name(self) -> &'static str {
        match self {
            Kind::NoBoards => "no-boards",
            Kind::Missing => "missing",
            Kind::Extra => "extra",
            Kind::CutOff => "cut-off",
            Kind::Shape => "shape",
            Kind::Text => "text",
            Kind::Empty => "empty",
            Kind::Given => "given",
            Kind::Row => "row",
            Kind::Column => "column",
            Kind::Box => "box",
            Kind::FirstCell => "first-cell",
            Kind::Equal => "equal",
            Kind::Solutions => "solutions",
            Kind::Layout => "layout",
        }
    }

    /// The rule that it breaks, as a sentence.
    pub fn rule(self) -> &'static str {
        match self {
            Kind::NoBoards => "there are boards",
            Kind::Missing => "every puzzle has an answer",
            Kind::Extra => "every answer has a puzzle",
            Kind::CutOff => "the last answer is whole",
            Kind::Shape => "every answer is nine rows of nine cells",
            Kind::Text => "there is no text but answers and headings",
            Kind::Empty => "no cell is empty",
            Kind::Given => "every given is kept",
            Kind::Row => "no digit stands twice in a row",
            Kind::Column => "no digit stands twice in a column",
            Kind::Box => "no digit stands twice in a box",
            Kind::FirstCell => "the first cell is the one asked for",
            Kind::Equal => "no two boards are equal",
            Kind::Solutions => "every puzzle has exactly one solution",
            Kind::Layout => "the layout is that of solve",
        }
    }
}

/// Something that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Problem {
    /// There is no answer at all.
    NoBoards,
    /// The answers end, the puzzles do not.
    Missing {
        /// The first puzzle without an answer.
        first: u64,
        /// The last one.
        last: u64,
    },
    /// Answers from here on fit the puzzles further on.
    Skipped {
        /// The first puzzle without an answer.
        first: u64,
        /// The last one.
        last: u64,
    },
    /// The puzzles end, the answers do not.
    Extra {
        /// The last answer without a puzzle; the first one is where the finding is.
        last: u64,
        /// How many puzzles there are.
        puzzles: u64,
    },
    /// Answers from here on fit the puzzles before.
    Inserted {
        /// How many are too many.
        count: u64,
    },
    /// The text ends within an answer.
    CutOff(Malformed),
    /// An answer is not nine rows of nine cells.
    Shape(Malformed),
    /// There is text behind an answer.
    Text,
    /// There is text between the rows of an answer.
    Within,
    /// The first line announces more answers than there are.
    Announced {
        /// How many it announces.
        announced: u64,
        /// How many there are.
        found: u64,
    },
    /// The first line announces fewer answers than there are.
    Unannounced {
        /// How many it announces.
        announced: u64,
        /// How many there are besides.
        more: u64,
    },
    /// There are the puzzle's own cells instead of an answer.
    Unanswered {
        /// How many of them are digits.
        clues: usize,
    },
    /// The answer breaks the rules.
    Fault(Fault),
    /// The first cell is not what it should be.
    FirstCell {
        /// What it is.
        found: u8,
        /// What it should be.
        expected: u8,
    },
    /// The same board was there before.
    Equal {
        /// In this answer.
        answer: u64,
    },
    /// A puzzle has no solution.
    Unsolvable,
    /// A puzzle has several solutions.
    Ambiguous,
    /// The text is not laid out as `solve` does it.
    Layout(Deviations),
}

impl Problem {
    /// What kind of finding it is.
    pub fn kind(&self) -> Kind {
        match self {
            Problem::NoBoards => Kind::NoBoards,
            Problem::Missing { .. } | Problem::Skipped { .. } | Problem::Announced { .. } => {
                Kind::Missing
            }
            Problem::Extra { .. } | Problem::Inserted { .. } | Problem::Unannounced { .. } => {
                Kind::Extra
            }
            Problem::CutOff(_) => Kind::CutOff,
            Problem::Shape(_) => Kind::Shape,
            Problem::Text | Problem::Within => Kind::Text,
            Problem::Unanswered { .. } | Problem::Fault(Fault::Empty { .. }) => Kind::Empty,
            Problem::Fault(Fault::Changed { .. }) => Kind::Given,
            Problem::Fault(Fault::Repeated { unit, .. }) => match unit {
                Unit::Row(_) => Kind::Row,
                Unit::Column(_) => Kind::Column,
                Unit::Box(_) => Kind::Box,
            },
            Problem::FirstCell { .. } => Kind::FirstCell,
            Problem::Equal { .. } => Kind::Equal,
            Problem::Unsolvable | Problem::Ambiguous => Kind::Solutions,
            Problem::Layout(_) => Kind::Layout,
        }
    }

    /// The cells that it is about, ascending.
    pub fn cells(&self) -> &[usize] {
        match self {
            Problem::Fault(fault) => fault.cells(),
            Problem::FirstCell { .. } => &[0],
            _ => &[],
        }
    }
}

/// A problem and its place. Shown without the file, line and column, which stand in front of it:
/// `answer 2, row 3: 5 stands twice (columns 4 and 7)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Where it is, `puzzle` being the number of the answer; of [`Kind::Solutions`], in the
    /// puzzles.
    pub at: Position,
    /// What it is.
    pub problem: Problem,
}

impl Finding {
    /// How many things it stands for: an answer each where answers are missing or too many, a
    /// line each where the layout is another one, and one otherwise.
    pub fn count(&self) -> u64 {
        match self.problem {
            Problem::Missing { first, last } | Problem::Skipped { first, last } => last - first + 1,
            Problem::Extra { last, .. } => last - self.at.puzzle + 1,
            Problem::Inserted { count } => count,
            Problem::Announced { announced, found } => announced - found,
            Problem::Unannounced { more, .. } => more,
            Problem::Layout(Deviations { count, .. }) => count,
            _ => 1,
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let answer = self.at.puzzle;
        match &self.problem {
            Problem::NoBoards => f.write_str("no boards"),
            Problem::Missing { first, last } if first == last => {
                write!(f, "answer {first} is missing")
            }
            Problem::Missing { first, last } => write!(f, "answers {first} to {last} are missing"),
            Problem::Skipped { first, last } if first == last => write!(
                f,
                "the answer to puzzle {first} is missing: answer {answer} and those after it \
                 belong to the puzzles one further on"
            ),
            Problem::Skipped { first, last } => write!(
                f,
                "the answers to puzzles {first} to {last} are missing: answer {answer} and those \
                 after it belong to the puzzles {} further on",
                last - first + 1
            ),
            Problem::Extra { last, puzzles } if *last == answer => {
                write!(f, "answer {answer} is too many, there {}", Puzzles(*puzzles))
            }
            Problem::Extra { last, puzzles } => {
                write!(f, "answers {answer} to {last} are too many, there {}", Puzzles(*puzzles))
            }
            Problem::Inserted { count: 1 } => write!(
                f,
                "one answer too many: answer {answer} and those after it belong to the puzzles \
                 one before"
            ),
            Problem::Inserted { count } => write!(
                f,
                "{count} answers too many: answer {answer} and those after it belong to the \
                 puzzles {count} before"
            ),
            Problem::CutOff(kind) => write!(f, "answer {answer} is cut off: {kind}"),
            Problem::Shape(kind) => write!(f, "answer {answer}: {kind}"),
            Problem::Text => write!(f, "text after answer {answer}"),
            Problem::Within => write!(f, "answer {answer}: text where a row should be"),
            Problem::Announced { announced, found } => {
                write!(f, "the first line announces {announced} answers, there are {found}")
            }
            Problem::Unannounced { announced, more } => {
                write!(f, "the first line announces {announced} answers, there are {more} more")
            }
            Problem::Unanswered { clues: 0 } => {
                write!(f, "answer {answer}: no answer, all cells are empty")
            }
            Problem::Unanswered { clues } => {
                write!(f, "answer {answer}: no answer, the puzzle's own {clues} cells stand there")
            }
            // `: 51 empty cells`, but `, row 3: ...`
            Problem::Fault(fault @ Fault::Empty { cells }) if cells.len() > 1 => {
                write!(f, "answer {answer}: {fault}")
            }
            Problem::Fault(fault) => write!(f, "answer {answer}, {fault}"),
            Problem::FirstCell { found, expected } => {
                write!(f, "answer {answer}: the first cell is {found}, expected {expected}")
            }
            Problem::Equal { answer: earlier } => {
                write!(f, "answer {answer}: the same board as answer {earlier}")
            }
            Problem::Unsolvable => write!(f, "puzzle {answer} has no solution"),
            Problem::Ambiguous => write!(f, "puzzle {answer} has several solutions"),
            Problem::Layout(Deviations { kind, count: 1, .. }) => write!(f, "layout: {kind}"),
            Problem::Layout(Deviations { kind, count, .. }) => {
                write!(f, "layout: {kind} (the first of {count})")
            }
        }
    }
}

/// `are 2 puzzles`
struct Puzzles(u64);

impl fmt::Display for Puzzles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.write_str("is no puzzle"),
            1 => f.write_str("is 1 puzzle"),
            count => write!(f, "are {count} puzzles"),
        }
    }
}

/// A file that findings are about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// The answers, nearly always.
    Answers,
    /// The puzzles: one of them does not have exactly one solution.
    Puzzles,
}

/// All that was found in one place: in an answer, or between two.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// The file that the positions are in.
    pub source: Source,
    /// What was found, at least one thing.
    pub findings: Vec<Finding>,
    /// The cells of the answer, if it has nine by nine.
    pub board: Option<Grid>,
    /// The line of the first finding, if the answer has no nine by nine cells.
    pub text: Option<String>,
}

impl Report {
    /// A report of one finding.
    pub(super) fn of(finding: Finding) -> Report {
        Report { source: Source::Answers, findings: vec![finding], board: None, text: None }
    }

    /// The worst kind of its findings.
    pub fn worst(&self) -> Kind {
        let kinds = self.findings.iter().map(|finding| finding.problem.kind());
        kinds.min().unwrap_or(Kind::Layout)
    }
}

/// How many there are of each kind.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally([u64; Kind::ALL.len()]);

impl Tally {
    /// Counts a finding.
    pub fn add(&mut self, finding: &Finding) {
        self.0[finding.problem.kind() as usize] += finding.count();
    }

    /// How many findings there are of a kind.
    pub fn of(&self, kind: Kind) -> u64 {
        self.0[kind as usize]
    }

    /// How many findings there are.
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The kinds of which there are any, the worst first.
    pub fn iter(&self) -> impl Iterator<Item = (Kind, u64)> {
        Kind::ALL.into_iter().map(|kind| (kind, self.of(kind))).filter(|&(_, count)| count > 0)
    }
}
