//! State of the code page: the shown tab, the position in each, and the search.

use decode::code::{CodeReading, Needle};
use decode::proxy::Slots;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::functions::Functions;
use super::listing::{Listing, Shown};
use super::tab::{self, Tab};
use super::{functions, overview};
use crate::message::{Action, Click, Copied, Effect, Input};
use crate::panes::kit::list::columns::ColumnList;
use crate::panes::kit::nouns::labels;
use crate::panes::kit::page::on_sheet;
use crate::panes::{Context, Verbs};
use crate::widgets::line::{cut, put};
use crate::widgets::{Find, Link, Role, Sheet, Split, tabs};

#[derive(Debug, Default)]
pub(super) struct Workbench {
    pub(super) tab: Tab,
    pub(super) sheet: Sheet,
    functions: Functions,
    runtime: Listing,
    creation: Listing,
    find: Find,
    /// Whether the search found nothing.
    missed: bool,
    /// Origins of followed jumps, to go back.
    trail: Vec<(Tab, usize)>,
}

/// Maximum number of jumps that can be undone.
const MAX_JUMPS: usize = 64;

impl Workbench {
    /// Moves in the shown tab.
    pub(super) fn go(&mut self, action: Action, reading: &CodeReading, ctx: &Context<'_>) {
        let height = self.body(ctx.body).height;
        let _ = match self.tab {
            Tab::Overview => self.sheet.act(action, height),
            Tab::Functions => self.functions.act(action, reading, height),
            Tab::Runtime => self.runtime.act(action, &reading.runtime, height),
            Tab::Creation => self.creation.act(action, &reading.creation, height),
        };
    }

    fn show(&mut self, tab: Tab) {
        self.tab = tab;
        self.missed = false;
    }

    /// Goes to the selected function's code, or to the selected jump's target.
    fn follow(&mut self, reading: &CodeReading, ctx: &Context<'_>) {
        let Some((tab, target)) = self.leads(reading) else { return };
        let from = self.code(reading).map_or(0, |shown| self.listing().offset(shown.code));
        self.trail.push((self.tab, from));
        if self.trail.len() > MAX_JUMPS {
            self.trail.remove(0);
        }
        self.show(tab);
        self.go_to(target, reading, ctx);
    }

    fn leads(&self, reading: &CodeReading) -> Option<(Tab, usize)> {
        match self.tab {
            Tab::Overview => None,
            Tab::Functions => {
                let offset = self.functions.selected(reading)?.offset?;
                Some((Tab::Runtime, offset))
            }
            Tab::Runtime => self.runtime.target(&reading.runtime).map(|at| (Tab::Runtime, at)),
            Tab::Creation => self.creation.target(&reading.creation).map(|at| (Tab::Creation, at)),
        }
    }

    fn go_to(&mut self, offset: usize, reading: &CodeReading, ctx: &Context<'_>) {
        let height = self.body(ctx.body).height;
        if let Some(shown) = self.code(reading) {
            self.listing_mut().show(offset, shown.code, height);
        }
    }

    /// Whether the search prompt is open.
    pub(super) fn is_typing(&self) -> bool {
        self.find.is_typing()
    }

    /// Handles an input; `true` if the search prompt took it.
    pub(super) fn handle_input(&mut self, input: &Input, reading: &CodeReading, ctx: &Context<'_>) -> bool {
        match self.find.handle_input(input) {
            None => return false,
            Some(true) => self.hit(reading, ctx, false, false),
            Some(false) => {}
        }
        true
    }

    fn hit(&mut self, reading: &CodeReading, ctx: &Context<'_>, back: bool, skip: bool) {
        let text = self.find.text().trim().to_owned();
        let height = self.body(ctx.body).height;
        if text.is_empty() {
            self.missed = false;
            return;
        }
        if self.tab == Tab::Overview {
            self.show(Tab::Runtime);
        }
        let found = match self.code(reading) {
            None => self.functions.find(&text, (back, skip), reading, height),
            Some(shown) => {
                // A function name also matches its selector in the code.
                let named = || {
                    reading.names.like(&text).find_map(|selector| {
                        let needle = Needle::Bytes(selector.to_vec());
                        needle.find(shown.code, 0, false).map(|_| needle)
                    })
                };
                let needle = Needle::parse(&text).or_else(named);
                let code = shown.code;
                needle.is_some_and(|needle| self.listing_mut().find(&needle, (back, skip), code, height))
            }
        };
        self.missed = !found;
    }

