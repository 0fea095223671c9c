//! `GET /api/v1/transactions/{transactionId}`: the family of transactions that one id names.

use super::ParameterFault;
use super::pairs::{parse_flag, parse_nonce, sent, set_pairs, unknown};
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
        set_pairs(Self::family(id), pairs, Self::set, |_| None)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), ParameterFault> {
        match name {
            "nonce" => self.nonce = Some(parse_nonce(value)?),
            "scheduled" => self.scheduled = Some(parse_flag(value, "scheduled")?),
            _ => return Err(unknown(name)),
        }
        Ok(())
    }

    /// The query parameters to send.
    pub fn pairs(&self) -> Vec<(&'static str, String)> {
        sent("nonce", &self.nonce).chain(sent("scheduled", &self.scheduled)).collect()
    }
}
