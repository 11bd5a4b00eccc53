//! The report for graders: a row for each answer.

use std::io;

use shudu::check::{Judged, Report, Verdict};

use super::Destination;

pub(super) struct Rows(csv::Writer<Destination>);

impl Rows {
    pub(super) fn new(destination: Destination) -> io::Result<Rows> {
        let mut rows = csv::Writer::from_writer(destination);
        rows.write_record(["answer", "puzzle", "line", "verdict", "findings", "message"])?;
        Ok(Rows(rows))
    }

    pub(super) fn write(&mut self, judged: Judged, report: Option<&Report>) -> io::Result<()> {
        let number =
            |number: Option<u64>| number.map_or(String::new(), |number| number.to_string());
        let verdict = match judged.verdict {
            Verdict::Right => "right",
            Verdict::Wrong => "wrong",
            Verdict::Missing => "missing",
            Verdict::Extra => "extra",
            Verdict::Unjudged => "unjudged",
        };
        let findings = report.map_or(&[][..], |report| &report.findings);
        let mut kinds: Vec<_> = findings.iter().map(|finding| finding.problem.kind()).collect();
        kinds.sort_unstable();
        kinds.dedup();
        let kinds: Vec<_> = kinds.into_iter().map(|kind| kind.name()).collect();
        let message = findings.first().map(ToString::to_string).unwrap_or_default();
        let row = [
            &number(judged.answer),
            &number(judged.puzzle),
            &number(judged.line),
            verdict,
            &kinds.join(" "),
            &message,
        ];
        // As the error that it was: `csv` makes another kind of it.
        self.0.write_record(row).map_err(|error| match error.into_kind() {
            csv::ErrorKind::Io(error) => error,
            kind => io::Error::other(format!("{kind:?}")),
        })
    }

    pub(super) fn finish(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
