//! A compiler's settings that change the code or its metadata.

use std::collections::BTreeMap;

use serde_json::Value;

use super::release::Release;

/// The EVM versions, oldest first.
const EVM_VERSIONS: &str = "homestead tangerineWhistle spuriousDragon byzantium constantinople petersburg istanbul berlin \
    london paris shanghai cancun prague osaka";
/// The last EVM version without PUSH0.
const PARIS: usize = 9;

/// The kind of metadata appended to code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trailer {
    Nothing,
    Version,
    Hash,
}

/// Settings with their defaults filled in. Both forms are read: that of standard JSON and that of metadata.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Settings {
    optimized: bool,
    runs: u64,
    /// Other settings that change the code: `viaIR`, `optimizer.details` and `debug.revertStrings`.
    other: [Value; 3],
    /// The place in [`EVM_VERSIONS`].
    evm: usize,
    pub(super) trailer: Trailer,
    /// Addresses of libraries, by `file:library`.
    pub(super) libraries: BTreeMap<String, String>,
    remappings: Vec<Value>,
    literal: bool,
}

impl Settings {
    /// Parses `settings`, which may be absent, for this release; `None` for an unknown EVM version.
    pub(super) fn parse(given: &Value, release: &Release) -> Option<Self> {
        let at = |pointer: &str| given.pointer(pointer);
        let flag = |pointer: &str, usual: bool| at(pointer).and_then(Value::as_bool).unwrap_or(usual);
        let text = |pointer: &str| at(pointer).and_then(Value::as_str);
        let evm = text("/evmVersion").unwrap_or(release.evm);
        let trailer = match (flag("/metadata/appendCBOR", true), text("/metadata/bytecodeHash")) {
            (false, _) => Trailer::Nothing,
            (true, Some("none")) => Trailer::Version,
            (true, _) => Trailer::Hash,
        };
        Some(Self {
            optimized: flag("/optimizer/enabled", false),
            runs: at("/optimizer/runs").and_then(Value::as_u64).unwrap_or(200),
            other: [
                flag("/viaIR", false).into(),
                at("/optimizer/details").cloned().unwrap_or_default(),
                text("/debug/revertStrings").unwrap_or("default").into(),
            ],
            evm: EVM_VERSIONS.split(' ').position(|known| known == evm)?,
            trailer,
            libraries: libraries(at("/libraries")),
            remappings: at("/remappings").and_then(Value::as_array).cloned().unwrap_or_default(),
            literal: flag("/metadata/useLiteralContent", false),
        })
    }

    /// Whether the other settings change the layout of the code, and thus its length.
    pub(super) fn shapes_otherwise(&self, other: &Self) -> bool {
        (self.optimized, &self.other) != (other.optimized, &other.other)
    }

    /// Whether the optimizer weighs otherwise, which moves code without changing its length.
    pub(super) fn weighs_otherwise(&self, other: &Self) -> bool {
        self.optimized && self.runs != other.runs
    }

    /// Whether the EVM version has PUSH0.
    pub(super) fn has_push0(&self) -> bool {
        self.evm > PARIS
    }
}

/// Standard JSON nests libraries by file, metadata joins file and library in one name.
fn libraries(given: Option<&Value>) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for (file, linked) in given.and_then(Value::as_object).into_iter().flatten() {
        match linked {
            Value::String(address) => {
                found.insert(file.clone(), address.to_lowercase());
            }
            Value::Object(inner) => {
                for (library, address) in inner {
                    let address = address.as_str().unwrap_or_default().to_lowercase();
                    found.insert(format!("{file}:{library}"), address);
                }
            }
            _ => {}
        }
    }
    found
}
