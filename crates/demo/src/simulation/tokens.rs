//! Tokens of the ledger's own token service.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::data;

#[derive(Debug, Deserialize)]
pub(crate) struct Token {
    pub(crate) num: u64,
    pub(crate) name: String,
    pub(crate) symbol: String,
    /// None for unique tokens.
    pub(crate) decimals: u8,
    pub(crate) supply: u64,
    #[serde(default)]
    pub(crate) unique: bool,
    /// Whether a transfer costs custom fees.
    #[serde(default)]
    pub(crate) fees: bool,
    #[serde(default)]
    pub(crate) deleted: bool,
}

pub(crate) fn all() -> &'static [Token] {
    static ALL: LazyLock<Vec<Token>> = LazyLock::new(|| data::list("ledger/tokens.json"));
    &ALL
}

pub(crate) fn by_num(num: u64) -> Option<&'static Token> {
    all().iter().find(|token| token.num == num)
}
