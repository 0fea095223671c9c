//! The directory of a path that is being typed: listed off the loop, and picked from.

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::path::split;
use super::{Context, Remote};
use crate::message::event::{Key, Mods};
use crate::message::{Action, Answer, Ask, Effect, FileQuery, Input, Listing, Response};
use crate::widgets::line::put;
use crate::widgets::{Picker, Role};

/// How many rows of what can be picked are seen at most.
pub const ROWS: u16 = 6;

/// A directory, and which of its entries is chosen.
#[derive(Debug, Default)]
pub struct Folder {
    /// The directory that was asked for.
    asked: Option<String>,
    listing: Remote<Arc<Listing>>,
    picker: Option<Picker>,
}

impl Folder {
    /// Asks for the directory of a path, unless it was asked for last.
    pub fn list(&mut self, path: &str, ctx: &Context<'_>) -> Vec<Effect> {
        let (folder, _) = split(path);
        if self.asked.as_deref() == Some(folder) {
            return Vec::new();
        }
        self.asked = Some(folder.to_owned());
        self.listing.forget();
        self.listing.again(ctx.request(Ask::File(FileQuery::Directory(folder.to_owned()))), ctx.now)
    }

    /// Takes what lies in the directory. `true` if it was asked for here.
    pub fn hear(&mut self, response: &Response) -> bool {
        self.listing.hear(response, |answer| match answer {
            Answer::Directory(listing) => Some(Arc::clone(listing)),
            _ => None,
        })
    }

    /// Whether the path is that of an entry.
    pub fn has(&self, path: &str) -> bool {
        let (_, name) = split(path);
        !name.is_empty() && self.entries(path).iter().any(|entry| entry == name)
    }

    /// The directory's entries for a path that is being typed. What begins with a dot is hidden until a dot is
    /// typed.
    fn entries(&self, path: &str) -> Vec<String> {
        let (folder, name) = split(path);
        let hidden = name.starts_with('.');
        let listing = self.listing.value().filter(|_| self.asked.as_deref() == Some(folder));
        let entries = listing.into_iter().flat_map(|listing| &listing.entries);
        let shown = entries.filter(|entry| hidden || !entry.name.starts_with('.'));
        shown
            .map(|entry| if entry.directory { format!("{}/", entry.name) } else { entry.name.clone() })
            .collect()
    }

    /// Lets what can be picked follow what is typed.
    pub fn pick(&mut self, path: &str) {
        let entries = self.entries(path);
        pick(&mut self.picker, entries, split(path).1);
    }

    /// What can be picked now; none once what is typed is one of the entries.
    pub fn picker(&self, path: &str) -> Option<&Picker> {
        self.picker.as_ref().filter(|picker| !picker.is_empty() && !picker.has(split(path).1))
    }

    /// What can be picked, to choose from.
    pub fn picker_mut(&mut self) -> Option<&mut Picker> {
        self.picker.as_mut()
    }

    /// The path with the chosen entry.
    pub fn taken(&self, path: &str) -> Option<String> {
        let row = self.picker(path)?.chosen()?;
        Some(format!("{}{row}", split(path).0))
    }

    /// Stops asking.
    pub fn stop(&mut self) -> Option<Effect> {
        self.listing.stop()
    }
}

/// Lets a picker show these rows and search them; it begins anew if they are others.
pub fn pick(picker: &mut Option<Picker>, rows: Vec<String>, sought: &str) {
    match picker {
        Some(picker) if picker.rows() == rows => picker.search(sought),
        _ => {
            let mut fresh = Picker::of(rows);
            fresh.search(sought);
            *picker = Some(fresh);
        }
    }
}

/// The move among rows that a key means while text is typed.
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

/// Draws what can be picked below the line `top` of the area; returns how many lines it takes.
pub fn view(picker: &Picker, ctx: &Context<'_>, area: Rect, top: u16, buf: &mut Buffer) -> u16 {
    let count = u16::try_from(picker.len()).unwrap_or(u16::MAX);
    let height = ROWS.min(count).min(area.height.saturating_sub(top + 1));
    let list = Rect { x: area.x + 2.min(area.width), y: area.y.saturating_add(top + 1), height, ..area };
    let list = Rect { width: area.width.saturating_sub(4), ..list };
    picker.view(ctx.look, list, buf);
    let mut taken = height + 1;
    if count > height && top + taken < area.height {
        let [up, down, take] =
            [Action::Up, Action::Down, Action::Open].map(|action| ctx.keymap.key_while_typing(action));
        let words = format!("{height} of {count}; type to search, {up} {down} choose, {take} takes");
        put(buf, area, 4, top + taken, &words, ctx.look.theme.style(Role::Dim));
        taken += 1;
    }
    taken
}
