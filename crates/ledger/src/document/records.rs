//! The records that servers have of accounts, tokens, blocks, contracts, schedules and transactions, field by field.

use serde_json::Value as Json;

use super::{Document, SMALLEST, amount, document};
use crate::account::{Balance, TokenBalance};
use crate::contract::Validity;
use crate::result::{AccessEntry, AccessList, Authorization};
use crate::schedule::{Deleted, ScheduleSignature};
use crate::token::{CustomFee, CustomFees, FallbackFee, FeeAmount, Fraction};
use crate::transaction::{AssessedCustomFee, MaxCustomFee, NftTransfer, StakingReward};
use crate::{Account, Block, Contract, EntityId, Field, Schedule, Timestamp, Token, Unit};

/// The form of a record whose fields are its members, by their names.
macro_rules! record {
    ($record:ty { $($field:ident)+ }) => {
        impl Document for $record {
            fn document(&self) -> Json {
                super::object([$((stringify!($field), self.$field.document())),+])
            }
        }
    };
}

record!(Validity { from to });
record!(TokenBalance { token_id balance });
record!(AccessEntry { address storage_keys });
record!(Authorization { address chain_id nonce r s y_parity });
record!(MaxCustomFee { account_id amount denominating_token_id });
record!(NftTransfer { token_id serial_number sender_account_id receiver_account_id is_approval });
record!(Fraction { numerator denominator });
record!(FallbackFee { amount denominating_token_id });
record!(CustomFees { created_timestamp fixed fractional royalty });
record!(CustomFee {
    amount all_collectors_are_exempt collector_account_id denominating_token_id fallback_fee maximum minimum
    net_of_transfers
});
record!(Block {
    number hash previous_hash timestamp count gas_used hapi_version name size logs_bloom
});
record!(Contract {
    contract_id evm_address memo deleted permanent_removal created_timestamp expiration_timestamp timestamp
    admin_key auto_renew_account auto_renew_period file_id max_automatic_token_associations nonce obtainer_id
    proxy_account_id bytecode runtime_bytecode
});

impl Document for AccessList {
    fn document(&self) -> Json {
        match self {
            Self::Hex(bytes) => bytes.document(),
            Self::Entries(entries) => entries.document(),
        }
    }
}

impl Document for FeeAmount {
    fn document(&self) -> Json {
        match self {
            Self::Fixed(amount) => amount.document(),
            Self::Part(part) => part.document(),
        }
    }
}

impl Document for Balance {
    fn document(&self) -> Json {
        document! {
            "amount": self.balance,
            "unit": Unit::Base.label(),
            "timestamp": self.timestamp,
            "tokens": self.tokens,
        }
    }
}

impl Document for Account {
    fn document(&self) -> Json {
        document! {
            "account": self.account,
            "evm_address": self.evm_address,
            "alias": self.alias,
            "memo": self.memo,
            "balance": self.balance,
            "deleted": self.deleted,
            "created_timestamp": self.created_timestamp,
            "expiry_timestamp": self.expiry_timestamp,
            "auto_renew_period": self.auto_renew_period,
            "ethereum_nonce": self.ethereum_nonce,
            "key": self.key,
            "max_automatic_token_associations": self.max_automatic_token_associations,
            "receiver_sig_required": self.receiver_sig_required,
            "pending_reward": amount(&self.pending_reward, Unit::Base),
            "decline_reward": self.decline_reward,
            "staked_account_id": self.staked_account_id,
            "staked_node_id": self.staked_node_id,
            "stake_period_start": self.stake_period_start,
        }
    }
}

impl Document for Token {
    fn document(&self) -> Json {
        let expiry = self.expiry_timestamp.map(|nanos| u64::try_from(*nanos).ok().map(Timestamp::from_nanos));
        document! {
            "token_id": self.token_id,
            "name": self.name,
            "symbol": self.symbol,
            "type": self.kind,
            "decimals": self.decimals,
            "initial_supply": self.initial_supply,
            "total_supply": self.total_supply,
            "max_supply": self.max_supply,
            "supply_type": self.supply_type,
            "treasury_account_id": self.treasury_account_id,
            "memo": self.memo,
            "metadata": self.metadata,
            "deleted": self.deleted,
            "pause_status": self.pause_status,
            "freeze_default": self.freeze_default,
            "created_timestamp": self.created_timestamp,
            "modified_timestamp": self.modified_timestamp,
            "expiry_timestamp": expiry,
            "auto_renew_account": self.auto_renew_account,
            "auto_renew_period": self.auto_renew_period,
            "custom_fees": self.custom_fees,
            "admin_key": self.admin_key,
            "fee_schedule_key": self.fee_schedule_key,
            "freeze_key": self.freeze_key,
            "kyc_key": self.kyc_key,
            "metadata_key": self.metadata_key,
            "pause_key": self.pause_key,
            "supply_key": self.supply_key,
            "wipe_key": self.wipe_key,
        }
    }
}

impl Document for ScheduleSignature {
    fn document(&self) -> Json {
        document! {
            "type": self.kind,
            "public_key_prefix": self.public_key_prefix,
            "signature": self.signature,
            "consensus_timestamp": self.consensus_timestamp,
        }
    }
}

impl Document for Schedule {
    fn document(&self) -> Json {
        let (deleted, deleted_at) = match &self.deleted {
            Field::Known(Deleted::Flag(is)) => (Some(*is), None),
            Field::Known(Deleted::At(at)) => (Some(true), Some(*at)),
            _ => (None, None),
        };
        document! {
            "schedule_id": self.schedule_id,
            "memo": self.memo,
            "creator_account_id": self.creator_account_id,
            "payer_account_id": self.payer_account_id,
            "created_timestamp": self.consensus_timestamp,
            "executed_timestamp": self.executed_timestamp,
            "expiration_timestamp": self.expiration_time,
            "deleted": deleted,
            "deleted_timestamp": deleted_at,
            "wait_for_expiry": self.wait_for_expiry,
            "admin_key": self.admin_key,
            "signatures": self.signatures,
            "transaction_body": self.transaction_body,
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

/// The unit of an amount: of the coin where no token is named.
fn unit(token: &Field<EntityId>) -> &'static str {
    if token.known().is_some() { SMALLEST } else { Unit::Base.label() }
}
