//! The versions of a contract, newest first, and what changed with each.
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

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use self::table::{Row, VersionRows, Versions};
use self::walk::{Walk, start};
use crate::ledger::query::ContractQuery;
use crate::ledger::{Contract, ContractRef, Timestamp};
use crate::message::{Action, Arrangement, Contents, Copied, Effect, Failure, Input, Place};
use crate::panes::kit::labels;
use crate::panes::kit::list::columns::ColumnList;
use crate::panes::kit::list::{Columns as _, MemoryRows as _, Pressed, RowsInMemory, say};
use crate::panes::kit::on_sheet;
use crate::panes::kit::{Fetched, Wants};
use crate::panes::{ActionHint, Context, Pane, Status, action_hint};
use crate::widgets::line::{cut, put, rule};
use crate::widgets::{Link, Role, Sheet, Split, Value, split::REST};

/// The pane.
#[derive(Debug)]
pub struct VersionsPane {
    contract: ContractRef,
    walk: Walk,
    /// The version that the walk asks for, or has asked for last.
    asked: Option<ContractQuery>,
    /// Whether the walk waits for it.
    waiting: bool,
    rows: Vec<Row>,
    /// By when the versions begin.
    local: RowsInMemory<Timestamp>,
    changes: Sheet,
    focus: Focus,
}

/// What a verb does to the changes while they have the moves, rather than to the versions.
const SHEET_VERBS: [Action; 2] = [Action::Copy, Action::Open];

/// Which part takes the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Focus {
    Versions,
    Changes,
}

impl VersionsPane {
    /// Opens the pane and begins to walk.
    pub fn open(contract: ContractRef) -> Self {
        let mut walk = Walk::new(contract);
        Self {
            contract,
            asked: Some(walk.begin()),
            waiting: true,
            walk,
            rows: Vec::new(),
            local: RowsInMemory::default(),
            changes: Sheet::default(),
            focus: Focus::Versions,
        }
    }

    fn found<'a>(&self, ctx: &Context<'a>) -> Option<Fetched<'a, Arc<Contract>>> {
        self.asked.as_ref().map(|query| ctx.get(query))
    }

    fn is_walking(&self, ctx: &Context<'_>) -> bool {
        self.waiting && self.found(ctx).is_some_and(Fetched::is_loading)
    }

    /// Asks for a version, whatever is known of it.
    fn ask(&mut self, query: ContractQuery) -> Vec<Effect> {
        (self.asked, self.waiting) = (Some(query), true);
        vec![Effect::Refresh]
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

    /// Sets the selected version beside the one before it.
    fn compare(&mut self, ctx: &Context<'_>) {
        let at = self.local.selected(&self.all());
        let older = at.and_then(|at| self.rows.get(at + 1));
        let sheet = match (self.selected(), older) {
            (Some(row), Some(older)) => changes::sheet(&older.version, &row.version, ctx),
            (Some(row), None) if self.walk.reaches_first() => changes::first(&row.version, ctx),
            _ => {
                Sheet::default().note(Value::none("Changes are shown once the version before it is loaded."))
            }
        };
        self.changes = labels::on_sheet(ctx, sheet)
            .after(&self.changes, self.areas(self.local.within(ctx).body).changes.height);
    }

    /// All versions that were found.
    fn all(&self) -> VersionRows<'_> {
        VersionRows { contract: self.contract, rows: &self.rows }
    }

    fn selected(&self) -> Option<&Row> {
        self.rows.get(self.local.selected(&self.all())?)
    }

    fn opened(&self) -> Option<Place> {
        self.all().opened(self.local.selected(&self.all())?)
    }

    fn start(&self) -> Option<Copied> {
        let at = self.selected().and_then(|row| start(&row.version))?;
        Some(Copied::new("start of the version", at.to_string()))
    }

    fn copies(&self, ctx: &Context<'_>) -> Vec<Copied> {
        let row = self.selected();
        let json = row.map(|row| Copied::new("version as JSON", &row.version.raw));
        let place = self.opened().map(|place| on_sheet::copied_place(&place));
        let url = self.found(ctx).map(Fetched::url).unwrap_or_default();
        let (start, request) = (self.start(), on_sheet::copied_request(url));
        let columns = row.map(|row| Versions::copied(&row)).unwrap_or_default();
        let marked = self.local.marked_copies(&self.all(), ctx);
        marked.into_iter().chain(start).chain(columns).chain(place).chain(json).chain(request).collect()
    }

    /// Chooses among the versions anew. The selected one stays selected.
    fn choose(&mut self, ctx: &Context<'_>) {
        self.local.update(&VersionRows { contract: self.contract, rows: &self.rows }, ctx);
        let height = self.areas(self.local.within(ctx).body).rows();
        self.local.settle(&VersionRows { contract: self.contract, rows: &self.rows }, height);
        self.compare(ctx);
    }

    fn areas(&self, body: Rect) -> Areas {
        Areas::new(body, self.local.len(&self.all()).max(usize::from(self.local.is_active())))
    }
}

