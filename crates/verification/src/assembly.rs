//! Turns a file into the body of a submission, with its missing inputs and errors.

use ledger::amount::grouped;

use super::{
    Compilation, CompilerVersion, ContractIdentifier, Contracts, CreationHash, Mode, Release, Standing,
    SubmissionBody, Upload,
};

/// The part of the input with an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The typed path, or the file there.
    File,
    /// The contract's name in it.
    Contract,
    /// The compiler version.
    Compiler,
}

/// A part, and its error.
pub type Wrong = (Part, String);

impl Contracts {
    /// The default contract: the only one that can be deployed.
    pub fn only(&self) -> Option<&ContractIdentifier> {
        match &*self.deployable {
            [only] => Some(only),
            _ => None,
        }
    }

    /// The contract that a text names: `path:Name`, or a name that occurs once.
    fn named(&self, text: &str) -> Option<ContractIdentifier> {
        let mut found = self.deployable.iter().filter(|contract| contract.name() == text);
        match (found.next(), found.next()) {
            (Some(one), None) => Some(one.clone()),
            _ => ContractIdentifier::parse(text),
        }
    }
}

impl Compilation {
    /// The body that submits the sources of a contract, in a mode that sends any. In the metadata mode the metadata
    /// itself names the contract and the compiler, and both texts are ignored.
    ///
    /// # Errors
    /// Says which part is at fault, and what would do.
    pub fn body(
        &self,
        mode: Mode,
        contract: &str,
        compiler: &str,
        creation_hash: Option<CreationHash>,
    ) -> Result<SubmissionBody, Wrong> {
        self.serves(mode)?;
        let lacks = || (Part::File, "what the file holds cannot be sent".to_owned());
        let body = if mode == Mode::Metadata {
            self.fitness(mode, None)?;
            self.metadata(creation_hash).ok_or_else(lacks)?
        } else {
            let contract = self.contract(contract)?;
            let compiler = self.compiler(compiler)?;
            self.fitness(mode, Some(&contract))?;
            self.standard_json(contract, compiler, creation_hash).ok_or_else(lacks)?
        };
        within_limit(body.bytes())?;
        Ok(body)
    }

    fn serves(&self, mode: Mode) -> Result<(), Wrong> {
        if self.kind.serves(mode) {
            return Ok(());
        }
        let kind = self.kind.label();
        let words = match mode {
            Mode::Metadata => format!("the {kind} has no metadata to send: send it as standard JSON"),
            mode => format!("{} is not verified from a file", mode.label()),
        };
        Err((Part::File, words))
    }

    /// Whether the sources that a contract needs can be sent in this mode; all sources if no contract is named.
    ///
    /// # Errors
    /// Says why not.
    pub fn fitness(&self, mode: Mode, contract: Option<&ContractIdentifier>) -> Result<(), Wrong> {
        self.serves(mode)?;
        within_limit(self.upload_bytes(mode, contract).unwrap_or(0))?;
        let lacking = self.sent(mode, contract).lacking;
        let Some(first) = lacking.first() else { return Ok(()) };
        let words = first.clause();
        let others = match lacking.len() {
            1 => String::new(),
            2 => ", and 1 more cannot be sent".to_owned(),
            count => format!(", and {} more cannot be sent", count - 1),
        };
        Err((Part::File, words + &others))
    }

    /// The number of bytes that a mode sends of the file for a contract; `None` if unavailable.
    pub fn upload_bytes(&self, mode: Mode, contract: Option<&ContractIdentifier>) -> Option<usize> {
        let sources = self.upload(mode, contract)?.bytes();
        let metadata = self.metadata.as_ref().filter(|_| mode == Mode::Metadata);
        Some(sources + metadata.map_or(0, |(metadata, _)| metadata.bytes()))
    }

    /// The compiler to send: the one in the file, unless `given` names it more exactly. A build missing from both is
    /// taken from the list of releases.
    ///
    /// # Errors
    /// If the two are different compilers, neither is there, or the given build does not exist.
    pub fn compiler(&self, given: &str) -> Result<CompilerVersion, Wrong> {
        let wrong = |words: String| (Part::Compiler, words);
        let language = String::from_utf8_lossy(self.language.raw());
        let given = match (given, &self.compiler_version) {
            ("", Some(told)) => return Ok(told.clone()),
            (given, None) => compiler_version(given, &language)?,
            (given, Some(told)) => {
                let given = compiler_version(given, &language)?;
                if told.refines(&given) {
                    return Ok(told.clone());
                }
                if !given.refines(told) {
                    return Err(wrong(format!("the file was compiled with {told}")));
                }
                given
            }
        };
        match Release::find(&language, &given) {
            Release::Known(version) => Ok(version),
            Release::Unlisted => Ok(given),
            Release::OtherBuild(right) => {
                Err(wrong(format!("no release has that build: that version is {right}")))
            }
        }
    }

