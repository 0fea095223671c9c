//! Parses the holders of tokens.

use ledger::RawJson;
use ledger::token_holder::TokenHolder;

use super::{Object, Record};

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
