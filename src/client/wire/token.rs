//! Parses tokens, whose numbers are strings.

use super::base64::Base64;
use super::{Object, Record};
use crate::ledger::{RawJson, Token};

impl Record for Token {
    fn from_object(object: &Object<'_>, raw: RawJson) -> Self {
        Self {
            admin_key: object.field("admin_key"),
            auto_renew_account: object.field("auto_renew_account"),
            auto_renew_period: object.field("auto_renew_period"),
            created_timestamp: object.field("created_timestamp"),
            custom_fees: object.field("custom_fees"),
            decimals: object.field("decimals"),
            deleted: object.field("deleted"),
            expiry_timestamp: object.field("expiry_timestamp"),
            fee_schedule_key: object.field("fee_schedule_key"),
            freeze_default: object.field("freeze_default"),
            freeze_key: object.field("freeze_key"),
            initial_supply: object.field("initial_supply"),
            kyc_key: object.field("kyc_key"),
            max_supply: object.field("max_supply"),
            memo: object.field("memo"),
            metadata: object.field("metadata").map(Base64::bytes),
            metadata_key: object.field("metadata_key"),
            modified_timestamp: object.field("modified_timestamp"),
            name: object.field("name"),
            pause_key: object.field("pause_key"),
            pause_status: object.field("pause_status"),
            supply_key: object.field("supply_key"),
            supply_type: object.field("supply_type"),
            symbol: object.field("symbol"),
            token_id: object.field("token_id"),
            total_supply: object.field("total_supply"),
            treasury_account_id: object.field("treasury_account_id"),
            kind: object.field("type"),
            wipe_key: object.field("wipe_key"),
            raw,
        }
    }
}
