//! Chooses which columns of the list below are shown, in which order, and how wide. The list follows at once.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::Outcome;
use crate::message::event::Key;
use crate::message::{Action, ColumnChoice, Effect, Input, MouseButton, Notice, Persist};
use crate::panes::kit::list::columns::{ColumnList, Standing};
use crate::panes::{ActionHint, Context, action_hint};
use crate::widgets::line::{cut, put, width};
use crate::widgets::{Role, Scroll, Split, popup};

/// The columns, and which of them is selected.
#[derive(Clone, Debug)]
pub(crate) struct ColumnChooser {
    list: &'static str,
    /// The names of all columns, in the program's order.
    names: Vec<&'static str>,
    columns: Vec<Standing>,
    /// Whether the default columns are shown.
    is_default: bool,
    scroll: Scroll,
}

/// By how much a column becomes wider or narrower, in columns of the terminal.
const STEP_COLUMNS: u16 = 2;
/// How wide a name and a title may be here.
const MAX_NAME_COLUMNS: u16 = 28;
const MAX_TITLE_COLUMNS: u16 = 14;
/// Where the names begin, and the gap behind a name and a title.
const NAMES_AT: u16 = 4;
const GAP: u16 = 2;
/// The lines below the columns: the keys.
const KEY_LINES: u16 = 1;

impl ColumnChooser {
    pub(super) fn new(columns: &dyn ColumnList, ctx: &Context<'_>) -> Self {
        Self {
            list: columns.list_name(),
            names: columns.column_names(),
            columns: columns.standings(ctx),
            is_default: is_default(columns, ctx),
            scroll: Scroll::default(),
        }
    }

    /// Updates the lines to the list's current columns. The same column stays selected.
    pub(crate) fn update(&mut self, columns: &dyn ColumnList, ctx: &Context<'_>) {
        let selected = self.selected().map(|column| column.name);
        self.columns = columns.standings(ctx);
        self.is_default = is_default(columns, ctx);
        let place = self.columns.iter().position(|column| Some(column.name) == selected);
        let height = self.rows(ctx).height;
        self.scroll.select(place.unwrap_or(self.scroll.selected), self.columns.len(), height);
    }

    fn selected(&self) -> Option<&Standing> {
        self.columns.get(self.scroll.selected)
    }

    /// The size in columns and lines.
    fn size(&self, ctx: &Context<'_>) -> (u16, u16) {
        let notes = self.columns.iter().map(|column| width(&note(column))).max().unwrap_or(0);
        let wide =
            self.notes_at().saturating_add(notes).max(width(&keys(ctx)) + 1).max(width(&self.title()) + 4);
        (
            wide.saturating_add(1),
            u16::try_from(self.columns.len()).unwrap_or(u16::MAX).saturating_add(KEY_LINES),
        )
    }

    fn title(&self) -> String {
        format!("Columns of the list: {}", self.list)
    }

    fn titles_at(&self) -> u16 {
        let names = self.columns.iter().map(|column| width(column.name)).max().unwrap_or(0);
        NAMES_AT + names.min(MAX_NAME_COLUMNS) + GAP
    }

    fn notes_at(&self) -> u16 {
        let titles = self.columns.iter().map(|column| width(title(column))).max().unwrap_or(0);
        self.titles_at() + titles.min(MAX_TITLE_COLUMNS) + GAP
    }

    /// The room for the columns in a box of this room.
    fn above_keys(inner: Rect) -> Rect {
        inner.above(KEY_LINES)
    }

    fn rows(&self, ctx: &Context<'_>) -> Rect {
        Self::above_keys(popup::inside_for(ctx.body, self.size(ctx)))
    }

    /// The actions that are available here.
    pub(super) fn hints(&self) -> Vec<ActionHint> {
        let unshown = self.selected().is_none_or(|column| !column.is_shown).then_some(NOT_SHOWN);
        let first = (self.scroll.selected == 0).then_some("it is the first");
        let last = (self.scroll.selected + 1 >= self.columns.len()).then_some("it is the last");
        let default = self.is_default.then_some("these are the default columns");
        let mut hints = vec![
            ActionHint::new(Action::Open, "show or hide"),
            ActionHint::hidden(Action::MoveUp, "move the column up").disabled_if(first),
            ActionHint::hidden(Action::MoveDown, "move the column down").disabled_if(last),
            ActionHint::hidden(Action::Left, "narrower").disabled_if(unshown),
            ActionHint::hidden(Action::Right, "wider").disabled_if(unshown),
            ActionHint::new(Action::Reset, "default columns").disabled_if(default),
            ActionHint::new(Action::Close, "close"),
        ];
        hints.extend(action_hint::moves());
        hints
    }

    pub(super) fn handle_input(&mut self, input: &Input, ctx: &Context<'_>) -> Outcome {
        match input {
            Input::Key(key) if key.key() == Key::Char(' ') && key.mods().is_empty() => self.toggle(ctx),
            Input::Mouse(click) => {
                let area = popup::to_edge(self.rows(ctx));
                let pressed = self.scroll.click(*click, area, self.columns.len());
                match pressed.filter(|_| click.button == MouseButton::Press) {
                    Some(_) => self.toggle(ctx),
                    None => Outcome::Stay,
                }
            }
            _ => Outcome::Pass,
        }
    }

