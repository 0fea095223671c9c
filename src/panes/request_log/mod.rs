//! The request log: the requests of this run, their outcomes, the panes that made them, and the load on each
//! server.

mod columns;

use api::{Api, Exchange, HostBudget, MAX_AT_ONCE, RequestBudget, Stage, recording::Lines};
use ledger::Timestamp;
use ledger::amount::{counted, grouped};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use self::columns::{LogRows, Requests};
use crate::message::request_log::{Entry, MAX_EXCHANGES, RequestLog};
use crate::message::{Action, Effect, ExportOffer, Place, TextOffer};
use crate::panes::kit::list::{HasList as _, MemoryList, MemoryPane, MemorySource, Source as _, footer, say};
use crate::panes::{Context, Status, Verbs};
use crate::widgets::line::put;
use crate::widgets::split::REST;
use crate::widgets::table::Cell;
use crate::widgets::{Role, Split};

/// The lines below the rows: a rule, and the selected exchange in full.
const DETAIL_ROWS: u16 = 6;
/// The minimum height to show more than the list.
const MIN_ROWS: u16 = 14;

/// The pane. The app owns the rows; the pane holds the selection.
pub type RequestLogPane = MemoryPane<Hosts>;

impl RequestLogPane {
    pub fn open(ctx: &Context<'_>) -> Self {
        Self::of(Hosts::default(), ctx)
    }
}

/// The servers in the log.
#[derive(Debug, Default)]
pub struct Hosts(Vec<Host>);

/// The parts of the pane below the chips.
struct Areas {
    hosts: Rect,
    table: Rect,
    detail: Rect,
}

impl Hosts {
    fn areas(&self, body: Rect) -> Areas {
        let hosts = u16::try_from(self.0.len()).unwrap_or_default();
        let (hosts, detail) = if body.height < MIN_ROWS { (0, 0) } else { (hosts, DETAIL_ROWS) };
        let table = body.height.saturating_sub(hosts + detail);
        let [hosts, table, detail] = body.stack([hosts, table, REST]);
        Areas { hosts, table, detail }
    }
}

fn selected<'a>(list: &MemoryList<u64>, ctx: &Context<'a>) -> Option<&'a Entry> {
    ctx.request_log.get(list.selected(&LogRows(ctx.request_log))?)
}

impl MemorySource for Hosts {
    type Name = u64;
    type Columns = Requests;
    type Rows<'a> = LogRows<'a>;

    const COPY: &'static str = "copy as curl";

    fn rows<'a>(&'a self, ctx: &Context<'a>) -> LogRows<'a> {
        LogRows(ctx.request_log)
    }

    fn columns(&self, _ctx: &Context<'_>) -> &Requests {
        &Requests
    }

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

    fn table(&self, _list: &MemoryList<u64>, ctx: &Context<'_>) -> Rect {
        self.areas(ctx.body).table
    }

    fn receive(&mut self, ctx: &Context<'_>) {
        self.0 = Host::all(ctx.request_log);
    }

    fn no_rows(&self, ctx: &Context<'_>) -> Option<&'static str> {
        ctx.request_log.is_empty().then_some("nothing was asked yet")
    }

    fn verbs<'c>(&self, list: &MemoryList<u64>, ctx: &'c Context<'_>, verbs: &mut Verbs<'c, RequestLogPane>) {
        let exchange = selected(list, ctx).map(|entry| &entry.exchange);
        let none = exchange.is_none().then_some("no request is selected");
        let body = exchange.and_then(Exchange::body);
        let no_body = none.or(body.is_none().then_some("its answer is not here"));
        let answer = || {
            let title = exchange.map(|exchange| format!("answer to {}", exchange.path()));
            Effect::raw(title.unwrap_or_default(), body.cloned())
        };
        verbs.add(Action::Open, "answer as received").unless(no_body).give(answer);
        verbs.add(Action::Copy, Self::COPY).unless(none).run(move |pane| pane.copy_row(ctx));
        let export = verbs.hidden(Action::Export, "write the answers to a recording").unless(none);
        export.give(|| Effect::Export(ExportOffer::Private(recorded(ctx))));
        verbs.hidden(Action::Raw, "answer as received").unless(no_body).give(answer);
    }

    fn view_empty(&self, ctx: &Context<'_>, table: Rect, buf: &mut Buffer) {
        let head = ("Nothing was asked of a server yet.".to_owned(), Role::Heading);
        let next = ("Each request of this run is listed here, the newest on top.".to_owned(), Role::Dim);
        say(&[head, next], ctx, table, buf);
    }

