//! The methods of the window: their sums, and their names, decoded from one call of each off the main loop.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use alloy_primitives::{U256, hex};
use decode::gas_usage::{GAS_STEP, MARGIN_PERCENT, MIN_NEAR_PERCENT, Method, Sums};
use decode::reading::{CallQuestion, Candidate, Questions};
use ledger::amount::{WEIBAR_PER_BASE, grouped};
use ledger::{ContractRef, ContractResult, Unit};

use super::price::Price;
use crate::panes::Context;
use crate::panes::kit::list::{Column, ColumnOf, Columns, Value};
use crate::panes::kit::{Taken, Wants};
use crate::widgets::table::{Cell, Column as Head};
use crate::widgets::{Feed, Role};

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

/// The methods of the window.
pub(super) struct Methods;

/// A method with its sums.
#[derive(Clone, Copy)]
pub(super) struct Row<'a> {
    pub(super) method: Method,
    pub(super) sums: &'a Sums,
    pub(super) names: &'a Names,
    pub(super) price: Option<Price>,
}

impl<'a> Row<'a> {
    pub(super) fn new((method, sums): &'a (Method, Sums), names: &'a Names, price: Option<Price>) -> Self {
        Self { method: *method, sums, names, price }
    }
}

impl Columns for Methods {
    type Row<'a> = Row<'a>;

    const LIST: &'static str = "gas usage";

    const ALL: &'static [ColumnOf<Self>] = &[
        Column::text("method", 12).grows(1).up_to(32).of(|it| Value::Text(name(it.method, it.names))),
        Column::number("calls", 6)
            .shows(|it, _| (grouped(&it.sums.calls), Role::Plain), |it| Value::number(Some(it.sums.calls))),
        Column::number("failed", 6).rank(3).shows(
            |it, ctx| some(it.sums.failures, Role::Failure, ctx),
            |it| Value::number(Some(it.sums.failures)),
        ),
        Column::text("used of limit", 14).rank(5).shows(
            |it, ctx| {
                (used_percent(it.sums).map(|percent| gauge(percent, ctx)).unwrap_or_default(), Role::Dim)
            },
            |it| Value::number(used_percent(it.sums)),
        ),
        Column::number("unused percent", 6).titled("unused").rank(1).shows(
            |it, _| {
                let unused = it.sums.unused_percent().map(|percent| format!("{percent} %"));
                (unused.unwrap_or_default(), Role::Plain)
            },
            |it| Value::number(it.sums.unused_percent()),
        ),
        Column::number("used p50", 10).rank(6).shows(
            |it, _| gas(it.sums.consumed.map(|it| it.p50)),
            |it| Value::number(it.sums.consumed.map(|it| it.p50)),
        ),
        Column::number("used p90", 10).rank(2).shows(
            |it, _| gas(it.sums.consumed.map(|it| it.p90)),
            |it| Value::number(it.sums.consumed.map(|it| it.p90)),
        ),
        Column::number("charged p50", 11).rank(8).shows(
            |it, _| gas(it.sums.used.map(|it| it.p50)),
            |it| Value::number(it.sums.used.map(|it| it.p50)),
        ),
        Column::number("charged p90", 11).rank(7).shows(
            |it, _| gas(it.sums.used.map(|it| it.p90)),
            |it| Value::number(it.sums.used.map(|it| it.p90)),
        ),
        ColumnOf::new(
            "overcharged gas",
            |_, ctx| Head::number(format!("lost {}", ctx.theme.unit_name()), 14).rank(4),
            |it, ctx| lost(it.sums, it.price, ctx),
            |it| Value::number(Some(it.sums.overcharged)),
        ),
        Column::number("suggested limit", 15).shows(
            |it, ctx| match it.sums.recommended {
                Some(recommended) => (grouped(&recommended.limit), Role::Heading),
                None => (ctx.theme.glyphs.none.to_owned(), Role::Dim),
            },
            |it| Value::number(it.sums.recommended.map(|recommended| recommended.limit)),
        ),
        Column::number("near the limit", 5).titled("near").rank(9).shows(
            |it, ctx| some(it.sums.near, Role::Attention, ctx),
            |it| Value::number(Some(it.sums.near)),
        ),
    ];
}

