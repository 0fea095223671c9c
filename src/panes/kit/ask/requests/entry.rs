//! One topic of the table: its answer, how far its request is, and when it is asked again.

use decode::Snapshot;
use ledger::Timestamp;

use crate::message::operation::Repeats;
use crate::message::{Answer, Command, Failure, Priority, Request, Topic};
use crate::panes::kit::Progress;
use crate::panes::kit::ask::wants::Want;

/// A topic that is wanted.
#[derive(Debug, Default)]
pub(super) struct Entry {
    pub(super) answer: Option<Answer>,
    /// Which answers will do.
    pub(super) accepts: Option<fn(&Answer) -> bool>,
    pub(super) progress: Progress,
    /// What was asked last.
    pub(super) request: Option<Request>,
    /// When that was.
    pub(super) asked_at: Timestamp,
    /// How often in a row it was asked again by itself.
    pub(super) repeats: usize,
    /// Which answer of the table's it holds.
    pub(super) number: u64,
    /// What its answer takes, bytes.
    pub(super) bytes: usize,
    /// How many panes want it.
    pub(super) wanted_by: usize,
    /// How urgent what was asked last is.
    pub(super) priority: Priority,
}

impl Entry {
    pub(super) fn is_under_way(&self) -> bool {
        self.progress.asked().is_some()
    }

    /// Whether the server has no such thing that it need not have: it is not asked again before a refresh.
    pub(super) fn is_absent(&self, topic: &Topic) -> bool {
        let is_optional = matches!(topic.repeats(), Repeats::UnlessAbsent | Repeats::UntilAnswered);
        let absent =
            matches!(self.progress.failure(), Some(Failure::NotFound { .. } | Failure::NotOffered { .. }));
        is_optional && absent
    }

    /// Whether its answer is no older than this many milliseconds.
    pub(super) fn is_younger(&self, max_age: Option<u64>, now: Timestamp) -> bool {
        let answered = self.answer.as_ref().and_then(|_| self.progress.answered_at());
        max_age.zip(answered).is_some_and(|(age, at)| !now.is_past(at, age))
    }

    /// Whether this is to be asked now, for a pane that `is_new` to it. What is in progress comes to an end
    /// first.
    pub(super) fn is_due(&self, topic: &Topic, is_new: bool, known: &Snapshot) -> bool {
        let Some(request) = &self.request else { return true };
        let outdated = topic.is_outdated(request, known);
        let may_differ = matches!(topic, Topic::Ask(_)) || self.answer.is_none();
        !self.is_under_way() && !self.is_absent(topic) && (outdated || is_new && may_differ)
    }

    /// Whether it is asked again when the user wants that. The same bytes say the same, an hour keeps its
    /// rate, and what is in progress is new.
    pub(super) fn is_refreshable(&self, topic: &Topic) -> bool {
        let holds = topic.repeats() == Repeats::UntilAnswered;
        let settled = holds && self.progress.failure().is_none();
        !settled && !self.progress.is_under_way()
    }

    /// When it is to be asked again by itself: because the pane names a time, or because it failed in passing.
    pub(super) fn again_at(&self, want: &Want, now: Timestamp) -> Option<Timestamp> {
        [self.named_again_at(want, now), self.progress.heals_at(now)].into_iter().flatten().min()
    }

    /// When the pane says that it is to be asked again. A time at which it was asked is not used twice; one that was asked later
    /// than now was asked before the clock was put back.
    pub(super) fn named_again_at(&self, want: &Want, now: Timestamp) -> Option<Timestamp> {
        want.again_at.filter(|at| !self.is_under_way() && (*at > self.asked_at || now < self.asked_at))
    }

    /// Has what is under way be as urgent as this.
    pub(super) fn prioritize(&mut self, priority: Priority) -> Option<Command> {
        self.priority = priority;
        self.request.clone().map(|request| Command::Prioritize(request, priority))
    }

    pub(super) fn ask(&mut self, network: &str, topic: &Topic, known: &Snapshot, now: Timestamp) -> Request {
        let request = self.next_request(network, topic, known, now);
        self.progress.start(request.clone(), now);
        request
    }

    /// Asks for what failed in passing.
    pub(super) fn ask_again(
        &mut self,
        network: &str,
        topic: &Topic,
        known: &Snapshot,
        now: Timestamp,
    ) -> Request {
        let request = self.next_request(network, topic, known, now);
        self.progress.start_again(request.clone(), now);
        request
    }

    fn next_request(&mut self, network: &str, topic: &Topic, known: &Snapshot, now: Timestamp) -> Request {
        let request = Request::new(network, topic.ask(known));
        (self.request, self.asked_at) = (Some(request.clone()), now);
        request
    }
}
