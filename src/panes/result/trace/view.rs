//! Draws the trace: the tree, and the selected call below it or to its right.

use ledger::amount::grouped;
use ledger::{CallAction, Unit};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use replay::{Replayed, SourcePlace};

use super::{Trace, words};
use crate::message::Place;
use crate::panes::Context;
use crate::panes::kit::list::say;
use crate::panes::result::tab::below_bar;
use crate::widgets::line::{cut, put_right, rule, width};
use crate::widgets::split::REST;
use crate::widgets::{Band, Link, Role, Split, Theme};

/// The minimum width for the selected call to the right of the tree.
const MIN_SIDE_BY_SIDE_COLUMNS: u16 = 140;
/// The width of the selected call in that layout.
const FACTS_COLUMNS: u16 = 64;

/// The area of the tree.
pub(super) fn tree(body: Rect) -> Rect {
    let [tree, ..] = parts(below_bar(body));
    tree
}

/// The areas of the tree, the gap, and the facts of the selected call.
fn parts(area: Rect) -> [Rect; 3] {
    if area.width >= MIN_SIDE_BY_SIDE_COLUMNS {
        area.beside([area.width - FACTS_COLUMNS - 2, 2, FACTS_COLUMNS])
    } else {
        area.stack([area.height.div_ceil(2), 1, REST])
    }
}

impl Trace {
    /// Draws the tab. With a replay, each call shows the source line that makes it.
    pub(in crate::panes::result) fn view(
        &self,
        replayed: Option<&Replayed>,
        ctx: &Context<'_>,
        area: Rect,
        buf: &mut Buffer,
    ) {
        let theme = ctx.theme;
        if self.frames.all().is_empty() {
            return say(&[(self.absence(ctx).to_owned(), Role::Dim)], ctx, area, buf);
        }
        let [tree, gap, facts] = parts(area);
        for (row, is_selected, line) in self.in_view(tree, theme) {
            let made_at = replayed.and_then(|replayed| replayed.made_at(replayed.executed(line.at)?));
            self.view_line((&line, made_at), Band::new(theme, row, is_selected, buf), ctx, buf);
        }
        self.scroll.view_bar(theme, tree, self.frames.visible().len(), buf);
        if facts.y > tree.y {
            rule(buf, gap, 0, theme.glyphs.rule, theme.style(Role::Rule));
        }
        // Only the tree reacts to moves.
        let mut quiet: Theme = *theme;
        quiet.glyphs.marker = " ";
        self.facts.view(&quiet, facts, buf);
    }

    /// The calls in view: row on the screen, whether it is selected, and the call.
    fn in_view(&self, tree: Rect, theme: &Theme) -> Vec<(Rect, bool, Line)> {
        let (visible, paths) = (self.frames.visible(), self.frames.paths());
        let first = self.frames.first_failure();
        let line = |(row, place): (Rect, usize)| {
            let at = visible.get(place).copied()?;
            let branch = theme.glyphs.branch_of(paths.get(at).map(Vec::as_slice).unwrap_or_default());
            let line = Line { at, branch, first: first == Some(at) };
            Some((row, place == self.scroll.selected, line))
        };
        let window = self.scroll.window(visible.len(), tree.height);
        tree.rows().zip(window).filter_map(line).collect()
    }

    /// The links: the called contracts in the tree, and those in the facts of the selected call.
    pub(in crate::panes::result) fn links(&self, ctx: &Context<'_>) -> Vec<Link> {
        if self.frames.all().is_empty() {
            return Vec::new();
        }
        let [tree, _, facts] = parts(below_bar(ctx.body));
        let called = |(row, _, line): (Rect, bool, Line)| {
            let frame = self.frames.all().get(line.at)?;
            let place = Place::contract(words::called(frame)?);
            let (sign, _, _) = self.outcome(line.at, frame, ctx);
            let before = before(&line, (sign, frame), beside_gas(frame, row), ctx.theme);
            let column = before.iter().fold(1, |column, text| column + width(text));
            Link::to_place(row, column, &words::recipient(frame, ctx), place)
        };
        let called = self.in_view(tree, ctx.theme).into_iter().filter_map(called);
        called.chain(self.facts.links(facts)).collect()
    }

