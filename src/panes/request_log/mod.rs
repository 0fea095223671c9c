//! The request log: what was asked of servers in this run, what came of each request, and who wanted it.

mod columns;
mod hosts;
mod words;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use self::columns::{LogRows, Requests};
use self::hosts::Host;
use crate::ledger::Timestamp;
use crate::ledger::amount::{counted, grouped};
use crate::message::recording::Lines;
use crate::message::{Action, Arrangement, Contents, Effect, Exchange, ExportOffer, Input, Place, TextOffer};
use crate::panes::kit::Wants;
use crate::panes::kit::list::columns::ColumnList;
use crate::panes::kit::list::{MemoryRows as _, RowsInMemory, footer, say};
use crate::panes::kit::request_log::{Entry, MAX_EXCHANGES};
use crate::panes::{ActionHint, Context, Pane, Status, action_hint};
use crate::widgets::line::put;
use crate::widgets::split::REST;
use crate::widgets::{Link, Role, Split};

/// The lines below the rows: a rule, and the selected exchange whole.
const DETAIL_ROWS: u16 = 6;
/// The least rows of a pane that shows more than the list.
const MIN_ROWS: u16 = 14;

/// The pane. The rows are the app's; the pane holds which of them is selected.
#[derive(Debug)]
pub struct RequestLogPane {
    local: RowsInMemory<u64>,
    hosts: Vec<Host>,
}

/// The parts of the pane below the chips.
struct Areas {
    hosts: Rect,
    table: Rect,
    detail: Rect,
}

impl RequestLogPane {
    /// Opens the pane.
    pub fn open(ctx: &Context<'_>) -> Self {
        let mut pane = Self { local: RowsInMemory::default(), hosts: Vec::new() };
        pane.rebuild_view(ctx);
        pane
    }

    fn areas(&self, area: Rect) -> Areas {
        let hosts = u16::try_from(self.hosts.len()).unwrap_or_default();
        let (hosts, detail) = if area.height < MIN_ROWS { (0, 0) } else { (hosts, DETAIL_ROWS) };
        let table = area.height.saturating_sub(hosts + detail);
        let [hosts, table, detail] = area.stack([hosts, table, REST]);
        Areas { hosts, table, detail }
    }

    fn table(&self, ctx: &Context<'_>) -> Rect {
        self.areas(self.local.within(ctx).body).table
    }

    fn selected<'a>(&self, ctx: &Context<'a>) -> Option<&'a Entry> {
        ctx.request_log.get(self.local.selected(&LogRows(ctx.request_log))?)
    }

    fn act_on_selected(&mut self, action: Action, ctx: &Context<'_>) -> Vec<Effect> {
        let rows = LogRows(ctx.request_log);
        let exchange = self.selected(ctx).map(|entry| &entry.exchange);
        match (action, exchange) {
            (Action::Open | Action::Raw, Some(exchange)) => {
                Effect::raw(format!("answer to {}", exchange.path()), exchange.body().cloned())
            }
            (Action::Copy, Some(exchange)) => Effect::copy(words::copies(exchange).into_iter().next()),
            (Action::CopyMenu, Some(exchange)) => {
                let marked = self.local.marked_copies(&rows, ctx);
                vec![Effect::CopyMenu(marked.into_iter().chain(words::copies(exchange)).collect())]
            }
            (Action::Export, Some(_)) => vec![Effect::Export(ExportOffer::Private(recorded(ctx)))],
            _ => {
                self.local.move_by(action, &rows, self.table(ctx).below(1).height);
                Vec::new()
            }
        }
    }

    fn view_detail(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
        let rows = LogRows(ctx.request_log);
        let (at, len) = (self.local.cursor() + 1, self.local.len(&rows));
        let words = format!("request {} of {}", grouped(&at), grouped(&len));
        let lines = self.selected(ctx).map(|entry| words::lines(entry, ctx)).unwrap_or_default();
        footer::view(&lines, (words, Role::Dim), ctx, area, buf);
    }
}

impl Pane for RequestLogPane {
    fn place(&self) -> Place {
        Place::Requests
    }

    fn title(&self, _ctx: &Context<'_>) -> String {
        "request log".to_owned()
    }

    fn status(&self, ctx: &Context<'_>) -> Status {
        let len = ctx.request_log.len();
        let newest = if len < MAX_EXCHANGES { "" } else { "the newest " };
        let words = format!("{newest}{} · {}", counted(len, "request"), ctx.loaded.words());
        Status { words, role: Role::Dim, banner: None }
    }

    fn act(&mut self, action: Action, ctx: &Context<'_>) -> Vec<Effect> {
        let (rows, table) = (LogRows(ctx.request_log), self.table(ctx));
        let effects = self.local.act(action, &rows, table, ctx);
        let effects = effects.unwrap_or_else(|| self.act_on_selected(action, ctx));
        self.rebuild_view(ctx);
        effects
    }

