//! The file to verify from, read off the event loop and again before sending. For a directory it is the file of the
//! chosen contract.

use std::sync::Arc;

use api::{Cause, Failure};
use decode::candidates::Nearness;
use ledger::HexBytes;
use verification::{Compilation, ContractIdentifier, Mode};

use super::contents::{COMPILER, FILE, NAME, ROOTS};
use super::deployed::{self, Deployed};
use super::fields::{CalledFor, Fields};
use crate::message::{CompilationFile, ProjectMatch, ProjectQuery};
use crate::panes::kit::form::folder::Folder;
use crate::panes::kit::{Once, Wants};
use crate::panes::{Context, Status};

#[derive(Debug, Default)]
pub(super) struct Source {
    /// The path last taken from the form.
    named: String,
    /// Whether that path is a directory.
    is_directory: bool,
    /// Whether the user typed, pasted or picked the path in this form; a choice below it may change the mode then.
    is_typed: bool,
    /// The path of the file that is loaded or loading.
    path: String,
    /// The directories in which its sources were searched.
    roots: Vec<String>,
    /// The request for the file, or for the check before sending.
    file: Once<CompilationFile>,
    compilation: Option<Arc<Compilation>>,
    failure: Option<Failure>,
    /// The path whose contract and compiler were filled in.
    filled: String,
    /// The compiler that was filled in.
    compiler: String,
    /// The comparison of the file or directory with the deployed code.
    deployed: Deployed,
    /// The fields still to fill in after a choice.
    unfilled: Option<Follows>,
    /// Whether a comparison has filled in the form since [`Self::receive_deployed`] was last called.
    is_filled: bool,
}

/// The fields that a choice fills in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Follows {
    /// The contract and the compiler.
    Contract,
    /// The mode as well.
    Mode,
}

/// The result of the check before sending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Check {
    /// The file is unchanged and may be sent.
    Unchanged,
    Changed,
}

/// The contract named in the form, if the mode uses the name.
pub(super) fn contract(fields: &Fields, compilation: &Compilation) -> Option<ContractIdentifier> {
    let is_named = fields.mode() == Mode::StandardJson;
    is_named.then(|| compilation.contract(fields.text(NAME)).ok()).flatten()
}

impl Source {
    /// Adds the request for the file, and the comparison.
    pub(super) fn want(&self, fields: &Fields, wants: &mut Wants) {
        if fields.wants_file() {
            self.file.want(wants);
            self.deployed.want(wants);
        }
    }

    /// Reads the file once its path is complete or its field loses the focus, and compares it with the contract's
    /// code.
    pub(super) fn follow(&mut self, fields: &Fields, code: Option<&HexBytes>, ctx: &Context<'_>) {
        if !fields.wants_file() {
            return self.leave();
        }
        let path = fields.path();
        // An incomplete path may name another file, so only existing files are read while typing.
        let complete = fields.form().focused() != FILE || Folder::has(&path, ctx);
        if complete && !path.is_empty() && *path != self.named {
            self.take_up(&path, fields);
        }
        if fields.form().focused() != ROOTS {
            self.follow_roots(fields);
        }
        if *path == self.named && !self.file.is_asked() {
            self.compare(code);
        }
        if let Some(known) = &mut self.compilation
            && known.needs.everything != fields.sends_everything()
        {
            Arc::make_mut(known).needs.everything = fields.sends_everything();
        }
    }

    /// Takes another path; reading it shows whether it is a directory.
    pub(super) fn take_up(&mut self, path: &str, fields: &Fields) {
        self.forget();
        self.deployed.follow(None);
        self.is_directory = false;
        path.clone_into(&mut self.named);
        self.roots = fields.roots();
        self.read(path.to_owned());
    }

    /// Marks the path as the user's, not restored from a draft.
    pub(super) fn typed(&mut self) {
        self.is_typed = true;
    }

    fn follow_roots(&mut self, fields: &Fields) {
        if fields.roots() != self.roots {
            self.roots = fields.roots();
            self.read_file();
        }
    }

