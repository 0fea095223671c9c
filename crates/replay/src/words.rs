//! Verdicts and assumptions in words.

use std::fmt;

use alloy_primitives::Address;
use evm::{Assumed, Stopped};

use super::compare::{Agreement, Difference, Point};
use super::replayed::{Replayed, SourceLookup};
use super::verdict::{Unreplayed, Verdict};

impl Verdict {
    /// In one word.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Agrees => "agrees",
            Self::Assumed(_) => "assumed",
            Self::Undetermined(_) => "undetermined",
            Self::Differs(_) => "differs",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Agrees => f.write_str("agrees"),
            Self::Assumed(1) => f.write_str("agrees, assuming 1 value"),
            Self::Assumed(count) => write!(f, "agrees, assuming {count} values"),
            Self::Undetermined(on) => {
                let named: Vec<String> = on.iter().take(MAX_NAMED).map(ToString::to_string).collect();
                let more = on.len().saturating_sub(MAX_NAMED);
                let more = if more > 0 { format!(" and {more} more") } else { String::new() };
                write!(f, "undetermined (hangs on {}{more})", named.join(", "))
            }
            Self::Differs(difference) => write!(f, "differs {difference}"),
        }
    }
}

/// The most assumptions that a verdict names.
const MAX_NAMED: usize = 3;

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.call {
            Some(call) => write!(f, "at call {call}: {}", self.words),
            None => write!(f, "in the end: {}", self.words),
        }
    }
}

impl fmt::Display for Agreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Agrees => f.write_str("agrees"),
            Self::Differs(difference) => write!(f, "differs {difference}"),
            Self::Unknown(words) => write!(f, "unknown: {words}"),
        }
    }
}

impl fmt::Display for Unreplayed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotReplayable(why) => f.write_str(why.words()),
            Self::Refused(refused) => write!(f, "the EVM does not begin: {}", refused.0),
            Self::Stopped(Stopped::Early) => f.write_str("the execution took too long and was stopped"),
            Self::Stopped(Stopped::Memory) => {
                f.write_str("the execution took too much memory and was stopped")
            }
        }
    }
}

/// The value assumed for an unknown one, in words.
pub fn taken_for(assumed: Assumed) -> &'static str {
    match assumed {
        Assumed::PrevRandao => "no server tells it: 0",
        Assumed::GasPrice => "the network's price then is not recorded: 0",
        Assumed::Coinbase => "the funding account, 0.0.98",
        Assumed::Balance(_) => "the last snapshot before",
        Assumed::Slot(..) => "neither the record nor the state has it: 0",
        Assumed::BlockHash(_) => "there is no such block: 0",
        Assumed::Account(_) => "neither a contract nor an account is known: nothing is there",
        Assumed::Nonce(_) => "the ledger does not keep it: 1",
        Assumed::Gas => "the ledger's gas schedule is slightly another one",
    }
}

impl Replayed {
    /// Why a contract's source line is missing. `are_sources_missing`: whether the lookup of its sources may have
    /// failed.
    pub fn no_line(&self, address: Address, are_sources_missing: bool) -> &'static str {
        match self.source_lookup(address) {
            Some(SourceLookup::Verified(_)) if self.sources.has(address) => "no line: generated code",
            Some(SourceLookup::Verified(_)) => "no source map of this code",
            Some(SourceLookup::NotVerified) => "the source is not verified",
            Some(SourceLookup::Unavailable) => "the source could not be loaded",
            None if self.has_sources() => "the source was not asked for",
            None if are_sources_missing => "the source could not be loaded",
            None => "the source is loading",
        }
    }

    /// The verdict in one word.
    pub fn name(&self) -> &'static str {
        self.outcome.as_ref().map_or("not-replayable", |replay| replay.verdict.name())
    }

    pub fn sentence(&self) -> String {
        match &self.outcome {
            Ok(replay) => replay.verdict.to_string(),
            Err(why) => format!("not replayable: {why}"),
        }
    }

    /// The number of decisive points that match, and of those that the record holds.
    pub fn agreeing(&self) -> (usize, usize) {
        let points = self.outcome.as_ref().map(|replay| replay.comparison.points()).unwrap_or_default();
        let decisive = points.iter().filter(|(point, _)| Point::DECISIVE.contains(point));
        let told = decisive.filter(|(_, agreement)| !matches!(agreement, Agreement::Unknown(_)));
        told.fold((0, 0), |(agreeing, told), (_, agreement)| {
            (agreeing + usize::from(*agreement == Agreement::Agrees), told + 1)
        })
    }
}
