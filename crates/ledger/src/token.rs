//! Tokens and their holders: the answers to `GET /api/v1/tokens/{tokenId}` and `/tokens/{tokenId}/balances`.

use serde::{Deserialize, Serialize};

use super::amount::grouped;
use super::{EntityId, Field, HexBytes, Key, RawJson, Row, Text, Timestamp};

/// Maximum number of decimals that an amount is shown with; the ledger allows fewer.
const MAX_DECIMALS: usize = 77;

/// One token. Amounts are in its smallest units, of which 10 to the power of `decimals` make one.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Token {
    /// `admin_key`: may change and delete it; null if it is immutable.
    pub admin_key: Field<Key>,
    /// `auto_renew_account`: pays for renewals.
    pub auto_renew_account: Field<EntityId>,
    /// `auto_renew_period`, seconds.
    pub auto_renew_period: Field<i64>,
    /// `created_timestamp`: consensus time of the creation.
    pub created_timestamp: Field<Timestamp>,
    /// `custom_fees`: the fees for transfers.
    pub custom_fees: Field<CustomFees>,
    /// `decimals`, sent as text; 0 for unique tokens.
    pub decimals: Field<i64>,
    /// `deleted`: no transfers are possible any longer.
    pub deleted: Field<bool>,
    /// `expiry_timestamp`, nanoseconds since 1970; a bare number, unlike other times.
    pub expiry_timestamp: Field<i128>,
    /// `fee_schedule_key`: may change [`Self::custom_fees`].
    pub fee_schedule_key: Field<Key>,
    /// `freeze_default`: whether accounts are frozen when they are associated with it.
    pub freeze_default: Field<bool>,
    /// `freeze_key`: may stop an account's transfers of it.
    pub freeze_key: Field<Key>,
    /// `initial_supply`, smallest units.
    pub initial_supply: Field<i128>,
    /// `kyc_key`: must grant an account its transfers of it.
    pub kyc_key: Field<Key>,
    /// `max_supply`, smallest units; 0 if there is no limit.
    pub max_supply: Field<i128>,
    /// `memo`: free text.
    pub memo: Field<Text>,
    /// `metadata` (sent as base64).
    pub metadata: Field<HexBytes>,
    /// `metadata_key`: may change the metadata.
    pub metadata_key: Field<Key>,
    /// `modified_timestamp`: consensus time of the latest update.
    pub modified_timestamp: Field<Timestamp>,
    /// `name`: free text.
    pub name: Field<Text>,
    /// `pause_key`: may stop all transfers of it.
    pub pause_key: Field<Key>,
    /// `pause_status`: `PAUSED`, `UNPAUSED` or `NOT_APPLICABLE`.
    pub pause_status: Field<Text>,
    /// `supply_key`: may mint and burn it.
    pub supply_key: Field<Key>,
    /// `supply_type`: `FINITE` or `INFINITE`.
    pub supply_type: Field<Text>,
    /// `symbol`: free text.
    pub symbol: Field<Text>,
    /// `token_id`: its id.
    pub token_id: Field<EntityId>,
    /// `total_supply`, smallest units.
    pub total_supply: Field<i128>,
    /// `treasury_account_id`: receives what is minted.
    pub treasury_account_id: Field<EntityId>,
    /// `type`: `FUNGIBLE_COMMON` or `NON_FUNGIBLE_UNIQUE`.
    pub kind: Field<Text>,
    /// `wipe_key`: may remove an account's balance of it.
    pub wipe_key: Field<Key>,
    /// Fields that are not named here: their name, and their JSON as received.
    pub unknown: Vec<(Text, RawJson)>,
    /// The record as received.
    pub raw: RawJson,
}

/// `custom_fees`: by the token's type it has fractional fees, or royalties.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct CustomFees {
    /// `created_timestamp`: since when they are charged.
    pub created_timestamp: Field<Timestamp>,
    /// `fixed_fees`.
    pub fixed: Field<Vec<CustomFee>>,
    /// `fractional_fees`.
    pub fractional: Field<Vec<CustomFee>>,
    /// `royalty_fees`.
    pub royalty: Field<Vec<CustomFee>>,
}

/// One fee of any kind; each kind lacks some of the fields.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct CustomFee {
    /// `all_collectors_are_exempt`: whether no collector of the token's fees pays this one.
    pub all_collectors_are_exempt: Field<bool>,
    /// `amount`: the shape depends on the kind of the fee.
    pub amount: Field<FeeAmount>,
    /// `collector_account_id`: the account that receives the fee.
    pub collector_account_id: Field<EntityId>,
    /// `denominating_token_id`: the token in which the fee is paid; null for the coin.
    pub denominating_token_id: Field<EntityId>,
    /// `fallback_fee` of a royalty, for exchanges without a price.
    pub fallback_fee: Field<FallbackFee>,
    /// `maximum`, smallest units.
    pub maximum: Field<i64>,
    /// `minimum`, smallest units.
    pub minimum: Field<i64>,
    /// `net_of_transfers`: whether the sender pays the fee in addition to the transferred amount.
    pub net_of_transfers: Field<bool>,
}

/// `amount` of a fee: fixed, or a part of what is transferred.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FeeAmount {
    /// Of a fixed fee: base units or the token's smallest units.
    Fixed(i64),
    /// Of the other kinds: a fraction of the transferred amount.
    Part(Fraction),
}

/// A part of an amount.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Fraction {
    /// `numerator`; the part is [`Self::numerator`] divided by [`Self::denominator`].
    pub numerator: Field<i64>,
    /// `denominator`, above zero.
    pub denominator: Field<i64>,
}

/// `fallback_fee`: what the receiver of a unique token pays if nothing was paid for it.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct FallbackFee {
    /// `amount`, base units or the token's smallest units.
    pub amount: Field<i64>,
    /// `denominating_token_id`; null for the coin.
    pub denominating_token_id: Field<EntityId>,
}

impl Token {
    /// An amount of smallest units in whole tokens, exactly and grouped; `None` if the decimals are not known.
    pub fn whole_tokens(&self, smallest: i128) -> Option<String> {
        let places = usize::try_from(self.decimals.value()?).ok().filter(|places| *places <= MAX_DECIMALS)?;
        let digits = smallest.unsigned_abs().to_string();
        let padded = format!("{digits:0>width$}", width = places + 1);
        let (whole, fraction) = padded.split_at(padded.len() - places);
        let fraction = fraction.trim_end_matches('0');
        let sign = if smallest < 0 { "-" } else { "" };
        let point = if fraction.is_empty() { "" } else { "." };
        Some(format!("{sign}{}{point}{fraction}", grouped(whole)))
    }
}

/// An account and its balance of a token.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct TokenHolder {
    /// `account`: the holder.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_scaled_without_a_float() {
        let token = |decimals: i64| Token { decimals: decimals.into(), ..Token::default() };
        for (decimals, smallest, whole) in [
            (6, 1_234_500_000, "1,234.5"),
            (6, 5, "0.000005"),
            (6, -5_000_000, "-5"),
            (0, 42, "42"),
            (18, 0, "0"),
            (0, i128::MIN, "-170,141,183,460,469,231,731,687,303,715,884,105,728"),
        ] {
            assert_eq!(token(decimals).whole_tokens(smallest).as_deref(), Some(whole));
        }
        assert_eq!(
            (Token::default().whole_tokens(1), token(-1).whole_tokens(1), token(1_000_000).whole_tokens(1)),
            (None, None, None)
        );
    }
}
