//! The members of a verified contract that are answered when asked for.

use serde_json::{Map, Value, json};

use super::signatures;
use super::verdict::hex;
use crate::demo::artifacts::{self, Artifact};
use crate::ledger::EvmAddress;

/// What lies behind a proxy.
pub(super) struct Behind {
    /// Its address.
    pub(super) address: EvmAddress,
    /// The name of the contract.
    pub(super) name: &'static str,
    /// The kind of the proxy.
    pub(super) kind: &'static str,
}

/// What the members are made of.
pub(super) struct Details {
    /// The build that matched.
    pub(super) artifact: &'static Artifact,
    /// The code on the ledger.
    pub(super) code: Option<Vec<u8>>,
    /// The hash of the creation.
    pub(super) created_by: Option<[u8; 32]>,
    /// What lies behind it, if it is a proxy.
    pub(super) implementation: Option<Behind>,
}

impl Details {
    /// The member of this name; null if the embedded server does not keep it.
    pub(super) fn member(&self, name: &str) -> Value {
        match name {
            "creationBytecode" => bytecode(&self.artifact.creation, None),
            "runtimeBytecode" => bytecode(&self.artifact.runtime, self.code.as_deref()),
            "deployment" => json!({
                "transactionHash": self.created_by.map(|hash| hex(&hash)),
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
            "signatures" => signatures::of(&raw(&self.artifact.abi)),
            "sourceIds" => self.source_ids(),
            "proxyResolution" => self.proxy(),
            _ => Value::Null,
        }
    }

    /// What the metadata has at this JSON pointer.
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

    /// The contract's own source and those that it imports.
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

    /// The numbers by which source maps name the files.
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
        let behind = self.implementation.as_ref();
        let named = behind.map(|it| json!({ "address": it.address.checksummed(), "name": it.name }));
        json!({
            "isProxy": behind.is_some(),
            "proxyType": behind.map(|it| it.kind),
            "implementations": Vec::from_iter(named),
        })
    }
}

/// Code as compiled and as it lies on the ledger, with its metadata trailer.
fn bytecode(compiled: &[u8], onchain: Option<&[u8]>) -> Value {
    json!({
        "onchainBytecode": onchain.map(hex),
        "recompiledBytecode": hex(compiled),
        "sourceMap": null,
        "linkReferences": {},
        "cborAuxdata": trailer(compiled),
        "transformations": [],
        "transformationValues": {},
    })
}

/// The CBOR metadata at the end of code, with its offset.
fn trailer(code: &[u8]) -> Value {
    let found = code.split_last_chunk::<2>().and_then(|(rest, length)| {
        let offset = rest.len().checked_sub(usize::from(u16::from_be_bytes(*length)))?;
        Some((offset, code.get(offset..)?))
    });
    match found {
        Some((offset, value)) => json!({ "1": { "value": hex(value), "offset": offset } }),
        None => json!({}),
    }
}

fn raw(text: &serde_json::value::RawValue) -> Value {
    serde_json::from_str(text.get()).unwrap_or_default()
}
