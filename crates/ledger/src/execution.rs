//! What servers say of one execution besides its result: its calls, its outcome, its steps, and the state before it.

use super::json::{FromJson, Json, Object};
use super::{EntityId, EvmAddress, Field, HexBytes, Quantity, Text, Timestamp, record};

record! {
    /// One call, creation or precompile run within an execution. Depth and order make them a tree.
    pub struct CallAction {
        /// `call_depth`: 0 for the call that the transaction made.
        pub call_depth: Field<i64>,
        /// `call_operation_type`: `CALL`, `DELEGATECALL`, `STATICCALL`, `CREATE2`, …
        pub call_operation_type: Field<Text>,
        /// `call_type`: `CALL`, `CREATE`, `PRECOMPILE`, `SYSTEM` or `NO_ACTION`.
        pub call_type: Field<Text>,
        /// `caller`: the entity that called.
        pub caller: Field<EntityId>,
        /// `caller_type`: `ACCOUNT` or `CONTRACT`.
        pub caller_type: Field<Text>,
        /// `from`: the caller's address.
        pub from: Field<EvmAddress>,
        /// `gas` that the call was given, gas.
        pub gas: Field<i64>,
        /// `gas_used` by the call and those below it, gas.
        pub gas_used: Field<i64>,
        /// `index`: the position in the execution.
        pub index: Field<i64>,
        /// `input`: the call data, or the init code.
        pub input: Field<HexBytes>,
        /// `recipient`: the called entity; null if the address has no entity.
        pub recipient: Field<EntityId>,
        /// `recipient_type`: `ACCOUNT` or `CONTRACT`.
        pub recipient_type: Field<Text>,
        /// `result_data`: the returned data, of type [`Self::result_data_type`].
        pub result_data: Field<HexBytes>,
        /// `result_data_type`: `OUTPUT`, `REVERT_REASON` or `ERROR`.
        pub result_data_type: Field<Text>,
        /// `timestamp`: the consensus time of the execution.
        pub timestamp: Field<Timestamp>,
        /// `to`: the address that was called; null for a creation that failed.
        pub to: Field<EvmAddress>,
        /// `value` sent along, base units.
        pub value: Field<i128>,
        ..raw
    }
}

/// `result_data_type`: how a call within an execution ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallEnd {
    /// It returned; the data is its output.
    Returned,
    /// It reverted; the data is its reason.
    Reverted,
    /// It was halted; the data is the name of the halt, as ASCII.
    Halted,
    /// The record does not say.
    Unknown,
}

impl CallAction {
    /// How the call ended, by `result_data_type`.
    pub fn end(&self) -> CallEnd {
        match self.result_data_type.known() {
            Some(kind) if kind.is("OUTPUT") => CallEnd::Returned,
            Some(kind) if kind.is("REVERT_REASON") => CallEnd::Reverted,
            Some(kind) if kind.is("ERROR") => CallEnd::Halted,
            _ => CallEnd::Unknown,
        }
    }

    /// Whether the call is known to have failed.
    pub fn failed(&self) -> bool {
        matches!(self.end(), CallEnd::Reverted | CallEnd::Halted)
    }
}

/// Response codes that count as success.
pub const SUCCESS_CODES: [&str; 3] =
    ["SUCCESS", "SUCCESS_BUT_MISSING_EXPECTED_OPERATION", "FEE_SCHEDULE_FILE_PART_UPLOADED"];

/// Whether an execution succeeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Success {
    /// It succeeded as a whole; a call within it may have failed.
    Yes,
    /// It was reverted or halted: only its fee remains.
    No,
    /// The record does not say.
    Unknown,
}

/// The two fields that single results have and rows of a list lack.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ExecutionOutcome {
    /// `status`: `0x1` or `0x0`.
    pub status: Field<Text>,
    /// `result`: the name of the response code.
    pub result: Field<Text>,
}

impl ExecutionOutcome {
    /// Whether it succeeded: by `status`, else by `result`; `None` if neither is known.
    pub fn success(&self) -> Option<Success> {
        let of = |yes: bool| if yes { Success::Yes } else { Success::No };
        match self.status.known() {
            Some(status) if status.is("0x1") => Some(Success::Yes),
            Some(status) if status.is("0x0") => Some(Success::No),
            _ => self.result.known().map(|result| of(SUCCESS_CODES.iter().any(|code| result.is(code)))),
        }
    }
}

/// The answer to a simulated call (`POST /api/v1/contracts/call`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CallOutcome {
    /// The call returned this data: `result`.
    Returned(HexBytes),
    /// The estimated gas: `result`, if an estimate was requested.
    Estimated(u64),
    /// The contract refused it.
    Reverted {
        /// The error data; empty if the contract gave none.
        data: HexBytes,
        /// The server's words for it.
        detail: Text,
    },
    /// It ended in another way.
    Halted {
        /// The name of a response code, such as `INSUFFICIENT_GAS`.
        status: Text,
        /// The server's words for it.
        detail: Text,
    },
}

/// The steps of a server's re-execution of a result, by the server's current rules. Stack, memory and storage are
/// not requested.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct OpcodeTrace {
    /// `failed`: whether the repeated execution failed.
    pub failed: Field<bool>,
    /// `gas` used.
    pub gas: Field<i64>,
    /// `opcodes`, each recorded after its execution. A call that the server handles natively is a single entry.
    pub opcodes: Vec<OpcodeStep>,
}

/// An element of `opcodes`: an executed instruction, or a call that the server handles natively.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct OpcodeStep {
    /// `depth` of the call; servers do not agree on where it begins.
    pub depth: Option<u64>,
    /// `op`: the instruction's name; empty for a call that the server handles natively.
    pub op: Text,
}

/// The state of the involved entities before the execution.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Prestate {
    /// `pre`.
    pub accounts: Vec<PrestateAccount>,
}

record! {
    /// One account or contract.
    pub struct PrestateAccount {
        /// `address` as the EVM sees it.
        pub address: Field<EvmAddress>,
        /// `balance`, base units.
        pub balance: Field<Quantity>,
        /// `code` at the address; empty for an account without code.
        pub code: Field<HexBytes>,
        /// `nonce` before the execution.
        pub nonce: Field<i64>,
        /// `storage`: slots and their values, without pairs that cannot be parsed.
        pub storage: Vec<(HexBytes, HexBytes)> as storage,
    }
}

fn storage(account: &Object<'_>, name: &str) -> Vec<(HexBytes, HexBytes)> {
    let slots = account.get(name).and_then(Json::object).unwrap_or_default();
    let slot = |(slot, value)| Some((HexBytes::parse(slot)?, HexBytes::from_json(value)?));
    slots.members().filter_map(slot).collect()
}
