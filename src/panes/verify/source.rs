//! The file that is verified from: read off the loop, its path completed, its contract picked, and looked at
//! once more before it is sent.

use std::sync::Arc;

use super::fields::{COMPILER, FILE, Fields, NAME};
use crate::message::{Action, Answer, Ask, Effect, Failure, FileQuery, Input, Response};
use crate::panes::folder::{self, Folder, ROWS};
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
    /// What lies beside the file.
    folder: Folder,
    /// The contracts in it to pick from.
    names: Option<Picker>,
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

impl Source {
    /// What is asked for without a key: the file whose path has been left or is complete, the directory of one
    /// that is being typed.
    pub(super) fn due(&mut self, fields: &Fields, ctx: &Context<'_>) -> Vec<Effect> {
        if !fields.wants_file() {
            return self.leave();
        }
        let path = fields.path();
        if fields.form().focused() == FILE {
            let mut effects = self.folder.list(&path, ctx);
            // What is typed may be the beginning of another name, so only what is there is read.
            if *path != self.path && self.folder.has(&path) {
                effects.extend(self.read(&path, ctx));
            }
            return effects;
        }
        if path.is_empty() || *path == self.path { Vec::new() } else { self.read(&path, ctx) }
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
        if self.folder.hear(response) {
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
        let stopped = self.compilation.stop().into_iter().chain(self.folder.stop()).collect();
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
        let path = fields.path();
        match fields.form().focused() {
            FILE => self.folder.pick(&path),
            NAME => {
                let contracts = self.contracts(&path);
                folder::pick(&mut self.names, contracts, fields.text(NAME));
            }
            _ => {}
        }
    }

    fn contracts(&self, path: &str) -> Vec<String> {
        let contracts = self.known(path).into_iter().flat_map(|known| &known.contracts.deployable);
        contracts.map(ToString::to_string).collect()
    }

    /// What can be picked now; none once what is typed is one of the rows.
    pub(super) fn picker(&self, fields: &Fields) -> Option<&Picker> {
        match fields.form().focused() {
            FILE => self.folder.picker(&fields.path()),
            NAME => self.names.as_ref().filter(|names| !names.is_empty() && !names.has(fields.text(NAME))),
            _ => None,
        }
    }

    /// Takes an arrow that chooses another row. `false` if the key is not the list's.
    pub(super) fn arrow(&mut self, input: &Input, fields: &Fields) -> bool {
        let Some(action) = folder::arrow(input).filter(|_| self.picker(fields).is_some()) else {
            return false;
        };
        let picker =
            if fields.form().focused() == FILE { self.folder.picker_mut() } else { self.names.as_mut() };
        let moved = picker.is_some_and(|picker| picker.act(action, ROWS));
        // Beyond the first row lies the field above; below the last one there is nothing.
        moved || action != Action::Up
    }

    /// Puts the chosen row into its field. `false` if there is none.
    pub(super) fn take(&mut self, fields: &mut Fields) -> bool {
        if fields.form().focused() == FILE {
            let Some(path) = self.folder.taken(&fields.path()) else { return false };
            fields.set(FILE, &path);
            if !path.ends_with('/') {
                fields.leave_file();
            }
            return true;
        }
        let Some(name) = self.picker(fields).and_then(Picker::chosen).map(str::to_owned) else {
            return false;
        };
        fields.set(fields.form().focused(), &name);
        true
    }
}
