//! How far the user wants a list loaded, and the line where that is typed.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::{Loading, Until};
use crate::ledger::Timestamp;
use crate::ledger::query::Order;
use crate::message::{Action, Effect, Input, Notice};
use crate::panes::kit::form::prompt::{Prompt, Prompted};
use crate::panes::{ActionHint, Context, action_hint};

/// Labels of the line for the end of loading: where a local filter counts, in lists ordered by time, and in others.
const UNTIL_PASS: &str = "load until so many rows pass: ";
const UNTIL: &str = "load until (rows, or a time such as 2h ago): ";
const UNTIL_ROWS: &str = "load until (rows): ";

/// What the user wants loaded, and where that is typed.
#[derive(Debug, Default)]
pub struct Loader {
    /// How far the list is to be loaded, until it is.
    pub(super) loading: Option<Loading>,
    line: Option<Prompt>,
}

/// How far a list is to be loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// By another page.
    Page,
    /// To its end.
    All,
    /// As far as is typed then.
    Until,
}

/// How far a list in memory is loaded, whose newest row comes first.
#[derive(Clone, Copy, Debug)]
pub struct Reached {
    /// How many pages are loaded, or will be without a further wish.
    pub pages: usize,
    /// How many rows are loaded; with a local filter, how many pass.
    pub rows: usize,
    /// The time of the last row, if rows are in the order of time.
    pub oldest: Option<Timestamp>,
    /// Whether a page is being loaded.
    pub is_busy: bool,
    /// Whether there is no further page, or it could not be loaded.
    pub is_over: bool,
}

impl Loader {
    /// Opens the line where the end of loading is typed.
    pub(super) fn ask_until(&mut self, is_choosing: bool, is_timed: bool, ctx: &Context<'_>) {
        let clock = ctx.clock();
        let label = match (is_choosing, is_timed) {
            (true, _) => UNTIL_PASS.to_owned(),
            (false, true) if clock.is_local() => {
                format!("load until (rows, or a time in {}): ", clock.zone())
            }
            (false, true) => UNTIL.to_owned(),
            (false, false) => UNTIL_ROWS.to_owned(),
        };
        self.line = Some(Prompt::new(label, ""));
    }

    /// Whether the end of loading is being typed.
    pub fn is_typing(&self) -> bool {
        self.line.is_some()
    }

    /// What can be done while the end of loading is typed.
    pub fn typed_hints(&self) -> Option<Vec<ActionHint>> {
        self.is_typing().then(|| action_hint::line("load"))
    }

    /// Handles an input to the line; the end that was typed, or what else follows. The outer `None`: the line is closed.
    pub(super) fn type_until(
        &mut self,
        input: &Input,
        is_timed: bool,
        ctx: &Context<'_>,
    ) -> Option<Result<Until, Option<Vec<Effect>>>> {
        let line = self.line.as_mut()?;
        Some(match line.handle_input(input) {
            Prompted::Ignored if matches!(input, Input::Key(_)) => Err(None),
            Prompted::Typed | Prompted::Ignored => Err(Some(Vec::new())),
            Prompted::Left => {
                self.line = None;
                Err(Some(Vec::new()))
            }
            Prompted::Done => match Until::parse(line.text(), is_timed, ctx.clock()) {
                Ok(until) => {
                    self.line = None;
                    Ok(until)
                }
                Err(words) => Err(Some(vec![Effect::Notify(Notice::warning(words))])),
            },
        })
    }

    /// Draws the line; returns where the cursor is.
    pub fn view_line(&self, ctx: &Context<'_>, line: Rect, buf: &mut Buffer) -> Option<Position> {
        Some(self.line.as_ref()?.view(ctx, line, buf))
    }

    /// Whether the user waits for more.
    pub fn is_loading(&self) -> bool {
        self.loading.is_some()
    }

    /// Loads nothing further.
    pub fn stop(&mut self) {
        self.loading = None;
    }

    /// What is being loaded, in words.
    pub fn label(&self, pages: usize, ctx: &Context<'_>) -> Option<String> {
        let label = self.loading?.label(pages, ctx.now);
        let stop = ctx.key_does(Action::Close, "stops").map(|key| format!(" {} {key}", ctx.theme.glyphs.dot));
        Some(label + &stop.unwrap_or_default())
    }

    /// Takes a wish for more of a list in memory. `true` if a page is to be loaded at once.
    pub fn wish(&mut self, wish: Wish, reached: &Reached, is_choosing: bool, ctx: &Context<'_>) -> bool {
        self.loading = Some(match wish {
            Wish::Page => Loading::another(self.loading, reached.pages, ctx.now),
            Wish::All => Loading::whole(reached.pages, false, ctx.now),
            Wish::Until => {
                self.ask_until(is_choosing, reached.oldest.is_some(), ctx);
                return false;
            }
        });
        !reached.is_busy
    }

    /// Handles an input to the line over a list in memory. The outer `None`: the line is closed.
    pub fn handle_input(
        &mut self,
        input: &Input,
        reached: &Reached,
        ctx: &Context<'_>,
    ) -> Option<Option<Vec<Effect>>> {
        Some(match self.type_until(input, reached.oldest.is_some(), ctx)? {
            Ok(until) => {
                self.loading = Some(Loading::until(reached.pages, until, ctx.now));
                Some(Vec::new())
            }
            Err(effects) => effects,
        })
    }

    /// Whether the next page of a list in memory is to be loaded now.
    pub fn goes_on(&mut self, reached: &Reached) -> bool {
        let Some(loading) = self.loading.filter(|_| !reached.is_busy) else { return false };
        let is_at = |until: Until| until.is_reached(reached.rows, reached.oldest, Order::Desc);
        if reached.is_over || loading.is_done(reached.pages) || loading.end().is_some_and(is_at) {
            self.loading = None;
        }
        self.loading.is_some()
    }
}
