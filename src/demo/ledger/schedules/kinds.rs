//! Bodies of scheduled transactions of many kinds, as the protobuf of the ledger has them.

use crate::demo::ledger::abi::{self, account, uint};
use crate::demo::ledger::accounts;
use crate::demo::ledger::contracts::keys;
use crate::demo::ledger::protobuf::Message;

/// A kind of transaction that a schedule can carry, besides the usual ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Makes a contract from a file.
    CreateContract,
    /// Changes a contract's key and memo.
    UpdateContract,
    /// Deletes a contract.
    DeleteContract,
    /// Makes an account.
    CreateAccount,
    /// Changes an account's key.
    UpdateAccount,
    /// Moves tokens of both kinds.
    MoveTokens,
    /// Makes a token.
    CreateToken,
    /// Burns tokens.
    Burn,
    /// Wipes an account's tokens.
    Wipe,
    /// Freezes an account for a token.
    Freeze,
    /// Lets an account deal with a token.
    GrantKyc,
    /// Stops all moves of a token.
    Pause,
    /// Takes tokens into an account.
    Associate,
    /// Lets others spend.
    Approve,
    /// Makes a topic.
    CreateTopic,
    /// Appends to a file.
    AppendFile,
    /// Deletes another schedule.
    DeleteSchedule,
    /// Sends tokens to who has not asked.
    Airdrop,
    /// Rejects a token.
    Reject,
    /// Draws a random number.
    Random,
    /// Has a token moved through a contract that moves many things at once.
    Batch,
    /// Upgrades a proxy.
    Upgrade,
}

impl Kind {
    /// All of them.
    pub(super) const ALL: [Self; 22] = [
        Self::CreateContract,
        Self::UpdateContract,
        Self::DeleteContract,
        Self::CreateAccount,
        Self::UpdateAccount,
        Self::MoveTokens,
        Self::CreateToken,
        Self::Burn,
        Self::Wipe,
        Self::Freeze,
        Self::GrantKyc,
        Self::Pause,
        Self::Associate,
        Self::Approve,
        Self::CreateTopic,
        Self::AppendFile,
        Self::DeleteSchedule,
        Self::Airdrop,
        Self::Reject,
        Self::Random,
        Self::Batch,
        Self::Upgrade,
    ];

    /// The name of the transaction type, the entity it is about, and what a memo says of it.
    pub(super) fn told(self) -> (&'static str, Option<u64>, &'static str) {
        match self {
            Self::CreateContract => ("CONTRACTCREATEINSTANCE", None, "makes a contract"),
            Self::UpdateContract => ("CONTRACTUPDATEINSTANCE", Some(5201), "changes a contract"),
            Self::DeleteContract => ("CONTRACTDELETEINSTANCE", Some(5037), "deletes a contract"),
            Self::CreateAccount => ("CRYPTOCREATEACCOUNT", None, "makes an account"),
            Self::UpdateAccount => ("CRYPTOUPDATEACCOUNT", Some(1003), "changes an account's key"),
            Self::MoveTokens => ("CRYPTOTRANSFER", None, "moves tokens of both kinds"),
            Self::CreateToken => ("TOKENCREATION", None, "makes a token"),
            Self::Burn => ("TOKENBURN", Some(2001), "burns tokens"),
            Self::Wipe => ("TOKENWIPE", Some(2001), "wipes tokens"),
            Self::Freeze => ("TOKENFREEZE", Some(2001), "freezes an account"),
            Self::GrantKyc => ("TOKENGRANTKYC", Some(2001), "lets an account in"),
            Self::Pause => ("TOKENPAUSE", Some(2002), "pauses a token"),
            Self::Associate => ("TOKENASSOCIATE", Some(1005), "takes tokens in"),
            Self::Approve => ("CRYPTOAPPROVEALLOWANCE", None, "lets others spend"),
            Self::CreateTopic => ("CONSENSUSCREATETOPIC", None, "makes a topic"),
            Self::AppendFile => ("FILEAPPEND", Some(3001), "appends to a file"),
            Self::DeleteSchedule => ("SCHEDULEDELETE", Some(7001), "deletes another schedule"),
            Self::Airdrop => ("TOKENAIRDROP", None, "sends tokens unasked"),
            Self::Reject => ("TOKENREJECT", None, "rejects a token"),
            Self::Random => ("UTILPRNG", None, "draws a number"),
            Self::Batch => ("CONTRACTCALL", Some(5211), "calls a batch of calls"),
            Self::Upgrade => ("CONTRACTCALL", Some(5038), "upgrades a proxy"),
        }
    }

