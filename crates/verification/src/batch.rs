//! A batch: many verifications from lines, sent in their order, a few at a time, and each once.
//!
//! ```text
//!   text ── reading ──► lines ── Batch::new ──► waiting ──► looked up ──► sent ──► settled
//!                        │                        │  ▲                              │
//!                        └► faulty, double        ▼  │ taken back                   ├► verified
//!                                               skipped                             └► an error: stop, or go on
//! ```
//!
//! The batch only decides. Its caller carries out each step from [`Batch::next`] and reports the outcome.

mod line;
pub mod lines_text;
mod lookup;
mod terms;

use super::{ApiKey, Followed, JobKey, JobState, Mode, Submission, SubmissionBody};
pub use line::{BatchLine, LineState, Progress, Skipped, Standing, Target};
pub use lines_text::{ReadLine, Reading, Scope};
pub use lookup::{FoundContract, FoundRecord, LineQuestion, Lookup, Matching};
pub use terms::{AtOnce, BatchId, OnError, Pause, Phase, Terms};

/// The most lines that a batch takes.
pub const MAX_LINES: usize = 1000;

/// Many contracts that are submitted one after another with the same terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Batch {
    /// The local id.
    pub id: BatchId,
    /// The network's profile name.
    pub network: String,
    /// Base URL of the verifier.
    pub server: String,
    /// How every line is submitted: [`Mode::Similarity`] or [`Mode::Import`]; from a project, [`Mode::StandardJson`] says
    /// that sources are sent.
    pub mode: Mode,
    /// The directory of the project, if the lines are verified from one.
    pub project: Option<String>,
    /// Whether it imports with a key, which is never stored.
    pub keyed: bool,
    /// The most unsettled submissions at a time.
    pub at_once: AtOnce,
    /// Whether the batch continues after a contract that fails.
    pub on_error: OnError,
    /// Running, paused or ended, with the reason.
    pub phase: Phase,
    /// The lines in the order of the text, without comments and blanks.
    pub lines: Vec<BatchLine>,
}

impl Batch {
    /// A new batch of parsed lines. It includes invalid and duplicate lines, which are not sent.
    pub fn new(id: BatchId, network: &str, server: &str, terms: &Terms, read: &[ReadLine]) -> Self {
        Self {
            id,
            network: network.to_owned(),
            server: server.to_owned(),
            mode: terms.mode,
            project: terms.project.clone(),
            keyed: terms.keyed,
            at_once: terms.at_once,
            on_error: terms.on_error,
            phase: Phase::Running,
            lines: read.iter().map(|read| BatchLine::new(read, terms.project.is_some(), network)).collect(),
        }
    }