    fn handle_input(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        let (rows, table) = (LogRows(ctx.request_log), self.table(ctx));
        if self.local.handle_input(input, &rows, table, ctx) {
            self.rebuild_view(ctx);
            return Some(Vec::new());
        }
        let Input::Mouse(click) = input else { return None };
        let pressed = self.local.click(*click, &rows, table, ctx);
        Some(pressed.effects(|| self.act(Action::Open, ctx)))
    }

    fn links(&self, ctx: &Context<'_>) -> Vec<Link> {
        self.local.links(&LogRows(ctx.request_log), ctx, self.table(ctx))
    }

    fn hints(&self, ctx: &Context<'_>) -> Vec<ActionHint> {
        if let Some(hints) = self.local.line_hints() {
            return hints;
        }
        let rows = LogRows(ctx.request_log);
        let exchange = self.selected(ctx).map(|entry| &entry.exchange);
        let none = exchange.is_none().then_some("no request is selected");
        let no_body = exchange.and_then(Exchange::body).is_none().then_some("its answer is not here");
        let mut hints = vec![
            ActionHint::new(Action::Open, "answer as received").disabled_if(none.or(no_body)),
            ActionHint::new(Action::Copy, "copy as curl").disabled_if(none),
            ActionHint::hidden(Action::CopyMenu, "copy …").disabled_if(none),
            ActionHint::hidden(Action::Export, "write the answers to a recording").disabled_if(none),
            ActionHint::hidden(Action::Raw, "answer as received").disabled_if(none.or(no_body)),
        ];
        hints.extend(action_hint::moves());
        self.local.hints(hints, &rows, rows.is_empty().then_some("nothing was asked yet"))
    }

    fn contents(&mut self, ctx: &Context<'_>) -> Contents {
        self.local.contents(&LogRows(ctx.request_log), ctx)
    }

    fn wants(&self, _ctx: &Context<'_>, wants: &mut Wants) {
        self.local.wants(wants);
    }

    fn arrangement(&self) -> Option<Arrangement> {
        Some(self.local.arrangement())
    }

    fn set_arrangement(&mut self, arrangement: &Arrangement, ctx: &Context<'_>) -> Vec<Effect> {
        self.local.set_arrangement::<Requests>(arrangement, ctx)
    }

    fn columns(&self, ctx: &Context<'_>) -> Option<&dyn ColumnList> {
        (!ctx.request_log.is_empty()).then_some(&Requests)
    }

    fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        if self.local.view_counts(ctx, area, buf) {
            return None;
        }
        let rows = LogRows(ctx.request_log);
        let areas = self.areas(self.local.view_chips(ctx, area, buf));
        for (line, host) in areas.hosts.rows().zip(&self.hosts) {
            let mut column = 1;
            for (words, role) in host.cells(ctx) {
                column = put(buf, line, column, 0, &words, ctx.theme.style(role));
            }
        }
        if !self.local.is_empty(&rows) {
            self.local.view(&rows, &self.local.within(ctx), areas.table, buf);
            self.view_detail(ctx, areas.detail, buf);
        } else if let Some(lines) = self.local.none_passes(ctx) {
            say(&lines, ctx, areas.table, buf);
        } else {
            let head = ("Nothing was asked of a server yet.".to_owned(), Role::Heading);
            let next = ("Each request of this run is listed here, the newest on top.".to_owned(), Role::Dim);
            say(&[head, next], ctx, areas.table, buf);
        }
        if self.local.line_hints().is_some() { self.local.view_line(ctx, area, buf) } else { None }
    }

    /// Each second while a server asks to be left alone, or may be asked more and more.
    fn wake_at(&self, ctx: &Context<'_>) -> Option<Timestamp> {
        let left = self.hosts.iter().filter_map(|host| host.changes_in(ctx.now)).min()?;
        Some(ctx.now.plus_millis(u64::try_from(left.div_ceil(1_000_000)).unwrap_or(1_000)))
    }

    fn rebuild_view(&mut self, ctx: &Context<'_>) {
        let rows = LogRows(ctx.request_log);
        self.hosts = Host::all(ctx.request_log);
        self.local.update(&rows, ctx);
        self.local.settle(&rows, self.table(ctx).below(1).height);
    }
}

/// The answers whose bodies are still here, as a recording of the network on screen, the oldest first.
fn recorded(ctx: &Context<'_>) -> TextOffer {
    let kept: Vec<&Exchange> = ctx.request_log.iter().rev().map(|entry| &entry.exchange).collect();
    let begun =
        kept.iter().find(|exchange| exchange.body().is_some()).map_or(ctx.now, |exchange| exchange.at);
    let (mut lines, first) = Lines::begin(ctx.network, ctx.networks.to_vec(), begun);
    let all = kept.into_iter().filter_map(|exchange| lines.of(exchange));
    TextOffer {
        title: TextOffer::TITLE,
        path: format!("{}-requests.ndjson", ctx.network.name),
        text: [first].into_iter().chain(all).collect(),
    }
}
