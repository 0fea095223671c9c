//! The members of a verified contract that are answered on request.

use ledger::EvmAddress;
use serde_json::{Map, Value, json};

use super::compiler::recompiled::split;
use super::onchain::hex;
use super::signatures;
use crate::artifacts::{self, Artifact};

pub(super) struct Details {
    pub(super) artifact: &'static Artifact,
    pub(super) code: Option<Vec<u8>>,
    pub(super) created_by: Option<[u8; 32]>,
    /// The address and the name of what lies behind it and its kind, if it is a proxy.
    pub(super) implementation: Option<(EvmAddress, &'static str, &'static str)>,
}

impl Details {
    /// The member of this name; null if the embedded server does not store it.
    pub(super) fn member(&self, name: &str) -> Value {
        match name {
            "creationBytecode" => bytecode(&self.artifact.creation, None, &self.artifact.creation_source_map),
            "runtimeBytecode" => {
                bytecode(&self.artifact.runtime, self.code.as_deref(), &self.artifact.runtime_source_map)
            }
            "deployment" => json!({
                "transactionHash": self.created_by.map(hex),
                "blockNumber": null,
                "transactionIndex": null,
                "deployer": null,
            }),
            "sources" => self.sources(),
            "compilation" => self.compilation(),
            "abi" => raw(&self.artifact.abi),
            "metadata" => self.metadata(""),
            "storageLayout" => raw(&self.artifact.storage_layout),
            "userdoc" => self.metadata("/output/userdoc"),
            "devdoc" => self.metadata("/output/devdoc"),
            "stdJsonInput" => json!({
                "language": "Solidity",
                "sources": self.sources(),
                "settings": self.settings(),
            }),
            "signatures" => signatures::signatures_of(&raw(&self.artifact.abi)),
            "sourceIds" => self.source_ids(),
            "proxyResolution" => self.proxy(),
            _ => Value::Null,
        }
    }

    fn metadata(&self, pointer: &str) -> Value {
        let mut all: Value = serde_json::from_str(&self.artifact.metadata).unwrap_or_default();
        all.pointer_mut(pointer).map(Value::take).unwrap_or_default()
    }

    fn settings(&self) -> Value {
        let mut settings = self.metadata("/settings");
        if let Some(settings) = settings.as_object_mut() {
            settings.shift_remove("compilationTarget");
        }
        settings
    }

    fn sources(&self) -> Value {
        let sources = self.metadata("/sources");
        let files = sources.as_object().into_iter().flat_map(Map::keys);
        let texts = files.map(|file| {
            let text = match artifacts::source(file) {
                Some(text) if *file != self.artifact.path() => text.to_owned(),
                _ => self.artifact.source(),
            };
            (file.clone(), json!({ "content": text }))
        });
        Value::Object(texts.collect())
    }

    fn source_ids(&self) -> Value {
        let sources = self.metadata("/sources");
        let files = sources.as_object().into_iter().flat_map(Map::keys).enumerate();
        Value::Object(files.map(|(id, file)| (file.clone(), json!({ "id": id }))).collect())
    }

    fn compilation(&self) -> Value {
        json!({
            "language": "Solidity",
            "compiler": "solc",
            "compilerVersion": self.artifact.compiler,
            "compilerSettings": self.settings(),
            "name": self.artifact.contract,
            "fullyQualifiedName": format!("{}:{}", self.artifact.path(), self.artifact.contract),
        })
    }

    fn proxy(&self) -> Value {
        let named = |(address, name, _): (EvmAddress, _, _)| json!({ "address": address.checksummed(), "name": name });
        json!({
            "isProxy": self.implementation.is_some(),
            "proxyType": self.implementation.map(|(.., kind)| kind),
            "implementations": Vec::from_iter(self.implementation.map(named)),
        })
    }
}

/// Compiled and on-chain code, with its metadata.
fn bytecode(compiled: &[u8], onchain: Option<&[u8]>, source_map: &str) -> Value {
    json!({
        "onchainBytecode": onchain.map(hex),
        "recompiledBytecode": hex(compiled),
        "sourceMap": source_map,
        "linkReferences": {},
        "cborAuxdata": trailer(compiled),
        "transformations": [],
        "transformationValues": {},
    })
}

/// The CBOR metadata at the end of code, with its offset.
fn trailer(code: &[u8]) -> Value {
    match split(code) {
        Some((rest, value)) => json!({ "1": { "value": hex(value), "offset": rest.len() } }),
        None => json!({}),
    }
}

fn raw(text: &serde_json::value::RawValue) -> Value {
    serde_json::from_str(text.get()).unwrap_or_default()
}
