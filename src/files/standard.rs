//! The compiler's standard JSON input, in its own file or within a build-info.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};

use super::{hash, names};
use crate::ledger::Text;
use crate::message::FileFault;
use crate::verification::{Compilation, Contracts, FileKind, Lack, Lacking, Stamp, Upload};

/// What is read of an input.
#[derive(Deserialize)]
struct Shape<'a> {
    #[serde(borrow)]
    language: Cow<'a, str>,
    #[serde(borrow)]
    sources: BTreeMap<Cow<'a, str>, Source<'a>>,
}

/// A source, in an input or in metadata.
#[derive(Deserialize)]
pub(super) struct Source<'a> {
    #[serde(borrow)]
    pub(super) keccak256: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) content: Option<Cow<'a, str>>,
}

/// The members of an input that the Solidity compiler knows. It refuses every other, and build tools add some.
#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct Known<'a> {
    #[serde(borrow)]
    language: &'a RawValue,
    #[serde(borrow)]
    sources: &'a RawValue,
    #[serde(borrow, skip_serializing_if = "Option::is_none")]
    settings: Option<&'a RawValue>,
    #[serde(borrow, skip_serializing_if = "Option::is_none")]
    auxiliary_input: Option<&'a RawValue>,
}

/// Reads an input.
///
/// # Errors
/// If it is not shaped as one.
pub(super) fn parse_input(input: &RawValue) -> Result<Compilation, FileFault> {
    let shape: Shape<'_> =
        serde_json::from_str(input.get()).map_err(|_| FileFault::Malformed("standard JSON input"))?;
    let mut contracts = Contracts::default();
    let (mut files, mut lacking) = (Vec::new(), Vec::new());
    for (path, source) in &shape.sources {
        let checked = match source.content.as_deref() {
            None => Err(Lack::AddressOnly),
            Some("") => Err(Lack::Empty),
            Some(content) => {
                names::find(&shape.language, path, content, &mut contracts);
                hash::check(path, content, hash::parse(source.keccak256), None)
            }
        };
        match checked {
            Ok(file) => files.push(file),
            Err(why) => lacking.push(Lacking { path: Text::from(path.as_ref()), why }),
        }
    }
    let upload = || Some(Upload::new(whole(input, &shape.language)?, shape.sources.len()));
    Ok(Compilation {
        kind: FileKind::StandardJson,
        language: Text::from(shape.language.as_ref()),
        compiler_version: None,
        contracts,
        sources: shape.sources.keys().map(|path| Text::from(path.as_ref())).collect(),
        files: files.into(),
        input: if lacking.is_empty() { upload() } else { None },
        lacking,
        metadata: None,
        stamp: Stamp::default(),
    })
}

/// The input as it is sent: key by key, without keys that the compiler would refuse.
fn whole(input: &RawValue, language: &str) -> Option<Box<RawValue>> {
    if language == "Vyper" {
        return Some(input.to_owned());
    }
    serde_json::from_str::<Known<'_>>(input.get()).ok().and_then(|known| to_raw_value(&known).ok())
}
