//! The codes of two contracts side by side: what differs beside metadata and what deployment fills in.

mod words;

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::beside::{Beside, Told};
use super::kit::analyses::CodeDiff;
use super::kit::{Fetched, Taken, Wants};
use super::{Context, Offer, Pane, on_sheet};
use crate::decode::Comparison;
use crate::decode::code::Codes;
use crate::ledger::query::ContractQuery;
use crate::ledger::{Contract, ContractRef};
use crate::message::{Action, Copied, Effect, Input, Place};
use crate::widgets::Role;
use crate::widgets::line::put;

/// The pane.
#[derive(Debug)]
pub struct CodeComparisonPane {
    named: [ContractRef; 2],
    titles: [String; 2],
    /// The codes of both, once they are here.
    compared: Option<CodeDiff>,
    taken: Taken,
    beside: Beside,
}

impl CodeComparisonPane {
    /// Opens the pane.
    pub fn open(named: [ContractRef; 2]) -> Self {
        let titles = named.map(|contract| contract.to_string());
        Self { named, titles, compared: None, taken: Taken::default(), beside: Beside::default() }
    }

    fn contracts<'a>(&self, ctx: &Context<'a>) -> [Fetched<'a, Arc<Contract>>; 2] {
        self.named.map(|contract| ctx.get(&ContractQuery::now(contract)))
    }

    fn found<'a>(&self, ctx: &Context<'a>) -> Option<&'a [Comparison]> {
        ctx.get(self.compared.as_ref()?).value().map(Vec::as_slice)
    }

    fn told<'a>(&'a self, ctx: &Context<'a>) -> Told<'a> {
        told(self.found(ctx), &self.titles)
    }

    fn copies(&self, ctx: &Context<'_>) -> Vec<Copied> {
        let told = self.told(ctx);
        let mut copies: Vec<Copied> = self.beside.copied(told).into_iter().collect();
        let lines: Vec<String> = told.all.iter().flat_map(|it| words::lines(it, told.titles)).collect();
        if !lines.is_empty() {
            copies.push(Copied { what: "findings".to_owned(), text: lines.join("\n") });
        }
        copies.push(on_sheet::copied_place(&self.place()));
        copies
    }
}

impl Pane for CodeComparisonPane {
    fn act(&mut self, action: Action, ctx: &Context<'_>) -> Vec<Effect> {
        match action {
            Action::Refresh => vec![Effect::Refresh],
            Action::Contract => vec![Effect::Go(Place::contract(self.named[1]))],
            Action::Copy => self.beside.copied(self.told(ctx)).map(Effect::Copy).into_iter().collect(),
            Action::CopyMenu => vec![Effect::CopyMenu(self.copies(ctx))],
            _ => {
                let found = self.found(ctx);
                let _ = self.beside.act(action, told(found, &self.titles), ctx);
                Vec::new()
            }
        }
    }

    fn type_in(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        let Input::Mouse(click) = input else { return None };
        let found = self.found(ctx);
        self.beside.click(*click, told(found, &self.titles), ctx);
        Some(Vec::new())
    }

    fn wants(&self, ctx: &Context<'_>, wants: &mut Wants) {
        self.named.iter().for_each(|contract| wants.add(&ContractQuery::now(*contract)));
        // Both come to rest first, so that nothing is compared twice.
        if let Some(codes) =
            self.compared.as_ref().filter(|_| !self.contracts(ctx).iter().any(|it| it.is_loading()))
        {
            wants.add(codes);
        }
    }

    fn offers(&self, ctx: &Context<'_>) -> Vec<Offer> {
        let mut offers = self.beside.offers(self.told(ctx));
        offers.push(Offer::new(Action::Contract, "the other contract"));
        let failed = self.contracts(ctx).iter().any(|contract| contract.failure().is_some());
        offers.push(Offer::quiet(Action::Refresh, "refresh").shown_if(failed));
        offers
    }

    fn place(&self) -> Place {
        let [one, other] = self.named;
        Place::CodeComparison(one, other)
    }

    fn title(&self, ctx: &Context<'_>) -> String {
        let [one, other] = &self.titles;
        format!("codes {} {one} and {other}", ctx.look.glyphs.crumb)
    }

    fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        if self.beside.view(self.told(ctx), ctx, area, buf) {
            return None;
        }
        let contracts = self.contracts(ctx);
        let missing = contracts.iter().zip(&self.titles).find(|(contract, _)| contract.value().is_none());
        if let Some((contract, title)) = missing {
            let subject = format!("contract {title} on {}", ctx.network.name);
            contract.view_missing(ctx, &subject, area, buf);
        } else if self.found(ctx).is_some() {
            let words = "There is nothing to compare: the server has no code of one of them.";
            put(buf, area, 1, 0, words, ctx.look.theme.style(Role::Attention));
        } else if let Some(codes) = &self.compared {
            ctx.get(codes).view_missing(ctx, "the difference of both codes", area, buf);
        }
        None
    }

    fn refit(&mut self, ctx: &Context<'_>) {
        let contracts = self.contracts(ctx);
        for ((title, contract), named) in self.titles.iter_mut().zip(contracts).zip(self.named) {
            let id = contract.value().and_then(|contract| contract.contract_id.value());
            *title = id.map_or_else(|| named.to_string(), |id| id.to_string());
        }
        if let [Some(one), Some(other)] = contracts.map(Fetched::value) {
            self.compared = Some(CodeDiff(Codes::of(one), Codes::of(other)));
        }
        let Some(found) = self.compared.as_ref().map(|codes| ctx.get(codes)) else { return };
        let told = told(found.value().map(Vec::as_slice), &self.titles);
        if self.taken.take(found).is_some() {
            self.beside.renew(told, ctx);
        }
        self.beside.refit(told, ctx);
    }
}

fn told<'a>(found: Option<&'a [Comparison]>, titles: &'a [String; 2]) -> Told<'a> {
    Told {
        all: found.unwrap_or_default(),
        titles: titles.each_ref().map(String::as_str),
        say: words::findings,
    }
}