    fn compare(&mut self, code: Option<&HexBytes>) {
        let is_read = self.is_directory || self.compilation.is_some();
        let query = code.filter(|_| is_read);
        let query = query.map(|code| ProjectQuery { directory: self.named.clone(), code: code.clone() });
        if self.deployed.follow(query) && self.is_directory {
            self.forget();
        }
        self.read_chosen();
    }

    /// Reads the chosen contract's file in the directory, unless it is loaded.
    fn read_chosen(&mut self) {
        let chosen = self.deployed.chosen().filter(|_| self.is_directory);
        let Some(path) = chosen.map(|chosen| chosen.source.to_string_lossy().into_owned()) else { return };
        if path != self.path {
            self.forget();
            self.read(path);
        }
    }

    fn read(&mut self, path: String) {
        path.clone_into(&mut self.path);
        self.failure = None;
        self.file.ask(CompilationFile { path, roots: self.roots.clone(), unless: None });
    }

    /// Reads the path again, as a file or as a directory.
    fn read_file(&mut self) {
        if !self.path.is_empty() {
            self.read(self.path.clone());
        }
    }

    fn forget(&mut self) {
        self.path.clear();
        self.file.stop();
        (self.compilation, self.failure) = (None, None);
    }

    /// Reads an unusable file again, and repeats a comparison that found nothing: the user may have fixed the
    /// files.
    pub(super) fn read_again(&mut self, fields: &Fields, ctx: &Context<'_>) {
        let path = fields.path();
        if !fields.wants_file() || path.is_empty() {
            return;
        }
        if *path != self.named {
            return self.take_up(&path, fields);
        }
        self.follow_roots(fields);
        if self.is_directory && self.deployed.chosen().is_none_or(|chosen| !chosen.nearness.verifies()) {
            self.deployed.compare_again(ctx);
        }
        let poor = match self.known(&path) {
            Some(compilation) => !compilation.lacking.is_empty(),
            None => !self.file.is_asked(),
        };
        if poor {
            self.read_file();
        }
    }

    /// Reads the file again before sending, to see whether it has changed.
    pub(super) fn check(&mut self) {
        if let Some(known) = &self.compilation {
            let (path, roots) = (self.path.clone(), self.roots.clone());
            self.file.ask(CompilationFile { path, roots, unless: Some(known.stamp.clone()) });
        }
    }

    /// Receives the file and fills in the form. Returns the result if it was a check.
    pub(super) fn receive(&mut self, fields: &mut Fields, ctx: &Context<'_>) -> Option<Check> {
        let (file, outcome) = self.file.receive(ctx)?;
        match outcome {
            Ok(None) => return Some(Check::Unchanged),
            Ok(Some(compilation)) => {
                self.compilation = Some(Arc::clone(compilation));
                self.fill(fields);
                self.fill_chosen(fields);
            }
            Err(Failure::Here { cause: Cause::Directory, .. }) if file.path == self.named => {
                self.forget();
                self.is_directory = true;
                self.call_for(fields);
                // After a paste or pick, the next field is the contract's.
                if fields.form().focused() == FILE {
                    fields.leave_file();
                }
            }
            // A file that can no longer be read must not be sent from memory.
            Err(failure) => (self.compilation, self.failure) = (None, Some(failure.clone())),
        }
        file.unless.map(|_| {
            self.deployed.compare_again(ctx);
            Check::Changed
        })
    }

    /// Receives the comparison. Returns whether it has filled in the form since the last call.
    pub(super) fn receive_deployed(&mut self, fields: &mut Fields, ctx: &Context<'_>) -> bool {
        if let Some(found) = self.deployed.receive(ctx) {
            if !self.is_directory {
                self.name_deployed(found, fields);
            } else if self.deployed.settle(found, fields.text(NAME)) {
                self.take_chosen(if self.is_typed { Follows::Mode } else { Follows::Contract }, fields);
            }
        }
        std::mem::take(&mut self.is_filled)
    }

    /// Fills in the file's deployed contract, if the field is empty.
    fn name_deployed(&mut self, found: &ProjectMatch, fields: &mut Fields) {
        if let (Ok((_, compiled)), true) = (deployed::best(found, ""), fields.text(NAME).is_empty()) {
            fields.set(NAME, &compiled.contract.to_string());
            self.is_filled = true;
        }
    }

