//! Accounts with special properties: key, memo, balance, or the address of the signing key.

use std::sync::LazyLock;

use ledger::EvmAddress;
use serde::Deserialize;

use crate::data;
use crate::simulation::contracts::keys::Admin;

/// The special properties of an account. Others have an ECDSA key if they have an alias, else an ED25519 key.
#[derive(Debug, Deserialize)]
pub(super) struct Special {
    num: u64,
    pub(super) key: Option<Admin>,
    #[serde(default)]
    pub(super) memo: String,
    /// Tinybars that it holds, where that is not left to chance.
    pub(super) balance: Option<u64>,
    /// The address of the key that it signs with, where its recorded transactions are signed indeed.
    #[serde(default, deserialize_with = "data::maybe")]
    pub(super) address: Option<EvmAddress>,
}

/// The special properties of the account with this number.
pub(super) fn special(num: u64) -> &'static Special {
    static ALL: LazyLock<Vec<Special>> = LazyLock::new(|| data::list("ledger/accounts.json"));
    static NONE: Special = Special { num: 0, key: None, memo: String::new(), balance: None, address: None };
    ALL.iter().find(|account| account.num == num).unwrap_or(&NONE)
}
