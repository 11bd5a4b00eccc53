//! What is wrong, in the order of the file.

use super::boards::Boards;
use super::finding::{Finding, Problem, Report, Source};
use super::layout::Deviations;
use super::steps::{Place, SLIP, Step, Suspects};
use super::verdict::{Judged, Listener, Rules, Totals, Verdict};
use crate::error::{Malformed, Notice, NoticeKind, ParseError, Position};
use crate::format::Batch;
use crate::grid::Grid;
use crate::verify;

/// Judges answers in their order.
#[derive(Debug)]
pub struct Judge {
    /// Whether the listener is told of every single answer.
    pub every: bool,
    rules: Rules,
    boards: Boards,
    /// How many puzzles further on the puzzle of an answer is.
    slip: isize,
    /// The first answer without a puzzle.
    extra: Option<Position>,
    /// Behind the last answer.
    end: Position,
    /// Whether there is a file of puzzles.
    paired: bool,
    totals: Totals,
}

impl Judge {
    /// A judge that goes by these rules.
    pub fn new(rules: Rules) -> Judge {
        Judge {
            every: false,
            rules,
            boards: Boards::default(),
            slip: 0,
            extra: None,
            end: Position { puzzle: 1, line: 1, column: 1, byte: 0 },
            paired: false,
            totals: Totals::default(),
        }
    }

    /// What came out so far.
    pub fn totals(&self) -> &Totals {
        &self.totals
    }

    /// Judges the answers of the next step.
    pub fn step<L: Listener>(
        &mut self,
        step: &Step,
        suspects: &Suspects,
        listener: &mut L,
    ) -> Result<(), L::Error> {
        let count = step.boards().len();
        self.paired = step.paired;
        self.totals.answers += count as u64;
        self.totals.puzzles += if step.paired { step.puzzles.len() as u64 } else { 0 };
        self.solutions(step, suspects, listener)?;
        let (mut index, mut rest) = (0, &suspects.answers[..]);
        while index < count {
            let suspect = rest.first().copied().unwrap_or(count);
            if self.slip == 0 && !self.every && !self.rules.distinct {
                self.totals.right += (suspect - index) as u64;
                index = suspect;
                if index == count {
                    break;
                }
            }
            if index == suspect {
                rest = &rest[1..];
            }
            self.answer(step, index, suspects, index == suspect, listener)?;
            index += 1;
        }
        if count > 0 && step.is_last() {
            self.end = end(&step.answers);
        }
        Ok(())
    }

    /// Says what is wrong with the file as a whole, after the last step: what the parser has to
    /// say about it, and how the layout differs from that of `solve` if that matters.
    pub fn finish<L: Listener>(
        mut self,
        notices: &[Notice],
        layout: &[Deviations],
        listener: &mut L,
    ) -> Result<Totals, L::Error> {
        let (answers, puzzles) = (self.totals.answers, self.totals.puzzles);
        let last = answers.saturating_add_signed(self.slip as i64);
        if answers == 0 {
            self.totals.missing += puzzles;
            self.report(
                &Report::of(Finding { at: self.end, problem: Problem::NoBoards }),
                listener,
            )?;
        } else if last < puzzles {
            let problem = Problem::Missing { first: last + 1, last: puzzles };
            self.totals.missing += puzzles - last;
            self.report(&Report::of(Finding { at: self.end, problem }), listener)?;
        } else if let Some(at) = self.extra {
            let problem = Problem::Extra { last: answers, puzzles };
            self.report(&Report::of(Finding { at, problem }), listener)?;
        }
        self.missing(last.min(puzzles) + 1..puzzles + 1, listener)?;
        for notice in notices {
            let problem = match notice.kind {
                NoticeKind::Text => Problem::Text,
                NoticeKind::Missing { declared, found } if !self.paired => {
                    Problem::Announced { announced: declared, found }
                }
                NoticeKind::Surplus { declared, more } => {
                    Problem::Unannounced { announced: declared, more }
                }
                // Said already: there are no boards, or answers are missing.
                _ => continue,
            };
            self.report(&Report::of(Finding { at: notice.at, problem }), listener)?;
        }
        for &found in layout {
            let at = Position { puzzle: 0, line: found.line, column: found.column, byte: 0 };
            let problem = Problem::Layout(found);
            self.report(&Report::of(Finding { at, problem }), listener)?;
        }
        Ok(self.totals)
    }

