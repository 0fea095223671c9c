//! Help, built from the current keymap and the pane's hints. It can be searched, and runs the chosen action. The
//! palette lists the same actions.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::Outcome;
use crate::message::event::Key;
use crate::message::keymap::Keymap;
use crate::message::{Action, Effect, Input, MouseButton, Notice};
use crate::panes::{ActionHint, Context, action_hint};
use crate::widgets::line::{put, width};
use crate::widgets::{Fuzzy, KeysAt, Menu, MenuRow, Role, Split, TextField, popup};

/// The rows, what is searched for in them, and which one is selected.
#[derive(Clone, Debug)]
pub(crate) struct Help {
    all: Vec<Row>,
    search: Option<TextField>,
    /// The rows of the menu, as indices of `all`.
    shown: Vec<usize>,
    menu: Menu,
}

#[derive(Clone, Debug)]
struct Row {
    row: MenuRow,
    /// What is done; nothing by a heading.
    does: Option<Does>,
}

#[derive(Clone, Debug)]
enum Does {
    Action(Action),
    /// No rows, with the reason.
    Nothing(String),
}

const TITLE: &str = "What can be done here";
/// How wide the names of keys may be, in columns of the terminal.
const KEYS: KeysAt = KeysAt::Left(26);
/// The lines of the search, and what is never done.
const SEARCH_LINES: u16 = 2;
const NEVER: &str = "calls and deployments";
const NEVER_REASON: &str = "hieroscope makes none";
const NOTHING_FOUND: &str = "Nothing here fits.";

impl Help {
    /// What can be done on a pane or, with `over`, on what lies over it; while something is being typed, keys that
    /// are text are not among it.
    pub(super) fn new(hints: &[ActionHint], keymap: &Keymap, over: bool, typing: bool) -> Self {
        let mut all = Vec::new();
        let mut add = |heading: &str, rows: Vec<Row>| {
            if !rows.is_empty() {
                all.push(Row { row: MenuRow::heading(heading), does: None });
                all.extend(rows);
            }
        };
        let rows = |listed: Vec<Listed>| -> Vec<Row> {
            listed.iter().filter(|listed| !listed.keys.is_empty()).map(Row::new).collect()
        };
        add("Here", rows(here(hints, keymap, typing)));
        add("Everywhere", rows(everywhere(hints, keymap, over, typing)));
        if !over {
            let (text, off) = (NEVER.to_owned(), Some(NEVER_REASON.to_owned()));
            let row = MenuRow { text, off, ..MenuRow::default() };
            let does = Some(Does::Nothing(format!("{NEVER}: {NEVER_REASON}")));
            add("Not available here", vec![Row { row, does }]);
        }
        let mut help = Self { all, search: None, shown: Vec::new(), menu: Menu::default() };
        help.find();
        help
    }

    /// The actions that are available here.
    pub(super) fn hints(&self) -> Vec<ActionHint> {
        let off = self.selected().is_none().then_some("nothing is selected");
        let close = if self.search.is_some() { "end the search" } else { "close" };
        let mut hints = vec![ActionHint::new(Action::Open, "run").disabled_if(off)];
        hints.extend(self.search.is_none().then(|| ActionHint::new(Action::Find, "search")));
        hints.push(ActionHint::new(Action::Close, close));
        hints.push(ActionHint::new(Action::Down, "down"));
        hints.extend(action_hint::moves().filter(|hint| hint.action != Action::Down));
        hints
    }

    fn selected(&self) -> Option<&Does> {
        self.all.get(*self.shown.get(self.menu.selected()?)?)?.does.as_ref()
    }

    /// Shows what fits the search: without one all rows, else the best first.
    fn find(&mut self) {
        let sought = self.search.as_ref().map_or("", |field| field.text()).trim();
        let mut fuzzy = Fuzzy::strict(sought);
        let mut found: Vec<(u32, usize, MenuRow)> = Vec::new();
        for (at, Row { row, .. }) in self.all.iter().enumerate() {
            if sought.is_empty() {
                found.push((0, at, row.clone()));
            } else if let Some(fit) = fuzzy.fit(&row.sought()).filter(|_| !row.heading) {
                found.push((fit.score, at, MenuRow { letters: fit.letters, ..row.clone() }));
            }
        }
        found.sort_by_key(|(score, at, _)| (std::cmp::Reverse(*score), *at));
        self.shown = found.iter().map(|(_, at, _)| *at).collect();
        self.menu.set_rows(found.into_iter().map(|(.., row)| row).collect(), 0);
    }

    fn run(&self) -> Outcome {
        match self.selected() {
            Some(Does::Action(action)) => Outcome::Press(*action),
            Some(Does::Nothing(reason)) => {
                Outcome::Follow(vec![Effect::Notify(Notice::info(reason.clone()))])
            }
            None => Outcome::Stay,
        }
    }

    pub(super) fn is_typing(&self) -> bool {
        self.search.is_some()
    }

    pub(super) fn handle_input(&mut self, input: &Input, ctx: &Context<'_>) -> Outcome {
        if let Input::Mouse(click) = input {
            let (_, rows) = self.areas(popup::inside_for(ctx.body, self.size()));
            let pressed = self.menu.click(*click, rows) && click.button == MouseButton::Press;
            return if pressed { self.run() } else { Outcome::Stay };
        }
        let Some(field) = &mut self.search else { return Outcome::Pass };
        match input {
            Input::Key(key) if key.key() == Key::Esc => {
                self.search = None;
                self.find();
            }
            Input::Key(key) if key.key() == Key::Enter => return self.run(),
            _ if field.input(input) => self.find(),
            _ => return Outcome::Pass,
        }
        Outcome::Stay
    }

