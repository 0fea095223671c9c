//! A verification that is followed here: from before it is sent until its verdict, and across restarts. Of two
//! versions, the one that knows more wins.

use std::sync::Arc;

use ledger::timestamp::NANOS;
use ledger::{EvmAddress, Text, Timestamp};

use super::apply::ALREADY_VERIFIED;
use super::{
    ChainId, CreationHash, JobId, JobKey, JobRecord, JobState, Mode, Origin, Refusal, SourcesDigest,
    Submission,
};

/// A job as this program knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// The local key.
    pub key: JobKey,
    /// The network's profile name.
    pub network: String,
    /// Base URL of the verifier.
    pub server: String,
    /// How it was submitted; unknown for an adopted job.
    pub mode: Option<Mode>,
    /// The chain; unknown for an adopted job until its first record.
    pub chain: Option<ChainId>,
    /// The contract; unknown for an adopted job until its first record.
    pub address: Option<EvmAddress>,
    /// The creation transaction hash that was given.
    pub creation_hash: Option<CreationHash>,
    /// The origin of the submitted sources, if any.
    pub origin: Origin,
    /// The digest of the submitted sources, if known.
    pub digest: Option<SourcesDigest>,
    /// Its name on the server, once accepted.
    pub id: Option<JobId>,
    /// The latest state that is known.
    pub state: JobState,
    /// The attempt, from 1: a refused submission may be sent again.
    pub attempt: u32,
    /// When to send it again, at the user's request. The time stays set during that attempt, to plan another one if it
    /// is refused.
    pub retry_at: Option<Timestamp>,
    /// How the submission was refused.
    pub refusal: Option<Refusal>,
    /// The server's message on a refusal, or the error of the last poll.
    pub words: Option<Text>,
    /// The last record that was seen.
    pub record: Option<Arc<JobRecord>>,
    /// The entity tag of the last record.
    pub etag: Option<String>,
    /// Observations, oldest first.
    pub timeline: Vec<Moment>,
    /// When it was last polled with success.
    pub seen: Option<Timestamp>,
    /// When to poll next; none if nothing more is to come.
    pub next_poll: Option<Timestamp>,
    /// Polls that failed in a row.
    pub failed_polls: u32,
    /// Whether the next poll looks up the contract instead of the job: the verifier says that it is verified already,
    /// which only that lookup proves. Not stored.
    pub checks_contract: bool,
    /// Nanoseconds of its age in which it was not polled, because the clock was set forward or the machine slept. Not
    /// stored.
    pub unwatched: u128,
}

/// Something that was observed of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// When it was observed on this machine.
    pub at: Timestamp,
    /// The state entered then.
    pub state: JobState,
    /// A detail, such as the error's code.
    pub detail: Option<Text>,
}

/// The most moments in a job's timeline; beyond it, the oldest except the first is dropped.
const MAX_MOMENTS: usize = 100;

impl Job {
    /// A job that is about to be submitted, without the submission's key for the explorer.
    pub fn new(
        key: JobKey,
        network: impl Into<String>,
        server: impl Into<String>,
        submission: &Submission,
        now: Timestamp,
    ) -> Self {
        Self {
            mode: Some(submission.mode()),
            chain: Some(submission.chain.clone()),
            address: Some(submission.address),
            creation_hash: submission.body.creation_hash(),
            origin: Origin::of(&submission.body),
            ..Self::begin(key, network.into(), server.into(), JobState::Submitting, now)
        }
    }

    /// Whether it is for this contract at this server and has not ended.
    pub fn is_open_for(&self, server: &str, chain: &ChainId, address: EvmAddress) -> bool {
        !self.state.is_final()
            && self.server == server
            && self.chain.as_ref() == Some(chain)
            && self.address == Some(address)
    }

    /// The same before it was recorded, made at this time.
    #[must_use]
    pub fn made_at(mut self, now: Timestamp) -> Self {
        self.key.made = now;
        self.timeline.iter_mut().for_each(|moment| moment.at = now);
        self
    }

    /// Sets the file with the submitted sources, as the user named it.
    #[must_use]
    pub fn from_file(mut self, path: &str) -> Self {
        self.origin = self.origin.from_file(path);
        self
    }

