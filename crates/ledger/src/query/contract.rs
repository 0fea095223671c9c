//! `GET /api/v1/contracts/{contractIdOrAddress}`: a contract, now or in an earlier version.

use super::pairs::{parse_timestamp, sent, set_pairs, time_range_fault, unknown};
use super::{ParameterFault, TimestampFilter};
use crate::ContractRef;

/// Which contract, and in which version.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ContractQuery {
    pub contract: ContractRef,
    /// `timestamp`: conditions on the version; none means the current one.
    pub timestamp: Vec<TimestampFilter>,
}

impl ContractQuery {
    /// The current version of the contract.
    pub fn now(contract: ContractRef) -> Self {
        Self { contract, timestamp: Vec::new() }
    }

    /// Parses pairs of documented names and values.
    ///
    /// # Errors
    /// Lists every invalid parameter.
    pub fn from_pairs<'a>(
        contract: ContractRef,
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, Vec<ParameterFault>> {
        set_pairs(Self::now(contract), pairs, Self::set, |query| time_range_fault(&query.timestamp))
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), ParameterFault> {
        match name {
            "timestamp" => self.timestamp.push(parse_timestamp(value)?),
            _ => return Err(unknown(name)),
        }
        Ok(())
    }

    /// The query parameters to send.
    pub fn pairs(&self) -> Vec<(&'static str, String)> {
        sent("timestamp", &self.timestamp).collect()
    }
}
