//! The columns of the contract list, and the details of the selected row.

use std::sync::Arc;

use decode::key::KeyTree;
use ledger::query::ContractsQuery;
use ledger::{Contract, EvmAddress, Field, Text};

use crate::message::Place;
use crate::panes::Context;
use crate::panes::kit::list::{
    Column, ColumnOf, Columns, Counted, PagedList, RecordValuer, Rows, Value, Valuer, labelled,
};
use crate::panes::kit::nouns::values;
use crate::widgets::Role;
use crate::widgets::table::Cell;

/// The contracts; their rows need no further data.
#[derive(Debug)]
pub struct Contracts;

impl Columns for Contracts {
    type Row<'a> = &'a Contract;

    const LIST: &'static str = "contracts";

    const OPTIONAL: &'static [&'static str] = &["expires", "auto-renew account", "nonce", "file"];

    fn leads(column: &'static str, row: &&Contract, _ctx: &Context<'_>) -> Option<Place> {
        match column {
            "auto-renew account" => row.auto_renew_account.value().map(|id| Place::Account(id.into())),
            _ => None,
        }
    }

    const ALL: &'static [ColumnOf<Self>] = &[
        Column::text("contract id", 11).titled("contract").of(|row| Value::text(row.contract_id.known())),
        Column::time("created").rank(2).of(|row| Value::time(row.created_timestamp.value())),
        Column::text("deleted", 7).titled("state").rank(1).shows(
            |row, _| match row.deleted.value() {
                Some(true) => ("deleted".to_owned(), Role::Attention),
                _ => Cell::default(),
            },
            |row| Value::text(row.deleted.value().map(|is| if is { "yes" } else { "no" })),
        ),
        Column::text("memo", 12)
            .grows(3)
            .rank(1)
            .of(|row| Value::text(row.memo.known().map(Text::escaped).filter(|memo| !memo.is_empty()))),
        Column::text("admin key", 20)
            .grows(1)
            .rank(3)
            .dim(|row| Value::text(Some(key(row)).filter(|words| !words.is_empty()))),
        Column::text("EVM address", 42).rank(4).dim(|row| Value::text(address(row))),
        Column::time("expires").rank(5).of(|row| Value::time(row.expiration_timestamp.value())),
        Column::text("auto-renew account", 18).rank(5).of(|row| Value::text(row.auto_renew_account.known())),
        Column::number("nonce", 7)
            .rank(5)
            .shows(|row, _| values::digits(&row.nonce), |row| Value::number(row.nonce.value())),
        Column::text("file", 11).rank(5).of(|row| Value::text(row.file_id.known())),
    ];

    const COUNTED: &'static [Counted] =
        &[Counted::values("deleted"), Counted::values("admin key"), Counted::times("created")];
}

fn address(row: &Contract) -> Option<String> {
    row.evm_address.known().map(EvmAddress::checksummed)
}

/// The kind of admin key, in words.
fn key(row: &Contract) -> String {
    match &row.admin_key {
        Field::Null => "none: immutable".to_owned(),
        key => KeyTree::from_field(key).map(|tree| tree.summary(row.contract_id.value())).unwrap_or_default(),
    }
}

impl Rows<ContractsQuery> for Contracts {
    fn known<'a>(&'a self, row: &'a Contract, _ctx: &Context<'a>) -> &'a Contract {
        row
    }

    fn valuer(&self, _ctx: &Context<'_>) -> Arc<dyn Valuer<Contract>> {
        Arc::new(RecordValuer(|row| Self::values(&row)))
    }

    /// Values that the columns cut or left out.
    fn detail_lines(&self, row: &&Contract, _ctx: &Context<'_>) -> Vec<Vec<Cell>> {
        let said = [
            ("", row.contract_id.known().map(ToString::to_string).unwrap_or_default()),
            ("", address(row).unwrap_or_default()),
            ("key ", key(row)),
            ("memo ", row.memo.known().map(Text::escaped).unwrap_or_default()),
        ];
        vec![labelled(said).collect()]
    }

    fn empty_state(&self, list: &PagedList<ContractsQuery>, ctx: &Context<'_>) -> Vec<Cell> {
        if let Some(words) = list.none_so_far() {
            return words.into();
        }
        let head = if list.is_filtered() {
            "No matching contracts.".to_owned()
        } else {
            format!("No contracts on {}.", ctx.network.name)
        };
        let mut lines = vec![(head, Role::Heading)];
        lines.extend(list.filter_words());
        lines
    }
}
