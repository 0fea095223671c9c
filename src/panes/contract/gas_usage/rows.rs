//! The two lists of the pane, the methods of the window and the calls of one, with their copy menu.

use decode::gas_usage::{Call, Method, Sums};
use ledger::query::ResultsQuery;
use ledger::{ContractRef, ContractResult};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::calls::{Calls, MethodCalls};
use super::methods::{Methods, Names, Naming};
use super::price::{Price, Pricing};
use super::{GasUsagePane, methods, view};
use crate::message::{Click, Copied, Effect, Input, Place};
use crate::panes::kit::list::{HasList, MemoryList, MemoryRows, Paged, Pressed, RowsInMemory, Wish};
use crate::panes::kit::page::on_sheet;
use crate::panes::{Context, Pane as _};
use crate::widgets::{Feed, Target};

/// Identifies a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum RowName {
    Method(Method),
    /// Index of a call in the window.
    Call(usize),
}

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
        Some(Target::row(is_selected))
    }
}

#[derive(Clone, Copy)]
pub(super) struct CallRows<'a> {
    pub(super) calls: &'a Calls,
    /// Their indices in the window.
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

/// Evaluates an expression with the list on screen and its rows.
macro_rules! on_screen {
    ($pane:expr, |$list:ident, $rows:ident| $does:expr) => {
        if $pane.opened.is_some() {
            let ($list, $rows) = (&$pane.of_calls, $pane.call_rows());
            $does
        } else {
            let ($list, $rows) = (&$pane.local, $pane.method_rows());
            $does
        }
    };
    (mut $pane:expr, $ctx:expr, |$list:ident, $rows:ident| $does:expr) => {
        if $pane.opened.is_some() {
            let ($list, $rows) = HasList::<MethodCalls>::parts($pane, $ctx);
            $does
        } else {
            let ($list, $rows) = HasList::<Methods>::parts($pane, $ctx);
            $does
        }
    };
}

pub(super) use on_screen;

impl HasList<Methods> for GasUsagePane {
    type Source = RowsInMemory<RowName>;
    type Columns = Methods;
    type Rows<'a> = MethodRows<'a>;

    fn list(&self) -> &MemoryList<RowName> {
        &self.local
    }

    fn list_mut(&mut self) -> &mut MemoryList<RowName> {
        &mut self.local
    }

    fn rows<'a>(&'a self, _ctx: &Context<'a>) -> MethodRows<'a> {
        self.method_rows()
    }