    fn view_around(&self, list: &MemoryList<u64>, ctx: &Context<'_>, buf: &mut Buffer) {
        let areas = self.areas(ctx.body);
        for (line, host) in areas.hosts.rows().zip(&self.0) {
            let mut column = 1;
            for (words, role) in host.cells(ctx) {
                column = put(buf, line, (column, 0), &words, ctx.theme.style(role));
            }
        }
        let Some(entry) = selected(list, ctx) else { return };
        let (at, len) = (list.cursor() + 1, list.len(&LogRows(ctx.request_log)));
        let words = format!("request {} of {}", grouped(&at), grouped(&len));
        let lines = columns::lines(entry, ctx);
        footer::Band::new(&lines, 0, areas.detail, ctx).view((words, Role::Dim), ctx, buf);
    }

    /// Every second while a server asks to wait or its budget refills.
    fn wake_at(&self, _list: &MemoryList<u64>, ctx: &Context<'_>) -> Option<Timestamp> {
        let left = self.0.iter().filter_map(|host| host.changes_in(ctx.now)).min()?;
        Some(ctx.now.plus_millis(u64::try_from(left.div_ceil(1_000_000)).unwrap_or(1_000)))
    }
}

/// The answers whose bodies are in memory, oldest first, as a recording of the current network.
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

/// The most servers shown; the most recent ones are kept.
const MAX_HOSTS: usize = 4;
/// Nanoseconds per second.
const SECOND: u128 = 1_000_000_000;

/// A server in the log.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Host {
    api: Api,
    name: String,
    /// The number of requests in the log.
    asked: usize,
    under_way: usize,
    waiting: usize,
    /// The end of the wait that the server asked for.
    until: Option<Timestamp>,
    budget: Option<HostBudget>,
}

impl Host {
    /// The servers in the log, most recent first.
    fn all(log: &RequestLog) -> Vec<Self> {
        let mut hosts: Vec<Self> = Vec::new();
        for exchange in log.iter().map(|entry| &entry.exchange) {
            let (api, name) = (exchange.api, exchange.host());
            let at = hosts.iter().position(|host| host.api == api && host.name == name);
            let at = match at {
                Some(at) => at,
                None if hosts.len() == MAX_HOSTS => continue,
                None => {
                    let name = name.to_owned();
                    let budget = log.budget(&name).filter(|budget| budget.burst < RequestBudget::MAX);
                    hosts.push(Self { api, name, asked: 0, under_way: 0, waiting: 0, until: None, budget });
                    hosts.len() - 1
                }
            };
            let Some(host) = hosts.get_mut(at) else { continue };
            host.asked += 1;
            match &exchange.stage {
                Stage::UnderWay => host.under_way += 1,
                Stage::Waiting => host.waiting += 1,
                Stage::Answered(answered) => host.until = host.until.max(answered.until),
                _ => {}
            }
        }
        hosts
    }

    /// The end of the wait that the server asked for; `None` once it has passed.
    fn until(&self, now: Timestamp) -> Option<Timestamp> {
        let paused = self.budget.and_then(|budget| budget.paused_until(now));
        self.until.filter(|until| *until > now).max(paused)
    }

    /// The time until the displayed text changes, in nanoseconds; `None` if it is constant.
    fn changes_in(&self, now: Timestamp) -> Option<u128> {
        if let Some(until) = self.until(now) {
            let left = until.since(now) % SECOND;
            return Some(if left == 0 { SECOND } else { left });
        }
        self.budget.filter(|budget| budget.left(now) < budget.burst).map(|_| SECOND)
    }

    fn cells(&self, ctx: &Context<'_>) -> Vec<Cell> {
        let dot = ctx.theme.glyphs.dot;
        let mut cells = vec![
            (format!("{} {}", self.api.label(), self.name), Role::Heading),
            (format!("  {} of {MAX_AT_ONCE} under way", self.under_way), Role::Plain),
        ];
        if self.waiting > 0 {
            cells
                .push((format!(" {dot} {} waiting for their turn", grouped(&self.waiting)), Role::Attention));
        }
        if let Some(until) = self.until(ctx.now) {
            let seconds = until.since(ctx.now).div_ceil(SECOND);
            cells.push((format!(" {dot} asks to wait {seconds} s"), Role::Attention));
        } else if let Some(budget) = self.budget {
            let (left, burst) = (budget.left(ctx.now), budget.burst);
            let role = if left == 0 { Role::Attention } else { Role::Plain };
            let rate = rate(budget.refill_millis);
            cells.push((format!(" {dot} {left} of {burst} left, {rate} a second"), role));
        }
        cells.push((format!(" {dot} {} in the log", grouped(&self.asked)), Role::Dim));
        cells
    }
}

/// The requests per second, given one per `millis` milliseconds.
fn rate(millis: u32) -> String {
    let tenths = 10_000_u32.checked_div(millis).unwrap_or(10_000);
    match tenths % 10 {
        0 => grouped(&(tenths / 10)),
        tenth => format!("{}.{tenth}", tenths / 10),
    }
}
