//! The questions about one compared result: the decoding of its bytes, and its inner calls.

use std::sync::Arc;

use decode::Subject;
use decode::reading::{CallQuestion, LogQuestion, Questions};
use decode::storage::Case;
use ledger::{ContractRef, ContractResult, ExecutionRef, Next};

use super::decoded::Decoded;
use crate::message::operation::PageOf;
use crate::panes::Context;
use crate::panes::kit::nouns::{
    decoded::subjects::Subjects,
    execution,
    inner_calls::{self, InnerCalls},
    result_money::Money,
    slots,
};
use crate::panes::kit::{Fetched, Wants};

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
