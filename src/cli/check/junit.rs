//! Findings as the XML that JUnit writes and every CI reads: a test case for each rule.

use std::io::{self, Write};

use shudu::check::{Kind, Report};

use super::printer::{End, Files, Printer};
use crate::cli::words::count;

pub(super) struct Junit {
    files: Files,
    /// How many findings a test case shows.
    room: u64,
    cases: Vec<Case>,
}

struct Case {
    kind: Kind,
    /// The first findings that break the rule, a line each.
    text: String,
    shown: u64,
}

impl Junit {
    pub(super) fn new(files: Files, room: u64, rules: Vec<Kind>) -> Junit {
        let cases = rules.into_iter().map(Case::new).collect();
        Junit { files, room, cases }
    }
}

impl Case {
    fn new(kind: Kind) -> Case {
        Case { kind, text: String::new(), shown: 0 }
    }
}

impl Printer for Junit {
    fn report(&mut self, report: &Report, _: &mut dyn Write) -> io::Result<()> {
        for finding in &report.findings {
            let kind = finding.problem.kind();
            let known = self.cases.iter().position(|case| case.kind == kind);
            let index = known.unwrap_or_else(|| {
                self.cases.push(Case::new(kind));
                self.cases.len() - 1
            });
            let case = &mut self.cases[index];
            if case.shown < self.room {
                case.shown += 1;
                case.text += &self.files.headline(report, finding);
                case.text.push('\n');
            }
        }
        Ok(())
    }

    fn finish(&mut self, end: &End, out: &mut dyn Write) -> io::Result<()> {
        let of = |case: &Case| end.totals.findings.of(case.kind);
        let failures = self.cases.iter().filter(|case| of(case) > 0).count();
        let errors = u8::from(end.trouble > 0);
        let readable = usize::from(self.files.puzzles.is_some());
        let tests = self.cases.len() + readable;
        writeln!(out, r#"<?xml version="1.0" encoding="UTF-8"?>"#)?;
        writeln!(out, "<testsuites>")?;
        writeln!(
            out,
            r#"  <testsuite name="shudu check" tests="{tests}" failures="{failures}" errors="{errors}">"#
        )?;
        if let Some(puzzles) = &self.files.puzzles {
            let start = start(puzzles, "every puzzle can be read");
            match end.trouble {
                0 => writeln!(out, "{start}/>")?,
                trouble => {
                    let message = count(trouble, "error");
                    writeln!(out, "{start}>")?;
                    writeln!(out, r#"      <error type="puzzles" message="{message}"/>"#)?;
                    writeln!(out, "    </testcase>")?;
                }
            }
        }
        for case in &self.cases {
            let start = start(&self.files.answers, case.kind.rule());
            match of(case) {
                0 => writeln!(out, "{start}/>")?,
                number => {
                    let (name, message) = (case.kind.name(), count(number, "finding"));
                    writeln!(out, "{start}>")?;
                    write!(out, r#"      <failure type="{name}" message="{message}">"#)?;
                    writeln!(out, "{}</failure>", escape(case.text.trim_end()))?;
                    writeln!(out, "    </testcase>")?;
                }
            }
        }
        writeln!(out, "  </testsuite>")?;
        writeln!(out, "</testsuites>")
    }
}

/// The start of a test case, without its last bracket.
fn start(file: &str, rule: &str) -> String {
    format!(r#"    <testcase classname="{}" name="{rule}""#, escape(file))
}

/// Text and attributes, without the characters that XML 1.0 can't hold.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\t' | '\n' => escaped.push(char),
            '\0'..' ' | '\u{fffe}' | '\u{ffff}' => escaped.push(char::REPLACEMENT_CHARACTER),
            _ => escaped.push(char),
        }
    }
    escaped
}
