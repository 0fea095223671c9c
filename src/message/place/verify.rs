//! The places of a verification: the form with its fields, `verify/CHAIN/ID?mode=MODE`, and a job, by its id at the
//! verifier or by its key on this machine.

use std::fmt;

use ledger::ContractRef;
use verification::{ChainId, CreationHash, JobId, JobKey, Mode};

use super::text::Parts;
use super::{Place, PlaceFault};
use crate::message::place::query_text;

/// The fields that are filled in when the verification form opens.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct VerifyPlace {
    pub chain: Option<ChainId>,
    /// The contract: an address, or an id that the form resolves.
    pub contract: Option<ContractRef>,
    pub mode: Option<Mode>,
    /// The creation transaction hash.
    pub creation_hash: Option<CreationHash>,
}

impl VerifyPlace {
    pub(super) fn parse(parts: &Parts<'_>) -> Result<Place, PlaceFault> {
        let is_given = |at| !parts.open(at).is_empty();
        let mut place = Self {
            chain: is_given(0).then(|| parts.chain(0)).transpose()?,
            contract: is_given(1).then(|| parts.contract(1)).transpose()?,
            ..Self::default()
        };
        for (name, value) in parts.pairs {
            match *name {
                "mode" => {
                    let fault = "the mode is similarity, import, standard-json or metadata";
                    place.mode = Some(Mode::parse(value).ok_or(PlaceFault::Part(fault))?);
                }
                "creationTransactionHash" => {
                    let fault = "a creation transaction hash is 0x and 64 hex digits";
                    place.creation_hash = Some(CreationHash::parse(value).ok_or(PlaceFault::Part(fault))?);
                }
                _ => return Err(PlaceFault::Part("verify takes mode and creationTransactionHash")),
            }
        }
        Ok(Place::Verify(place))
    }

    pub(super) fn text(&self) -> String {
        let chain = self.chain.as_ref().map(ToString::to_string);
        let path = match (chain, self.contract) {
            (None, None) => "verify".to_owned(),
            (Some(chain), None) => format!("verify/{chain}"),
            (chain, Some(contract)) => format!("verify/{}/{contract}", chain.unwrap_or_default()),
        };
        let mode = self.mode.map(|mode| ("mode", mode.name().to_owned()));
        let hash = self.creation_hash.map(|hash| ("creationTransactionHash", hash.to_string()));
        path + &query_text(&mode.into_iter().chain(hash).collect::<Vec<_>>())
    }
}

/// A job, by one of its two names.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum JobPlace {
    /// `job/2f4aeb11-…`.
    Id(JobId),
    /// `job/local:1795216207.000000000-42`.
    Key(JobKey),
}

impl JobPlace {
    pub(super) fn parse(text: &str) -> Result<Self, PlaceFault> {
        match text.strip_prefix("local:") {
            Some(key) => JobKey::parse(key).map(Self::Key),
            None => JobId::parse(text).map(Self::Id),
        }
        .ok_or(PlaceFault::Part("write a job's id: a UUID of 36 characters"))
    }

    pub(super) fn label(&self) -> String {
        match self {
            Self::Id(id) => format!("verification job {id}"),
            Self::Key(key) => format!("verification job {key} of this machine"),
        }
    }
}

impl fmt::Display for JobPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Id(id) => write!(f, "{id}"),
            Self::Key(key) => write!(f, "local:{key}"),
        }
    }
}
