//! A job: its work, its duration and its end.

use alloy_primitives::keccak256;
use ledger::{EvmAddress, Timestamp};

use super::compiler::Compiled;
use super::failure::Failure;
use super::ids;
use super::onchain::Onchain;
use super::scenario::Behaviour;
use super::verdict::{self, Verdict};
use crate::artifacts::Artifact;

/// The work of a job.
#[derive(Clone, Debug)]
pub(super) enum Work {
    /// Search for contracts similar to this code; the hash of the creation as given.
    Search(Onchain, Option<[u8; 32]>),
    /// Compare this code with the compiled sources; with the given hash of the creation.
    Compare(Onchain, Compiled, Option<[u8; 32]>),
    /// Report a failure before any comparison.
    Fail(Failure),
}

#[derive(Clone, Debug)]
pub(super) struct Job {
    pub(super) id: String,
    pub(super) chain: u64,
    pub(super) address: EvmAddress,
    pub(super) started: Timestamp,
    /// When it completes; `None` if never.
    pub(super) finishes: Option<Timestamp>,
    /// The compiler's running time in milliseconds; `None` if nothing is compiled.
    pub(super) compiles: Option<u64>,
    pub(super) behaviour: Behaviour,
    pub(super) looks: u32,
    /// The end, once it completed.
    pub(super) end: Option<End>,
    work: Work,
}

/// The end of a job.
#[derive(Clone, Debug)]
pub(super) enum End {
    Verified(Verdict),
    /// Failed, with the id of the error.
    Failed(Failure, String),
}

impl Job {
    pub(super) fn start(
        chain: u64,
        address: EvmAddress,
        behaviour: Behaviour,
        work: Work,
        now: Timestamp,
    ) -> Self {
        let takes = duration(address, behaviour);
        // Most of the time goes into compiling, if anything is compiled.
        let compiles = (!matches!(work, Work::Search(..))).then(|| takes.saturating_sub(takes / 8));
        Self {
            id: ids::uuid(),
            chain,
            address,
            started: now,
            finishes: (behaviour != Behaviour::Stuck).then(|| now.plus_millis(takes)),
            compiles,
            behaviour,
            looks: 0,
            end: None,
            work,
        }
    }

    pub(super) fn conclude(&self, known: &[&'static Artifact]) -> Result<Verdict, Failure> {
        match self.behaviour {
            Behaviour::Faulty => {
                return Err(Failure::new("internal_error", "The server met an unexpected error."));
            }
            Behaviour::Ends { code, message } => return Err(Failure::new(code, message)),
            _ => {}
        }
        match &self.work {
            Work::Search(onchain, hash) => verdict::search(onchain, known, *hash),
            Work::Compare(onchain, compiled, hash) => verdict::judge(onchain, compiled, *hash),
            Work::Fail(failure) => Err(failure.clone()),
        }
    }
}

/// The duration of a job in milliseconds: the same for the same address.
fn duration(address: EvmAddress, behaviour: Behaviour) -> u64 {
    match behaviour {
        Behaviour::Instant => 0,
        Behaviour::Slow => 40_000,
        Behaviour::Foreign => 35_000,
        _ => {
            let [first, second, ..] = keccak256(address.bytes()).0;
            2000 + u64::from(u16::from_be_bytes([first, second])) % 2000
        }
    }
}
