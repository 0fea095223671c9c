//! A contract result: one execution, the thirty-four fields of the results list and of the single result.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::execution::{ExecutionOutcome, Success};
use super::json::{FromJson, Json};
use super::{Document, EntityId, EvmAddress, Field, HexBytes, Quantity, Text, Timestamp, record};

record! {
    /// One execution of a contract. The list leaves many fields out; the single result has logs and state changes.
    pub struct ContractResult {
        /// `access_list` of the wrapped Ethereum transaction.
        pub access_list: Field<AccessList>,
        /// `address`: the contract's EVM address.
        pub address: Field<EvmAddress>,
        /// `authorization_list` of a wrapped transaction of type 4, only in newer servers' results.
        pub authorization_list: Field<Vec<Authorization>>,
        /// `amount` sent to the function, in the requested unit. May pass 64 bits in weibar.
        pub amount: Field<i128>,
        /// `block_gas_used` by the whole block, gas.
        pub block_gas_used: Field<i64>,
        /// `block_hash`, 32 or 48 bytes.
        pub block_hash: Field<HexBytes>,
        /// `block_number`: the height.
        pub block_number: Field<i64>,
        /// `bloom` filter of the result's logs, 256 bytes; empty if unknown.
        pub bloom: Field<HexBytes>,
        /// `call_result`: the return data.
        pub call_result: Field<HexBytes>,
        /// `chain_id` of the wrapped Ethereum transaction.
        pub chain_id: Field<Quantity>,
        /// `contract_id`: the called or created contract.
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
        /// `gas_limit` of the transaction, gas.
        pub gas_limit: Field<i64>,
        /// `gas_price`, in the requested unit.
        pub gas_price: Field<Quantity>,
        /// `gas_used`: the gas charged.
        pub gas_used: Field<i64>,
        /// `hash`: the transaction's hash, 32 bytes for a wrapped Ethereum transaction.
        pub hash: Field<HexBytes>,
        /// `max_fee_per_gas`, in the requested unit.
        pub max_fee_per_gas: Field<Quantity>,
        /// `max_priority_fee_per_gas`, in the requested unit.
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
        pub r#type: Field<i64> = "type",
        /// `v`, the recovery id.
        pub v: Field<i64>,
        /// `logs`, only in the single result.
        pub logs: Field<Vec<Log>>,
        /// `state_changes`, only in the single result.
        pub state_changes: Field<Vec<StateChange>>,
        ..raw
    }
}

/// The access list: a hex string by the document, an array of objects on newer servers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum AccessList {
    /// As one hex string.
    Hex(HexBytes),
    /// As addresses with their storage keys.
    Entries(Vec<AccessEntry>),
}

impl FromJson for AccessList {
    fn from_json(json: Json<'_>) -> Option<Self> {
        HexBytes::from_json(json).map(Self::Hex).or_else(|| Vec::from_json(json).map(Self::Entries))
    }
}

impl Document for AccessList {
    fn document(&self) -> Value {
        match self {
            Self::Hex(bytes) => bytes.document(),
            Self::Entries(entries) => entries.document(),
        }
    }
}

record! {
    /// One entry of an access list.
    pub struct AccessEntry: Document {
        /// `address`.
        pub address: Field<EvmAddress>,
        /// `storage_keys`, 32 bytes each.
        pub storage_keys: Field<Vec<Field<HexBytes>>>,
    }

    /// A permission to set an account's code (EIP-7702), signed by that account.
    pub struct Authorization: Document {
        /// `address` whose code the account takes on.
        pub address: Field<EvmAddress>,
        /// `chain_id` that it is for; 0 for any.
        pub chain_id: Field<Quantity>,
        /// `nonce` of the account.
        pub nonce: Field<i64>,
        /// `r` of the signature.
        pub r: Field<HexBytes>,
        /// `s` of the signature.
        pub s: Field<HexBytes>,
        /// `y_parity` of the signature.
        pub y_parity: Field<Quantity>,
    }

    /// One event that a contract emitted.
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
    pub struct StateChange {
        /// `address` of the contract.
        pub address: Field<EvmAddress>,
        /// `contract_id`: the id of the contract with [`Self::address`].
        pub contract_id: Field<EntityId>,
        /// `slot`: its number, big-endian.
        pub slot: Field<HexBytes>,
        /// `value_read`: the value before the transaction.
        pub value_read: Field<HexBytes>,
        /// `value_written`; null if the slot was only read.
        pub value_written: Field<HexBytes>,
    }
}