fn used_percent(sums: &Sums) -> Option<u128> {
    sums.unused_percent().map(|unused| 100_u128.saturating_sub(unused))
}

pub(super) fn gas(gas: Option<u64>) -> Cell {
    (gas.map(|gas| grouped(&gas)).unwrap_or_default(), Role::Plain)
}

/// A count; a dot for none.
fn some(count: usize, role: Role, ctx: &Context<'_>) -> Cell {
    match count {
        0 => (ctx.theme.glyphs.dot.to_owned(), Role::Dim),
        count => (grouped(&count), role),
    }
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
pub(super) fn gauge(percent: u128, ctx: &Context<'_>) -> String {
    let cells = usize::try_from(percent.min(100).div_ceil(10)).unwrap_or(0);
    ctx.theme.glyphs.gauge(cells, 10)
}

/// The selected method, below the table.
pub(super) fn detail_lines(method: Method, sums: &Sums, names: &Names) -> Vec<(String, Role)> {
    let mut lines = vec![(name(method, names), Role::Heading)];
    let rule = format!(
        "nine of ten successful calls used no more; plus {MARGIN_PERCENT} %, rounded up to {}",
        grouped(&GAS_STEP)
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
        let words = format!(
            "{} came near the limit: they used {MIN_NEAR_PERCENT} % of it or more.",
            grouped(&sums.near)
        );
        lines.push((words, Role::Attention));
    }
    let selector = match method {
        Method::Selector(selector) if names.contains_key(&selector) => {
            format!("selector {}, ", hex::encode_prefixed(selector))
        }
        _ => String::new(),
    };
    let spread = |what: &str, spread: Option<decode::gas_usage::percentile::Spread>| {
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

/// The known method signatures by selector.
pub(super) type Names = HashMap<[u8; 4], String>;

#[derive(Debug, Default)]
pub(super) struct Naming {
    names: Names,
    /// The selectors in order of appearance, and one call of each.
    selectors: Vec<[u8; 4]>,
    samples: Questions<CallQuestion>,
    met: HashSet<[u8; 4]>,
    /// Number of rows examined.
    rows: usize,
    taken: Taken,
}

impl Naming {
    /// Restarts for a reloaded list.
    pub(super) fn anew(&mut self) {
        self.rows = 0;
    }

    /// Collects new selectors from the rows.
    pub(super) fn update(&mut self, contract: ContractRef, feed: &Feed<ContractResult>) {
        let mut samples = Vec::new();
        for row in feed.rows_from(self.rows) {
            if let Method::Selector(selector) = Method::from_result(&row)
                && self.met.insert(selector)
            {
                self.selectors.push(selector);
                samples.push(call(contract, &row));
            }
        }
        self.rows = feed.len();
        if !samples.is_empty() {
            self.samples = self.samples.iter().cloned().chain(samples).collect();
        }
    }

    /// Adds the decoding of the calls, which is repeated when knowledge grows.
    pub(super) fn wants(&self, wants: &mut Wants) {
        if !self.samples.is_empty() {
            wants.add_optional(&self.samples);
        }
    }

    pub(super) fn receive(&mut self, ctx: &Context<'_>) {
        let Some(readings) = self.taken.if_new(ctx.get(&self.samples)) else { return };
        let named =
            self.selectors.iter().zip(readings).filter_map(|(selector, reading)| {
                reading.input.best().map(|best| (*selector, signature(best)))
            });
        self.names.extend(named);
    }

    pub(super) fn names(&self) -> &Names {
        &self.names
    }
}

fn call(contract: ContractRef, row: &ContractResult) -> CallQuestion {
    let contract = row.contract_id.value().map_or(contract, ContractRef::Id);
    let input = row.call_data().map(Cow::into_owned).unwrap_or_default();
    CallQuestion { contract: Some(contract), input, ..CallQuestion::default() }
}

/// The signature, marked doubtful if it does not encode back to the same bytes.
fn signature(candidate: &Candidate) -> String {
    let doubt = if candidate.is_exact() { "" } else { "?" };
    format!("{}{doubt}", candidate.signature.escaped())
}
