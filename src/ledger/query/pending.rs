//! Which pending schedules are shown. It has no operation of its own: the list of schedules is read for it.

use super::contract::unknown;
use super::{EntityFilter, Limit, Op, Order, ParameterFault, SchedulesQuery};
use crate::ledger::{ContractRef, EntityId};

/// The filters of the pending schedules.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct PendingQuery {
    /// `account.id`: only what this account created; asked of the server.
    pub creator: Option<EntityId>,
    /// `contract`: only calls of this contract; picked from what the server sends.
    pub contract: Option<ContractRef>,
}

impl PendingQuery {
    /// Parses pairs of names and values; the last value of a name wins. Short ids are completed from `home`.
    ///
    /// # Errors
    /// Lists every invalid parameter.
    pub fn from_pairs<'a>(
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
        home: EntityId,
    ) -> Result<Self, Vec<ParameterFault>> {
        let mut query = Self::default();
        let mut faults = Vec::new();
        for (name, value) in pairs {
            match name {
                "account.id" => match EntityId::parse_short(value, home) {
                    Some(id) => query.creator = Some(id),
                    None => faults.push(ParameterFault::new(
                        "account.id",
                        "write the creator's account id, such as 0.0.1002",
                    )),
                },
                "contract" => match ContractRef::parse(value, home) {
                    Some(contract) => query.contract = Some(contract),
                    None => faults.push(ParameterFault::new(
                        "contract",
                        "write a contract: an id such as 0.0.5001, or an EVM address",
                    )),
                },
                _ => faults.push(unknown(name)),
            }
        }
        if faults.is_empty() { Ok(query) } else { Err(faults) }
    }

    /// The filters as pairs.
    pub fn pairs(&self) -> Vec<(&'static str, String)> {
        let creator = self.creator.map(|id| ("account.id", id.to_string()));
        let contract = self.contract.map(|contract| ("contract", contract.to_string()));
        creator.into_iter().chain(contract).collect()
    }

    /// The query to the server: full pages, newest first.
    pub fn asked(&self) -> SchedulesQuery {
        let account = self.creator.map(|id| EntityFilter { op: Op::Eq, id });
        SchedulesQuery { account, schedule: Vec::new(), limit: Some(Limit::MAX), order: Some(Order::Desc) }
    }
}
