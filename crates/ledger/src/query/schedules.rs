//! Queries for scheduled transactions: `GET /api/v1/schedules`, with the parameters of real servers, and the pending
//! ones, for which the API has no operation.

use super::{
    EntityFilter, Limit, Op, Order, ParameterFault, Parameters, parse_limit, parse_order, sent, sent_paging,
    unknown, valid,
};
use crate::{ContractRef, EntityId};

/// Which schedules, in which order.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct SchedulesQuery {
    /// `account.id`: conditions on the creator.
    pub account: Option<EntityFilter>,
    /// `schedule.id`: conditions on the id; a range takes two.
    pub schedule: Vec<EntityFilter>,
    /// `limit`: rows a page; none means the server's own 25.
    pub limit: Option<Limit>,
    /// `order`; none means the server's own, oldest first.
    pub order: Option<Order>,
}

impl SchedulesQuery {
    /// The names of the filters, in the order of the form.
    pub const PARAMETERS: [&'static str; 4] = ["account.id", "schedule.id", "order", "limit"];

    /// All schedules, newest first: more useful than the server's default order.
    pub fn newest_first() -> Self {
        Self { order: Some(Order::Desc), ..Self::default() }
    }
}

impl Parameters for SchedulesQuery {
    fn cleared(&self) -> Self {
        Self::default()
    }

    fn set(&mut self, name: &str, value: &str, home: EntityId) -> Result<(), ParameterFault> {
        let id = EntityFilter::parse(value, home);
        match name {
            "account.id" => {
                let message = "write the creator's account id, such as 0.0.1002";
                self.account = Some(valid(id, "account.id", message)?);
            }
            "schedule.id" => {
                let message =
                    "write a schedule's id, such as 0.0.7002, with gt: gte: lt: lte: before it for a range";
                self.schedule.push(valid(id, "schedule.id", message)?);
            }
            "limit" => self.limit = Some(parse_limit(value)?),
            "order" => self.order = Some(parse_order(value)?),
            _ => return Err(unknown(name)),
        }
        Ok(())
    }

    fn combination_faults(&self) -> Vec<ParameterFault> {
        let ids = self.schedule.iter().filter(|filter| filter.op == Op::Eq).count();
        let message = "no schedule has two ids: give one, or a range";
        let fault = (ids > 1).then(|| ParameterFault::new("schedule.id", message));
        fault.into_iter().collect()
    }

    fn pairs(&self) -> Vec<(&'static str, String)> {
        sent("account.id", &self.account)
            .chain(sent("schedule.id", &self.schedule))
            .chain(sent_paging(self.order, Order::Asc, self.limit))
            .collect()
    }
}

/// The filters of the pending schedules.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct PendingQuery {
    /// `account.id`: only schedules that this account created; filtered by the server.
    pub creator: Option<EntityId>,
    /// `contract`: only calls of this contract; filtered locally.
    pub contract: Option<ContractRef>,
}

impl PendingQuery {
    /// The query to the server: full pages, newest first.
    pub fn asked(&self) -> SchedulesQuery {
        let account = self.creator.map(|id| EntityFilter { op: Op::Eq, id });
        SchedulesQuery { account, schedule: Vec::new(), limit: Some(Limit::MAX), order: Some(Order::Desc) }
    }
}

impl Parameters for PendingQuery {
    fn cleared(&self) -> Self {
        Self::default()
    }

    fn set(&mut self, name: &str, value: &str, home: EntityId) -> Result<(), ParameterFault> {
        match name {
            "account.id" => {
                let message = "write the creator's account id, such as 0.0.1002";
                self.creator = Some(valid(EntityId::parse_short(value, home), "account.id", message)?);
            }
            "contract" => {
                let message = "write a contract: an id such as 0.0.5001, or an EVM address";
                self.contract = Some(valid(ContractRef::parse(value, home), "contract", message)?);
            }
            _ => return Err(unknown(name)),
        }
        Ok(())
    }

    fn pairs(&self) -> Vec<(&'static str, String)> {
        sent("account.id", &self.creator).chain(sent("contract", &self.contract)).collect()
    }
}
