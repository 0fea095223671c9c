//! The members of a verified contract that are answered on request, and the request for them: `fields` or `omit`.

use alloy_primitives::hex::encode_prefixed as hex;
use ledger::EvmAddress;
use serde_json::{Map, Value, json};

use super::compiler::candidate::split;
use super::{Refusal, dictionary};
use crate::artifacts;
use crate::artifacts::Artifact;

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
            "signatures" => dictionary::signatures_of(&raw(&self.artifact.abi)),
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

/// The members that are always answered.
const MINIMAL: &str = "matchId creationMatch runtimeMatch verifiedAt match chainId address";

/// The members that are answered on request.
const MORE: &str = "creationBytecode runtimeBytecode deployment sources compilation abi metadata storageLayout \
    transientStorageLayout userdoc devdoc sourceIds stdJsonInput stdJsonOutput signatures proxyResolution";

/// The fields that a request selects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    /// The minimal members and these, each perhaps with one extra member.
    Fields(Vec<String>),
    Omit(Vec<String>),
}

impl Wish {
    /// Reads the query.
    /// Errors: `invalid_parameter` for both at once, for an unknown or too deep name, an empty one, or `all` among others.
    pub(super) fn from_query(query: &[(String, String)]) -> Result<Self, Refusal> {
        let value =
            |name: &str| query.iter().find(|(given, _)| given == name).map(|(_, value)| value.as_str());
        match (value("fields"), value("omit")) {
            (None, None) => Ok(Self::Fields(Vec::new())),
            (Some("all"), None) => Ok(Self::Omit(Vec::new())),
            (Some(list), None) => names(list).map(Self::Fields),
            (None, Some(list)) => names(list).map(Self::Omit),
            (Some(_), Some(_)) => Err(Refusal::parameter("Cannot specify both 'fields' and 'omit'")),
        }
    }

    pub(super) fn needed(&self) -> impl Iterator<Item = &'static str> {
        MORE.split(' ').filter(|name| match self {
            Self::Fields(list) => list.iter().any(|path| head(path) == *name),
            Self::Omit(list) => !list.iter().any(|path| path == name),
        })
    }

    pub(super) fn cut(&self, members: &mut Map<String, Value>) {
        match self {
            Self::Fields(list) => {
                for (name, value) in members.iter_mut() {
                    let whole =
                        MINIMAL.split(' ').any(|it| it == name) || list.iter().any(|path| path == name);
                    if let (false, Some(inner)) = (whole, value.as_object_mut()) {
                        inner.retain(|sub, _| {
                            list.iter().any(|path| path.split_once('.') == Some((name, sub)))
                        });
                    }
                }
            }
            Self::Omit(list) => {
                for path in list {
                    match path.split_once('.') {
                        None => {
                            members.shift_remove(path);
                        }
                        Some((name, sub)) => {
                            if let Some(inner) = members.get_mut(name).and_then(Value::as_object_mut) {
                                inner.shift_remove(sub);
                            }
                        }
                    }
                }
            }
        }
    }
}

fn names(list: &str) -> Result<Vec<String>, Refusal> {
    let names: Vec<String> = list.split(',').map(str::to_owned).collect();
    for name in &names {
        if name == "all" {
            return Err(Refusal::parameter("Cannot specify 'all' with other fields"));
        }
        let known = MORE.split(' ').chain(MINIMAL.split(' ')).any(|known| known == head(name));
        if !known || name.matches('.').count() > 1 || name.ends_with('.') {
            return Err(Refusal::parameter(format!("Field selector {name} is not a valid field")));
        }
    }
    Ok(names)
}

fn head(path: &str) -> &str {
    path.split_once('.').map_or(path, |(head, _)| head)
}
