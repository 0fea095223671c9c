//! The origin of a submission, to recognise it among many: from the user's files, or from the verifier once the
//! contract is verified.

use std::collections::BTreeMap;

use ledger::Text;
use serde::Deserialize;

use super::verified::Compilation;
use super::{ContractIdentifier, Job, SubmissionBody, Verified};

/// The contract within its compilation, the compiler, and the file. Modes that send no sources have none of them before
/// the verifier has found the contract.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// The path of the contract's source, a colon, and its name.
    pub contract: Option<Text>,
    /// The compiler's version.
    pub compiler: Option<Text>,
    /// The file that was read, as the user named it.
    pub file: Option<Text>,
}

impl Origin {
    /// The origin that the body of a submission names.
    pub fn of(body: &SubmissionBody) -> Self {
        match body {
            SubmissionBody::Similarity { .. } | SubmissionBody::Import { .. } => Self::default(),
            SubmissionBody::StandardJson { contract, compiler_version, .. } => Self {
                contract: Some(Text::new(contract.to_string())),
                compiler: Some(Text::new(compiler_version.to_string())),
                file: None,
            },
            SubmissionBody::Metadata { metadata, .. } => {
                MetadataTarget::parse(&metadata.reveal()).map(Self::from).unwrap_or_default()
            }
        }
    }

    /// Sets the file that was read; ignored without a contract or compiler, or with an empty path.
    #[must_use]
    pub fn from_file(mut self, path: &str) -> Self {
        let sends = self.contract.is_some() || self.compiler.is_some();
        self.file = Some(path).filter(|path| sends && !path.trim().is_empty()).map(Text::new);
        self
    }

    /// The contract's name alone.
    pub fn name(&self) -> Option<Text> {
        let whole = self.contract.as_ref()?.raw();
        whole.rsplit(|byte| *byte == b':').next().map(Text::from_bytes)
    }
}

impl From<MetadataTarget> for Origin {
    fn from(target: MetadataTarget) -> Self {
        Self {
            contract: target.written().map(|(path, name)| Text::new(format!("{path}:{name}"))),
            compiler: target.compiler().map(Text::new),
            file: None,
        }
    }
}

impl From<&Compilation> for Origin {
    fn from(found: &Compilation) -> Self {
        let contract = found.full_name.known().or(found.name.known()).cloned();
        Self { contract, compiler: found.version.known().cloned(), file: None }
    }
}

impl Job {
    /// Whether its contract is verified and still needs a name from the verifier's lookup.
    pub fn wants_name(&self) -> bool {
        self.state.is_success() && self.origin.contract.is_none() && !self.checks_contract
    }

    /// Takes the contract's name from the verifier's lookup. Returns whether it had one.
    pub(super) fn take_name(&mut self, found: &Verified) -> bool {
        let told = found.compilation.known().map(Origin::from).filter(|told| told.contract.is_some());
        match told {
            Some(told) if self.wants_name() => {
                self.origin = told;
                true
            }
            _ => false,
        }
    }
}

/// The parsed part of metadata. Its texts are untrusted.
#[derive(Deserialize)]
pub struct MetadataTarget {
    compiler: Option<Compiler>,
    settings: Option<Settings>,
}

#[derive(Deserialize)]
struct Compiler {
    version: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Settings {
    compilation_target: Option<BTreeMap<String, String>>,
}

impl MetadataTarget {
    /// Reads metadata as an object, or as the compiler writes it: as the text of one.
    pub fn parse(json: &str) -> Option<Self> {
        if json.trim_start().starts_with('{') {
            return serde_json::from_str(json).ok();
        }
        let written: String = serde_json::from_str(json).ok()?;
        serde_json::from_str(&written).ok()
    }

    /// The path of the contract's source and its name, unchanged.
    pub fn written(&self) -> Option<(&str, &str)> {
        let (path, name) = self.settings.as_ref()?.compilation_target.as_ref()?.first_key_value()?;
        Some((path, name))
    }

    /// The contract, if it is named as contracts can be.
    pub fn contract(&self) -> Option<ContractIdentifier> {
        let (path, name) = self.written()?;
        ContractIdentifier::new(path, name)
    }

    /// The compiler's version.
    pub fn compiler(&self) -> Option<&str> {
        self.compiler.as_ref()?.version.as_deref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CompilerVersion, ContractIdentifier, Upload};

    fn upload(text: &str) -> Upload {
        Upload::new(serde_json::from_str(text).unwrap(), 1)
    }

    fn texts(origin: &Origin) -> [Option<String>; 3] {
        [&origin.contract, &origin.compiler, &origin.file].map(|text| text.as_ref().map(Text::escaped))
    }

    #[test]
    fn bodies_with_sources_name_contract_and_compiler() {
        let standard = SubmissionBody::StandardJson {
            input: upload("{}"),
            compiler_version: CompilerVersion::parse("0.8.26+commit.8a97fa7a").unwrap(),
            contract: ContractIdentifier::parse("src/a:b/Vault.sol:Vault").unwrap(),
            creation_hash: None,
        };
        let origin = Origin::of(&standard).from_file("out/input.json");
        let wanted = ["src/a:b/Vault.sol:Vault", "0.8.26+commit.8a97fa7a", "out/input.json"];
        assert_eq!(texts(&origin), wanted.map(|text| Some(text.to_owned())));
        assert!(origin.name().is_some_and(|name| name.is("Vault")));
        let metadata = r#"{"compiler":{"version":"0.8.26"},"settings":{"compilationTarget":{"V.sol":"V"}}}"#;
        let body = |metadata| SubmissionBody::Metadata {
            metadata: upload(metadata),
            sources: upload("{}"),
            creation_hash: None,
        };
        assert_eq!(
            texts(&Origin::of(&body(metadata))),
            [Some("V.sol:V".into()), Some("0.8.26".into()), None]
        );
        assert_eq!(Origin::of(&body(r#"{"compiler":7}"#)), Origin::default());
    }

    #[test]
    fn other_modes_have_no_file() {
        let search = SubmissionBody::Similarity { creation_hash: None };
        assert_eq!(Origin::of(&search).from_file("left in the form.json"), Origin::default());
    }

    #[test]
    fn a_hostile_target_is_told_as_written_and_is_no_contract() {
        let metadata =
            r#"{"compiler":{"version":"0.8.26"},"settings":{"compilationTarget":{"a\u001b[2J.sol":"V"}}}"#;
        for text in [metadata.to_owned(), serde_json::to_string(metadata).unwrap()] {
            let target = MetadataTarget::parse(&text).unwrap();
            assert_eq!(
                (target.compiler(), target.written()),
                (Some("0.8.26"), Some(("a\u{1b}[2J.sol", "V")))
            );
            assert_eq!(target.contract(), None);
        }
        let none = MetadataTarget::parse(r#"{"settings":{"compilationTarget":null}}"#).unwrap();
        assert_eq!((none.compiler(), none.written()), (None, None));
        assert!(
            MetadataTarget::parse("[7]").is_none() && MetadataTarget::parse(r#"{"compiler":7}"#).is_none()
        );
    }
}
