//! The file to verify from: read off the loop, with its path completed and its contract picked, and read again before
//! sending.

use std::sync::Arc;

use super::fields::{COMPILER, FILE, Fields, NAME};
use crate::message::question::CompilationFile;
use crate::message::{Action, Failure, Input};
use crate::panes::kit::folder::{self, Folder, ROWS};
use crate::panes::kit::{Once, Wants};
use crate::panes::{Context, Status};
use crate::verification::{Compilation, ContractIdentifier, Mode};
use crate::widgets::Picker;

/// What is known of the file, and what can be picked.
#[derive(Debug, Default)]
pub(super) struct Source {
    /// The path of the file that was read last, or is being read.
    path: String,
    /// The file while it is read, or checked before it is sent.
    file: Once<CompilationFile>,
    compilation: Option<Arc<Compilation>>,
    failure: Option<Failure>,
    /// The path whose contract and compiler have been put into the form.
    filled: String,
    /// The compiler that was filled in.
    compiler: String,
    /// The listing of the file's directory.
    folder: Folder,
    /// The contracts in it to pick from.
    names: Option<Picker>,
}

/// What a check before sending showed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Check {
    /// The file is as it was, and may be sent.
    Unchanged,
    /// It is not as it was.
    Changed,
}

/// The contract of the file that the form names, in a mode that names one.
pub(super) fn contract(fields: &Fields, compilation: &Compilation) -> Option<ContractIdentifier> {
    let is_named = fields.mode() == Mode::StandardJson;
    is_named.then(|| compilation.contract(fields.text(NAME)).ok()).flatten()
}

impl Source {
    /// Adds the file that is read, and the directory of the path that is being typed.
    pub(super) fn want(&self, fields: &Fields, wants: &mut Wants) {
        if fields.wants_file() && fields.form().focused() == FILE {
            Folder::want(&fields.path(), wants);
        }
        self.file.want(wants);
    }

    /// Reads the file whose path has been left or is complete.
    pub(super) fn follow(&mut self, fields: &Fields, ctx: &Context<'_>) {
        if !fields.wants_file() {
            return self.leave();
        }
        let path = fields.path();
        // What is typed may be the beginning of another name, so only what is there is read.
        let complete = fields.form().focused() != FILE || Folder::has(&path, ctx);
        if complete && !path.is_empty() && *path != self.path {
            self.load(&path);
        }
    }

    fn load(&mut self, path: &str) {
        if self.path != path {
            self.compilation = None;
            path.clone_into(&mut self.path);
        }
        self.failure = None;
        self.file.ask(CompilationFile { path: path.to_owned(), unless: None });
    }

    /// Reads a file again that could not serve: it may have been mended since.
    pub(super) fn read_again(&mut self, fields: &Fields) {
        let path = fields.path();
        let poor = match self.known(&path) {
            Some(compilation) => !compilation.lacking.is_empty(),
            None => !self.file.is_asked(),
        };
        if fields.wants_file() && !path.is_empty() && poor {
            self.load(&path);
        }
    }

    /// Looks whether the file is as it was, before it is sent.
    pub(super) fn check(&mut self) {
        if let Some(known) = &self.compilation {
            self.file.ask(CompilationFile { path: self.path.clone(), unless: Some(known.stamp.clone()) });
        }
    }

    /// Receives the file and fills the form from it. Returns the result if it was a check.
    pub(super) fn receive(&mut self, fields: &mut Fields, ctx: &Context<'_>) -> Option<Check> {
        let (file, outcome) = self.file.receive(ctx)?;
        match outcome {
            Ok(None) => return Some(Check::Unchanged),
            Ok(Some(compilation)) => {
                self.compilation = Some(Arc::clone(compilation));
                self.fill(fields);
            }
            // A file that cannot be read any more cannot be sent as it was read before.
            Err(failure) => (self.compilation, self.failure) = (None, Some(failure.clone())),
        }
        self.pick(fields, ctx);
        file.unless.map(|_| Check::Changed)
    }

    /// Fills the form from a newly read file: its compiler, and its contract unless the form names one of the
    /// file's.
    fn fill(&mut self, fields: &mut Fields) {
        let Some(compilation) = self.compilation.as_ref().filter(|_| self.filled != self.path) else {
            return;
        };
        if compilation.contract(fields.text(NAME)).is_err() {
            let only = compilation.contracts.only().map(ToString::to_string);
            fields.set(NAME, &only.unwrap_or_default());
        }
        fields.hint_compiler(&String::from_utf8_lossy(compilation.language.raw()));
        let compiler = compilation.compiler_version.as_ref().map(ToString::to_string);
        let of_other_file = !self.compiler.is_empty() && fields.text(COMPILER) == self.compiler;
        if compiler.is_some() || of_other_file {
            fields.set(COMPILER, compiler.as_deref().unwrap_or_default());
        }
        self.compiler = compiler.unwrap_or_default();
        self.filled.clone_from(&self.path);
    }

    /// Drops what is only of use while the mode sends a file: the texts are large.
    pub(super) fn leave(&mut self) {
        let (filled, compiler) = (std::mem::take(&mut self.filled), std::mem::take(&mut self.compiler));
        *self = Self { filled, compiler, ..Self::default() };
    }

    /// Drops what was read while another pane is on screen; it is read again after that.
    pub(super) fn rest(&mut self) {
        if !self.file.is_asked() {
            self.compilation = None;
            self.path.clear();
        }
    }

    /// The file at this path, if it was read.
    pub(super) fn known(&self, path: &str) -> Option<&Compilation> {
        self.compilation.as_deref().filter(|_| self.path == path)
    }

    /// Why the file at this path could not be read.
    pub(super) fn failure(&self, path: &str) -> Option<&Failure> {
        self.failure.as_ref().filter(|_| self.path == path)
    }

    /// Whether the file at this path is being read.
    pub(super) fn is_reading(&self, path: &str) -> bool {
        self.path == path && self.file.is_asked()
    }

    /// What the header says while the file is read.
    pub(super) fn status(&self, ctx: &Context<'_>) -> Option<Status> {
        self.file.progress(ctx).map(|file| file.status(ctx))
    }

    /// Lets what can be picked follow the focus and what is typed.
    pub(super) fn pick(&mut self, fields: &Fields, ctx: &Context<'_>) {
        let path = fields.path();
        match fields.form().focused() {
            FILE => self.folder.pick(&path, ctx),
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
        // Above the first row is the field above; below the last one there is nothing.
        moved || action != Action::Up
    }

    /// Puts the chosen row into its field. `false` if there is none.
    pub(super) fn put_chosen(&mut self, fields: &mut Fields) -> bool {
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
