//! The contracts of the embedded network: what the compiler made of `assets/demo/contracts`.
//!
//! Nothing is read until the first question; then all artefacts are, once.

use std::sync::LazyLock;

use alloy_primitives::hex;
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::ledger::EvmAddress;

/// Where the library `Sorting` must live, because `Oracle` is linked to the long-zero address of this entity.
pub const SORTING_ENTITY: u64 = 5013;

/// A library's code starts with PUSH20 of its own address, which deployment fills in.
const LIBRARY_START: [u8; 21] = {
    let mut start = [0; 21];
    start[0] = 0x73;
    start
};

/// One build of one contract.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Artifact {
    /// The name of the build, which for a variant differs from the contract's.
    pub name: String,
    /// The source file, below `assets/demo/contracts`.
    pub file: String,
    /// The folder in which the compiler saw the file, with a slash at its end; usually none.
    #[serde(default)]
    directory: String,
    /// The name of the contract within its file.
    pub contract: String,
    /// For a variant, what in the source was replaced, and with what.
    edit: Option<(String, String)>,
    /// The compiler's version with its commit, without a leading `v`.
    pub compiler: String,
    /// The code that creates the contract, without constructor arguments.
    #[serde(deserialize_with = "bytes")]
    pub creation: Vec<u8>,
    /// The code as compiled: immutables are zero, and so is a library's own address.
    #[serde(deserialize_with = "bytes")]
    pub runtime: Vec<u8>,
    /// For every immutable, in the order of declaration, where in `runtime` its 32 bytes lie.
    pub immutables: Vec<Vec<usize>>,
    /// The interface, as JSON.
    pub abi: Box<RawValue>,
    /// Where the state variables lie, as JSON.
    pub storage_layout: Box<RawValue>,
    /// The compiler's metadata, as JSON text, exactly as it was hashed.
    pub metadata: String,
}

impl Artifact {
    /// The code as it lies at `address`: immutables filled in, as far as `values` reach, and a library's address.
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

    /// `deployed` code with what deployment filled in set back to zero, to be compared with `runtime`.
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

    /// The text of the contract's source file.
    pub fn source(&self) -> String {
        let text = source(&self.file).unwrap_or_default();
        match &self.edit {
            Some((find, put)) => text.replace(find, put),
            None => text.to_owned(),
        }
    }
}

/// The text of a source file, by its name below `assets/demo/contracts`.
pub fn source(file: &str) -> Option<&'static str> {
    SOURCES.iter().find(|(name, _)| *name == file).map(|(_, text)| *text)
}

/// All artefacts, in the order of their names, variants last.
pub fn all() -> &'static [Artifact] {
    static ALL: LazyLock<Vec<Artifact>> =
        LazyLock::new(|| FILES.iter().filter_map(|text| serde_json::from_str(text).ok()).collect());
    &ALL
}

/// The artefact of this name.
pub fn named(name: &str) -> Option<&'static Artifact> {
    all().iter().find(|artifact| artifact.name == name)
}

/// Writes `value` at `at`, if it fits there.
fn put(code: &mut [u8], at: usize, value: &[u8]) {
    if let Some(place) = code.get_mut(at..at.saturating_add(value.len())) {
        place.copy_from_slice(value);
    }
}

fn bytes<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Vec<u8>, D::Error> {
    let digits = <std::borrow::Cow<'de, str>>::deserialize(from)?;
    hex::decode(digits.as_bytes()).map_err(serde::de::Error::custom)
}

macro_rules! artifacts {
    ($($name:literal),* $(,)?) => {
        &[$(include_str!(concat!("../../assets/demo/artifacts/", $name, ".json"))),*]
    };
}

macro_rules! sources {
    ($($name:literal),* $(,)?) => {
        &[$((concat!($name, ".sol"), include_str!(concat!("../../assets/demo/contracts/", $name, ".sol")))),*]
    };
}

const FILES: &[&str] = artifacts![
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
    "Transparent",
    "Vault",
    "CounterByTwo",
    "CounterForged",
    "EscrowBrief",
    "GreeterReworded",
    "TimelockReworded",
    "VaultReworded",
];

const SOURCES: &[(&str, &str)] = sources![
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
    "Transparent",
    "Vault",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::EntityId;

    #[test]
    fn every_artifact_is_read_and_its_source_is_there() {
        assert_eq!(all().len(), FILES.len());
        for artifact in all() {
            assert!(artifact.source().contains(&format!("{} ", artifact.contract)), "{}", artifact.name);
            let varied = artifact.edit.is_some() || !artifact.directory.is_empty();
            assert_eq!(varied, artifact.name != artifact.contract);
            let metadata: serde_json::Value = serde_json::from_str(&artifact.metadata).unwrap();
            let hash = alloy_primitives::keccak256(artifact.source()).to_string();
            assert_eq!(metadata["sources"][artifact.path()]["keccak256"], hash, "{}", artifact.name);
            assert!(artifact.creation.len() > artifact.runtime.len(), "{}", artifact.name);
        }
        assert!(named("Nothing").is_none());
    }

    #[test]
    fn the_largest_contract_nearly_fills_what_a_ledger_allows() {
        let largest = all().iter().map(|artifact| artifact.runtime.len()).max().unwrap();
        assert!((24_000..=24_576).contains(&largest), "{largest}");
    }

    #[test]
    fn variants_differ_where_they_should() {
        let (plain, reworded) = (named("Greeter").unwrap(), named("GreeterReworded").unwrap());
        let first = plain.runtime.iter().zip(&reworded.runtime).position(|(a, b)| a != b).unwrap();
        assert_eq!(plain.runtime.len(), reworded.runtime.len());
        assert!(plain.runtime.len() - first < 53, "only the metadata at the end differs");

        let (one, two) = (named("Counter").unwrap(), named("CounterByTwo").unwrap());
        let first = one.runtime.iter().zip(&two.runtime).position(|(a, b)| a != b).unwrap();
        assert_eq!(one.runtime.len(), two.runtime.len());
        assert!(one.runtime.len() - first > 53 && first >= 75, "code differs, but not its start: {first}");

        let (full, brief) = (named("Escrow").unwrap(), named("EscrowBrief").unwrap());
        assert!(full.runtime.len() > brief.runtime.len());
    }

    #[test]
    fn deployment_fills_immutables_and_the_address_of_a_library() {
        let token = named("Token").unwrap();
        assert_eq!(token.immutables.len(), 2);
        let address = EvmAddress::long_zero(EntityId::of(7));
        let code = token.deployed(address, &[[1; 32], [2; 32]]);
        assert_ne!(code, token.runtime);
        assert_eq!(token.undeployed(&code), token.runtime);

        let library = named("Sorting").unwrap();
        let code = library.deployed(address, &[]);
        assert_eq!(code[20], 7);
        assert_eq!(library.undeployed(&code), library.runtime);
    }

    #[test]
    fn the_oracle_is_linked_to_the_library() {
        let at = EvmAddress::long_zero(EntityId::of(SORTING_ENTITY));
        let oracle = named("Oracle").unwrap();
        assert!(oracle.runtime.windows(20).any(|bytes| bytes == at.bytes()));
    }
}