    /// The outcome's sign, and the failure in words.
    fn outcome(
        &self,
        at: usize,
        frame: &CallAction,
        ctx: &Context<'_>,
    ) -> (&'static str, Role, Option<String>) {
        let failure = words::failure(frame, self.reading(at, ctx));
        let (sign, role) = match (frame.failed(), &failure) {
            (true, _) => (ctx.theme.glyphs.failure, Role::Failure),
            (false, Some(_)) => (ctx.theme.glyphs.attention, Role::Attention),
            (false, None) => (ctx.theme.glyphs.success, Role::Success),
        };
        (sign, role, failure)
    }

    fn view_line(
        &self,
        (line, made_at): (&Line, Option<SourcePlace>),
        band: Band<'_>,
        ctx: &Context<'_>,
        buf: &mut Buffer,
    ) {
        let Some(frame) = self.frames.all().get(line.at) else { return };
        let (theme, reading) = (ctx.theme, self.reading(line.at, ctx));
        let (sign, role, failure) = self.outcome(line.at, frame, ctx);
        put_right(buf, band.area.left_of(1), 0, &gas(frame), band.style(Role::Dim));
        let room = beside_gas(frame, band.area);
        let sent = frame.value.value().filter(|value| *value != 0);
        let sent = sent.map(|value| format!(" {} {}", theme.amount(&value, Unit::Base), theme.unit_name()));
        let hidden = if self.frames.is_folded(line.at) {
            format!(" [+{}]", self.frames.below(line.at))
        } else {
            String::new()
        };
        let first = if line.first && failure.is_some() { "first failure: " } else { "" };
        let outcome = failure.map(|words| format!("  {first}{words}")).unwrap_or_default();
        let made_at = made_at.map(|place| format!("  {place}")).unwrap_or_default();
        let ends = [
            (sent.unwrap_or_default(), Role::Plain),
            (hidden, Role::Attention),
            (outcome, role),
            (made_at, Role::Dim),
        ];
        let [branch, sign, kind] = before(line, (sign, frame), room, theme);
        let pieces = [
            (branch, Role::Rule),
            (sign, role),
            (kind, Role::Dim),
            (words::recipient(frame, ctx), Role::Plain),
            (format!(".{}", words::function(frame, reading, ctx)), Role::Heading),
        ];
        // A long call is cut before its outcome.
        let wanted = ends.iter().map(|(text, _)| width(text)).fold(0, u16::saturating_add);
        let call = room.left_of(wanted.min(room.width / 2));
        let mut column = 1;
        for (room, pieces) in [(call, &pieces[..]), (room, &ends[..])] {
            for (text, role) in pieces {
                let text = cut(text, room.width.saturating_sub(column), theme.glyphs.cut);
                column = Band { area: room, ..band }.put(column, &text, *role, buf);
            }
        }
    }
}

fn gas(frame: &CallAction) -> String {
    frame.gas_used.value().map(|gas| format!("{} gas", grouped(&gas))).unwrap_or_default()
}

/// A row of the tree without the gas at its end.
fn beside_gas(frame: &CallAction, row: Rect) -> Rect {
    row.left_of(width(&gas(frame)) + 3)
}

/// The pieces of a row before the callee.
fn before(line: &Line, (sign, frame): (&str, &CallAction), room: Rect, theme: &Theme) -> [String; 3] {
    let branch = indented(&line.branch, room.width / 3, theme);
    [branch, format!("{sign} "), format!("{} ", words::kind(frame))]
}

/// A branch of the tree, cut on the left to this width.
fn indented(branch: &str, columns: u16, theme: &Theme) -> String {
    if width(branch) <= columns {
        return branch.to_owned();
    }
    let keep = usize::from(columns.saturating_sub(1));
    let skip = branch.chars().count().saturating_sub(keep);
    format!("{}{}", theme.glyphs.cut, branch.chars().skip(skip).collect::<String>())
}

/// A frame about to be drawn.
struct Line {
    at: usize,
    branch: String,
    first: bool,
}
