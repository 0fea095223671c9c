//! Bodies of scheduled transactions in protobuf.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde::Deserialize;

use crate::simulation::abi::{self, uint};
use crate::simulation::chance::Chance;
use crate::simulation::contracts::BUSIEST;
use crate::simulation::protobuf::Message;

/// Tinybars that a schedule may cost at most.
const FEE: u64 = 100_000_000;

/// The transaction that a schedule executes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub(crate) enum Inner {
    /// Calls the busiest contract with a withdrawal of this many tinybars.
    Call(u64),
    /// Pays this many tinybars.
    Pay(u64),
    Mint,
    Message,
    /// Any other body, as sent: of another type, of an unknown one, or broken.
    Recorded {
        name: &'static str,
        entity: Option<u64>,
        body: &'static str,
    },
}

impl Default for Inner {
    fn default() -> Self {
        Self::Pay(1_000_000_000)
    }
}

impl Inner {
    pub(super) fn any(chance: &mut Chance) -> Self {
        match chance.below(6) {
            0..=1 => Self::Call(chance.between(1, 900_000_000)),
            2..=3 => Self::Pay(chance.between(1, 5_000_000_000)),
            4 => Self::Mint,
            _ => Self::Message,
        }
    }

    pub(super) fn is_call(self) -> bool {
        matches!(self, Self::Call(_))
    }

    /// The name of its transaction type, and the entity it is about.
    pub(crate) fn subject(self) -> (&'static str, Option<u64>) {
        match self {
            Self::Call(_) => ("CONTRACTCALL", Some(BUSIEST)),
            Self::Pay(_) => ("CRYPTOTRANSFER", None),
            Self::Mint => ("TOKENMINT", Some(2001)),
            Self::Message => ("CONSENSUSSUBMITMESSAGE", Some(2501)),
            Self::Recorded { name, entity, .. } => (name, entity),
        }
    }

    /// Its failure, if any.
    pub(super) fn failure(self) -> &'static str {
        match self {
            Self::Call(_) => "CONTRACT_REVERT_EXECUTED",
            Self::Mint => "TOKEN_MAX_SUPPLY_REACHED",
            _ => "INSUFFICIENT_PAYER_BALANCE",
        }
    }

    /// Accounts and the tinybars they get.
    pub(crate) fn moves(self) -> Vec<(u64, i64)> {
        let Self::Pay(tinybars) = self else { return Vec::new() };
        let amount = i64::try_from(tinybars).unwrap_or(i64::MAX);
        vec![(1003, -amount), (1005, amount)]
    }

    pub(super) fn to_base64(self, memo: &str) -> String {
        let new = Message::default;
        let (field, inner) = match self {
            Self::Call(tinybars) => {
                let input = abi::call("withdraw(uint256)", &[uint(tinybars)]);
                (3, new().entity(1, BUSIEST).number(2, 300_000).number(3, 0).bytes(4, input))
            }
            Self::Pay(_) => {
                let amounts = self.moves().into_iter().fold(new(), |list, (account, amount)| {
                    list.message(1, &new().entity(1, account).signed(2, amount))
                });
                (9, new().message(1, &amounts))
            }
            Self::Mint => (29, new().entity(1, 2001).number(2, 1000)),
            Self::Message => (21, new().entity(1, 2501).bytes(2, "scheduled message")),
            Self::Recorded { body, .. } => return body.to_owned(),
        };
        BASE64_STANDARD.encode(new().number(1, FEE).bytes(2, memo).message(field, &inner).finish())
    }
}
