//! Transactions as documents: the record, with the part that each account plays, and the money trail.

use ledger::document::{Document, SMALLEST, amount, document};
use ledger::transaction::{TokenTransfer, Transfer};
use ledger::{EntityId, Field, Transaction, Unit};
use serde_json::Value as Json;

use super::{Asset, Flow, Leg, Trail};
use crate::Parties;

/// The record of a transaction, with the part that each account plays.
pub fn transaction_document(transaction: &Transaction) -> Json {
    document! {
        "transaction_id": transaction.transaction_id,
        "nonce": transaction.nonce,
        "scheduled": transaction.scheduled,
        "type": transaction.name,
        "consensus_timestamp": transaction.consensus_timestamp,
        "parent_consensus_timestamp": transaction.parent_consensus_timestamp,
        "valid_start_timestamp": transaction.valid_start_timestamp,
        "valid_duration_seconds": transaction.valid_duration_seconds,
        "transaction_hash": transaction.transaction_hash,
        "outcome": document! { "ok": transaction.succeeded(), "code": transaction.result },
        "entity_id": transaction.entity_id,
        "node": transaction.node,
        "memo": transaction.memo,
        "fee": amount(&transaction.charged_tx_fee, Unit::Base),
        "max_fee": amount(&transaction.max_fee, Unit::Base),
        "max_custom_fees": transaction.max_custom_fees,
        "batch_key": transaction.batch_key,
        "high_volume": transaction.high_volume,
        "high_volume_pricing_multiplier": transaction.high_volume_pricing_multiplier,
        "transfers": transfers_document(transaction),
        "token_transfers": token_transfers_document(transaction),
        "nft_transfers": transaction.nft_transfers,
        "staking_reward_transfers": transaction.staking_reward_transfers,
        "assessed_custom_fees": transaction.assessed_custom_fees,
        "bytes": transaction.bytes,
    }
}

/// `transfers` of the coin, with the part that each account plays.
pub fn transfers_document(transaction: &Transaction) -> Json {
    let parties = Parties::new(&[transaction]);
    let transfer = |it: &Transfer| {
        document! {
            "account": it.account,
            "amount": it.amount,
            "unit": Unit::Base.label(),
            "role": role(&parties, &it.account),
            "is_approval": it.is_approval,
        }
    };
    transaction.transfers.map(|all| all.iter().map(transfer).collect::<Vec<_>>()).document()
}

/// `token_transfers`, with the part that each account plays.
pub fn token_transfers_document(transaction: &Transaction) -> Json {
    let parties = Parties::new(&[transaction]);
    let transfer = |it: &TokenTransfer| {
        document! {
            "token_id": it.token_id,
            "account": it.account,
            "amount": it.amount,
            "unit": SMALLEST,
            "role": role(&parties, &it.account),
            "is_approval": it.is_approval,
        }
    };
    transaction.token_transfers.map(|all| all.iter().map(transfer).collect::<Vec<_>>()).document()
}

fn role(parties: &Parties, account: &Field<EntityId>) -> Option<String> {
    account.value().map(|account| parties.role(account))
}

impl Document for Leg {
    fn document(&self) -> Json {
        document! { "account": self.account, "amount": self.amount }
    }
}

impl Document for Flow {
    fn document(&self) -> Json {
        let (token, unit) = match self.asset {
            Asset::Coin => (None, Unit::Base.label()),
            Asset::Token(token) => (Some(token), SMALLEST),
            Asset::Unique(token) => (Some(token), "piece"),
        };
        document! {
            "kind": self.kind.label(),
            "token_id": token,
            "serial_number": self.serial,
            "amount": self.amount(),
            "unit": unit,
            "from": self.from,
            "to": self.to,
            "transaction": self.member,
        }
    }
}

impl Document for Trail {
    /// The movements of value, each for one reason.
    fn document(&self) -> Json {
        self.flows.document()
    }
}