impl Pane for VersionsPane {
    fn act(&mut self, action: Action, ctx: &Context<'_>) -> Vec<Effect> {
        let table = self.areas(self.local.within(ctx).body).table;
        let rows = VersionRows { contract: self.contract, rows: &self.rows };
        if (self.focus == Focus::Versions || !SHEET_VERBS.contains(&action))
            && let Some(effects) = self.local.act(action, &rows, table, ctx)
        {
            self.choose(ctx);
            return effects;
        }
        match action {
            Action::Refresh if self.is_walking(ctx) => Vec::new(),
            Action::Refresh => {
                let query = self.walk.begin();
                self.ask(query)
            }
            Action::MorePages => self.walk.go_on().map(|query| self.ask(query)).unwrap_or_default(),
            Action::NextPart | Action::PreviousPart => {
                self.focus = match self.focus {
                    Focus::Versions => Focus::Changes,
                    Focus::Changes => Focus::Versions,
                };
                Vec::new()
            }
            Action::Raw => Effect::raw(self.title(ctx), self.selected().map(|row| row.version.raw.clone())),
            Action::Open if self.focus == Focus::Versions => Effect::go(self.opened()),
            Action::Copy if self.focus == Focus::Versions => Effect::copy(self.start()),
            Action::CopyMenu => {
                let copies = self.changes.copied_nearby();
                vec![Effect::CopyMenu(self.copies(ctx).into_iter().chain(copies).collect())]
            }
            _ if self.focus == Focus::Changes => {
                let height = self.areas(self.local.within(ctx).body).changes.height;
                on_sheet::act(&mut self.changes, action, height)
            }
            _ => {
                if self.local.move_by(action, &rows, table.below(1).height) {
                    self.compare(ctx);
                }
                Vec::new()
            }
        }
    }

    fn handle_input(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        let areas = self.areas(self.local.within(ctx).body);
        let rows = VersionRows { contract: self.contract, rows: &self.rows };
        if self.local.handle_input(input, &rows, areas.table, ctx) {
            self.choose(ctx);
            return Some(Vec::new());
        }
        let Input::Mouse(click) = input else { return None };
        if click.row >= areas.changes.y {
            self.focus = Focus::Changes;
            let follow = self.changes.click(*click, areas.changes);
            return Some(if follow { self.act(Action::Open, ctx) } else { Vec::new() });
        }
        self.focus = Focus::Versions;
        if self.local.click(*click, &rows, areas.table, ctx) != Pressed::Moved {
            return Some(self.act(Action::Open, ctx));
        }
        self.compare(ctx);
        Some(Vec::new())
    }

    fn links(&self, ctx: &Context<'_>) -> Vec<Link> {
        if self.rows.is_empty() {
            return Vec::new();
        }
        let areas = self.areas(self.local.within(ctx).body);
        let mut all = self.local.links(&self.all(), ctx, areas.table);
        if self.focus == Focus::Changes {
            all.extend(self.changes.links(areas.changes));
        }
        all
    }

    fn wants(&self, _ctx: &Context<'_>, wants: &mut Wants) {
        if let Some(query) = &self.asked {
            wants.add(query);
        }
        self.local.wants(wants);
    }

