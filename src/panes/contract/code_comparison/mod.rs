//! The codes of two contracts side by side, with differences in metadata and immutables set apart.

mod words;

use std::sync::Arc;

use decode::Comparison;
use decode::code::Codes;
use ledger::query::ContractQuery;
use ledger::{Contract, ContractRef};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::message::{Action, Copied, Effect, Input, Place};
use crate::panes::kit::ask::analyses::CodeDiff;
use crate::panes::kit::nouns::code_diff::{CodeDiffView, Diffs};
use crate::panes::kit::page::on_sheet;
use crate::panes::kit::{Fetched, Taken, Wants};
use crate::panes::verbs::by_verbs;
use crate::panes::{Context, Pane, Verbs};
use crate::widgets::Role;
use crate::widgets::line::put;

#[derive(Debug)]
pub struct CodeComparisonPane {
    named: [ContractRef; 2],
    titles: [String; 2],
    /// The comparison; `None` until both codes were loaded.
    compared: Option<CodeDiff>,
    taken: Taken,
    diff: CodeDiffView,
}

impl CodeComparisonPane {
    pub fn open(named: [ContractRef; 2]) -> Self {
        let titles = named.map(|contract| contract.to_string());
        Self { named, titles, compared: None, taken: Taken::default(), diff: CodeDiffView::default() }
    }

    fn contracts<'a>(&self, ctx: &Context<'a>) -> [Fetched<'a, Arc<Contract>>; 2] {
        self.named.map(|contract| ctx.get(&ContractQuery::now(contract)))
    }

    fn found<'a>(&self, ctx: &Context<'a>) -> Option<&'a [Comparison]> {
        ctx.get(self.compared.as_ref()?).value().map(Vec::as_slice)
    }

    fn diffs<'a>(&'a self, ctx: &Context<'a>) -> Diffs<'a> {
        diffs(self.found(ctx), &self.titles)
    }

    fn copies(&self, ctx: &Context<'_>) -> Vec<Copied> {
        let diffs = self.diffs(ctx);
        let mut copies: Vec<Copied> = self.diff.copied(diffs).into_iter().collect();
        let lines: Vec<String> = diffs.all.iter().flat_map(|it| words::lines(it, diffs.titles)).collect();
        if !lines.is_empty() {
            copies.push(Copied::new("findings", lines.join("\n")));
        }
        copies.push(on_sheet::copied_place(&self.place()));
        copies
    }

    fn verbs<'c>(&self, ctx: &'c Context<'_>, verbs: &mut Verbs<'c, Self>) {
        let go = |pane: &mut Self, action| {
            let found = pane.found(ctx);
            let _ = pane.diff.act(action, diffs(found, &pane.titles), ctx);
        };
        self.diff.verbs(self.diffs(ctx), verbs, go, || self.copies(ctx));
        let other = verbs.add(Action::Contract, "the other contract");
        other.give(|| Effect::Go(Place::contract(self.named[1])));
        let failed = self.contracts(ctx).iter().any(|contract| contract.failure().is_some());
        verbs.hidden(Action::Refresh, "refresh").shown_if(failed).give(|| Effect::Refresh);
    }
}

impl Pane for CodeComparisonPane {
    by_verbs!();

    fn handle_input(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        let Input::Mouse(click) = input else { return None };
        let found = self.found(ctx);
        self.diff.click(*click, diffs(found, &self.titles), ctx);
        Some(Vec::new())
    }

    fn wants(&self, ctx: &Context<'_>, wants: &mut Wants) {
        self.named.iter().for_each(|contract| wants.add(&ContractQuery::now(*contract)));
        // Waits for both requests to settle: the codes are compared once.
        if let Some(codes) =
            self.compared.as_ref().filter(|_| !self.contracts(ctx).iter().any(|it| it.is_loading()))
        {
            wants.add(codes);
        }
    }

    fn place(&self) -> Place {
        let [one, other] = self.named;
        Place::CodeComparison(one, other)
    }

    fn title(&self, ctx: &Context<'_>) -> String {
        let [one, other] = &self.titles;
        format!("codes {} {one} and {other}", ctx.theme.glyphs.crumb)
    }

    fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        if self.diff.view(self.diffs(ctx), ctx, area, buf) {
            return None;
        }
        let contracts = self.contracts(ctx);
        let missing = contracts.iter().zip(&self.titles).find(|(contract, _)| contract.value().is_none());
        if let Some((contract, title)) = missing {
            let subject = format!("contract {title} on {}", ctx.network.name);
            contract.view_missing(ctx, &subject, area, buf);
        } else if self.found(ctx).is_some() {
            let words = "There is nothing to compare: the server has no code of one of them.";
            put(buf, area, 1, 0, words, ctx.theme.style(Role::Attention));
        } else if let Some(codes) = &self.compared {
            ctx.get(codes).view_missing(ctx, "the comparison of both codes", area, buf);
        }
        None
    }

    fn rebuild_view(&mut self, ctx: &Context<'_>) {
        let contracts = self.contracts(ctx);
        for ((title, contract), named) in self.titles.iter_mut().zip(contracts).zip(self.named) {
            let id = contract.value().and_then(|contract| contract.contract_id.value());
            *title = id.map_or_else(|| named.to_string(), |id| id.to_string());
        }
        if let [Some(one), Some(other)] = contracts.map(Fetched::value) {
            self.compared = Some(CodeDiff(Codes::from_contract(one), Codes::from_contract(other)));
        }
        let Some(found) = self.compared.as_ref().map(|codes| ctx.get(codes)) else { return };
        let diffs = diffs(found.value().map(Vec::as_slice), &self.titles);
        if self.taken.if_new(found).is_some() {
            self.diff.renew(diffs, ctx);
        }
        self.diff.rebuild_view(diffs, ctx);
    }
}

fn diffs<'a>(found: Option<&'a [Comparison]>, titles: &'a [String; 2]) -> Diffs<'a> {
    Diffs {
        all: found.unwrap_or_default(),
        titles: titles.each_ref().map(String::as_str),
        say: words::findings,
    }
}
