//! Reading, judging, saying.

use std::io::{self, BufWriter, IsTerminal, Read, Write};
use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use anyhow::bail;
use shudu::Solver;
use shudu::check::{
    Deviation, Deviations, Inspector, Judge, Judged, Listener, Report, Step, Steps, Suspects,
    Totals,
};
use shudu::error::Notice;
use shudu::format::Batch;
use shudu::pipeline::{Reader, ahead, ordered};

use super::super::progress::Progress;
use super::printer::{End, printer};
use super::words::{Named, count, pace, say, thousands};
use super::{Args, Destination, Files, Input, Outcome, Printer, Rows};

/// The files that are read.
pub(super) struct Inputs {
    pub(super) answers: Input,
    pub(super) puzzles: Option<Input>,
}

/// What is to be done, and what was done of it.
pub(super) struct Run<'a> {
    args: &'a Args,
    files: Files,
    judge: Judge,
    voice: Voice,
    malformed: Named,
    trouble: u64,
    start: Instant,
}

/// Says what is found.
struct Voice {
    printer: Box<dyn Printer>,
    out: BufWriter<Destination>,
    rows: Option<Rows>,
    report: Option<Destination>,
}

impl Listener for Voice {
    type Error = io::Error;

    fn report(&mut self, report: &Report) -> io::Result<()> {
        self.printer.report(report, &mut self.out)
    }

    fn answer(&mut self, judged: Judged, report: Option<&Report>) -> io::Result<()> {
        match &mut self.rows {
            Some(rows) => rows.write(judged, report),
            None => Ok(()),
        }
    }
}