    fn hints(&self, ctx: &Context<'_>) -> Vec<ActionHint> {
        if let Some(hints) = self.local.line_hints() {
            return hints;
        }
        let none = self.selected().is_none().then_some("no version is loaded");
        let more = match (self.is_walking(ctx), self.walk.may_go_on()) {
            (true, _) => Some("it is looking for older ones already"),
            (false, false) => Some("there is none before the oldest that can be asked for"),
            (false, true) => None,
        };
        let mut hints = match self.focus {
            Focus::Versions => vec![
                ActionHint::new(Action::Open, "open this version").disabled_if(none),
                ActionHint::new(Action::MorePages, "load older").disabled_if(more),
                ActionHint::new(Action::Copy, "copy its time").disabled_if(none),
                ActionHint::hidden(Action::CopyMenu, "copy …").disabled_if(none),
            ],
            Focus::Changes => {
                let own = on_sheet::hints(&self.changes).into_iter().filter(|hint| !is_move(hint));
                own.chain([ActionHint::hidden(Action::MorePages, "load older").disabled_if(more)]).collect()
            }
        };
        let other = if self.focus == Focus::Versions { "to the changes" } else { "to the versions" };
        hints.extend([
            ActionHint::new(Action::NextPart, other).disabled_if(none),
            ActionHint::hidden(Action::PreviousPart, other).disabled_if(none),
            ActionHint::new(Action::Contract, "contract").page(),
            ActionHint::new(Action::Refresh, "refresh"),
            ActionHint::new(Action::Raw, "raw JSON").disabled_if(none),
        ]);
        let unloaded = self.rows.is_empty().then_some("no version is loaded");
        let mut hints = self.local.hints(hints, &self.all(), unloaded);
        hints.extend(action_hint::moves());
        hints
    }

    fn contents(&mut self, ctx: &Context<'_>) -> Contents {
        self.local.contents(&self.all(), ctx)
    }

    fn arrangement(&self) -> Option<Arrangement> {
        Some(self.local.arrangement())
    }

    fn set_arrangement(&mut self, arrangement: &Arrangement, ctx: &Context<'_>) -> Vec<Effect> {
        self.local.set_arrangement::<Versions>(arrangement, ctx)
    }

    fn columns(&self, _ctx: &Context<'_>) -> Option<&dyn ColumnList> {
        (!self.rows.is_empty()).then_some(&Versions)
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

    fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        if self.rows.is_empty() {
            let subject = format!("contract {} on {}", self.contract, ctx.network.name);
            if let Some(found) = self.found(ctx) {
                found.view_missing(ctx, &subject, area, buf);
            }
            return None;
        }
        let areas = self.areas(self.local.view_chips(ctx, area, buf));
        let rows = self.all();
        if let Some(none) = self.local.none_passes(ctx).filter(|_| self.local.is_empty(&rows)) {
            say(&none, ctx, areas.table, buf);
        } else {
            self.local.view(&rows, ctx, areas.table, buf);
        }
        let words = table::status(&self.walk, self.is_walking(ctx));
        let words = cut(&words, area.width.saturating_sub(2), ctx.theme.glyphs.cut);
        put(buf, areas.words, 1, 0, &words, ctx.theme.style(Role::Dim));
        rule(buf, areas.words, 1, ctx.theme.glyphs.rule, ctx.theme.style(Role::Rule));
        match self.focus {
            Focus::Versions => self.changes.view_aside(ctx.theme, areas.changes, buf),
            Focus::Changes => self.changes.view(ctx.theme, areas.changes, buf),
        }
        self.local.view_line(ctx, area, buf)
    }

    fn rebuild_view(&mut self, ctx: &Context<'_>) {
        self.walk_on(ctx);
        self.rows = table::rows(&self.walk);
        self.choose(ctx);
    }
}

fn is_move(hint: &ActionHint) -> bool {
    action_hint::moves().any(|it| it.action == hint.action)
}

/// The parts of the pane, top to bottom.
struct Areas {
    table: Rect,
    words: Rect,
    changes: Rect,
}

impl Areas {
    /// The versions get what they need, up to half of the room.
    fn new(body: Rect, rows: usize) -> Self {
        let wanted = u16::try_from(rows).unwrap_or(u16::MAX).saturating_add(1);
        let [table, words, changes] = body.stack([wanted.min(body.height / 2), 2, REST]);
        Self { table, words, changes }
    }

    fn rows(&self) -> u16 {
        self.table.height.saturating_sub(1)
    }
}
