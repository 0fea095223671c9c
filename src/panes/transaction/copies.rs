//! The copy menu of a transaction, beyond the facts on its sheet. The CSV of the transfers has amounts in the
//! smallest unit.

use decode::family::Family;
use decode::money::{Asset, Net};
use ledger::{EntityId, Field, Transaction};

use super::facts;
use crate::message::Copied;
use crate::panes::kit::list::export::csv;
use crate::panes::kit::list::{Column, ColumnOf, Columns, Value};
use crate::widgets::Role;

/// The id in both spellings, other forms of hash and memo, and the transfers as CSV.
pub(super) fn copies_of(transaction: &Transaction, family: &Family) -> Vec<Copied> {
    let t = transaction;
    let mut copies = Vec::new();
    let mut add = |what: &str, text: String| copies.push(Copied::new(what, text));
    if let Some(id) = t.transaction_id.value() {
        add("transaction id", id.to_string());
        add("transaction id with @", id.at_form());
    }
    if let Some(hash) = t.transaction_hash.known() {
        add("hash", hash.to_hex());
        add("hash without 0x", hash.to_hex().trim_start_matches("0x").to_owned());
        add("hash, base64", facts::base64(hash.bytes()));
    }
    if let Some(memo) = t.memo.known().filter(|memo| !memo.is_empty()) {
        add("memo, base64", facts::base64(memo.raw()));
    }
    if let Some(bytes) = t.bytes.known().filter(|bytes| !bytes.is_empty()) {
        add("bytes, base64", facts::base64(bytes.bytes()));
    }
    let moved = rows(t);
    if !moved.is_empty() {
        add("transfers as CSV", csv::<Transfers>(moved));
    }
    let members = family.members.iter().filter(|_| family.is_tree());
    let moved: Vec<_> = members.flat_map(|member| rows(&member.transaction)).collect();
    if !moved.is_empty() {
        add("transfers of the family as CSV", csv::<Transfers>(moved));
    }
    for (account, held) in &Net::new([t]).accounts {
        if let Some(amount) = held.get(&Asset::Coin) {
            add(&format!("net of {account}, tinybar"), amount.to_string());
        }
    }
    copies
}

/// The entries of the transfer lists and of the custom fees.
pub(super) struct Transfers;

/// An entry; fields that its list does not have are `None`.
#[derive(Clone, Copy)]
pub(super) struct Row<'a> {
    transaction: &'a Transaction,
    list: &'static str,
    token: Option<&'a Field<EntityId>>,
    account: Option<&'a Field<EntityId>>,
    amount: Option<&'a Field<i64>>,
    is_approval: Option<&'a Field<bool>>,
    serial_number: Option<&'a Field<i64>>,
    sender: Option<&'a Field<EntityId>>,
    receiver: Option<&'a Field<EntityId>>,
}

/// The entries of a transaction, in the order of the tables.
pub(super) fn rows(transaction: &Transaction) -> Vec<Row<'_>> {
    let t = transaction;
    let none = Row {
        transaction,
        list: "",
        token: None,
        account: None,
        amount: None,
        is_approval: None,
        serial_number: None,
        sender: None,
        receiver: None,
    };
    let coin = t.transfers.known().into_iter().flatten().map(|it| Row {
        list: "transfers",
        account: Some(&it.account),
        amount: Some(&it.amount),
        is_approval: Some(&it.is_approval),
        ..none
    });
    let tokens = t.token_transfers.known().into_iter().flatten().map(|it| Row {
        list: "token_transfers",
        token: Some(&it.token_id),
        account: Some(&it.account),
        amount: Some(&it.amount),
        is_approval: Some(&it.is_approval),
        ..none
    });
    let unique = t.nft_transfers.known().into_iter().flatten().map(|it| Row {
        list: "nft_transfers",
        token: Some(&it.token_id),
        is_approval: Some(&it.is_approval),
        serial_number: Some(&it.serial_number),
        sender: Some(&it.sender_account_id),
        receiver: Some(&it.receiver_account_id),
        ..none
    });
    let rewards = t.staking_reward_transfers.known().into_iter().flatten().map(|it| Row {
        list: "staking_reward_transfers",
        account: Some(&it.account),
        amount: Some(&it.amount),
        ..none
    });
    let fees = t.assessed_custom_fees.known().into_iter().flatten().map(|it| Row {
        list: "assessed_custom_fees",
        token: Some(&it.token_id),
        amount: Some(&it.amount),
        receiver: Some(&it.collector_account_id),
        ..none
    });
    coin.chain(tokens).chain(unique).chain(rewards).chain(fees).collect()
}

