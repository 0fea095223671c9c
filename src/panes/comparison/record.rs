//! The requests for a side of the comparison, and its record.

use std::sync::Arc;

use ledger::query::{ContractQuery, ExecutionQuery};
use ledger::{Contract, ContractResult, ExecutionRef, Transaction, TransactionFamily, Unit};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::message::ResultName;
use crate::message::comparison::Side;
use crate::panes::Context;
use crate::panes::kit::nouns::result_money::Money;
use crate::panes::kit::{Fetched, Wants};

#[derive(Clone, Copy)]
pub(super) enum Record<'a> {
    Contract(&'a Contract),
    Result(&'a Arc<ContractResult>, Money<'a>),
    Transaction(&'a Transaction),
}

/// The name of a side that is a result.
fn named(side: &Side) -> Option<ResultName> {
    match side {
        Side::Result(contract, at) => Some(ResultName::At(*contract, *at)),
        Side::Execution(hash) => Some(ResultName::Of(ExecutionQuery::new(ExecutionRef::Hash(hash.clone())))),
        Side::Contract(_) | Side::Transaction(_) => None,
    }
}

/// Adds the requests of a side. A wrapped transaction also needs its prices in weibar, as on its own page.
pub(super) fn want(side: &Side, ctx: &Context<'_>, wants: &mut Wants) {
    match side {
        Side::Contract(contract) => wants.add(&ContractQuery::now(*contract)),
        Side::Transaction(query) => wants.add(query),
        Side::Result(..) | Side::Execution(_) => {
            let Some(name) = named(side) else { return };
            wants.add(&name.question(false));
            let found = ctx.get(&name.question(false)).value();
            if found.is_some_and(|it| it.result.is_wrapped() || ctx.theme.unit == Unit::Weibar) {
                wants.add_optional(&name.question(true));
            }
        }
    }
}

/// The record; `None` until loaded.
pub(super) fn record<'a>(side: &Side, ctx: &Context<'a>) -> Option<Record<'a>> {
    match side {
        Side::Contract(contract) => {
            ctx.get(&ContractQuery::now(*contract)).value().map(|found| Record::Contract(found))
        }
        Side::Transaction(query) => ctx.get(query).value().and_then(|family| first(family)),
        Side::Result(..) | Side::Execution(_) => {
            let name = named(side)?;
            let base = &ctx.get(&name.question(false)).value()?.result;
            let asked = ctx.get(&name.question(true));
            let exact = asked.value().map(|exact| &*exact.result);
            Some(Record::Result(base, Money::new(base, exact, asked, ctx)))
        }
    }
}

/// The transaction itself, without its children.
fn first(family: &TransactionFamily) -> Option<Record<'_>> {
    let own = family.members.iter().find(|member| member.nonce.value() == Some(0));
    own.or(family.members.first()).map(|member| Record::Transaction(member))
}

/// Draws the progress or the error of a side that is not loaded.
pub(super) fn view_missing(side: &Side, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
    let subject = format!("{} {side} on {}", side.noun(), ctx.network.name);
    match side {
        Side::Contract(contract) => {
            missing(ctx.get(&ContractQuery::now(*contract)), &subject, ctx, area, buf);
        }
        Side::Result(..) | Side::Execution(_) => {
            if let Some(name) = named(side) {
                missing(ctx.get(&name.question(false)), &subject, ctx, area, buf);
            }
        }
        Side::Transaction(query) => missing(ctx.get(query), &subject, ctx, area, buf),
    }
}

fn missing<T>(found: Fetched<'_, T>, subject: &str, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
    found.view_missing(ctx, subject, area, buf);
}
