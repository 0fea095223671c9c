//! Holders of tokens: an element of `GET /api/v1/tokens/{tokenId}/balances`.

use serde::{Deserialize, Serialize};

use super::{EntityId, Field, RawJson, Row};

/// An account and its balance of a token.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct TokenHolder {
    pub account: Field<EntityId>,
    /// `balance`, smallest units.
    pub balance: Field<i64>,
    /// `decimals` of the token.
    pub decimals: Field<i64>,
    /// The record as received, with any field that is not named here.
    #[serde(skip)]
    pub raw: RawJson,
}

impl Row for TokenHolder {
    fn raw(&self) -> &RawJson {
        &self.raw
    }
}
