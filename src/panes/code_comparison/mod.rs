//! The codes of two contracts side by side: what differs beside metadata and what deployment fills in.

mod words;

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::beside::{Beside, Told};
use super::{Context, Offer, Pane, Remote, Status, on_sheet};
use crate::decode::code::Codes;
use crate::decode::{Comparison, Finding, Question, Study};
use crate::ledger::query::ContractQuery;
use crate::ledger::{Contract, ContractRef, Timestamp};
use crate::message::{Action, Answer, Ask, Copied, Effect, Input, Place, Response, Retrying};
use crate::widgets::Role;
use crate::widgets::line::put;

/// The pane.
#[derive(Debug)]
pub struct CodeComparisonPane {
    named: [ContractRef; 2],
    titles: [String; 2],
    contracts: [Remote<Arc<Contract>>; 2],
    finding: Remote<Arc<Finding>>,
    beside: Beside,
}

impl CodeComparisonPane {
    /// Opens the pane and asks for both contracts.
    pub fn open(named: [ContractRef; 2], ctx: &Context<'_>) -> (Self, Vec<Effect>) {
        let mut pane = Self {
            named,
            titles: named.map(|contract| contract.to_string()),
            contracts: [Remote::default(), Remote::default()],
            finding: Remote::default(),
            beside: Beside::default(),
        };
        let effects = pane.ask(ctx);
        (pane, effects)
    }

    fn ask(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        self.finding.forget();
        let both = self.contracts.iter_mut().zip(self.named);
        both.flat_map(|(remote, contract)| {
            remote.again(ctx.request(Ask::Contract(ContractQuery::now(contract))), ctx.now)
        })
        .collect()
    }

    fn remotes(&self) -> impl Iterator<Item = bool> + '_ {
        self.contracts
            .iter()
            .map(|contract| contract.asked().is_some())
            .chain([self.finding.asked().is_some()])
    }

    fn copies(&self) -> Vec<Copied> {
        let told = told(&self.finding, &self.titles);
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
    /// Has the codes compared once both are here.
    fn due(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        let settled = self.contracts.iter().all(|contract| contract.asked().is_none());
        let idle = self.finding.value().is_none()
            && self.finding.asked().is_none()
            && self.finding.failure().is_none();
        let [Some(one), Some(other)] = self.contracts.each_ref().map(Remote::value) else {
            return Vec::new();
        };
        if !(settled && idle) {
            return Vec::new();
        }
        let question = Question::Difference(Codes::of(one), Codes::of(other));
        let study = Study { known: ctx.known.clone(), question };
        vec![self.finding.ask(ctx.request(Ask::Study(study)), ctx.now)]
    }

    fn act(&mut self, action: Action, ctx: &Context<'_>) -> Vec<Effect> {
        match action {
            Action::Close => self.close(),
            Action::Refresh => self.ask(ctx),
            Action::Contract => vec![Effect::Go(Place::contract(self.named[1]))],
            Action::Copy => {
                let told = told(&self.finding, &self.titles);
                self.beside.copied(told).map(Effect::Copy).into_iter().collect()
            }
            Action::CopyMenu => vec![Effect::CopyMenu(self.copies())],
            _ => {
                let _ = self.beside.act(action, told(&self.finding, &self.titles), ctx);
                Vec::new()
            }
        }
    }

    fn type_in(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        let Input::Mouse(click) = input else { return None };
        self.beside.click(*click, told(&self.finding, &self.titles), ctx);
        Some(Vec::new())
    }

    fn hear(&mut self, response: &Response, ctx: &Context<'_>) -> Vec<Effect> {
        let mut heard = false;
        for contract in &mut self.contracts {
            heard |= contract.hear(response, |answer| match answer {
                Answer::Contract(contract) => Some(Arc::clone(contract)),
                _ => None,
            });
        }
        let before = self.beside.shown(told(&self.finding, &self.titles)).map(|comparison| comparison.kind);
        let found = self.finding.hear(response, |answer| match answer {
            Answer::Finding(finding) => Some(Arc::clone(finding)),
            _ => None,
        });
        for ((title, contract), named) in self.titles.iter_mut().zip(&self.contracts).zip(self.named) {
            let id = contract.value().and_then(|contract| contract.contract_id.value());
            *title = id.map_or_else(|| named.to_string(), |id| id.to_string());
        }
        if found {
            self.beside.renew(before, told(&self.finding, &self.titles), ctx);
        }
        if heard { self.due(ctx) } else { Vec::new() }
    }

    fn retrying(&mut self, retrying: &Retrying) {
        let [one, other] = &mut self.contracts;
        let _ = one.retrying(retrying) || other.retrying(retrying) || self.finding.retrying(retrying);
    }

    fn offers(&self, _ctx: &Context<'_>) -> Vec<Offer> {
        let mut offers = self.beside.offers(told(&self.finding, &self.titles));
        offers.push(Offer::new(Action::Contract, "the other contract"));
        let failed = self.contracts.iter().any(|contract| contract.failure().is_some());
        offers.push(Offer::quiet(Action::Refresh, "ask again").shown_if(failed));
        if self.finding.value().is_none() && self.remotes().any(|asked| asked) {
            offers.push(Offer::new(Action::Close, "stop"));
        }
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

    fn status(&self, ctx: &Context<'_>) -> Status {
        let [one, other] = &self.contracts;
        let troubled = |contract: &&Remote<_>| contract.asked().is_some() || contract.failure().is_some();
        [one, other].into_iter().find(troubled).unwrap_or(one).status(ctx)
    }

    fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        if self.beside.view(told(&self.finding, &self.titles), ctx, area, buf) {
            return None;
        }
        let missing =
            self.contracts.iter().zip(&self.titles).find(|(contract, _)| contract.value().is_none());
        if let Some((contract, title)) = missing {
            let subject = format!("contract {title} on {}", ctx.network.name);
            contract.view_missing(ctx, &subject, area, buf);
        } else if self.finding.value().is_some() {
            let words = "There is nothing to compare: the server has no code of one of them.";
            put(buf, area, 1, 0, words, ctx.look.theme.style(Role::Attention));
        } else {
            self.finding.view_missing(ctx, "the difference of both codes", area, buf);
        }
        None
    }

    fn wake_at(&self, ctx: &Context<'_>) -> Option<Timestamp> {
        let contracts = self.contracts.iter().filter_map(|contract| contract.wake_at(ctx.now));
        contracts.chain(self.finding.wake_at(ctx.now)).min()
    }

    fn refit(&mut self, ctx: &Context<'_>) {
        self.beside.refit(told(&self.finding, &self.titles), ctx);
    }

    fn close(&mut self) -> Vec<Effect> {
        let contracts = self.contracts.iter_mut().filter_map(Remote::stop);
        contracts.chain(self.finding.stop()).collect()
    }
}

fn told<'a>(finding: &'a Remote<Arc<Finding>>, titles: &'a [String; 2]) -> Told<'a> {
    let all: &[Comparison] = match finding.value().map(AsRef::as_ref) {
        Some(Finding::Difference(all)) => all,
        _ => &[],
    };
    Told { all, titles: titles.each_ref().map(String::as_str), say: words::findings }
}
