//! The family as a tree: one transaction per line, with type, result, and delay after the first.

use decode::family::Family;
use decode::member::{Kin, Member, Verdict, verdict};
use ledger::timestamp::span;
use ledger::{Text, Timestamp, Transaction};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::kind;
use crate::message::{Action, Click};
use crate::panes::Context;
use crate::widgets::line::{cut, put, put_right, width};
use crate::widgets::{Glyphs, Link, Role, Scroll, Split, Target, Theme};

/// The lines, and the selection.
#[derive(Clone, Debug, Default)]
pub(super) struct Tree {
    lines: Vec<Line>,
    scroll: Scroll,
    names: u16,
    widest: u16,
    within: String,
}

#[derive(Clone, Debug)]
struct Line {
    branch: String,
    name: String,
    mark: &'static str,
    result: (String, Role),
    time: (String, Role),
}

/// The maximum width of names.
const MAX_NAMES_COLUMNS: u16 = 40;
/// [`CAUSE`] in short.
const CAUSE_IN_SHORT: &str = "first";
/// The columns between the parts of a line, and before the first.
const GAP_COLUMNS: u16 = 2;

impl Tree {
    /// The tree of a family, with the line at `selected` selected.
    pub(super) fn new(family: &Family, selected: usize, ctx: &Context<'_>) -> Self {
        let first = family.members.first().and_then(|member| member.transaction.consensus_timestamp.value());
        let line = |(at, member): (usize, &Member)| {
            let time = if family.blame.first == Some(at) {
                (CAUSE.to_owned(), Role::Failure)
            } else {
                (since(member, first, ctx), Role::Dim)
            };
            let (sign, role) = sign(verdict(&member.transaction), &ctx.theme.glyphs);
            let result = format!("{sign} {}", result_name(&member.transaction));
            Line {
                branch: ctx.theme.glyphs.branch_of(&member.path),
                name: name(member),
                mark: mark(member.kin),
                result: (result, role),
                time,
            }
        };
        let lines: Vec<Line> = family.members.iter().enumerate().map(line).collect();
        let names = lines.iter().map(Line::name_width).max().unwrap_or(0).min(MAX_NAMES_COLUMNS);
        let rest = |line: &Line| width(&line.result.0) + GAP_COLUMNS + width(&line.time.0);
        let widest = lines.iter().map(rest).max().unwrap_or(0) + names + GAP_COLUMNS + 2;
        let mut scroll = Scroll::default();
        scroll.selected = selected;
        Self { lines, scroll, names, widest, within: within(family) }
    }

    /// Takes over the scroll position of the tree before it.
    #[must_use]
    pub(super) fn after(mut self, old: &Self, height: u16) -> Self {
        let selected = self.scroll.selected;
        self.scroll = old.scroll;
        self.scroll.select(selected, self.lines.len(), height.saturating_sub(1));
        self
    }

    /// The index of the selected member.
    pub(super) fn selected(&self) -> usize {
        self.scroll.selected
    }

    /// The width of the widest line.
    pub(super) fn widest(&self) -> u16 {
        self.widest
    }

    /// Moves the selection. `None` if the action is not a move.
    pub(super) fn act(&mut self, action: Action, height: u16) -> Option<()> {
        self.scroll.act(action, self.lines.len(), height.saturating_sub(1))
    }

    pub(super) fn select(&mut self, at: usize, height: u16) {
        self.scroll.select(at, self.lines.len(), height.saturating_sub(1));
    }

    /// Selects the clicked line, or scrolls with the wheel.
    pub(super) fn click(&mut self, click: Click, area: Rect) {
        self.scroll.click(click, area.below(1), self.lines.len());
    }

    /// The lines in view below the title, each with its row on the screen and its index.
    fn in_view(&self, area: Rect) -> impl Iterator<Item = (Rect, usize, &Line)> {
        let body = area.below(1).left_of(1);
        let window = self.scroll.window(self.lines.len(), body.height);
        body.rows().zip(window).filter_map(|(row, at)| Some((row, at, self.lines.get(at)?)))
    }

    /// The members in view except the selected one; a click selects them.
    pub(super) fn links(&self, area: Rect) -> Vec<Link> {
        let others = self.in_view(area).filter(|(_, at, _)| *at != self.scroll.selected);
        let link = |(row, _, line): (Rect, usize, &Line)| {
            Link::new(row, 1 + width(&line.branch), &line.name, Target::Clicks(1))
        };
        others.filter_map(link).collect()
    }

