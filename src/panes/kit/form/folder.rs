//! A picker for the directory of the typed path.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::message::event::{Key, Mods};
use crate::message::{Action, Directory, Input};
use crate::panes::Context;
use crate::panes::kit::Wants;
use crate::panes::kit::form::path::split;
use crate::widgets::line::put;
use crate::widgets::{Picker, Role, Split};

/// Maximum number of visible rows of the picker.
pub const ROWS: u16 = 6;

/// The row of the directory itself.
const ITSELF: &str = "./ (this directory)";

/// The picker of a path's directory, and the selected entry.
#[derive(Debug, Default)]
pub struct Folder {
    picker: Option<Picker>,
    /// Whether files, directories or both can be picked.
    wanted: Wanted,
}

/// The kind of path that is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wanted {
    #[default]
    File,
    Directory,
    Either,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picked {
    /// The path with the picked entry.
    pub path: String,
    /// Whether the path is complete; otherwise it is a directory on the way.
    pub is_whole: bool,
}

impl Folder {
    /// Lets this be picked.
    pub fn of(wanted: Wanted) -> Self {
        Self { wanted, ..Self::default() }
    }

    /// Adds the directory of the typed path.
    pub fn want(path: &str, wants: &mut Wants) {
        wants.add_optional(&directory(path));
    }

    /// Whether the path is an existing entry.
    pub fn has(path: &str, ctx: &Context<'_>) -> bool {
        let (_, name) = split(path);
        !name.is_empty() && entries(path, ctx).iter().any(|entry| entry == name)
    }

    /// Updates the picker for the typed path.
    pub fn pick(&mut self, path: &str, ctx: &Context<'_>) {
        let mut rows = entries(path, ctx);
        if self.wanted == Wanted::Directory {
            rows.retain(|row| row.ends_with('/'));
        }
        let is_listed = ctx.get(&directory(path)).value().is_some();
        if self.wanted != Wanted::File && is_listed && split(path).1.is_empty() {
            rows.insert(0, ITSELF.to_owned());
        }
        pick(&mut self.picker, rows, split(path).1);
    }

    /// The picker; `None` once the text is an entry.
    pub fn picker(&self, path: &str) -> Option<&Picker> {
        self.picker.as_ref().filter(|picker| !picker.is_empty() && !picker.has(split(path).1))
    }

    /// Like [`Self::picker`], mutable.
    pub fn picker_mut(&mut self) -> Option<&mut Picker> {
        self.picker.as_mut()
    }

    /// The path with the selected entry, or of the directory itself.
    pub fn taken(&self, path: &str) -> Option<Picked> {
        let row = self.picker(path)?.chosen()?;
        let above = split(path).0;
        Some(match (row, above) {
            (ITSELF, "") => Picked { path: "./".to_owned(), is_whole: true },
            (ITSELF, _) => Picked { path: above.to_owned(), is_whole: true },
            _ => Picked { path: format!("{above}{row}"), is_whole: !row.ends_with('/') },
        })
    }
}

fn directory(path: &str) -> Directory {
    Directory(split(path).0.to_owned())
}

/// The directory's entries for the typed path. Hidden files are listed once a dot is typed.
fn entries(path: &str, ctx: &Context<'_>) -> Vec<String> {
    let hidden = split(path).1.starts_with('.');
    let entries = ctx.get(&directory(path)).value().into_iter().flat_map(|listing| &listing.entries);
    let shown = entries.filter(|entry| hidden || !entry.name.starts_with('.'));
    shown.map(|entry| if entry.directory { format!("{}/", entry.name) } else { entry.name.clone() }).collect()
}

/// Sets the rows and the search of a picker; new rows reset it.
pub fn pick(picker: &mut Option<Picker>, rows: Vec<String>, sought: &str) {
    match picker {
        Some(picker) if picker.rows() == rows => picker.search(sought),
        _ => {
            let mut fresh = Picker::new(rows);
            fresh.search(sought);
            *picker = Some(fresh);
        }
    }
}

/// The selection move of an arrow key in a text field.
pub fn arrow(input: &Input) -> Option<Action> {
    let Input::Key(key) = input else { return None };
    let action = match key.key() {
        Key::Up => Action::Up,
        Key::Down => Action::Down,
        Key::PageUp => Action::PageUp,
        Key::PageDown => Action::PageDown,
        _ => return None,
    };
    (!key.mods().intersects(Mods::CTRL | Mods::ALT)).then_some(action)
}

/// Draws the picker below the line `top` of the area; returns its height.
pub fn view(picker: &Picker, ctx: &Context<'_>, area: Rect, top: u16, buf: &mut Buffer) -> u16 {
    let count = u16::try_from(picker.len()).unwrap_or(u16::MAX);
    let height = ROWS.min(count).min(area.height.saturating_sub(top + 1));
    let [_, list] = area.right_of(2).left_of(2).stack([top + 1, height]);
    picker.view(ctx.theme, list, buf);
    let mut taken = height + 1;
    if count > height && top + taken < area.height {
        let [up, down, take] =
            [Action::Up, Action::Down, Action::Open].map(|action| ctx.keymap.key_while_typing(action));
        let words = format!("{height} of {count}; type to search, {up} {down} choose, {take} selects");
        put(buf, area, (4, top + taken), &words, ctx.theme.style(Role::Dim));
        taken += 1;
    }
    taken
}
