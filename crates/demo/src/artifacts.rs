//! The contracts of the embedded network: the compiler's output for `assets/contracts`.
//!
//! Each artefact is parsed on first use.

use std::sync::OnceLock;

use alloy_primitives::hex;
use ledger::EvmAddress;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::data::{self, FromText};

/// Contracts with separate sources, ordered by name, then their variants.
const NAMES: [&str; 35] = [
    "Ballot",
    "Bazaar",
    "Beacon",
    "BeaconProxy",
    "Collectible",
    "Counter",
    "Diamond",
    "Escrow",
    "Factory",
    "Greeter",
    "Items",
    "Lighthouse",
    "Mill",
    "Multisig",
    "Notebook",
    "Oracle",
    "Proxy",
    "Reverter",
    "Router",
    "Snare",
    "Sorting",
    "StorageYard",
    "Strongbox",
    "Switchboard",
    "Timelock",
    "Token",
    "Toll",
    "Transparent",
    "Vault",
    "CounterByTwo",
    "CounterForged",
    "EscrowBrief",
    "GreeterReworded",
    "TimelockReworded",
    "VaultReworded",
];

/// A library's code starts with PUSH20 of the library's address, which deployment fills in.
const LIBRARY_START: [u8; 21] = {
    let mut start = [0; 21];
    start[0] = 0x73;
    start
};

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Artifact {
    /// The name of the build, which for a variant differs from the contract's.
    pub name: String,
    /// The source file, below `assets/contracts`.
    pub file: String,
    /// The folder in which the compiler saw the file, with a slash at its end; usually none.
    #[serde(default)]
    directory: String,
    pub contract: String,
    /// For a variant, the replaced text of the source and its replacement.
    edit: Option<(String, String)>,
    /// The compiler's version with its commit, without a leading `v`.
    pub compiler: String,
    /// The code that creates the contract, without constructor arguments.
    #[serde(deserialize_with = "bytes")]
    pub creation: Vec<u8>,
    /// The code as compiled: immutables are zero, and so is a library's own address.
    #[serde(deserialize_with = "bytes")]
    pub runtime: Vec<u8>,
    /// The compiler's source map of `creation`.
    pub creation_source_map: String,
    /// The compiler's source map of `runtime`.
    pub runtime_source_map: String,
    /// For every immutable, in the order of declaration, where in `runtime` its 32 bytes lie.
    pub immutables: Vec<Vec<usize>>,
    /// The interface, as JSON.
    pub abi: Box<RawValue>,
    /// The layout of the state variables, as JSON.
    pub storage_layout: Box<RawValue>,
    /// The compiler's metadata, as the exact JSON text that was hashed.
    pub metadata: String,
}

impl Artifact {
    /// The code deployed at `address`: with the immutables given in `values`, and a library's address.
    pub fn deployed(&self, address: EvmAddress, values: &[[u8; 32]]) -> Vec<u8> {
        let mut code = self.runtime.clone();
        if code.starts_with(&LIBRARY_START) {
            put(&mut code, 1, address.bytes());
        }
        for (places, value) in self.immutables.iter().zip(values) {
            for &at in places {
                put(&mut code, at, value);
            }
        }
        code
    }

    /// `deployed` code with the values from deployment set to zero, for comparison with `runtime`.
    pub fn undeployed(&self, deployed: &[u8]) -> Vec<u8> {
        let mut code = deployed.to_vec();
        if self.runtime.starts_with(&LIBRARY_START) {
            put(&mut code, 1, &[0; 20]);
        }
        for &at in self.immutables.iter().flatten() {
            put(&mut code, at, &[0; 32]);
        }
        code
    }

    /// The path by which the compiler knew the contract's source file.
    pub fn path(&self) -> String {
        format!("{}{}", self.directory, self.file)
    }

    pub fn source(&self) -> String {
        let text = source(&self.file).unwrap_or_default();
        match &self.edit {
            Some((find, put)) => text.replace(find, put),
            None => text.to_owned(),
        }
    }
}

/// The text of a source file, by its name below `assets/contracts`.
pub fn source(file: &str) -> Option<&'static str> {
    data::file(&format!("contracts/{file}"))
}

/// All artefacts, in the order of their names, variants last.
pub fn all() -> impl Iterator<Item = &'static Artifact> {
    NAMES.iter().filter_map(|name| named(name))
}

pub fn named(name: &str) -> Option<&'static Artifact> {
    static READ: [OnceLock<Option<Artifact>>; NAMES.len()] = [const { OnceLock::new() }; NAMES.len()];
    let read = READ.get(NAMES.iter().position(|known| *known == name)?)?;
    read.get_or_init(|| data::entry(&format!("artifacts/{name}.json"))).as_ref()
}

impl FromText for Vec<u8> {
    /// Hex, or the name of a build for the code that creates it, with hex behind it for the arguments.
    fn from_text(text: &str) -> Option<Self> {
        let (build, digits) = text.split_once("0x").unwrap_or((text, ""));
        let creation = match build.trim_end() {
            "" => Vec::new(),
            name => named(name)?.creation.clone(),
        };
        Some([creation, hex::decode(digits).ok()?].concat())
    }
}

/// Writes `value` at `at`, if it fits there.
fn put(code: &mut [u8], at: usize, value: &[u8]) {
    if let Some(place) = code.get_mut(at..at.saturating_add(value.len())) {
        place.copy_from_slice(value);
    }
}

fn bytes<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Vec<u8>, D::Error> {
    hex::decode(<std::borrow::Cow<'de, str>>::deserialize(from)?.as_bytes()).map_err(serde::de::Error::custom)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ledger::EntityId;

    #[test]
    fn every_artifact_has_its_source_and_variants_differ_where_they_should() {
        assert_eq!(all().count(), NAMES.len());
        for artifact in all() {
            let metadata: serde_json::Value = serde_json::from_str(&artifact.metadata).unwrap();
            let hash = alloy_primitives::keccak256(artifact.source()).to_string();
            assert_eq!(metadata["sources"][artifact.path()]["keccak256"], hash, "{}", artifact.name);
            let address = EvmAddress::long_zero(EntityId::from_num(7));
            let code = artifact.deployed(address, &[[1; 32], [2; 32], [3; 32]]);
            assert_eq!(artifact.undeployed(&code), artifact.runtime, "{}", artifact.name);
        }
        let largest = all().map(|artifact| artifact.runtime.len()).max().unwrap();
        assert!((24_000..=24_576).contains(&largest), "nearly what a ledger allows: {largest}");
        for (name, variant, only_metadata) in
            [("Greeter", "GreeterReworded", true), ("Counter", "CounterByTwo", false)]
        {
            let (one, two) = (named(name).unwrap(), named(variant).unwrap());
            let first = one.runtime.iter().zip(&two.runtime).position(|(a, b)| a != b).unwrap();
            assert_eq!(one.runtime.len(), two.runtime.len());
            assert_eq!(one.runtime.len() - first < 53, only_metadata && first >= 75, "{name}");
        }
        let library = EvmAddress::long_zero(EntityId::from_num(5013));
        assert!(named("Oracle").unwrap().runtime.windows(20).any(|bytes| bytes == library.bytes()));
    }
}
