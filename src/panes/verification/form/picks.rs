//! The lists to pick from while a field is typed: files of a directory, contracts of a file, and candidates of a
//! project.

use super::contents::{FILE, NAME, ROOTS};
use super::fields::Fields;
use super::source::Source;
use crate::message::Action;
use crate::panes::Context;
use crate::panes::kit::Wants;
use crate::panes::kit::form::folder::{self, Folder, ROWS, Wanted};
use crate::panes::kit::nouns::project_match;
use crate::widgets::Picker;

#[derive(Debug)]
pub(super) struct Picks {
    /// The listing of the file's directory.
    folder: Folder,
    /// The listing of the last source directory.
    roots: Folder,
    /// The contracts of the file.
    names: Option<Picker>,
    /// The candidates of the project.
    candidates: Option<Picker>,
    /// Whether the user moved to a candidate before one was chosen.
    is_there: bool,
}

impl Default for Picks {
    fn default() -> Self {
        let (folder, roots) = (Folder::of(Wanted::Either), Folder::of(Wanted::Directory));
        Self { folder, roots, names: None, candidates: None, is_there: false }
    }
}

impl Picks {
    /// Adds the listing of the typed path's directory.
    pub(super) fn want(fields: &Fields, wants: &mut Wants) {
        match fields.form().focused() {
            FILE => Folder::want(&fields.path(), wants),
            ROOTS => Folder::want(&fields.last_root(), wants),
            _ => {}
        }
    }

    /// Updates the lists after a change of focus or text.
    pub(super) fn pick(&mut self, fields: &Fields, source: &Source, ctx: &Context<'_>) {
        let path = fields.path();
        match fields.form().focused() {
            FILE => self.folder.pick(&path, ctx),
            ROOTS => self.roots.pick(&fields.last_root(), ctx),
            NAME if source.is_directory(&path) => self.pick_candidate(fields, source, ctx),
            NAME => {
                let contracts = source.known(&path).into_iter().flat_map(|known| &known.contracts.deployable);
                let contracts = contracts.map(ToString::to_string).collect();
                folder::pick(&mut self.names, contracts, fields.text(NAME));
            }
            _ => {}
        }
    }

    /// Updates the candidates, with the cursor on the chosen one at first. Its name is not used as a search.
    fn pick_candidate(&mut self, fields: &Fields, source: &Source, ctx: &Context<'_>) {
        let deployed = source.deployed(&fields.path());
        let Some((deployed, found)) = deployed.and_then(|it| Some((it, it.found(ctx)?))) else {
            self.candidates = None;
            return;
        };
        let row = |compiled| format!("{}  {}", project_match::contract(compiled), compiled.file.escaped());
        let rows: Vec<String> = found.all().map(|(_, compiled)| row(compiled)).collect();
        let typed = fields.text(NAME);
        let is_chosen = deployed.chosen().is_some_and(|chosen| chosen.contract.to_string() == typed);
        let is_new = self.candidates.as_ref().is_none_or(|picker| picker.rows() != rows);
        let was_sought = self.candidates.as_ref().is_some_and(|picker| !picker.sought().is_empty());
        let goes_there = is_new || is_chosen && was_sought;
        folder::pick(&mut self.candidates, rows, if is_chosen { "" } else { typed });
        self.is_there = deployed.chosen().is_some() || !typed.is_empty() || (self.is_there && !is_new);
        if let (true, Some(row), Some(picker)) =
            (goes_there, deployed.chosen_row(found), &mut self.candidates)
        {
            picker.choose(row, ROWS);
        }
    }

    /// The open list; `None` if the text equals one of its rows.
    pub(super) fn picker(&self, fields: &Fields, source: &Source) -> Option<&Picker> {
        let path = fields.path();
        match fields.form().focused() {
            // A directory that is chosen itself offers candidates instead of its entries.
            FILE | NAME if source.is_directory(&path) => None,
            FILE => self.folder.picker(&path),
            ROOTS => self.roots.picker(&fields.last_root()),
            NAME => self.names.as_ref().filter(|names| !names.is_empty() && !names.has(fields.text(NAME))),
            _ => None,
        }
    }

    /// The candidates of a project while the contract's field has the focus.
    pub(super) fn candidates(&self, fields: &Fields, source: &Source) -> Option<&Picker> {
        let is_shown = fields.form().focused() == NAME && source.is_directory(&fields.path());
        self.candidates.as_ref().filter(|_| is_shown)
    }

    /// The candidate under the cursor. `None` if none is chosen and the user has not moved to one.
    pub(super) fn cursor(&self, fields: &Fields, source: &Source) -> Option<usize> {
        self.candidates(fields, source).filter(|_| self.is_there)?.chosen_row()
    }

    /// The candidate under the cursor, unless it is already chosen and named.
    fn candidate(&self, fields: &Fields, source: &Source, ctx: &Context<'_>) -> Option<usize> {
        let row = self.cursor(fields, source)?;
        let deployed = source.deployed(&fields.path())?;
        let chosen = deployed.chosen_row(deployed.found(ctx)?);
        let is_named = deployed.chosen().is_some_and(|it| it.contract.to_string() == fields.text(NAME));
        (chosen != Some(row) || !is_named).then_some(row)
    }

    /// Whether enter picks a row.
    pub(super) fn is_open(&self, fields: &Fields, source: &Source, ctx: &Context<'_>) -> bool {
        self.picker(fields, source).is_some() || self.candidate(fields, source, ctx).is_some()
    }

    /// Moves to another row. `false` if the list does not handle the action.
    pub(super) fn go(&mut self, action: Action, fields: &Fields, source: &Source) -> bool {
        if self.candidates(fields, source).is_some() {
            if !self.is_there {
                self.is_there = action == Action::Down;
                return self.is_there;
            }
            // Moves beyond the first or last row go to the neighbouring fields.
            return self.candidates.as_mut().is_some_and(|picker| picker.act(action, ROWS));
        }
        if self.picker(fields, source).is_none() {
            return false;
        }
        let picker = match fields.form().focused() {
            FILE => self.folder.picker_mut(),
            ROOTS => self.roots.picker_mut(),
            _ => self.names.as_mut(),
        };
        let moved = picker.is_some_and(|picker| picker.act(action, ROWS));
        // Moving up from the first row goes to the field above; below the last row is nothing.
        moved || action != Action::Up
    }

    /// Puts the chosen row into its field. `false` if no row is chosen.
    pub(super) fn take(&self, fields: &mut Fields, source: &mut Source, ctx: &Context<'_>) -> bool {
        if let Some(row) = self.candidate(fields, source, ctx) {
            return source.choose(row, fields, ctx);
        }
        let focused = fields.form().focused();
        match focused {
            FILE => {
                let Some(picked) = self.folder.taken(&fields.path()) else { return false };
                fields.set(FILE, &picked.path);
                source.typed();
                if picked.path.ends_with('/') && picked.is_whole {
                    source.take_up(&picked.path, fields);
                } else if picked.is_whole {
                    fields.leave_file();
                }
            }
            ROOTS => {
                let Some(picked) = self.roots.taken(&fields.last_root()) else { return false };
                fields.set_last_root(&picked.path);
                if picked.is_whole {
                    fields.leave_roots();
                }
            }
            _ => {
                let picked = self.picker(fields, source).and_then(Picker::chosen).map(str::to_owned);
                let Some(name) = picked else { return false };
                fields.set(focused, &name);
            }
        }
        true
    }
}
