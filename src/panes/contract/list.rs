//! All contracts of the network, with every filter of the operation.
//!
//! ```text
//!   contract.id gte:0.0.5001 ✕                                   chips, if any filter is active
//!    contract   created     memo            state                 the rows in view
//!   ▌0.0.5215   2026-11-…   a lighthouse    deleted
//!  ─ row 1 of 100 loaded in 1 page, more below ─────             the page indicator
//!    0.0.5215  0xb055…                                           the selected row, whole
//! ```

use std::sync::Arc;

use decode::key::KeyTree;
use ledger::query::{ContractsQuery, EntityFilter, Op, Order};
use ledger::{Contract, ContractRef, EntityId, EvmAddress, Field, Text, Timestamp};

use crate::message::Place;
use crate::panes::Context;
use crate::panes::kit::list::{
    Column, ColumnOf, Columns, Counted, Filterable, ListPane, Listed, PagedList, PaneRows, RecordValuer,
    Rows, Value, Valuer, Words, filter_form, labelled,
};
use crate::panes::kit::nouns::values;
use crate::widgets::Role;
use crate::widgets::feed::Identity;
use crate::widgets::form::FormField;
use crate::widgets::table::Cell;

pub type ContractsPane = ListPane<ContractsQuery, Contracts>;

impl Identity for Contract {
    type Id = EntityId;

    fn identity(&self) -> Option<Self::Id> {
        self.contract_id.value()
    }
}

impl PaneRows<ContractsQuery> for Contracts {
    fn for_query(_query: &ContractsQuery) -> Self {
        Self
    }
}

impl Filterable for ContractsQuery {
    fn subject(&self) -> String {
        "contracts".to_owned()
    }

    fn place(&self) -> Place {
        Place::Contracts(self.clone())
    }

    fn fields(&self) -> Vec<FormField> {
        let range = "0.0.5001, or a range: gte:5000, lt:6000";
        let own = [filter_form::text(self, "contract.id", "contract id", range)];
        own.into_iter().chain(filter_form::paging(self)).collect()
    }

    fn values(&self, name: &str, text: &str, _ctx: &Context<'_>) -> Result<Vec<String>, String> {
        Ok(if name == "contract.id" { filter_form::several(text) } else { vec![text.to_owned()] })
    }
}

impl Listed for ContractsQuery {
    const WORDS: Words = Words { open: "open", copy: "copy the place of the row", more: "load another page" };
    const ORDERS: &'static [(&'static str, &'static str)] = filter_form::IN_TIME;
    const USUAL: Order = Order::Desc;

    fn title(&self, _ctx: &Context<'_>) -> String {
        "contracts".to_owned()
    }

    fn opened(&self, row: &Contract) -> Option<Place> {
        row.contract_id.value().map(|id| Place::contract(ContractRef::Id(id)))
    }

    /// Entity ids increase over time.
    fn newer_than(&self, newest: Option<&Contract>, _seconds: u64, _now: Timestamp) -> Option<Self> {
        let Some(newest) = newest else { return Some(Self { order: Some(Order::Asc), ..self.clone() }) };
        let id = newest.contract_id.value()?;
        let bounded = self.contract.iter().any(|filter| filter.op != Op::Gt && filter.op != Op::Gte);
        let contract = vec![EntityFilter { op: Op::Gt, id }];
        (!bounded).then(|| Self { contract, order: Some(Order::Asc), ..self.clone() })
    }

    fn transaction(_row: &Contract) -> Option<Timestamp> {
        None
    }

    fn time(row: &Contract) -> Option<Timestamp> {
        row.created_timestamp.value()
    }
}

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
