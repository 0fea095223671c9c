//! Transactions: the fields of an element of `GET /api/v1/transactions/{transactionId}`, and their ids, in any
//! spelling that people paste.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::document::{SMALLEST, document};
use super::entity_id::decimal;
use super::execution::SUCCESS_CODES;
use super::json::{base64, base64_text, lenient_account};
use super::{Document, EntityId, Field, HexBytes, Key, RawJson, Text, Timestamp, Unit, record};

/// All transactions that share one id, oldest first as the server sent them.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct TransactionFamily {
    /// The members: parent, children by nonce, the scheduled execution, duplicates, batch inner ones.
    pub members: Vec<Arc<Transaction>>,
    /// The body as received.
    pub raw: RawJson,
}

record! {
    /// A transaction as the mirror node lists it: submitted, scheduled, or a child of one.
    pub struct Transaction {
        /// `batch_key`: signs the batch that contains it.
        pub batch_key: Field<Key>,
        /// `bytes` of the transaction, if the server keeps them (sent as base64).
        pub bytes: Field<HexBytes> as base64,
        /// `charged_tx_fee`, base units.
        pub charged_tx_fee: Field<i64>,
        /// `consensus_timestamp`: unique on the network.
        pub consensus_timestamp: Field<Timestamp>,
        /// `entity_id` that the transaction acted on.
        pub entity_id: Field<EntityId>,
        /// `high_volume`: whether it was charged by high-volume pricing.
        pub high_volume: Field<bool>,
        /// `high_volume_pricing_multiplier` of the fee, as sent.
        pub high_volume_pricing_multiplier: Field<i64>,
        /// `max_custom_fees`.
        pub max_custom_fees: Field<Vec<MaxCustomFee>>,
        /// `max_fee`, base units.
        pub max_fee: Field<i64>,
        /// `memo_base64`: the memo's bytes, which need not be text.
        pub memo: Field<Text> = "memo_base64" as base64_text,
        /// `name`: the transaction type.
        pub name: Field<Text>,
        /// `nft_transfers`: the unique tokens that changed hands.
        pub nft_transfers: Field<Vec<NftTransfer>>,
        /// `node` that submitted the transaction.
        pub node: Field<EntityId>,
        /// `nonce`: zero for user-submitted transactions.
        pub nonce: Field<i64>,
        /// `parent_consensus_timestamp`: null for a transaction that is not a child.
        pub parent_consensus_timestamp: Field<Timestamp>,
        /// `result`: the name of the response code.
        pub result: Field<Text>,
        /// `scheduled`: whether a schedule executed it.
        pub scheduled: Field<bool>,
        /// `staking_reward_transfers`: rewards that it caused to be paid.
        pub staking_reward_transfers: Field<Vec<StakingReward>>,
        /// `transaction_hash`, usually 48 bytes (sent as base64).
        pub transaction_hash: Field<HexBytes> as base64,
        /// `transaction_id`: shared with its children and later tries.
        pub transaction_id: Field<TransactionId>,
        /// `token_transfers` of fungible tokens.
        pub token_transfers: Field<Vec<TokenTransfer>>,
        /// `transfers` of the coin.
        pub transfers: Field<Vec<Transfer>>,
        /// `valid_duration_seconds` after [`Self::valid_start_timestamp`]; sent as text.
        pub valid_duration_seconds: Field<i64>,
        /// `valid_start_timestamp`: the time of its id, which the payer chose.
        pub valid_start_timestamp: Field<Timestamp>,
        /// `assessed_custom_fees`.
        pub assessed_custom_fees: Field<Vec<AssessedCustomFee>>,
        ..raw
    }

    /// An element of `max_custom_fees`: the most that an account agreed to pay.
    pub struct MaxCustomFee: Document {
        /// `account_id`: who agreed.
        pub account_id: Field<EntityId>,
        /// `amount`, base units or the token's smallest units.
        pub amount: Field<i64>,
        /// `denominating_token_id`; null for the coin.
        pub denominating_token_id: Field<EntityId>,
    }

    /// An element of `nft_transfers`.
    pub struct NftTransfer: Document {
        /// `token_id`: the collection.
        pub token_id: Field<EntityId>,
        /// `serial_number`, unique within the token.
        pub serial_number: Field<i64>,
        /// `sender_account_id`; null when minted.
        pub sender_account_id: Field<EntityId>,
        /// `receiver_account_id`; null when burned.
        pub receiver_account_id: Field<EntityId>,
        /// `is_approval`: whether an allowance paid instead of the sender's signature.
        pub is_approval: Field<bool>,
    }

    /// An element of `staking_reward_transfers`.
    pub struct StakingReward {
        /// `account`: an entity id on real servers, an integer by the document.
        pub account: Field<EntityId> as lenient_account,
        /// `amount`, base units.
        pub amount: Field<i64>,
    }

    /// An element of `transfers`.
    pub struct Transfer {
        /// `account`: who gains or loses.
        pub account: Field<EntityId>,
        /// `amount`, base units, negative for debits.
        pub amount: Field<i64>,
        /// `is_approval`: whether an allowance paid instead of the sender's signature.
        pub is_approval: Field<bool>,
    }