    /// A job that was submitted elsewhere, identified only by its id. It is polled at once.
    pub fn adopt(
        key: JobKey,
        network: impl Into<String>,
        server: impl Into<String>,
        id: JobId,
        now: Timestamp,
    ) -> Self {
        Self {
            id: Some(id),
            next_poll: Some(now),
            ..Self::begin(key, network.into(), server.into(), JobState::Running, now)
        }
    }

    fn begin(key: JobKey, network: String, server: String, state: JobState, now: Timestamp) -> Self {
        Self {
            key,
            network,
            server,
            mode: None,
            chain: None,
            address: None,
            creation_hash: None,
            origin: Origin::default(),
            digest: None,
            id: None,
            state,
            attempt: 1,
            retry_at: None,
            refusal: None,
            words: None,
            record: None,
            etag: None,
            timeline: vec![Moment { at: now, state, detail: None }],
            seen: None,
            next_poll: None,
            failed_polls: 0,
            checks_contract: false,
            unwatched: 0,
        }
    }

    /// Enters `state` and records the time. Returns whether the state changed.
    pub(super) fn enter(&mut self, state: JobState, detail: Option<Text>, now: Timestamp) -> bool {
        if self.state == state {
            return false;
        }
        self.state = state;
        if self.timeline.len() >= MAX_MOMENTS {
            self.timeline.remove(1);
        }
        self.timeline.push(Moment { at: now, state, detail });
        true
    }

    /// Whether it was submitted elsewhere and is only followed here.
    pub fn is_adopted(&self) -> bool {
        self.mode.is_none()
    }

    /// The last known state, whether or not polls fail now. `None` for an adopted job that was never reached.
    pub fn last_known(&self) -> Option<JobState> {
        if self.is_adopted() && self.seen.is_none() {
            return None;
        }
        let known = self.timeline.iter().rev().map(|moment| moment.state);
        known.into_iter().find(|state| !matches!(state, JobState::Unreachable | JobState::WrongRecord))
    }

    /// Since when the verifier has had it: since it was accepted, or by the server's clock if it was adopted.
    pub(crate) fn began(&self) -> Timestamp {
        let started = self.record.as_ref().filter(|_| self.is_adopted()).and_then(|r| r.started_at());
        let running = self.timeline.iter().find(|moment| moment.state == JobState::Running);
        started.or(running.map(|moment| moment.at)).unwrap_or(self.key.made)
    }

    /// When it ended, as observed here.
    pub fn ended(&self) -> Option<Timestamp> {
        let end = self.timeline.last().filter(|_| self.state.is_final());
        end.map(|moment| moment.at)
    }

    /// The verifier's working time in nanoseconds, once there is a verdict.
    ///
    /// Two upper bounds exist: the time observed here, and the span between the server's times, which are whole
    /// seconds, plus one second. The smaller one is used.
    pub fn took(&self) -> Option<u128> {
        self.id.as_ref()?;
        let ended = self.ended().filter(|_| self.state.is_verdict())?;
        let server = self.record.as_ref().and_then(|record| record.server_seconds());
        let server = server.map(|seconds| u128::from(seconds) * u128::from(NANOS));
        if self.is_adopted() {
            return server;
        }
        let observed = ended.since(self.began());
        Some(server.map_or(observed, |server| observed.min(server + u128::from(NANOS))))
    }

    /// Whether the server's message blames the key for a failure at the explorer. It does so for every cause, so it is
    /// shown as a claim only.
    pub fn claims_the_key(&self) -> bool {
        self.refusal.is_some() && self.code().is_some_and(|code| code.is("etherscan_request_failed"))
    }

    /// The running time in nanoseconds: the final one, or else the time since the job was created.
    pub fn elapsed(&self, now: Timestamp) -> u128 {
        let since = self.began().min(self.key.made);
        self.took().unwrap_or_else(|| self.ended().unwrap_or(now).since(since))
    }

    /// `customCode` of the refusal or of the record's error; none of an error that the contract's lookup has made
    /// pointless.
    pub fn code(&self) -> Option<&Text> {
        let refused = self.refusal.as_ref().and_then(|refusal| refusal.code.as_ref());
        let code = refused.or_else(|| self.record.as_ref()?.error_code());
        code.filter(|code| self.state != JobState::AlreadyVerified || code.is(ALREADY_VERIFIED))
    }

    /// Whether its contract's lookup alone says that the contract is verified: nothing says by which submission.
    pub(crate) fn is_verified_by_look_up(&self) -> bool {
        self.state == JobState::AlreadyVerified && self.code().is_none()
    }
}

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
