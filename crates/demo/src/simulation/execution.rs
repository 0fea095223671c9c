//! One execution of a contract, with everything that the ledger stores of it.

use std::ops::Range;

use alloy_primitives::Bloom;
use ledger::{EvmAddress, Timestamp, TransactionId};
use serde::Deserialize;

use crate::data;
use crate::simulation::abi::Word;
use crate::simulation::accounts;
use crate::simulation::blocks::Position;
use crate::simulation::chance::{GENESIS, subject};
use crate::simulation::hash::{hidden, hide, keccak};
use crate::simulation::trace::{Action, Frame, FrameOutcome, Operation, Target};

/// Weibars in a tinybar.
pub(crate) const WEIBARS: u128 = 10_000_000_000;

#[derive(Clone, Debug, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub(crate) struct Execution {
    /// Consensus time.
    #[serde(deserialize_with = "data::text")]
    pub(crate) at: Timestamp,
    #[serde(deserialize_with = "data::text")]
    pub(crate) id: TransactionId,
    /// 0 for a user's transaction, more for its children.
    #[serde(default)]
    pub(crate) nonce: u32,
    /// The number of the contract called or made; `None` where making it failed.
    pub(crate) contract: Option<u64>,
    /// The number of the account or contract that called.
    pub(crate) sender: u64,
    /// The value sent, in weibars; `None` if the server does not know it.
    pub(crate) weibars: Option<u128>,
    #[serde(default)]
    pub(crate) call: Call,
    pub(crate) gas_limit: u64,
    /// Gas charged.
    pub(crate) gas_used: Option<u64>,
    /// Gas burned.
    pub(crate) gas_consumed: Option<u64>,
    #[serde(default)]
    pub(crate) envelope: Envelope,
    #[serde(deserialize_with = "data::text")]
    pub(crate) hash: [u8; 32],
    /// Its place in a block, if one covers it.
    pub(crate) position: Option<Position>,
    /// The form of the bloom filter.
    #[serde(default)]
    pub(crate) bloom: BloomForm,
    /// Whether the call's result has not been stored (206).
    #[serde(default)]
    pub(crate) partial: bool,
}

/// The effects of an execution.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'static"))]
pub(crate) struct Call {
    /// Calldata, or the creation code.
    #[serde(deserialize_with = "data::text")]
    pub(crate) input: Vec<u8>,
    #[serde(deserialize_with = "data::text")]
    pub(crate) output: Vec<u8>,
    /// The value sent.
    pub(crate) tinybars: u64,
    /// Events, in order.
    #[serde(skip)]
    pub(crate) logs: Vec<Event>,
    /// Slots read and written.
    #[serde(skip)]
    pub(crate) state: Vec<Slot>,
    /// The failure, if any.
    pub(crate) failure: Option<Failure>,
    /// Contracts made; a member can be unknown to the server.
    #[serde(skip)]
    pub(crate) created: Vec<Option<u64>>,
    /// The creation code, if making a contract failed.
    #[serde(deserialize_with = "data::maybe")]
    pub(crate) failed_initcode: Option<Vec<u8>>,
    /// Calls to other contracts that have separate records.
    #[serde(skip)]
    pub(crate) children: Vec<Child>,
    /// Its calls, in the order of execution.
    #[serde(skip)]
    pub(crate) actions: Vec<Action>,
    /// Gas limit and gas burned, where they are not random.
    #[serde(skip)]
    pub(crate) gas: Option<(u64, u64)>,
}

/// An event in a log.
#[derive(Clone, Debug)]
pub(crate) struct Event {
    /// The contract that emitted it.
    pub(crate) contract: u64,
    /// At most four.
    pub(crate) topics: Vec<Word>,
    /// The data besides the topics.
    pub(crate) data: Vec<u8>,
}

/// A storage slot that was touched.
#[derive(Clone, Debug)]
pub(crate) struct Slot {
    /// The owner of the storage.
    pub(crate) contract: u64,
    pub(crate) key: Word,
    /// The value before.
    pub(crate) read: Word,
    /// The value written; `None` if the slot was only read.
    pub(crate) written: Option<Word>,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Failure {
    /// The response code's name.
    pub(crate) code: &'static str,
    /// `error_message` as sent.
    pub(crate) message: Option<String>,
}

/// A call with a separate record, made by the ledger's system contracts or between contracts.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Child {
    /// The contract called.
    pub(crate) contract: u64,
    /// Calldata.
    #[serde(deserialize_with = "data::text")]
    pub(crate) input: Vec<u8>,
    /// Return data.
    #[serde(deserialize_with = "data::text")]
    pub(crate) output: Vec<u8>,
    /// The response code's name.
    pub(crate) result: &'static str,
    /// All its effects, if it was executed.
    #[serde(skip)]
    pub(crate) executed: Option<Box<Executed>>,
}

/// The effects of a call within an execution.
#[derive(Clone, Debug)]
pub(crate) struct Executed {
    pub(crate) call: Call,
    /// The gas at its start, plus the cost of a transaction that starts with it, in gas.
    pub(crate) gas_limit: u64,
    pub(crate) gas_used: u64,
}

