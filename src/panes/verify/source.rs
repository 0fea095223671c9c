//! The file that is verified from: read off the loop, its path completed, its contract picked, and looked at
//! once more before it is sent.

use std::sync::Arc;

use super::fields::{COMPILER, FILE, Fields, NAME};
use super::path::split;
use crate::message::event::{Key, Mods};
use crate::message::{Action, Answer, Ask, Effect, Failure, FileQuery, Input, Listing, Response};
use crate::panes::{Context, Remote};
use crate::verification::Compilation;
use crate::widgets::Picker;

/// What is known of the file, and what can be picked.
#[derive(Debug, Default)]
pub(super) struct Source {
    /// The path that was asked for.
    path: String,
    compilation: Remote<Arc<Compilation>>,
    /// The path whose contract and compiler have been put into the form.
    filled: String,
    /// What was put there as the compiler.
    compiler: String,
    /// The directory that was asked for.
    folder: Option<String>,
    listing: Remote<Arc<Listing>>,
    /// What is picked from, for the field of this name.
    picker: Option<(&'static str, Picker)>,
    /// Whether the file is looked at once more because it is about to be sent.
    checking: bool,
}

/// What an answer brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Heard {
    /// It was for something else.
    Nothing,
    /// A directory to pick from, or a file that has been read.
    News,
    /// The file is as it was, and may be sent.
    Unchanged,
    /// The file was about to be sent and is not as it was.
    Changed,
}

/// How many rows of what can be picked are seen at most.
pub(super) const ROWS: u16 = 6;

impl Source {
    /// What is asked for without a key: the file whose path has been left or is complete, the directory of one
    /// that is being typed.
    pub(super) fn due(&mut self, fields: &Fields, ctx: &Context<'_>) -> Vec<Effect> {
        if !fields.wants_file() {
            return self.leave();
        }
        let path = fields.path();
        if fields.form().focused() == FILE {
            let (folder, name) = split(&path);
            let mut effects = self.list(folder, ctx);
            // What is typed may be the beginning of another name, so only what is there is read.
            if !name.is_empty() && *path != self.path && self.entries(&path).iter().any(|entry| entry == name)
            {
                effects.extend(self.read(&path, ctx));
            }
            return effects;
        }
        if path.is_empty() || *path == self.path { Vec::new() } else { self.read(&path, ctx) }
    }

    fn list(&mut self, folder: &str, ctx: &Context<'_>) -> Vec<Effect> {
        if self.folder.as_deref() == Some(folder) {
            return Vec::new();
        }
        self.folder = Some(folder.to_owned());
        self.listing.forget();
        self.listing.again(ctx.request(Ask::File(FileQuery::Directory(folder.to_owned()))), ctx.now)
    }

    fn read(&mut self, path: &str, ctx: &Context<'_>) -> Vec<Effect> {
        if self.path != path {
            self.compilation.forget();
            path.clone_into(&mut self.path);
        }
        self.checking = false;
        let query = FileQuery::Compilation { path: path.to_owned(), unless: None };
        self.compilation.again(ctx.request(Ask::File(query)), ctx.now)
    }

    /// Reads a file again that could not serve: it may have been mended since.
    pub(super) fn read_again(&mut self, fields: &Fields, ctx: &Context<'_>) -> Vec<Effect> {
        let path = fields.path();
        let poor = match self.known(&path) {
            Some(compilation) => !compilation.lacking.is_empty(),
            None => self.compilation.asked().is_none(),
        };
        if fields.wants_file() && !path.is_empty() && poor { self.read(&path, ctx) } else { Vec::new() }
    }

    /// Looks whether the file is as it was, before it is sent. It is asked once.
    pub(super) fn check(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        let Some(known) = self.compilation.value().filter(|_| !self.checking) else { return Vec::new() };
        self.checking = true;
        let query = FileQuery::Compilation { path: self.path.clone(), unless: Some(known.stamp.clone()) };
        self.compilation.again(ctx.request(Ask::File(query)), ctx.now)
    }

    /// Takes an answer, and fills in what the file tells.
    pub(super) fn hear(&mut self, response: &Response, fields: &mut Fields) -> Heard {
        let listed = self.listing.hear(response, |answer| match answer {
            Answer::Directory(listing) => Some(Arc::clone(listing)),
            _ => None,
        });
        if listed {
            self.pick(fields);
            return Heard::News;
        }
        let heard = self.compilation.hear(response, |answer| match answer {
            Answer::Compilation(compilation) => Some(Arc::clone(compilation)),
            _ => None,
        });
        if !heard {
            return Heard::Nothing;
        }
        let checked = std::mem::take(&mut self.checking);
        match &response.outcome {
            Ok(Answer::Unchanged) if checked => return Heard::Unchanged,
            Ok(Answer::Compilation(_)) => self.fill(fields),
            // A file that cannot be read any more cannot be sent as it was read before.
            _ => self.compilation.forget(),
        }
        self.pick(fields);
        if checked { Heard::Changed } else { Heard::News }
    }