    /// Reports the puzzles that do not have one solution.
    fn solutions<L: Listener>(
        &mut self,
        step: &Step,
        suspects: &Suspects,
        listener: &mut L,
    ) -> Result<(), L::Error> {
        let (batch, source) = match step.paired {
            true => (&step.puzzles, Source::Puzzles),
            false => (&step.answers, Source::Answers),
        };
        for (index, solutions) in suspects.solutions.iter().enumerate() {
            let problem = match solutions {
                0 => Problem::Unsolvable,
                1 => continue,
                _ => Problem::Ambiguous,
            };
            if error(batch, index).is_none() {
                let finding = Finding { at: start(batch, index), problem };
                let board = step.givens().get(index).copied();
                let report = Report { source, board, ..Report::of(finding) };
                self.report(&report, listener)?;
            }
        }
        Ok(())
    }

    fn answer<L: Listener>(
        &mut self,
        step: &Step,
        index: usize,
        suspects: &Suspects,
        suspect: bool,
        listener: &mut L,
    ) -> Result<(), L::Error> {
        if suspect {
            self.text(step, index, listener)?;
        }
        if step.paired && (suspect || self.slip != 0) {
            self.settle(step, index, listener)?;
        }
        let place = match step.paired {
            true => step.puzzle(index, self.slip),
            false => Place::Puzzle(step.givens().get(index).unwrap_or(&Grid::EMPTY)),
        };
        let at = start(&step.answers, index);
        let mut report = None;
        let verdict = match place {
            Place::Malformed => {
                self.totals.unjudged += 1;
                Verdict::Unjudged
            }
            Place::Beyond => {
                self.totals.extra += 1;
                self.extra.get_or_insert(at);
                Verdict::Extra
            }
            Place::Puzzle(puzzle) => {
                let key = suspects.keys.get(index).copied().flatten();
                let earlier = key.and_then(|key| self.boards.seen(key, at.puzzle));
                if suspect || self.slip != 0 || earlier.is_some() {
                    report = self.findings(step, index, puzzle, earlier);
                }
                let (count, verdict) = match report {
                    Some(_) => (&mut self.totals.wrong, Verdict::Wrong),
                    None => (&mut self.totals.right, Verdict::Right),
                };
                *count += 1;
                verdict
            }
        };
        if let Some(report) = &report {
            self.report(report, listener)?;
        }
        if self.every {
            let has_puzzle = step.paired && verdict != Verdict::Extra;
            let puzzle = has_puzzle.then_some(at.puzzle.saturating_add_signed(self.slip as i64));
            let answer = Some(at.puzzle);
            let judged = Judged { answer, puzzle, line: Some(at.line), verdict };
            listener.answer(judged, report.as_ref())?;
        }
        Ok(())
    }

    /// Reports text in front of an answer.
    fn text<L: Listener>(
        &mut self,
        step: &Step,
        index: usize,
        listener: &mut L,
    ) -> Result<(), L::Error> {
        let answer = start(&step.answers, index);
        let Some(text) = step.text(index).filter(|text| text.byte < answer.byte) else {
            return Ok(());
        };
        let at = Position { puzzle: answer.puzzle - 1, ..text };
        self.report(&Report::of(Finding { at, problem: Problem::Text }), listener)
    }

    /// Everything that is wrong with an answer, if anything is.
    fn findings(
        &self,
        step: &Step,
        index: usize,
        puzzle: &Grid,
        earlier: Option<u64>,
    ) -> Option<Report> {
        let batch = &step.answers;
        if let Some(error) = error(batch, index) {
            let last = step.is_last() && index + 1 == batch.len();
            let (mut at, kind) = (error.at, error.kind.clone());
            let lines = batch.record_lines(index);
            let problem = match lines.last() {
                Some((line, text))
                    if last && is_short(&kind, line + 1 - start(batch, index).line) =>
                {
                    let text = String::from_utf8_lossy(text);
                    (at.line, at.column) = (line, text.chars().count() as u64 + 1);
                    Problem::CutOff(kind)
                }
                _ => Problem::Shape(kind),
            };
            let report = Report::of(Finding { at, problem });
            return Some(Report { text: line(batch, index, at.line), ..report });
        }
        let board = step.boards().get(index)?;
        let within = step.text(index).filter(|text| text.byte > start(batch, index).byte);
        let mut problems = Vec::from_iter(within.map(|_| Problem::Within));
        let unanswered = (board == puzzle || board.clues() == 0) && !board.is_complete();
        if unanswered {
            problems.push(Problem::Unanswered { clues: board.clues() });
        } else if !verify::is_solution(puzzle, board) {
            problems.extend(verify::faults(puzzle, board).into_iter().map(Problem::Fault));
        }
        if let Some(expected) = self.rules.first_cell
            && !unanswered
            && board.get(0) != expected
        {
            problems.push(Problem::FirstCell { found: board.get(0), expected });
        }
        problems.extend(earlier.map(|answer| Problem::Equal { answer }));
        if problems.is_empty() {
            return None;
        }
        // Where a solution stands beside its puzzle, only the record has a known place.
        let known = batch.solutions.is_empty();
        let asked = known && problems.iter().any(|problem| !problem.cells().is_empty());
        let cells = if asked { batch.positions(index) } else { None };
        let findings = problems.into_iter().map(|problem| {
            let cell = problem.cells().first().copied();
            let at = match problem {
                Problem::Within => within,
                _ => cell.and_then(|cell| cells.as_ref()?.get(cell).copied()),
            };
            Finding { at: at.unwrap_or_else(|| start(batch, index)), problem }
        });
        let findings = findings.collect();
        Some(Report { source: Source::Answers, findings, board: Some(*board), text: None })
    }

