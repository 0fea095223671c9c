//! The areas of two codes side by side.

use decode::Comparison;
use ledger::amount::grouped;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::listing::{Form, Listing};
use super::sides;
use super::verdict::{self, Message};
use crate::panes::Context;
use crate::widgets::line::{cut, put, put_right, wrap_words};
use crate::widgets::{Role, Split, split::REST};

/// The lines below the list that show the selected instruction whole.
const DETAIL: u16 = 2;
/// Minimum height of the list with which the detail rows are shown.
const MIN_HIGH_ROWS: u16 = 8;

/// The areas of the pane, top to bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Areas {
    /// The findings.
    head: Rect,
    /// The shown codes and their form.
    tabs: Rect,
    /// Both codes, below their titles.
    pub list: Rect,
    /// The selected instruction, whole.
    detail: Rect,
}

/// The content around both codes.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    /// Every comparison, and which of them is shown.
    pub all: &'a [Comparison],
    /// Index of the shown comparison.
    pub shown: usize,
    /// The findings of the shown comparison.
    pub messages: &'a [Message],
    /// The titles of the sides.
    pub titles: [&'a str; 2],
}

impl Areas {
    /// The areas of a body: the findings take as many lines as they need, at most half of it.
    pub fn new(messages: &[Message], ctx: &Context<'_>, body: Rect) -> Self {
        let most = body.height / 2;
        let head = head(messages, ctx, body.width, most).len();
        let head = u16::try_from(head).unwrap_or(most).min(most);
        let gap = u16::from(body.height > 20);
        let [head, _, tabs, rest] = body.stack([head, gap, 1, REST]);
        let detail = if rest.height >= MIN_HIGH_ROWS + DETAIL { DETAIL } else { 0 };
        let [list, detail] = rest.with_footer(detail);
        Self { head, tabs, list, detail }
    }

    /// Number of visible lines of the codes.
    pub fn rows(&self) -> u16 {
        self.list.height.saturating_sub(1)
    }

    /// Draws the findings, both codes, and the selected instruction whole.
    pub fn view(&self, frame: Frame<'_>, listing: &Listing, ctx: &Context<'_>, buf: &mut Buffer) {
        let Some(comparison) = frame.all.get(frame.shown) else { return };
        let theme = ctx.theme;
        let lines = head(frame.messages, ctx, self.head.width, self.head.height);
        for (row, (line, role)) in (0..self.head.height).zip(lines) {
            put(buf, self.head, 1, row, &line, theme.style(role));
        }
        tabs(frame, listing, ctx, self.tabs, buf);
        sides::view(comparison, frame.titles, listing, ctx, self.list, buf);
        let room = self.detail.width.saturating_sub(3);
        let details = ["<", ">"].into_iter().zip(sides::detail(comparison, listing));
        for (row, (side, text)) in (0..self.detail.height).zip(details) {
            let Some(text) = text else { continue };
            put(buf, self.detail, 1, row, side, theme.style(Role::Dim));
            put(buf, self.detail, 3, row, &cut(&text, room, ctx.theme.glyphs.cut), theme.style(Role::Plain));
        }
    }
}

fn tabs(frame: Frame<'_>, listing: &Listing, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
    let theme = ctx.theme;
    let mut column = 1;
    for (at, comparison) in frame.all.iter().enumerate() {
        let role = if at == frame.shown { Role::Heading } else { Role::Dim };
        let [one, other] =
            [&comparison.deployed, &comparison.recompiled].map(|code| grouped(&code.bytes().len()));
        let kind = verdict::kind(comparison.kind);
        column = put(buf, area, column, 0, &format!("{kind} {one} | {other}"), theme.style(role)) + 3;
    }
    let form = if listing.form == Form::Instructions { "instructions" } else { "hex" };
    if column < area.width.saturating_sub(12) {
        put_right(buf, area, 0, &format!("{form} "), theme.style(Role::Dim));
    }
}

/// Maximum lines of a finding.
const MAX_LINES_PER_FINDING: usize = 3;

/// The findings, wrapped to the width, of which at most this many lines are shown.
fn head(messages: &[Message], ctx: &Context<'_>, width: u16, most: u16) -> Vec<(String, Role)> {
    let glyphs = &ctx.theme.glyphs;
    let room = width.saturating_sub(4);
    let mut lines = Vec::new();
    for message in messages {
        let sign = match message.role {
            Role::Success => glyphs.success,
            Role::Failure => glyphs.failure,
            Role::Attention => glyphs.attention,
            _ => glyphs.dot,
        };
        let role = if message.role == Role::Dim { Role::Plain } else { message.role };
        for (at, line) in
            wrap_words(&message.text, room, MAX_LINES_PER_FINDING, glyphs.cut).into_iter().enumerate()
        {
            lines.push((format!("{} {line}", if at == 0 { sign } else { " " }), role));
        }
        let hint = message.hint.as_deref().unwrap_or_default();
        let hint = wrap_words(hint, room, MAX_LINES_PER_FINDING, glyphs.cut);
        lines.extend(hint.into_iter().map(|line| (format!("  {line}"), Role::Plain)));
    }
    let most = usize::from(most);
    if lines.len() > most {
        let more = lines.len() - most.saturating_sub(1);
        lines.truncate(most.saturating_sub(1));
        let words = format!("{} {more} more lines: the copy menu has all findings", glyphs.cut);
        lines.extend((most > 0).then_some((words, Role::Dim)));
    }
    lines
}
