//! One transaction as the ledger records it, with a hash that hides its moment.

use std::ops::Range;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use ledger::{Timestamp, TransactionId};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::data;
use crate::simulation::chance::{Chance, subject};
use crate::simulation::hash::{hidden, hide};
use crate::simulation::id;

/// The account that collects the network's share of fees.
const COLLECTOR: u64 = 802;

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Entry {
    #[serde(deserialize_with = "data::text")]
    pub(crate) at: Timestamp,
    #[serde(deserialize_with = "data::text")]
    pub(crate) id: TransactionId,
    pub(crate) name: &'static str,
    /// The response code's name.
    #[serde(default = "success")]
    pub(crate) result: &'static str,
    /// 0 for a user's transaction.
    #[serde(default)]
    pub(crate) nonce: u32,
    #[serde(default)]
    pub(crate) scheduled: bool,
    #[serde(default, deserialize_with = "data::maybe")]
    pub(crate) parent: Option<Timestamp>,
    pub(crate) entity: Option<u64>,
    #[serde(default, deserialize_with = "data::base64")]
    pub(crate) memo: Vec<u8>,
    /// Tinybars charged.
    pub(crate) fee: i64,
    /// Account and tinybars moved, besides the fee.
    #[serde(default)]
    pub(crate) moves: Vec<(u64, i64)>,
    #[serde(default)]
    pub(crate) tokens: Vec<TokenMove>,
    /// Members that differ from the usual ones.
    #[serde(default)]
    pub(crate) members: Map<String, Value>,
    /// Members that are left out.
    #[serde(default)]
    pub(crate) missing: Vec<String>,
}

fn success() -> &'static str {
    "SUCCESS"
}

/// Tokens that an account got, or gave where the amount is negative.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(crate) struct TokenMove {
    pub(crate) token: u64,
    pub(crate) account: u64,
    pub(crate) amount: i64,
    /// Whether an allowance was used.
    #[serde(default)]
    pub(crate) is_approval: bool,
}

impl Entry {
    pub(crate) fn new(at: Timestamp, id: TransactionId, name: &'static str) -> Self {
        let fee = i64::try_from(
            Chance::new(subject::TRANSACTIONS, id.valid_start.seconds).between(500_000, 8_000_000),
        );
        Self {
            at,
            id,
            name,
            result: success(),
            nonce: 0,
            scheduled: false,
            parent: None,
            entity: None,
            memo: Vec::new(),
            fee: fee.unwrap_or(0),
            moves: Vec::new(),
            tokens: Vec::new(),
            members: Map::new(),
            missing: Vec::new(),
        }
    }

    /// A child of this one, this many nanoseconds later and without a separate fee.
    pub(crate) fn child(&self, nonce: u32, name: &'static str) -> Self {
        let at = crate::simulation::results::child::later(self.at, nonce);
        Self {
            nonce,
            parent: Some(self.at),
            scheduled: self.scheduled,
            fee: 0,
            ..Self::new(at, self.id, name)
        }
    }

    /// Its hash, 48 bytes.
    pub(super) fn hash(&self) -> [u8; LENGTH] {
        hiding(self.drawn().1, self.at)
    }

    /// The node that took it, and a number to make its hash of.
    fn drawn(&self) -> (u64, [u8; LENGTH]) {
        let mut chance = Chance::new(subject::TRANSACTIONS, self.at.seconds ^ u64::from(self.at.nanos) << 32);
        (chance.between(3, 9), chance.bytes())
    }

    pub(crate) fn to_json(&self) -> Map<String, Value> {
        let (node, _) = self.drawn();
        let submitted = self.nonce == 0 && !self.scheduled;
        let hash = BASE64_STANDARD.encode(self.hash());
        let tokens: Vec<Value> = self.tokens.iter().map(|it| it.to_json()).collect();
        let body = json!({
            "batch_key": null,
            "bytes": null,
            "charged_tx_fee": self.fee,
            "consensus_timestamp": self.at.to_string(),
            "entity_id": self.entity.map(id),
            "high_volume": false,
            "high_volume_pricing_multiplier": null,
            "max_custom_fees": [],
            "max_fee": (self.nonce == 0).then(|| (self.fee * 3).to_string()),
            "memo_base64": BASE64_STANDARD.encode(&self.memo),
            "name": self.name,
            "nft_transfers": [],
            "node": submitted.then(|| id(node)),
            "nonce": self.nonce,
            "parent_consensus_timestamp": self.parent.map(|at| at.to_string()),
            "result": self.result,
            "scheduled": self.scheduled,
            "staking_reward_transfers": [],
            "token_transfers": tokens,
            "transaction_hash": hash,
            "transaction_id": self.id.to_string(),
            "transfers": self.transfers(node),
            "valid_duration_seconds": submitted.then_some("120"),
            "valid_start_timestamp": self.id.valid_start.to_string(),
        });
        data::changed(body, &self.members, &self.missing)
    }

    /// All transfers by account, with the fee and its recipients; they add up to zero.
    fn transfers(&self, node: u64) -> Vec<Value> {
        let share = self.fee / 13;
        let mut all = vec![(node, share), (COLLECTOR, self.fee - share), (self.id.payer.num, -self.fee)];
        for (account, amount) in &self.moves {
            match all.iter_mut().find(|(known, _)| known == account) {
                Some((_, sum)) => *sum = sum.saturating_add(*amount),
                None => all.push((*account, *amount)),
            }
        }
        all.sort_unstable();
        all.retain(|(_, amount)| *amount != 0);
        all.into_iter()
            .map(
                |(account, amount)| json!({ "account": id(account), "amount": amount, "is_approval": false }),
            )
            .collect()
    }
}

impl TokenMove {
    fn to_json(self) -> Value {
        json!({
            "token_id": id(self.token),
            "account": id(self.account),
            "amount": self.amount,
            "is_approval": self.is_approval,
        })
    }
}

/// Bytes of a transaction's hash.
pub(super) const LENGTH: usize = 48;
/// The bytes that hold the timestamp.
const PLACE: Range<usize> = 20..28;

/// The same hash with this moment put into it.
pub(super) fn hiding(mut hash: [u8; LENGTH], at: Timestamp) -> [u8; LENGTH] {
    hide(&mut hash, subject::TRANSACTION_HASHES, PLACE, at);
    hash
}

/// The moment that a hash hides.
pub(super) fn moment(hash: &[u8; LENGTH]) -> Timestamp {
    hidden(hash, subject::TRANSACTION_HASHES, PLACE)
}
