//! The filters that were kept for a list: set again, kept under a name, forgotten.
//!
//! ```text
//!   fail                                     what is sought, or the name to keep under
//!   Set last
//!   / status=failed
//!   For 0.0.5001
//!   failed swaps            from=0.0.1002  / status=failed method=swap*
//!   Keep what is set here
//!   as "fail" for 0.0.5001  / gas_used>1e6
//! ```

use ledger::text::visible;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::Outcome;
use crate::message::event::Key;
use crate::message::{Action, Effect, Input, MouseButton, Notice, OpenPane, Persist, SavedFilter};
use crate::panes::{ActionHint, Context};
use crate::widgets::fuzzy::{Fit, Fuzzy};
use crate::widgets::line::{put, wrap_words};
use crate::widgets::{KeysAt, Menu, MenuRow, Role, Split, TextField, popup};

/// The lines inside the box: the typed one, a blank, and rows.
const LINES: u16 = 14;
/// The lines above the rows.
const FIELD_LINES: u16 = 2;
/// Placeholder of the empty input line.
const PLACEHOLDER: &str = "what to find, or a name to keep the filters of this list under";
/// What is said if there is neither a filter to set nor one to keep.
const NOTHING: &str = "No filter is set in this list, and none was kept for it.";
/// Label of the lists whose filters are stored without a contract.
const EVERYWHERE: &str = "every contract";

#[derive(Debug)]
pub(crate) struct SavedFilters {
    /// The list, with the filters that are set now.
    list: OpenPane,
    /// Those that are offered there.
    offered: Vec<SavedFilter>,
    field: TextField,
    menu: Menu,
    /// The meanings of the menu's rows, in order.
    rows: Vec<Meant>,
}

/// The meaning of a menu row.
#[derive(Clone, Debug)]
enum Meant {
    Heading,
    Set(SavedFilter),
    Keep(SavedFilter),
    /// It cannot be kept without a name.
    NoName,
}

impl SavedFilters {
    pub(super) fn new(list: OpenPane, all: &[SavedFilter]) -> Self {
        let offered = all.iter().filter(|filter| filter.is_offered_in(&list)).cloned().collect();
        let (field, menu) = (TextField::default(), Menu::default());
        let mut filters = Self { list, offered, field, menu, rows: Vec::new() };
        filters.find();
        filters
    }

    /// Lists what fits the text.
    fn find(&mut self) {
        let mut fuzzy = Fuzzy::strict(self.field.text());
        let mut groups = [
            ("Set last".to_owned(), Vec::new()),
            (format!("For {}", self.subject()), Vec::new()),
            (format!("For {EVERYWHERE}"), Vec::new()),
            ("Keep what is set here".to_owned(), self.keeps()),
        ];
        for filter in &self.offered {
            let (text, note) = (visible(&filter.name), visible(&filter.summary()));
            // What has no name is what it sets.
            let (text, note) = if text.is_empty() { (note, String::new()) } else { (text, note) };
            let row = MenuRow { text, note, note_role: Role::Dim, ..MenuRow::default() };
            let Some(Fit { letters, .. }) = fuzzy.fit(&row.sought()) else { continue };
            let group = if filter.name.is_empty() { 0 } else { 1 + usize::from(filter.everywhere) };
            if let Some((_, rows)) = groups.get_mut(group) {
                rows.push((MenuRow { letters, ..row }, Meant::Set(filter.clone())));
            }
        }
        let mut rows = Vec::new();
        for (heading, group) in groups.into_iter().filter(|(_, group)| !group.is_empty()) {
            rows.push((MenuRow::heading(&heading), Meant::Heading));
            rows.extend(group);
        }
        let (rows, meant) = rows.into_iter().unzip();
        self.rows = meant;
        self.menu.set_rows(rows, 0);
    }

    /// The rows that store the current filters.
    fn keeps(&self) -> Vec<(MenuRow, Meant)> {
        let name = self.field.text().trim().to_owned();
        let kept = |everywhere| SavedFilter { name: name.clone(), everywhere, pane: self.list.clone() };
        if kept(false).is_empty() {
            return Vec::new();
        }
        let note = visible(&kept(false).summary());
        let row = |text| MenuRow { text, note: note.clone(), note_role: Role::Dim, ..MenuRow::default() };
        if name.is_empty() {
            return vec![(row("type a name".to_owned()), Meant::NoName)];
        }
        let keep = |everywhere: bool| {
            let lists = if everywhere { EVERYWHERE.to_owned() } else { self.subject() };
            let again =
                if self.offered.iter().any(|known| known.is(&kept(everywhere))) { "anew " } else { "" };
            let text = format!("{again}as {:?} for {lists}", visible(&name));
            (row(text), Meant::Keep(kept(everywhere)))
        };
        let contract = self.list.place.contract_named();
        [false, true].into_iter().filter(|everywhere| !everywhere || contract.is_some()).map(keep).collect()
    }

