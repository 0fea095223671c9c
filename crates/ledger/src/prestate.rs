//! The state before a result: the answer to `GET /api/v1/contracts/results/{transactionIdOrHash}/prestate`.

use super::{EvmAddress, Field, HexBytes, Quantity};

/// What the entities that took part had before.
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
    /// `code`.
    pub code: Field<HexBytes>,
    /// `nonce`.
    pub nonce: Field<i64>,
    /// `storage`: slots and their values, as far as both can be read.
    pub storage: Vec<(HexBytes, HexBytes)>,
}