    fn parts<'a>(&'a mut self, _ctx: &Context<'a>) -> (&'a mut MemoryList<RowName>, MethodRows<'a>) {
        (&mut self.local, method_rows(&self.calls, &self.naming, &self.pricing))
    }

    fn table(&self, ctx: &Context<'_>) -> Rect {
        self.areas_within(ctx).table
    }

    fn no_rows(&self, _ctx: &Context<'_>) -> Option<&'static str> {
        self.calls.all().is_empty().then_some("no calls are loaded")
    }

    fn no_more(&self, _ctx: &Context<'_>) -> Option<Option<&'static str>> {
        Some(self.is_whole().then_some("there are no further results"))
    }

    fn load(&mut self, wish: Wish, ctx: &Context<'_>) -> Vec<Effect> {
        self.widen_by(wish, ctx)
    }

    fn copies(&self, at_most: usize, ctx: &Context<'_>) -> Vec<Copied> {
        self.all_copies(ctx).into_iter().take(at_most).collect()
    }
}

impl HasList<MethodCalls> for GasUsagePane {
    type Source = RowsInMemory<RowName>;
    type Columns = MethodCalls;
    type Rows<'a> = CallRows<'a>;

    fn list(&self) -> &MemoryList<RowName> {
        &self.of_calls
    }

    fn list_mut(&mut self) -> &mut MemoryList<RowName> {
        &mut self.of_calls
    }

    fn rows<'a>(&'a self, _ctx: &Context<'a>) -> CallRows<'a> {
        self.call_rows()
    }

    fn parts<'a>(&'a mut self, _ctx: &Context<'a>) -> (&'a mut MemoryList<RowName>, CallRows<'a>) {
        (&mut self.of_calls, call_rows(&self.calls, &self.list, &self.query, self.opened))
    }

    fn table(&self, ctx: &Context<'_>) -> Rect {
        self.areas_within(ctx).table
    }

    fn no_rows(&self, ctx: &Context<'_>) -> Option<&'static str> {
        HasList::<Methods>::no_rows(self, ctx)
    }

    fn no_more(&self, _ctx: &Context<'_>) -> Option<Option<&'static str>> {
        Some(self.is_whole().then_some("there are no further results"))
    }

    fn load(&mut self, wish: Wish, ctx: &Context<'_>) -> Vec<Effect> {
        self.widen_by(wish, ctx)
    }

    fn copies(&self, at_most: usize, ctx: &Context<'_>) -> Vec<Copied> {
        HasList::<Methods>::copies(self, at_most, ctx)
    }
}

impl GasUsagePane {
    pub(super) fn method_rows(&self) -> MethodRows<'_> {
        method_rows(&self.calls, &self.naming, &self.pricing)
    }

    pub(super) fn call_rows(&self) -> CallRows<'_> {
        call_rows(&self.calls, &self.list, &self.query, self.opened)
    }

    /// The list on screen.
    pub(super) fn local(&self) -> &MemoryList<RowName> {
        if self.opened.is_some() { &self.of_calls } else { &self.local }
    }

    /// Applies filter and sort again. The selected row stays selected.
    pub(super) fn choose(&mut self, ctx: &Context<'_>) {
        if self.opened.is_some() {
            self.local.update(&method_rows(&self.calls, &self.naming, &self.pricing), ctx);
        }
        on_screen!(mut self, ctx, |list, rows| list.update(&rows, ctx));
        let height = self.areas_within(ctx).rows();
        on_screen!(mut self, ctx, |list, rows| list.settle(&rows, height));
    }

    pub(super) fn view_rows(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
        on_screen!(self, |list, rows| list.view(&rows, ctx, area, buf));
    }

    pub(super) fn len(&self) -> usize {
        on_screen!(self, |list, rows| list.len(&rows))
    }

    /// Handles filter input and clicks on chips and titles. `false` if the input is something else.
    pub(super) fn choose_by(&mut self, input: &Input, ctx: &Context<'_>) -> bool {
        let table = self.areas_within(ctx).table;
        on_screen!(mut self, ctx, |list, rows| list.handle_input(input, &rows, table, ctx))
    }

    pub(super) fn click(&mut self, click: Click, ctx: &Context<'_>) -> Pressed {
        let table = self.areas_within(ctx).table;
        on_screen!(mut self, ctx, |list, rows| list.click(click, &rows, table, ctx))
    }

    fn all_copies(&self, ctx: &Context<'_>) -> Vec<Copied> {
        let head = view::header(&self.calls, &self.pricing, ctx).map(|(text, _)| text);
        let method =
            self.selected().map(|(method, sums)| methods::detail_lines(method, sums, self.naming.names()));
        let method = method.unwrap_or_default().into_iter().map(|(text, _)| text).collect::<Vec<_>>();
        let mut copies = on_screen!(self, |list, rows| list.copies(&rows, ctx));
        copies.extend([
            Copied::new("the window in words", head.join("\n")),
            Copied::new("the method in words", method.join("\n")),
            on_sheet::copied_place(&self.place()),
        ]);
        copies.extend(on_sheet::copied_request(self.list.url(ctx)));
        copies
    }
}

/// The methods of these calls.
fn method_rows<'a>(calls: &'a Calls, naming: &'a Naming, pricing: &'a Pricing) -> MethodRows<'a> {
    let methods = &calls.economy().methods;
    MethodRows { methods, names: naming.names(), price: pricing.price() }
}

/// The calls of a method, and their results.
fn call_rows<'a>(
    calls: &'a Calls,
    list: &'a Paged<ResultsQuery>,
    query: &'a ResultsQuery,
    method: Option<Method>,
) -> CallRows<'a> {
    let places = method.map(|method| calls.places(method)).unwrap_or_default();
    CallRows { calls, places, feed: list.feed(), query }
}
