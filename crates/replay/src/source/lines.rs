//! The steps by the lines of the sources: runs of steps that are of one line in one call, and how one leads to another.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use evm::Execution;

use super::Sources;
use super::code::Line;
use super::walk::Walk;

/// The most runs stored, 28 bytes each; instructions beyond them have no line.
const MAX_RUNS: usize = 1_000_000;

/// Steps that follow one another, of one line in one call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Run {
    first_step: u32,
    call: u32,
    /// The depth of the call, and of the source function within it.
    depth: (u16, u16),
    /// The index of the line; `None` for an unknown source.
    line: Option<u32>,
    /// The run that comes next when calls and functions are stepped over, by its place.
    over: Option<u32>,
    /// The run before, over those that it called.
    back: Option<u32>,
}

#[derive(Clone, Default, PartialEq, Eq)]
pub struct Lines {
    runs: Vec<Run>,
    known: Vec<Line>,
    /// The runs of each line, by their places.
    of_line: Vec<Vec<u32>>,
}

impl Lines {
    /// The runs of an execution.
    pub fn new(execution: &Execution, sources: &Sources) -> Self {
        let mut builder = Builder { execution, sources, lines: BTreeMap::new(), runs: Vec::new() };
        builder.run();
        let Builder { lines: known, mut runs, .. } = builder;
        link(&mut runs);
        let mut lines: Vec<(Line, u32)> = known.into_iter().collect();
        lines.sort_unstable_by_key(|(_, id)| *id);
        let mut of_line = vec![Vec::new(); lines.len()];
        for (at, run) in (0_u32..).zip(&runs) {
            if let Some(of) = run.line.and_then(|line| of_line.get_mut(usize::try_from(line).ok()?)) {
                of.push(at);
            }
        }
        Self { runs, known: lines.into_iter().map(|(line, _)| line).collect(), of_line }
    }

    /// Their approximate size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        // Each run is also listed with its line.
        self.runs.len() * (size_of::<Run>() + size_of::<u32>())
    }

    fn at(&self, step: u64) -> Option<usize> {
        self.runs.partition_point(|run| u64::from(run.first_step) <= step).checked_sub(1)
    }

    fn run(&self, at: Option<u32>) -> Option<&Run> {
        self.runs.get(usize::try_from(at?).ok()?)
    }

    /// The line that a step is of.
    pub fn line(&self, step: u64) -> Option<&Line> {
        let line = self.runs.get(self.at(step)?)?.line?;
        self.known.get(usize::try_from(line).ok()?)
    }

    /// The first step of the next line, skipping calls.
    pub fn over(&self, step: u64) -> Option<u64> {
        self.beside(step, |run| run.over)
    }

    /// The first step of the previous line, skipping calls.
    pub fn back(&self, step: u64) -> Option<u64> {
        self.beside(step, |run| run.back)
    }

    fn beside(&self, step: u64, to: fn(&Run) -> Option<u32>) -> Option<u64> {
        let here = self.runs.get(self.at(step)?)?;
        let mut next = self.run(to(here));
        // The rest of a line that has called is no other line.
        while let Some(run) =
            next.filter(|run| (run.line, run.call, run.depth) == (here.line, here.call, here.depth))
        {
            next = self.run(to(run));
        }
        next.map(|run| u64::from(run.first_step))
    }

    /// The first step of the next line, entering calls.
    pub fn next_into(&self, step: u64) -> Option<u64> {
        self.runs.get(self.at(step)? + 1).map(|run| u64::from(run.first_step))
    }

    /// The first step after the function or call of this one.
    pub fn out(&self, step: u64) -> Option<u64> {
        let here = self.runs.get(self.at(step)?)?;
        let mut next = self.run(here.over);
        while let Some(run) = next.filter(|run| run.depth >= here.depth) {
            next = self.run(run.over);
        }
        next.map(|run| u64::from(run.first_step))
    }

    /// The first step after this one, or the last one before it, at which one of these lines begins.
    pub fn stop(&self, step: u64, at: &BTreeSet<Line>, is_back: bool) -> Option<u64> {
        let here = u32::try_from(self.at(step)?).ok()?;
        let runs = self.known.iter().zip(&self.of_line).filter(|(line, _)| at.contains(line));
        let first = |at: u32| self.run(Some(at)).map(|run| u64::from(run.first_step));
        if is_back {
            let before =
                |runs: &Vec<u32>| runs.get(runs.partition_point(|run| *run < here).checked_sub(1)?).copied();
            return first(runs.filter_map(|(_, runs)| before(runs)).max()?);
        }
        let after = |runs: &Vec<u32>| runs.get(runs.partition_point(|run| *run <= here)).copied();
        first(runs.filter_map(|(_, runs)| after(runs)).min()?)
    }

    /// The first step that is of this line.
    pub fn first(&self, line: &Line) -> Option<u64> {
        let at = self.known.iter().position(|other| other == line)?;
        let run = self.run(self.of_line.get(at)?.first().copied())?;
        Some(u64::from(run.first_step))
    }
}