    /// An element of `token_transfers`.
    pub struct TokenTransfer {
        /// `token_id`: the unit of the amount.
        pub token_id: Field<EntityId>,
        /// `account`: who gains or loses.
        pub account: Field<EntityId>,
        /// `amount`, the token's smallest units, negative for debits.
        pub amount: Field<i64>,
        /// `is_approval`: whether an allowance paid instead of the sender's signature.
        pub is_approval: Field<bool>,
    }

    /// An element of `assessed_custom_fees`.
    pub struct AssessedCustomFee {
        /// `amount`, base units or the token's smallest units.
        pub amount: Field<i64>,
        /// `collector_account_id`: receives the fee.
        pub collector_account_id: Field<EntityId>,
        /// `effective_payer_account_ids`: who paid it.
        pub effective_payer_account_ids: Field<Vec<Field<EntityId>>>,
        /// `token_id`; null for the coin.
        pub token_id: Field<EntityId>,
    }
}

impl Document for StakingReward {
    fn document(&self) -> Value {
        document! { "account": self.account, "amount": self.amount, "unit": Unit::Base.label() }
    }
}

impl Document for AssessedCustomFee {
    fn document(&self) -> Value {
        document! {
            "token_id": self.token_id,
            "amount": self.amount,
            "unit": unit(&self.token_id),
            "collector_account_id": self.collector_account_id,
            "effective_payer_account_ids": self.effective_payer_account_ids,
        }
    }
}

/// The unit of an amount: of the coin where no token is named.
fn unit(token: &Field<EntityId>) -> &'static str {
    if token.known().is_some() { SMALLEST } else { Unit::Base.label() }
}

impl Transaction {
    /// Whether `result` is one of the codes that count as success; `None` if there is no result.
    pub fn succeeded(&self) -> Option<bool> {
        self.result.known().map(|result| SUCCESS_CODES.iter().any(|code| result.is(code)))
    }
}

/// A transaction id. Prints as the path wants it: `payer-seconds-nanoseconds`, nine digits of nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TransactionId {
    /// The account that pays.
    pub payer: EntityId,
    /// The start of the valid period, chosen by the payer: unique for each of the payer's transactions.
    pub valid_start: Timestamp,
}

impl TransactionId {
    /// Parses `payer-seconds-nanos` or `payer@seconds.nanos`.
    ///
    /// Nanoseconds are a number here: `-5` is five nanoseconds, unlike the fraction of a timestamp.
    pub fn parse(text: &str) -> Option<Self> {
        let (payer, rest, point) = match text.split_once('@') {
            Some((payer, rest)) => (payer, rest, '.'),
            None => text.split_once('-').map(|(payer, rest)| (payer, rest, '-'))?,
        };
        let (seconds, nanos) = rest.split_once(point)?;
        if seconds.len() > 10 || nanos.len() > 9 {
            return None;
        }
        Some(Self {
            payer: EntityId::parse(payer)?,
            valid_start: Timestamp {
                seconds: decimal(seconds)?,
                nanos: u32::try_from(decimal(nanos)?).ok()?,
            },
        })
    }

    /// Reads the digits that some exchanges print: `00`, the payer's number, ten digits of seconds and nine
    /// of nanoseconds.
    pub fn parse_digits(text: &str) -> Option<Self> {
        let rest = text.strip_prefix("00")?;
        let cut = rest.len().checked_sub(19)?;
        let (payer, start) = rest.split_at_checked(cut)?;
        let (seconds, nanos) = start.split_at_checked(10)?;
        if payer.starts_with('0') || payer.len() > 10 {
            return None;
        }
        Some(Self {
            payer: EntityId::from_num(decimal(payer)?),
            valid_start: Timestamp {
                seconds: decimal(seconds)?,
                nanos: u32::try_from(decimal(nanos)?).ok()?,
            },
        })
    }

    /// The spelling that people read: `payer@seconds.nanoseconds`.
    pub fn at_form(&self) -> String {
        format!("{}@{}", self.payer, self.valid_start)
    }
}

impl fmt::Display for TransactionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}-{:09}", self.payer, self.valid_start.seconds, self.valid_start.nanos)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_spellings_are_the_same_id() {
        let dashed = TransactionId::parse("0.0.1005-1795216518-468117137").unwrap();
        assert_eq!(TransactionId::parse("0.0.1005@1795216518.468117137"), Some(dashed));
        assert_eq!(dashed.to_string(), "0.0.1005-1795216518-468117137");
        assert_eq!(dashed.at_form(), "0.0.1005@1795216518.468117137");
        assert_eq!(TransactionId::parse_digits("0010051795216518468117137"), Some(dashed));
    }

    #[test]
    fn nanoseconds_are_padded_on_the_left() {
        assert_eq!(TransactionId::parse("0.0.2-1-5").unwrap().to_string(), "0.0.2-1-000000005");
        assert_eq!(TransactionId::parse("0.0.2@1.5").unwrap().valid_start.nanos, 5);
    }

    #[test]
    fn refuses_what_is_not_an_id() {
        for text in [
            "",
            "0.0.2",
            "2-1-5",
            "0.0.2-1",
            "0.0.2-1-1234567890",
            "0.0.2@1-5",
            "0.0.2-12345678901-5",
            "0.0.2-1-5-6",
        ] {
            assert_eq!(TransactionId::parse(text), None, "{text}");
        }
    }
}
