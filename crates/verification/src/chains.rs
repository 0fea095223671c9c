//! The chains that a verifier knows: the answer to `GET /chains`.

use ledger::{Field, Text};

use super::ChainId;

/// The chains, in the order sent.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Chains(pub Vec<Chain>);

/// One chain of the list.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Chain {
    /// `chainId`.
    pub id: Field<ChainId>,
    /// `name`.
    pub name: Field<Text>,
    /// `title`: a longer name.
    pub title: Field<Text>,
    /// `supported`: whether contracts on it can be verified; false for a chain that was retired.
    pub supported: Field<bool>,
    /// `etherscanAPI`: whether sources can be imported from an explorer. Some servers leave it out.
    pub import: Field<bool>,
}

impl Chains {
    /// The entry of this chain.
    pub fn find(&self, id: &ChainId) -> Option<&Chain> {
        self.0.iter().find(|chain| chain.id.known() == Some(id))
    }
}

impl Chain {
    /// The chain's name.
    pub fn called(&self) -> Option<&Text> {
        [&self.title, &self.name].into_iter().filter_map(Field::known).find(|name| !name.is_empty())
    }
}