    /// Draws a title and the lines in view.
    pub(super) fn view(&self, theme: &Theme, focused: bool, area: Rect, buf: &mut Buffer) {
        let title = format!("{} transactions of this id{}", self.lines.len(), self.within);
        let role = if focused { Role::Heading } else { Role::Dim };
        put(buf, area, (1, 0), &cut(&title, area.width, theme.glyphs.cut), theme.style(role));
        for (row, at, line) in self.in_view(area) {
            let selected = at == self.scroll.selected;
            let over = theme.over(selected);
            let style = |role| theme.style(role).patch(over);
            if selected {
                buf.set_style(row, over);
            }
            if selected && focused {
                put(buf, row, (0, 0), theme.glyphs.marker, style(Role::Marker));
            }
            let mut column = put(buf, row, (1, 0), &line.branch, style(Role::Rule));
            let name = cut(&line.name, (self.names + 1).saturating_sub(column), theme.glyphs.cut);
            column = put(buf, row, (column, 0), &name, style(Role::Plain));
            put(buf, row, (column, 0), line.mark, style(Role::Dim));
            let column = 1 + self.names + GAP_COLUMNS;
            let room = row.width.saturating_sub(column);
            let (time, role) = line.time_in(room);
            put_right(buf, row, 0, time, style(role));
            let room = room.saturating_sub(if time.is_empty() { 0 } else { width(time) + GAP_COLUMNS });
            put(buf, row, (column, 0), &cut(&line.result.0, room, theme.glyphs.cut), style(line.result.1));
        }
        self.scroll.view_bar(theme, area.below(1), self.lines.len(), buf);
    }
}

impl Line {
    /// The text after the result: the time if it fits. The mark of the first failure is shown in any case, if need
    /// be in short.
    fn time_in(&self, room: u16) -> (&str, Role) {
        let (time, role) = (self.time.0.as_str(), self.time.1);
        if width(&self.result.0) + GAP_COLUMNS + width(time) <= room {
            (time, role)
        } else if role == Role::Failure {
            (CAUSE_IN_SHORT, role)
        } else {
            ("", role)
        }
    }

    fn name_width(&self) -> u16 {
        width(&self.branch) + width(&self.name) + width(self.mark)
    }
}

/// The sign and the role of a verdict.
pub(super) fn sign(verdict: Verdict, glyphs: &Glyphs) -> (&'static str, Role) {
    match verdict {
        Verdict::Success => (glyphs.success, Role::Success),
        Verdict::RolledBack => (glyphs.attention, Role::Attention),
        Verdict::Failure => (glyphs.failure, Role::Failure),
        Verdict::Unknown => (glyphs.unknown, Role::Attention),
    }
}

/// A member in short: its nonce, if it has one, and its type.
pub(super) fn name(member: &Member) -> String {
    let words = type_words(&member.transaction);
    match member.transaction.nonce.value() {
        Some(nonce @ 1..) => format!("{nonce} {words}"),
        _ => words,
    }
}

fn type_words(transaction: &Transaction) -> String {
    match kind::kind_name(transaction) {
        Some(words) => words.to_owned(),
        None => transaction.name.known().map_or_else(|| "transaction".to_owned(), Text::escaped),
    }
}

fn result_name(transaction: &Transaction) -> String {
    transaction.result.known().map(Text::escaped).unwrap_or_default()
}

fn mark(kin: Kin) -> &'static str {
    match kin {
        Kin::Submitted | Kin::Child => "",
        Kin::Duplicate => " duplicate",
        Kin::Execution => " scheduled",
        Kin::Inner => " inner",
    }
}

/// The time from the first to the last member, in words.
fn within(family: &Family) -> String {
    let times = || family.transactions().filter_map(|(_, it)| it.consensus_timestamp.value());
    match (times().min(), times().max()) {
        (Some(first), Some(last)) if first < last => format!(", within {}", brief(last.since(first))),
        _ => String::new(),
    }
}

/// A duration, in nanoseconds if it is shorter than a millisecond.
fn brief(nanos: u128) -> String {
    if nanos < 1_000_000 { format!("{nanos} ns") } else { span(nanos) }
}

/// The consensus time of the first member; for the others the delay after it.
fn since(member: &Member, first: Option<Timestamp>, ctx: &Context<'_>) -> String {
    let (Some(at), Some(first)) = (member.transaction.consensus_timestamp.value(), first) else {
        return String::new();
    };
    match at.cmp(&first) {
        std::cmp::Ordering::Equal => ctx.theme.time(at, ctx.now),
        std::cmp::Ordering::Greater => format!("+{}", brief(at.since(first))),
        std::cmp::Ordering::Less => format!("-{}", brief(first.since(at))),
    }
}

/// The failure that caused the others.
pub(super) const CAUSE: &str = "first failure";
