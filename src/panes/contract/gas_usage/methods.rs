//! The rows of the pane: each method with its sums, and the calls of one method.

use alloy_primitives::{U256, hex};

use super::names::Names;
use super::price::Price;
use crate::decode::gas_usage::{Call, MARGIN, Method, NEAR, STEP, Sums};
use crate::ledger::amount::{WEIBAR_PER_BASE, grouped};
use crate::ledger::{Success, Unit};
use crate::panes::Context;
use crate::panes::kit::values;
use crate::widgets::Role;
use crate::widgets::table::{Cell, Column};

/// What a method is called.
pub(super) fn name(method: Method, names: &Names) -> String {
    match method {
        Method::Selector(selector) => {
            names.get(&selector).cloned().unwrap_or_else(|| hex::encode_prefixed(selector))
        }
        Method::Creation => "creation".to_owned(),
        Method::NoData => "no call data".to_owned(),
        Method::Fragment => "less than a selector".to_owned(),
    }
}

pub(super) fn columns(ctx: &Context<'_>) -> Vec<Column> {
    vec![
        Column::text("method", 12).grows(1).up_to(32),
        Column::number("calls", 6),
        Column::number("failed", 6).rank(3),
        Column::text("used of limit", 14).rank(5),
        Column::number("unused", 6).rank(1),
        Column::number("used p50", 10).rank(6),
        Column::number("used p90", 10).rank(2),
        Column::number("charged p50", 11).rank(8),
        Column::number("charged p90", 11).rank(7),
        Column::number(format!("lost {}", ctx.theme.unit_name()), 14).rank(4),
        Column::number("suggested limit", 15),
        Column::number("near", 5).rank(9),
    ]
}

pub(super) fn cells(
    method: Method,
    sums: &Sums,
    names: &Names,
    price: Option<Price>,
    ctx: &Context<'_>,
) -> Vec<Cell> {
    let gas = |gas: Option<u64>| gas.map(|gas| grouped(&gas)).unwrap_or_default();
    let some = |count: usize, role| match count {
        0 => (ctx.theme.glyphs.dot.to_owned(), Role::Dim),
        count => (grouped(&count), role),
    };
    let taken = sums.unused_percent().map(|unused| 100_u128.saturating_sub(unused));
    let unused = sums.unused_percent().map(|percent| format!("{percent} %")).unwrap_or_default();
    let to_set = match sums.recommended {
        Some(recommended) => (grouped(&recommended.limit), Role::Heading),
        None => (ctx.theme.glyphs.none.to_owned(), Role::Dim),
    };
    vec![
        (name(method, names), Role::Plain),
        (grouped(&sums.calls), Role::Plain),
        some(sums.failures, Role::Failure),
        (taken.map(|percent| gauge(percent, ctx)).unwrap_or_default(), Role::Dim),
        (unused, Role::Plain),
        (gas(sums.consumed.map(|it| it.p50)), Role::Plain),
        (gas(sums.consumed.map(|it| it.p90)), Role::Plain),
        (gas(sums.used.map(|it| it.p50)), Role::Plain),
        (gas(sums.used.map(|it| it.p90)), Role::Plain),
        lost(sums, price, ctx),
        to_set,
        some(sums.near, Role::Attention),
    ]
}

fn lost(sums: &Sums, price: Option<Price>, ctx: &Context<'_>) -> Cell {
    match price {
        _ if sums.overcharged == 0 => (ctx.theme.glyphs.dot.to_owned(), Role::Dim),
        Some(price) => {
            let lost = sums.lost(price.weibar) / U256::from(WEIBAR_PER_BASE);
            (ctx.theme.amount(&lost, Unit::Base), Role::Plain)
        }
        None => (format!("{} gas", grouped(&sums.overcharged)), Role::Dim),
    }
}

