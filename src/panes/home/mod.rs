//! Home: the prompt, the watch list, examples on the embedded network, recent places, and followed jobs.

mod lists;
mod row;
mod watched;

use decode::rows::{RowValues, Value};
use ledger::Timestamp;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use self::lists::{Found, Part, areas};
use super::{ActionHint, Context, Pane, Verbs};
use crate::message::event::Key;
use crate::message::{Action, Click, Contents, Copied, Effect, Input, Place, Table, WatchedEntity};
use crate::panes::kit::nouns::job_text;
use crate::panes::verbs::by_verbs;
use crate::widgets::fuzzy::Matched;
use crate::widgets::line::{cut, cut_middle, put, width, wrap_words};
use crate::widgets::{Band, Link, Role, Scroll, Split, TextField};

#[derive(Clone, Debug, Default)]
pub struct HomePane {
    /// `None` until the user chooses a list; the first one is used then.
    part: Option<Part>,
    samples: Scroll,
    watched: Scroll,
    bookmarks: Scroll,
    visits: Scroll,
    jobs: Scroll,
    /// The search in all lists; `None` if none is open.
    search: Option<TextField>,
}

/// The fields of a row when exported as data.
const FIELDS: [&str; 4] = ["list", "shows", "place", "note"];
/// The rows above the lists: three lines of input help between blank rows.
const INTRO_ROWS: u16 = 5;

impl HomePane {
    /// The list with the selection.
    fn part(&self, ctx: &Context<'_>) -> Part {
        let parts = Part::all(ctx);
        let chosen = self.part.filter(|part| parts.contains(part));
        chosen.or(parts.first().copied()).unwrap_or_default()
    }

    fn scroll(&self, part: Part) -> &Scroll {
        match part {
            Part::Samples => &self.samples,
            Part::Watched => &self.watched,
            Part::Bookmarks => &self.bookmarks,
            Part::Visits => &self.visits,
            Part::Jobs => &self.jobs,
        }
    }

    fn scroll_mut(&mut self, part: Part) -> &mut Scroll {
        match part {
            Part::Samples => &mut self.samples,
            Part::Watched => &mut self.watched,
            Part::Bookmarks => &mut self.bookmarks,
            Part::Visits => &mut self.visits,
            Part::Jobs => &mut self.jobs,
        }
    }

    /// The rows of a list that match the search.
    fn found(&self, part: Part, ctx: &Context<'_>) -> Vec<Found> {
        part.found(self.search.as_ref().map_or("", TextField::text), ctx)
    }

    fn areas(&self, body: Rect, ctx: &Context<'_>) -> Vec<(Part, Rect)> {
        areas(body.below(INTRO_ROWS), &Part::all(ctx), self.part(ctx))
    }

    fn height(&self, part: Part, ctx: &Context<'_>) -> u16 {
        let areas = self.areas(ctx.body, ctx);
        let area = areas.into_iter().find(|(of, _)| *of == part);
        area.map_or(0, |(_, area)| area.height.saturating_sub(1))
    }

    /// The selected row, as its index in the unfiltered list.
    fn selected(&self, ctx: &Context<'_>) -> Option<(Part, usize)> {
        let part = self.part(ctx);
        let at = self.found(part, ctx).get(self.scroll(part).selected)?.at;
        Some((part, at))
    }

    /// Selects the next or previous list.
    fn turn(&mut self, back: bool, ctx: &Context<'_>) {
        let parts = Part::all(ctx);
        let at = parts.iter().position(|part| *part == self.part(ctx)).unwrap_or(0);
        let next = if back { at + parts.len() - 1 } else { at + 1 };
        self.part = parts.get(next % parts.len().max(1)).copied();
    }

    /// Applies the search: selects the first match in this list, otherwise in the first list that has one.
    fn searched(&mut self, ctx: &Context<'_>) {
        (self.samples, self.watched, self.bookmarks, self.visits, self.jobs) = Default::default();
        let fits = |part: &Part| !self.found(*part, ctx).is_empty();
        let here = self.part(ctx);
        self.part =
            if fits(&here) { Some(here) } else { Part::all(ctx).into_iter().find(fits).or(Some(here)) };
    }

