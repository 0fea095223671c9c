//! The selected member and its links, and the pane's requests and drawing.

use std::sync::Arc;

use api::{Failure, TransactionAt};
use decode::family::Family;
use decode::member::{Kin, Member};
use ledger::query::{Parameters as _, TransactionQuery};
use ledger::{EntityId, TransactionFamily};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::layout::{Focus, Parts, Tab, divide};
use super::tree::{CAUSE, Tree};
use super::watch::Watch;
use super::{TransactionPane, amounts, copies, facts, kind, layout, money};
use crate::message::comparison::Side;
use crate::message::{Click, Copied, Effect, Place};
use crate::panes::kit::Fetched;
use crate::panes::kit::list::chips;
use crate::panes::kit::nouns::{labels, tokens};
use crate::panes::kit::page::on_sheet;
use crate::panes::{Context, Pane};
use crate::widgets::line::{put, put_words, rule};
use crate::widgets::split::REST;
use crate::widgets::{Role, Sheet, Split, Theme, tabs};

impl TransactionPane {
    /// Requests other members of the same id.
    pub(super) fn filter(&mut self, query: TransactionQuery) -> Vec<Effect> {
        if query == self.query {
            return Vec::new();
        }
        self.query = query;
        (self.watch, self.ended_at) = (None, None);
        Vec::new()
    }

    /// Arranges the loaded members; the same transaction stays selected.
    pub(super) fn arrange(&mut self, ctx: &Context<'_>) {
        let selected = self.member().and_then(|member| member.transaction.consensus_timestamp.value());
        let selected = selected.or(self.query.at);
        self.family = self.shown.as_ref().map(|family| Family::arrange(family)).unwrap_or_default();
        self.tokens = tokens::subjects(self.family.transactions().flat_map(|(_, it)| amounts::tokens(it)));
        let at = selected.and_then(|time| self.family.index_at(time)).unwrap_or(0);
        self.build(ctx);
        self.tree.select(at, self.parts(ctx.body).tree.height);
    }

