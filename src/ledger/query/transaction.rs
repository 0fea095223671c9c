//! `GET /api/v1/transactions/{transactionId}`: the family of transactions that one id names.

use super::ParameterFault;
use super::contract::unknown;
use super::parameter::parse_bool;
use crate::ledger::TransactionId;

/// Which family, and which of its members.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TransactionQuery {
    pub id: TransactionId,
    /// `nonce`: only the member with this nonce.
    pub nonce: Option<u32>,
    /// `scheduled`: only the scheduled execution, or only the others.
    pub scheduled: Option<bool>,
}

impl TransactionQuery {
    /// The whole family.
    pub fn family(id: TransactionId) -> Self {
        Self { id, nonce: None, scheduled: None }
    }

    /// Parses pairs of documented names and values; the last value of a name wins.
    ///
    /// # Errors
    /// Lists every invalid parameter.
    pub fn from_pairs<'a>(
        id: TransactionId,
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, Vec<ParameterFault>> {
        let mut query = Self::family(id);
        let mut faults = Vec::new();
        for (name, value) in pairs {
            match name {
                "nonce" => match nonce(value) {
                    Some(nonce) => query.nonce = Some(nonce),
                    None => faults.push(nonce_fault(value)),
                },
                "scheduled" => match parse_bool(value) {
                    Some(scheduled) => query.scheduled = Some(scheduled),
                    None => faults.push(ParameterFault::new("scheduled", "write true or false")),
                },
                _ => faults.push(unknown(name)),
            }
        }
        if faults.is_empty() { Ok(query) } else { Err(faults) }
    }

    /// The query parameters to send.
    pub fn pairs(&self) -> Vec<(&'static str, String)> {
        let nonce = self.nonce.map(|nonce| ("nonce", nonce.to_string()));
        let scheduled = self.scheduled.map(|scheduled| ("scheduled", scheduled.to_string()));
        nonce.into_iter().chain(scheduled).collect()
    }
}

pub(super) fn nonce_fault(value: &str) -> ParameterFault {
    let words = format!("{value:?} is not a nonce: write a whole number from 0 to {}", i32::MAX);
    ParameterFault::new("nonce", words)
}

pub(super) fn nonce(value: &str) -> Option<u32> {
    let number = crate::ledger::entity_id::decimal(value)?;
    i32::try_from(number).ok().and_then(|n| u32::try_from(n).ok())
}
