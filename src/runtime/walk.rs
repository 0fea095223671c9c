//! Reads a list to its end. A list ordered by time is split into time ranges that are requested concurrently, within
//! the server's request rate. Rows are returned in list order, and none is stored.
//!
//! ```text
//!   newest ├── part 1 ──┼── part 2 ──┼── part 3 ──┼ … ┤ oldest       parts are requested concurrently
//!             yielded      read         read                        later parts are sized by row density
//! ```
//!
//! Rows that arrive in the meantime are left out: the newest row is the one at the start of the walk.

use std::collections::VecDeque;
use std::sync::Arc;

use api::{Failure, Priority};
use ledger::Timestamp;
use tokio::task::JoinHandle;

use super::crash::joined;
use super::{Clients, now};
use crate::message::contents::{NextStep, Step, Steps, Walk};
use crate::message::{Answer, Ask, Event, Question, Request, Retrying};

/// The number of parts read concurrently, which leaves capacity for the user's requests.
const MAX_PARTS: usize = 6;
/// The target size of a part, rows.
const ROWS_PER_PART: u128 = 300;
/// The most pages read ahead in a part; the rest is read when the part is due.
const MAX_PAGES_KEPT: usize = 12;

/// Why a list cannot be read further.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WalkFault {
    #[error("{}", .0.sentence())]
    Failed(Failure),
    #[error("the next page cannot be loaded: {0}")]
    Refused(&'static str),
    #[error("the answer is no page of the list")]
    NoPage,
}

/// Asks the network that a list is of.
#[derive(Clone, Debug)]
pub struct Asker<P = fn(&Retrying)> {
    pub clients: Clients,
    pub network: String,
    pub priority: Priority,
    /// Called on every retry.
    pub progress: P,
}

impl<P: Fn(&Retrying) + Sync> Asker<P> {
    /// Asks a question.
    ///
    /// # Errors
    /// When it is not answered.
    pub async fn ask<Q: Question<Answer: Clone>>(&self, question: &Q) -> Result<Q::Answer, Failure> {
        Q::read(self.outcome(question.ask()).await)
    }

    async fn outcome(&self, ask: Ask) -> Result<Answer, Failure> {
        let request = Request { network: self.network.clone(), ask };
        let progress = |event| {
            if let Event::Retrying(retrying) = event {
                (self.progress)(&retrying);
            }
        };
        Box::pin(self.clients.ask(&request, self.priority, now(), progress)).await.outcome
    }

    /// Asks for a page.
    ///
    /// # Errors
    /// When it cannot be read.
    pub async fn step(&self, steps: &mut dyn Steps, ask: Ask) -> Result<Step, WalkFault> {
        let outcome = self.outcome(ask).await;
        match (steps.take(&outcome), outcome) {
            (Some(step), _) => Ok(step),
            (None, Err(failure)) => Err(WalkFault::Failed(failure)),
            (None, Ok(_)) => Err(WalkFault::NoPage),
        }
    }
}

/// A list that is being read.
pub struct Walking {
    asker: Asker,
    walk: Arc<dyn Walk>,
    way: Way,
    span: Option<ListSpan>,
    /// Pages requested before the walk began.
    known: Vec<(Ask, Answer)>,
}

/// The time of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListSpan {
    /// From this time on.
    pub from: Timestamp,
    /// Before this time.
    pub to: Timestamp,
    /// The start of the last page. Progress is measured up to here: a contract's first row may be years before its
    /// others.
    pub last_page: Timestamp,
}

enum Way {
    /// Not started; `true` if the whole list is wanted.
    Unbegun(bool),
    /// Page by page.
    Steps(Box<dyn Steps>, Box<NextStep>),
    Parts(Box<Parts>),
}

/// What is left of a list that is read part by part.
struct Parts {
    plan: Plan,
    /// The steps of the first page, for the next part: they hold the rows to deduplicate.
    begun: Option<Box<dyn Steps>>,
    /// Parts that are being read, the next one first.
    read: VecDeque<Reading>,
    /// Pages of the current part.
    pages: VecDeque<Step>,
    /// The remainder of the current part.
    rest: Option<(Box<dyn Steps>, NextStep)>,
    /// Why the current part ends after these pages.
    fault: Option<WalkFault>,
}

/// A part that is being read. Dropping it stops the reading.
struct Reading(JoinHandle<Part>);

impl Drop for Reading {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// What was read of a part.
struct Part {
    pages: Vec<Step>,
    rest: Option<(Box<dyn Steps>, NextStep)>,
    /// Why reading stopped; the pages before are valid.
    fault: Option<WalkFault>,
}

/// Which parts follow.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Plan {
    /// The range not requested yet, nanoseconds: start inclusive, end exclusive.
    left: (u128, u128),
    is_newest_first: bool,
    /// The length of the next part, nanoseconds.
    span: u128,
}

