//! Contracts that were deployed together, from a file of a tool or of the user.

use std::path::PathBuf;

use ledger::{EvmAddress, Text};

use super::ContractIdentifier;
use crate::{ChainId, CreationHash};

/// Contracts that were deployed together.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Deployment {
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
    pub chain: Option<ChainId>,
    pub address: EvmAddress,
    /// The transaction that created it.
    pub hash: Option<CreationHash>,
    /// The tool's name for it: a name alone, or the source path and a name.
    pub artifact: Option<String>,
}

impl DeploymentKind {
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
pub fn is_artifact(value: &str) -> bool {
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
