//! A finding: one line of what is known before sending, where it comes from, and what can be done about it.

use ledger::EvmAddress;

use crate::JobKey;

/// What is known about one thing before a submission is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub topic: Topic,
    /// How it bears on sending.
    pub standing: Standing,
    /// The finding in a few words that fit behind "cannot be sent:". Empty while loading.
    pub words: String,
    /// Who says so.
    pub source: Source,
    /// What can be done about it.
    pub step: Option<Step>,
}

/// What a finding is about, in the order of the lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Topic {
    /// That the contract exists.
    Contract,
    /// Which address is sent for it.
    Address,
    /// Its runtime code.
    Code,
    /// The hash of its creation.
    Creation,
    /// That it is on the chain that is named.
    Chain,
    /// That the verifier takes contracts of the chain, in this mode.
    Support,
    /// Whether the verifier has it verified already.
    Verified,
    /// Jobs for it that are followed here.
    Job,
}

/// How a finding bears on sending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Nothing speaks against sending.
    Fine,
    /// It may go wrong, or there is something better to do.
    Attention,
    /// It would be refused, or could not mean anything: nothing can be sent.
    Refuses,
    /// Nothing is sent before the user says that it is meant so.
    Confirm,
    /// It is being asked for.
    Asking,
    /// Not known.
    Unknown,
}

/// Who says what a finding says.
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

/// What can be done about a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Verify this contract instead, to which a proxy passes its calls on.
    Target(EvmAddress),
    /// Search by similarity instead.
    Similarity,
    /// See how the contract is verified.
    Verified,
    /// See this job.
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

/// The finding that forbids sending, if there is one: what refuses before what only wants to be confirmed.
pub fn forbidding(findings: &[Finding]) -> Option<&Finding> {
    let of = |standing| findings.iter().find(move |finding| finding.standing == standing);
    of(Standing::Refuses).or_else(|| of(Standing::Confirm))
}

/// The step that matters most: about what forbids sending, else about what needs attention, else about any.
pub fn next_step(findings: &[Finding]) -> Option<Step> {
    if let Some(finding) = forbidding(findings) {
        return finding.step;
    }
    let attention = findings.iter().filter(|finding| finding.standing == Standing::Attention);
    attention.chain(findings).find_map(|finding| finding.step)
}
