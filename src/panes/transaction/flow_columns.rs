//! The columns of the flows of a money trail, for CSV and Markdown.

use crate::decode::family::Family;
use crate::decode::money::Asset;
use crate::ledger::Transaction;
use crate::panes::kit::list::{Column, Columns, Value};
use crate::panes::kit::money_flows::{self, FlowRow};
use crate::widgets::Role;
use crate::widgets::table::Column as Head;

/// The flows of a trail. Amounts are exact: in the smallest unit.
pub(super) struct Flows;

/// A flow, and the transaction that made it.
#[derive(Clone, Copy)]
pub(super) struct Row<'a> {
    flow: &'a FlowRow,
    transaction: Option<&'a Transaction>,
}

impl<'a> Row<'a> {
    /// A flow between the members of this family.
    pub(super) fn new(flow: &'a FlowRow, family: &'a Family) -> Self {
        Self { flow, transaction: family.members.get(flow.member).map(|member| &*member.transaction) }
    }
}

impl Columns for Flows {
    type Row<'a> = Row<'a>;

    const LIST: &'static str = "money trail";

    /// A serial number stands beside its asset; all that is shown is of one moment.
    const OPTIONAL: &'static [&'static str] = &["consensus timestamp", "nonce", "serial number"];

    const ALL: &'static [Column<Self>] = &[
        Column {
            name: "consensus timestamp",
            head: |_, _| Head::text("time", 29),
            cell: |it, ctx| {
                let at = it.transaction.and_then(|it| it.consensus_timestamp.value());
                (at.map(|at| ctx.theme.time(at, ctx.now)).unwrap_or_default(), Role::Plain)
            },
            value: |it| Value::time(it.transaction.and_then(|it| it.consensus_timestamp.value())),
        },
        Column {
            name: "nonce",
            head: |_, _| Head::number("nonce", 5),
            cell: |it, _| (nonce(it).to_string(), Role::Plain),
            value: nonce,
        },
        Column {
            name: "kind",
            head: |_, _| Head::text("kind", 12),
            cell: |it, _| (it.flow.kind.label().to_owned(), Role::Plain),
            value: |it| Value::Text(it.flow.kind.label().to_owned()),
        },
        Column {
            name: "asset",
            head: |_, _| Head::text("of", 8),
            cell: |it, ctx| (money_flows::flow_text(it.flow, ctx), Role::Plain),
            value: |it| match it.flow.asset {
                Asset::Coin => Value::Text("coin".to_owned()),
                Asset::Token(token) | Asset::Unique(token) => Value::Text(token.to_string()),
            },
        },
        Column {
            name: "serial number",
            head: |_, _| Head::number("serial", 6),
            cell: |it, _| (it.flow.serial.map(|serial| serial.to_string()).unwrap_or_default(), Role::Plain),
            value: |it| Value::number(it.flow.serial),
        },
        Column {
            name: "from",
            head: |_, _| Head::text("from", 12),
            cell: |it, _| (it.flow.from.clone(), Role::Plain),
            value: |it| Value::Text(it.flow.from.clone()),
        },
        Column {
            name: "to",
            head: |_, _| Head::text("to", 12),
            cell: |it, _| (it.flow.to.clone(), Role::Plain),
            value: |it| Value::Text(it.flow.to.clone()),
        },
        Column {
            name: "amount",
            head: |_, _| Head::number("amount", 14),
            cell: |it, ctx| (money_flows::amount(it.flow, ctx), Role::Plain),
            value: |it| Value::number(Some(it.flow.amount)),
        },
    ];
}

fn nonce(row: &Row<'_>) -> Value {
    Value::number(row.transaction.and_then(|transaction| transaction.nonce.value()))
}
