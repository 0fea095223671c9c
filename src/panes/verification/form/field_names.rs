//! The names of the form's fields and of its draft.

pub(super) const MODE: &str = "mode";
pub(super) const CHAIN: &str = "chainId";
pub(super) const ADDRESS: &str = "address";
pub(super) const HASH: &str = "creationTransactionHash";
pub(super) const KEY: &str = "apiKey";
pub(super) const FILE: &str = "file";
pub(super) const NAME: &str = "contractIdentifier";
pub(super) const COMPILER: &str = "compilerVersion";
pub(super) const ROOTS: &str = "roots";
pub(super) const SENT: &str = "sources";

pub(super) const DRAFT: &str = "verify";
