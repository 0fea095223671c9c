//! The transactions of one id: the family as a tree, and two tabs with the facts and the money trail.

mod amounts;
mod balances;
mod copies;
mod facts;
mod filters;
mod flow_columns;
mod flows;
mod kind;
mod layout;
pub mod list;
pub mod lookup;
mod members;
mod money;
mod tree;
mod verbs;
mod watch;

use std::sync::Arc;

use api::TransactionAt;
use decode::Subject;
use decode::family::Family;
use decode::member::Member;
use decode::money::Trail;
use decode::money::document::transaction_document;
use ledger::document::{document, joined};
use ledger::query::{Parameters as _, ResultQuery, TransactionQuery};
use ledger::{Timestamp, TransactionFamily};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use serde_json::Value as Json;

use self::filters::Filters;
use self::layout::{Focus, Tab};
use self::money::MoneyTab;
use self::tree::Tree;
use self::watch::{POLL_INTERVAL_MILLIS, Watch};
use super::{Context, Pane, Status};
use crate::message::{Action, Contents, Effect, Input, Place};
use crate::panes::kit::form::popup_form::Filled;
use crate::panes::kit::{Taken, Wants, list::chips};
use crate::panes::verbs::by_verbs;
use crate::widgets::line::put;
use crate::widgets::{Link, Role, Sheet, tabs};

#[derive(Debug)]
pub struct TransactionPane {
    query: TransactionQuery,
    /// The answer on screen, which has older filters until the new answer arrives.
    shown: Option<Arc<TransactionFamily>>,
    taken: Taken,
    /// When the last handled request ended.
    ended_at: Option<Timestamp>,
    tokens: Vec<Subject>,
    family: Family,
    tree: Tree,
    facts: Sheet,
    money: MoneyTab,
    /// The contract result with the gas of the selected member.
    gas: Option<ResultQuery>,
    focus: Focus,
    tab: Tab,
    filters: Option<Filters>,
    watch: Option<Watch>,
}

impl TransactionPane {
    pub fn open(query: TransactionQuery) -> Self {
        Self {
            query,
            shown: None,
            taken: Taken::default(),
            ended_at: None,
            tokens: Vec::new(),
            family: Family::default(),
            tree: Tree::default(),
            facts: Sheet::default(),
            money: MoneyTab::default(),
            gas: None,
            focus: Focus::Tree,
            tab: Tab::default(),
            filters: None,
            watch: None,
        }
    }
}

impl Pane for TransactionPane {
    by_verbs!();

    fn is_typing(&self) -> bool {
        self.filters.as_ref().is_some_and(|it| it.form.is_typing())
    }

    fn handle_input(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        if let Some(form) = &mut self.filters {
            let filled = form.handle_input(input)?;
            if filled != Filled::Open {
                self.filters = None;
            }
            return Some(if let Filled::Applied(query) = filled { self.filter(query) } else { Vec::new() });
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
            self.rebuild_view(ctx);
        } else if parts.bar.contains(at) {
            self.tab = tabs::tab_at(&layout::tabs(), *click, parts.bar).unwrap_or(self.tab);
            self.want_gas();
        } else if parts.sheet.contains(at) {
            self.focus = Focus::Sheet;
            if self.sheet_mut().click(*click, parts.sheet) {
                return Some(self.act(Action::Open, ctx));
            }
        }
        Some(Vec::new())
    }

    fn links(&self, ctx: &Context<'_>) -> Vec<Link> {
        if self.filters.is_some() {
            return Vec::new();
        }
        let [band, _] = self.areas(ctx.body);
        let mut links = chips::links(&self.query.pairs(), ctx, band);
        if self.shown.is_some() && !self.is_filtered_out(ctx) {
            let parts = self.parts(ctx.body);
            links.extend(self.tree.links(parts.tree));
            links.extend(self.sheet().links(parts.sheet));
        }
        links
    }

