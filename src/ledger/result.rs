//! A contract result: one execution, the thirty-four fields of the results list and of the single result.

use super::{EntityId, EvmAddress, Field, HexBytes, Quantity, RawJson, Text, Timestamp};

/// One execution of a contract. The list leaves many fields out; the single result has logs and state changes.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ContractResult {
    /// `access_list` of the wrapped Ethereum transaction.
    pub access_list: Field<AccessList>,
    /// `address`: the contract's EVM address.
    pub address: Field<EvmAddress>,
    /// `amount` sent to the function, in the unit that was asked for. May pass 64 bits in weibar.
    pub amount: Field<i128>,
    /// `block_gas_used`, gas.
    pub block_gas_used: Field<i64>,
    /// `block_hash`, 32 or 48 bytes.
    pub block_hash: Field<HexBytes>,
    /// `block_number`.
    pub block_number: Field<i64>,
    /// `bloom` filter of the result's logs, 256 bytes; empty if unknown.
    pub bloom: Field<HexBytes>,
    /// `call_result`: what the function returned.
    pub call_result: Field<HexBytes>,
    /// `chain_id` of the wrapped Ethereum transaction.
    pub chain_id: Field<Quantity>,
    /// `contract_id`.
    pub contract_id: Field<EntityId>,
    /// `created_contract_ids`; an element may be null.
    pub created_contract_ids: Field<Vec<Field<EntityId>>>,
    /// `error_message`: revert data in hex, or a status name, or free text.
    pub error_message: Field<Text>,
    /// `failed_initcode` of a failed creation.
    pub failed_initcode: Field<HexBytes>,
    /// `from`: the sender, usually in long-zero form.
    pub from: Field<EvmAddress>,
    /// `function_parameters`: the call data.
    pub function_parameters: Field<HexBytes>,
    /// `gas_consumed` by the EVM, gas.
    pub gas_consumed: Field<i64>,
    /// `gas_limit`, gas.
    pub gas_limit: Field<i64>,
    /// `gas_price`, in the unit that was asked for.
    pub gas_price: Field<Quantity>,
    /// `gas_used`: the gas charged.
    pub gas_used: Field<i64>,
    /// `hash`: the transaction's hash, 32 bytes for a wrapped Ethereum transaction.
    pub hash: Field<HexBytes>,
    /// `max_fee_per_gas`, in the unit that was asked for.
    pub max_fee_per_gas: Field<Quantity>,
    /// `max_priority_fee_per_gas`, in the unit that was asked for.
    pub max_priority_fee_per_gas: Field<Quantity>,
    /// `nonce` of the wrapped Ethereum transaction.
    pub nonce: Field<i64>,
    /// `r` of the signature.
    pub r: Field<HexBytes>,
    /// `result`: the name of the response code.
    pub result: Field<Text>,
    /// `s` of the signature.
    pub s: Field<HexBytes>,
    /// `status`: `0x1` or `0x0`.
    pub status: Field<Text>,
    /// `timestamp`: the consensus time.
    pub timestamp: Field<Timestamp>,
    /// `to`.
    pub to: Field<EvmAddress>,
    /// `transaction_index` in the block.
    pub transaction_index: Field<i64>,
    /// `type` of the wrapped Ethereum transaction: 0, 1, 2 or 4.
    pub r#type: Field<i64>,
    /// `v`, the recovery id.
    pub v: Field<i64>,
    /// `logs`, only in the single result.
    pub logs: Field<Vec<Log>>,
    /// `state_changes`, only in the single result.
    pub state_changes: Field<Vec<StateChange>>,
    /// The record as received, with any field that is not named here.
    pub raw: RawJson,
}

/// Whether an execution succeeded, and what says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Success {
    /// It succeeded.
    Yes,
    /// It failed.
    No,
    /// Nothing in the record tells.
    Unknown,
}

/// The access list: a hex string by the document, an array of objects on newer servers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AccessList {
    /// As one hex string.
    Hex(HexBytes),
    /// As addresses with their storage keys.
    Entries(Vec<AccessEntry>),
}

/// One entry of an access list.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct AccessEntry {
    /// `address`.
    pub address: Field<EvmAddress>,
    /// `storage_keys`, 32 bytes each.
    pub storage_keys: Field<Vec<Field<HexBytes>>>,
}

/// One event that a contract emitted.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Log {
    /// `address` of the emitter.
    pub address: Field<EvmAddress>,
    /// `bloom` of this log, 256 bytes.
    pub bloom: Field<HexBytes>,
    /// `contract_id` of the emitter.
    pub contract_id: Field<EntityId>,
    /// `data`: the arguments that are not indexed.
    pub data: Field<HexBytes>,
    /// `index` within the transaction.
    pub index: Field<i64>,
    /// `topics`: none to four of 32 bytes.
    pub topics: Field<Vec<Field<HexBytes>>>,
}

/// One storage slot that was read or written.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct StateChange {
    /// `address` of the contract.
    pub address: Field<EvmAddress>,
    /// `contract_id` of the contract.
    pub contract_id: Field<EntityId>,
    /// `slot`.
    pub slot: Field<HexBytes>,
    /// `value_read`.
    pub value_read: Field<HexBytes>,
    /// `value_written`; null if the slot was only read.
    pub value_written: Field<HexBytes>,
}

/// Response codes that count as success.
pub const SUCCESS_CODES: [&str; 3] =
    ["SUCCESS", "SUCCESS_BUT_MISSING_EXPECTED_OPERATION", "FEE_SCHEDULE_FILE_PART_UPLOADED"];

impl ContractResult {
    /// Whether it succeeded: by `status`, else by `result`, else by the absence of an `error_message`.
    pub fn success(&self) -> Success {
        if let Some(status) = self.status.known() {
            if status.is("0x1") {
                return Success::Yes;
            }
            if status.is("0x0") {
                return Success::No;
            }
        }
        if let Some(result) = self.result.known() {
            return if SUCCESS_CODES.iter().any(|code| result.is(code)) { Success::Yes } else { Success::No };
        }
        match &self.error_message {
            Field::Null => Success::Yes,
            Field::Known(text) if text.is_empty() => Success::Yes,
            Field::Known(_) | Field::Odd(_) => Success::No,
            Field::Absent => Success::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn success_is_read_from_status_then_result_then_the_missing_error() {
        let mut row = ContractResult { error_message: Field::Null, ..ContractResult::default() };
        assert_eq!(row.success(), Success::Yes);
        row.error_message = Field::Known(Text::new("0x"));
        assert_eq!(row.success(), Success::No);
        row.result = Field::Known(Text::new("SUCCESS"));
        assert_eq!(row.success(), Success::Yes);
        row.status = Field::Known(Text::new("0x0"));
        assert_eq!(row.success(), Success::No);
        assert_eq!(ContractResult::default().success(), Success::Unknown);
    }
}