impl<'a> Run<'a> {
    pub(super) fn new(
        args: &'a Args,
        files: Files,
        out: Destination,
        report: Option<Destination>,
    ) -> Run<'a> {
        let colour = io::stdout().is_terminal()
            && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        let printer = printer(args, files.clone(), colour);
        let mut judge = Judge::new(args.rules());
        judge.every = report.is_some();
        Run {
            args,
            files,
            judge,
            voice: Voice { printer, out: BufWriter::new(out), rows: None, report },
            malformed: Named::default(),
            trouble: 0,
            start: Instant::now(),
        }
    }

    /// How many answers were judged so far.
    pub(super) fn answers(&self) -> u64 {
        self.judge.totals().answers
    }

    /// Judges the answers to their end.
    pub(super) fn judge(&mut self, inputs: Inputs) -> anyhow::Result<Outcome> {
        let args = self.args;
        let mut progress = inputs.answers.progress(args.common.quiet);
        let inspector = Arc::<Mutex<Inspector>>::default();
        let answers = Inspected { input: inputs.answers, inspector: Arc::clone(&inspector) };
        let mut answers = Reader::new(answers, None);
        let next = |batch: &mut Batch| answers.fill(Step::ROOM, batch);
        match inputs.puzzles {
            None => self.steps(Steps::new(next, None::<fn(&mut _) -> _>), &mut progress)?,
            Some(puzzles) => {
                let mut puzzles = Reader::new(puzzles, args.from);
                ahead(
                    args.common.threads(),
                    |batch| puzzles.fill(Step::ROOM, batch),
                    |puzzles| self.steps(Steps::new(next, Some(puzzles)), &mut progress),
                )?;
                self.notices(puzzles.notices());
            }
        }
        let layout = mem::take(&mut *lock(&inspector)).finish();
        self.conclude(answers.notices(), &layout)
    }

    fn steps(
        &mut self,
        mut steps: Steps<
            impl FnMut(&mut Batch) -> io::Result<()> + Send,
            impl FnMut(&mut Batch) -> io::Result<()> + Send,
        >,
        progress: &mut Progress,
    ) -> anyhow::Result<()> {
        let args = self.args;
        let spare = Mutex::<Vec<(Step, Suspects)>>::default();
        let (rules, backend) = (args.rules(), args.engine.backend());
        ordered(
            args.common.threads(),
            || {
                let (mut step, suspects) = lock(&spare).pop().unwrap_or_default();
                let more = steps.next(&mut step)?;
                Ok(more.then_some((step, suspects)))
            },
            || {
                let mut solver = args.unique.then(|| Solver::new(backend));
                move |(step, mut suspects): (Step, Suspects)| {
                    step.suspects(&rules, &mut suspects);
                    if let Some(solver) = &mut solver {
                        solver.count_all(step.givens(), 2, &mut suspects.solutions);
                    }
                    (step, suspects)
                }
            },
            |(step, suspects)| {
                self.take(&step, &suspects)?;
                progress.tick(step.answers.len());
                lock(&spare).push((step, suspects));
                Ok(())
            },
        )
    }

    fn take(&mut self, step: &Step, suspects: &Suspects) -> anyhow::Result<()> {
        if self.args.unique && !step.answers.is_empty() && !step.has_puzzles() {
            bail!(
                "--unique is about puzzles, and there are none: name them in front of the answers"
            );
        }
        if let Some(name) = &self.files.puzzles {
            for error in &step.puzzles.errors {
                self.trouble += 1;
                self.malformed
                    .say(|| format!("{name}:{}:{}: {error}", error.at.line, error.at.column));
            }
        }
        // Nothing is opened for writing before something was read.
        if let Some(report) = self.voice.report.take() {
            self.voice.rows = Some(Rows::new(report)?);
        }
        Ok(self.judge.step(step, suspects, &mut self.voice)?)
    }

    /// Says what there is to say about the puzzles as a whole.
    fn notices(&mut self, notices: &[Notice]) {
        let name = self.files.puzzles.as_deref().unwrap_or_default();
        for notice in notices {
            self.trouble += u64::from(notice.is_trouble());
            if notice.is_trouble() || !self.args.common.quiet {
                say(format_args!("{name}:{}:{}: {notice}", notice.at.line, notice.at.column));
            }
        }
        if notices.is_empty() && self.judge.totals().puzzles == 0 {
            self.trouble += 1;
            say(format_args!("{name}: no puzzle"));
        }
    }

    /// Says what is to be said at the end, and how it ended.
    fn conclude(&mut self, notices: &[Notice], layout: &[Deviations]) -> anyhow::Result<Outcome> {
        let args = self.args;
        self.malformed.say_rest("that are no puzzles");
        if let Some(report) = self.voice.report.take() {
            self.voice.rows = Some(Rows::new(report)?);
        }
        let judge = mem::replace(&mut self.judge, Judge::new(args.rules()));
        let strict = if args.strict { layout } else { &[] };
        let totals = judge.finish(notices, strict, &mut self.voice)?;
        let end = End { totals, trouble: self.trouble };
        self.voice.printer.finish(&end, &mut self.voice.out)?;
        self.voice.out.flush()?;
        if let Some(rows) = &mut self.voice.rows {
            rows.finish()?;
        }
        let findings = end.totals.findings.total() > 0;
        if !args.common.quiet {
            if !args.strict && !findings {
                self.note(layout);
            }
            say(self.summary(&end.totals));
        }
        Ok(match (self.trouble, findings && !args.exit_zero) {
            (1.., _) => Outcome::Trouble,
            (0, true) => Outcome::Findings,
            (0, false) => Outcome::Fine,
        })
    }

    /// Says what differs from the layout of `solve`, if the answers are written in rows like that.
    fn note(&self, layout: &[Deviations]) {
        if layout.iter().any(|found| found.kind == Deviation::Row) {
            return;
        }
        for Deviations { kind, line, column, .. } in layout {
            let name = &self.files.answers;
            say(format_args!("{name}:{line}:{column}: note: {kind}, a finding with --strict"));
        }
    }

    fn summary(&self, totals: &Totals) -> String {
        let mut text = count(totals.answers, "answer") + ": ";
        let all = totals.right == totals.answers && totals.findings.total() == 0;
        text += &if all { "all right".to_string() } else { thousands(totals.right) + " right" };
        for (number, what) in [
            (totals.wrong, "wrong"),
            (totals.missing, "missing"),
            (totals.extra, "too many"),
            (totals.unjudged, "not judged"),
        ] {
            if number > 0 {
                text += &format!(", {} {what}", thousands(number));
            }
        }
        let findings: Vec<_> = totals
            .findings
            .iter()
            .map(|(kind, number)| format!("{} {}", kind.name(), thousands(number)))
            .collect();
        if !findings.is_empty() {
            text += &format!(" (findings: {})", findings.join(", "));
        }
        text + "; " + &pace(totals.answers, self.start.elapsed())
    }
}

/// The bytes of the answers, which the inspector sees as well.
struct Inspected {
    input: Input,
    inspector: Arc<Mutex<Inspector>>,
}

impl Read for Inspected {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.input.read(buffer)?;
        lock(&self.inspector).feed(buffer.get(..length).unwrap_or_default());
        Ok(length)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