    pub(super) fn act(&mut self, action: Action, ctx: &Context<'_>) -> Outcome {
        match action {
            Action::Columns => Outcome::Leave(Vec::new()),
            Action::Open => self.toggle(ctx),
            Action::MoveUp | Action::MoveDown => self.change(ctx, |choice, column, names| {
                choice.shift(column.name, action == Action::MoveUp, names);
            }),
            Action::Left | Action::Right => match self.selected().filter(|column| !column.is_shown) {
                Some(_) => Outcome::Follow(vec![Effect::Notify(Notice::info(NOT_SHOWN))]),
                None => self.change(ctx, |choice, column, _| {
                    let wider = column.width.saturating_add(STEP_COLUMNS).min(column.most.max(column.width));
                    let narrower = column.width.saturating_sub(STEP_COLUMNS);
                    choice.set_width(column.name, if action == Action::Right { wider } else { narrower });
                }),
            },
            Action::Reset => self.change(ctx, |choice, _, _| *choice = ColumnChoice::default()),
            _ => {
                let _ = self.scroll.act(action, self.columns.len(), self.rows(ctx).height);
                Outcome::Stay
            }
        }
    }

    /// Shows the selected column, before others if it had no room, or hides it. One column stays.
    fn toggle(&self, ctx: &Context<'_>) -> Outcome {
        let shown = self.columns.iter().filter(|column| column.is_shown).count();
        let hides = |column: &Standing| column.is_shown && (column.is_seen || column.is_wanted);
        if shown < 2 && self.selected().is_some_and(hides) {
            return Outcome::Follow(vec![Effect::Notify(Notice::info("one column has to stay"))]);
        }
        self.change(ctx, |choice, column, _| choice.show(column.name, !hides(column), column.by_default))
    }

    fn change(
        &self,
        ctx: &Context<'_>,
        change: impl FnOnce(&mut ColumnChoice, &Standing, &[&str]),
    ) -> Outcome {
        let Some(column) = self.selected() else { return Outcome::Stay };
        let before = ctx.columns.get(self.list).cloned().unwrap_or_default();
        let mut choice = before.clone();
        change(&mut choice, column, &self.names);
        if choice == before {
            return Outcome::Stay;
        }
        Outcome::Follow(vec![Effect::Persist(Persist::Columns(self.list.to_owned(), choice))])
    }

    pub(super) fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
        let theme = ctx.theme;
        let inner = popup::open_for(theme, area, &self.title(), self.size(ctx), buf);
        let rows = Self::above_keys(inner);
        let window = self.scroll.window(self.columns.len(), rows.height);
        popup::scrolled(theme, (inner, rows), &window, self.columns.len(), buf);
        let (titles, notes) = (self.titles_at(), self.notes_at());
        for (line, at) in rows.rows().zip(window) {
            let Some(column) = self.columns.get(at) else { continue };
            let over = theme.mark_row(line, at == self.scroll.selected, buf);
            let mark = if column.is_shown { theme.glyphs.success } else { "" };
            put(buf, line, (2, 0), mark, theme.style(Role::Success).patch(over));
            let role = if column.why.is_none() { Role::Plain } else { Role::Dim };
            let name = cut(column.name, MAX_NAME_COLUMNS, theme.glyphs.cut);
            put(buf, line, (NAMES_AT, 0), &name, theme.style(role).patch(over));
            let dim = theme.style(Role::Dim).patch(over);
            put(buf, line, (titles, 0), &cut(title(column), MAX_TITLE_COLUMNS, theme.glyphs.cut), dim);
            let room = inner.width.saturating_sub(notes + 1);
            put(buf, line, (notes, 0), &cut(&note(column), room, theme.glyphs.cut), dim);
        }
        popup::footer_with_keys(theme, inner, None, &keys(ctx), buf);
    }
}

fn is_default(columns: &dyn ColumnList, ctx: &Context<'_>) -> bool {
    ctx.columns.get(columns.list_name()).is_none_or(ColumnChoice::is_empty)
}

const NOT_SHOWN: &str = "it is not shown";

/// The title on screen, where that is not the name.
fn title(column: &Standing) -> &str {
    if column.title == column.name { "" } else { &column.title }
}

/// Why a column is invisible, or its chosen width.
fn note(column: &Standing) -> String {
    match column.why {
        Some(why) => why.to_owned(),
        None if column.is_width_chosen => format!("{} columns wide", column.width),
        None => String::new(),
    }
}

/// The keys, in one line.
fn keys(ctx: &Context<'_>) -> String {
    let key = |action| ctx.keymap.key_of(action);
    format!(
        "{} {} move   {} {} width   {} default",
        key(Action::MoveUp),
        key(Action::MoveDown),
        key(Action::Left),
        key(Action::Right),
        key(Action::Reset)
    )
}