macro_rules! column {
    ($name:literal, |$it:ident| $value:expr) => {
        Column::text($name, 12).shows(|$it, _| ($value.to_string(), Role::Plain), |$it| $value)
    };
}

impl Columns for Transfers {
    type Row<'a> = Row<'a>;

    const LIST: &'static str = "transfers";

    const ALL: &'static [ColumnOf<Self>] = &[
        column!("consensus timestamp", |it| text(Some(&it.transaction.consensus_timestamp))),
        column!("nonce", |it| number(Some(&it.transaction.nonce))),
        column!("list", |it| Value::Text(it.list.to_owned())),
        column!("token id", |it| text(it.token)),
        column!("account", |it| text(it.account)),
        column!("amount", |it| number(it.amount)),
        column!("is approval", |it| text(it.is_approval)),
        column!("serial number", |it| number(it.serial_number)),
        column!("sender account id", |it| text(it.sender)),
        column!("receiver account id", |it| text(it.receiver)),
    ];
}

/// A field as text; empty for null and absent fields.
fn text<T: ToString>(field: Option<&Field<T>>) -> Value {
    match field {
        Some(Field::Known(value)) => Value::Text(value.to_string()),
        Some(Field::Odd(text)) => Value::Text(text.escaped()),
        Some(Field::Null | Field::Absent) | None => Value::Nothing,
    }
}

fn number(field: Option<&Field<i64>>) -> Value {
    match field {
        Some(Field::Known(number)) => Value::number(Some(*number)),
        field => text(field),
    }
}

#[cfg(test)]
mod tests {
    use ledger::transaction::{NftTransfer, Transfer};
    use ledger::{Text, Timestamp};

    use super::*;
    use crate::panes::kit::list::export::csv;

    #[test]
    fn every_entry_is_a_line_of_as_many_cells_as_there_are_columns() {
        let moved = Transaction {
            consensus_timestamp: Field::Known(Timestamp { seconds: 9, nanos: 5 }),
            nonce: Field::Known(0),
            transfers: Field::Known(vec![
                Transfer {
                    account: Field::Known(EntityId::from_num(2)),
                    amount: Field::Known(-7),
                    is_approval: Field::Known(false),
                },
                Transfer { account: Field::Odd(Text::from("=\"x\"")), ..Transfer::default() },
            ]),
            nft_transfers: Field::Known(vec![NftTransfer {
                serial_number: Field::Known(i64::MAX),
                receiver_account_id: Field::Known(EntityId::from_num(3)),
                ..NftTransfer::default()
            }]),
            ..Transaction::default()
        };
        let csv = csv::<Transfers>(rows(&moved));
        let lines: Vec<&str> = csv.lines().collect();
        let head = "consensus_timestamp,nonce,list,token_id,account,amount,is_approval,serial_number,\
                    sender_account_id,receiver_account_id";
        assert_eq!(lines[0], head);
        assert_eq!(lines[1], "9.000000005,0,transfers,,0.0.2,-7,false,,,");
        assert_eq!(lines[2], "9.000000005,0,transfers,,\"'=\"\"x\"\"\",,,,,");
        assert_eq!(lines[3], "9.000000005,0,nft_transfers,,,,,9223372036854775807,,0.0.3");
        assert!(lines.iter().all(|line| line.matches(',').count() == 9));
        assert!(rows(&Transaction::default()).is_empty());
    }
}
