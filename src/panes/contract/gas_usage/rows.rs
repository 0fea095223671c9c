//! The two lists of the pane: the methods of the window, and the calls of one.

use super::areas::Areas;
use super::call_columns::MethodCalls;
use super::calls::Calls;
use super::methods::{self, Methods};
use super::names::{Names, Naming};
use super::price::{Price, Pricing};
use super::{GasUsagePane, Opened};
use crate::decode::gas_usage::{Call, Method, Sums};
use crate::ledger::query::ResultsQuery;
use crate::ledger::{ContractRef, ContractResult};
use crate::message::{Action, Click, Effect, Input, Place};
use crate::panes::kit::list::{MemoryList, MemoryRows, Paged, Pressed};
use crate::panes::{Context, Pane as _};
use crate::widgets::{Feed, Split, Target};

/// What names a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum RowName {
    Method(Method),
    /// The place of a call in the window.
    Call(usize),
}

/// The methods.
#[derive(Clone, Copy)]
pub(super) struct MethodRows<'a> {
    pub(super) methods: &'a [(Method, Sums)],
    pub(super) names: &'a Names,
    pub(super) price: Option<Price>,
}

impl MemoryRows for MethodRows<'_> {
    type Name = RowName;
    type Columns = Methods;

    const FIRST_COPY: Option<&'static str> = Some("method");

    fn columns(&self) -> &Methods {
        &Methods
    }

    fn len(&self) -> usize {
        self.methods.len()
    }

    fn name(&self, at: usize) -> Option<RowName> {
        self.methods.get(at).map(|(method, _)| RowName::Method(*method))
    }

    fn row(&self, at: usize) -> Option<methods::Row<'_>> {
        self.methods.get(at).map(|method| methods::Row::new(method, self.names, self.price))
    }

    fn opened(&self, _at: usize) -> Option<Place> {
        None
    }

    /// Its calls are on the same page.
    fn target(&self, _at: usize, is_selected: bool) -> Option<Target> {
        Some(Target::Clicks(if is_selected { 1 } else { 2 }))
    }
}

/// The calls of one method.
#[derive(Clone, Copy)]
pub(super) struct CallRows<'a> {
    pub(super) calls: &'a Calls,
    /// Their places among all of the window.
    pub(super) places: &'a [usize],
    pub(super) feed: Option<&'a Feed<ContractResult>>,
    pub(super) query: &'a ResultsQuery,
}

impl MemoryRows for CallRows<'_> {
    type Name = RowName;
    type Columns = MethodCalls;

    fn columns(&self) -> &MethodCalls {
        &MethodCalls
    }

    fn len(&self) -> usize {
        self.places.len()
    }

    fn name(&self, at: usize) -> Option<RowName> {
        self.places.get(at).map(|place| RowName::Call(*place))
    }

    fn row(&self, at: usize) -> Option<&Call> {
        self.calls.all().get(*self.places.get(at)?)
    }

    fn opened(&self, at: usize) -> Option<Place> {
        let row = self.feed?.unpacked(*self.places.get(at)?)?;
        let contract = row.contract_id.value().map(ContractRef::Id).or(self.query.contract)?;
        Some(Place::Result(contract, row.timestamp.value()?))
    }
}

impl GasUsagePane {
    pub(super) fn method_rows(&self) -> MethodRows<'_> {
        method_rows(&self.calls, &self.naming, &self.pricing)
    }

    pub(super) fn call_rows(&self, method: Method) -> CallRows<'_> {
        call_rows(&self.calls, &self.list, &self.query, method)
    }

    /// What chooses among the rows on screen.
    pub(super) fn local(&self) -> &MemoryList<RowName> {
        self.opened.as_ref().map_or(&self.local, |opened| &opened.local)
    }

    /// Chooses among the rows anew. The selected one stays selected.
    pub(super) fn choose(&mut self, ctx: &Context<'_>) {
        let methods = method_rows(&self.calls, &self.naming, &self.pricing);
        self.local.update(&methods, ctx);
        if let Some(opened) = &mut self.opened {
            let rows = call_rows(&self.calls, &self.list, &self.query, opened.method);
            opened.local.update(&rows, ctx);
            let body = opened.local.within(ctx).body;
            opened.local.settle(&rows, Areas::new(body, &self.query).rows());
        } else {
            let body = self.local.within(ctx).body;
            self.local.settle(&methods, Areas::new(body, &self.query).rows());
        }
    }

    pub(super) fn len(&self) -> usize {
        match &self.opened {
            Some(opened) => opened.local.len(&self.call_rows(opened.method)),
            None => self.local.len(&self.method_rows()),
        }
    }

    /// Does a verb of every list with the rows on screen. `None` if it is none.
    pub(super) fn act_on_rows(&mut self, action: Action, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        let table = self.areas_within(ctx).table;
        if let Some(Opened { method, local }) = &mut self.opened {
            let rows = call_rows(&self.calls, &self.list, &self.query, *method);
            let moved = |local: &mut MemoryList<_>| local.move_by(action, &rows, table.below(1).height);
            let acted = local.act(action, &rows, table, ctx);
            acted.or_else(|| moved(local).then(Vec::new))
        } else {
            let rows = method_rows(&self.calls, &self.naming, &self.pricing);
            let moved = |local: &mut MemoryList<_>| local.move_by(action, &rows, table.below(1).height);
            let acted = self.local.act(action, &rows, table, ctx);
            acted.or_else(|| moved(&mut self.local).then(Vec::new))
        }
    }

    /// Takes what is typed into the filter, and clicks on chips and titles. `false` if it is none of these.
    pub(super) fn choose_by(&mut self, input: &Input, ctx: &Context<'_>) -> bool {
        let table = self.areas_within(ctx).table;
        if let Some(Opened { method, local }) = &mut self.opened {
            let rows = call_rows(&self.calls, &self.list, &self.query, *method);
            local.handle_input(input, &rows, table, ctx)
        } else {
            let rows = method_rows(&self.calls, &self.naming, &self.pricing);
            self.local.handle_input(input, &rows, table, ctx)
        }
    }

    /// What there is to export of the rows on screen.
    pub(super) fn export(&self, ctx: &Context<'_>) -> Effect {
        match &self.opened {
            Some(opened) => opened.local.export(&self.call_rows(opened.method), self.place(), ctx),
            None => self.local.export(&self.method_rows(), self.place(), ctx),
        }
    }

    pub(super) fn click(&mut self, click: Click, ctx: &Context<'_>) -> Pressed {
        let table = self.areas_within(ctx).table;
        if let Some(Opened { method, local }) = &mut self.opened {
            let rows = call_rows(&self.calls, &self.list, &self.query, *method);
            local.click(click, &rows, table, ctx)
        } else {
            let rows = method_rows(&self.calls, &self.naming, &self.pricing);
            self.local.click(click, &rows, table, ctx)
        }
    }
}

/// The methods of these calls.
fn method_rows<'a>(calls: &'a Calls, naming: &'a Naming, pricing: &'a Pricing) -> MethodRows<'a> {
    let methods = &calls.economy().methods;
    MethodRows { methods, names: naming.names(), price: pricing.price() }
}

/// The calls of a method, with the results that they are of.
pub(super) fn call_rows<'a>(
    calls: &'a Calls,
    list: &'a Paged<ResultsQuery>,
    query: &'a ResultsQuery,
    method: Method,
) -> CallRows<'a> {
    CallRows { calls, places: calls.places(method), feed: list.feed(), query }
}
