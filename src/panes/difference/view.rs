//! Where the parts of the pane are, and what stands there.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::listing::{Form, Listing};
use super::{DifferencePane, head, sides};
use crate::decode::Comparison;
use crate::ledger::amount::grouped;
use crate::panes::{Context, difference_words, mismatch};
use crate::widgets::Role;
use crate::widgets::line::{cut, put, put_right, wrap_words};

/// The lines below the list that show the selected instruction whole.
const DETAIL: u16 = 2;
/// The least height of the list beside which there is room for them.
const ROOMY: u16 = 8;

/// The bands of the pane, top to bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bands {
    /// The findings.
    head: Rect,
    /// Which codes are shown, and how.
    tabs: Rect,
    /// Both codes, below their titles.
    pub(super) list: Rect,
    /// The selected instruction, whole.
    detail: Rect,
}

impl Bands {
    /// The bands of a body: the findings take as many lines as they need, at most half of it.
    pub(super) fn of(comparison: &Comparison, ctx: &Context<'_>, body: Rect) -> Self {
        let most = body.height / 2;
        let head = head::lines(comparison, ctx, body.width, most).len();
        let head = u16::try_from(head).unwrap_or(most).min(most);
        let gap = u16::from(body.height > 20);
        let tabs = head.saturating_add(gap).min(body.height);
        let top = tabs.saturating_add(1).min(body.height);
        let rest = body.height - top;
        let detail = if rest >= ROOMY + DETAIL { DETAIL } else { 0 };
        let band = |from: u16, height: u16| Rect { y: body.y.saturating_add(from), height, ..body };
        Self {
            head: band(0, head),
            tabs: band(tabs, top - tabs),
            list: band(top, rest - detail),
            detail: band(body.height - detail, detail),
        }
    }

    /// How many lines of the codes can be seen.
    pub(super) fn rows(&self) -> u16 {
        self.list.height.saturating_sub(1)
    }
}

/// Draws the findings and both codes.
pub(super) fn both(
    pane: &DifferencePane,
    comparison: &Comparison,
    listing: &Listing,
    ctx: &Context<'_>,
    area: Rect,
    buf: &mut Buffer,
) {
    let bands = Bands::of(comparison, ctx, area);
    let theme = &ctx.look.theme;
    let lines = head::lines(comparison, ctx, area.width, bands.head.height);
    for (row, (line, role)) in (0..bands.head.height).zip(lines) {
        put(buf, bands.head, 1, row, &line, theme.style(role));
    }
    tabs(pane, listing, ctx, bands.tabs, buf);
    sides::view(comparison, listing, ctx, bands.list, buf);
    let room = area.width.saturating_sub(3);
    let details = ["<", ">"].into_iter().zip(sides::detail(comparison, listing));
    for (row, (side, text)) in (0..bands.detail.height).zip(details) {
        let Some(text) = text else { continue };
        put(buf, bands.detail, 1, row, side, theme.style(Role::Dim));
        put(buf, bands.detail, 3, row, &cut(&text, room, ctx.look.glyphs.cut), theme.style(Role::Plain));
    }
}

fn tabs(pane: &DifferencePane, listing: &Listing, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
    let theme = &ctx.look.theme;
    let mut column = 1;
    for (at, comparison) in pane.compared.all().iter().enumerate() {
        let role = if at == pane.shown { Role::Heading } else { Role::Dim };
        let [one, other] =
            [&comparison.deployed, &comparison.recompiled].map(|code| grouped(&code.bytes().len()));
        let kind = difference_words::kind(comparison.kind);
        column = put(buf, area, column, 0, &format!("{kind} {one} | {other}"), theme.style(role)) + 3;
    }
    let form = if listing.form == Form::Instructions { "instructions" } else { "hex" };
    if column < area.width.saturating_sub(12) {
        put_right(buf, area, 0, &format!("{form} "), theme.style(Role::Dim));
    }
}

/// Draws why there is nothing to compare, or that code is asked for.
pub(super) fn nothing(pane: &DifferencePane, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
    let Some(job) = pane.job(ctx) else {
        return say(
            ctx,
            &["This job is not followed here.", "Its own pane follows it by its id."],
            0,
            area,
            buf,
        );
    };
    if pane.asked && pane.contract.value().is_none() {
        let subject = job.address.map(|address| format!("code of {address}")).unwrap_or_default();
        pane.contract.view_missing(ctx, &subject, area, buf);
        return;
    }
    let reason = match mismatch::error(job) {
        None => "it did not fail on a comparison of codes",
        Some(_) => {
            mismatch::obstacle(job, ctx).unwrap_or("the mirror node has no code of the contract either")
        }
    };
    say(ctx, &["There is nothing to compare:", reason], 0, area, buf);
}

fn say(ctx: &Context<'_>, lines: &[&str], first: u16, area: Rect, buf: &mut Buffer) {
    let wrapped =
        lines.iter().flat_map(|line| wrap_words(line, area.width.saturating_sub(2), 2, ctx.look.glyphs.cut));
    for (row, line) in (first..area.height).zip(wrapped) {
        let role = if row == first { Role::Heading } else { Role::Plain };
        put(buf, area, 1, row, &line, ctx.look.theme.style(role));
    }
}
