//! Parses accounts, tokens and the holders of tokens.

use ledger::account::{Balance, TokenBalance};
use ledger::token::{CustomFee, CustomFees, FallbackFee, FeeAmount, Fraction, TokenHolder};
use ledger::{Account, RawJson, Token};

use super::scalar::Base64;
use super::{FromJson, Json, Object, Record, Whole};

/// The known fields, including the list of transactions, which has a separate request; others are stored as unknown.
const ACCOUNT_FIELDS: [&str; 20] = [
    "account",
    "alias",
    "auto_renew_period",
    "balance",
    "created_timestamp",
    "decline_reward",
    "deleted",
    "ethereum_nonce",
    "evm_address",
    "expiry_timestamp",
    "key",
    "links",
    "max_automatic_token_associations",
    "memo",
    "pending_reward",
    "receiver_sig_required",
    "staked_account_id",
    "staked_node_id",
    "stake_period_start",
    "transactions",
];

impl Whole for Account {
    const MARKS: &'static [&'static str] = &["account", "evm_address"];
}

impl Record for Account {
    fn from_object(object: &Object<'_>, raw: RawJson) -> Self {
        Self {
            account: object.field("account"),
            alias: object.field("alias"),
            auto_renew_period: object.field("auto_renew_period"),
            balance: object.field("balance"),
            created_timestamp: object.field("created_timestamp"),
            decline_reward: object.field("decline_reward"),
            deleted: object.field("deleted"),
            ethereum_nonce: object.field("ethereum_nonce"),
            evm_address: object.field("evm_address"),
            expiry_timestamp: object.field("expiry_timestamp"),
            key: object.field("key"),
            max_automatic_token_associations: object.field("max_automatic_token_associations"),
            memo: object.field("memo"),
            pending_reward: object.field("pending_reward"),
            receiver_sig_required: object.field("receiver_sig_required"),
            staked_account_id: object.field("staked_account_id"),
            staked_node_id: object.field("staked_node_id"),
            stake_period_start: object.field("stake_period_start"),
            unknown: object.others(&ACCOUNT_FIELDS),
            raw,
        }
    }
}

impl FromJson for Balance {
    fn from_json(json: Json<'_>) -> Option<Self> {
        let object = json.object()?;
        Some(Self {
            balance: object.field("balance"),
            timestamp: object.field("timestamp"),
            tokens: object.field("tokens"),
        })
    }
}

impl FromJson for TokenBalance {
    fn from_json(json: Json<'_>) -> Option<Self> {
        let object = json.object()?;
        Some(Self { token_id: object.field("token_id"), balance: object.field("balance") })
    }
}

/// The known fields; others are kept as unknown.
const TOKEN_FIELDS: [&str; 29] = [
    "admin_key",
    "auto_renew_account",
    "auto_renew_period",
    "created_timestamp",
    "custom_fees",
    "decimals",
    "deleted",
    "expiry_timestamp",
    "fee_schedule_key",
    "freeze_default",
    "freeze_key",
    "initial_supply",
    "kyc_key",
    "max_supply",
    "memo",
    "metadata",
    "metadata_key",
    "modified_timestamp",
    "name",
    "pause_key",
    "pause_status",
    "supply_key",
    "supply_type",
    "symbol",
    "token_id",
    "total_supply",
    "treasury_account_id",
    "type",
    "wipe_key",
];

impl Whole for Token {
    const MARKS: &'static [&'static str] = &["token_id"];
}

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
            unknown: object.others(&TOKEN_FIELDS),
            raw,
        }
    }
}

impl FromJson for CustomFees {
    fn from_json(json: Json<'_>) -> Option<Self> {
        let object = json.object()?;
        Some(Self {
            created_timestamp: object.field("created_timestamp"),
            fixed: object.field("fixed_fees"),
            fractional: object.field("fractional_fees"),
            royalty: object.field("royalty_fees"),
        })
    }
}

impl FromJson for CustomFee {
    fn from_json(json: Json<'_>) -> Option<Self> {
        let object = json.object()?;
        Some(Self {
            all_collectors_are_exempt: object.field("all_collectors_are_exempt"),
            amount: object.field("amount"),
            collector_account_id: object.field("collector_account_id"),
            denominating_token_id: object.field("denominating_token_id"),
            fallback_fee: object.field("fallback_fee"),
            maximum: object.field("maximum"),
            minimum: object.field("minimum"),
            net_of_transfers: object.field("net_of_transfers"),
        })
    }
}

impl FromJson for FeeAmount {
    fn from_json(json: Json<'_>) -> Option<Self> {
        Fraction::from_json(json).map(Self::Part).or_else(|| i64::from_json(json).map(Self::Fixed))
    }
}

impl FromJson for Fraction {
    fn from_json(json: Json<'_>) -> Option<Self> {
        let object = json.object()?;
        Some(Self { numerator: object.field("numerator"), denominator: object.field("denominator") })
    }
}

impl FromJson for FallbackFee {
    fn from_json(json: Json<'_>) -> Option<Self> {
        let object = json.object()?;
        let denominating_token_id = object.field("denominating_token_id");
        Some(Self { amount: object.field("amount"), denominating_token_id })
    }
}

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
