//! Transactions as documents: the record, with the part that each account plays, and the money trail.

use serde_json::Value as Json;

use super::{Asset, Flow, Leg, Trail};
use crate::decode::Parties;
use crate::ledger::document::{Document, amount, document};
use crate::ledger::transaction::{AssessedCustomFee, NftTransfer, StakingReward};
use crate::ledger::{EntityId, Field, Transaction, Unit};

/// The unit of tokens' amounts: a token's decimals say how many of them make one.
const SMALLEST: &str = "smallest unit";

impl Document for Transaction {
    fn document(&self) -> Json {
        document! {
            "transaction_id": self.transaction_id,
            "nonce": self.nonce,
            "scheduled": self.scheduled,
            "type": self.name,
            "consensus_timestamp": self.consensus_timestamp,
            "parent_consensus_timestamp": self.parent_consensus_timestamp,
            "valid_start_timestamp": self.valid_start_timestamp,
            "valid_duration_seconds": self.valid_duration_seconds,
            "transaction_hash": self.transaction_hash,
            "outcome": document! { "ok": self.succeeded(), "code": self.result },
            "entity_id": self.entity_id,
            "node": self.node,
            "memo": self.memo,
            "fee": amount(&self.charged_tx_fee, Unit::Base),
            "max_fee": amount(&self.max_fee, Unit::Base),
            "max_custom_fees": self.max_custom_fees,
            "batch_key": self.batch_key,
            "high_volume": self.high_volume,
            "high_volume_pricing_multiplier": self.high_volume_pricing_multiplier,
            "transfers": self.transfers_document(),
            "token_transfers": self.token_transfers_document(),
            "nft_transfers": self.nft_transfers,
            "staking_reward_transfers": self.staking_reward_transfers,
            "assessed_custom_fees": self.assessed_custom_fees,
            "bytes": self.bytes,
        }
    }
}

impl Transaction {
    /// `transfers` of the coin, with the part that each account plays.
    pub fn transfers_document(&self) -> Json {
        let parties = Parties::new(&[self]);
        let transfer = |it: &crate::ledger::transaction::Transfer| {
            document! {
                "account": it.account,
                "amount": it.amount,
                "unit": Unit::Base.label(),
                "role": role(&parties, &it.account),
                "is_approval": it.is_approval,
            }
        };
        self.transfers.map(|all| all.iter().map(transfer).collect::<Vec<_>>()).document()
    }

    /// `token_transfers`, with the part that each account plays.
    pub fn token_transfers_document(&self) -> Json {
        let parties = Parties::new(&[self]);
        let transfer = |it: &crate::ledger::transaction::TokenTransfer| {
            document! {
                "token_id": it.token_id,
                "account": it.account,
                "amount": it.amount,
                "unit": SMALLEST,
                "role": role(&parties, &it.account),
                "is_approval": it.is_approval,
            }
        };
        self.token_transfers.map(|all| all.iter().map(transfer).collect::<Vec<_>>()).document()
    }
}

fn role(parties: &Parties, account: &Field<EntityId>) -> Option<String> {
    account.value().map(|account| parties.role(account))
}

/// The unit of an amount: of the coin where no token is named.
fn unit(token: &Field<EntityId>) -> &'static str {
    if token.known().is_some() { SMALLEST } else { Unit::Base.label() }
}

impl Document for NftTransfer {
    fn document(&self) -> Json {
        document! {
            "token_id": self.token_id,
            "serial_number": self.serial_number,
            "sender_account_id": self.sender_account_id,
            "receiver_account_id": self.receiver_account_id,
            "is_approval": self.is_approval,
        }
    }
}

impl Document for StakingReward {
    fn document(&self) -> Json {
        document! { "account": self.account, "amount": self.amount, "unit": Unit::Base.label() }
    }
}

impl Document for AssessedCustomFee {
    fn document(&self) -> Json {
        document! {
            "token_id": self.token_id,
            "amount": self.amount,
            "unit": unit(&self.token_id),
            "collector_account_id": self.collector_account_id,
            "effective_payer_account_ids": self.effective_payer_account_ids,
        }
    }
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
