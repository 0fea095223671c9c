//! Orders two versions of a job by how much they know.

use ledger::Timestamp;

use super::{Job, JobState};

/// The amount of knowledge in a version of a job.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Knowledge {
    standing: Standing,
    /// The later answer of the server wins.
    seen: Option<Timestamp>,
    /// Compared last: the later observation counts as more.
    entered: Option<Timestamp>,
}

/// Compared regardless of clocks: an accepted id over none, a later attempt over an earlier one, a settled
/// submission over a waiting one, a verdict over anything else.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
struct Standing {
    accepted: bool,
    attempt: u32,
    settled: bool,
    verdict: bool,
}

impl Knowledge {
    /// Of a job in this state.
    pub fn new(
        attempt: u32,
        state: JobState,
        accepted: bool,
        seen: Option<Timestamp>,
        entered: Option<Timestamp>,
    ) -> Self {
        let settled = accepted || !matches!(state, JobState::Submitting | JobState::UnknownOutcome);
        Self { standing: Standing { accepted, attempt, settled, verdict: state.is_verdict() }, seen, entered }
    }

    /// Whether this is more than `other`; clocks are ignored.
    pub fn outranks(&self, other: &Self) -> bool {
        self.standing > other.standing
    }
}

impl Job {
    /// The amount of knowledge in this version of the job.
    pub fn knowledge(&self) -> Knowledge {
        let entered = self.timeline.last().map(|moment| moment.at);
        Knowledge::new(self.attempt, self.state, self.id.is_some(), self.seen, entered)
    }
}
