//! A finding: one line about a submission before it is sent, with its source and what can be done about it.

use ledger::EvmAddress;

use crate::JobKey;

/// The result of one check before a submission is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub topic: Topic,
    /// Its effect on sending.
    pub standing: Standing,
    /// The finding in a few words that fit behind "cannot be sent:". Empty while loading.
    pub words: String,
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
    pub(super) fn new(topic: Topic, standing: Standing, words: impl Into<String>, source: Source) -> Self {
        Self { topic, standing, words: words.into(), source, step: None }
    }

    pub(super) fn asking(topic: Topic, source: Source) -> Self {
        Self::new(topic, Standing::Asking, "", source)
    }

    pub(super) fn step(self, step: Step) -> Self {
        Self { step: Some(step), ..self }
    }

    /// Whether nothing can be sent because of it.
    pub fn forbids(&self) -> bool {
        matches!(self.standing, Standing::Refuses | Standing::Confirm)
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
