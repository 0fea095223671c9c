//! The versions of a contract, newest first, and the changes of each.
//!
//! ```text
//!     valid from (UTC)               for             what changed              the versions that were found
//!   ▌ 2026-10-12 00:00:00.000000000  40 d so far     memo, admin key, nonce
//!     3 versions, back to the contract's creation                              where the walk stands
//!    Changed with this version                                                 the selected one, field by field
//!    memo        old → new
//! ```

mod changes;
mod table;
mod walk;

use std::sync::Arc;

use api::Failure;
use ledger::query::ContractQuery;
use ledger::{Contract, ContractRef, Timestamp};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use self::table::{Row, VersionRows, Versions};
use self::walk::Walk;
use crate::message::{Action, Click, Copied, Effect, Place};
use crate::panes::kit::nouns::labels;
use crate::panes::kit::page::on_sheet;
use crate::panes::kit::{
    Fetched, Wants,
    list::{HasList as _, MemoryList, MemoryPane, MemoryRows as _, MemorySource, Wish},
};
use crate::panes::{Context, Status, Verbs};
use crate::widgets::line::{cut, put, rule};
use crate::widgets::{Link, Role, Sheet, Split, Value, split::REST};

pub type VersionsPane = MemoryPane<VersionHistory>;

impl VersionsPane {
    /// Opens the pane and starts the walk.
    pub fn open(contract: ContractRef) -> Self {
        let mut walk = Walk::new(contract);
        Self::new(VersionHistory {
            contract,
            asked: Some(walk.begin()),
            waiting: true,
            walk,
            rows: Vec::new(),
            changes: Sheet::default(),
            focus: Focus::Versions,
        })
    }
}

/// The found versions, and the changes of the selected one.
#[derive(Debug)]
pub struct VersionHistory {
    contract: ContractRef,
    walk: Walk,
    /// The version that the walk requested last.
    asked: Option<ContractQuery>,
    /// Whether its answer is pending.
    waiting: bool,
    rows: Vec<Row>,
    changes: Sheet,
    focus: Focus,
}

/// The part with the focus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Focus {
    Versions,
    Changes,
}

/// Rows are named by the start of their version.
type List = MemoryList<Timestamp>;

impl VersionHistory {
    fn found<'a>(&self, ctx: &Context<'a>) -> Option<Fetched<'a, Arc<Contract>>> {
        self.asked.as_ref().map(|query| ctx.get(query))
    }

    fn is_walking(&self, ctx: &Context<'_>) -> bool {
        self.waiting && self.found(ctx).is_some_and(Fetched::is_loading)
    }

    /// Requests a version, also if it was loaded before.
    fn ask(&mut self, query: ContractQuery) -> Vec<Effect> {
        (self.asked, self.waiting) = (Some(query), true);
        vec![Effect::Refresh]
    }

    fn begin_anew(&mut self) -> Vec<Effect> {
        let query = self.walk.begin();
        self.ask(query)
    }

    /// Receives the requested version, and continues with the one before it.
    fn walk_on(&mut self, ctx: &Context<'_>) {
        let asked = self.asked.as_ref().filter(|query| self.waiting && ctx.wants(*query));
        match asked.and_then(|query| ctx.get(query).outcome()) {
            Some(Ok(version)) => {
                let next = self.walk.found(version);
                self.waiting = next.is_some();
                self.asked = next.or(self.asked.take());
            }
            Some(Err(Failure::NotFound { .. })) if self.walk.none_before() => {
                (self.asked, self.waiting) = (None, false);
            }
            Some(Err(_)) | None => {}
        }
    }

    /// Compares the selected version with the one before it.
    fn compare(&self, list: &List, ctx: &Context<'_>) -> Sheet {
        let at = list.selected(&self.versions());
        let older = at.and_then(|at| self.rows.get(at + 1));
        match (self.selected(list), older) {
            (Some(row), Some(older)) => changes::sheet(&older.version, &row.version, ctx),
            (Some(row), None) if self.walk.reaches_first() => changes::first(&row.version, ctx),
            _ => {
                Sheet::default().note(Value::none("Changes are shown once the version before it is loaded."))
            }
        }
    }

    fn versions(&self) -> VersionRows<'_> {
        VersionRows { contract: self.contract, rows: &self.rows }
    }

    fn selected(&self, list: &List) -> Option<&Row> {
        self.rows.get(list.selected(&self.versions())?)
    }

    fn areas(&self, list: &List, ctx: &Context<'_>) -> Areas {
        Areas::new(ctx.body, list.len(&self.versions()).max(usize::from(list.is_active())))
    }
}

