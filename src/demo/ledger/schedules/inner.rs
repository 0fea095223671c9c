//! What schedules do: bodies of scheduled transactions in protobuf.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;

use super::kinds::Kind;
use crate::demo::ledger::abi::{self, account, uint};
use crate::demo::ledger::accounts;
use crate::demo::ledger::chance::Chance;
use crate::demo::ledger::contracts::BUSIEST;
use crate::demo::ledger::protobuf::Message;

/// Tinybars that a schedule may cost at most.
const FEE: u64 = 100_000_000;

/// What a schedule does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Inner {
    /// Calls the busiest contract with a withdrawal of so many tinybars.
    Call(u64),
    /// Pays so many tinybars.
    Pay(u64),
    /// Deletes an account.
    DeleteAccount,
    /// Mints tokens.
    Mint,
    /// Sends a message.
    Message,
    /// Something else.
    Other(Kind),
    /// A type that nobody knows.
    Unknown,
    /// Nothing but the fee.
    Empty,
    /// Bytes that are no protobuf.
    Broken,
    /// Text that is no base64.
    NotBase64,
}

impl Inner {
    /// One of those that make sense.
    pub(super) fn any(chance: &mut Chance) -> Self {
        match chance.below(6) {
            0..=1 => Self::Call(chance.between(1, 900_000_000)),
            2..=3 => Self::Pay(chance.between(1, 5_000_000_000)),
            4 => Self::Mint,
            _ => Self::Message,
        }
    }

    /// Whether it calls a contract.
    pub(super) fn is_call(self) -> bool {
        matches!(self, Self::Call(_))
    }

    /// The name of its transaction type.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Call(_) => "CONTRACTCALL",
            Self::Pay(_) => "CRYPTOTRANSFER",
            Self::DeleteAccount => "CRYPTODELETE",
            Self::Mint => "TOKENMINT",
            Self::Message => "CONSENSUSSUBMITMESSAGE",
            Self::Other(kind) => kind.told().0,
            Self::Unknown | Self::Empty | Self::Broken | Self::NotBase64 => "UNKNOWN",
        }
    }

    /// The entity it is about.
    pub(crate) fn entity(self) -> Option<u64> {
        match self {
            Self::Call(_) => Some(BUSIEST),
            Self::DeleteAccount => Some(1006),
            Self::Mint => Some(2001),
            Self::Message => Some(2501),
            Self::Other(kind) => kind.told().1,
            _ => None,
        }
    }

    /// How it fails, if it does.
    pub(super) fn failure(self) -> &'static str {
        match self {
            Self::Call(_) => "CONTRACT_REVERT_EXECUTED",
            Self::Mint => "TOKEN_MAX_SUPPLY_REACHED",
            _ => "INSUFFICIENT_PAYER_BALANCE",
        }
    }

    /// Tinybars it moves: account and amount.
    pub(crate) fn moves(self) -> Vec<(u64, i64)> {
        let Self::Pay(tinybars) = self else { return Vec::new() };
        let amount = i64::try_from(tinybars).unwrap_or(i64::MAX);
        vec![(1003, -amount), (1005, amount)]
    }

    /// The body as sent.
    pub(super) fn to_base64(self, memo: &str) -> String {
        match self {
            Self::NotBase64 => "this is not base64!".to_owned(),
            Self::Broken => BASE64_STANDARD.encode([0x0a, 0xff, 0xff, 0x01, 0x1a]),
            _ => BASE64_STANDARD.encode(self.body(memo).finish()),
        }
    }

    fn body(self, memo: &str) -> Message {
        let start = Message::default().number(1, FEE).bytes(2, memo);
        let new = Message::default;
        match self {
            Self::Call(tinybars) => {
                let input = abi::call("withdraw(uint256)", &[uint(tinybars)]);
                let call = new().entity(1, BUSIEST).number(2, 300_000).number(3, 0).bytes(4, input);
                start.message(3, &call)
            }
            Self::Pay(_) => {
                let amounts = self.moves().into_iter().fold(new(), |list, (account, amount)| {
                    list.message(1, &new().entity(1, account).signed(2, amount))
                });
                start.message(9, &new().message(1, &amounts))
            }
            Self::DeleteAccount => start.message(8, &new().entity(1, 2).entity(2, 1006)),
            Self::Mint => start.message(29, &new().entity(1, 2001).number(2, 1000)),
            Self::Message => start.message(21, &new().entity(1, 2501).bytes(2, "scheduled message")),
            Self::Other(kind) => kind.onto(start),
            Self::Unknown => {
                let input =
                    abi::call("transfer(address,uint256)", &[account(accounts::long_zero(1005)), uint(7u8)]);
                start.message(77, &new().bytes(1, input))
            }
            Self::Empty | Self::Broken | Self::NotBase64 => start,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_payment_is_written_as_the_protobuf_has_it() {
        let body = Inner::Pay(1_000_000_000).to_base64("orphan");
        assert_eq!(body, "CIDC1y8SBm9ycGhhbkocChoKCwoDGOsHEP+n1rkHCgsKAxjtBxCAqNa5Bw==");
    }
}