    /// Selects the clicked row. `true` if it was selected before, and should be followed.
    pub(super) fn press(&mut self, click: Click, reading: &CodeReading, ctx: &Context<'_>) -> bool {
        let body = self.body(ctx.body);
        if click.row == ctx.body.y {
            if let Some(tab) = tabs::tab_at(&tab::tabs(reading), click, ctx.body) {
                self.show(tab);
            }
            return false;
        }
        match self.tab {
            Tab::Overview => self.sheet.click(click, body),
            Tab::Functions => self.functions.press(click, reading, body),
            Tab::Runtime => self.runtime.press(click, &reading.runtime, body),
            Tab::Creation => self.creation.press(click, &reading.creation, body),
        }
    }

    /// The visible links.
    pub(super) fn links(&self, reading: &CodeReading, ctx: &Context<'_>) -> Vec<Link> {
        let body = self.body(ctx.body);
        match self.tab {
            Tab::Overview => self.sheet.links(body),
            Tab::Functions => self.functions.links(reading, ctx, body),
            Tab::Runtime | Tab::Creation => Vec::new(),
        }
    }

    /// The selected value in full.
    pub(super) fn copied(&self, reading: &CodeReading) -> Option<Copied> {
        match self.tab {
            Tab::Overview => self.sheet.copied(),
            Tab::Functions => {
                let function = self.functions.selected(reading)?;
                let (name, _) = functions::name(function, reading);
                let selector = alloy_primitives::hex::encode_prefixed(function.selector);
                Some(Copied::new(format!("selector of {name}"), selector))
            }
            Tab::Runtime | Tab::Creation => {
                let shown = self.code(reading)?;
                self.listing().copied(shown).map(|(what, text)| Copied::new(what, text))
            }
        }
    }

    /// The functions table, if it is shown and the prompt is closed.
    pub(super) fn columns(&self, reading: &CodeReading) -> Option<&dyn ColumnList> {
        let is_seen = self.tab == Tab::Functions && !self.is_typing();
        (is_seen && !reading.dispatch.functions.is_empty()).then_some(&self.functions)
    }

    /// The columns of the selected function, on the functions tab.
    pub(super) fn function_copies(&self, reading: &CodeReading) -> Vec<Copied> {
        if self.tab == Tab::Functions { self.functions.copies(reading) } else { Vec::new() }
    }

