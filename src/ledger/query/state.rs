//! `GET /api/v1/contracts/{contractIdOrAddress}/state`: the storage of a contract.

use super::contract::{timestamp_fault, unknown};
use super::{Limit, Op, Order, ParameterFault, SlotFilter, TimestampFilter, range_fault};
use crate::ledger::ContractRef;

/// Which slots of which contract, as of when, in which order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct StateQuery {
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
    /// The names of the filters, in the order of the form.
    pub const PARAMETERS: [&'static str; 4] = ["slot", "timestamp", "order", "limit"];

    /// All slots as they are now.
    pub fn all(contract: ContractRef) -> Self {
        Self { contract, slot: Vec::new(), timestamp: Vec::new(), order: None, limit: None }
    }

    /// Parses pairs of names and values; where a name may not repeat, the last value wins.
    ///
    /// # Errors
    /// Lists every parameter that is invalid, alone or in combination.
    pub fn from_pairs<'a>(
        contract: ContractRef,
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, Vec<ParameterFault>> {
        let mut query = Self::all(contract);
        let mut faults = Vec::new();
        for (name, value) in pairs {
            let fault = |name, message: &str| ParameterFault::new(name, message);
            match name {
                "slot" => match SlotFilter::parse(value) {
                    Some(filter) => query.slot.push(filter),
                    None => faults.push(fault("slot", "a slot is at most 64 hex digits, with or without 0x")),
                },
                "timestamp" => match TimestampFilter::parse(value) {
                    Some(filter) if filter.op == Op::Ne => {
                        faults.push(fault("timestamp", "there is no storage as of all times but one"));
                    }
                    Some(filter) => query.timestamp.push(filter),
                    None => faults.push(timestamp_fault(value)),
                },
                "order" => match Order::parse(value) {
                    Some(order) => query.order = Some(order),
                    None => faults.push(fault("order", "write asc or desc")),
                },
                "limit" => match Limit::parse(value) {
                    Some(limit) => query.limit = Some(limit),
                    None => faults.push(fault("limit", "a page has 1 to 100 rows")),
                },
                _ => faults.push(unknown(name)),
            }
        }
        faults.extend(range_fault(&query.timestamp).map(|fault| ParameterFault::new("timestamp", fault)));
        if faults.is_empty() { Ok(query) } else { Err(faults) }
    }

    /// The query parameters to send: what differs from the server's defaults, and the limit if one was chosen.
    pub fn pairs(&self) -> Vec<(&'static str, String)> {
        let slot = self.slot.iter().map(|filter| ("slot", filter.to_string()));
        let timestamp = self.timestamp.iter().map(|filter| ("timestamp", filter.to_string()));
        let order = self.order.filter(|order| *order != Order::Asc);
        let order = order.map(|order| ("order", order.name().to_owned()));
        let limit = self.limit.map(|limit| ("limit", limit.rows().to_string()));
        slot.chain(timestamp).chain(order).chain(limit).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::EntityId;

    fn parse(pairs: &[(&str, &str)]) -> Result<StateQuery, Vec<ParameterFault>> {
        StateQuery::from_pairs(ContractRef::Id(EntityId::from_num(5002)), pairs.iter().copied())
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
