//! One side of the comparison: its record, its decoded bytes and inner calls, and the requests for them.

use std::sync::Arc;

use api::PageOf;
use decode::Subject;
use decode::reading::{CallQuestion, CallReading, LogQuestion, Questions, Reading, Value};
use decode::storage::{Case, Explanation, Slot};
use ledger::query::{ContractQuery, ExecutionQuery};
use ledger::{
    Contract, ContractRef, ContractResult, EntityId, EvmAddress, ExecutionRef, Next, Transaction,
    TransactionFamily, Unit,
};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::message::ResultName;
use crate::message::comparison::Side;
use crate::panes::Context;
use crate::panes::kit::nouns::decoded::subjects::Subjects;
use crate::panes::kit::nouns::inner_calls::InnerCalls;
use crate::panes::kit::nouns::result_money::Money;
use crate::panes::kit::nouns::{execution, inner_calls, slots};
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

/// A result with the decodings that have arrived.
#[derive(Clone, Copy)]
pub(super) struct Decoded<'a> {
    pub(super) result: &'a ContractResult,
    pub(super) money: Money<'a>,
    pub(super) call: Option<&'a CallReading>,
    pub(super) logs: &'a [Reading],
    pub(super) inner_calls: &'a InnerCalls,
    /// Its slots, in the order of the record.
    pub(super) slots: &'a [Slot],
    pub(super) explained: &'a [Explanation],
}

/// Whether two values are equal; an address equals the id of the same entity.
pub(super) fn is_same_value(ctx: &Context<'_>, one: &Value, other: &Value) -> bool {
    is_same(one, other, &|one, other| is_same_party(ctx, one, other))
}

/// Whether both addresses belong to the same account or contract, judged by the names that are loaded.
pub(super) fn is_same_party(ctx: &Context<'_>, one: EvmAddress, other: EvmAddress) -> bool {
    let entity = |address: EvmAddress| {
        let own = address.entity_num().map(|num| EntityId { num, ..ctx.network.home });
        own.or_else(|| ctx.known.account_at(address))
    };
    let contract = |address| ctx.known.address_of(ContractRef::Address(address));
    let is_same_entity = entity(one).is_some_and(|id| entity(other) == Some(id));
    one == other || is_same_entity || contract(one) == contract(other)
}

/// Compares two values; raw bytes count, their decodings do not.
fn is_same(one: &Value, other: &Value, is_party: &dyn Fn(EvmAddress, EvmAddress) -> bool) -> bool {
    match (one, other) {
        (Value::Bytes(one, _), Value::Bytes(other, _)) => one == other,
        (Value::Address(one), Value::Address(other)) => is_party(*one, *other),
        (Value::List(one), Value::List(other)) => {
            let both = || one.iter().zip(other);
            one.len() == other.len() && both().all(|(one, other)| is_same(one, other, is_party))
        }
        (Value::Tuple(one), Value::Tuple(other)) => {
            let both = || one.iter().zip(other);
            one.len() == other.len() && both().all(|(one, other)| is_same(&one.value, &other.value, is_party))
        }
        _ => one == other,
    }
}

/// The questions about one result.
#[derive(Debug, Default)]
pub(super) struct Asked {
    of: Option<Arc<ContractResult>>,
    call: Questions<CallQuestion>,
    logs: Questions<LogQuestion>,
    contract: Option<ContractRef>,
    /// The inner calls of a success: the first page, and their decoding.
    trace: Option<PageOf<ExecutionRef>>,
    calls: Questions<CallQuestion>,
    inner_calls: InnerCalls,
    /// The slots that the result read and wrote.
    case: Arc<Case>,
}

