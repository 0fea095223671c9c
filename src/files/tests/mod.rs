//! Projects on disk, as build tools leave them, and what is read of them.

mod artifacts;
mod builds;
mod compiled;
mod deployments;
mod faults;
mod hostile;
mod inputs;
mod metadata;
mod workspaces;

use std::fs;
use std::path::PathBuf;

use alloy_primitives::keccak256;
use serde_json::{Value, json};
use tempfile::TempDir;
use verification::{Compilation, ContractIdentifier, Lack, Mode};

use super::compilation;
use crate::message::FileFault;

const VERSION: &str = "0.8.26+commit.8a97fa7a";
const COUNTER: &str = "import \"./Base.sol\";\ncontract Counter is Base { uint256 public count; }\n";
const BASE: &str = "// SPDX: none\nabstract contract Base {}\nlibrary Sums {}\n";

/// A directory with files in it.
struct Project(TempDir);

impl Project {
    fn new(files: &[(&str, &str)]) -> Self {
        let project = Self(TempDir::new().unwrap());
        for (path, text) in files {
            project.write(path, text);
        }
        project
    }

    fn write(&self, path: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    fn load(&self, path: &str) -> Result<Compilation, FileFault> {
        compilation(&self.0.path().join(path), None, &[])
    }
}

/// Metadata that names these sources and compiled the last contract of the first.
fn metadata_of(sources: &[(&str, &str)]) -> Value {
    let named: serde_json::Map<String, Value> = sources
        .iter()
        .map(|(path, text)| {
            ((*path).to_owned(), json!({ "keccak256": keccak256(text).to_string(), "urls": ["bzz-raw://1"] }))
        })
        .collect();
    json!({
        "compiler": { "version": VERSION },
        "language": "Solidity",
        "output": { "abi": [] },
        "settings": {
            "compilationTarget": { sources[0].0: "Counter" },
            "evmVersion": "cancun",
            "libraries": { "src/Base.sol:Sums": "0x0000000000000000000000000000000000000001" },
            "optimizer": { "enabled": true, "runs": 200 },
            "remappings": [],
        },
        "sources": named,
        "version": 1,
    })
}

fn input_of(sources: &[(&str, &str)]) -> Value {
    let sources: serde_json::Map<String, Value> =
        sources.iter().map(|(path, text)| ((*path).to_owned(), json!({ "content": text }))).collect();
    json!({ "language": "Solidity", "sources": sources, "settings": { "optimizer": { "runs": 1 } } })
}

fn names(contracts: &[ContractIdentifier]) -> Vec<String> {
    contracts.iter().map(ToString::to_string).collect()
}

fn lacking(compilation: &Compilation) -> Vec<(String, Lack)> {
    compilation.lacking.iter().map(|lacking| (lacking.path.escaped(), lacking.why)).collect()
}

/// What is sent as the standard JSON input.
fn sent(compilation: &Compilation) -> Value {
    serde_json::from_str(&compilation.upload(Mode::StandardJson, None).unwrap().reveal()).unwrap()
}
