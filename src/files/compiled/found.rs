//! The compiled contracts found in a directory so far, and the shapes of the files that hold them.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ledger::Text;
use serde::Deserialize;
use serde_json::value::RawValue;
use verification::{Compiled, ContractIdentifier, MetadataTarget, Project};

use crate::files::kind::not_json;
use crate::files::members::{Code, Contracts, Output, text};
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

/// What is read of any file.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Shape<'a> {
    #[serde(borrow)]
    bytecode: Option<&'a RawValue>,
    #[serde(borrow)]
    deployed_bytecode: Option<&'a RawValue>,
    #[serde(borrow)]
    abi: Option<&'a RawValue>,
    #[serde(borrow)]
    contract_name: Option<&'a RawValue>,
    #[serde(borrow)]
    source_name: Option<&'a RawValue>,
    #[serde(borrow)]
    input_source_name: Option<&'a RawValue>,
    #[serde(borrow)]
    build_info_id: Option<&'a RawValue>,
    #[serde(borrow)]
    metadata: Option<&'a RawValue>,
    #[serde(borrow)]
    raw_metadata: Option<&'a RawValue>,
    #[serde(borrow)]
    solc_long_version: Option<&'a RawValue>,
    #[serde(borrow)]
    solc_version: Option<&'a RawValue>,
    #[serde(borrow)]
    compiler: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) input: Option<&'a RawValue>,
    #[serde(borrow)]
    output: Option<&'a RawValue>,
    #[serde(borrow)]
    contracts: Option<&'a RawValue>,
    #[serde(borrow)]
    language: Option<&'a RawValue>,
    #[serde(borrow)]
    sources: Option<&'a RawValue>,
}

/// A contract and its code; empty code is that of an interface or of an abstract contract.
pub(super) struct Coded {
    pub(super) contract: ContractIdentifier,
    pub(super) compiler: Option<Text>,
    pub(super) code: String,
    pub(super) creation_bytes: Option<usize>,
    /// Its interface, as written.
    pub(super) abi: Option<Arc<str>>,
}

impl Shape<'_> {
    /// The contract of an artifact; `None` if the file is not an artifact, or names no source.
    pub(super) fn artifact(&self) -> Option<Coded> {
        let code = code_of(self.deployed_bytecode?)?;
        let told = target(self.raw_metadata).or_else(|| target(self.metadata));
        // The compiler may know the source by another path than the project does.
        let source = text(self.input_source_name).or_else(|| text(self.source_name));
        let contract = match source.zip(text(self.contract_name)) {
            Some((path, name)) => ContractIdentifier::new(&path, &name),
            None => told.as_ref().and_then(MetadataTarget::contract),
        }?;
        let compiler = told.as_ref().and_then(MetadataTarget::compiler).map(Text::from);
        let creation_bytes = self.bytecode.and_then(code_of).as_deref().and_then(bytes);
        Some(Coded { contract, compiler, code, creation_bytes, abi: listed(self.abi) })
    }

    /// The id of the build-info that an artifact names.
    pub(super) fn build(&self) -> Option<String> {
        text(self.build_info_id).map(Cow::into_owned)
    }

    /// The compiler version of the whole file, including its build if the tool wrote it.
    pub(super) fn compiler(&self) -> Option<Text> {
        let version = text(self.solc_long_version).or_else(|| text(self.solc_version));
        // Vyper writes `vyper-0.4.3`.
        let vyper = || text(self.compiler)?.strip_prefix("vyper-").map(Text::from);
        version.map(|version| Text::from(&*version)).or_else(vyper)
    }

    /// Whether this has an artifact's code.
    pub(super) fn is_artifact(&self) -> bool {
        self.deployed_bytecode.is_some()
    }

    /// The contracts of a compiler's output, alone or in a build-info; `None` if this has none.
    pub(super) fn compiled(&self) -> Option<Vec<Coded>> {
        let contracts = match (self.contracts, self.output) {
            (Some(contracts), _) => serde_json::from_str::<Contracts<'_>>(contracts.get()).ok()?,
            (None, Some(output)) => serde_json::from_str::<Output<'_>>(output.get()).ok()?.contracts?,
            (None, None) => return None,
        };
        let version = self.compiler();
        let mut all = Vec::new();
        for (path, named) in &contracts {
            for (name, contract) in named {
                let told = target(contract.metadata);
                let told = told.as_ref().and_then(MetadataTarget::compiler).map(Text::from);
                let abi = listed(contract.abi);
                let evm = contract.evm.as_ref();
                let code = evm.and_then(|evm| text(evm.deployed_bytecode.as_ref()?.object));
                let creation = evm.and_then(|evm| text(evm.bytecode.as_ref()?.object));
                all.extend(ContractIdentifier::new(path, name).zip(code).map(|(contract, code)| Coded {
                    contract,
                    compiler: told.or_else(|| version.clone()),
                    code: code.into_owned(),
                    creation_bytes: creation.as_deref().and_then(bytes),
                    abi,
                }));
            }
        }
        Some(all)
    }

    /// The sources of a compiler's input; `None` if the file is not one.
    pub(super) fn sources(&self) -> Option<Vec<String>> {
        self.language?;
        let sources: BTreeMap<String, &RawValue> = serde_json::from_str(self.sources?.get()).ok()?;
        Some(sources.into_keys().collect())
    }
}

fn target(metadata: Option<&RawValue>) -> Option<MetadataTarget> {
    MetadataTarget::parse(metadata?.get())
}

/// An interface, which is a list.
fn listed(member: Option<&RawValue>) -> Option<Arc<str>> {
    member.map(RawValue::get).filter(|abi| abi.starts_with('[')).map(Arc::from)
}

/// How many bytes code in hex has, with names in place of addresses.
fn bytes(code: &str) -> Option<usize> {
    let digits = code.strip_prefix("0x").unwrap_or(code).len();
    (digits > 0 && digits.is_multiple_of(2)).then_some(digits / 2)
}

/// Code as text, or within an object.
fn code_of(member: &RawValue) -> Option<String> {
    let whole = member.get();
    let object = whole.starts_with('{').then(|| serde_json::from_str::<Code<'_>>(whole));
    let code = match object {
        Some(code) => text(code.ok()?.object),
        None => text(Some(member)),
    };
    code.map(Cow::into_owned)
}
