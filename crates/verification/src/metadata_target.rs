//! The contract and the compiler that a compiler's metadata names, without its sources.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::ContractIdentifier;

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