    fn verbs<'c>(&self, ctx: &'c Context<'_>, verbs: &mut Verbs<'c, Self>) {
        let selected = self.selected(ctx);
        let none = selected.is_none().then_some("nothing is selected");
        let is_search = self.search.is_some();
        if !is_search {
            verbs.global(Action::GoTo, "go to");
        }
        let open = verbs.add(Action::Open, "open").unless(none);
        open.give(|| selected.map(|(part, at)| part.open(at, ctx)).unwrap_or_default());
        let is_alone = self.areas(ctx.body, ctx).len() == 1;
        let next = verbs.hidden(Action::NextPart, "next list").shown_if(is_search || is_alone);
        next.run(|pane| pane.turn(false, ctx));
        if is_search {
            verbs.hidden(Action::PreviousPart, "list before").run(|pane| pane.turn(true, ctx));
            verbs.typed([ActionHint::new(Action::Close, "end the search")]);
        } else {
            verbs.add(Action::Find, "search").run(|pane| pane.search = Some(TextField::default()));
            verbs.global(Action::Verify, "verify");
            verbs.global(Action::Jobs, "jobs");
            verbs.global(Action::Schedules, "schedules");
            verbs.global(Action::PendingSchedules, "pending");
            verbs.global(Action::Network, "network");
            let place = move || selected.and_then(|(part, at)| part.place(at, ctx));
            let copied = move || place().map(|place| Copied::new("place", place.to_string()));
            verbs.hidden(Action::Copy, "copy the place").unless(none).give(move || Effect::copy(copied()));
            verbs.hidden(Action::PreviousPart, "list before").run(|pane| pane.turn(true, ctx));
            Self::verbs_of_watch(selected, place, ctx, verbs);
        }
        verbs.moves(|pane, action| {
            let part = pane.part(ctx);
            let (len, height) = (pane.found(part, ctx).len(), pane.height(part, ctx));
            let _ = pane.scroll_mut(part).act(action, len, height);
        });
    }

    /// The verbs of the watch list: watch or unwatch the selected contract or schedule, and dismiss findings.
    fn verbs_of_watch<'c>(
        selected: Option<(Part, usize)>,
        place: impl Fn() -> Option<Place> + Copy + 'c,
        ctx: &'c Context<'_>,
        verbs: &mut Verbs<'c, Self>,
    ) {
        let of = move || place().as_ref().and_then(WatchedEntity::of);
        let reason = || of().is_none().then_some("select a contract or a schedule");
        if let Some((Part::Watched, at)) = selected {
            let words = if watched::is_finding(at, ctx) { "dismiss" } else { "watch no longer" };
            verbs.add(Action::Forget, words).give(move || watched::forget(at, ctx));
            verbs.hidden(Action::Watch, "watch no longer").give(move || of().map(Effect::Watch));
        } else {
            verbs
                .hidden(Action::Watch, "watch, on or off")
                .unless(reason)
                .give(move || of().map(Effect::Watch));
        }
    }

    fn type_in(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        let field = self.search.as_mut()?;
        match input {
            Input::Key(key) if key.key() == Key::Esc => self.search = None,
            Input::Key(key) if key.key() == Key::Enter => return Some(self.act(Action::Open, ctx)),
            _ if field.input(input) => {}
            _ => return None,
        }
        self.searched(ctx);
        Some(Vec::new())
    }

    fn click(&mut self, click: Click, ctx: &Context<'_>) -> Vec<Effect> {
        for (part, area) in self.areas(ctx.body, ctx) {
            if area.contains(Position { x: click.column, y: click.row }) {
                self.part = Some(part);
                let len = self.found(part, ctx).len();
                if self.scroll_mut(part).click(click, area.below(1), len).is_some() {
                    return self.act(Action::Open, ctx);
                }
            }
        }
        Vec::new()
    }

    /// The rows of a list in view, each with its line on the screen and its index among the matches.
    fn in_view(&self, (part, area): (Part, Rect), ctx: &Context<'_>) -> Vec<(Part, Rect, usize, Found)> {
        let found = self.found(part, ctx);
        let window = self.scroll(part).window(found.len(), area.height.saturating_sub(1));
        let rows = found.into_iter().enumerate().skip(window.start);
        let lines = area.below(1).rows().zip(rows).take(window.len());
        lines.map(|(line, (at, fit))| (part, line, at, fit)).collect()
    }

    fn list(&self, (part, area): (Part, Rect), ctx: &Context<'_>, buf: &mut Buffer) {
        let theme = ctx.theme;
        let focused = part == self.part(ctx);
        let scroll = self.scroll(part);
        if self.found(part, ctx).is_empty() {
            let words = if self.search.is_some() { "Nothing here fits." } else { part.empty() };
            put(buf, area, (2, 1), words, theme.style(Role::Dim));
            return;
        }
        for (_, line, at, fit) in self.in_view((part, area), ctx) {
            let Some(row) = part.row(fit.at, ctx) else { continue };
            let band = Band::new(theme, line, focused && at == scroll.selected, buf);
            let notes = part.note_columns();
            let column = area.width.saturating_sub(notes + 1);
            let text = cut(&row.text, column.saturating_sub(3), theme.glyphs.cut);
            Matched { text: &text, letters: &fit.letters, first: 0 }.view(band, 2, row.role, buf);
            let note = cut_middle(&row.note, notes, theme.glyphs.cut);
            band.put(column, &note, Role::Dim, buf);
        }
        scroll.view_bar(theme, area.below(1), self.found(part, ctx).len(), buf);
    }

    fn intro(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        let theme = ctx.theme;
        let cursor = if let Some(search) = &self.search {
            put(buf, area, (2, 1), "/", theme.style(Role::Key));
            let [_, field] = area.right_of(4).stack([1, 1]);
            (!field.is_empty()).then(|| search.view(theme, field, buf))
        } else {
            put(buf, area, (2, 1), ":", theme.style(Role::Key));
            let words = "type or paste anything: contract, address, transaction, schedule, job, link";
            put(buf, area, (4, 1), words, theme.style(Role::Plain));
            None
        };
        let network = ctx.keymap.key_of(Action::Network);
        if ctx.network.generated {
            let words = format!(
                "This is the embedded network, generated inside this program. {network} opens another network."
            );
            let lines = wrap_words(&words, area.width.saturating_sub(5), 2, theme.glyphs.cut);
            for (row, line) in (2..INTRO_ROWS).zip(lines) {
                put(buf, area, (4, row), &line, theme.style(Role::Attention));
            }
        } else {
            let examples = "0.0.5001   0x and 40 digits   0.0.1005@1795216518.468117137   schedule/0.0.7002";
            put(buf, area, (4, 2), examples, theme.style(Role::Dim));
            let words = format!("{network} opens another network: demo is embedded, with places to see");
            put(buf, area, (4, 3), &words, theme.style(Role::Dim));
        }
        cursor
    }
}

