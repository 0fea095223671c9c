//! What is asked for a side of the comparison, and what has come.

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::ledger::query::{ContractQuery, ExecutionQuery, ResultQuery};
use crate::ledger::{Contract, ContractResult, ExecutionRef, HexBytes, Transaction, TransactionFamily};
use crate::message::comparison::Side;
use crate::panes::Context;
use crate::panes::kit::{Fetched, Wants};

/// The record of a side.
#[derive(Clone, Copy)]
pub(super) enum Record<'a> {
    Contract(&'a Contract),
    Result(&'a Arc<ContractResult>),
    Transaction(&'a Transaction),
}

fn result(side: &Side) -> Option<ResultQuery> {
    let Side::Result(contract, timestamp) = side else { return None };
    Some(ResultQuery { contract: *contract, timestamp: *timestamp, weibar: false })
}

fn execution(hash: &HexBytes) -> ExecutionQuery {
    ExecutionQuery::new(ExecutionRef::Hash(hash.clone()))
}

/// Adds what a side needs.
pub(super) fn want(side: &Side, wants: &mut Wants) {
    match side {
        Side::Contract(contract) => wants.add(&ContractQuery::now(*contract)),
        Side::Result(..) => result(side).iter().for_each(|query| wants.add(query)),
        Side::Execution(hash) => wants.add(&execution(hash)),
        Side::Transaction(query) => wants.add(query),
    }
}

/// The record, once it is here.
pub(super) fn record<'a>(side: &Side, ctx: &Context<'a>) -> Option<Record<'a>> {
    match side {
        Side::Contract(contract) => {
            ctx.get(&ContractQuery::now(*contract)).value().map(|found| Record::Contract(found))
        }
        Side::Result(..) => ctx.get(&result(side)?).value().map(|found| Record::Result(&found.result)),
        Side::Execution(hash) => ctx.get(&execution(hash)).value().map(|found| Record::Result(&found.result)),
        Side::Transaction(query) => ctx.get(query).value().and_then(|family| first(family)),
    }
}

/// The transaction itself, before those that it caused.
fn first(family: &TransactionFamily) -> Option<Record<'_>> {
    let own = family.members.iter().find(|member| member.nonce.value() == Some(0));
    own.or(family.members.first()).map(|member| Record::Transaction(member))
}

/// Draws what there is instead of a side that is not here.
pub(super) fn view_missing(side: &Side, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
    let subject = format!("{} {side} on {}", side.noun(), ctx.network.name);
    match side {
        Side::Contract(contract) => {
            missing(ctx.get(&ContractQuery::now(*contract)), &subject, ctx, area, buf);
        }
        Side::Result(..) => {
            if let Some(query) = result(side) {
                missing(ctx.get(&query), &subject, ctx, area, buf);
            }
        }
        Side::Execution(hash) => missing(ctx.get(&execution(hash)), &subject, ctx, area, buf),
        Side::Transaction(query) => missing(ctx.get(query), &subject, ctx, area, buf),
    }
}

fn missing<T>(found: Fetched<'_, T>, subject: &str, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
    found.view_missing(ctx, subject, area, buf);
}