    /// The contract that a text names in this file.
    ///
    /// # Errors
    /// Says why it cannot be that one.
    pub fn contract(&self, text: &str) -> Result<ContractIdentifier, Wrong> {
        let wrong = |words: &str| Err((Part::Contract, words.to_owned()));
        if text.is_empty() {
            return wrong("name the contract in the file as path:Name");
        }
        let Some(contract) = self.contracts.named(text) else {
            return wrong("write the source's path, a colon and the name, such as src/Vault.sol:Vault");
        };
        match self.standing(&contract) {
            Standing::Deployable | Standing::Unknown => Ok(contract),
            Standing::Codeless => wrong("it is abstract or an interface, which has no code of its own"),
            Standing::NoSuchSource => wrong("no source in the file has that path"),
            Standing::NoSuchContract => wrong("the compiler found no such contract in that source"),
        }
    }

    /// Doubts about a body that can be sent, in a mode that names contract and compiler.
    pub fn doubts(&self, contract: &str, compiler: &str) -> Vec<String> {
        let mut doubts = Vec::new();
        let contract = self.contract(contract).ok();
        if contract.as_ref().is_some_and(|contract| self.standing(contract) == Standing::Unknown) {
            let words = "no contract of that name was seen in its source; it is sent as it is written";
            doubts.push(words.to_owned());
        }
        if let Some(path) = contract.and_then(|contract| self.selection(Some(&contract)).unfollowed) {
            let path = path.escaped();
            doubts.push(format!(
                "all sources of the file are sent, needed or not: an import of {path} leads to none of them"
            ));
        }
        let language = String::from_utf8_lossy(self.language.raw());
        let version = self.compiler(compiler).ok();
        doubts.extend(version.and_then(|version| match Release::find(&language, &version) {
            Release::OtherBuild(right) => Some(format!(
                "the file tells of compiler {version}, but no release has that build: {right} is one"
            )),
            Release::Unlisted if !version.is_whole() => Some(format!(
                "{version} does not name the build, which is unknown here: verifiers find a compiler by {}",
                example(&language)
            )),
            Release::Unlisted | Release::Known(_) => None,
        }));
        doubts
    }
}

/// An example of a version of a language's compiler.
pub fn example(language: &str) -> String {
    let newest = Release::newest(language).or_else(|| Release::newest("Solidity"));
    newest.map(|version| version.to_string()).unwrap_or_default()
}

fn within_limit(bytes: usize) -> Result<(), Wrong> {
    let words = || {
        let (bytes, most) = (grouped(&bytes), grouped(&Upload::MAX_BYTES));
        format!("the body has {bytes} bytes: servers take {most} at most")
    };
    if bytes > Upload::MAX_BYTES { Err((Part::File, words())) } else { Ok(()) }
}

