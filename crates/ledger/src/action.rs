//! Actions: the calls within one execution, an element of `GET /api/v1/contracts/results/{transactionIdOrHash}/actions`.

use serde::{Deserialize, Serialize};

use super::{EntityId, EvmAddress, Field, HexBytes, RawJson, Row, Text, Timestamp};

/// One call, creation or precompile run within an execution. Depth and order make them a tree.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
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
    /// The record as received, with any field that is not named here.
    #[serde(skip)]
    pub raw: RawJson,
}

impl Row for CallAction {
    fn raw(&self) -> &RawJson {
        &self.raw
    }
}

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
