//! The slots of ERC-1967.

use alloy_primitives::hex;

use crate::simulation::abi::Word;

/// The slot that names a proxy's implementation.
pub(crate) const IMPLEMENTATION: Word =
    hex!("360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc");