/// The transaction type of an execution.
#[derive(Clone, Debug, Default, Deserialize)]
pub(crate) enum Envelope {
    /// Through the ledger's own API.
    #[default]
    Native,
    /// The same, from a server that leaves the type out.
    NativeUntyped,
    /// In an Ethereum transaction.
    Ethereum(Box<Wrapped>),
}

/// The Ethereum transaction around an execution. Prices are in weibars.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Wrapped {
    /// 0, 1, 2 or 4.
    pub(crate) kind: u8,
    /// Whether the chain id is part of it (not before EIP-155).
    pub(crate) with_chain: bool,
    /// The sender's nonce.
    pub(crate) nonce: u64,
    /// `gas_price`, in types 0 and 1.
    pub(crate) gas_price: Option<u128>,
    /// `max_fee_per_gas`, in types 2 and 4.
    pub(crate) max_fee: Option<u128>,
    /// `max_priority_fee_per_gas`, in types 2 and 4.
    pub(crate) priority: Option<u128>,
    /// Signature.
    #[serde(deserialize_with = "data::text")]
    pub(crate) r: Word,
    /// Signature.
    #[serde(deserialize_with = "data::text")]
    pub(crate) s: Word,
    /// Recovery id.
    pub(crate) v: u64,
    /// Addresses and slots announced beforehand.
    pub(crate) access: Access,
}

/// The shapes in which servers send an access list.
#[derive(Clone, Debug, Deserialize)]
pub(crate) enum Access {
    /// An array of addresses and slots.
    #[serde(deserialize_with = "data::access_list")]
    Listed(Vec<(EvmAddress, Vec<Word>)>),
    /// Hex text.
    Hex(String),
}

/// The forms of a bloom filter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub(crate) enum BloomForm {
    /// The bloom bits of all logs; zeros without logs.
    #[default]
    Matching,
    /// `0x`.
    Unknown,
    /// `null`.
    Null,
}

impl Event {
    /// The bloom filter of this event alone: its emitter's long-zero address and its topics.
    pub(crate) fn bloom(&self) -> Bloom {
        let mut bloom = Bloom::ZERO;
        bloom.m3_2048_hashed(&keccak(accounts::long_zero(self.contract).bytes()).into());
        self.topics.iter().for_each(|topic| bloom.m3_2048_hashed(&keccak(topic).into()));
        bloom
    }
}

impl Failure {
    /// A revert with this data, which is also the output.
    pub(crate) fn revert(data: &[u8]) -> Self {
        Self { code: "CONTRACT_REVERT_EXECUTED", message: Some(alloy_primitives::hex::encode_prefixed(data)) }
    }

    /// A failure whose message is the code itself.
    pub(crate) fn named(code: &'static str) -> Self {
        Self { code, message: Some(code.to_owned()) }
    }
}

impl Child {
    /// A record of a call to one of the ledger's own services.
    pub(crate) fn of_service(contract: u64, input: Vec<u8>, output: Vec<u8>, result: &'static str) -> Self {
        Self { contract, input, output, result, executed: None }
    }
}

/// Gas that every transaction takes before anything runs.
const INTRINSIC: u64 = 21_000;

/// The bytes of a hash that hide the timestamp.
const HIDDEN: Range<usize> = 12..20;

impl Execution {
    /// The response code's name.
    pub(crate) fn result(&self) -> &'static str {
        self.call.failure.as_ref().map_or("SUCCESS", |failure| failure.code)
    }

    /// The same with its timestamp hidden in its hash.
    pub(crate) fn with_hidden_moment(mut self) -> Self {
        hide(&mut self.hash, subject::RESULT_HASHES, HIDDEN, self.at);
        self
    }

    /// All its calls. Empty if nothing was executed, or before the first result.
    pub(crate) fn actions(&self) -> Vec<Action> {
        if self.gas_limit == 0 || self.partial || self.at.seconds < GENESIS {
            return Vec::new();
        }
        if !self.call.actions.is_empty() {
            return self.call.actions.clone();
        }
        vec![self.only_action()]
    }

    /// The single call, if none were computed: it is recorded, or a service answered it.
    fn only_action(&self) -> Action {
        let call = &self.call;
        let creates =
            call.failed_initcode.is_some() || call.created.first().copied().flatten() == self.contract;
        let outcome = match &call.failure {
            None => FrameOutcome::Returned,
            Some(failure) if failure.code == "CONTRACT_REVERT_EXECUTED" => FrameOutcome::Reverted,
            Some(failure) => FrameOutcome::Stopped(failure.code),
        };
        let frame = Frame {
            operation: if creates { Operation::Create } else { Operation::Call },
            target: self.contract.map_or(Target::Nothing, Target::Entity),
            input: call.input.clone(),
            output: call.output.clone(),
            outcome,
            tinybars: call.tinybars,
        };
        let gas = self.gas_limit.saturating_sub(INTRINSIC);
        let gas_used = self.gas_consumed.or(self.gas_used).unwrap_or(0).min(gas);
        Action { index: 0, depth: 0, caller: self.sender, gas, gas_used, frame }
    }
}

/// The moment that a result's hash hides.
pub(crate) fn hidden_moment(hash: &Word) -> Timestamp {
    hidden(hash, subject::RESULT_HASHES, HIDDEN)
}
