//! Findings as annotations of a GitHub workflow.
//!
//! GitHub shows ten annotations of a step and drops the others, so it gets the ten worst.

use std::io::{self, Write};

use shudu::check::{Kind, Report};

use super::printer::{End, Files, Printer};
use crate::cli::words::count;

pub(super) struct Github {
    files: Files,
    /// The worst so far with their commands, the worst first, and equal ones by place.
    worst: Vec<(Kind, String)>,
    reports: u64,
}

const MOST: usize = 10;

/// How many findings of an answer are shown.
const LINES: usize = 8;

impl Github {
    pub(super) fn new(files: Files) -> Github {
        Github { files, worst: Vec::new(), reports: 0 }
    }

    fn command(&self, report: &Report) -> Option<String> {
        let first = report.findings.first()?;
        let file = property(self.files.of(report));
        let title = property(&format!("shudu check: {}", report.worst().name()));
        let findings = report.findings.iter().take(LINES);
        let mut lines: Vec<String> = findings.map(ToString::to_string).collect();
        if let more @ 1.. = report.findings.len().saturating_sub(LINES) {
            lines.push(format!("and {more} more"));
        }
        let (line, column) = (first.at.line, first.at.column);
        let text = data(&lines.join("\n"));
        Some(format!("::error file={file},line={line},col={column},title={title}::{text}"))
    }
}

impl Printer for Github {
    fn report(&mut self, report: &Report, _: &mut dyn Write) -> io::Result<()> {
        self.reports += 1;
        let kind = report.worst();
        let at = self.worst.partition_point(|(other, _)| *other <= kind);
        if at < MOST
            && let Some(command) = self.command(report)
        {
            self.worst.insert(at, (kind, command));
            self.worst.truncate(MOST);
        }
        Ok(())
    }

    fn finish(&mut self, end: &End, out: &mut dyn Write) -> io::Result<()> {
        for (_, command) in &self.worst {
            writeln!(out, "{command}")?;
        }
        if self.reports > 0 {
            let findings = count(end.totals.findings.total(), "finding");
            let (places, shown) = (count(self.reports, "place"), self.worst.len());
            writeln!(out, "::notice title=shudu check::{findings} in {places}, {shown} shown")?;
        }
        Ok(())
    }
}

/// Text behind the command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Text within the command.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
