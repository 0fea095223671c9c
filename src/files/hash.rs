//! Checks a source against its keccak256 hash.

use alloy_primitives::{B256, hex};
use ledger::Text;
use serde_json::value::RawValue;
use verification::{HashCheck, Lack, SourceFile};

use super::members;

/// Reads a `keccak256` member. Whatever is not 32 bytes in hex is no hash.
pub(super) fn parse(member: Option<&RawValue>) -> Option<B256> {
    let written = members::text(member)?;
    hex::decode_to_array::<_, 32>(written.as_ref()).ok().map(B256::from)
}

/// Holds the text of the source with this path against its hash, if there is one.
///
/// # Errors
/// If it is another text.
pub(super) fn check(
    path: &str,
    text: &str,
    hash: Option<B256>,
    read_from: Option<Text>,
) -> Result<SourceFile, Lack> {
    let checked = if hash.is_some() { HashCheck::Matches } else { HashCheck::Absent };
    let file = SourceFile::new(Text::from(path), text, checked, read_from);
    if hash.is_some_and(|hash| hash != file.keccak256) { Err(Lack::Altered) } else { Ok(file) }
}