    /// The family by its id, or by a member's time while the id is not found, as for a scheduled execution long
    /// after the valid start.
    pub(super) fn found<'a>(&self, ctx: &Context<'a>) -> Fetched<'a, Arc<TransactionFamily>> {
        let family = ctx.get(&self.query);
        let Some(at) = self.query.at else { return family };
        let has_it = |family: &Arc<TransactionFamily>| {
            family.members.iter().any(|member| member.consensus_timestamp.value() == Some(at))
        };
        let named = ctx.get(&TransactionAt(at));
        if family.value().is_some_and(has_it) || named.value().is_some_and(|named| !has_it(named)) {
            family
        } else {
            named
        }
    }

    pub(super) fn receive(&mut self, ctx: &Context<'_>) {
        let found = self.found(ctx);
        let missing = matches!(found.failure(), Some(Failure::NotFound { .. }));
        if missing && !self.query.pairs().is_empty() {
            // An unfiltered answer does not answer a filtered question.
            self.shown = None;
        }
        let taken = self.taken.if_new(found).map(Arc::clone);
        let is_new = taken.is_some();
        self.shown = taken.or(self.shown.take());
        let has_ended = self.ended_at != found.ended_at() && !found.is_loading();
        if has_ended {
            self.ended_at = found.ended_at();
            let watch = |watch: Option<Watch>| match watch {
                Some(watch) => watch.again(ctx.now),
                None => Watch::begin(self.query.id, ctx.now),
            };
            self.watch = if missing && self.shown.is_none() && self.query.at.is_none() {
                watch(self.watch)
            } else {
                None
            };
        }
        if is_new || has_ended {
            self.arrange(ctx);
        }
    }

    /// Builds the tree and the sheets.
    pub(super) fn build(&mut self, ctx: &Context<'_>) {
        let selected = self.tree.selected();
        let fresh = Tree::new(&self.family, selected, ctx);
        let [_, body] = self.areas(ctx.body);
        let parts = divide(body, self.family.members.len(), fresh.widest());
        self.tree = fresh.after(&self.tree, parts.tree.height);
        let at = self.tree.selected();
        if let Some(member) = self.family.members.get(at) {
            let sheet = facts::sheet(&self.family, at, member, self.query.id, ctx);
            self.facts = labels::on_sheet(ctx, sheet).after(&self.facts, parts.sheet.height);
            self.money.rebuild_view(&self.family, at, parts.sheet.height, ctx);
        }
        self.want_gas();
    }

    /// Requests the gas of the selected member while its money trail is open.
    pub(super) fn want_gas(&mut self) {
        if self.tab == Tab::Money {
            self.gas = self.member().and_then(|member| money::query(&member.transaction));
        }
    }

    /// Selects a member and shows its facts.
    pub(super) fn select(&mut self, at: usize, ctx: &Context<'_>) {
        let height = self.parts(ctx.body).tree.height;
        self.tree.select(at, height);
        self.rebuild_view(ctx);
    }

    pub(super) fn member(&self) -> Option<&Member> {
        self.family.members.get(self.tree.selected())
    }

    /// Whether the tree has the focus.
    pub(super) fn in_tree(&self) -> bool {
        self.family.is_tree() && self.focus == Focus::Tree
    }

    /// Focuses the next or previous part: the tree if there is one, then each tab.
    pub(super) fn turn(&mut self, on: bool) {
        let last = if on { Tab::Money } else { Tab::Facts };
        let first = if on { Tab::Facts } else { Tab::Money };
        (self.focus, self.tab) = match (self.in_tree(), self.tab == last) {
            (false, true) if self.family.is_tree() => (Focus::Tree, self.tab),
            (true, _) | (false, true) => (Focus::Sheet, first),
            (false, false) => (Focus::Sheet, last),
        };
        self.want_gas();
    }

    /// The sheet of the selected tab.
    pub(super) fn sheet(&self) -> &Sheet {
        match self.tab {
            Tab::Facts => &self.facts,
            Tab::Money => &self.money.sheet,
        }
    }

    /// The sheet of the selected tab, for scrolling.
    pub(super) fn sheet_mut(&mut self) -> &mut Sheet {
        match self.tab {
            Tab::Facts => &mut self.facts,
            Tab::Money => &mut self.money.sheet,
        }
    }

    /// The areas of the tree and the tabs.
    pub(super) fn parts(&self, body: Rect) -> Parts {
        let [_, below] = self.areas(body);
        divide(below, self.family.members.len(), self.tree.widest())
    }

    /// The row of active filters, and the area below it.
    pub(super) fn areas(&self, body: Rect) -> [Rect; 2] {
        body.stack([u16::from(!self.query.pairs().is_empty()), REST])
    }

    /// Removes the filter whose chip was clicked.
    pub(super) fn unchip(&mut self, click: Click, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        let (chips, [band, _]) = (self.query.pairs(), self.areas(ctx.body));
        let (name, _) = chips.get(chips::clicked(&chips, ctx, band, click)?)?;
        let query = match *name {
            "nonce" => TransactionQuery { nonce: None, ..self.query.clone() },
            "timestamp" => TransactionQuery { at: None, ..self.query.clone() },
            _ => TransactionQuery { scheduled: None, ..self.query.clone() },
        };
        Some(self.filter(query))
    }

    /// The member that the selected fact links to: the parent, or the failure that caused this one.
    pub(super) fn relative(&self) -> Option<usize> {
        match self.facts.selected().filter(|_| self.tab == Tab::Facts)?.0 {
            CAUSE => facts::cause(self.family.blame.part(self.tree.selected())),
            facts::PARENT => {
                self.family.index_at(self.member()?.transaction.parent_consensus_timestamp.value()?)
            }
            _ => None,
        }
    }

    /// The contract of the selected member.
    pub(super) fn contract(&self) -> Option<EntityId> {
        let transaction = &self.member()?.transaction;
        let is_contract = kind::entity(transaction) == kind::EntityKind::Contract;
        transaction.entity_id.value().filter(|_| is_contract)
    }

    /// The family of an inner transaction's own id.
    pub(super) fn other_family(&self) -> Option<Place> {
        let member = self.member().filter(|member| member.kin == Kin::Inner)?;
        let id = member.transaction.transaction_id.value().filter(|id| *id != self.query.id)?;
        Some(Place::Transaction(TransactionQuery::family(id)))
    }

    /// The selected member as a side of a comparison.
    pub(super) fn side(&self) -> Side {
        let family = TransactionQuery::family(self.query.id);
        let own = self.member().map(|member| &member.transaction);
        let own = own.filter(|own| own.transaction_id.value() == Some(self.query.id));
        let nonce = own.and_then(|own| own.nonce.value()).and_then(|nonce| u32::try_from(nonce).ok());
        let scheduled = own.and_then(|own| own.scheduled.value()).filter(|scheduled| *scheduled);
        Side::Transaction(match nonce {
            Some(nonce) if nonce > 0 => TransactionQuery { nonce: Some(nonce), ..family },
            _ => TransactionQuery { scheduled, ..family },
        })
    }

    /// The requested transaction in words.
    pub(super) fn subject(&self, ctx: &Context<'_>) -> String {
        format!("transaction {} on {}", self.query.id, ctx.network.name)
    }

    /// Whether the server found no member that passes the filters.
    pub(super) fn is_filtered_out(&self, ctx: &Context<'_>) -> bool {
        let none = match self.shown {
            Some(_) => self.family.members.is_empty(),
            None => matches!(self.found(ctx).failure(), Some(Failure::NotFound { .. })),
        };
        none && !self.query.pairs().is_empty()
    }

    /// Draws that no member passes the filters.
    pub(super) fn view_none(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
        let filters: Vec<String> =
            self.query.pairs().iter().map(|(name, value)| format!("{name} {value}")).collect();
        let lines = [
            (
                format!("The server has no {} with {}.", self.subject(ctx), filters.join(" and ")),
                Role::Heading,
            ),
            ("Clear a filter to see what else shares the id.".to_owned(), Role::Plain),
        ];
        put_words(buf, area, (0, 3), lines, ctx.theme);
    }

    /// The web explorer's page.
    pub(super) fn web(&self, ctx: &Context<'_>) -> Option<String> {
        let pattern = &ctx.network.explorer.transaction;
        let id = self.member().and_then(|member| member.transaction.transaction_id.value());
        (!pattern.is_empty()).then(|| pattern.replace("{}", &id.unwrap_or(self.query.id).to_string()))
    }

    pub(super) fn copies(&self, ctx: &Context<'_>) -> Vec<Copied> {
        let transaction = self.member().map(|member| &member.transaction);
        let mut all = transaction.map(|it| copies::copies_of(it, &self.family)).unwrap_or_default();
        all.push(on_sheet::copied_place(&Place::Transaction(self.query.clone())));
        all.extend(self.money.copies(&self.family, ctx));
        all.extend(self.web(ctx).map(|text| Copied::new("web explorer", text)));
        all.extend(on_sheet::copied_request(self.found(ctx).url()));
        all
    }

    pub(super) fn view_family(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
        let theme = ctx.theme;
        if self.family.members.is_empty() {
            let words = format!("The server sent an empty list for {}.", self.subject(ctx));
            put(buf, area, (1, 0), &words, theme.style(Role::Heading));
            return;
        }
        let Parts { tree, rule: between, bar, sheet } =
            divide(area, self.family.members.len(), self.tree.widest());
        if self.family.is_tree() {
            self.tree.view(theme, self.focus == Focus::Tree, tree, buf);
            let style = theme.style(Role::Rule);
            if between.width > 1 {
                rule(buf, between, 0, theme.glyphs.rule, style);
            }
            for row in 0..if between.width == 1 { between.height } else { 0 } {
                put(buf, between, (0, row), theme.glyphs.branch.2.trim_end(), style);
            }
        }
        // Only the focused part shows a marker.
        let mut quiet: Theme = *theme;
        quiet.glyphs.marker = " ";
        tabs::view(&layout::tabs(), &self.tab, theme, bar, buf);
        self.sheet().view(if self.in_tree() { &quiet } else { theme }, sheet, buf);
    }
}
