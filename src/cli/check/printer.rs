//! What the ways of saying what was found have in common.

use std::io::{self, Write};

use shudu::check::{Finding, Kind, Report, Source, Totals};

use super::{Args, Format, github, jsonl, junit, text};

/// A way to say what was found.
pub(super) trait Printer: Send {
    /// Says it, or counts it only.
    fn report(&mut self, report: &Report, out: &mut dyn Write) -> io::Result<()>;

    /// Says what there is to say at the end.
    fn finish(&mut self, end: &End, out: &mut dyn Write) -> io::Result<()>;
}

/// How it ended.
#[derive(Debug)]
pub(super) struct End {
    pub(super) totals: Totals,
    /// How much of the puzzles could not be read.
    pub(super) trouble: u64,
}

/// The printer that was asked for.
pub(super) fn printer(args: &Args, files: Files, terminal: bool) -> Box<dyn Printer> {
    match args.format {
        Format::Text => Box::new(text::Text::new(files, args.max_findings, terminal)),
        Format::Jsonl => Box::new(jsonl::Jsonl::new(files, args.max_findings)),
        Format::Github => Box::new(github::Github::new(files)),
        Format::Junit => Box::new(junit::Junit::new(files, args.max_findings, rules(args))),
    }
}

/// The kinds of findings that these arguments ask for.
fn rules(args: &Args) -> Vec<Kind> {
    let paired = args.puzzles().is_some();
    let asked = |kind: &Kind| match kind {
        Kind::Missing | Kind::Extra | Kind::Given => paired,
        Kind::FirstCell => args.first_cell.is_some(),
        Kind::Equal => args.distinct,
        Kind::Solutions => args.unique,
        Kind::Layout => args.strict,
        _ => true,
    };
    Kind::ALL.into_iter().filter(asked).collect()
}

/// The files that are judged, as messages call them.
#[derive(Debug, Clone)]
pub(super) struct Files {
    pub(super) answers: String,
    pub(super) puzzles: Option<String>,
}

impl Files {
    /// The one that a report is about.
    pub(super) fn of(&self, report: &Report) -> &str {
        match (report.source, &self.puzzles) {
            (Source::Puzzles, Some(puzzles)) => puzzles,
            _ => &self.answers,
        }
    }

    /// `answers.txt:14:7: answer 2, row 3: 5 stands twice (columns 4 and 7)`
    pub(super) fn headline(&self, report: &Report, finding: &Finding) -> String {
        let (file, at) = (self.of(report), finding.at);
        format!("{file}:{}:{}: {finding}", at.line, at.column)
    }
}
