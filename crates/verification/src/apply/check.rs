//! Checks of a verifier's claims: a record of something else, and an "already verified" that the lookup of
//! the contract must confirm.

use ledger::{Text, Timestamp};

use crate::{Grade, Job, JobRecord, JobState, Verified};

/// The verifier's code for a contract that is verified at least as well already.
pub(crate) const ALREADY_VERIFIED: &str = "already_verified";

impl Job {
    /// The reason why a record does not belong to this job.
    pub(super) fn other_subject(&self, record: &JobRecord) -> Option<Text> {
        let id = record.verification_id.known().zip(self.id.as_ref());
        let id = id.map(|(reported, own)| (reported.escaped().trim().to_owned(), own.to_string()));
        let other_id = id.filter(|(reported, own)| !reported.eq_ignore_ascii_case(own));
        let contract = || record.contract.known()?.differs(self.chain.as_ref(), self.address);
        let (reported, own) = other_id.or_else(contract)?;
        Some(Text::new(format!("The record is of {reported}, and this job is of {own}.")))
    }

    /// Takes in that a poll brought the record of something else, which says nothing of this job.
    pub(super) fn polled_another(&mut self, words: Text, now: Timestamp) -> bool {
        if self.state.is_verdict() {
            self.next_poll = self.poll_after(now);
            return false;
        }
        let moved = self.enter(JobState::WrongRecord, None, now);
        let renewed = self.words.as_ref() != Some(&words);
        self.words = Some(words);
        self.next_poll = Some(self.slow_poll_at(now));
        moved || renewed
    }

    /// Plans the lookup of the contract, because the verifier says that it is verified already. The job keeps its state
    /// until the answer.
    pub(super) fn check_contract(&mut self, now: Timestamp) -> bool {
        if self.chain.is_none() || self.address.is_none() {
            return self.contradicted("The record does not say of which contract.".into(), now);
        }
        self.checks_contract = true;
        self.next_poll = Some(now);
        true
    }

    pub(super) fn contract_found(&mut self, found: &Verified, now: Timestamp) -> bool {
        if !std::mem::take(&mut self.checks_contract) {
            return self.leaves_open() && found.grade() == Grade::Exact && self.found_verified(now);
        }
        if found.grade() == Grade::Not {
            let words =
                "The verifier says that it is verified already, but its lookup of the contract does not.";
            return self.contradicted(words.into(), now);
        }
        self.next_poll = None;
        self.enter(JobState::AlreadyVerified, Some(ALREADY_VERIFIED.into()), now)
    }

    pub(super) fn contract_failed(&mut self, words: Text, now: Timestamp) -> bool {
        if !std::mem::take(&mut self.checks_contract) {
            return false;
        }
        if self.id.is_some() {
            return self.poll_failed(words, true, None, now);
        }
        let before =
            b"The verifier says that it is verified already, but its lookup of the contract failed. ";
        self.contradicted(Text::from_bytes([before, words.raw()].concat()), now)
    }

    /// Ends a job without a known outcome if its contract is verified exactly: nothing is left to do.
    fn found_verified(&mut self, now: Timestamp) -> bool {
        (self.refusal, self.words, self.retry_at, self.next_poll) = (None, None, None, None);
        self.enter(JobState::AlreadyVerified, Some("the verifier's lookup of the contract".into()), now)
    }

    /// Ends a job of which the verifier says that the contract is verified already, and nothing shows it.
    fn contradicted(&mut self, words: Text, now: Timestamp) -> bool {
        self.words = Some(words);
        self.next_poll = None;
        let state = if self.id.is_some() { JobState::Failed } else { JobState::Refused };
        self.enter(state, Some(ALREADY_VERIFIED.into()), now);
        true
    }
}
