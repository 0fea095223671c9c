//! The source of a name, which determines how far to trust it.

use std::fmt;

/// The source of a signature, the most trusted first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Provenance {
    /// Added by the user for this contract.
    User,
    /// From the contract's verified source.
    Verified {
        /// Whether the match is exact, including the metadata.
        exact: bool,
    },
    /// From the network's system contracts.
    System,
    /// From the built-in signatures; other signatures may share the selector.
    Shipped,
    /// From a signature server, to which anyone may add entries.
    Online,
    /// Inferred from the bytes only.
    Guess,
}

impl Provenance {
    /// The word in the chip next to a signature.
    pub fn label(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Verified { .. } => "verified",
            Self::System => "system",
            Self::Shipped => "built-in",
            Self::Online => "online",
            Self::Guess => "guess",
        }
    }
}

impl fmt::Display for Provenance {
    /// A clause that names the source.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::User => "you added it",
            Self::Verified { exact: true } => "from the verified source",
            Self::Verified { exact: false } => "from the verified source, which matches but for its metadata",
            Self::System => "built into the network",
            Self::Shipped => "from the signatures that come with the program",
            Self::Online => "from a signature server",
            Self::Guess => "a guess from the bytes alone",
        })
    }
}