impl MemorySource for VersionHistory {
    type Name = Timestamp;
    type Columns = Versions;
    type Rows<'a> = VersionRows<'a>;

    const COPY: &'static str = "copy its time";

    fn rows<'a>(&'a self, _ctx: &Context<'a>) -> VersionRows<'a> {
        self.versions()
    }

    fn columns(&self, _ctx: &Context<'_>) -> &Versions {
        &Versions
    }

    fn place(&self) -> Place {
        Place::Versions(self.contract)
    }

    fn title(&self, ctx: &Context<'_>) -> String {
        format!("{} {} versions", self.contract, ctx.theme.glyphs.crumb)
    }

    fn status(&self, ctx: &Context<'_>) -> Status {
        let mut status = ctx.status();
        if let Some(failure) = self.found(ctx).and_then(Fetched::failure).filter(|_| !self.rows.is_empty()) {
            let words = format!("{} The walk has stopped here.", failure.sentence());
            status.banner = Some((words, Role::Failure));
        }
        status
    }

    fn table(&self, list: &List, ctx: &Context<'_>) -> Rect {
        if self.rows.is_empty() { ctx.body } else { self.areas(list, ctx).table }
    }

    fn receive(&mut self, ctx: &Context<'_>) {
        self.walk_on(ctx);
        table::update(&mut self.rows, &self.walk);
    }

    fn follow(&mut self, list: &List, ctx: &Context<'_>) {
        let (sheet, height) = (self.compare(list, ctx), self.areas(list, ctx).changes.height);
        self.changes = labels::on_sheet(ctx, sheet).after(&self.changes, height);
    }

    fn wants(&self, _ctx: &Context<'_>, wants: &mut Wants) {
        if let Some(query) = &self.asked {
            wants.add(query);
        }
    }

    fn no_rows(&self, _ctx: &Context<'_>) -> Option<&'static str> {
        self.rows.is_empty().then_some("no version is loaded")
    }

    fn verbs<'c>(&self, list: &List, ctx: &'c Context<'_>, verbs: &mut Verbs<'c, VersionsPane>) {
        let row = self.selected(list);
        let none = row.is_none().then_some("no version is loaded");
        let is_walking = self.is_walking(ctx);
        let over = (!is_walking && !self.walk.may_go_on())
            .then_some("there is none before the oldest that can be asked for");
        let other = match self.focus {
            Focus::Versions => {
                let place = list.selected(&self.versions()).and_then(|at| self.versions().opened(at));
                verbs.add(Action::Open, "open this version").unless(none).give(|| Effect::go(place));
                Focus::Changes
            }
            Focus::Changes => {
                let height = self.areas(list, &list.within(ctx)).changes.height;
                on_sheet::open(verbs, &self.changes);
                on_sheet::copy(verbs, &self.changes);
                verbs.moves(move |pane, action| _ = pane.source_mut().changes.act(action, height));
                Focus::Versions
            }
        };
        let more =
            verbs.hidden(Action::MorePages, "load older").shown_if(other == Focus::Changes).unless(over);
        more.run(move |pane| pane.load(Wish::Page, ctx));
        if other == Focus::Changes {
            verbs.add(Action::Copy, Self::COPY).unless(none).run(move |pane| pane.copy_row(ctx));
        }
        let words = if other == Focus::Changes { "to the changes" } else { "to the versions" };
        let turn = move |pane: &mut VersionsPane| {
            pane.list_mut().leave_cell();
            pane.source_mut().focus = other;
        };
        verbs.add(Action::NextPart, words).unless(none).run(turn);
        verbs.hidden(Action::PreviousPart, words).unless(none).run(turn);
        verbs.add(Action::Contract, "contract").page();
        verbs
            .add(Action::Refresh, "refresh")
            .run(move |pane| if is_walking { Vec::new() } else { pane.source_mut().begin_anew() });
        let raw = verbs.add(Action::Raw, "raw JSON").unless(none);
        raw.give(|| Effect::raw(self.title(ctx), row.map(|row| row.version.raw.clone())));
    }

