//! Findings for programs: a JSON object a line.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;
use shudu::check::{Finding, Kind, Report};

use super::printer::{End, Files, Printer};

pub(super) struct Jsonl {
    files: Files,
    room: u64,
}

/// A finding.
#[derive(Serialize)]
struct Line<'a> {
    kind: &'static str,
    file: &'a str,
    line: u64,
    column: u64,
    /// The number of the answer, or of the puzzle for the kind `solutions`; 0 if it is about
    /// the file.
    number: u64,
    /// How many things it stands for.
    count: u64,
    message: String,
    /// Rows and columns, from 1.
    cells: Vec<[usize; 2]>,
}

/// The last line.
#[derive(Serialize)]
struct Total {
    kind: &'static str,
    answers: u64,
    puzzles: u64,
    right: u64,
    wrong: u64,
    missing: u64,
    extra: u64,
    unjudged: u64,
    trouble: u64,
    findings: BTreeMap<&'static str, u64>,
}

impl Jsonl {
    pub(super) fn new(files: Files, room: u64) -> Jsonl {
        Jsonl { files, room }
    }
}

impl Printer for Jsonl {
    fn report(&mut self, report: &Report, out: &mut dyn Write) -> io::Result<()> {
        if self.room == 0 {
            return Ok(());
        }
        self.room -= 1;
        let file = self.files.of(report);
        report.findings.iter().try_for_each(|finding| write(&line(file, finding), out))
    }

    fn finish(&mut self, end: &End, out: &mut dyn Write) -> io::Result<()> {
        let totals = &end.totals;
        let total = Total {
            kind: "total",
            answers: totals.answers,
            puzzles: totals.puzzles,
            right: totals.right,
            wrong: totals.wrong,
            missing: totals.missing,
            extra: totals.extra,
            unjudged: totals.unjudged,
            trouble: end.trouble,
            findings: totals.findings.iter().map(|(kind, count)| (kind.name(), count)).collect(),
        };
        write(&total, out)
    }
}

fn line<'a>(file: &'a str, finding: &Finding) -> Line<'a> {
    let cells = finding.problem.cells().iter();
    Line {
        kind: Kind::name(finding.problem.kind()),
        file,
        line: finding.at.line,
        column: finding.at.column,
        number: finding.at.puzzle,
        count: finding.count(),
        message: finding.to_string(),
        cells: cells.map(|cell| [cell / 9 + 1, cell % 9 + 1]).collect(),
    }
}

fn write(object: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, object)?;
    out.write_all(b"\n")
}
