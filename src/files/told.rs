//! What metadata tells of the contract that it was written for, without its sources.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::verification::ContractIdentifier;

/// What is read of metadata.
#[derive(Deserialize)]
pub(super) struct Told {
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

impl Told {
    /// Reads metadata as an object, or as the compiler writes it: as text.
    pub(super) fn parse(member: Option<&RawValue>) -> Option<Self> {
        let whole = member?.get();
        if whole.starts_with('{') {
            return serde_json::from_str(whole).ok();
        }
        let written: String = serde_json::from_str(whole).ok()?;
        serde_json::from_str(&written).ok()
    }

    pub(super) fn contract(&self) -> Option<ContractIdentifier> {
        let (path, name) = self.settings.as_ref()?.compilation_target.as_ref()?.first_key_value()?;
        ContractIdentifier::new(path, name)
    }

    /// The compiler's version.
    pub(super) fn compiler(&self) -> Option<&str> {
        self.compiler.as_ref()?.version.as_deref()
    }
}