    /// Finds out whether from this answer on all belong to puzzles further on or back: where one
    /// answer is missing or doubled, that is said once, and the others are judged in their places.
    fn settle<L: Listener>(
        &mut self,
        step: &Step,
        index: usize,
        listener: &mut L,
    ) -> Result<(), L::Error> {
        // A puzzle without givens takes any board: it proves nothing.
        let fits = |index: usize, slip: isize, board: Option<&Grid>| {
            let (Place::Puzzle(puzzle), Some(board)) = (step.puzzle(index, slip), board) else {
                return false;
            };
            puzzle.clues() > 0 && verify::is_solution(puzzle, board)
        };
        let board = step.boards().get(index);
        let beyond = matches!(step.puzzle(index, self.slip), Place::Beyond);
        if beyond || fits(index, self.slip, board) || !board.is_some_and(verify::is_board) {
            return Ok(());
        }
        let belongs_to = |slip: isize| {
            let next = step.board_after(index);
            // Two in a row, or both files end here: else it may be two answers that were swapped.
            let confirmed = match next {
                Some(_) => fits(index + 1, slip, next),
                None => matches!(step.puzzle(index, slip + 1), Place::Beyond),
            };
            confirmed && fits(index, slip, board)
        };
        let old = self.slip;
        let found = (1..=2 * SLIP as isize)
            .flat_map(|distance| [old + distance, old - distance])
            .find(|slip| slip.unsigned_abs() <= SLIP && belongs_to(*slip));
        let Some(new) = found else {
            return Ok(());
        };
        self.slip = new;
        let at = start(&step.answers, index);
        let expected = at.puzzle.saturating_add_signed(old as i64);
        let found = at.puzzle.saturating_add_signed(new as i64);
        let problem = match new > old {
            true => Problem::Skipped { first: expected, last: found - 1 },
            false => Problem::Inserted { count: expected - found },
        };
        self.totals.missing += found.saturating_sub(expected);
        self.report(&Report::of(Finding { at, problem }), listener)?;
        self.missing(expected..found, listener)
    }

    /// Says that these puzzles have no answer.
    fn missing<L: Listener>(
        &self,
        puzzles: std::ops::Range<u64>,
        listener: &mut L,
    ) -> Result<(), L::Error> {
        for puzzle in puzzles.filter(|_| self.every) {
            let (puzzle, verdict) = (Some(puzzle), Verdict::Missing);
            listener.answer(Judged { answer: None, puzzle, line: None, verdict }, None)?;
        }
        Ok(())
    }

    fn report<L: Listener>(&mut self, report: &Report, listener: &mut L) -> Result<(), L::Error> {
        report.findings.iter().for_each(|finding| self.totals.findings.add(finding));
        listener.report(report)
    }
}

/// Where a record starts.
fn start(batch: &Batch, index: usize) -> Position {
    Position {
        puzzle: batch.first + index as u64,
        line: batch.lines.get(index).copied().unwrap_or(1),
        column: batch.columns.get(index).copied().unwrap_or(1).into(),
        byte: batch.bytes.get(index).copied().unwrap_or(0),
    }
}

/// The line behind the last record.
fn end(batch: &Batch) -> Position {
    let last = batch.len().saturating_sub(1);
    let start = start(batch, last);
    Position { line: start.line + batch.height(last).max(1), column: 1, ..start }
}

fn error(batch: &Batch, index: usize) -> Option<&ParseError> {
    let number = batch.first + index as u64;
    let found = batch.errors.binary_search_by_key(&number, |error| error.at.puzzle).ok()?;
    batch.errors.get(found)
}

/// The text of a line in a record, as far as it can be shown.
fn line(batch: &Batch, index: usize, number: u64) -> Option<String> {
    const MOST: usize = 200;
    let (_, text) = batch.record_lines(index).find(|&(line, _)| line == number)?;
    Some(String::from_utf8_lossy(text).chars().take(MOST).collect())
}

/// Whether something is missing at the end of a record of so many lines.
fn is_short(kind: &Malformed, lines: u64) -> bool {
    match *kind {
        Malformed::Row { row, cells } => cells < 9 && row as u64 == lines,
        Malformed::Rows { rows } => rows < 9,
        Malformed::Cells { cells } => cells < 81,
        _ => false,
    }
}
