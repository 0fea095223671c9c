//! The names of transaction types, and the kind of entity that each acts on.

use ledger::{ContractRef, EntityId, Transaction};

use crate::message::Place;

/// The kind of a transaction's entity, by the transaction's type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EntityKind {
    Account,
    Contract,
    File,
    Node,
    Schedule,
    Token,
    Topic,
    /// The type does not determine it.
    Other,
}

use EntityKind::{Account, Contract, File, Node, Other, Schedule, Token, Topic};

/// API name, display name, and the kind of entity.
const KINDS: [(&str, &str, EntityKind); 57] = [
    ("ATOMICBATCH", "atomic batch", Other),
    ("CONSENSUSCREATETOPIC", "create a topic", Topic),
    ("CONSENSUSDELETETOPIC", "delete a topic", Topic),
    ("CONSENSUSSUBMITMESSAGE", "message to a topic", Topic),
    ("CONSENSUSUPDATETOPIC", "update a topic", Topic),
    ("CONTRACTCALL", "contract call", Contract),
    ("CONTRACTCREATEINSTANCE", "create a contract", Contract),
    ("CONTRACTDELETEINSTANCE", "delete a contract", Contract),
    ("CONTRACTUPDATEINSTANCE", "update a contract", Contract),
    ("CRYPTOADDLIVEHASH", "add a live hash", Account),
    ("CRYPTOAPPROVEALLOWANCE", "approve an allowance", Account),
    ("CRYPTOCREATEACCOUNT", "create an account", Account),
    ("CRYPTODELETE", "delete an account", Account),
    ("CRYPTODELETEALLOWANCE", "delete an allowance", Account),
    ("CRYPTODELETELIVEHASH", "delete a live hash", Account),
    ("CRYPTOTRANSFER", "transfer", Account),
    ("CRYPTOUPDATEACCOUNT", "update an account", Account),
    ("ETHEREUMTRANSACTION", "wrapped Ethereum transaction", Contract),
    ("FILEAPPEND", "append to a file", File),
    ("FILECREATE", "create a file", File),
    ("FILEDELETE", "delete a file", File),
    ("FILEUPDATE", "update a file", File),
    ("FREEZE", "freeze or upgrade the network", File),
    ("HOOKDISPATCH", "run a hook", Other),
    ("HOOKSTORE", "write a hook's storage", Other),
    ("NODECREATE", "create a node", Node),
    ("NODEDELETE", "delete a node", Node),
    ("NODESTAKEUPDATE", "daily update of stakes", Other),
    ("NODEUPDATE", "update a node", Node),
    ("SCHEDULECREATE", "create a schedule", Schedule),
    ("SCHEDULEDELETE", "delete a schedule", Schedule),
    ("SCHEDULESIGN", "sign a schedule", Schedule),
    ("SYSTEMDELETE", "delete by the system", Other),
    ("SYSTEMUNDELETE", "undelete by the system", Other),
    ("TOKENAIRDROP", "airdrop tokens", Other),
    ("TOKENASSOCIATE", "associate tokens", Account),
    ("TOKENBURN", "burn tokens", Token),
    ("TOKENCANCELAIRDROP", "cancel an airdrop", Other),
    ("TOKENCLAIMAIRDROP", "claim an airdrop", Other),
    ("TOKENCREATION", "create a token", Token),
    ("TOKENDELETION", "delete a token", Token),
    ("TOKENDISSOCIATE", "dissociate tokens", Account),
    ("TOKENFEESCHEDULEUPDATE", "update a token's fees", Token),
    ("TOKENFREEZE", "freeze an account for a token", Token),
    ("TOKENGRANTKYC", "grant KYC for a token", Token),
    ("TOKENMINT", "mint tokens", Token),
    ("TOKENPAUSE", "pause a token", Token),
    ("TOKENREJECT", "reject tokens", Account),
    ("TOKENREVOKEKYC", "revoke KYC for a token", Token),
    ("TOKENUNFREEZE", "unfreeze an account for a token", Token),
    ("TOKENUNPAUSE", "unpause a token", Token),
    ("TOKENUPDATE", "update a token", Token),
    ("TOKENUPDATENFTS", "update unique tokens", Token),
    ("TOKENWIPE", "wipe tokens", Token),
    ("UNCHECKEDSUBMIT", "submit without checks", Other),
    ("UNKNOWN", "a type unknown to the server", Other),
    ("UTILPRNG", "pseudo-random number", Other),
];

