//! `GET /api/v1/contracts/{contractIdOrAddress}/state`: the storage of a contract.

use super::pairs::{
    Parameters, parse_limit, parse_order, parse_timestamp, sent, sent_paging, time_range_fault, unknown,
    valid,
};
use super::{Limit, Op, Order, ParameterFault, SlotFilter, TimestampFilter};
use crate::{ContractRef, EntityId};

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
}

impl Parameters for StateQuery {
    fn cleared(&self) -> Self {
        Self::all(self.contract)
    }

    fn set(&mut self, name: &str, value: &str, _home: EntityId) -> Result<(), ParameterFault> {
        match name {
            "slot" => {
                let message = "a slot is at most 64 hex digits, with or without 0x";
                self.slot.push(valid(SlotFilter::parse(value), "slot", message)?);
            }
            "timestamp" => {
                let time = Some(parse_timestamp(value)?).filter(|time| time.op != Op::Ne);
                let message = "there is no storage as of all times but one";
                self.timestamp.push(valid(time, "timestamp", message)?);
            }
            "limit" => self.limit = Some(parse_limit(value)?),
            "order" => self.order = Some(parse_order(value)?),
            _ => return Err(unknown(name)),
        }
        Ok(())
    }

    fn combination_faults(&self) -> Vec<ParameterFault> {
        time_range_fault(&self.timestamp).into_iter().collect()
    }

    fn pairs(&self) -> Vec<(&'static str, String)> {
        sent("slot", &self.slot)
            .chain(sent("timestamp", &self.timestamp))
            .chain(sent_paging(self.order, Order::Asc, self.limit))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
