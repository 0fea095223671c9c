//! Compares the ledger's code of a contract with compiled code.

use alloy_primitives::hex::encode_prefixed as hex;

use super::compiler::Compiled;
use super::compiler::candidate::split;
use super::failure::Failure;
use super::onchain::Onchain;
use super::scenario;
use crate::artifacts;
use crate::artifacts::Artifact;

/// The number of bytes at the start of the runtime code that must match before a build is compared as similar.
const ALIKE: usize = 75;

/// The match level of code. A better match is greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Match {
    Partial,
    Exact,
}

impl Match {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Partial => "match",
            Self::Exact => "exact_match",
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Verdict {
    pub(super) artifact: &'static Artifact,
    pub(super) runtime: Match,
    /// The match of the creation code; `None` if it could not be compared.
    pub(super) creation: Option<Match>,
}

impl Verdict {
    /// Whether it is better in one respect and worse in none.
    pub(super) fn improves(&self, stored: &Self) -> bool {
        let (new, old) = ((self.runtime, self.creation), (stored.runtime, stored.creation));
        new != old && new.0 >= old.0 && new.1 >= old.1
    }
}

/// The match of `runtime`, a build's code or similar to one, with code on the ledger.
fn agreement(artifact: &Artifact, runtime: &[u8], code: &[u8]) -> Option<Match> {
    let code = artifact.undeployed(code);
    if code == runtime {
        return Some(Match::Exact);
    }
    let same = code.len() == runtime.len() && split(&code)?.0 == split(runtime)?.0;
    same.then_some(Match::Partial)
}

pub(super) fn identify(code: &[u8]) -> Option<&'static Artifact> {
    artifacts::all().find(|artifact| agreement(artifact, &artifact.runtime, code) == Some(Match::Exact))
}

pub(super) fn search(
    onchain: &Onchain,
    known: &[&'static Artifact],
    hash: Option<[u8; 32]>,
) -> Result<Verdict, Failure> {
    let elsewhere = scenario::ELSEWHERE.iter().filter_map(|name| artifacts::named(name));
    let alike = known.iter().copied().chain(elsewhere).filter(|artifact| {
        let code = artifact.undeployed(&onchain.runtime);
        code.get(..ALIKE).is_some_and(|start| artifact.runtime.get(..ALIKE) == Some(start))
    });
    let best = alike
        .filter_map(|artifact| Some((agreement(artifact, &artifact.runtime, &onchain.runtime)?, artifact)))
        .max_by_key(|(matched, _)| *matched);
    match best {
        Some((runtime, artifact)) => Ok(conclude(artifact, runtime, onchain, hash)),
        None => Err(Failure::new("no_similar_match_found", "Nothing like this contract is verified here.")),
    }
}

pub(super) fn judge(
    onchain: &Onchain,
    compiled: &Compiled,
    hash: Option<[u8; 32]>,
) -> Result<Verdict, Failure> {
    if onchain.runtime.is_empty() {
        return Err(not_deployed());
    }
    if let Some(runtime) = agreement(compiled.artifact, &compiled.runtime, &onchain.runtime) {
        return Ok(conclude(compiled.artifact, runtime, onchain, hash));
    }
    let failure = if onchain.runtime.len() == compiled.runtime.len() {
        let failure = Failure::new("no_match", "The recompiled code differs from the code on the chain.");
        match &onchain.creation {
            Some(creation) => failure.with("onchainCreationCode", hex(creation)),
            None => failure,
        }
    } else {
        Failure::new(
            "bytecode_length_mismatch",
            "The recompiled code is not as long as the code on the chain.",
        )
    };
    Err(failure
        .with("recompiledCreationCode", hex(compiled.kept(&compiled.creation)))
        .with("recompiledRuntimeCode", hex(compiled.kept(&compiled.runtime)))
        .with("onchainRuntimeCode", hex(&onchain.runtime))
        .created_by(onchain.created_by))
}

pub(super) fn not_deployed() -> Failure {
    Failure::new("contract_not_deployed", "There is no contract at this address.")
}

/// The creation code agrees as the runtime code does, if the transaction that created the contract is the one given.
fn conclude(
    artifact: &'static Artifact,
    runtime: Match,
    onchain: &Onchain,
    hash: Option<[u8; 32]>,
) -> Verdict {
    let found = onchain.created_by.is_some_and(|true_hash| hash.is_none_or(|given| given == true_hash));
    Verdict { artifact, runtime, creation: found.then_some(runtime) }
}