    /// Applies the user's choice among the candidates. `false` if the row does not exist.
    pub(super) fn choose(&mut self, row: usize, fields: &mut Fields, ctx: &Context<'_>) -> bool {
        let is_chosen = self.deployed.choose(row, ctx);
        if is_chosen {
            self.take_chosen(Follows::Mode, fields);
        }
        is_chosen
    }

    fn take_chosen(&mut self, follows: Follows, fields: &mut Fields) {
        self.is_filled = true;
        self.unfilled = self.deployed.chosen().map(|_| follows);
        match self.deployed.chosen() {
            Some(chosen) => fields.set(NAME, &chosen.contract.to_string()),
            None => self.forget(),
        }
        self.read_chosen();
        self.fill_chosen(fields);
    }

    /// Fills in the form for the chosen candidate, once its file is loaded.
    fn fill_chosen(&mut self, fields: &mut Fields) {
        let (Some(chosen), Some(compilation)) = (self.deployed.chosen(), &self.compilation) else { return };
        let Some(follows) = self.unfilled.take() else { return };
        self.is_filled = true;
        fields.set(NAME, &chosen.contract.to_string());
        if let (None, Some(compiler)) = (&compilation.compiler_version, &chosen.compiler) {
            self.compiler = compiler.escaped();
            fields.set(COMPILER, &self.compiler);
        }
        if follows == Follows::Mode {
            fields.set_mode(compilation.kind.best_mode(chosen.nearness == Nearness::Exact));
        }
    }

    /// Fills in the compiler of a new file, and the contract unless the form already names one in the file.
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

    /// Shows the fields that the file needs.
    pub(super) fn call_for(&self, fields: &mut Fields) {
        if self.file.is_asked() {
            return;
        }
        let path = fields.path().into_owned();
        let sent = self.known(&path).map(|known| known.sent(fields.mode(), contract(fields, known).as_ref()));
        fields.follow_file(CalledFor {
            contract: self.is_directory(&path),
            roots: sent.as_ref().is_some_and(|sent| !sent.lacking.is_empty()),
            sources: sent.is_some_and(|sent| !sent.left_out.is_empty()),
        });
    }

    /// Drops the file when the mode no longer sends one: sources are large.
    pub(super) fn leave(&mut self) {
        self.forget();
        if !self.is_directory {
            self.named.clear();
        }
    }

    /// Drops the file while another pane is on screen; it is read again later.
    pub(super) fn rest(&mut self) {
        if !self.file.is_asked() {
            self.leave();
        }
    }

    /// The loaded file at this path, or the chosen one in this directory.
    pub(super) fn known(&self, path: &str) -> Option<&Compilation> {
        self.compilation.as_deref().filter(|_| self.named == path)
    }

    /// Why the file at this path could not be read.
    pub(super) fn failure(&self, path: &str) -> Option<&Failure> {
        self.failure.as_ref().filter(|_| self.named == path)
    }

    /// Whether the file at this path is loading.
    pub(super) fn is_reading(&self, path: &str) -> bool {
        self.named == path && self.file.is_asked()
    }

    /// Whether this path is known to be a directory.
    pub(super) fn is_directory(&self, path: &str) -> bool {
        self.named == path && self.is_directory
    }

    /// The comparison of the file or directory at this path.
    pub(super) fn deployed(&self, path: &str) -> Option<&Deployed> {
        Some(&self.deployed).filter(|_| self.named == path)
    }

    /// The path of the file to send: as typed, or the chosen one in a directory.
    pub(super) fn sent_path<'a>(&'a self, fields: &'a Fields) -> &'a str {
        if self.is_directory(&fields.path()) { &self.path } else { fields.text(FILE) }
    }

    /// The status for the header while the file is loading.
    pub(super) fn status(&self, ctx: &Context<'_>) -> Option<Status> {
        let file = self.file.progress(ctx).map(|file| file.status(ctx));
        file.or_else(|| self.deployed.status(ctx))
    }
}
