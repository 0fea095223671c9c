//! Two codes side by side, as every pane shows them: which comparison is shown, where the reader is in each, and the
//! areas of the body.

pub mod listing;
pub mod mismatch;
pub mod sides;
pub mod values;
pub mod verdict;

use decode::Comparison;
use decode::difference::Kind;
use ledger::amount::grouped;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use self::listing::{Form, Listing};
use self::verdict::Message;
use crate::message::{Action, Click, Copied, Effect, MouseButton};
use crate::panes::{Context, Verbs};
use crate::widgets::line::{cut, put, put_right, wrap_words};
use crate::widgets::split::REST;
use crate::widgets::{Role, Split};

/// The state of the comparisons on screen. The pane owns the comparisons and passes them to every call.
#[derive(Debug, Default)]
pub struct CodeDiffView {
    /// One for each comparison.
    listings: Vec<Listing>,
    /// The kinds of code that are compared.
    kinds: Vec<Kind>,
    shown: usize,
    hex: bool,
}

/// The comparisons and their texts.
#[derive(Clone, Copy)]
pub struct Diffs<'a> {
    /// The comparisons, runtime code first.
    pub all: &'a [Comparison],
    /// The titles of the sides.
    pub titles: [&'a str; 2],
    /// The findings in words, most severe first.
    pub say: fn(&Comparison, [&str; 2]) -> Vec<Message>,
}

impl Diffs<'_> {
    fn messages(&self, shown: usize) -> Vec<Message> {
        self.all.get(shown).map(|comparison| (self.say)(comparison, self.titles)).unwrap_or_default()
    }
}

