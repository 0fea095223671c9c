//! One call as its costs are seen.

use ledger::Success;
use ledger::{ContractResult, HexBytes, Timestamp};

use super::MIN_NEAR_PERCENT;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Method {
    /// A function, by the first four bytes of the call data.
    Selector([u8; 4]),
    /// The creation of a contract.
    Creation,
    /// No function: no call data, such as a plain transfer.
    NoData,
    /// Fewer bytes than a selector has.
    Fragment,
}

/// A call, with amounts in gas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call {
    pub method: Method,
    /// The consensus time.
    pub at: Option<Timestamp>,
    pub success: Success,
    /// `gas_limit`.
    pub limit: Option<u64>,
    /// `gas_used`: the billed gas.
    pub used: Option<u64>,
    /// `gas_consumed`: gas used by the EVM.
    pub consumed: Option<u64>,
}

impl Call {
    /// The costs of a result with this outcome.
    pub fn new(result: &ContractResult, success: Success) -> Self {
        let gas = |field: Option<i64>| field.and_then(|gas| u64::try_from(gas).ok());
        Self {
            method: Method::from_result(result),
            at: result.timestamp.value(),
            success,
            limit: gas(result.gas_limit.value()),
            used: gas(result.gas_used.value()),
            consumed: gas(result.gas_consumed.value()),
        }
    }

    /// Whether it took so much of its limit that a little more would have ended it.
    pub fn is_near(&self) -> bool {
        let (Some(limit), Some(consumed)) = (self.limit, self.consumed) else { return false };
        limit > 0 && u128::from(consumed) * 100 >= u128::from(limit) * u128::from(MIN_NEAR_PERCENT)
    }

    /// Gas billed but not used.
    pub fn overcharge(&self) -> u64 {
        self.used.zip(self.consumed).map_or(0, |(used, consumed)| used.saturating_sub(consumed))
    }
}

impl Method {
    /// The method of a result's call data.
    pub fn from_result(result: &ContractResult) -> Self {
        let data = result.call_data();
        let data = data.as_deref().map(HexBytes::bytes).unwrap_or_default();
        match data.first_chunk::<4>() {
            _ if result.is_creation() => Self::Creation,
            Some(selector) => Self::Selector(*selector),
            None if data.is_empty() => Self::NoData,
            None => Self::Fragment,
        }
    }
}
