//! The transactions of one id: the family as a tree, and on two tabs the facts of the selected member and what
//! moved in it or in all of them.

mod amounts;
mod balances;
mod bill;
mod blame;
mod copies;
mod csv;
mod facts;
mod filters;
mod flow_rows;
mod flows;
mod kind;
mod layout;
mod members;
mod money;
mod offers;
mod parts;
mod party;
mod tree;
mod watch;

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use self::bill::Gas;
use self::filters::{Filters, Outcome, next_scheduled};
use self::layout::divide;
use self::money::MoneyTab;
use self::parts::{Focus, Tab};
use self::tree::Tree;
use self::watch::Watch;
use super::list::chips;
use super::{Context, Offer, Pane, Remote, Status, on_sheet, tokens};
use crate::decode::family::Family;
use crate::ledger::query::{ResultsQuery, TransactionQuery};
use crate::ledger::{ContractRef, Timestamp, TransactionFamily};
use crate::message::{Action, Answer, Effect, Failure, Input, Place, Response, Retrying};
use crate::widgets::line::put;
use crate::widgets::{Role, Sheet};

/// The pane.
#[derive(Debug)]
pub struct TransactionPane {
    query: TransactionQuery,
    answer: Remote<Arc<TransactionFamily>>,
    family: Family,
    tree: Tree,
    facts: Sheet,
    money: MoneyTab,
    gas: Gas,
    focus: Focus,
    tab: Tab,
    filters: Option<Filters>,
    watch: Option<Watch>,
}

impl TransactionPane {
    /// Opens the pane and asks for the transactions.
    pub fn open(query: TransactionQuery, ctx: &Context<'_>) -> (Self, Vec<Effect>) {
        let mut pane = Self {
            query,
            answer: Remote::default(),
            family: Family::default(),
            tree: Tree::default(),
            facts: Sheet::default(),
            money: MoneyTab::default(),
            gas: Gas::default(),
            focus: Focus::Tree,
            tab: Tab::default(),
            filters: None,
            watch: None,
        };
        let asked = pane.ask(ctx);
        (pane, asked)
    }
}

impl Pane for TransactionPane {
    fn act(&mut self, action: Action, ctx: &Context<'_>) -> Vec<Effect> {
        match action {
            Action::Close => {
                self.watch = None;
                self.answer.stop().into_iter().collect()
            }
            Action::Refresh => {
                self.gas = Gas::default();
                self.ask(ctx)
            }
            Action::Scheduled => self.filter(next_scheduled(&self.query), ctx),
            Action::Reset => self.filter(TransactionQuery::family(self.query.id), ctx),
            Action::Filter => {
                self.filters = Some(Filters::new(&self.query));
                Vec::new()
            }
            Action::NextPart | Action::PreviousPart => {
                self.turn(action == Action::NextPart);
                Vec::new()
            }
            Action::NextHit => {
                if let Some(at) = self.family.blame.first {
                    self.select(at, ctx);
                }
                Vec::new()
            }
            Action::Internal => {
                self.money.turn();
                self.refit(ctx);
                Vec::new()
            }
            Action::Browse => self.web(ctx).map(Effect::Browse).into_iter().collect(),
            Action::Raw => {
                let raw = self.answer.value().map(|family| family.raw.clone());
                raw.map(|raw| Effect::Raw(self.title(ctx), raw)).into_iter().collect()
            }
            Action::Contract => self
                .contract()
                .map(|id| Effect::Go(Place::contract(ContractRef::Id(id))))
                .into_iter()
                .collect(),
            Action::Results => {
                let contract = self.contract().map(ContractRef::Id);
                contract.map(|id| Effect::Go(Place::Results(ResultsQuery::all(id)))).into_iter().collect()
            }
            Action::Transaction => self.other_family().map(Effect::Go).into_iter().collect(),
            _ if self.in_tree() => self.act_in_tree(action, ctx),
            Action::Open if self.relative().is_some() => {
                let at = self.relative().unwrap_or_default();
                // Another transaction is read from its beginning.
                self.facts = Sheet::default();
                self.select(at, ctx);
                Vec::new()
            }
            _ => {
                let copies = self.copies(ctx);
                let height = self.parts(ctx.body).sheet.height;
                on_sheet::act(self.sheet_mut(), action, height, copies).unwrap_or_default()
            }
        }
    }

    fn type_in(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        if let Some(form) = &mut self.filters {
            let outcome = form.type_in(input)?;
            if outcome != Outcome::Stay {
                self.filters = None;
            }
            return Some(match outcome {
                Outcome::Apply(query) => self.filter(query, ctx),
                Outcome::Stay | Outcome::Leave => Vec::new(),
            });
        }
        let Input::Mouse(click) = input else { return None };
        if let Some(effects) = self.unchip(*click, ctx) {
            return Some(effects);
        }
        let parts = self.parts(ctx.body);
        let at = Position { x: click.column, y: click.row };
        if parts.tree.contains(at) {
            self.focus = Focus::Tree;
            self.tree.click(*click, parts.tree);
            self.refit(ctx);
        } else if parts.bar.contains(at) {
            self.tab = parts::tab_at(click.column.saturating_sub(parts.bar.x)).unwrap_or(self.tab);
        } else if parts.sheet.contains(at) {
            self.focus = Focus::Sheet;
            if self.sheet_mut().click(*click, parts.sheet) {
                return Some(self.act(Action::Open, ctx));
            }
        }
        Some(Vec::new())
    }

