//! Parses contracts.

use ledger::contract::Validity;
use ledger::{Contract, RawJson};

use super::{FromJson, Json, Object, Record, Whole};

impl Whole for Contract {
    const MARKS: &'static [&'static str] = &["contract_id", "evm_address"];
}

impl Record for Contract {
    fn from_object(object: &Object<'_>, raw: RawJson) -> Self {
        Self {
            admin_key: object.field("admin_key"),
            auto_renew_account: object.field("auto_renew_account"),
            auto_renew_period: object.field("auto_renew_period"),
            contract_id: object.field("contract_id"),
            created_timestamp: object.field("created_timestamp"),
            deleted: object.field("deleted"),
            evm_address: object.field("evm_address"),
            expiration_timestamp: object.field("expiration_timestamp"),
            file_id: object.field("file_id"),
            max_automatic_token_associations: object.field("max_automatic_token_associations"),
            memo: object.field("memo"),
            nonce: object.field("nonce"),
            obtainer_id: object.field("obtainer_id"),
            permanent_removal: object.field("permanent_removal"),
            proxy_account_id: object.field("proxy_account_id"),
            timestamp: object.field("timestamp"),
            bytecode: object.field("bytecode"),
            runtime_bytecode: object.field("runtime_bytecode"),
            raw,
        }
    }
}

impl FromJson for Validity {
    fn from_json(json: Json<'_>) -> Option<Self> {
        let object = json.object()?;
        Some(Self { from: object.field("from"), to: object.field("to") })
    }
}
