//! Decides which texts may be shown and stored: a key typed into the wrong field may not.

use verification::submission_text;

use super::contents::{ADDRESS, CHAIN, HASH};

/// Whether the text is a hash or the beginning of one.
pub(super) fn may_be_a_hash(text: &str) -> bool {
    let text = text.trim();
    "0x".starts_with(text) || has_prefix(text) || submission_text::creation_hash(text).is_ok()
}

/// The text of a field if it may be stored, otherwise an empty text.
pub(super) fn text<'a>(name: &str, text: &'a str) -> &'a str {
    let fits = match name {
        HASH => may_be_a_hash(text),
        CHAIN => text.bytes().all(|byte| byte.is_ascii_digit()),
        ADDRESS => has_prefix(text) || may_be_a_contract(text),
        _ => true,
    };
    if fits { text } else { "" }
}

/// An id, a number, a label, or 40 digits without a prefix.
fn may_be_a_contract(text: &str) -> bool {
    let is_id = text.starts_with(|first: char| first.is_ascii_digit()) && text.contains('.');
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    let is_address = text.len() == 40 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_id || is_number || is_address || text.starts_with('@')
}

fn has_prefix(text: &str) -> bool {
    text.starts_with("0x") || text.starts_with("0X")
}