impl CodeDiffView {
    /// The comparison that is shown.
    pub fn comparison<'a>(&self, diffs: Diffs<'a>) -> Option<&'a Comparison> {
        diffs.all.get(self.shown)
    }

    /// Moves, or switches the view. `None` without a comparison.
    pub fn act(&mut self, action: Action, diffs: Diffs<'_>, ctx: &Context<'_>) -> Option<()> {
        match action {
            Action::NextPart | Action::PreviousPart => {
                self.shown = (self.shown + 1).checked_rem(self.listings.len()).unwrap_or(0);
            }
            Action::Bytecode => {
                self.hex = !self.hex;
                self.rebuild_view(diffs, ctx);
            }
            _ => {
                let height = self.rows(diffs, ctx);
                let comparison = diffs.all.get(self.shown)?;
                let listing = self.listings.get_mut(self.shown)?;
                if action == Action::Open {
                    listing.fold(comparison, height);
                } else {
                    listing.act(action, comparison, height)?;
                }
            }
        }
        Some(())
    }

    /// Scrolls with the wheel, or selects the clicked line; a line that was selected before is folded or unfolded.
    pub fn click(&mut self, click: Click, diffs: Diffs<'_>, ctx: &Context<'_>) {
        if let Some(turn) = click.button.turn() {
            return (0..MouseButton::TURN).for_each(|_| _ = self.act(turn, diffs, ctx));
        }
        let list = Areas::new(&diffs.messages(self.shown), ctx, ctx.body).list;
        let Some(listing) = self.listings.get_mut(self.shown) else { return };
        if listing.scroll.click(click, list.below(1), listing.lines.len()) == Some(true) {
            let _ = self.act(Action::Open, diffs, ctx);
        }
    }

    /// Adds the verbs; none without a comparison. `go` calls [`Self::act`].
    pub fn verbs<'c, P: 'c>(
        &self,
        diffs: Diffs<'_>,
        verbs: &mut Verbs<'c, P>,
        go: impl Fn(&mut P, Action) + Copy + 'c,
        copies: impl FnOnce() -> Vec<Copied>,
    ) {
        let (Some(comparison), Some(listing)) = (diffs.all.get(self.shown), self.listings.get(self.shown))
        else {
            return;
        };
        let fold = listing.is_folded(comparison);
        let long = fold.is_none().then_some("there is nothing to fold here");
        let one = (self.listings.len() < 2).then_some("there is no other code to compare");
        let first = listing.is_at_first_hit(comparison).then_some("there is no difference above");
        let instruction = self.copied(diffs);
        let nothing = instruction.is_none().then_some("there is no instruction to copy here");
        verbs.add(Action::NextHit, "next difference").go(go);
        verbs.hidden(Action::PreviousHit, "previous difference").unless(first).go(go);
        let words = if fold == Some(false) { "fold" } else { "unfold" };
        verbs.add(Action::Open, words).unless(long).go(go);
        verbs.add(Action::NextPart, "runtime / creation").unless(one).go(go);
        verbs.hidden(Action::PreviousPart, "runtime / creation").unless(one).go(go);
        verbs.add(Action::Bytecode, if self.hex { "instructions" } else { "hex" }).go(go);
        verbs.add(Action::CopyMenu, "copy …").give(|| Effect::CopyMenu(copies()));
        let copy = verbs.hidden(Action::Copy, "copy this instruction").unless(nothing);
        copy.give(|| Effect::copy(instruction));
        verbs.moves(go);
    }

    /// Both sides of the selected line.
    pub fn copied(&self, diffs: Diffs<'_>) -> Option<Copied> {
        let text = match sides::detail(diffs.all.get(self.shown)?, self.listings.get(self.shown)?) {
            [None, None] => return None,
            [Some(one), None] | [None, Some(one)] => one,
            [Some(one), Some(other)] if one == other => one,
            [Some(one), Some(other)] => format!("{one}\n{other}"),
        };
        Some(Copied::new("this instruction", text))
    }

    /// Draws the findings and both codes. `false` without a comparison.
    pub fn view(&self, diffs: Diffs<'_>, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> bool {
        let Some(listing) = self.listings.get(self.shown).filter(|_| self.shown < diffs.all.len()) else {
            return false;
        };
        let messages = diffs.messages(self.shown);
        let frame = Frame { all: diffs.all, shown: self.shown, messages: &messages, titles: diffs.titles };
        Areas::new(&messages, ctx, area).view(frame, listing, ctx, buf);
        true
    }

    /// Takes new comparisons: the same kind of code stays on screen.
    pub fn renew(&mut self, diffs: Diffs<'_>, ctx: &Context<'_>) {
        let before = self.kinds.get(self.shown).copied();
        self.shown = diffs.all.iter().position(|it| Some(it.kind) == before).unwrap_or(0);
        self.kinds = diffs.all.iter().map(|it| it.kind).collect();
        let form = self.form(ctx);
        let rows = |at| Areas::new(&diffs.messages(at), ctx, ctx.body).rows();
        let all = diffs.all.iter().enumerate();
        self.listings = all.map(|(at, it)| Listing::new(it, form, rows(at))).collect();
    }

    /// Fits both codes to another size or form.
    pub fn rebuild_view(&mut self, diffs: Diffs<'_>, ctx: &Context<'_>) {
        let form = self.form(ctx);
        for (at, (listing, comparison)) in self.listings.iter_mut().zip(diffs.all).enumerate() {
            let height = Areas::new(&diffs.messages(at), ctx, ctx.body).rows();
            if listing.form == form {
                listing.scroll.settle(listing.lines.len(), height);
            } else {
                listing.write_as(form, comparison, height);
            }
        }
    }

    fn form(&self, ctx: &Context<'_>) -> Form {
        if self.hex { sides::hex_form(ctx.body.width) } else { Form::Instructions }
    }

    /// How many lines of the codes can be seen.
    fn rows(&self, diffs: Diffs<'_>, ctx: &Context<'_>) -> u16 {
        Areas::new(&diffs.messages(self.shown), ctx, ctx.body).rows()
    }
}

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
            put(buf, self.head, (1, row), &line, theme.style(role));
        }
        tabs(frame, listing, ctx, self.tabs, buf);
        sides::view((comparison, frame.titles), listing, ctx, self.list, buf);
        let room = self.detail.width.saturating_sub(3);
        let details = ["<", ">"].into_iter().zip(sides::detail(comparison, listing));
        for (row, (side, text)) in (0..self.detail.height).zip(details) {
            let Some(text) = text else { continue };
            put(buf, self.detail, (1, row), side, theme.style(Role::Dim));
            put(
                buf,
                self.detail,
                (3, row),
                &cut(&text, room, ctx.theme.glyphs.cut),
                theme.style(Role::Plain),
            );
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
        column = put(buf, area, (column, 0), &format!("{kind} {one} | {other}"), theme.style(role)) + 3;
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
