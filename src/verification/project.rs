//! What a project's directory has to verify: the contracts that its build tool compiled, each with its runtime code.

use std::path::PathBuf;
use std::sync::Arc;

use alloy_primitives::{hex, keccak256};

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
    /// Its interface as JSON, as the build tool wrote it.
    pub abi: Option<Arc<str>>,
}

impl Project {
    /// The library that a compiler means where its address is to come: `$…$` around the beginning of the hash of its
    /// name, or the name itself, cut.
    pub fn library(&self, placeholder: &Text) -> Option<&ContractIdentifier> {
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

/// How many hex digits of the hash stand between the signs of a placeholder.
const HASH_DIGITS: usize = 34;
/// How many characters older compilers keep of a name.
const NAME_CHARS: usize = 36;

impl Compiled {
    /// Whether a name means this one: `Counter`, `src/Counter.sol:Counter`, or the end of its file's path.
    pub fn is_meant_by(&self, name: &str) -> bool {
        let file = self.file.escaped();
        let is_end = file.strip_suffix(name).is_some_and(|front| front.is_empty() || front.ends_with('/'));
        self.contract.name() == name || self.contract.to_string() == name || is_end
    }
}