/// Parses the version of a language's compiler.
///
/// # Errors
/// Says which form it must have.
pub fn compiler_version(text: &str, language: &str) -> Result<CompilerVersion, Wrong> {
    let words = || {
        let example = example(language);
        if text.is_empty() {
            format!("write the compiler's version, such as {example}")
        } else {
            format!("a version begins with three numbers, such as {example}")
        }
    };
    CompilerVersion::parse(text).ok_or_else(|| (Part::Compiler, words()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FileKind, HashCheck, Input, Lack, Lacking, Needs, SourceFile, Stamp};
    use ledger::Text;

    const VERSION: &str = "0.8.26+commit.8a97fa7a";

    /// An input whose two sources have so many bytes.
    fn input(bytes: usize) -> Input {
        let text = serde_json::Value::from("x".repeat(bytes)).to_string();
        let source: Box<serde_json::value::RawValue> = serde_json::from_str(&text).unwrap();
        Input::new([], [("a.sol", &*source), ("b.sol", &*source)])
    }

    fn source(path: &str) -> SourceFile {
        SourceFile::new(path.into(), "", HashCheck::Absent, None)
    }

    fn build_info() -> Compilation {
        let named = |text| ContractIdentifier::parse(text).unwrap();
        Compilation {
            kind: FileKind::BuildInfo,
            language: "Solidity".into(),
            compiler_version: CompilerVersion::parse(VERSION),
            contracts: Contracts {
                deployable: vec![named("a.sol:A"), named("a.sol:Twice"), named("b.sol:Twice")],
                codeless: vec![named("a.sol:Face")],
                complete: true,
            },
            sources: vec!["a.sol".into(), "b.sol".into()],
            files: [source("a.sol"), source("b.sol")].into(),
            lacking: Vec::new(),
            needs: Needs::default(),
            input: Some(input(10)),
            metadata: None,
            stamp: Stamp::default(),
        }
    }

    #[test]
    fn every_part_at_fault_is_told() {
        let file = build_info();
        let wrong = |mode, contract, compiler| file.body(mode, contract, compiler, None).unwrap_err();
        for (mode, contract, compiler, part, words) in [
            (Mode::Metadata, "a.sol:A", VERSION, Part::File, "no metadata"),
            (Mode::StandardJson, "", VERSION, Part::Contract, "path:Name"),
            (Mode::StandardJson, "Twice", VERSION, Part::Contract, "a colon"),
            (Mode::StandardJson, "c.sol:A", VERSION, Part::Contract, "no source"),
            (Mode::StandardJson, "b.sol:A", VERSION, Part::Contract, "no such contract"),
            (Mode::StandardJson, "a.sol:Face", VERSION, Part::Contract, "abstract"),
            (
                Mode::StandardJson,
                "a.sol:A",
                "0.8.2",
                Part::Compiler,
                "was compiled with 0.8.26+commit.8a97fa7a",
            ),
            (Mode::StandardJson, "a.sol:A", "0.8.26+commit.deadbeef", Part::Compiler, "was compiled with"),
            (Mode::StandardJson, "a.sol:A", "latest", Part::Compiler, "three numbers"),
        ] {
            let (at, message) = wrong(mode, contract, compiler);
            assert!(at == part && message.contains(words), "{contract} {compiler}: {message}");
        }
    }

    fn compiler(told: Option<&str>, language: &str, given: &str) -> Result<String, String> {
        let compiler_version = told.and_then(CompilerVersion::parse);
        let file = Compilation { compiler_version, language: language.into(), ..build_info() };
        file.compiler(given).map(|version| version.to_string()).map_err(|(_, words)| words)
    }

    #[test]
    fn what_is_given_refines_what_the_file_tells_and_releases_complete_both() {
        for (told, language, given, sent) in [
            (Some(VERSION), "Solidity", "", VERSION),
            (Some(VERSION), "Solidity", "v0.8.26", VERSION),
            (Some("0.8.26"), "Solidity", VERSION, VERSION),
            (Some("0.8.26"), "Solidity", "0.8.26+commit.8a97fa7a.Linux.g++", VERSION),
            (None, "Solidity", "0.8.26", VERSION),
            (None, "Vyper", "0.4.3", "0.4.3+commit.bff19ea2"),
            (None, "Vyper", "0.8.26", "0.8.26"),
            (None, "Solidity", "0.8.99+commit.deadbeef", "0.8.99+commit.deadbeef"),
        ] {
            assert_eq!(compiler(told, language, given), Ok(sent.to_owned()), "{told:?} {given}");
        }
        for (told, language, given, words) in [
            (None, "Solidity", "0.8.26+commit.deadbeef", "that version is 0.8.26+commit.8a97fa7a"),
            (Some("0.8.26"), "Solidity", "0.8.26+commit.deadbeef", "that version is 0.8.26+commit.8a97fa7a"),
            (None, "Vyper", "", "such as 0.4.3+commit.bff19ea2"),
            (Some("0.8.2"), "Solidity", "0.8.26", "was compiled with 0.8.2"),
        ] {
            let fault = compiler(told, language, given).unwrap_err();
            assert!(fault.contains(words), "{told:?} {given}: {fault}");
        }
        let doubts = |version| {
            let file = Compilation { compiler_version: CompilerVersion::parse(version), ..build_info() };
            file.doubts("A", "").concat()
        };
        assert_eq!(doubts(VERSION), "");
        assert!(doubts("0.8.99").contains("the build, which is unknown here"), "{}", doubts("0.8.99"));
        assert!(doubts("0.8.26+commit.deadbeef").contains("no release has that build"));
    }

    #[test]
    fn a_name_that_is_there_once_needs_no_path() {
        let body = build_info().body(Mode::StandardJson, "A", VERSION, None).unwrap();
        let SubmissionBody::StandardJson { contract, .. } = body else { panic!() };
        assert_eq!(contract.to_string(), "a.sol:A");
    }

    #[test]
    fn what_servers_would_not_take_is_not_sent() {
        let large = Compilation { input: Some(input(Upload::MAX_BYTES)), ..build_info() };
        let (part, message) = large.body(Mode::StandardJson, "A", VERSION, None).unwrap_err();
        assert!(part == Part::File && message.contains("31,457,280 at most"), "{message}");
        let gone = |path| Lacking { path: Text::from(path), why: Lack::Missing };
        let gone = Compilation { lacking: vec![gone("c\u{202e}.sol"), gone("d.sol")], ..build_info() };
        let (_, message) = gone.body(Mode::StandardJson, "A", VERSION, None).unwrap_err();
        assert_eq!(message, "c\\u{202e}.sol is missing, and 1 more cannot be sent");
    }
}