impl ContractResult {
    /// Whether it is of a constructor: it names the contract that it made, or failed before there was one.
    pub fn is_creation(&self) -> bool {
        let id = self.contract_id.value();
        let made = self.created_contract_ids.known().map(Vec::as_slice).unwrap_or_default();
        let made = id.is_some() && made.iter().any(|made| made.value() == id);
        made || self.is_failed_creation()
    }

    /// Whether it is of a constructor that failed: there is no contract that it could be a result of.
    pub fn is_failed_creation(&self) -> bool {
        self.contract_id == Field::Null && self.to == Field::Null
    }

    /// Whether it succeeded: by `status`, else by `result`, else by what only a success or a failure leaves behind.
    ///
    /// Lists have neither field, and a missing `error_message` proves nothing: what the network refuses before it
    /// runs (`INSUFFICIENT_PAYER_BALANCE`) has none either.
    pub fn success(&self) -> Success {
        match self.success_without_output() {
            Success::Unknown if self.call_result.known().is_some_and(|data| !data.is_empty()) => Success::Yes,
            success => success,
        }
    }

    /// The same where returned data proves nothing: a child that was reverted with its parent keeps what it returned.
    pub fn success_without_output(&self) -> Success {
        if let Some(reported) = self.outcome().success() {
            return reported;
        }
        let failed = match &self.error_message {
            Field::Known(text) => !text.is_empty(),
            Field::Odd(_) => true,
            Field::Null | Field::Absent => false,
        };
        let created = self.created_contract_ids.known().is_some_and(|ids| !ids.is_empty());
        let logged = self.bloom.known().and_then(HexBytes::bloom).is_some_and(|bloom| !bloom.is_zero());
        match (failed, created || logged) {
            (true, _) => Success::No,
            (false, true) => Success::Yes,
            (false, false) => Success::Unknown,
        }
    }

    /// The outcome that the record states explicitly.
    pub fn outcome(&self) -> ExecutionOutcome {
        ExecutionOutcome { status: self.status.clone(), result: self.result.clone() }
    }

    /// Whether it came in a wrapped Ethereum transaction: only those have a nonce and a signature. Others have the
    /// `type` 0 and a price, too, which the server fills in.
    pub fn is_wrapped(&self) -> bool {
        let signed = self.r.known().is_some_and(|r| !r.is_empty());
        signed || self.nonce.known().is_some()
    }

    /// The call data. Servers return call data from a file as the file's content, which is hex in ASCII; that text is
    /// decoded.
    pub fn call_data(&self) -> Option<Cow<'_, HexBytes>> {
        let data = self.function_parameters.known()?;
        Some(data.spelled().map_or(Cow::Borrowed(data), Cow::Owned))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn success_is_read_from_status_then_result_then_what_was_left_behind() {
        let mut row = ContractResult { error_message: Field::Null, ..ContractResult::default() };
        assert_eq!(row.success(), Success::Unknown, "no message is no evidence");
        row.error_message = Field::Known(Text::new(""));
        assert_eq!(row.success(), Success::Unknown);
        row.call_result = Field::Known(HexBytes::from(vec![1]));
        assert_eq!((row.success(), row.success_without_output()), (Success::Yes, Success::Unknown));
        row.bloom = Field::Known(HexBytes::from([[0; 255].as_slice(), &[1]].concat()));
        assert_eq!(row.success_without_output(), Success::Yes);
        row.error_message = Field::Known(Text::new("0x"));
        assert_eq!(row.success(), Success::No);
        row.result = Field::Known(Text::new("SUCCESS"));
        assert_eq!(row.success(), Success::Yes);
        row.status = Field::Known(Text::new("0x0"));
        assert_eq!(row.success(), Success::No);
        assert_eq!(ContractResult::default().success(), Success::Unknown);
    }

    #[test]
    fn call_data_that_is_the_text_of_hex_is_what_it_spells() {
        let data = |data: &[u8]| ContractResult {
            function_parameters: Field::Known(HexBytes::from(data.to_vec())),
            ..ContractResult::default()
        };
        for text in ["0xa9059cbb01", "a9059cbb01\n"] {
            let read = data(text.as_bytes());
            assert_eq!(read.call_data().unwrap().to_hex(), "0xa9059cbb01", "{text}");
        }
        for bytes in [b"abcd".as_slice(), b"a9059cbb0", &[0xa9, 5, 0x9c, 0xbb], b""] {
            assert_eq!(data(bytes).call_data().unwrap().bytes(), bytes);
        }
    }
}
