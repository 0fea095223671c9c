//! Queries for scheduled transactions: `GET /api/v1/schedules`, with the parameters of real servers, and the pending
//! ones, for which the API has no operation.

use super::{
    EntityFilter, LIMITS, Limit, ORDERS, Op, Order, ParameterFault, Parameters, Values as _, parameters,
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
    /// All schedules, newest first: more useful than the server's default order.
    pub fn newest_first() -> Self {
        Self { order: Some(Order::Desc), ..Self::default() }
    }
}

const CREATORS: &str = "write the creator's account id, such as 0.0.1002";

impl Parameters for SchedulesQuery {
    parameters! { |value, home|
        "account.id" account = EntityFilter::parse(value, home), CREATORS;
        "schedule.id" schedule = EntityFilter::parse(value, home),
            "write a schedule's id, such as 0.0.7002, with gt: gte: lt: lte: before it for a range";
        "order" order = Order::parse(value), ORDERS, unless Order::Asc;
        "limit" limit = Limit::parse(value), LIMITS;
    }

    fn cleared(&self) -> Self {
        Self::default()
    }

    fn combination_faults(&self) -> Vec<ParameterFault> {
        let ids = self.schedule.iter().filter(|filter| filter.op == Op::Eq).count();
        let message = "no schedule has two ids: give one, or a range";
        let fault = (ids > 1).then(|| ParameterFault::new("schedule.id", message));
        fault.into_iter().collect()
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
    parameters! { |value, home|
        "account.id" creator = EntityId::parse_short(value, home), CREATORS;
        "contract" contract = ContractRef::parse(value, home),
            "write a contract: an id such as 0.0.5001, or an EVM address";
    }

    fn cleared(&self) -> Self {
        Self::default()
    }
}