/// A bar of ten cells.
fn gauge(percent: u128, ctx: &Context<'_>) -> String {
    let (full, empty) = ctx.theme.glyphs.gauge;
    let cells = usize::try_from(percent.min(100).div_ceil(10)).unwrap_or(0);
    format!("{}{}", full.repeat(cells), empty.repeat(10 - cells))
}

/// The selected method in words, below the table.
pub(super) fn detail_lines(method: Method, sums: &Sums, names: &Names) -> Vec<(String, Role)> {
    let mut lines = vec![(name(method, names), Role::Heading)];
    let rule = format!(
        "nine of ten successful calls used no more; plus {MARGIN} %, rounded up to {}",
        grouped(&STEP)
    );
    lines.push(match sums.recommended {
        Some(it) => {
            let short = match it.short {
                0 => "it would have covered every call".to_owned(),
                short => format!("it would have been too low for {}", grouped(&short)),
            };
            (format!("Suggested limit: {} ({rule}); {short}.", grouped(&it.limit)), Role::Plain)
        }
        None => ("Too few successful calls are known to recommend a limit.".to_owned(), Role::Dim),
    });
    if sums.unknown > 0 {
        let words = format!(
            "{} without a reported outcome: the list has no status, and nothing in these rows proves success.",
            grouped(&sums.unknown)
        );
        lines.push((words, Role::Dim));
    }
    if sums.near > 0 {
        let words = format!("{} came near the limit: they used {NEAR} % of it or more.", grouped(&sums.near));
        lines.push((words, Role::Attention));
    }
    let selector = match method {
        Method::Selector(selector) if names.contains_key(&selector) => {
            format!("selector {}, ", hex::encode_prefixed(selector))
        }
        _ => String::new(),
    };
    let spread = |what: &str, spread: Option<crate::decode::gas_usage::percentile::Spread>| {
        spread.map(|it| {
            let (p50, p90, most) = (grouped(&it.p50), grouped(&it.p90), grouped(&it.most));
            format!("{what} p50 {p50}, p90 {p90}, max {most}")
        })
    };
    let spreads = [spread("limit", sums.limit), spread("charged", sums.used), spread("used", sums.consumed)];
    lines.push((
        format!("{selector}{}", spreads.into_iter().flatten().collect::<Vec<_>>().join("; ")),
        Role::Plain,
    ));
    lines
}

pub(super) fn call_columns(ctx: &Context<'_>) -> Vec<Column> {
    let time = values::time_column(ctx, "consensus time");
    vec![
        Column::text("", 1),
        time,
        Column::number("limit", 11),
        Column::number("charged", 11),
        Column::number("used", 11),
        Column::text("used of limit", 16).rank(1),
        Column::text("", 10).rank(2),
    ]
}

/// One call of a method.
pub(super) fn call_cells(call: &Call, ctx: &Context<'_>) -> Vec<Cell> {
    let glyphs = &ctx.theme.glyphs;
    let gas = |gas: Option<u64>| (gas.map(|gas| grouped(&gas)).unwrap_or_default(), Role::Plain);
    let sign = match call.success {
        Success::Yes => (glyphs.success, Role::Success),
        Success::No => (glyphs.failure, Role::Failure),
        Success::Unknown => (glyphs.unknown, Role::Dim),
    };
    let percent = call
        .limit
        .zip(call.consumed)
        .and_then(|(limit, consumed)| (u128::from(consumed) * 100).checked_div(u128::from(limit)));
    let bar = percent.map(|percent| format!("{} {percent:>3} %", gauge(percent, ctx))).unwrap_or_default();
    let near = if call.is_near() { format!("{} near", glyphs.attention) } else { String::new() };
    vec![
        (sign.0.to_owned(), sign.1),
        (call.at.map_or("no time".to_owned(), |at| ctx.theme.time(at, ctx.now)), Role::Plain),
        gas(call.limit),
        gas(call.used),
        gas(call.consumed),
        (bar, Role::Dim),
        (near, Role::Attention),
    ]
}