/// The display name of the transaction's type; `None` for unknown types.
pub(super) fn kind_name(transaction: &Transaction) -> Option<&'static str> {
    find(transaction).map(|(_, words, _)| *words)
}

/// The kind of a transaction's entity.
pub(super) fn entity(transaction: &Transaction) -> EntityKind {
    find(transaction).map_or(Other, |(_, _, kind)| *kind)
}

/// The place of a transaction's entity.
pub(super) fn entity_place(transaction: &Transaction, id: EntityId) -> Option<Place> {
    match entity(transaction) {
        Contract => Some(Place::contract(ContractRef::Id(id))),
        Account => Some(Place::Account(id.into())),
        Token => Some(Place::Token(id)),
        Schedule => Some(Place::Schedule(id)),
        _ => None,
    }
}

/// The contract result with the same consensus time; `None` for types that run no contract code.
pub(super) fn result_place(transaction: &Transaction) -> Option<Place> {
    let runs = ["CONTRACTCALL", "CONTRACTCREATEINSTANCE", "ETHEREUMTRANSACTION"];
    let name = transaction.name.known()?;
    let contract = transaction.entity_id.value().filter(|_| runs.iter().any(|known| name.is(known)))?;
    let at = transaction.consensus_timestamp.value()?;
    Some(Place::Result(ContractRef::Id(contract), at))
}

/// Whether this type of transaction may mint or burn tokens. Its transfers need not add up to zero.
pub(super) fn changes_supply(transaction: &Transaction) -> bool {
    let changes = ["TOKENMINT", "TOKENBURN", "TOKENWIPE", "TOKENCREATION", "TOKENDISSOCIATE", "TOKENREJECT"];
    transaction.name.known().is_some_and(|name| changes.iter().any(|known| name.is(known)))
}

impl EntityKind {
    pub(super) fn label(self) -> &'static str {
        match self {
            Account => "account",
            Contract => "contract",
            File => "file",
            Node => "node",
            Schedule => "schedule",
            Token => "token",
            Topic => "topic",
            Other => "entity",
        }
    }
}

fn find(transaction: &Transaction) -> Option<&'static (&'static str, &'static str, EntityKind)> {
    let name = transaction.name.known()?;
    KINDS.iter().find(|(known, _, _)| name.is(known))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ledger::{Field, Text, Timestamp};

    fn named(name: &str) -> Transaction {
        Transaction {
            name: Field::Known(Text::from(name)),
            entity_id: Field::Known(EntityId::from_num(7)),
            consensus_timestamp: Field::Known(Timestamp::from_secs(9)),
            ..Transaction::default()
        }
    }

    #[test]
    fn names_are_unique_and_in_order() {
        assert!(KINDS.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }

    #[test]
    fn an_entity_leads_where_its_type_says() {
        let place = |name| entity_place(&named(name), EntityId::from_num(7)).map(|place| place.to_string());
        assert_eq!(place("CONTRACTUPDATEINSTANCE").as_deref(), Some("contract/0.0.7"));
        assert_eq!(place("SCHEDULESIGN").as_deref(), Some("schedule/0.0.7"));
        assert_eq!(place("TOKENMINT").as_deref(), Some("token/0.0.7"));
        assert_eq!(place("BRANDNEW"), None);
    }

    #[test]
    fn only_what_runs_code_has_a_contract_result() {
        let place = |name| result_place(&named(name)).map(|place| place.to_string());
        assert_eq!(place("ETHEREUMTRANSACTION").as_deref(), Some("result/0.0.7/9.000000000"));
        assert_eq!(place("CONTRACTDELETEINSTANCE"), None);
    }
}
