//! `GET /api/v1/transactions/{transactionId}`: the family of transactions that one id names.

use super::ParameterFault;
use super::pairs::{parse_flag, parse_nonce, sent, set_pairs, unknown, valid};
use crate::{Timestamp, TransactionId};

/// Which family, and which of its members.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TransactionQuery {
    pub id: TransactionId,
    /// `nonce`: only the member with this nonce.
    pub nonce: Option<u32>,
    /// `scheduled`: only the scheduled execution, or only the others.
    pub scheduled: Option<bool>,
    /// The consensus time of the member to select. It is not sent.
    pub at: Option<Timestamp>,
}

impl TransactionQuery {
    /// The whole family.
    pub fn family(id: TransactionId) -> Self {
        Self { id, nonce: None, scheduled: None, at: None }
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
            "timestamp" => {
                self.at = Some(valid(Timestamp::parse(value), "timestamp", "write seconds.nanoseconds")?);
            }
            _ => return Err(unknown(name)),
        }
        Ok(())
    }

    /// The parameters that are set; without `at` they are those to send.
    pub fn pairs(&self) -> Vec<(&'static str, String)> {
        sent("nonce", &self.nonce)
            .chain(sent("scheduled", &self.scheduled))
            .chain(sent("timestamp", &self.at))
            .collect()
    }
}
