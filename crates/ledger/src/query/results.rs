//! Queries for contract results: the lists with all of their filters, and one result, by its contract or by its
//! transaction.

use super::{
    BlockHash, BlockNumber, FLAGS, LIMITS, Limit, ORDERS, Order, ParameterFault, Parameters, TimestampFilter,
    Values as _, not_a_nonce, not_a_time, parameters, parse_index, time_range_fault,
};
use crate::{ContractRef, EntityId, ExecutionRef, Timestamp};

/// Which results of which contract, in which order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ResultsQuery {
    /// The contract; none for the results of all contracts.
    pub contract: Option<ContractRef>,
    /// `block.hash`.
    pub block_hash: Option<BlockHash>,
    /// `block.number`.
    pub block_number: Option<BlockNumber>,
    /// `from`: the executor's account id or EVM address.
    pub from: Option<ContractRef>,
    /// `internal`: child transactions too.
    pub internal: bool,
    /// `limit`: rows a page; none means the server's own 25.
    pub limit: Option<Limit>,
    /// `order`; none means newest first.
    pub order: Option<Order>,
    /// `timestamp`: conditions on the consensus time.
    pub timestamp: Vec<TimestampFilter>,
    /// `transaction.index`: the position in the block.
    pub transaction_index: Option<u32>,
}

impl ResultsQuery {
    /// All results of a contract.
    pub fn all(contract: ContractRef) -> Self {
        Self { contract: Some(contract), ..Self::of_all_contracts() }
    }

    /// All results of all contracts.
    pub fn of_all_contracts() -> Self {
        Self {
            contract: None,
            block_hash: None,
            block_number: None,
            from: None,
            internal: false,
            limit: None,
            order: None,
            timestamp: Vec::new(),
            transaction_index: None,
        }
    }
}

impl Parameters for ResultsQuery {
    parameters! { |value, home|
        "from" from = ContractRef::parse(value, home),
            "write the sender's account id (0.0.1002) or EVM address (0x and 40 hex digits)";
        "timestamp" timestamp = TimestampFilter::parse(value), not_a_time(value);
        "block.number" block_number = BlockNumber::parse(value),
            "write a block's height: up to 19 digits, or hex after 0x";
        "block.hash" block_hash = BlockHash::parse(value), "a block hash has 64 or 96 hex digits";
        "transaction.index" transaction_index = parse_index(value), "write a position in the block: 0, 1, 2, …";
        "internal" internal = value.parse().ok(), FLAGS, unless false;
        "order" order = Order::parse(value), ORDERS, unless Order::Desc;
        "limit" limit = Limit::parse(value), LIMITS;
    }

    fn cleared(&self) -> Self {
        Self { contract: self.contract, ..Self::of_all_contracts() }
    }

    fn combination_faults(&self) -> Vec<ParameterFault> {
        let mut faults = Vec::new();
        if self.transaction_index.is_some() && self.block_number.is_none() && self.block_hash.is_none() {
            faults.push(ParameterFault::new("transaction.index", "needs a block number or a block hash"));
        }
        if self.block_number.is_some() && self.block_hash.is_some() {
            faults.push(ParameterFault::new("block.hash", "give the block's number or its hash, not both"));
        }
        faults.extend(time_range_fault(&self.timestamp));
        faults
    }
}

/// Which result, and in which unit its amounts are wanted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ResultQuery {
    /// The path parameter `contractIdOrAddress`.
    pub contract: ContractRef,
    /// The exact consensus time.
    pub timestamp: Timestamp,
    /// `coin=false`: amounts and prices in weibar. Otherwise nothing is sent, which means base units.
    pub weibar: bool,
}

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
}

impl Parameters for ExecutionQuery {
    parameters! { |value, _home|
        "nonce" nonce = parse_index(value), not_a_nonce(value);
    }

    fn cleared(&self) -> Self {
        Self { nonce: None, ..self.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(pairs: &[(&str, &str)]) -> Result<ResultsQuery, Vec<ParameterFault>> {
        let all = ResultsQuery::all(ContractRef::Id(EntityId::from_num(5001)));
        all.with_pairs(pairs.iter().copied(), EntityId::from_num(0))
    }

    #[test]
    fn every_parameter_goes_in_and_out() {
        let pairs = [
            ("from", "0.0.1002"),
            ("timestamp", "gte:1795212000.000000000"),
            ("timestamp", "lt:1795213000.500000000"),
            ("block.number", "70002150"),
            ("transaction.index", "3"),
            ("internal", "true"),
            ("order", "asc"),
            ("limit", "100"),
        ];
        let out = parse(&pairs).unwrap().pairs();
        assert_eq!(out.iter().map(|(n, v)| (*n, v.as_str())).collect::<Vec<_>>(), pairs);
    }

    #[test]
    fn what_is_default_is_not_sent() {
        // The default is more than the server's own 25 rows, so 25 has to be explicit.
        assert_eq!(parse(&[("limit", "25")]).unwrap().pairs(), [("limit", "25".to_owned())]);
        assert_eq!(parse(&[("order", "desc"), ("internal", "false")]).unwrap().pairs(), []);
    }

    #[test]
    fn all_faults_are_named_at_once() {
        let faults = parse(&[("limit", "0"), ("from", "x"), ("transaction.index", "1"), ("coin", "true")])
            .unwrap_err();
        let names: Vec<_> = faults.iter().map(|fault| fault.parameter).collect();
        assert_eq!(names, ["limit", "from", "parameter", "transaction.index"]);
    }

    #[test]
    fn a_number_and_a_hash_of_a_block_exclude_each_other() {
        let hash = "a".repeat(64);
        let faults = parse(&[("block.number", "1"), ("block.hash", &hash)]).unwrap_err();
        assert_eq!(faults.len(), 1);
        assert_eq!(faults.first().map(|fault| fault.parameter), Some("block.hash"));
    }
}
