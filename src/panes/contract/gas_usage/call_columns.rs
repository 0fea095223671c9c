//! The columns of a method's calls: gas limit, charged and used.

use decode::gas_usage::Call;
use ledger::amount;

use super::methods::{gas, gauge};
use crate::panes::kit::list::{Column, ColumnOf, Columns, Counted, Value};
use crate::panes::kit::nouns::values;
use crate::widgets::Role;

pub(super) struct MethodCalls;

impl Columns for MethodCalls {
    type Row<'a> = &'a Call;

    const LIST: &'static str = "gas usage of calls";

    const COUNTED: &'static [Counted] = &[
        Counted::values("gas limit").nothing("not reported"),
        Counted::times("consensus time"),
        Counted::success("success"),
        Counted::percentiles("gas limit"),
        Counted::percentiles("gas charged"),
        Counted::percentiles("gas used"),
    ];

    const ALL: &'static [ColumnOf<Self>] = &[
        Column::text("success", 1)
            .titled("")
            .shows(|call, ctx| values::success(call.success, ctx), |call| Value::success(call.success)),
        Column::time("consensus time").shows(
            |call, ctx| (call.at.map_or("no time".to_owned(), |at| ctx.theme.time(at, ctx.now)), Role::Plain),
            |call| Value::time(call.at),
        ),
        Column::number("gas limit", 11)
            .titled("limit")
            .shows(|call, _| gas(call.limit), |call| Value::number(call.limit)),
        Column::number("gas charged", 11)
            .titled("charged")
            .shows(|call, _| gas(call.used), |call| Value::number(call.used)),
        Column::number("gas used", 11)
            .titled("used")
            .shows(|call, _| gas(call.consumed), |call| Value::number(call.consumed)),
        Column::text("percent of limit", 16).titled("used of limit").rank(1).shows(
            |call, ctx| {
                let percent = percent(call);
                let bar = percent.map(|percent| format!("{} {percent:>3} %", gauge(percent, ctx)));
                (bar.unwrap_or_default(), Role::Dim)
            },
            |call| Value::number(percent(call)),
        ),
        Column::text("near the limit", 10).titled("").rank(2).shows(
            |call, ctx| {
                let near = call.is_near().then(|| format!("{} near", ctx.theme.glyphs.attention));
                (near.unwrap_or_default(), Role::Attention)
            },
            |call| Value::text(call.is_near().then_some("near")),
        ),
    ];
}

fn percent(call: &Call) -> Option<u128> {
    let (limit, consumed) = call.limit.zip(call.consumed)?;
    amount::percent(consumed, limit)
}