    pub(super) fn act(&mut self, action: Action, ctx: &Context<'_>) -> Outcome {
        match action {
            Action::Help => return Outcome::Leave(Vec::new()),
            Action::Open => return self.run(),
            Action::Find if self.search.is_none() => self.search = Some(TextField::default()),
            _ => {
                let (_, rows) = self.areas(popup::inside_for(ctx.body, self.size()));
                self.menu.act(action, rows.height);
            }
        }
        Outcome::Stay
    }

    /// The size in columns and lines: that of all rows, even while a search filters them.
    fn size(&self) -> (u16, u16) {
        let mut all = Menu::default();
        all.set_rows(self.all.iter().map(|row| row.row.clone()).collect(), 0);
        let columns = all.columns(KEYS).max(width(TITLE) + 4).saturating_add(1);
        let lines = u16::try_from(self.all.len()).unwrap_or(u16::MAX);
        (columns, lines.saturating_add(if self.search.is_some() { SEARCH_LINES } else { 0 }))
    }

    /// Where the search and the rows are.
    fn areas(&self, inner: Rect) -> (Rect, Rect) {
        let search = if self.search.is_some() { SEARCH_LINES } else { 0 };
        (inner.right_of(3).left_of(1), inner.below(search))
    }

    pub(super) fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        let theme = ctx.theme;
        let inner = popup::open_for(theme, area, TITLE, self.size(), buf);
        let (field, rows) = self.areas(inner);
        popup::scrolled(theme, (inner, rows), &self.menu.window(rows.height), self.menu.rows().len(), buf);
        self.menu.view(theme, rows, KEYS, buf);
        if self.menu.rows().is_empty() {
            put(buf, rows, (1, 0), NOTHING_FOUND, theme.style(Role::Dim));
        }
        let search = self.search.as_ref()?;
        put(buf, inner, (1, 0), "/", theme.style(Role::Key));
        let [field] = field.stack([1]);
        (!inner.is_empty()).then(|| search.view(theme, field, buf))
    }
}

impl Row {
    fn new(listed: &Listed) -> Self {
        let does = listed.refusal().map_or(Does::Action(listed.action), Does::Nothing);
        Self { row: MenuRow { keys: listed.keys.join("  "), ..listed.row() }, does: Some(does) }
    }
}

/// An action with its keys, and why it is not available now.
#[derive(Clone, Debug)]
pub(super) struct Listed {
    pub(super) action: Action,
    pub(super) words: String,
    /// Empty if it has none, or none while something is being typed.
    pub(super) keys: Vec<String>,
    pub(super) off: Option<String>,
}

/// Actions that work on every pane, offered or not.
const ANYWHERE: &[Action] = &[
    Action::GoTo,
    Action::Links,
    Action::Home,
    Action::Jobs,
    Action::Schedules,
    Action::PendingSchedules,
    Action::Verify,
    Action::Batch,
    Action::CopyMenu,
    Action::Label,
    Action::Bookmark,
    Action::Watch,
    Action::Labels,
    Action::Network,
    Action::Units,
    Action::TimeStyle,
    Action::Back,
    Action::Forward,
    Action::NewTab,
    Action::NextTab,
    Action::PreviousTab,
    Action::CloseTab,
    Action::Close,
    Action::Help,
    Action::Mouse,
    Action::Redraw,
    Action::Suspend,
    Action::Quit,
    Action::Leave,
    Action::QuitNow,
];

/// Actions that work over everything.
const OVER: &[Action] = &[Action::Redraw, Action::QuitNow];

/// The actions of these hints. While something is being typed, keys that are text are left out.
pub(super) fn here(hints: &[ActionHint], keymap: &Keymap, typing: bool) -> Vec<Listed> {
    let listed = |hint: &ActionHint| Listed {
        off: hint.disabled.clone(),
        ..Listed::new(hint.action, &hint.words, keymap, typing)
    };
    hints.iter().map(listed).collect()
}

/// The actions that work everywhere or, with `over`, over everything, and are not in these hints.
pub(super) fn everywhere(hints: &[ActionHint], keymap: &Keymap, over: bool, typing: bool) -> Vec<Listed> {
    let anywhere = if over { OVER } else { ANYWHERE };
    let more = anywhere.iter().filter(|action| !hints.iter().any(|hint| hint.action == **action));
    more.map(|action| Listed::new(*action, keymap.describe(*action), keymap, typing)).collect()
}

impl Listed {
    pub(super) fn new(action: Action, words: &str, keymap: &Keymap, typing: bool) -> Self {
        let keys = if typing { keymap.keys_while_typing(action) } else { keymap.keys_of(action) };
        Self { action, words: words.to_owned(), keys, off: None }
    }

    /// The action as a row.
    pub(super) fn row(&self) -> MenuRow {
        MenuRow {
            text: self.words.clone(),
            off: self.off.clone(),
            note_role: Role::Dim,
            ..MenuRow::default()
        }
    }

    /// Why it is not available, as it is said when it is chosen.
    pub(super) fn refusal(&self) -> Option<String> {
        self.off.as_ref().map(|reason| format!("{}: {reason}", self.words))
    }
}
