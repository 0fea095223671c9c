//! Tokens and their holders: the answers to `GET /api/v1/tokens/{tokenId}` and `/tokens/{tokenId}/balances`.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::amount::grouped;
use super::json::{FromJson, Json, base64};
use super::{Document, EntityId, Field, HexBytes, Key, Text, Timestamp, record};

/// Maximum number of decimals that an amount is shown with; the ledger allows fewer.
const MAX_DECIMALS: usize = 77;

record! {
    /// One token. Amounts are in its smallest units, of which 10 to the power of `decimals` make one.
    pub struct Token: Document {
        /// `token_id`: its id.
        pub token_id: Field<EntityId>,
        /// `name`: free text.
        pub name: Field<Text>,
        /// `symbol`: free text.
        pub symbol: Field<Text>,
        /// `type`: `FUNGIBLE_COMMON` or `NON_FUNGIBLE_UNIQUE`.
        pub r#type: Field<Text> = "type",
        /// `decimals`, sent as text; 0 for unique tokens.
        pub decimals: Field<i64>,
        /// `initial_supply`, smallest units.
        pub initial_supply: Field<i128>,
        /// `total_supply`, smallest units.
        pub total_supply: Field<i128>,
        /// `max_supply`, smallest units; 0 if there is no limit.
        pub max_supply: Field<i128>,
        /// `supply_type`: `FINITE` or `INFINITE`.
        pub supply_type: Field<Text>,
        /// `treasury_account_id`: receives what is minted.
        pub treasury_account_id: Field<EntityId>,
        /// `memo`: free text.
        pub memo: Field<Text>,
        /// `metadata` (sent as base64).
        pub metadata: Field<HexBytes> as base64,
        /// `deleted`: no transfers are possible any longer.
        pub deleted: Field<bool>,
        /// `pause_status`: `PAUSED`, `UNPAUSED` or `NOT_APPLICABLE`.
        pub pause_status: Field<Text>,
        /// `freeze_default`: whether accounts are frozen when they are associated with it.
        pub freeze_default: Field<bool>,
        /// `created_timestamp`: consensus time of the creation.
        pub created_timestamp: Field<Timestamp>,
        /// `modified_timestamp`: consensus time of the latest update.
        pub modified_timestamp: Field<Timestamp>,
        /// `expiry_timestamp`, nanoseconds since 1970; a bare number, unlike other times.
        pub expiry_timestamp: Field<i128> => time_of_nanos,
        /// `auto_renew_account`: pays for renewals.
        pub auto_renew_account: Field<EntityId>,
        /// `auto_renew_period`, seconds.
        pub auto_renew_period: Field<i64>,
        /// `custom_fees`: the fees for transfers.
        pub custom_fees: Field<CustomFees>,
        /// `admin_key`: may change and delete it; null if it is immutable.
        pub admin_key: Field<Key>,
        /// `fee_schedule_key`: may change [`Self::custom_fees`].
        pub fee_schedule_key: Field<Key>,
        /// `freeze_key`: may stop an account's transfers of it.
        pub freeze_key: Field<Key>,
        /// `kyc_key`: must grant an account its transfers of it.
        pub kyc_key: Field<Key>,
        /// `metadata_key`: may change the metadata.
        pub metadata_key: Field<Key>,
        /// `pause_key`: may stop all transfers of it.
        pub pause_key: Field<Key>,
        /// `supply_key`: may mint and burn it.
        pub supply_key: Field<Key>,
        /// `wipe_key`: may remove an account's balance of it.
        pub wipe_key: Field<Key>,
        ..raw, unknown
    }

    /// `custom_fees`: by the token's type it has fractional fees, or royalties.
    pub struct CustomFees: Document {
        /// `created_timestamp`: since when they are charged.
        pub created_timestamp: Field<Timestamp>,
        /// `fixed_fees`.
        pub fixed: Field<Vec<CustomFee>> = "fixed_fees",
        /// `fractional_fees`.
        pub fractional: Field<Vec<CustomFee>> = "fractional_fees",
        /// `royalty_fees`.
        pub royalty: Field<Vec<CustomFee>> = "royalty_fees",
    }

    /// One fee of any kind; each kind lacks some of the fields.
    pub struct CustomFee: Document {
        /// `amount`: the shape depends on the kind of the fee.
        pub amount: Field<FeeAmount>,
        /// `all_collectors_are_exempt`: whether no collector of the token's fees pays this one.
        pub all_collectors_are_exempt: Field<bool>,
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
}

fn time_of_nanos(nanos: &Field<i128>) -> Value {
    nanos.map(|nanos| u64::try_from(*nanos).ok().map(Timestamp::from_nanos)).document()
}

/// `amount` of a fee: fixed, or a part of what is transferred.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FeeAmount {
    /// Of a fixed fee: base units or the token's smallest units.
    Fixed(i64),
    /// Of the other kinds: a fraction of the transferred amount.
    Part(Fraction),
}

impl FromJson for FeeAmount {
    fn from_json(json: Json<'_>) -> Option<Self> {
        Fraction::from_json(json).map(Self::Part).or_else(|| i64::from_json(json).map(Self::Fixed))
    }
}

impl Document for FeeAmount {
    fn document(&self) -> Value {
        match self {
            Self::Fixed(amount) => amount.document(),
            Self::Part(part) => part.document(),
        }
    }
}

record! {
    /// A part of an amount.
    pub struct Fraction: Document {
        /// `numerator`; the part is [`Self::numerator`] divided by [`Self::denominator`].
        pub numerator: Field<i64>,
        /// `denominator`, above zero.
        pub denominator: Field<i64>,
    }

    /// `fallback_fee`: what the receiver of a unique token pays if nothing was paid for it.
    pub struct FallbackFee: Document {
        /// `amount`, base units or the token's smallest units.
        pub amount: Field<i64>,
        /// `denominating_token_id`; null for the coin.
        pub denominating_token_id: Field<EntityId>,
    }
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

record! {
    /// An account and its balance of a token.
    pub struct TokenHolder {
        /// `account`: the holder.
        pub account: Field<EntityId>,
        /// `balance`, smallest units.
        pub balance: Field<i64>,
        /// `decimals` of the token.
        pub decimals: Field<i64>,
        ..raw
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
