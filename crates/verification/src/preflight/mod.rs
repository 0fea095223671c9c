//! Checks before a submission is sent: the contract's address, its creation hash, and what speaks for or against
//! sending. Forms and scripts call the same functions.
//!
//! [`findings`] makes one line per check, in an order that does not change while answers come in: only what was named
//! decides which lines there are.

mod checks;
mod target;

use ledger::{Contract, ContractRef, EntityId, EvmAddress, Timestamp};

use crate::{ChainId, Chains, CreationHash, Followed, JobKey, Mode, Verified};

pub use self::checks::chain_of;
pub use self::target::{Sent, Why, creation_hash, sent};

/// The findings, one for each known topic, in the order of [`Topic`].
pub fn findings(known: &Known<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    let Some(chain) = known.chain else { return findings };
    if let Some(named) = known.contract {
        if let Some(refusal) = checks::of_the_ledger(named) {
            findings.push(refusal);
        } else if known.here {
            findings.push(checks::existence(known, named));
            findings.push(checks::address(known, named));
            findings.push(checks::code(known));
            findings.extend(checks::creation(known));
            findings.push(checks::agreement(known, chain));
        } else {
            findings.push(checks::elsewhere(known, named));
        }
    }
    findings.push(checks::support(known, chain));
    let elsewhere_by_id = !known.here && matches!(known.contract, Some(ContractRef::Id(_)));
    let system = known.contract.and_then(checks::of_the_ledger).is_some();
    if known.contract.is_some() && !system && !elsewhere_by_id {
        findings.push(checks::verified(known, chain));
        findings.push(checks::job(known, chain));
    }
    findings
}

/// The result of one check before a submission is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What was checked.
    pub topic: Topic,
    /// Its effect on sending.
    pub standing: Standing,
    /// The finding in a few words that fit behind "cannot be sent:". Empty while loading.
    pub words: String,
    /// Who answered the check.
    pub source: Source,
    /// The suggested action.
    pub step: Option<Step>,
}

/// The topic of a finding, in the order of the lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Topic {
    /// The contract exists.
    Contract,
    /// The address to send.
    Address,
    /// Its runtime code.
    Code,
    /// The hash of its creation.
    Creation,
    /// The contract is on the named chain.
    Chain,
    /// The verifier supports the chain in this mode.
    Support,
    /// The contract is not verified yet.
    Verified,
    /// Jobs for it that are followed here.
    Job,
}

/// The effect of a finding on sending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Nothing speaks against sending.
    Fine,
    /// It may fail, or there is a better way.
    Attention,
    /// It would be refused or is meaningless: nothing can be sent.
    Refuses,
    /// Nothing is sent before the user confirms it.
    Confirm,
    /// The lookup is in progress.
    Asking,
    /// No server answered, or the answer does not decide it.
    Unknown,
}

/// The source of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The record of the contract.
    MirrorNode,
    /// Results of the contract.
    OwnResults,
    /// The verifier's list of chains.
    ChainList,
    /// The verifier's lookup of the contract.
    Lookup,
    /// Followed jobs or typed text.
    Here,
    /// Built-in facts about ledgers.
    BuiltIn,
}

/// The suggested action for a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Verify this contract instead, the implementation behind the proxy.
    Target(EvmAddress),
    /// Search by similarity instead.
    Similarity,
    /// See how the contract is verified.
    Verified,
    /// Open this job.
    Job(JobKey),
    /// Confirm the chain, although the contract's results name another.
    ConfirmChain,
}

impl Source {
    /// The source in words, for a column.
    pub fn label(self) -> &'static str {
        match self {
            Self::MirrorNode => "mirror node",
            Self::OwnResults => "its own results",
            Self::ChainList => "verifier /chains",
            Self::Lookup => "verifier lookup",
            Self::Here => "here",
            Self::BuiltIn => "built in",
        }
    }
}

impl Step {
    /// For the hint of a key.
    pub fn label(self) -> &'static str {
        match self {
            Self::Target(_) => "verify the target",
            Self::Similarity => "similarity instead",
            Self::Verified => "see how it is verified",
            Self::Job(_) => "see the job",
            Self::ConfirmChain => "the chain is meant",
        }
    }
}

impl Finding {
    fn new(topic: Topic, standing: Standing, words: impl Into<String>, source: Source) -> Self {
        Self { topic, standing, words: words.into(), source, step: None }
    }

    fn asking(topic: Topic, source: Source) -> Self {
        Self::new(topic, Standing::Asking, "", source)
    }

    fn step(self, step: Step) -> Self {
        Self { step: Some(step), ..self }
    }
}

/// The finding that forbids sending, if any: refusals before those that need confirmation.
pub fn forbidding(findings: &[Finding]) -> Option<&Finding> {
    let of = |standing| findings.iter().find(move |finding| finding.standing == standing);
    of(Standing::Refuses).or_else(|| of(Standing::Confirm))
}

/// The most important step: of a finding that forbids sending, else of one that needs attention, else of any.
pub fn next_step(findings: &[Finding]) -> Option<Step> {
    if let Some(finding) = forbidding(findings) {
        return finding.step;
    }
    let attention = findings.iter().filter(|finding| finding.standing == Standing::Attention);
    attention.chain(findings).find_map(|finding| finding.step)
}

/// An answer, or why it is missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked<T> {
    /// Not requested yet, or impossible.
    Not,
    /// In progress.
    Asking,
    /// The answer, which may be "not found".
    Known(T),
    /// The server knows no such thing.
    Missing,
    /// No usable answer; the text ends a sentence.
    Failed(String),
}

/// The text that was typed, and the answers about it.
#[derive(Clone, Debug)]
pub struct Known<'a> {
    /// The time that durations in findings count to.
    pub now: Timestamp,
    /// The profile's name.
    pub network: &'a str,
    /// The network's own shard and realm.
    pub home: EntityId,
    /// Base URL of the verifier.
    pub server: &'a str,
    /// The source of the sources.
    pub mode: Mode,
    /// The chain that was named.
    pub chain: Option<&'a ChainId>,
    /// Whether that is the network's own chain. Only then are its records about the intended contract.
    pub here: bool,
    /// The contract that was named.
    pub contract: Option<ContractRef>,
    /// The mirror node's record of the contract.
    pub record: Asked<&'a Contract>,
    /// Whether its code has no metadata.
    pub bare: bool,
    /// The implementation, if it is a minimal proxy.
    pub target: Option<EvmAddress>,
    /// The creation hash by its results.
    pub creation: Asked<CreationHash>,
    /// The hash that was typed or filled in.
    pub hash: Option<CreationHash>,
    /// The chain by its results; the inner `None` if they have none.
    pub own_chain: Asked<Option<ChainId>>,
    /// Whether the user confirmed the chain in spite of the contract's results.
    pub confirmed: bool,
    /// The verifier's chains.
    pub chains: Asked<&'a Chains>,
    /// The verifier's record.
    pub verified: Asked<&'a Verified>,
    /// The jobs that are followed.
    pub jobs: &'a Followed,
}

impl Known<'_> {
    /// The record, once loaded and about the intended contract.
    fn own_record(&self) -> Option<&Contract> {
        match self.record {
            Asked::Known(record) if self.here => Some(record),
            _ => None,
        }
    }

    /// Whether the record is on its way, from which everything else about the contract follows.
    fn is_coming(&self) -> bool {
        matches!(self.record, Asked::Asking)
    }

    /// The address that is sent.
    fn sent(&self) -> Option<Sent> {
        sent(self.contract?, self.own_record())
    }
}

#[cfg(test)]
mod tests;
