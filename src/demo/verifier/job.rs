//! A job: what it has to do, how long it takes, and its end.

use alloy_primitives::keccak256;
use serde_json::json;

use super::cast::Habit;
use super::compiler::{Compiled, complaint};
use super::failure::Failure;
use super::ids;
use super::verdict::{self, Onchain, Verdict};
use crate::demo::artifacts::{self, Artifact};
use crate::ledger::{EvmAddress, Timestamp};

/// What a job has to do.
#[derive(Clone, Debug)]
pub(super) enum Work {
    /// Search for similar contracts; the hash of the creation as given.
    Search(Option<[u8; 32]>),
    /// Compile the sources of this build and compare.
    Compile(&'static str),
    /// Compile sources of which the explorer does not say where the contract is.
    NoFileName,
    /// Compile with a Vyper that is not known.
    Vyper,
    /// Compile sources that do not compile.
    Broken,
    /// The same, with control characters in the complaint.
    Hostile,
    /// Compare what the compiler made of sources that were sent; the hash of the creation as given.
    Compare(Compiled, Option<[u8; 32]>),
    /// Tell what went wrong before there was anything to compare.
    Fail(Failure),
}

/// A verification that was accepted.
#[derive(Clone, Debug)]
pub(super) struct Job {
    /// Its id.
    pub(super) id: String,
    /// The chain's number.
    pub(super) chain: u64,
    /// The address that was submitted.
    pub(super) address: EvmAddress,
    /// When it was accepted.
    pub(super) started: Timestamp,
    /// When it completes; `None` if never.
    pub(super) finishes: Option<Timestamp>,
    /// How long the compiler runs, in milliseconds; `None` if nothing is compiled.
    pub(super) compiles: Option<u64>,
    /// How the server treats it.
    pub(super) habit: Habit,
    /// How often its record was asked for.
    pub(super) looks: u32,
    /// The end, once it completed.
    pub(super) end: Option<End>,
    work: Work,
    onchain: Onchain,
}

/// The end of a job.
#[derive(Clone, Debug)]
pub(super) enum End {
    /// It verified the contract.
    Verified(Verdict),
    /// It failed; with the id of the error.
    Failed(Failure, String),
}

impl Job {
    /// A job that starts now.
    pub(super) fn start(
        chain: u64,
        address: EvmAddress,
        habit: Habit,
        work: Work,
        onchain: Onchain,
        now: Timestamp,
    ) -> Self {
        let takes = duration(address, habit);
        // Most of the time goes into compiling, if anything is compiled.
        let compiles = (!matches!(work, Work::Search(_))).then(|| takes.saturating_sub(takes / 8));
        Self {
            id: ids::uuid(),
            chain,
            address,
            started: now,
            finishes: (habit != Habit::Stuck).then(|| now.plus_millis(takes)),
            compiles,
            habit,
            looks: 0,
            end: None,
            work,
            onchain,
        }
    }

    /// Carries out the work.
    pub(super) fn conclude(&self, known: &[&'static Artifact]) -> Result<Verdict, Failure> {
        match self.habit {
            Habit::Faulty => {
                return Err(Failure::new("internal_error", "The server met an unexpected error."));
            }
            Habit::Ends(end) => return Err(Failure::new(end.code, end.message)),
            _ => {}
        }
        match &self.work {
            Work::Search(hash) => verdict::search(&self.onchain, known, *hash),
            Work::Compare(compiled, hash) => verdict::judge(&self.onchain, compiled, *hash),
            Work::Fail(failure) => Err(failure.clone()),
            Work::Compile(name) => match artifacts::named(name) {
                Some(artifact) => verdict::judge(&self.onchain, &Compiled::from_build(artifact), None),
                None => Err(Failure::new("no_compiler_output", "The compiler gave nothing.")),
            },
            Work::NoFileName => {
                let artifact = verdict::identify(&self.onchain.runtime);
                let name = artifact.map_or("Unknown", |artifact| artifact.contract.as_str());
                let message =
                    format!("The contract \"{name}\" is not in the sources that the explorer gave.");
                Err(Failure::new("etherscan_missing_contract_in_json", message)
                    .with("errorData", json!({ "contractName": name })))
            }
            Work::Vyper => Err(Failure::new(
                "etherscan_vyper_version_mapping_failed",
                "The explorer's Vyper version \"vyper:0.3.10\" is not a version of that compiler.",
            )
            .with("errorData", json!({ "compilerVersion": "vyper:0.3.10" }))),
            Work::Broken => Err(complaint::slip("identifier").into_failure(&self.onchain)),
            Work::Hostile => {
                let found = "'\u{1b}[2J\u{1b}]0;verified\u{7}\u{202e}hctam tcaxe\u{202c}\u{0}'";
                Err(complaint::slip(found).into_failure(&self.onchain))
            }
        }
    }
}

/// How many milliseconds a job takes: the same for the same address.
fn duration(address: EvmAddress, habit: Habit) -> u64 {
    match habit {
        Habit::Instant => 0,
        Habit::Slow => 40_000,
        Habit::Foreign => 35_000,
        _ => {
            let [first, second, ..] = keccak256(address.bytes()).0;
            2000 + u64::from(u16::from_be_bytes([first, second])) % 2000
        }
    }
}
