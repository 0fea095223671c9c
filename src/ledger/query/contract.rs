//! `GET /api/v1/contracts/{contractIdOrAddress}`: a contract, now or in an earlier version.

use super::{ParameterFault, TimestampFilter, range_fault};
use crate::ledger::ContractRef;

/// Which contract, and in which version.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ContractQuery {
    pub contract: ContractRef,
    /// `timestamp`: conditions on the version; none means the current one.
    pub timestamp: Vec<TimestampFilter>,
}

impl ContractQuery {
    /// The contract as it is now.
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
        let mut query = Self::now(contract);
        let mut faults = Vec::new();
        for (name, value) in pairs {
            match (name, TimestampFilter::parse(value)) {
                ("timestamp", Some(filter)) => query.timestamp.push(filter),
                ("timestamp", None) => faults.push(timestamp_fault(value)),
                _ => faults.push(unknown(name)),
            }
        }
        faults.extend(range_fault(&query.timestamp).map(|fault| ParameterFault::new("timestamp", fault)));
        if faults.is_empty() { Ok(query) } else { Err(faults) }
    }

    /// The query parameters to send.
    pub fn pairs(&self) -> Vec<(&'static str, String)> {
        self.timestamp.iter().map(|filter| ("timestamp", filter.to_string())).collect()
    }
}

pub(super) fn timestamp_fault(value: &str) -> ParameterFault {
    ParameterFault::new(
        "timestamp",
        format!(
            "{value:?} is not a time: write seconds.nanoseconds, with eq: gt: gte: lt: lte: or ne: before it"
        ),
    )
}

pub(super) fn unknown(name: &str) -> ParameterFault {
    ParameterFault::new("parameter", format!("{name:?} is not a parameter here"))
}