impl Asked {
    /// Takes the result and its inner calls. An unchanged result keeps its questions.
    pub(super) fn update(&mut self, result: &Arc<ContractResult>, ctx: &Context<'_>) {
        self.take(result);
        let found = self.trace.as_ref().map(|page| ctx.get(page));
        let rows = found.and_then(Fetched::value).map(|page| page.rows.as_slice()).unwrap_or_default();
        if self.calls.is_empty() && !rows.is_empty() {
            self.calls = rows.iter().map(|frame| inner_calls::question(frame)).collect();
        }
        let readings = ctx.get(&self.calls);
        let failure = |at: usize| {
            inner_calls::failure(rows.get(at)?, readings.value().and_then(|readings| readings.get(at)))
        };
        let has_failed = (1..rows.len()).any(|at| failure(at).is_some()) || ctx.seen.hides_failure(result);
        let is_whole = found.and_then(Fetched::value).is_some_and(|page| page.next == Next::End);
        self.inner_calls = match found.map(Fetched::failure) {
            _ if has_failed => InnerCalls::Failed(None),
            Some(None) if rows.is_empty() && !is_whole => InnerCalls::Loading,
            Some(None) if is_whole && readings.outcome().is_none() && !rows.is_empty() => InnerCalls::Loading,
            Some(None) if is_whole && !rows.is_empty() => InnerCalls::Fine,
            _ => InnerCalls::NotChecked,
        };
    }

    fn take(&mut self, result: &Arc<ContractResult>) {
        if self.of.as_ref().is_some_and(|of| Arc::ptr_eq(of, result)) {
            return;
        }
        *self = Self {
            of: Some(Arc::clone(result)),
            call: vec![execution::call(result)].into(),
            logs: execution::logs(result).into(),
            contract: execution::called(result),
            trace: inner_calls::page(result),
            calls: Questions::default(),
            inner_calls: InnerCalls::default(),
            case: Arc::new(Case::of_result(result)),
        };
    }

    pub(super) fn wants(&self, ctx: &Context<'_>, wants: &mut Wants) {
        if let Some(contract) = self.contract {
            wants.resolve(Subject::Contract(contract));
        }
        if let Some(result) = &self.of {
            let mut parties = Subjects::default();
            parties.party(result.from.value());
            parties.party(result.to.value());
            parties.all().into_iter().for_each(|subject| wants.resolve(subject));
        }
        if let Some(page) = &self.trace {
            wants.add_optional(page);
        }
        if !self.calls.is_empty() {
            wants.add_optional(&self.calls);
        }
        if !self.call.is_empty() {
            wants.add_optional(&self.call);
        }
        if !self.logs.is_empty() {
            wants.add_optional(&self.logs);
        }
        slots::want(&self.case, ctx, wants);
    }

    pub(super) fn decoded<'a>(
        &'a self,
        result: &'a ContractResult,
        money: Money<'a>,
        ctx: &Context<'a>,
    ) -> Decoded<'a> {
        let call = ctx.get(&self.call).value().and_then(|all| all.first());
        let explained = ctx.get(&self.case).value().map(|all| all.slots.as_slice());
        Decoded {
            result,
            money,
            call,
            inner_calls: &self.inner_calls,
            logs: ctx.get(&self.logs).value().map(Vec::as_slice).unwrap_or_default(),
            slots: &self.case.slots,
            explained: explained.unwrap_or_default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use decode::reading::Inner;
    use ledger::HexBytes;

    use super::*;

    #[test]
    fn bytes_are_the_same_whatever_is_known_of_them() {
        let is_same = |one: &Value, other: &Value| is_same(one, other, &|one, other| one == other);
        let bytes = HexBytes::from(vec![1, 2, 3, 4]);
        let inner = Inner::Call(Reading::default());
        let (plain, read) = (Value::Bytes(bytes.clone(), None), Value::Bytes(bytes, Some(Box::new(inner))));
        assert!(is_same(&plain, &read) && plain != read);
        assert!(is_same(&Value::List(vec![plain.clone()]), &Value::List(vec![read.clone()])));
        assert!(!is_same(&Value::List(vec![plain]), &Value::List(vec![read.clone(), read])));
    }
}
