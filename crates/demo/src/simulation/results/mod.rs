//! Contract results: their origins, and how each is generated on request.

use std::sync::Arc;

use ledger::{Timestamp, TransactionId};

use crate::simulation::blocks::Position;
use crate::simulation::execution::Execution;
use crate::simulation::{contracts, schedules};

pub(crate) mod child;
mod creation;
mod drawn;
pub(crate) mod envelope;
pub(crate) mod listing;
pub(crate) mod logged;
pub(crate) mod lookup;
pub(crate) mod pinned;
mod remembered;
pub(crate) mod scheduled;

/// The origin of a result, which is enough to generate it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Origin {
    /// Result `index` of a contract's endless row.
    Drawn {
        contract: u64,
        index: u64,
    },
    /// Nested call of result `index` of a contract.
    Child {
        contract: u64,
        index: u64,
        /// 1 for the first call.
        nonce: u32,
    },
    Creation(u64),
    /// A recorded result, by its place among them.
    Pinned(usize),
    /// The call of a schedule chosen by hand, by its number and when it was executed.
    Scheduled(u64, Timestamp),
}

/// The filter fields of a result, cheap to generate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Head {
    pub(crate) at: Timestamp,
    pub(crate) id: TransactionId,
    pub(crate) sender: u64,
    /// Its place in a block, if one covers it.
    pub(crate) position: Option<Position>,
}

/// The execution behind a result; `None` for nested calls, and for results that were not executed.
pub(crate) fn trace(it: &Execution) -> Option<evm::Execution> {
    if it.nonce > 0 {
        return None;
    }
    let contract = contracts::by_num(it.contract?)?;
    pinned::trace(it).or_else(|| drawn::trace(contract, it))
}

impl Execution {
    fn head(&self) -> Head {
        Head { at: self.at, id: self.id, sender: self.sender, position: self.position }
    }
}

impl Origin {
    /// Whether another module lists its transaction: with the schedule that made it, or with a family chosen by hand.
    pub(crate) fn is_told_elsewhere(self) -> bool {
        match self {
            Self::Scheduled(..) => true,
            Self::Pinned(place) => pinned::all().get(place).is_some_and(|pin| pin.has_family),
            _ => false,
        }
    }

    /// The filter fields; `None` if the result does not exist.
    pub(crate) fn head(self) -> Option<Head> {
        match self {
            Self::Drawn { contract, index } => {
                contracts::by_num(contract).map(|found| drawn::head(found, index).0)
            }
            Self::Child { contract, index, nonce } => {
                contracts::by_num(contract).map(|found| child::head(found, index, nonce))
            }
            Self::Creation(num) => contracts::by_num(num).map(creation::head),
            Self::Pinned(place) => pinned::all().get(place).map(|pin| pin.result.head()),
            Self::Scheduled(..) => self.execution().map(|it| it.head()),
        }
    }

    /// The whole result; `None` if it does not exist.
    pub(crate) fn execution(self) -> Option<Arc<Execution>> {
        match self {
            Self::Drawn { contract, index } => {
                contracts::by_num(contract).map(|found| drawn::execution(found, index))
            }
            Self::Child { contract, index, nonce } => contracts::by_num(contract)
                .and_then(|found| child::execution(found, index, nonce))
                .map(Arc::new),
            Self::Creation(num) => contracts::by_num(num).map(creation::execution),
            Self::Pinned(place) => pinned::all().get(place).map(pinned::Pin::executed),
            Self::Scheduled(num, at) => schedules::by_num(num, at).as_ref().and_then(scheduled::execution),
        }
    }
}
