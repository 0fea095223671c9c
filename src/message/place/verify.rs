//! The contents of an opened verification form: `verify/CHAIN/ID?mode=MODE`, all parts of which are optional.

use ledger::ContractRef;
use verification::{ChainId, CreationHash, Mode};

use super::parts::Parts;
use super::{Place, PlaceFault};
use crate::message::query_text::query_text;

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
