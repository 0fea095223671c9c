//! Accounts.

use crate::ledger::AccountRef;
use crate::message::place::description::{Description, contract_words};
use crate::message::place::{Place, PlaceFault, PlaceKind, Row};

pub(in crate::message::place) const ACCOUNT: [Row; 1] = [Row {
    kind: PlaceKind::Account,
    name: "account",
    forms: &["account/ID"],
    shows: "an account, by its id, its EVM address or its alias: its key, what it holds, what it did",
    prefix: "a",
    wants: "an account: an id such as 0.0.1002, an EVM address, or an alias",
    example: "account/0.0.1002",
    parse: |parts| {
        let fault = PlaceFault::Part("write an account: an id such as 0.0.1002, an EVM address, or an alias");
        AccountRef::parse(parts.open(0), parts.home).map(Place::Account).ok_or(fault)
    },
    describe: |place| {
        let Place::Account(of) = place else { return None };
        let words = match of {
            AccountRef::Entity(entity) => contract_words(entity),
            AccountRef::Alias(alias) => alias.clone(),
        };
        Some(Description::new(format!("account/{of}"), format!("account {words}")))
    },
    ..Row::DEFAULT
}];