impl fmt::Debug for Lines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Lines({} runs)", self.runs.len())
    }
}

/// Builds the runs.
struct Builder<'a> {
    execution: &'a Execution,
    sources: &'a Sources,
    lines: BTreeMap<Line, u32>,
    runs: Vec<Run>,
}

/// A running call.
struct Open<'a> {
    call: u32,
    end_step: u64,
    depth: u16,
    walk: Option<Walk<'a>>,
    line: Option<u32>,
    /// The number of its line's file, and the line.
    at: Option<(i64, usize)>,
}

impl<'a> Builder<'a> {
    fn run(&mut self) {
        let mut open: Vec<Open<'a>> = Vec::new();
        let mut calls = (0_u32..).zip(&self.execution.calls).peekable();
        for (at, step) in (0_u32..).zip(self.execution.steps.iter()) {
            let step_at = u64::from(at);
            while open.last().is_some_and(|call| call.end_step <= step_at) {
                open.pop();
            }
            while let Some((call, begun)) = calls.next_if(|(_, call)| call.first_step <= step_at) {
                if begun.end_step > step_at {
                    let depth = u16::try_from(begun.depth).unwrap_or(u16::MAX);
                    let walk = self.sources.of(begun).map(Walk::new);
                    open.push(Open { call, end_step: begun.end_step, depth, walk, line: None, at: None });
                }
            }
            let Some(here) = open.last_mut() else { continue };
            let mut within = 0;
            if let Some(walk) = &mut here.walk {
                let part = walk.step(step);
                within = walk.depth;
                let told = part.and_then(|part| walk.code.line(part));
                if let Some((file, number)) = told.filter(|_| told != here.at) {
                    here.at = told;
                    here.line = walk.code.file(file).map(|file| {
                        let next = u32::try_from(self.lines.len()).unwrap_or(u32::MAX);
                        *self.lines.entry(Line { file: file.clone(), number }).or_insert(next)
                    });
                }
            }
            let depth = (here.depth, within);
            let is_same = |run: &Run| (run.call, run.depth, run.line) == (here.call, depth, here.line);
            if self.runs.last().is_some_and(is_same) {
                continue;
            }
            if self.runs.len() == MAX_RUNS {
                return;
            }
            let (call, line) = (here.call, here.line);
            self.runs.push(Run { first_step: at, call, depth, line, over: None, back: None });
        }
    }
}

/// Leads each run to the next and to the last one that is no deeper.
fn link(runs: &mut [Run]) {
    let mut above: Vec<(u32, (u16, u16))> = Vec::new();
    for (at, run) in (0_u32..).zip(runs.iter_mut()) {
        while above.last().is_some_and(|(_, depth)| *depth > run.depth) {
            above.pop();
        }
        run.back = above.last().map(|(at, _)| *at);
        above.push((at, run.depth));
    }
    above.clear();
    let len = runs.len();
    for (nth, run) in runs.iter_mut().rev().enumerate() {
        while above.last().is_some_and(|(_, depth)| *depth > run.depth) {
            above.pop();
        }
        run.over = above.last().map(|(at, _)| *at);
        above.push((u32::try_from(len - 1 - nth).unwrap_or(u32::MAX), run.depth));
    }
}
