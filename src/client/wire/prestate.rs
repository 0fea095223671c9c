//! Parses the state before a result.

use ledger::prestate::{Prestate, PrestateAccount};
use ledger::{HexBytes, RawJson, Text};

use super::page::{BodyFault, whole};
use super::{FromJson, Json};

/// Reads a body that is such a state.
pub(in crate::client) fn read_prestate(body: &RawJson) -> Result<Prestate, BodyFault> {
    let object = whole(body)?;
    let fault = |words: &str| BodyFault { at: "pre".to_owned(), words: Text::from(words) };
    let list = object.get("pre").ok_or_else(|| fault("the list is missing"))?;
    let accounts = Vec::from_json(list).ok_or_else(|| fault("this is not a list that can be read"))?;
    Ok(Prestate { accounts: accounts.into_iter().collect() })
}

impl FromJson for PrestateAccount {
    fn from_json(json: Json<'_>) -> Option<Self> {
        let object = json.object()?;
        let storage = object.get("storage").and_then(Json::object).unwrap_or_default();
        let slot =
            |(slot, value): (&str, Json<'_>)| Some((HexBytes::parse(slot)?, HexBytes::from_json(value)?));
        Some(Self {
            address: object.field("address"),
            balance: object.field("balance"),
            code: object.field("code"),
            nonce: object.field("nonce"),
            storage: storage.members().filter_map(slot).collect(),
        })
    }
}