impl Walking {
    /// Starts a walk. `whole` allows reading parts ahead, as the whole list is wanted.
    pub fn begin(walk: Arc<dyn Walk>, asker: Asker, whole: bool) -> Self {
        Self { asker, walk, way: Way::Unbegun(whole), span: None, known: Vec::new() }
    }

    /// Adds pages already requested, which are not requested again.
    #[must_use]
    pub fn knowing(self, known: Vec<(Ask, Answer)>) -> Self {
        Self { known, ..self }
    }

    /// The next page. `None` at the end of the list.
    ///
    /// # Errors
    /// When it cannot be read; nothing follows then.
    pub async fn next(&mut self) -> Option<Result<Step, WalkFault>> {
        let step = match &mut self.way {
            Way::Unbegun(whole) => {
                let whole = *whole;
                self.first(whole).await
            }
            Way::Steps(steps, next) => match std::mem::replace(&mut **next, NextStep::End) {
                NextStep::More(ask) => {
                    let step = step_knowing(&self.asker, &mut self.known, &mut **steps, ask).await;
                    step.map(|step| {
                        **next = step.next.clone();
                        Some(step)
                    })
                }
                NextStep::Refused(words) => Err(WalkFault::Refused(words)),
                NextStep::End => Ok(None),
            },
            Way::Parts(parts) => parts.next(&self.walk, &self.asker).await,
        };
        step.transpose()
    }

    /// The time of the list once its first page was read; `None` where it is read page by page.
    pub fn span(&self) -> Option<ListSpan> {
        self.span
    }

    async fn first(&mut self, whole: bool) -> Result<Option<Step>, WalkFault> {
        let mut steps = self.walk.begin(self.asker.clients.now());
        let ask = steps.first();
        let last = self.walk.last().filter(|_| whole);
        let asker = self.asker.clone();
        let last = async {
            let mut steps = last?.begin(asker.clients.now());
            let ask = steps.first();
            asker.step(&mut *steps, ask).await.ok()?.times
        };
        let first = step_knowing(&self.asker, &mut self.known, &mut *steps, ask);
        let (first, last) = tokio::join!(first, last);
        let first = first?;
        let last = last.filter(|_| matches!(first.next, NextStep::More(_)));
        let plan = last.and_then(|(last, page)| {
            Some((Plan::new(self.walk.is_newest_first()?, &first, last)?, last, page))
        });
        self.way = match plan {
            Some((plan, last, last_page)) => {
                self.span = first.times.map(|(begin, _)| {
                    let (from, to) = times(both(begin.as_nanos(), last.as_nanos()));
                    ListSpan { from, to, last_page }
                });
                Way::Parts(Box::new(Parts {
                    plan,
                    begun: Some(steps),
                    read: VecDeque::new(),
                    pages: VecDeque::new(),
                    rest: None,
                    fault: None,
                }))
            }
            None => Way::Steps(steps, Box::new(first.next.clone())),
        };
        Ok(Some(first))
    }
}

/// A page, requested unless it is known.
async fn step_knowing(
    asker: &Asker,
    known: &mut Vec<(Ask, Answer)>,
    steps: &mut dyn Steps,
    ask: Ask,
) -> Result<Step, WalkFault> {
    let at = known.iter().position(|(asked, _)| *asked == ask);
    match at.and_then(|at| steps.take(&Ok(known.swap_remove(at).1))) {
        Some(step) => Ok(step),
        None => asker.step(steps, ask).await,
    }
}

/// The next page of a list that is read page by page.
async fn on(asker: &Asker, steps: &mut dyn Steps, next: &mut NextStep) -> Result<Option<Step>, WalkFault> {
    match std::mem::replace(next, NextStep::End) {
        NextStep::End => Ok(None),
        NextStep::Refused(words) => Err(WalkFault::Refused(words)),
        NextStep::More(ask) => {
            let step = asker.step(steps, ask).await?;
            *next = step.next.clone();
            Ok(Some(step))
        }
    }
}

