//! Draws the trace: the tree, with the selected call below or beside it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{Trace, words};
use crate::ledger::Unit;
use crate::ledger::amount::grouped;
use crate::panes::Context;
use crate::panes::kit::list::say;
use crate::panes::result::tab::below_bar;
use crate::widgets::line::{cut, put, put_right, rule, width};
use crate::widgets::split::REST;
use crate::widgets::{Role, Split, Theme};

/// The least columns for the selected call beside the tree.
const MIN_SIDE_BY_SIDE_COLUMNS: u16 = 140;
/// The columns of the selected call there.
const FACTS_COLUMNS: u16 = 64;

/// Where the tree is in the pane's body.
pub(super) fn tree(body: Rect) -> Rect {
    let [tree, ..] = parts(below_bar(body));
    tree
}

/// The tree, the gap, and the facts of the selected call.
fn parts(area: Rect) -> [Rect; 3] {
    if area.width >= MIN_SIDE_BY_SIDE_COLUMNS {
        area.beside([area.width - FACTS_COLUMNS - 2, 2, FACTS_COLUMNS])
    } else {
        area.stack([area.height.div_ceil(2), 1, REST])
    }
}

impl Trace {
    /// Draws the tab.
    pub(in crate::panes::result) fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
        let theme = ctx.theme;
        if self.frames.all().is_empty() {
            return say(&[(self.absence(ctx).to_owned(), Role::Dim)], ctx, area, buf);
        }
        let [tree, gap, facts] = parts(area);
        let (visible, paths) = (self.frames.visible(), self.frames.paths());
        let first = self.frames.first_failure();
        for (row, place) in tree.rows().zip(self.scroll.window(visible.len(), tree.height)) {
            let Some(at) = visible.get(place).copied() else { break };
            let branch = branch(paths.get(at).map(Vec::as_slice).unwrap_or_default(), theme);
            let line = Line { at, branch, first: first == Some(at) };
            self.view_line(&line, place == self.scroll.selected, ctx, row, buf);
        }
        if facts.y > tree.y {
            rule(buf, gap, 0, theme.glyphs.rule, theme.style(Role::Rule));
        }
        // Only the tree takes the moves.
        let mut quiet: Theme = *theme;
        quiet.glyphs.marker = " ";
        self.facts.view(&quiet, facts, buf);
    }

    fn view_line(&self, line: &Line, selected: bool, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
        let Some(frame) = self.frames.all().get(line.at) else { return };
        let (theme, reading) = (ctx.theme, self.reading(line.at, ctx));
        let over = theme.mark_row(area, selected, buf);
        let style = |role| theme.style(role).patch(over);
        let failure = words::failure(frame, reading);
        let (sign, role) = match (frame.failed(), &failure) {
            (true, _) => (theme.glyphs.failure, Role::Failure),
            (false, Some(_)) => (theme.glyphs.attention, Role::Attention),
            (false, None) => (theme.glyphs.success, Role::Success),
        };
        let gas = frame.gas_used.value().map(|gas| format!("{} gas", grouped(&gas))).unwrap_or_default();
        put_right(buf, area.left_of(1), 0, &gas, style(Role::Dim));
        let room = area.left_of(width(&gas) + 3);
        let sent = frame.value.value().filter(|value| *value != 0);
        let sent = sent.map(|value| format!(" {} {}", theme.amount(&value, Unit::Base), theme.unit_name()));
        let hidden = if self.frames.is_folded(line.at) {
            format!(" [+{}]", self.frames.below(line.at))
        } else {
            String::new()
        };
        let first = if line.first && failure.is_some() { "first failure: " } else { "" };
        let outcome = failure.map(|words| format!("  {first}{words}")).unwrap_or_default();
        let ends = [(sent.unwrap_or_default(), Role::Plain), (hidden, Role::Attention), (outcome, role)];
        let pieces = [
            (indented(&line.branch, room.width / 3, theme), Role::Rule),
            (format!("{sign} "), role),
            (format!("{} ", words::kind(frame)), Role::Dim),
            (words::recipient(frame, ctx), Role::Plain),
            (format!(".{}", words::function(frame, reading, ctx)), Role::Heading),
        ];
        // However long the call is, how it ended stays on its row.
        let wanted = ends.iter().map(|(text, _)| width(text)).fold(0, u16::saturating_add);
        let call = room.left_of(wanted.min(room.width / 2));
        let mut column = 1;
        for (room, pieces) in [(call, &pieces[..]), (room, &ends[..])] {
            for (text, role) in pieces {
                let text = cut(text, room.width.saturating_sub(column), theme.glyphs.cut);
                column = put(buf, room, column, 0, &text, style(*role));
            }
        }
    }
}

/// A branch of the tree in this many columns: of a deeper one the end stays, by which it hangs.
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

fn branch(path: &[bool], theme: &Theme) -> String {
    let Some((more, above)) = path.split_last() else { return String::new() };
    let (child, end, past) = theme.glyphs.branch;
    let mut branch: String = above.iter().map(|more| if *more { past } else { "  " }).collect();
    branch.push_str(if *more { child } else { end });
    branch.push(' ');
    branch
}
