//! What a project's directory has to verify: the contracts that its build tool compiled, each with its runtime code.

use std::path::PathBuf;
use std::sync::Arc;

use super::ContractIdentifier;
use crate::ledger::Text;

/// The contracts that were compiled in a directory.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Project {
    /// Those with code, in the order of their files.
    pub compiled: Vec<Compiled>,
    /// How many interfaces and abstract contracts there are besides.
    pub codeless: usize,
    /// Files that seem to hold compiled contracts, and why nothing was read from them.
    pub left_out: Vec<(Text, Text)>,
}

/// One contract as its build tool compiled it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compiled {
    pub contract: ContractIdentifier,
    /// The file that it can be verified from.
    pub source: PathBuf,
    /// The file that has its code, relative to the directory.
    pub file: Text,
    /// The compiler, if the file names it.
    pub compiler: Option<Text>,
    /// The runtime code in hex without `0x`, with names where addresses of libraries are to come.
    pub code: Arc<str>,
}

impl Compiled {
    /// Whether a name means this one: `Counter`, `src/Counter.sol:Counter`, or the end of its file's path.
    pub fn is_meant_by(&self, name: &str) -> bool {
        let file = self.file.escaped();
        let is_end = file.strip_suffix(name).is_some_and(|front| front.is_empty() || front.ends_with('/'));
        self.contract.name() == name || self.contract.to_string() == name || is_end
    }
}
