//! The state before a result: the answer to `GET /api/v1/contracts/results/{transactionIdOrHash}/prestate`.

use super::{EvmAddress, Field, HexBytes, Quantity};

/// The state of the involved entities before the execution.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Prestate {
    /// `pre`.
    pub accounts: Vec<PrestateAccount>,
}

/// One account or contract.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct PrestateAccount {
    /// `address` as the EVM sees it.
    pub address: Field<EvmAddress>,
    /// `balance`, base units.
    pub balance: Field<Quantity>,
    pub code: Field<HexBytes>,
    pub nonce: Field<i64>,
    /// `storage`: slots and their values, without pairs that cannot be parsed.
    pub storage: Vec<(HexBytes, HexBytes)>,
}
