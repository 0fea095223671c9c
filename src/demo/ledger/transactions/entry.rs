//! One transaction as the ledger records it.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Map, Value, json};

use super::by_hash;
use crate::demo::ledger::chance::Chance;
use crate::ledger::{EntityId, Timestamp, TransactionId};

/// Separates the transactions' numbers from other numbers of the same index.
const ENTRIES: u64 = 0x7261;
/// The account that collects the network's share of fees.
const COLLECTOR: u64 = 802;

/// A transaction.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// Consensus time.
    pub(crate) at: Timestamp,
    /// Its id.
    pub(crate) id: TransactionId,
    /// The type's name.
    pub(crate) name: &'static str,
    /// The response code's name.
    pub(crate) result: &'static str,
    /// 0 for what a user submitted.
    pub(crate) nonce: u32,
    /// Whether a schedule executed it.
    pub(crate) scheduled: bool,
    /// The consensus time of what caused it.
    pub(crate) parent: Option<Timestamp>,
    /// The entity it is about.
    pub(crate) entity: Option<u64>,
    /// Bytes of the memo.
    pub(crate) memo: Vec<u8>,
    /// Tinybars charged.
    pub(crate) fee: i64,
    /// Tinybars moved besides the fee: account and amount.
    pub(crate) moves: Vec<(u64, i64)>,
    /// Tokens moved.
    pub(crate) tokens: Vec<TokenMove>,
    /// Members that differ from the usual ones.
    pub(crate) members: Vec<(&'static str, Value)>,
    /// Members that are left out.
    pub(crate) missing: Vec<&'static str>,
}

/// Tokens that an account got or gave.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TokenMove {
    /// The token.
    pub(crate) token: u64,
    /// The account.
    pub(crate) account: u64,
    /// Negative for a debit.
    pub(crate) amount: i64,
    /// Whether an allowance was used.
    pub(crate) is_approval: bool,
}

impl Entry {
    /// A successful transaction that a user submitted.
    pub(crate) fn new(at: Timestamp, id: TransactionId, name: &'static str) -> Self {
        let fee = i64::try_from(Chance::of(ENTRIES, id.valid_start.seconds).between(500_000, 8_000_000));
        Self {
            at,
            id,
            name,
            result: "SUCCESS",
            nonce: 0,
            scheduled: false,
            parent: None,
            entity: None,
            memo: Vec::new(),
            fee: fee.unwrap_or(0),
            moves: Vec::new(),
            tokens: Vec::new(),
            members: Vec::new(),
            missing: Vec::new(),
        }
    }

    /// What this one caused: so many nanoseconds later, without a fee of its own.
    pub(crate) fn child(&self, nonce: u32, name: &'static str) -> Self {
        let at = crate::demo::ledger::results::child::later(self.at, nonce);
        Self {
            nonce,
            parent: Some(self.at),
            scheduled: self.scheduled,
            fee: 0,
            ..Self::new(at, self.id, name)
        }
    }

    /// Its hash, 48 bytes.
    pub(super) fn hash(&self) -> [u8; by_hash::LENGTH] {
        by_hash::hiding(self.drawn().1, self.at)
    }

    /// The node that took it, and a number to make its hash of.
    fn drawn(&self) -> (u64, [u8; by_hash::LENGTH]) {
        let mut chance = Chance::of(ENTRIES, self.at.seconds ^ u64::from(self.at.nanos) << 32);
        (chance.between(3, 9), chance.bytes())
    }

    /// As the server writes it.
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
        let Value::Object(mut body) = body else { return Map::new() };
        for (name, value) in &self.members {
            body.insert((*name).to_owned(), value.clone());
        }
        body.retain(|name, _| !self.missing.contains(&name.as_str()));
        body
    }

    /// All moves with the fee and who got it, by account; they add up to zero.
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

/// An entity id of shard 0 and realm 0.
pub(super) fn id(num: u64) -> String {
    EntityId::of(num).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transfers_add_up_to_zero_and_are_ordered_by_account() {
        let at = Timestamp::of(1_795_216_520);
        let payer = TransactionId { payer: EntityId::of(1005), valid_start: Timestamp::of(1_795_216_510) };
        let mut entry = Entry::new(at, payer, "CRYPTOTRANSFER");
        entry.moves = vec![(1005, -5), (1003, 5)];
        let body = entry.to_json();
        let amounts: Vec<i64> =
            body["transfers"].as_array().unwrap().iter().map(|it| it["amount"].as_i64().unwrap()).collect();
        assert_eq!(amounts.len(), 4);
        assert_eq!(amounts.iter().sum::<i64>(), 0);
        let child = entry.child(2, "CRYPTOTRANSFER").to_json();
        assert_eq!(child["parent_consensus_timestamp"], "1795216520.000000000");
        assert_eq!(child["consensus_timestamp"], "1795216520.000000002");
        assert_eq!((&child["node"], &child["max_fee"]), (&Value::Null, &Value::Null));
    }
}
