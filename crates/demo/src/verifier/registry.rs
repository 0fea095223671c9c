//! The server's registry: the jobs that run and the contracts that are verified.

use ledger::{EvmAddress, Timestamp};

use super::failure::Failure;
use super::job::{End, Job};
use super::scenario::Stored;
use super::verdict::{Match, Verdict};
use super::{job, scenario, verdict};
use crate::artifacts::Artifact;
use crate::simulation::contracts;
use crate::world::World;
use crate::{CHAIN_ID, artifacts};

/// When the first of the contracts that are verified from the start was; each following one an hour later.
const FIRST_VERIFIED: u64 = 1_760_000_000;

#[derive(Clone, Debug)]
pub(super) struct Verified {
    pub(super) id: u64,
    pub(super) chain: u64,
    pub(super) address: EvmAddress,
    /// The match level, and the matched code.
    pub(super) verdict: Verdict,
    pub(super) at: Timestamp,
    /// The job to which the match is owed, if one of this run.
    pub(super) job: Option<String>,
}

#[derive(Debug)]
pub(super) struct Registry {
    jobs: Vec<Job>,
    verified: Vec<Verified>,
}

impl Registry {
    pub(super) fn open(world: &World) -> Self {
        let mut registry = Self { jobs: Vec::new(), verified: Vec::new() };
        for scenario in scenario::all() {
            let address = contracts::address_of(scenario.entity);
            let deployed = || verdict::identify(&world.code_at(address)?);
            let (build, runtime, creation) = match scenario.stored {
                Stored::Nothing => continue,
                Stored::Partial(build) => (artifacts::named(build), Match::Partial, Some(Match::Partial)),
                Stored::NoCreation => (deployed(), Match::Exact, None),
                Stored::Exact | Stored::Everywhere => (deployed(), Match::Exact, Some(Match::Exact)),
            };
            let Some(artifact) = build else { continue };
            let chains: &[u64] =
                if scenario.stored == Stored::Everywhere { &[CHAIN_ID, 295, 296] } else { &[CHAIN_ID] };
            for &chain in chains {
                let id = registry.next_match();
                let at = Timestamp::from_secs(FIRST_VERIFIED + id * 3600);
                let verdict = Verdict { artifact, runtime, creation };
                registry.verified.push(Verified { id, chain, address, verdict, at, job: None });
            }
        }
        registry
    }

    pub(super) fn accept(&mut self, job: Job) -> String {
        let id = job.id.clone();
        self.jobs.push(job);
        id
    }

    /// Completes every job whose time has come, in the order in which they finish.
    pub(super) fn settle(&mut self, now: Timestamp) {
        loop {
            let due = self.jobs.iter_mut().filter(|job| job.end.is_none());
            let due = due.filter_map(|job| Some((job.finishes.filter(|at| *at <= now)?, job)));
            let Some((finished, job)) = due.min_by_key(|(at, _)| *at) else { return };
            let known: Vec<&'static Artifact> =
                self.verified.iter().map(|one| one.verdict.artifact).collect();
            let end = job.conclude(&known);
            let (chain, address, id) = (job.chain, job.address, job.id.clone());
            let end = end.and_then(|verdict| self.enter((chain, address), verdict, finished, &id));
            let end = match end {
                Ok(verdict) => End::Verified(verdict),
                Err(failure) => End::Failed(failure, job::uuid()),
            };
            if let Some(job) = self.jobs.iter_mut().find(|job| job.id == id) {
                job.end = Some(end);
            }
        }
    }

    pub(super) fn job(&mut self, id: &str) -> Option<&mut Job> {
        self.jobs.iter_mut().find(|job| job.id == id)
    }

    pub(super) fn forget(&mut self, id: &str) {
        self.jobs.retain(|job| job.id != id);
    }

    pub(super) fn is_busy(&self, chain: u64, address: EvmAddress) -> bool {
        self.jobs.iter().any(|job| job.end.is_none() && (job.chain, job.address) == (chain, address))
    }

    pub(super) fn has_met(&self, chain: u64, address: EvmAddress) -> bool {
        self.jobs.iter().any(|job| (job.chain, job.address) == (chain, address))
    }

    pub(super) fn verified(&self, chain: u64, address: EvmAddress) -> Option<&Verified> {
        self.verified.iter().find(|one| (one.chain, one.address) == (chain, address))
    }

    /// The matches at this address on all chains, in the order of their numbers.
    pub(super) fn everywhere(&self, address: EvmAddress) -> impl Iterator<Item = &Verified> {
        self.verified.iter().filter(move |one| one.address == address)
    }

    /// Stores a verdict if it is better than the stored one. An improved match keeps its number and its first time.
    fn enter(
        &mut self,
        (chain, address): (u64, EvmAddress),
        verdict: Verdict,
        at: Timestamp,
        job: &str,
    ) -> Result<Verdict, Failure> {
        let id = self.next_match();
        let job = Some(job.to_owned());
        let stored = self.verified.iter_mut().find(|one| (one.chain, one.address) == (chain, address));
        match stored {
            None => self.verified.push(Verified { id, chain, address, verdict, at, job }),
            Some(stored) if verdict.improves(&stored.verdict) => {
                stored.verdict = verdict;
                stored.job = job;
            }
            Some(_) => {
                return Err(Failure::new(
                    "already_verified",
                    "The contract is verified already, and this job found no better match.",
                ));
            }
        }
        Ok(verdict)
    }

    fn next_match(&self) -> u64 {
        self.verified.iter().map(|one| one.id).max().unwrap_or(0) + 1
    }
}