    /// How the lines are submitted, in words.
    pub fn way(&self) -> &'static str {
        terms::way(self.mode)
    }

    /// The indices of the lines to begin now: the first that wait, up to the free places.
    pub fn next(&self) -> Vec<usize> {
        if self.phase != Phase::Running {
            return Vec::new();
        }
        let unsettled = self.lines.iter().filter(|line| line.standing() == Standing::UnderWay).count();
        let room = usize::from(self.at_once.get()).saturating_sub(unsettled);
        let waiting = self.lines.iter().enumerate().filter(|(_, line)| line.state == LineState::Waiting);
        waiting.map(|(at, _)| at).take(room).collect()
    }

    /// The submission of a line, from the answers to [`Batch::question`] so far. `None` without an address.
    pub fn submission(&self, at: usize, key: Option<&ApiKey>) -> Option<Submission> {
        let line = self.lines.get(at)?;
        let target = line.target.as_ref()?;
        let body = match self.mode {
            Mode::Import => SubmissionBody::Import { api_key: key.cloned() },
            _ if self.project.is_some() => self.ready_body(at)?,
            _ => SubmissionBody::Similarity { creation_hash: target.creation_hash.or(line.lookup.hash()) },
        };
        Some(Submission { chain: target.chain.clone(), address: line.address?, body })
    }

    /// The line at this place is on its way under this key, or its contract is found to be in progress so.
    pub fn sent(&mut self, at: usize, key: JobKey, state: JobState) {
        self.set(at, LineState::Sent(key, state));
        if let Some(line) = self.lines.get_mut(at) {
            // Its sources are the job's from now on.
            line.matching = Matching::Nothing;
        }
    }

    /// Updates the lines from their jobs. Returns whether anything changed.
    ///
    /// A job that is no longer followed keeps its state if it was settled, else its outcome is unknown.
    pub fn apply_jobs(&mut self, jobs: &Followed) -> bool {
        if self.phase == Phase::Elsewhere {
            return false;
        }
        let mut changed = false;
        let mut errors = Vec::new();
        for line in &mut self.lines {
            let LineState::Sent(key, was) = line.state else { continue };
            let gone = if line::is_settled(was) { was } else { JobState::UnknownOutcome };
            let is = jobs.get(key).map_or(gone, |job| job.state);
            if is == was {
                continue;
            }
            changed = true;
            line.enter(LineState::Sent(key, is));
            if !line::is_settled(was) && line::is_settled(is) && !is.is_success() {
                errors.push((line.number, is));
            }
        }
        for (number, state) in errors {
            self.trouble(number, Some(state));
        }
        self.end_if_done() || changed
    }

    /// The job of this key could not be recorded, so it was not sent: its line waits again, and no line is sent
    /// before the user says so. Returns whether it is a line's.
    pub fn unrecorded(&mut self, key: JobKey) -> bool {
        let Some(line) = self.lines.iter_mut().find(|line| line.job() == Some(key)) else { return false };
        line.enter(LineState::Waiting);
        self.phase = Phase::Paused(Pause::Unrecorded(line.number));
        true
    }

    /// Stops sending lines for now.
    pub fn pause(&mut self) {
        if self.phase == Phase::Running {
            self.phase = Phase::Paused(Pause::Asked);
        }
    }

    /// Sends the lines that wait.
    pub fn go_on(&mut self) {
        if matches!(self.phase, Phase::Paused(_)) {
            self.phase = Phase::Running;
        }
        self.end_if_done();
    }

    /// Sends no line any more: those that wait are skipped, those in progress are followed to their end.
    pub fn stop(&mut self) {
        for line in &mut self.lines {
            if matches!(line.state, LineState::Waiting | LineState::LookingUp) {
                line.enter(LineState::Skipped(Skipped::Asked));
            }
        }
        self.end_if_done();
    }

    /// Skips the line at this place, or takes it back if it was skipped so. Returns whether that is possible.
    pub fn skip(&mut self, at: usize) -> bool {
        let state = match self.lines.get(at).map(|line| &line.state) {
            Some(LineState::Waiting | LineState::LookingUp) => LineState::Skipped(Skipped::Asked),
            Some(LineState::Skipped(Skipped::Asked)) if self.phase != Phase::Ended => LineState::Waiting,
            _ => return false,
        };
        self.set(at, state);
        self.end_if_done();
        true
    }

    /// Queues failed lines again and resumes. Lines with an unknown outcome are skipped, because they may be running.
    /// Returns how many were queued.
    pub fn retry_failed(&mut self) -> usize {
        let (mut count, project) = (0, self.project.is_some());
        for line in self.lines.iter_mut().filter(|line| line.standing() == Standing::Failed) {
            line.ask_again(project);
            line.enter(LineState::Waiting);
            count += 1;
        }
        if count > 0 {
            self.phase = Phase::Running;
        }
        count
    }

    /// Takes the batch over from an earlier process: it waits for the user, and nothing is on its way.
    pub fn resume(&mut self) {
        let project = self.project.is_some();
        for line in &mut self.lines {
            if line.state == LineState::LookingUp {
                line.ask_again(project);
                line.enter(LineState::Waiting);
            }
        }
        if self.phase != Phase::Ended {
            self.phase = Phase::Paused(Pause::Restart);
        }
    }

    /// The line of this number came to an error.
    fn trouble(&mut self, number: usize, state: Option<JobState>) {
        if self.phase != Phase::Running {
            return;
        }
        if state == Some(JobState::RateLimited) {
            self.phase = Phase::Paused(Pause::TooMany(number));
        } else if self.on_error == OnError::Stop {
            self.phase = Phase::Paused(Pause::Error(number));
        }
    }

    /// Ends the batch when nothing is left to do. Returns whether it has ended just now.
    fn end_if_done(&mut self) -> bool {
        if self.phase == Phase::Elsewhere {
            return false;
        }
        let open = |line: &BatchLine| matches!(line.standing(), Standing::Waiting | Standing::UnderWay);
        let ends = self.phase != Phase::Ended && !self.lines.iter().any(open);
        if ends {
            self.phase = Phase::Ended;
        }
        ends
    }

    fn set(&mut self, at: usize, state: LineState) {
        if let Some(line) = self.lines.get_mut(at) {
            line.enter(state);
        }
    }
}

#[cfg(test)]
mod tests;
