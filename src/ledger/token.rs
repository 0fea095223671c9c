//! Tokens: the answer to `GET /api/v1/tokens/{tokenId}`.

use super::{EntityId, Field, HexBytes, Key, RawJson, Text, Timestamp};

/// One token. Amounts are in its smallest units, of which 10 to the power of `decimals` make one.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Token {
    /// `admin_key`.
    pub admin_key: Field<Key>,
    /// `auto_renew_account`.
    pub auto_renew_account: Field<EntityId>,
    /// `auto_renew_period`, seconds.
    pub auto_renew_period: Field<i64>,
    /// `created_timestamp`.
    pub created_timestamp: Field<Timestamp>,
    /// `custom_fees`, as received: fixed fees, and fractional or royalty fees by the token's type.
    pub custom_fees: Field<RawJson>,
    /// `decimals`.
    pub decimals: Field<i64>,
    /// `deleted`.
    pub deleted: Field<bool>,
    /// `expiry_timestamp`, nanoseconds since 1970; a bare number, unlike other times.
    pub expiry_timestamp: Field<i128>,
    /// `fee_schedule_key`.
    pub fee_schedule_key: Field<Key>,
    /// `freeze_default`.
    pub freeze_default: Field<bool>,
    /// `freeze_key`.
    pub freeze_key: Field<Key>,
    /// `initial_supply`, smallest units.
    pub initial_supply: Field<i128>,
    /// `kyc_key`.
    pub kyc_key: Field<Key>,
    /// `max_supply`, smallest units; 0 if there is no limit.
    pub max_supply: Field<i128>,
    /// `memo`: free text.
    pub memo: Field<Text>,
    /// `metadata` (sent as base64).
    pub metadata: Field<HexBytes>,
    /// `metadata_key`.
    pub metadata_key: Field<Key>,
    /// `modified_timestamp`.
    pub modified_timestamp: Field<Timestamp>,
    /// `name`: free text.
    pub name: Field<Text>,
    /// `pause_key`.
    pub pause_key: Field<Key>,
    /// `pause_status`.
    pub pause_status: Field<Text>,
    /// `supply_key`.
    pub supply_key: Field<Key>,
    /// `supply_type`: `FINITE` or `INFINITE`.
    pub supply_type: Field<Text>,
    /// `symbol`: free text.
    pub symbol: Field<Text>,
    /// `token_id`.
    pub token_id: Field<EntityId>,
    /// `total_supply`, smallest units.
    pub total_supply: Field<i128>,
    /// `treasury_account_id`.
    pub treasury_account_id: Field<EntityId>,
    /// `type`: `FUNGIBLE_COMMON` or `NON_FUNGIBLE_UNIQUE`.
    pub kind: Field<Text>,
    /// `wipe_key`.
    pub wipe_key: Field<Key>,
    /// The record as received, with any field that is not named here.
    pub raw: RawJson,
}
