//! One topic of the request table: its answer, the progress of its request and the time of the next one. A topic has
//! subscribers of several kinds.

use api::{Failure, Priority, Repeats};
use decode::Snapshot;
use ledger::Timestamp;
use verification::{BatchId, JobKey};

use super::Asking;
use crate::message::{Answer, Command, Request, Topic};
use crate::panes::kit::Progress;
use crate::panes::kit::ask::answers::Want;

/// A wanted topic.
#[derive(Debug, Default)]
pub(super) struct Entry {
    pub(super) answer: Option<Answer>,
    /// Whether an answer is acceptable.
    pub(super) accepts: Option<fn(&Answer) -> bool>,
    pub(super) progress: Progress,
    /// The last request.
    pub(super) request: Option<Request>,
    /// Time of the last request.
    pub(super) asked_at: Timestamp,
    /// Number of consecutive automatic repeats.
    pub(super) repeats: usize,
    /// Number of its answer in the table.
    pub(super) number: u64,
    /// Memory of its answer, bytes.
    pub(super) bytes: usize,
    /// Number of panes that want it.
    pub(super) wanted_by: usize,
    /// Priority of the last request.
    pub(super) priority: Priority,
}

impl Entry {
    pub(super) fn is_under_way(&self) -> bool {
        self.progress.asked().is_some()
    }

    /// Whether the server lacks this optional topic, which is then requested only on refresh.
    pub(super) fn is_absent(&self, topic: &Topic) -> bool {
        let is_optional = matches!(topic.repeats(), Repeats::UnlessAbsent | Repeats::UntilAnswered);
        let absent =
            matches!(self.progress.failure(), Some(Failure::NotFound { .. } | Failure::NotOffered { .. }));
        is_optional && absent
    }

    /// Whether its answer is at most this many milliseconds old.
    pub(super) fn is_younger(&self, max_age: Option<u64>, now: Timestamp) -> bool {
        let answered = self.answer.as_ref().and_then(|_| self.progress.answered_at());
        max_age.zip(answered).is_some_and(|(age, at)| !now.is_past(at, age))
    }

    /// Whether to send a request now, for a pane that `is_new` to it. A request in progress is not restarted.
    pub(super) fn is_due(&self, topic: &Topic, is_new: bool, known: &Snapshot) -> bool {
        let Some(request) = &self.request else { return true };
        let outdated = topic.is_outdated(request, known);
        let may_differ = matches!(topic, Topic::Ask(_)) || self.answer.is_none();
        !self.is_under_way() && !self.is_absent(topic) && (outdated || is_new && may_differ)
    }

    /// Whether a refresh requests it again. Analyses of bytes and past exchange rates never change, and a request
    /// in progress is new.
    pub(super) fn is_refreshable(&self, topic: &Topic) -> bool {
        let holds = topic.repeats() == Repeats::UntilAnswered;
        let settled = holds && self.progress.failure().is_none();
        !settled && !self.progress.is_under_way()
    }

    /// Time of the next automatic request: a pane's poll, or the retry of a temporary failure.
    pub(super) fn again_at(&self, want: &Want, now: Timestamp) -> Option<Timestamp> {
        [self.named_again_at(want, now), self.progress.heals_at(now)].into_iter().flatten().min()
    }

    /// The poll time that the pane set. A time that was used is not used twice; a request in the future means that
    /// the clock was put back.
    pub(super) fn named_again_at(&self, want: &Want, now: Timestamp) -> Option<Timestamp> {
        want.again_at.filter(|at| !self.is_under_way() && (*at > self.asked_at || now < self.asked_at))
    }

    /// Changes the priority of the request in progress.
    pub(super) fn prioritize(&mut self, priority: Priority) -> Option<Command> {
        self.priority = priority;
        self.request.clone().map(|request| Command::Prioritize(request, priority))
    }

    pub(super) fn ask(&mut self, topic: &Topic, asking: &Asking<'_>) -> Request {
        let request = self.next_request(topic, asking);
        self.progress.start(request.clone(), asking.now);
        request
    }

    /// Retries after a temporary failure.
    pub(super) fn ask_again(&mut self, topic: &Topic, asking: &Asking<'_>) -> Request {
        let request = self.next_request(topic, asking);
        self.progress.start_again(request.clone(), asking.now);
        request
    }

    fn next_request(&mut self, topic: &Topic, asking: &Asking<'_>) -> Request {
        let request = Request::new(asking.network, topic.ask(asking.known));
        (self.request, self.asked_at) = (Some(request.clone()), asking.now);
        request
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subscriber {
    /// A pane, by the order in which panes were opened.
    Pane(u64),
    WatchList,
    /// A batch that looks up its lines.
    Batch(BatchId),
    /// The lookups of contracts, accounts and tokens.
    Knowledge,
    /// The lookup of selectors and topics at a signature server.
    Names,
    /// A tracked verification job.
    Job(JobKey),
}

impl Default for Subscriber {
    /// The first pane.
    fn default() -> Self {
        Self::Pane(0)
    }
}

impl Subscriber {
    /// The next pane to open.
    #[must_use]
    pub fn next(self) -> Self {
        match self {
            Self::Pane(number) => Self::Pane(number + 1),
            other => other,
        }
    }

    /// Whether it reads answers repeatedly while it wants them. Others take each answer once.
    #[must_use]
    pub fn looks(self) -> bool {
        matches!(self, Self::Pane(_) | Self::WatchList)
    }

    /// Whether an answer to it changes what is on screen: a batch takes it into the states of its lines.
    #[must_use]
    pub fn is_on_screen(self) -> bool {
        self.looks() || matches!(self, Self::Batch(_))
    }
}