    /// Puts into the form what a file tells that was not read before: its compiler, and its contract unless the
    /// one that stands there is in it.
    fn fill(&mut self, fields: &mut Fields) {
        let Some(compilation) = self.compilation.value().filter(|_| self.filled != self.path) else { return };
        if compilation.contract(fields.text(NAME)).is_err() {
            let only = compilation.contracts.only().map(ToString::to_string);
            fields.set(NAME, &only.unwrap_or_default());
        }
        let compiler = compilation.compiler_version.as_ref().map(ToString::to_string);
        let of_other_file = !self.compiler.is_empty() && fields.text(COMPILER) == self.compiler;
        if compiler.is_some() || of_other_file {
            fields.set(COMPILER, compiler.as_deref().unwrap_or_default());
        }
        self.compiler = compiler.unwrap_or_default();
        self.filled.clone_from(&self.path);
    }

    /// Drops what is only of use while the mode sends a file: the texts are large.
    pub(super) fn leave(&mut self) -> Vec<Effect> {
        let stopped = self.compilation.stop().into_iter().chain(self.listing.stop()).collect();
        let (filled, compiler) = (std::mem::take(&mut self.filled), std::mem::take(&mut self.compiler));
        *self = Self { filled, compiler, ..Self::default() };
        stopped
    }

    /// Drops what was read while another pane is looked at; it is read again after that.
    pub(super) fn rest(&mut self) {
        if self.compilation.asked().is_none() {
            self.compilation.forget();
            self.path.clear();
        }
    }

    /// What is known of the file at this path.
    pub(super) fn known(&self, path: &str) -> Option<&Compilation> {
        self.compilation.value().filter(|_| self.path == path).map(AsRef::as_ref)
    }

    /// Why the file at this path could not be read.
    pub(super) fn failure(&self, path: &str) -> Option<&Failure> {
        self.compilation.failure().filter(|_| self.path == path)
    }

    /// Whether the file at this path is being read.
    pub(super) fn is_reading(&self, path: &str) -> bool {
        self.path == path && self.compilation.asked().is_some()
    }

    /// The file's own state, for the header and its spinner.
    pub(super) fn remote(&self) -> &Remote<Arc<Compilation>> {
        &self.compilation
    }

    /// Lets what can be picked follow the focus and what is typed.
    pub(super) fn pick(&mut self, fields: &Fields) {
        let focused = fields.form().focused();
        let path = fields.path();
        let sought = match focused {
            FILE => split(&path).1.to_owned(),
            NAME => fields.text(NAME).to_owned(),
            _ => {
                self.picker = None;
                return;
            }
        };
        let rows = if focused == FILE { self.entries(&path) } else { self.contracts(&path) };
        match &mut self.picker {
            Some((of, picker)) if *of == focused && picker.rows() == rows => picker.search(&sought),
            picker => {
                let mut fresh = Picker::of(rows);
                fresh.search(&sought);
                *picker = Some((focused, fresh));
            }
        }
    }

    /// The directory's entries for a path that is being typed. What begins with a dot is hidden until a dot is
    /// typed.
    fn entries(&self, path: &str) -> Vec<String> {
        let (folder, name) = split(path);
        let hidden = name.starts_with('.');
        let listing = self.listing.value().filter(|_| self.folder.as_deref() == Some(folder));
        let entries = listing.into_iter().flat_map(|listing| &listing.entries);
        let shown = entries.filter(|entry| hidden || !entry.name.starts_with('.'));
        shown
            .map(|entry| if entry.directory { format!("{}/", entry.name) } else { entry.name.clone() })
            .collect()
    }

    fn contracts(&self, path: &str) -> Vec<String> {
        let contracts = self.known(path).into_iter().flat_map(|known| &known.contracts.deployable);
        contracts.map(ToString::to_string).collect()
    }

    /// What can be picked now; none once what is typed is one of the rows.
    pub(super) fn picker(&self, fields: &Fields) -> Option<&Picker> {
        let (of, picker) = self.picker.as_ref()?;
        let path = fields.path();
        let sought = if *of == FILE { split(&path).1 } else { fields.text(NAME) };
        (*of == fields.form().focused() && !picker.is_empty() && !picker.has(sought)).then_some(picker)
    }

    /// Takes an arrow that chooses another row. `false` if the key is not the list's.
    pub(super) fn arrow(&mut self, input: &Input, fields: &Fields) -> bool {
        let Input::Key(key) = input else { return false };
        let action = match key.key() {
            Key::Up => Action::Up,
            Key::Down => Action::Down,
            Key::PageUp => Action::PageUp,
            Key::PageDown => Action::PageDown,
            _ => return false,
        };
        if key.mods().intersects(Mods::CTRL | Mods::ALT) || self.picker(fields).is_none() {
            return false;
        }
        let moved = self.picker.as_mut().is_some_and(|(_, picker)| picker.act(action, ROWS));
        // Beyond the first row lies the field above; below the last one there is nothing.
        moved || action != Action::Up
    }

    /// Puts the chosen row into its field. `false` if there is none.
    pub(super) fn take(&mut self, fields: &mut Fields) -> bool {
        let Some(row) = self.picker(fields).and_then(Picker::chosen) else { return false };
        let text = match fields.form().focused() {
            FILE => format!("{}{row}", split(&fields.path()).0),
            _ => row.to_owned(),
        };
        fields.set(fields.form().focused(), &text);
        if fields.form().focused() == FILE && !text.ends_with('/') {
            fields.leave_file();
        }
        true
    }
}