impl Parts {
    async fn next(&mut self, walk: &Arc<dyn Walk>, asker: &Asker) -> Result<Option<Step>, WalkFault> {
        loop {
            if let Some(page) = self.pages.pop_front() {
                return Ok(Some(page));
            }
            if let Some((steps, next)) = &mut self.rest {
                if let Some(page) = on(asker, &mut **steps, next).await? {
                    return Ok(Some(page));
                }
                self.rest = None;
            }
            if let Some(fault) = self.fault.take() {
                return Err(fault);
            }
            while self.read.len() < MAX_PARTS
                && let Some((from, to)) = self.plan.next()
            {
                let mut steps = self.begun.take().unwrap_or_else(|| walk.begin(asker.clients.now()));
                let Some(ask) = steps.within(from, to) else { break };
                self.read.push_back(Reading(tokio::spawn(read(steps, ask, asker.clone()))));
            }
            let Some(mut reading) = self.read.pop_front() else { return Ok(None) };
            // The task was aborted: the program is closing.
            let part = joined((&mut reading.0).await).ok_or(WalkFault::NoPage)?;
            self.plan.learn(part.pages.iter().map(|page| page.values.len()).sum(), part.rest.is_some());
            self.pages = part.pages.into();
            self.rest = part.rest;
            self.fault = part.fault;
        }
    }
}

/// Reads a part, up to the limit of pages read ahead.
async fn read(mut steps: Box<dyn Steps>, first: Ask, asker: Asker) -> Part {
    let mut next = NextStep::More(first);
    let mut pages = Vec::new();
    loop {
        match on(&asker, &mut *steps, &mut next).await {
            Ok(Some(page)) => pages.push(page),
            Ok(None) => return Part { pages, rest: None, fault: None },
            Err(fault) => return Part { pages, rest: None, fault: Some(fault) },
        }
        if pages.len() == MAX_PAGES_KEPT {
            return Part { pages, rest: Some((steps, next)), fault: None };
        }
    }
}

impl Plan {
    /// The plan for the rows after a list's first page, which ends at `last`; rows of that time may follow and belong
    /// to the plan. `None` if the page spans no time.
    fn new(is_newest_first: bool, first: &Step, last: Timestamp) -> Option<Self> {
        let (begin, end) = first.times?;
        let [begin, end, last] = [begin, end, last].map(|at| at.as_nanos());
        let rows = u128::try_from(first.values.len()).ok().filter(|rows| *rows > 0)?;
        let span = begin.abs_diff(end) / rows * ROWS_PER_PART;
        (span > 0).then_some(Self { left: both(end, last), is_newest_first, span })
    }

    /// The next part: from a time on and before another one. `None` if nothing is left.
    fn next(&mut self) -> Option<(Timestamp, Timestamp)> {
        let (from, to) = self.left;
        if from >= to {
            return None;
        }
        let part = if self.is_newest_first {
            let middle = to.saturating_sub(self.span).max(from);
            self.left = (from, middle);
            (middle, to)
        } else {
            let middle = from.saturating_add(self.span).min(to);
            self.left = (middle, to);
            (from, middle)
        };
        Some(times(part))
    }

    /// Adjusts the length of parts to the number of rows in one: the denser the rows, the shorter the parts.
    fn learn(&mut self, rows: usize, at_least: bool) {
        let rows = u128::try_from(rows).unwrap_or(u128::MAX);
        self.span = if at_least || rows > ROWS_PER_PART * 2 {
            (self.span / 4).max(1)
        } else if rows < ROWS_PER_PART / 3 {
            self.span.saturating_mul(2)
        } else {
            self.span
        };
    }
}

/// The span that has both times, whichever is the earlier one.
fn both(one: u128, other: u128) -> (u128, u128) {
    (one.min(other), one.max(other) + 1)
}

fn times((from, to): (u128, u128)) -> (Timestamp, Timestamp) {
    let time = |nanos: u128| Timestamp::from_nanos(u64::try_from(nanos).unwrap_or(u64::MAX));
    (time(from), time(to))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_cover_the_time_of_the_list_once_in_both_orders() {
        for is_newest_first in [true, false] {
            let mut plan = Plan { left: (1_000, 5_001), is_newest_first, span: 700 };
            let mut parts: Vec<_> = std::iter::from_fn(|| {
                let part = plan.next();
                plan.learn(if part.is_some() { 10 } else { 0 }, false);
                part
            })
            .collect();
            if is_newest_first {
                parts.reverse();
            }
            assert_eq!(parts[0].0.as_nanos(), 1_000);
            assert!(parts.windows(2).all(|pair| pair[0].1 == pair[1].0), "{parts:?}");
            assert_eq!(parts[parts.len() - 1].1.as_nanos(), 5_001);
        }
    }

    #[test]
    fn a_part_with_many_rows_is_followed_by_shorter_ones() {
        let mut plan = Plan { left: (0, u128::MAX), is_newest_first: true, span: 1_000 };
        plan.learn(1_200, true);
        assert_eq!(plan.span, 250);
        plan.learn(0, false);
        assert_eq!(plan.span, 500);
        plan.learn(300, false);
        assert_eq!(plan.span, 500);
    }
}
