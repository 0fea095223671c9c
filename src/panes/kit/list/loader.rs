//! Loading more of a list: the requested end, and the prompt for it.

use ledger::Timestamp;
use ledger::amount::{counted, grouped};
use ledger::query::Order;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::Until;
use crate::message::{Action, Effect, Input, Notice};
use crate::panes::kit::form::prompt::{Prompt, Prompted};
use crate::panes::{ActionHint, Context, action_hint};

/// Labels of the line for the end of loading: where a local filter counts, in lists ordered by time, and in others.
const UNTIL_PASS: &str = "load until so many rows pass: ";
const UNTIL: &str = "load until (rows, or a time such as 2h ago): ";
const UNTIL_ROWS: &str = "load until (rows): ";

/// The requested end of loading, and its prompt.
#[derive(Debug, Default)]
pub struct Loader {
    /// The requested end of loading; `None` when reached.
    pub(super) loading: Option<Loading>,
    line: Option<Prompt>,
    /// The notice about paused loading.
    notice: Option<Notice>,
}

/// A request to load more of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    Page,
    All,
    /// Up to an end that is typed next.
    Until,
}

/// The loaded part of a list.
#[derive(Clone, Copy, Debug)]
pub struct Reached {
    /// Number of pages that are loaded or requested.
    pub pages: usize,
    /// Number of loaded rows; with a local filter, of passing ones.
    pub rows: usize,
    /// The time of the last row, if rows are in the order of time.
    pub last: Option<Timestamp>,
    pub order: Order,
    /// Whether a page is being loaded.
    pub is_busy: bool,
    /// Whether there is no further page, or it could not be loaded.
    pub is_over: bool,
}

impl Loader {
    /// Opens the prompt for the end of loading.
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

    /// Whether the prompt is open.
    pub fn is_typing(&self) -> bool {
        self.line.is_some()
    }

    /// The actions in the prompt.
    pub fn typed_hints(&self) -> Option<Vec<ActionHint>> {
        self.is_typing().then(|| action_hint::line("load"))
    }

    /// Handles an input to the prompt. Returns the entered end or other effects. The outer `None`: it is closed.
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

    /// Draws the prompt; returns the cursor position.
    pub fn view_line(&self, ctx: &Context<'_>, line: Rect, buf: &mut Buffer) -> Option<Position> {
        Some(self.line.as_ref()?.view(ctx, line, buf))
    }

    /// Whether the user waits for more.
    pub fn is_loading(&self) -> bool {
        self.loading.is_some()
    }

    /// Stops loading.
    pub fn stop(&mut self) {
        self.loading = None;
    }

    /// What is being loaded, in words.
    pub fn label(&self, pages: usize, ctx: &Context<'_>) -> Option<String> {
        let label = self.loading?.label(pages, ctx.now);
        let stop = ctx.key_does(Action::Close, "stops").map(|key| format!(" {} {key}", ctx.theme.glyphs.dot));
        Some(label + &stop.unwrap_or_default())
    }

    /// Handles a request for more of a list in memory. `true` if a page should be loaded at once.
    pub fn wish(&mut self, wish: Wish, reached: &Reached, is_choosing: bool, ctx: &Context<'_>) -> bool {
        self.loading = Some(match wish {
            Wish::Page => Loading::another(self.loading, reached.pages, ctx.now),
            Wish::All => Loading::whole(reached.pages, false, ctx.now),
            Wish::Until => {
                self.ask_until(is_choosing, reached.last.is_some(), ctx);
                return false;
            }
        });
        !reached.is_busy
    }

    /// Handles an input to the prompt over a list in memory. The outer `None`: it is closed.
    pub fn handle_input(
        &mut self,
        input: &Input,
        reached: &Reached,
        ctx: &Context<'_>,
    ) -> Option<Option<Vec<Effect>>> {
        Some(match self.type_until(input, reached.last.is_some(), ctx)? {
            Ok(until) => {
                self.loading = Some(Loading::until(reached.pages, until, ctx.now));
                Some(Vec::new())
            }
            Err(effects) => effects,
        })
    }

    /// Whether to load the next page now.
    pub fn goes_on(&mut self, reached: &Reached) -> bool {
        let Some(loading) = self.loading.filter(|_| !reached.is_busy) else { return false };
        let (is_over, is_done) =
            (reached.is_over || loading.has_ended(reached), loading.is_done(reached.pages));
        if is_done && !is_over && loading.whole {
            let pages = counted(reached.pages, "page");
            let words = format!("Loading paused at {pages}. Load all again to continue.");
            self.notice = Some(Notice::info(words));
        }
        self.loading = Some(loading).filter(|_| !is_over && !is_done);
        self.loading.is_some()
    }

    /// Takes the notice, to show it once.
    pub fn take_notice(&mut self) -> Option<Effect> {
        self.notice.take().map(Effect::Notify)
    }
}

