//! The contracts that a project's build tool compiled, and those that a tool or the user deployed together.

use std::path::PathBuf;
use std::sync::Arc;

use alloy_primitives::{hex, keccak256};
use ledger::{EvmAddress, Text};

use super::ContractIdentifier;
use crate::{ChainId, CreationHash};

/// The contracts that were compiled in a directory.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Project {
    /// The contracts with code, in the order of their files.
    pub compiled: Vec<Compiled>,
    /// The number of interfaces and abstract contracts besides.
    pub codeless: usize,
    /// Files that seem to hold compiled contracts, and why nothing was read from them.
    pub left_out: Vec<(Text, Text)>,
}

/// One contract as its build tool compiled it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compiled {
    /// Path and name in the sources.
    pub contract: ContractIdentifier,
    /// The file that it can be verified from.
    pub source: PathBuf,
    /// The file that has its code, relative to the directory.
    pub file: Text,
    /// The compiler, if the file names it.
    pub compiler: Option<Text>,
    /// The runtime code in hex without `0x`, with names where addresses of libraries are to come.
    pub code: Arc<str>,
    /// The size of its creation code without arguments, in bytes, if the file contains it.
    pub creation_bytes: Option<usize>,
    /// Its interface as JSON, as the build tool wrote it.
    pub abi: Option<Arc<str>>,
}

impl Project {
    /// The library that a compiler means where its address is to come: `$…$` around the beginning of the hash of its
    /// name, or the name itself, cut.
    pub fn linked_as(&self, placeholder: &Text) -> Option<&ContractIdentifier> {
        let placeholder = placeholder.escaped();
        let hash = placeholder.strip_prefix('$').and_then(|rest| rest.strip_suffix('$'));
        let is_it = |contract: &ContractIdentifier| {
            let name = contract.to_string();
            match hash {
                Some(hash) => hex::encode(keccak256(&name)).get(..HASH_DIGITS) == Some(hash),
                None => {
                    name == placeholder || placeholder.len() >= NAME_CHARS && name.starts_with(&*placeholder)
                }
            }
        };
        self.compiled.iter().map(|compiled| &compiled.contract).find(|contract| is_it(contract))
    }
}

/// The number of hex digits of the hash in a placeholder.
const HASH_DIGITS: usize = 34;
/// The number of characters of a name that older compilers keep.
const NAME_CHARS: usize = 36;

impl Compiled {
    /// Whether a name means this one: `Counter`, `src/Counter.sol:Counter`, or the end of its file's path.
    pub fn is_meant_by(&self, name: &str) -> bool {
        let file = self.file.escaped();
        let is_end = file.strip_suffix(name).is_some_and(|front| front.is_empty() || front.ends_with('/'));
        self.contract.name() == name || self.contract.to_string() == name || is_end
    }
}

/// Contracts that were deployed together.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Deployment {
    /// The tool that wrote the record of the deployment.
    pub kind: DeploymentKind,
    /// The directory of the project that it belongs to, if it lies in one.
    pub project: Option<PathBuf>,
    /// The contracts as the lines of a batch.
    pub text: String,
    /// Contracts in the file that were left out, and why.
    pub left_out: Vec<(Text, Text)>,
}

/// The tool that wrote the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum DeploymentKind {
    /// Foundry, when a script was broadcast.
    Broadcast,
    /// Hardhat Ignition.
    Ignition,
    /// hardhat-deploy.
    HardhatDeploy,
    /// The user: a contract on each line.
    #[default]
    List,
}

/// One contract of a deployment, from a tool's file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeployedContract {
    /// The chain, if the tool wrote it.
    pub chain: Option<ChainId>,
    /// The contract's address in the tool's record.
    pub address: EvmAddress,
    /// The transaction that created it.
    pub hash: Option<CreationHash>,
    /// The tool's name for it: a name alone, or the source path and a name.
    pub artifact: Option<String>,
}

impl DeploymentKind {
    /// The tool in words.
    pub fn label(self) -> &'static str {
        match self {
            Self::Broadcast => "Foundry broadcast",
            Self::Ignition => "Hardhat Ignition deployment",
            Self::HardhatDeploy => "hardhat-deploy deployment",
            Self::List => "list",
        }
    }
}

