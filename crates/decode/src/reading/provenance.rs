//! Where a name comes from, which says how far to trust it.

use std::fmt;

/// Where a signature comes from, the most trusted first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Provenance {
    /// From the user, for this contract.
    User,
    /// The contract's verified source says it.
    Verified {
        /// Whether the match was exact, and not but for the metadata.
        exact: bool,
    },
    /// The network's own system contracts have it.
    System,
    /// The signatures that come with the program have it; other signatures may share the selector.
    Shipped,
    /// A signature server has it: anybody may add to those.
    Online,
    /// It fits, and nothing but the bytes says so.
    Guess,
}

impl Provenance {
    /// One word for the chip beside a signature.
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
    /// A clause that says where the name comes from.
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
