//! `GET /api/v1/contracts/results/{transactionIdOrHash}`: one contract result, named without its contract.

use super::ParameterFault;
use super::pairs::{parse_nonce, sent, set_pairs, unknown};
use crate::ExecutionRef;

/// Which result, and in which unit its amounts are wanted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ExecutionQuery {
    /// The transaction id or the hash.
    pub of: ExecutionRef,
    /// `nonce`: selects the child with this nonce; servers ignore it for a hash.
    pub nonce: Option<u32>,
    /// `coin=false`: amounts and prices in weibar. Otherwise the parameter is omitted, which means base units.
    pub weibar: bool,
}

impl ExecutionQuery {
    /// The result of the transaction itself (nonce 0), in base units.
    pub fn new(of: ExecutionRef) -> Self {
        Self { of, nonce: None, weibar: false }
    }

    /// Parses pairs of documented names and values; the last value of a name wins.
    ///
    /// # Errors
    /// Lists every invalid parameter.
    pub fn from_pairs<'a>(
        of: ExecutionRef,
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, Vec<ParameterFault>> {
        set_pairs(Self::new(of), pairs, Self::set, |_| None)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), ParameterFault> {
        match name {
            "nonce" => self.nonce = Some(parse_nonce(value)?),
            _ => return Err(unknown(name)),
        }
        Ok(())
    }

    /// The query parameters to send, but for the unit, whose name differs between servers.
    pub fn pairs(&self) -> Vec<(&'static str, String)> {
        sent("nonce", &self.nonce).collect()
    }
}