    fn wants(&self, ctx: &Context<'_>, wants: &mut Wants) {
        // A watched transaction may never arrive; cancelling ends only the watch.
        if self.watch.is_some() {
            wants.add_optional(&self.query);
            if let Some(at) = ctx.get(&self.query).next_after(POLL_INTERVAL_MILLIS, ctx.now) {
                wants.ask_again_at(&self.query, at);
            }
        } else if let Some(at) = self.query.at {
            wants.add(&TransactionAt(at));
            wants.add_optional(&self.query);
        } else {
            wants.add(&self.query);
        }
        self.tokens.iter().for_each(|token| wants.resolve(*token));
        if let Some(gas) = &self.gas {
            wants.add_optional(gas);
        }
    }

    fn contents(&mut self, ctx: &Context<'_>) -> Contents {
        let named = self.query.at.and_then(|at| self.family.index_at(at));
        let members =
            (0..).zip(&self.family.members).filter(|(at, _)| named.is_none_or(|named| named == *at));
        let members = members.flat_map(|(at, member)| {
            let sheet = facts::sheet(&self.family, at, member, self.query.id, ctx);
            sheet.sections(&if at == named.unwrap_or(0) {
                String::new()
            } else {
                format!("member {}", at + 1)
            })
        });
        Contents::Facts(members.collect())
    }

    /// The members in tree order, each with its position in the tree, and the money trail; `None` until loaded.
    fn document(&self, _ctx: &Context<'_>) -> Option<Json> {
        self.shown.as_ref()?;
        let member = |member: &Member| {
            joined(transaction_document(&member.transaction), document! { "depth": member.depth })
        };
        let trail = Trail::new(self.family.transactions().collect::<Vec<_>>());
        Some(document! {
            "transaction_id": self.query.id,
            "transactions": self.family.members.iter().map(member).collect::<Vec<_>>(),
            "named": self.query.at.and_then(|at| self.family.index_at(at)),
            "first_failure": self.family.blame.first,
            "flows": trail,
        })
    }

    fn place(&self) -> Place {
        Place::Transaction(self.query.clone())
    }

    fn title(&self, ctx: &Context<'_>) -> String {
        let verdict = self.family.verdict();
        let sign = verdict.map(|verdict| tree::sign(verdict, &ctx.theme.glyphs).0).unwrap_or_default();
        format!("transaction {} {sign}", self.query.id)
    }

    fn status(&self, ctx: &Context<'_>) -> Status {
        if self.watch.is_some() {
            return Status { words: "watching".to_owned(), role: Role::Attention, banner: None };
        }
        if self.is_filtered_out(ctx) {
            return Status { words: "no match".to_owned(), role: Role::Attention, banner: None };
        }
        let found = self.found(ctx);
        match found.progress() {
            Some(progress) if found.is_loading() || found.failure().is_some() => {
                progress.status(self.shown.is_some(), ctx)
            }
            _ => ctx.status(),
        }
    }

    fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        let [band, body] = self.areas(area);
        chips::view(&self.query.pairs(), ctx, band, buf);
        if let Some(watch) = self.watch.filter(|_| self.shown.is_none()) {
            put(buf, body, (1, 0), &self.subject(ctx), ctx.theme.style(Role::Heading));
            for (row, (words, role)) in (2..).zip(watch.lines(ctx.now)) {
                put(buf, body, (1, row), &words, ctx.theme.style(role));
            }
        } else if self.is_filtered_out(ctx) {
            self.view_none(ctx, body, buf);
        } else if self.shown.is_some() {
            self.view_family(ctx, body, buf);
        } else {
            self.found(ctx).view_missing(ctx, &self.subject(ctx), body, buf);
        }
        self.filters.as_ref().and_then(|form| form.view(ctx, area, buf))
    }

    fn wake_at(&self, ctx: &Context<'_>) -> Option<Timestamp> {
        // The text counts seconds.
        self.watch.map(|_| ctx.now.plus_millis(1_000))
    }

    fn tab(&self) -> Option<usize> {
        Some(self.tab.place())
    }

    fn open_tab(&mut self, tab: usize) {
        self.tab = Tab::ALL.get(tab).copied().unwrap_or_default();
    }

    fn rebuild_view(&mut self, ctx: &Context<'_>) {
        self.receive(ctx);
        self.build(ctx);
    }
}
