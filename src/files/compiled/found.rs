//! What was found in a directory so far.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ledger::Text;
use verification::{Compiled, ContractIdentifier, Project};

use super::shape::{Coded, Shape};
use crate::files::kind::not_json;
use crate::files::reader::Reader;

pub(super) struct Found<'a> {
    root: &'a Path,
    project: Project,
    /// What is known already, and where it is: a tool may write the same contract into several files.
    known: HashMap<(ContractIdentifier, Arc<str>), usize>,
    codeless: HashSet<ContractIdentifier>,
    /// The compilers of builds by their ids.
    compilers: HashMap<String, Text>,
    /// Which of the compiled contracts belong to which build.
    builds: Vec<(usize, String)>,
    /// The compiler's inputs with their sources.
    inputs: Vec<(PathBuf, Vec<String>)>,
    /// The compiler's outputs that wait for their inputs.
    outputs: Vec<(PathBuf, Vec<Coded>)>,
}

impl<'a> Found<'a> {
    /// Nothing, in a directory without links in its path.
    pub(super) fn new(root: &'a Path) -> Self {
        Self {
            root,
            project: Project::default(),
            known: HashMap::new(),
            codeless: HashSet::new(),
            compilers: HashMap::new(),
            builds: Vec::new(),
            inputs: Vec::new(),
            outputs: Vec::new(),
        }
    }

    /// Adds the contents of a file. Files of other kinds are ignored.
    pub(super) fn read(&mut self, file: &Path, reader: &mut Reader) {
        let text = match reader.text(file) {
            Ok(text) => text,
            Err(fault) => return self.leave_out(file, fault.sentence()),
        };
        let shape = match serde_json::from_str::<Shape<'_>>(&text) {
            Ok(shape) => shape,
            // A tool was interrupted, or another wrote its messages between.
            Err(error) if !error.is_data() && text.contains("\"deployedBytecode\"") => {
                return self.leave_out(file, not_json(&error).sentence());
            }
            Err(_) => return,
        };
        if let Some(compiler) = shape.input.and_then(|_| shape.compiler()) {
            self.compilers.insert(build_of(file), compiler);
        }
        if shape.is_artifact() {
            match shape.artifact() {
                Some(coded) => self.add(coded, file, file, shape.build()),
                None => self.leave_out(file, "It names neither its source nor its contract.".to_owned()),
            }
        } else if let Some(all) = shape.compiled() {
            let beside = file.to_str().and_then(|path| path.strip_suffix(".output.json"));
            let input = beside.map(|path| PathBuf::from(format!("{path}.json")));
            // A link could lead out of the directory.
            let is_file = |input: &PathBuf| input.symlink_metadata().is_ok_and(|it| it.is_file());
            let input = input.filter(is_file);
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
        for (at, build) in std::mem::take(&mut self.builds) {
            let compiler = self.compilers.get(&build);
            if let Some(compiled) = self.project.compiled.get_mut(at) {
                compiled.compiler = compiled.compiler.take().or_else(|| compiler.cloned());
            }
        }
        self.project
    }

    fn add_all(&mut self, all: Vec<Coded>, file: &Path, source: &Path) {
        for coded in all {
            self.add(coded, file, source, Some(build_of(source)));
        }
    }

    fn add(&mut self, coded: Coded, file: &Path, source: &Path, build: Option<String>) {
        let Coded { contract, compiler, code, creation_bytes, abi } = coded;
        // The same tool writes it with and without.
        let code = code.strip_prefix("0x").unwrap_or(&code);
        if code.is_empty() {
            self.project.codeless += usize::from(self.codeless.insert(contract));
            return;
        }
        let code: Arc<str> = code.into();
        let compiled = &mut self.project.compiled;
        let at = *self.known.entry((contract.clone(), Arc::clone(&code))).or_insert(compiled.len());
        self.builds.extend(build.map(|build| (at, build)));
        if let Some(known) = compiled.get_mut(at) {
            known.compiler = known.compiler.take().or(compiler);
        } else {
            let source = source.to_owned();
            let file = name(self.root, file);
            compiled.push(Compiled { contract, source, file, compiler, code, creation_bytes, abi });
        }
    }

    pub(super) fn leave_out(&mut self, file: &Path, why: String) {
        self.project.left_out.push((name(self.root, file), why.into()));
    }
}

/// A file's path in the directory.
fn name(root: &Path, file: &Path) -> Text {
    Text::new(file.strip_prefix(root).unwrap_or(file).to_string_lossy())
}

/// The id of the build that a file of it is named by.
fn build_of(file: &Path) -> String {
    file.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