    /// The contract of the list, or the list if it is of none.
    fn subject(&self) -> String {
        self.list
            .place
            .contract_named()
            .map_or_else(|| "this list".to_owned(), |contract| contract.to_string())
    }

    fn selected(&self) -> Option<&Meant> {
        self.rows.get(self.menu.selected()?)
    }

    /// The actions that are available here.
    pub(super) fn hints(&self) -> Vec<ActionHint> {
        let does = match self.selected() {
            Some(Meant::Set(_)) => Some("set"),
            Some(Meant::Keep(_)) => Some("keep"),
            Some(Meant::Heading | Meant::NoName) | None => None,
        };
        let mut hints: Vec<ActionHint> =
            does.map(|does| ActionHint::new(Action::Open, does)).into_iter().collect();
        if matches!(self.selected(), Some(Meant::Set(_))) {
            hints.push(ActionHint::new(Action::Forget, "forget"));
        }
        if self.rows.iter().filter(|row| !matches!(row, Meant::Heading)).count() > 1 {
            hints.push(ActionHint::new(Action::Down, "choose another"));
        }
        hints.push(ActionHint::new(Action::Close, "close"));
        hints
    }

    pub(super) fn handle_input(&mut self, input: &Input, ctx: &Context<'_>) -> Outcome {
        match input {
            Input::Key(key) => match key.key() {
                Key::Esc => return Outcome::Leave(Vec::new()),
                Key::Enter => return self.choose(ctx),
                Key::Down => return self.act(Action::Down, ctx),
                Key::Up => return self.act(Action::Up, ctx),
                _ if !self.field.input(input) => return Outcome::Pass,
                _ => self.find(),
            },
            Input::Paste(_) => {
                self.field.input(input);
                self.find();
            }
            Input::Mouse(click) => {
                if self.menu.click(*click, rows(ctx.body)) && click.button == MouseButton::Press {
                    return self.choose(ctx);
                }
            }
        }
        Outcome::Stay
    }

    /// Moves the selection, or deletes the selected filter.
    pub(super) fn act(&mut self, action: Action, ctx: &Context<'_>) -> Outcome {
        if let (Action::Forget, Some(Meant::Set(filter))) = (action, self.selected()) {
            let filter = Box::new(filter.clone());
            self.offered.retain(|known| !known.is(&filter));
            self.find();
            return Outcome::Follow(vec![Effect::Persist(Persist::ForgetFilter(filter))]);
        }
        self.menu.act(action, rows(ctx.body).height);
        Outcome::Stay
    }

    fn choose(&self, ctx: &Context<'_>) -> Outcome {
        match self.selected() {
            Some(Meant::Set(filter)) => {
                let Some((place, arrangement)) = filter.at(&self.list.place) else {
                    let words = format!("{} is no longer understood", filter.summary());
                    return Outcome::Leave(vec![Effect::Notify(Notice::warning(words))]);
                };
                Outcome::Leave(vec![Effect::Arrange(place, arrangement)])
            }
            Some(Meant::Keep(filter)) => {
                let key = ctx.keymap.key_of(Action::SavedFilters);
                let words = format!("kept as {:?}: {key} sets it again", visible(&filter.name));
                let keep = Effect::Persist(Persist::Filter(Box::new(filter.clone())));
                Outcome::Leave(vec![keep, Effect::Notify(Notice::success(words))])
            }
            Some(Meant::Heading | Meant::NoName) | None => Outcome::Stay,
        }
    }

    pub(super) fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        let theme = ctx.theme;
        let inner = popup::open(theme, area, "Saved filters", LINES, buf);
        if inner.is_empty() {
            return None;
        }
        let cursor = self.field.view_in_box(theme, inner, ("/", PLACEHOLDER), buf);
        let rows = inner.below(FIELD_LINES);
        if self.rows.is_empty() {
            let words = if self.offered.is_empty() { nothing(ctx) } else { "Nothing fits.".to_owned() };
            let lines = wrap_words(&words, rows.width.saturating_sub(2), 4, theme.glyphs.cut);
            for (row, line) in (0..rows.height).zip(&lines) {
                put(buf, rows, (1, row), line, theme.style(Role::Dim));
            }
        }
        popup::scrolled(theme, (inner, rows), &self.menu.window(rows.height), self.menu.rows().len(), buf);
        self.menu.view(theme, rows, KeysAt::Right, buf);
        Some(cursor)
    }
}

/// What is said if there is nothing to choose.
fn nothing(ctx: &Context<'_>) -> String {
    let (server, local) = (ctx.keymap.key_of(Action::Filter), ctx.keymap.key_of(Action::Find));
    format!("{NOTHING} {server} filters on the server, {local} among the loaded rows.")
}

/// Where the rows are, on a body of this size.
fn rows(body: Rect) -> Rect {
    popup::inside(body, LINES).below(FIELD_LINES)
}