    fn hear(&mut self, response: &Response, ctx: &Context<'_>) -> Vec<Effect> {
        if self.gas.hear(response) {
            self.refit(ctx);
            return Vec::new();
        }
        let missing = matches!(response.outcome, Err(Failure::NotFound { .. }));
        if missing && self.answer.asked() == Some(&response.request) && !self.query.pairs().is_empty() {
            // What was found without the filters is no answer to a question with them.
            self.answer.forget();
        }
        let heard = self.answer.hear(response, |answer| match answer {
            Answer::Transaction(family) => Some(Arc::clone(family)),
            _ => None,
        });
        if heard {
            let watch = |watch: Option<Watch>| match watch {
                Some(watch) => watch.again(ctx.now),
                None => Watch::begin(self.query.id, ctx.now),
            };
            self.watch = if missing && self.answer.value().is_none() { watch(self.watch) } else { None };
            self.arrange(ctx);
            return tokens::learn(self.family.transactions().flat_map(|(_, it)| amounts::tokens(it)));
        }
        Vec::new()
    }

    fn retrying(&mut self, retrying: &Retrying) {
        let _ = self.answer.retrying(retrying) || self.gas.retrying(retrying);
    }

    fn due(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        let due = self.answer.asked().is_none() && self.watch.is_some_and(|watch| watch.is_due(ctx.now));
        if due {
            return self.ask(ctx);
        }
        let member = self.member().filter(|_| self.tab == Tab::Money);
        let asked = member.map(|member| Arc::clone(&member.transaction));
        asked.map(|transaction| self.gas.ask(&transaction, ctx)).unwrap_or_default()
    }

    fn offers(&self, ctx: &Context<'_>) -> Vec<Offer> {
        offers::of(self, ctx)
    }

    fn place(&self) -> Place {
        Place::Transaction(self.query.clone())
    }

    fn title(&self, ctx: &Context<'_>) -> String {
        let verdict = self.family.verdict();
        let sign = verdict.map(|verdict| tree::sign(verdict, &ctx.look.glyphs).0).unwrap_or_default();
        format!("transaction {} {sign}", self.query.id)
    }

    fn status(&self, ctx: &Context<'_>) -> Status {
        if self.watch.is_some() {
            return Status { words: "watching".to_owned(), role: Role::Attention, banner: None };
        }
        if self.is_filtered_out() {
            return Status { words: "none like that".to_owned(), role: Role::Attention, banner: None };
        }
        self.answer.status(ctx)
    }

    fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        let (band, body) = self.bands(area);
        chips::view(&self.query.pairs(), ctx, band, buf);
        if let Some(watch) = self.watch.filter(|_| self.answer.value().is_none()) {
            put(buf, body, 1, 0, &self.subject(ctx), ctx.look.theme.style(Role::Heading));
            for (row, (words, role)) in (2..).zip(watch.words(ctx.now)) {
                put(buf, body, 1, row, &words, ctx.look.theme.style(role));
            }
        } else if self.is_filtered_out() {
            self.view_none(ctx, body, buf);
        } else if self.answer.value().is_some() {
            self.view_family(ctx, body, buf);
        } else {
            self.answer.view_missing(ctx, &self.subject(ctx), body, buf);
        }
        self.filters.as_ref().and_then(|form| form.view(ctx, area, buf))
    }

    fn wake_at(&self, ctx: &Context<'_>) -> Option<Timestamp> {
        let watch = self.watch.map(|watch| watch.wake_at(ctx.now)).filter(|_| self.answer.asked().is_none());
        watch.or_else(|| self.answer.wake_at(ctx.now).into_iter().chain(self.gas.wake_at(ctx.now)).min())
    }

    fn refit(&mut self, ctx: &Context<'_>) {
        let selected = self.tree.selected();
        let fresh = Tree::of(&self.family, selected, ctx);
        let parts = divide(self.bands(ctx.body).1, self.family.members.len(), fresh.widest());
        self.tree = fresh.after(&self.tree, parts.tree.height);
        let at = self.tree.selected();
        if let Some(member) = self.family.members.get(at) {
            let sheet = facts::sheet(&self.family, at, member, self.query.id, ctx);
            self.facts = sheet.after(&self.facts, parts.sheet.height);
            self.money.refit(&self.family, at, &self.gas, parts.sheet.height, ctx);
        }
    }

    fn close(&mut self) -> Vec<Effect> {
        self.answer.stop().into_iter().chain(self.gas.stop()).collect()
    }
}
