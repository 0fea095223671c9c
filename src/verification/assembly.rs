//! From a file to the body of a submission: what else is needed, and what is wrong with it.

use super::{
    Compilation, CompilerVersion, ContractIdentifier, Contracts, CreationHash, Mode, Standing,
    SubmissionBody, Upload,
};
use crate::ledger::amount::grouped;

/// Which part of what was given is at fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    File,
    /// The contract's name in it.
    Contract,
    /// The compiler version.
    Compiler,
}

/// A part, and what is wrong with it.
pub type Wrong = (Part, String);

impl Contracts {
    /// The contract that is meant when none is named: the only one that can be deployed.
    pub fn only(&self) -> Option<&ContractIdentifier> {
        match &*self.deployable {
            [only] => Some(only),
            _ => None,
        }
    }

    /// The contract that a text names: `path:Name`, or a name alone that is there once.
    fn named(&self, text: &str) -> Option<ContractIdentifier> {
        let mut found = self.deployable.iter().filter(|contract| contract.name() == text);
        match (found.next(), found.next()) {
            (Some(one), None) => Some(one.clone()),
            _ => ContractIdentifier::parse(text),
        }
    }
}

impl Compilation {
    /// The body that submits this file in a mode that sends one. In the metadata mode the metadata itself tells
    /// the contract and the compiler, and both texts are without effect.
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
        self.fitness(mode)?;
        let lacks = || (Part::File, "what the file holds cannot be sent".to_owned());
        let body = if mode == Mode::Metadata {
            self.metadata(creation_hash).ok_or_else(lacks)?
        } else {
            let contract = self.contract(contract)?;
            let compiler = compiler_version(compiler)?;
            self.standard_json(contract, compiler, creation_hash).ok_or_else(lacks)?
        };
        within_limit(body.bytes())?;
        Ok(body)
    }

    /// Whether the file can be sent in this mode at all.
    ///
    /// # Errors
    /// Says why not.
    pub fn fitness(&self, mode: Mode) -> Result<(), Wrong> {
        if !self.kind.serves(mode) {
            let kind = self.kind.label();
            let words = match mode {
                Mode::Metadata => format!("the {kind} has no metadata to send: send it as standard JSON"),
                mode => format!("{} is not verified from a file", mode.label()),
            };
            return Err((Part::File, words));
        }
        within_limit(self.upload_bytes(mode).unwrap_or(0))?;
        let Some(first) = self.lacking.first() else { return Ok(()) };
        let words = first.clause();
        let others = match self.lacking.len() {
            1 => String::new(),
            2 => ", and 1 more cannot be sent".to_owned(),
            count => format!(", and {} more cannot be sent", count - 1),
        };
        Err((Part::File, words + &others))
    }

    /// How many bytes of the file a mode sends; `None` if they are not at hand.
    pub fn upload_bytes(&self, mode: Mode) -> Option<usize> {
        match mode {
            Mode::StandardJson => self.input.as_ref().map(Upload::bytes),
            Mode::Metadata => {
                self.metadata.as_ref().map(|(metadata, sources)| metadata.bytes() + sources.bytes())
            }
            Mode::Similarity | Mode::Import => None,
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
        let contract = ContractIdentifier::parse(contract);
        if contract.is_some_and(|contract| self.standing(&contract) == Standing::Unknown) {
            let words = "no contract of that name was seen in its source; it is sent as it is written";
            doubts.push(words.to_owned());
        }
        let version = CompilerVersion::parse(compiler).filter(|version| !version.is_whole());
        doubts.extend(version.map(|version| {
            format!("{version} does not name the build: verifiers find a compiler by 0.8.26+commit.8a97fa7a")
        }));
        doubts
    }
}

fn within_limit(bytes: usize) -> Result<(), Wrong> {
    let words = || {
        let (bytes, most) = (grouped(&bytes), grouped(&Upload::MAX_BYTES));
        format!("the body has {bytes} bytes: servers take {most} at most")
    };
    if bytes > Upload::MAX_BYTES { Err((Part::File, words())) } else { Ok(()) }
}

/// Reads a compiler version.
///
/// # Errors
/// Says what it wants.
pub fn compiler_version(text: &str) -> Result<CompilerVersion, Wrong> {
    let words = if text.is_empty() {
        "write the compiler's version, such as 0.8.26+commit.8a97fa7a"
    } else {
        "a version begins with three numbers, such as 0.8.26+commit.8a97fa7a"
    };
    CompilerVersion::parse(text).ok_or_else(|| (Part::Compiler, words.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::Text;
    use crate::verification::{FileKind, Lack, Lacking, Stamp};

    const VERSION: &str = "0.8.26+commit.8a97fa7a";

    fn upload(bytes: usize) -> Upload {
        let text = serde_json::Value::from("x".repeat(bytes)).to_string();
        Upload::new(serde_json::from_str(&text).unwrap(), 1)
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
            files: [].into(),
            lacking: Vec::new(),
            input: Some(upload(10)),
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
            (Mode::StandardJson, "a.sol:A", "", Part::Compiler, "write"),
            (Mode::StandardJson, "a.sol:A", "latest", Part::Compiler, "three numbers"),
        ] {
            let (at, message) = wrong(mode, contract, compiler);
            assert!(at == part && message.contains(words), "{contract} {compiler}: {message}");
        }
    }

    #[test]
    fn a_name_that_is_there_once_needs_no_path() {
        let body = build_info().body(Mode::StandardJson, "A", VERSION, None).unwrap();
        let SubmissionBody::StandardJson { contract, .. } = body else { panic!() };
        assert_eq!(contract.to_string(), "a.sol:A");
    }

    #[test]
    fn what_servers_would_not_take_is_not_sent() {
        let large = Compilation { input: Some(upload(Upload::MAX_BYTES)), ..build_info() };
        let (part, message) = large.body(Mode::StandardJson, "A", VERSION, None).unwrap_err();
        assert!(part == Part::File && message.contains("31,457,280 at most"), "{message}");
        let gone = |path| Lacking { path: Text::from(path), why: Lack::Missing };
        let gone = Compilation { lacking: vec![gone("c\u{202e}.sol"), gone("d.sol")], ..build_info() };
        let (_, message) = gone.body(Mode::StandardJson, "A", VERSION, None).unwrap_err();
        assert_eq!(message, "c\\u{202e}.sol is missing, and 1 more cannot be sent");
    }
}