    fn pages(&self) -> Option<usize> {
        Some(self.walk.goal(self.waiting))
    }

    fn oldest(&self) -> Option<Timestamp> {
        self.rows.last().and_then(|row| walk::start(&row.version))
    }

    fn end(&self) -> Option<&'static str> {
        (!self.waiting && !self.walk.may_go_on()).then_some("this is the first version")
    }

    fn is_loading(&self, ctx: &Context<'_>) -> bool {
        let progress = self.found(ctx).and_then(Fetched::progress);
        self.waiting && progress.is_none_or(|progress| progress.asked().is_some())
    }

    fn is_halted(&self, ctx: &Context<'_>) -> bool {
        self.waiting && !self.is_loading(ctx)
    }

    fn load_more(&mut self, _ctx: &Context<'_>) -> Vec<Effect> {
        self.walk.go_on().map(|query| self.ask(query)).unwrap_or_default()
    }

    fn copies(&self, ctx: &Context<'_>) -> Vec<Copied> {
        let url = self.found(ctx).map(Fetched::url).unwrap_or_default();
        [on_sheet::copied_request(url), self.changes.copied_nearby()].concat()
    }

    fn click(&mut self, click: Click, list: &List, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        let changes = self.areas(list, ctx).changes;
        let is_below = click.row >= changes.y;
        self.focus = if is_below { Focus::Changes } else { Focus::Versions };
        is_below.then(|| {
            let follow = self.changes.click(click, changes);
            if follow { Effect::go(self.changes.place()) } else { Vec::new() }
        })
    }

    fn links(&self, list: &List, ctx: &Context<'_>) -> Vec<Link> {
        match self.focus {
            Focus::Versions => Vec::new(),
            Focus::Changes => self.changes.links(self.areas(list, ctx).changes),
        }
    }

    fn view_empty(&self, ctx: &Context<'_>, table: Rect, buf: &mut Buffer) {
        if let Some(found) = self.found(ctx) {
            let subject = format!("contract {} on {}", self.contract, ctx.network.name);
            found.view_missing(ctx, &subject, table, buf);
        }
    }

    fn view_around(&self, list: &List, ctx: &Context<'_>, buf: &mut Buffer) {
        if self.rows.is_empty() {
            return;
        }
        let areas = self.areas(list, ctx);
        let words = table::status(&self.walk, self.is_walking(ctx));
        let words = cut(&words, ctx.body.width.saturating_sub(2), ctx.theme.glyphs.cut);
        put(buf, areas.words, (1, 0), &words, ctx.theme.style(Role::Dim));
        rule(buf, areas.words, 1, ctx.theme.glyphs.rule, ctx.theme.style(Role::Rule));
        match self.focus {
            Focus::Versions => self.changes.view_aside(ctx.theme, areas.changes, buf),
            Focus::Changes => self.changes.view(ctx.theme, areas.changes, buf),
        }
    }
}

/// The areas, top to bottom.
struct Areas {
    table: Rect,
    words: Rect,
    changes: Rect,
}

impl Areas {
    /// The versions take the rows they need, at most half of the body.
    fn new(body: Rect, rows: usize) -> Self {
        let wanted = u16::try_from(rows).unwrap_or(u16::MAX).saturating_add(1);
        let [table, words, changes] = body.stack([wanted.min(body.height / 2), 2, REST]);
        Self { table, words, changes }
    }
}
