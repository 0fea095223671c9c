//! Parses the holders of tokens.

use super::{Object, Record};
use crate::ledger::RawJson;
use crate::ledger::token_holder::TokenHolder;

impl Record for TokenHolder {
    fn from_object(object: &Object<'_>, raw: RawJson) -> Self {
        Self {
            account: object.field("account"),
            balance: object.field("balance"),
            decimals: object.field("decimals"),
            raw,
        }
    }
}
