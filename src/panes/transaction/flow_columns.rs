//! The columns of a money trail's flows, for CSV and Markdown.

use decode::family::Family;
use decode::money::Asset;
use ledger::Transaction;

use crate::panes::kit::list::{Column, ColumnOf, Columns, Value};
use crate::panes::kit::nouns::money_flows::{self, FlowRow};
use crate::widgets::Role;

/// The flows of a trail. Amounts are in the smallest unit.
pub(super) struct Flows;

/// A flow and its transaction.
#[derive(Clone, Copy)]
pub(super) struct Row<'a> {
    flow: &'a FlowRow,
    transaction: Option<&'a Transaction>,
}

impl<'a> Row<'a> {
    /// A flow between members of this family.
    pub(super) fn new(flow: &'a FlowRow, family: &'a Family) -> Self {
        Self { flow, transaction: family.members.get(flow.member).map(|member| &*member.transaction) }
    }
}

impl Columns for Flows {
    type Row<'a> = Row<'a>;

    const LIST: &'static str = "money trail";

    /// Columns hidden on screen: the asset includes the serial number, and all flows have about the same time.
    const OPTIONAL: &'static [&'static str] = &["consensus timestamp", "nonce", "serial number"];

    const ALL: &'static [ColumnOf<Self>] = &[
        Column::text("consensus timestamp", 29).titled("time").shows(
            |it, ctx| {
                let at = it.transaction.and_then(|it| it.consensus_timestamp.value());
                (at.map(|at| ctx.theme.time(at, ctx.now)).unwrap_or_default(), Role::Plain)
            },
            |it| Value::time(it.transaction.and_then(|it| it.consensus_timestamp.value())),
        ),
        Column::number("nonce", 5).shows(|it, _| (nonce(it).to_string(), Role::Plain), |it| nonce(it)),
        Column::text("kind", 12).of(|it| Value::Text(it.flow.kind.label().to_owned())),
        Column::text("asset", 8).titled("of").shows(
            |it, ctx| (money_flows::flow_text(it.flow, ctx), Role::Plain),
            |it| match it.flow.asset {
                Asset::Coin => Value::Text("coin".to_owned()),
                Asset::Token(token) | Asset::Unique(token) => Value::Text(token.to_string()),
            },
        ),
        Column::number("serial number", 6).titled("serial").of(|it| Value::number(it.flow.serial)),
        Column::text("from", 12).of(|it| Value::Text(it.flow.from.clone())),
        Column::text("to", 12).of(|it| Value::Text(it.flow.to.clone())),
        Column::number("amount", 14).shows(
            |it, ctx| (money_flows::amount(it.flow, ctx), Role::Plain),
            |it| Value::number(Some(it.flow.amount)),
        ),
    ];
}

fn nonce(row: &Row<'_>) -> Value {
    Value::number(row.transaction.and_then(|transaction| transaction.nonce.value()))
}
