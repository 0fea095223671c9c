//! Queries for contracts: the list, one contract now or in an earlier version, its storage, and a simulated call.

use serde::Serialize;

use super::{
    BlockQuery, EntityFilter, LIMITS, Limit, ORDERS, Op, Order, ParameterFault, Parameters, SlotFilter,
    TimestampFilter, Values as _, not_a_time, parameters, time_range_fault,
};
use crate::{ContractRef, EntityId, EvmAddress, HexBytes};

/// Which contract, and in which version.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ContractQuery {
    /// The path parameter `contractIdOrAddress`.
    pub contract: ContractRef,
    /// `timestamp`: conditions on the version; none means the current one.
    pub timestamp: Vec<TimestampFilter>,
}

impl ContractQuery {
    /// The current version of the contract.
    pub fn now(contract: ContractRef) -> Self {
        Self { contract, timestamp: Vec::new() }
    }
}

impl Parameters for ContractQuery {
    parameters! { |value, _home|
        "timestamp" timestamp = TimestampFilter::parse(value), not_a_time(value);
    }

    fn cleared(&self) -> Self {
        Self::now(self.contract)
    }

    fn combination_faults(&self) -> Vec<ParameterFault> {
        time_range_fault(&self.timestamp).into_iter().collect()
    }
}

/// Which contracts, in which order.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct ContractsQuery {
    /// `contract.id`: conditions on the id; a range takes two.
    pub contract: Vec<EntityFilter>,
    /// `limit`: rows a page; none means the server's own 25.
    pub limit: Option<Limit>,
    /// `order`; none means the largest id first.
    pub order: Option<Order>,
}

impl Parameters for ContractsQuery {
    parameters! { |value, home|
        "contract.id" contract = EntityFilter::parse(value, home),
            "write a contract's id, such as 0.0.5001, with gt: gte: lt: lte: before it for a range";
        "order" order = Order::parse(value), ORDERS, unless Order::Desc;
        "limit" limit = Limit::parse(value), LIMITS;
    }

    fn cleared(&self) -> Self {
        Self::default()
    }
}

/// A call to simulate.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ContractCallQuery {
    /// `to`: the contract.
    pub to: EvmAddress,
    /// `data`: the selector and the arguments.
    pub data: HexBytes,
    /// `block`: at whose end; none means the latest one.
    pub block: Option<BlockQuery>,
    /// `from`: the sender; none is the zero address.
    pub from: Option<EvmAddress>,
    /// `value`, tinybar. It needs a sender.
    pub value: u64,
    /// `estimate`: whether to return the gas estimate instead of the output.
    pub estimate: bool,
}

impl ContractCallQuery {
    /// A call at the latest block, without sender and value.
    pub fn new(to: EvmAddress, data: HexBytes) -> Self {
        Self { to, data, block: None, from: None, value: 0, estimate: false }
    }

    /// The JSON that is sent.
    pub fn body(&self) -> String {
        let body = Body {
            block: self.block.as_ref().map_or_else(|| "latest".to_owned(), ToString::to_string),
            data: self.data.to_hex(),
            estimate: self.estimate,
            from: self.from.map(|from| from.to_string()),
            to: self.to.to_string(),
            value: Some(self.value).filter(|value| *value > 0),
        };
        // It has no key that is no text, which alone could fail.
        serde_json::to_string(&body).unwrap_or_default()
    }
}

/// The members that are sent, in their order.
#[derive(Serialize)]
struct Body {
    block: String,
    data: String,
    estimate: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<String>,
    to: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<u64>,
}

/// Which slots of which contract, as of when, in which order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct StateQuery {
    /// The path parameter `contractIdOrAddress`.
    pub contract: ContractRef,
    /// `slot`: conditions on the slot; several equalities are alternatives.
    pub slot: Vec<SlotFilter>,
    /// `timestamp`: an equal one means the storage as it was then.
    pub timestamp: Vec<TimestampFilter>,
    /// `order` of the slots; none means smallest first.
    pub order: Option<Order>,
    /// `limit`: rows a page; none means the server's own 25.
    pub limit: Option<Limit>,
}

impl StateQuery {
    /// All slots as they are now.
    pub fn all(contract: ContractRef) -> Self {
        Self { contract, slot: Vec::new(), timestamp: Vec::new(), order: None, limit: None }
    }
}

const NOT_ONE_TIME: &str = "there is no storage as of all times but one";

impl Parameters for StateQuery {
    parameters! { |value, _home|
        "slot" slot = SlotFilter::parse(value), "a slot is at most 64 hex digits, with or without 0x";
        "timestamp" timestamp = TimestampFilter::parse(value).filter(|time| time.op != Op::Ne),
            if TimestampFilter::parse(value).is_some() { NOT_ONE_TIME.to_owned() } else { not_a_time(value) };
        "order" order = Order::parse(value), ORDERS, unless Order::Asc;
        "limit" limit = Limit::parse(value), LIMITS;
    }

    fn cleared(&self) -> Self {
        Self::all(self.contract)
    }

    fn combination_faults(&self) -> Vec<ParameterFault> {
        time_range_fault(&self.timestamp).into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::BlockNumber;

    #[test]
    fn only_what_is_named_is_sent() {
        let to = EvmAddress::new([0x11; 20]);
        let plain = ContractCallQuery::new(to, HexBytes::from(vec![1, 2, 3, 4]));
        let to = format!("0x{}", "11".repeat(20));
        let body = format!(r#"{{"block":"latest","data":"0x01020304","estimate":false,"to":"{to}"}}"#);
        assert_eq!(plain.body(), body);
        let whole = ContractCallQuery {
            block: Some(BlockQuery::Number(BlockNumber(7))),
            from: Some(EvmAddress::new([0x22; 20])),
            value: 5,
            estimate: true,
            ..plain
        };
        let (from, all) = (format!("0x{}", "22".repeat(20)), whole.body());
        let body = format!(
            r#"{{"block":"7","data":"0x01020304","estimate":true,"from":"{from}","to":"{to}","value":5}}"#
        );
        assert_eq!(all, body);
    }

    fn parse(pairs: &[(&str, &str)]) -> Result<StateQuery, Vec<ParameterFault>> {
        let all = StateQuery::all(ContractRef::Id(EntityId::from_num(5002)));
        all.with_pairs(pairs.iter().copied(), EntityId::from_num(0))
    }

    #[test]
    fn every_parameter_goes_in_and_out() {
        let pairs =
            [("slot", "gt:0x05"), ("timestamp", "1795212000.000000000"), ("order", "desc"), ("limit", "100")];
        let out = parse(&pairs).unwrap().pairs();
        assert_eq!(out.iter().map(|(n, v)| (*n, v.as_str())).collect::<Vec<_>>(), pairs);
        assert_eq!(parse(&[("order", "asc")]).unwrap().pairs(), []);
    }

    #[test]
    fn faults_are_named() {
        let faults = parse(&[("slot", "ne:0x1"), ("timestamp", "ne:5"), ("from", "1")]).unwrap_err();
        let names: Vec<_> = faults.iter().map(|fault| fault.parameter).collect();
        assert_eq!(names, ["slot", "timestamp", "parameter"]);
        assert!(parse(&[("slot", &"a".repeat(65))]).is_err());
    }
}