    /// Appends the kind's own message to a body.
    pub(super) fn onto(self, body: Message) -> Message {
        let token = || new().entity(1, 2001);
        match self {
            Self::CreateContract => {
                let period = new().number(1, 7_776_000);
                let made =
                    new().entity(1, 3001).message(3, &key(1003)).number(5, 400_000).number(6, 5_000_000);
                let made = made.message(8, &period).bytes(9, abi::encode(&[uint(7u8)]));
                body.message(4, &made.bytes(13, "made by a schedule").number(14, 10))
            }
            Self::UpdateContract => {
                let memo = new().bytes(1, "a memo from a schedule");
                body.message(5, &new().entity(1, 5201).message(3, &key(1007)).message(10, &memo))
            }
            Self::DeleteContract => body.message(6, &new().entity(1, 5037).entity(2, 1005)),
            Self::CreateAccount => {
                let made = new().message(1, &key(1013)).number(2, 1_000_000_000).number(8, 1);
                body.message(7, &made.bytes(13, "saved for later").number(14, 5))
            }
            Self::UpdateAccount => body.message(10, &new().entity(2, 1003).message(3, &key(1005))),
            Self::MoveTokens => body.message(9, &moves()),
            Self::CreateToken => {
                let made = new().bytes(1, "Scheduled Shell").bytes(2, "SHELL").number(3, 4);
                body.message(22, &made.number(4, 1_000_000).entity(5, 1002).message(6, &key(1003)))
            }
            Self::Burn => body.message(30, &token().number(2, 500)),
            Self::Wipe => body.message(31, &token().entity(2, 1009).number(3, 25)),
            Self::Freeze => body.message(23, &token().entity(2, 1009)),
            Self::GrantKyc => body.message(25, &token().entity(2, 1009)),
            Self::Pause => body.message(35, &new().entity(1, 2002)),
            Self::Associate => body.message(32, &new().entity(1, 1005).entity(2, 2001).entity(2, 2003)),
            Self::Approve => {
                let coins = new().entity(1, 1003).entity(2, 1005).number(3, 250_000_000);
                let tokens = token().entity(2, 1003).entity(3, 5001).number(4, 9_000);
                body.message(37, &new().message(1, &coins).message(3, &tokens))
            }
            Self::CreateTopic => body.message(18, &new().bytes(1, "tides").message(2, &key(1007))),
            Self::AppendFile => body.message(12, &new().entity(2, 3001).bytes(4, "6080604052")),
            Self::DeleteSchedule => body.message(34, &new().entity(1, 7001)),
            Self::Airdrop => body.message(46, &new().message(1, &shares(2001, 75))),
            Self::Reject => {
                let rejected = new().entity(1, 2004);
                body.message(45, &new().entity(1, 1005).message(2, &rejected))
            }
            Self::Random => body.message(40, &new().number(1, 49)),
            Self::Batch => {
                let burn = abi::call("burn(uint256)", &[uint(9u8)]);
                let list = abi::Value::Array(vec![abi::Value::Bytes(burn)]);
                body.message(3, &call(5211, abi::call("multicall(bytes[])", &[list])))
            }
            Self::Upgrade => {
                let next = [account(accounts::long_zero(5039)), abi::Value::Bytes(Vec::new())];
                body.message(3, &call(5038, abi::call("upgradeToAndCall(address,bytes)", &next)))
            }
        }
    }
}

fn new() -> Message {
    Message::default()
}

/// An ED25519 key.
fn key(num: u64) -> Message {
    new().bytes(2, keys::ed25519(num))
}

fn call(contract: u64, input: Vec<u8>) -> Message {
    new().entity(1, contract).number(2, 300_000).bytes(4, input)
}

/// A fungible token's move between two accounts.
fn shares(token: u64, amount: i64) -> Message {
    let list = new().entity(1, token);
    let from = new().entity(1, 1003).signed(2, -amount);
    list.message(2, &from).message(2, &new().entity(1, 1005).signed(2, amount))
}

/// Coins, fungible tokens and a unique one.
fn moves() -> Message {
    let coins = [(1003, -700), (1005, 700)]
        .into_iter()
        .fold(new(), |list, (who, amount)| list.message(1, &new().entity(1, who).signed(2, amount)));
    let unique = new().entity(1, 2005).message(3, &new().entity(1, 1003).entity(2, 1007).number(3, 12));
    new().message(1, &coins).message(2, &shares(2001, 40)).message(2, &unique)
}
