//! The query for pending schedules. The API has no operation for it: the list of schedules is filtered.

use super::pairs::{Parameters, sent, unknown, valid};
use super::{EntityFilter, Limit, Op, Order, ParameterFault, SchedulesQuery};
use crate::{ContractRef, EntityId};

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
