//! The columns of the calls of one method: what each was allowed, charged and used.

use super::methods::{gas, gauge};
use crate::decode::gas_usage::Call;
use crate::ledger::amount;
use crate::panes::kit::list::{Column, Columns, Counted, Value};
use crate::panes::kit::values;
use crate::widgets::Role;
use crate::widgets::table::Column as Head;

/// The calls of one method.
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

    const ALL: &'static [Column<Self>] = &[
        Column {
            name: "success",
            head: |_, _| Head::text("", 1),
            cell: |call, ctx| values::success(call.success, ctx),
            value: |call| Value::success(call.success),
        },
        Column {
            name: "consensus time",
            head: |_, ctx| values::time_column(ctx, "consensus time"),
            cell: |call, ctx| {
                (call.at.map_or("no time".to_owned(), |at| ctx.theme.time(at, ctx.now)), Role::Plain)
            },
            value: |call| Value::time(call.at),
        },
        Column {
            name: "gas limit",
            head: |_, _| Head::number("limit", 11),
            cell: |call, _| gas(call.limit),
            value: |call| Value::number(call.limit),
        },
        Column {
            name: "gas charged",
            head: |_, _| Head::number("charged", 11),
            cell: |call, _| gas(call.used),
            value: |call| Value::number(call.used),
        },
        Column {
            name: "gas used",
            head: |_, _| Head::number("used", 11),
            cell: |call, _| gas(call.consumed),
            value: |call| Value::number(call.consumed),
        },
        Column {
            name: "percent of limit",
            head: |_, _| Head::text("used of limit", 16).rank(1),
            cell: |call, ctx| {
                let percent = percent(call);
                let bar = percent.map(|percent| format!("{} {percent:>3} %", gauge(percent, ctx)));
                (bar.unwrap_or_default(), Role::Dim)
            },
            value: |call| Value::number(percent(call)),
        },
        Column {
            name: "near the limit",
            head: |_, _| Head::text("", 10).rank(2),
            cell: |call, ctx| {
                let near = call.is_near().then(|| format!("{} near", ctx.theme.glyphs.attention));
                (near.unwrap_or_default(), Role::Attention)
            },
            value: |call| Value::text(call.is_near().then_some("near")),
        },
    ];
}

fn percent(call: &Call) -> Option<u128> {
    let (limit, consumed) = call.limit.zip(call.consumed)?;
    amount::percent(consumed, limit)
}
