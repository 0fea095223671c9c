//! `GET /api/v1/contracts/{contractIdOrAddress}/results/{timestamp}`: one contract result.

use crate::{ContractRef, Timestamp};

/// Which result, and in which unit its amounts are wanted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ResultQuery {
    pub contract: ContractRef,
    /// The exact consensus time.
    pub timestamp: Timestamp,
    /// `coin=false`: amounts and prices in weibar. Otherwise nothing is sent, which means base units.
    pub weibar: bool,
}
