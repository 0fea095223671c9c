//! Takes changes that come from outside: other instances, look-ups of jobs' contracts, the clock.

use std::sync::Arc;

use super::App;
use super::shared::Shared;
use super::toast::Toasts;
use crate::ledger::Timestamp;
use crate::message::{Answer, Ask, Command, Extent, Notice, Request, Response, Stored};
use crate::verification::LookupState;

impl App {
    /// Hears the time: what was planned moves along with a clock that was put back.
    pub(super) fn clock(&mut self, now: Timestamp) {
        self.shared.followed.clock(self.last_event_at, now);
        self.toasts.clock(self.last_event_at, now);
        self.last_event_at = now;
    }

    /// Takes what other instances have changed.
    pub(super) fn stored(&mut self, stored: Stored, now: Timestamp) -> Vec<Command> {
        let commands = self.shared.stored(stored, now, &mut self.toasts);
        self.rebuild_view(now);
        commands
    }
}

impl Shared {
    /// Takes what other instances have changed.
    fn stored(&mut self, stored: Stored, now: Timestamp, toasts: &mut Toasts) -> Vec<Command> {
        let Stored { mut jobs, elsewhere, forgotten, batches, unsent } = stored;
        if let Some(at) = jobs.iter().position(|job| Some(job.key) == unsent) {
            let job = jobs.remove(at);
            let there = elsewhere.contains(&job.key);
            self.followed.give_way(job, there, now);
            let words = "nothing was sent from here: another hieroscope has sent it meanwhile";
            toasts.push(Notice::warning(words), now);
        }
        for key in forgotten {
            self.followed.forget(key);
        }
        let changed = self.followed.merge(jobs, &elsewhere, now);
        self.batches.merge(batches);
        self.keep_jobs(&changed)
    }

    /// Lookups of contracts whose jobs have no known outcome, where the job's verifier is the network's.
    pub(super) fn due_lookups(&mut self) -> Vec<Command> {
        let due = self.followed.due_lookups();
        let asks = due.into_iter().filter_map(|key| {
            let job = self.followed.get(key)?;
            let network = self.networks.iter().find(|network| network.name == job.network)?;
            network.verifier.as_ref().filter(|verifier| **verifier == job.server)?;
            let ask = Ask::Verified(job.chain.clone()?, job.address?, Extent::Match);
            Some(Command::Send(Request { network: job.network.clone(), ask }))
        });
        asks.collect()
    }

    /// Whether this is such a lookup.
    pub(super) fn awaits_look_up(&self, request: &Request) -> bool {
        let Ask::Verified(chain, address, Extent::Match) = &request.ask else { return false };
        self.followed.jobs().iter().any(|job| {
            job.network == request.network
                && job.chain.as_ref() == Some(chain)
                && job.address == Some(*address)
                && self.followed.lookup(job.key) == Some(&LookupState::Asked)
        })
    }

    /// Takes what a verifier says of a contract for the jobs that it was asked for. `true` if there are any.
    pub(super) fn looked_up(&mut self, response: &Response) -> bool {
        let Ask::Verified(chain, address, Extent::Match) = &response.request.ask else { return false };
        let found = match &response.outcome {
            Ok(Answer::Verified(verified)) => Ok(Arc::clone(verified)),
            Ok(_) => return false,
            Err(failure) => Err(failure.sentence()),
        };
        self.followed.apply_lookup(&response.request.network, (chain, *address), &found, response.at)
    }
}