impl Pane for HomePane {
    by_verbs!();

    fn is_typing(&self) -> bool {
        self.search.is_some()
    }

    fn handle_input(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        match input {
            Input::Mouse(click) => Some(self.click(*click, ctx)),
            _ => self.type_in(input, ctx),
        }
    }

    fn links(&self, ctx: &Context<'_>) -> Vec<Link> {
        if self.search.is_some() {
            return Vec::new();
        }
        let rows = self.areas(ctx.body, ctx).into_iter().flat_map(|area| self.in_view(area, ctx));
        let link = |(part, line, _, fit): (Part, Rect, usize, Found)| {
            let text = part.row(fit.at, ctx)?.text;
            Link::to_place(line, 2, &text, part.place(fit.at, ctx)?)
        };
        rows.filter_map(link).collect()
    }

    fn contents(&mut self, ctx: &Context<'_>) -> Contents {
        let text = |text: String| if text.is_empty() { Value::Nothing } else { Value::Text(text) };
        let rows = Part::all(ctx).into_iter().flat_map(|part| {
            let all = part.found("", ctx).into_iter();
            all.filter_map(move |found| {
                let (row, place) = (part.row(found.at, ctx)?, part.place(found.at, ctx)?);
                let shows = row.text.trim().to_owned();
                Some([part.title().to_owned(), shows, place.to_string(), row.note].map(text).into())
            })
        });
        Contents::Rows(Table {
            fields: FIELDS.map(ToOwned::to_owned).into(),
            shown: (0..FIELDS.len()).collect(),
            units: Vec::new(),
            values: RowValues::new(FIELDS.len(), rows.collect()),
            incomplete: None,
        })
    }

    fn place(&self) -> Place {
        Place::Home
    }

    fn title(&self, _ctx: &Context<'_>) -> String {
        "hieroscope".to_owned()
    }

    fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        let cursor = self.intro(ctx, area, buf);
        let areas = self.areas(area, ctx);
        let (alone, selected) = (areas.len() == 1, self.part(ctx));
        for (part, area) in areas {
            let mut column = 2;
            // If only one list fits, its title names all of them.
            let titles = if alone { Part::all(ctx) } else { vec![part] };
            for title in titles {
                let role = if title == selected { Role::Heading } else { Role::Dim };
                put(buf, area, (column, 0), title.title(), ctx.theme.style(role));
                column += width(title.title()) + 3;
            }
            self.list((part, area), ctx, buf);
        }
        cursor
    }

    fn wake_at(&self, ctx: &Context<'_>) -> Option<Timestamp> {
        job_text::wake_at(ctx.jobs.jobs(), ctx.now).into_iter().chain(watched::wake_at(ctx)).min()
    }

    fn rebuild_view(&mut self, ctx: &Context<'_>) {
        for part in Part::all(ctx) {
            let (len, height) = (self.found(part, ctx).len(), self.height(part, ctx));
            self.scroll_mut(part).settle(len, height);
        }
    }
}