    /// Adds the verbs of the shown tab, except for the moves.
    pub(super) fn verbs<'c>(
        &self,
        reading: &'c CodeReading,
        ctx: &'c Context<'_>,
        verbs: &mut Verbs<'c, Self>,
    ) {
        let nowhere = self.leads(reading).is_none();
        match self.tab {
            Tab::Overview => {
                on_sheet::open(verbs, &self.sheet);
                on_sheet::copy(verbs, &self.sheet);
            }
            Tab::Functions => {
                let open = verbs.add(Action::Open, "to its code");
                open.unless(nowhere.then_some("there is no function")).run(|it| it.follow(reading, ctx));
            }
            Tab::Runtime | Tab::Creation => {
                let nowhere = nowhere.then_some("this is no jump whose destination is known");
                let open = verbs.add(Action::Open, "follow the jump").unless(nowhere);
                open.run(|it| it.follow(reading, ctx));
                let other = if self.listing().as_hex { "instructions" } else { "hex" };
                verbs.add(Action::Bytecode, other).run(|it| {
                    let height = it.body(ctx.body).height;
                    if let Some(shown) = it.code(reading) {
                        it.listing_mut().turn(shown.code, height);
                    }
                });
            }
        }
        let copied = self.copied(reading);
        let nothing = copied.is_none().then_some("there is nothing to copy here");
        verbs.hidden(Action::Copy, "copy").unless(nothing).give(|| Effect::copy(copied));
        verbs.add(Action::NextPart, "next part").run(|it| it.show(it.tab.step(1)));
        let previous = verbs.hidden(Action::PreviousPart, "previous part");
        previous.run(|it| it.show(it.tab.step(Tab::ALL.len() - 1)));
        verbs.add(Action::Find, "find hex, opcode, name or @offset").run(|it| {
            it.find.open();
            it.missed = false;
        });
        let none = self.find.text().is_empty().then_some("there is no search");
        let next = verbs.hidden(Action::NextHit, "next hit").unless(none);
        next.run(|it| it.hit(reading, ctx, false, true));
        let previous = verbs.hidden(Action::PreviousHit, "previous hit").unless(none);
        previous.run(|it| it.hit(reading, ctx, true, true));
        if self.find.is_shown() {
            verbs.add(Action::Close, "end the search").run(|it| _ = it.find.clear());
        } else if let Some((tab, offset)) = self.trail.last().copied() {
            verbs.add(Action::Close, "back to before the jump").run(move |it| {
                it.trail.pop();
                it.show(tab);
                it.go_to(offset, reading, ctx);
            });
        }
    }

    /// Draws the tab bar and the shown tab.
    pub(super) fn view(
        &self,
        reading: &CodeReading,
        ctx: &Context<'_>,
        area: Rect,
        buf: &mut Buffer,
    ) -> Option<Position> {
        tabs::view(&tab::tabs(reading), &self.tab, ctx.theme, area, buf);
        let body = self.body(area);
        match (self.tab, self.code(reading)) {
            (Tab::Overview, _) => self.sheet.view(ctx.theme, body, buf),
            (Tab::Functions, _) if reading.dispatch.functions.is_empty() => {
                let words = functions::empty_state(reading);
                let words = cut(&words, body.width.saturating_sub(2), ctx.theme.glyphs.cut);
                put(buf, body, (1, 0), &words, ctx.theme.style(Role::Dim));
            }
            (Tab::Functions, _) => self.functions.view(reading, ctx, body, buf),
            (_, Some(shown)) if shown.code.bytes().is_empty() => {
                put(buf, body, (1, 0), "The server has none for this contract.", ctx.theme.style(Role::Dim));
            }
            (_, Some(shown)) => self.listing().view(shown, ctx, body, buf),
            (_, None) => {}
        }
        let status = if self.missed { ("not found", Role::Attention) } else { ("", Role::Dim) };
        self.find.view(ctx.theme, area, status, buf)
    }

    /// Rebuilds the tabs for another size, theme or analysis.
    pub(super) fn rebuild_view(&mut self, reading: &CodeReading, slots: Slots<'_>, ctx: &Context<'_>) {
        let height = self.body(ctx.body).height;
        self.sheet = labels::on_sheet(ctx, overview::sheet(reading, slots, ctx)).after(&self.sheet, height);
        for (listing, code) in
            [(&mut self.runtime, &reading.runtime), (&mut self.creation, &reading.creation)]
        {
            let offset = listing.offset(code);
            listing.go_to(offset, code, height);
        }
    }

    /// The shown code; `None` on the overview and functions tabs.
    pub(super) fn code<'a>(&self, reading: &'a CodeReading) -> Option<Shown<'a>> {
        let of = |code, jumps, is_runtime| Shown { reading, code, jumps, is_runtime };
        match self.tab {
            Tab::Runtime => Some(of(&reading.runtime, &reading.runtime_jumps, true)),
            Tab::Creation => Some(of(&reading.creation, &reading.creation_jumps, false)),
            _ => None,
        }
    }

    /// Whether the shown code is in bytes.
    pub(super) fn as_hex(&self) -> bool {
        self.listing().as_hex
    }

    fn listing(&self) -> &Listing {
        if self.tab == Tab::Creation { &self.creation } else { &self.runtime }
    }

    fn listing_mut(&mut self) -> &mut Listing {
        if self.tab == Tab::Creation { &mut self.creation } else { &mut self.runtime }
    }

    /// The tab's area: below the bar and a blank line, above the search prompt.
    fn body(&self, area: Rect) -> Rect {
        self.find.above(area).below(2)
    }
}