impl DeployedContract {
    /// The line of a batch that means it. A name that would not be read as one is left out.
    pub fn line(&self) -> String {
        let chain = self.chain.as_ref().map(ToString::to_string).unwrap_or_default();
        let hash = self.hash.map(|hash| hash.to_string()).unwrap_or_default();
        let artifact = self.artifact.as_deref().filter(|name| is_artifact(name)).unwrap_or_default();
        format!("{chain},{},{hash},{artifact}", self.address).trim_end_matches(',').to_owned()
    }
}

/// The fewest hex digits after `0x` for which a value counts as a mistyped address.
const MIN_ADDRESS_DIGITS: usize = 16;
/// The most characters of a name.
const MAX_ARTIFACT_CHARS: usize = 300;

/// Whether a value of a line names an artifact: `Counter`, `src/Counter.sol:Counter` or `out/Counter.sol/Counter.json`,
/// rather than a number, an address or a hash.
pub(crate) fn is_artifact(value: &str) -> bool {
    let first = value.chars().next();
    let is_hash = value.len() >= 40 && value.bytes().all(|byte| byte.is_ascii_hexdigit());
    let is_plain = |c: char| !c.is_control() && !c.is_whitespace() && !",;#\"'`".contains(c);
    let is_address = value.to_ascii_lowercase().split_once("0x").is_some_and(|(_, digits)| {
        digits.len() >= MIN_ADDRESS_DIGITS && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
    });
    let names = ContractIdentifier::parse(value).is_some() || !value.contains(':');
    first.is_some_and(|first| first.is_alphabetic() || "_$./@".contains(first))
        && names
        && !is_hash
        && !is_address
        && value.chars().all(is_plain)
        && value.chars().count() <= MAX_ARTIFACT_CHARS
}

#[cfg(test)]
mod tests {
    use super::*;

    fn project(contracts: &[&str]) -> Project {
        let compiled = |name: &&str| Compiled {
            contract: ContractIdentifier::parse(name).unwrap(),
            source: PathBuf::new(),
            file: "out/Sorting.sol/Sorting.json".into(),
            compiler: None,
            code: "00".into(),
            creation_bytes: None,
            abi: None,
        };
        Project { compiled: contracts.iter().map(compiled).collect(), ..Project::default() }
    }

    #[test]
    fn placeholders_of_both_kinds_lead_to_their_library() {
        let long = "contracts/libraries/of/others/Sorting.sol:Sorting";
        let project = project(&["src/Sorting.sol:Sorting", "contracts/Sorting.sol:Sorting", long]);
        let named = |placeholder: &str| project.linked_as(&placeholder.into()).map(ToString::to_string);
        let hash = hex::encode(keccak256("contracts/Sorting.sol:Sorting"));
        let hashed = format!("${}$", hash.get(..34).unwrap());
        assert_eq!(named(&hashed).as_deref(), Some("contracts/Sorting.sol:Sorting"));
        assert_eq!(named("src/Sorting.sol:Sorting").as_deref(), Some("src/Sorting.sol:Sorting"));
        assert_eq!(named(long.get(..38).unwrap()).as_deref(), Some(long), "older compilers cut names");
        for other in ["", "$$", "$30bbc0abd4d6364515865950d3e0d10953$", "src/Sorting", "contracts"] {
            assert_eq!(named(other), None, "{other}");
        }
    }

    #[test]
    fn a_contract_is_meant_by_its_name_its_path_and_its_file() {
        let project = project(&["src/Sorting.sol:Sorting"]);
        let one = &project.compiled[0];
        for name in ["Sorting", "src/Sorting.sol:Sorting", "Sorting.sol/Sorting.json", "Sorting.json"] {
            assert!(one.is_meant_by(name), "{name}");
        }
        for name in ["", "sorting", "orting.json", "Sorting.sol", "other.sol:Sorting"] {
            assert!(!one.is_meant_by(name), "{name}");
        }
    }

    #[test]
    fn names_are_artifacts_and_numbers_addresses_and_hashes_are_not() {
        for name in
            ["Counter", "src/C.sol:Counter", "out/C.sol/C.json", "_x", "./a.json", "Cafe", "@a/b.sol:B"]
        {
            assert!(is_artifact(name), "{name}");
        }
        let hash = "ab".repeat(32);
        for other in [
            "",
            "0x12",
            "0.0.5",
            "296",
            &hash,
            &format!("L0x{hash}"),
            "O0X3e4536615aE43A12eF0D6",
            "a b",
            "a#b",
            "a,b",
            "a:",
            "a\u{1b}[31m",
            &"n".repeat(301),
        ] {
            assert!(!is_artifact(other), "{other}");
        }
    }
}
