//! What was found in a directory so far.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::shape::{Coded, Shape};
use crate::files::reader::Reader;
use crate::ledger::Text;
use crate::verification::{Compiled, ContractIdentifier, Project};

/// What was found.
pub(super) struct Found<'a> {
    root: &'a Path,
    project: Project,
    /// What is known already: a tool may write the same contract into several files.
    known: HashSet<(ContractIdentifier, Arc<str>)>,
    /// The compiler's inputs with their sources.
    inputs: Vec<(PathBuf, Vec<String>)>,
    /// The compiler's outputs that wait for their inputs.
    outputs: Vec<(PathBuf, Vec<Coded>)>,
}

impl<'a> Found<'a> {
    /// Nothing, in a directory without links in its path.
    pub(super) fn new(root: &'a Path) -> Self {
        let (project, known) = (Project::default(), HashSet::new());
        Self { root, project, known, inputs: Vec::new(), outputs: Vec::new() }
    }

    /// Adds what a file holds. A file of another kind is none of a project's business.
    pub(super) fn read(&mut self, file: &Path, reader: &mut Reader) {
        let text = match reader.text(file) {
            Ok(text) => text,
            Err(fault) => return self.leave_out(file, fault.sentence()),
        };
        let Ok(shape) = serde_json::from_str::<Shape<'_>>(&text) else { return };
        if shape.is_artifact() {
            match shape.artifact() {
                Some(coded) => self.add(coded, file, file),
                None => self.leave_out(file, "It names neither its source nor its contract.".to_owned()),
            }
        } else if let Some(all) = shape.compiled() {
            let beside = file.to_str().and_then(|path| path.strip_suffix(".output.json"));
            let input = beside.map(|path| PathBuf::from(format!("{path}.json")));
            let input = input.filter(|input| input.is_file());
            match input.as_deref().or(shape.input.map(|_| file)) {
                Some(input) => self.add_all(all, file, input),
                None => self.outputs.push((file.to_owned(), all)),
            }
        } else if let Some(sources) = shape.sources() {
            self.inputs.push((file.to_owned(), sources));
        }
    }

    /// All of it, now that every file was read.
    pub(super) fn project(mut self) -> Project {
        for (file, all) in std::mem::take(&mut self.outputs) {
            let holds = |sources: &[String]| {
                all.iter().all(|coded| sources.iter().any(|path| path == coded.contract.path()))
            };
            let beside = |input: &Path| input.parent() == file.parent();
            let input = self.inputs.iter().find(|(input, sources)| beside(input) && holds(sources));
            match input.map(|(input, _)| input.clone()) {
                Some(input) => self.add_all(all, &file, &input),
                None => self.leave_out(&file, "The compiler's input is not beside it.".to_owned()),
            }
        }
        self.project
    }

    fn add_all(&mut self, all: Vec<Coded>, file: &Path, source: &Path) {
        for coded in all {
            self.add(coded, file, source);
        }
    }

    fn add(&mut self, coded: Coded, file: &Path, source: &Path) {
        let Coded { contract, compiler, code } = coded;
        if code.is_empty() || code == "0x" {
            self.project.codeless += 1;
            return;
        }
        let code: Arc<str> = code.into();
        if self.known.insert((contract.clone(), Arc::clone(&code))) {
            let (source, file) = (source.to_owned(), self.name(file));
            self.project.compiled.push(Compiled { contract, source, file, compiler, code });
        }
    }

    fn leave_out(&mut self, file: &Path, why: String) {
        self.project.left_out.push((self.name(file), why.into()));
    }

    /// A file's path in the directory.
    fn name(&self, file: &Path) -> Text {
        Text::new(file.strip_prefix(self.root).unwrap_or(file).to_string_lossy())
    }
}