/// Maximum number of pages per request, as all are kept.
const MAX_PAGES_AT_ONCE: usize = 1_000;
/// Minimum loading time before a rate is shown.
const MIN_RATE_MILLIS: u128 = 1_000;

/// The requested end of loading, and when loading started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loading {
    /// Number of pages to load.
    goal: usize,
    whole: bool,
    until: Option<Until>,
    follows: bool,
    since: Timestamp,
    /// Number of pages at the start.
    before: usize,
}

impl Loading {
    /// Loads one page more than loaded or already requested.
    pub fn another(current: Option<Self>, pages: usize, now: Timestamp) -> Self {
        match current {
            Some(loading) => Self { goal: loading.goal.max(pages).saturating_add(1), ..loading },
            None => Self { goal: pages + 1, whole: false, ..Self::whole(pages, false, now) },
        }
    }

    /// Loads everything. With `follows` the last loaded row stays selected meanwhile.
    pub fn whole(pages: usize, follows: bool, now: Timestamp) -> Self {
        let goal = pages + MAX_PAGES_AT_ONCE;
        Self { goal, whole: true, until: None, follows, since: now, before: pages }
    }

    /// Everything up to an end.
    pub fn until(pages: usize, until: Until, now: Timestamp) -> Self {
        Self { until: Some(until), ..Self::whole(pages, false, now) }
    }

    /// The end before the end of the list, if one was requested.
    pub fn end(self) -> Option<Until> {
        self.until
    }

    /// Whether loading has reached its end.
    pub(super) fn has_ended(self, reached: &Reached) -> bool {
        self.until.is_some_and(|until| until.is_reached(reached.rows, reached.last, reached.order))
    }

    /// Whether the list has the requested number of pages.
    pub fn is_done(self, pages: usize) -> bool {
        pages >= self.goal
    }

    /// Whether everything is wanted.
    pub fn is_whole(self) -> bool {
        self.whole
    }

    /// Whether the last loaded row stays selected.
    pub fn follows(self) -> bool {
        self.follows
    }

    /// A copy that leaves the selection in place.
    #[must_use]
    pub fn in_place(self) -> Self {
        Self { follows: false, ..self }
    }

    /// What is being loaded and how fast, in words.
    pub fn label(self, pages: usize, now: Timestamp) -> String {
        let left = self.goal.saturating_sub(pages);
        let what = match (self.until, self.whole, left) {
            (Some(until), ..) => format!("loading until {}", until.label()),
            (None, true, _) => "loading all".to_owned(),
            (None, false, 0 | 1) => "loading a page".to_owned(),
            (None, false, left) => format!("loading {} pages", grouped(&left)),
        };
        let millis = now.since(self.since) / 1_000_000;
        let loaded = u128::try_from(pages.saturating_sub(self.before)).unwrap_or(0);
        let tenths = (loaded * 10_000).checked_div(millis).filter(|_| millis >= MIN_RATE_MILLIS);
        match tenths {
            Some(tenths) if loaded > 0 => format!("{what}, {}.{} pages/s", tenths / 10, tenths % 10),
            _ => what,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::from_secs(100);

    #[test]
    fn every_wish_for_a_page_counts() {
        let one = Loading::another(None, 3, NOW);
        assert!(!one.is_done(3) && one.is_done(4));
        let two = Loading::another(Some(one), 3, NOW);
        assert!(!two.is_done(4) && two.is_done(5));
        assert_eq!(two.label(3, NOW), "loading 2 pages");
        let all = Loading::another(Some(Loading::whole(3, true, NOW)), 3, NOW);
        assert!(all.is_whole() && all.follows());
    }

    #[test]
    fn the_rate_is_that_of_this_loading() {
        let all = Loading::whole(10, false, Timestamp::from_secs(100));
        assert_eq!(all.label(12, Timestamp::from_secs(100)), "loading all");
        assert_eq!(all.label(10, Timestamp::from_secs(110)), "loading all");
        assert_eq!(all.label(35, Timestamp::from_secs(110)), "loading all, 2.5 pages/s");
    }

    #[test]
    fn all_pages_are_loaded_in_parts_and_the_end_of_a_part_is_said() {
        let at = |pages, is_over| {
            let (rows, order) = (pages * 100, Order::Desc);
            Reached { pages, rows, last: None, order, is_busy: false, is_over }
        };
        let mut loader = Loader { loading: Some(Loading::whole(3, false, NOW)), ..Loader::default() };
        assert!(loader.goes_on(&at(1_002, false)) && loader.take_notice().is_none());
        assert!(!loader.goes_on(&at(1_003, false)) && !loader.is_loading());
        let words = "Loading paused at 1,003 pages. Load all again to continue.";
        assert_eq!(loader.take_notice(), Some(Effect::Notify(Notice::info(words))));
        loader.loading = Some(Loading::whole(3, false, NOW));
        assert!(!loader.goes_on(&at(1_003, true)) && loader.take_notice().is_none());
    }
}
