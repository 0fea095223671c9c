//! The ways in which a contract is verified: where the sources come from.

/// How the sources are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Mode {
    /// By likeness to contracts that are verified already.
    #[default]
    Similarity,
    /// From a block explorer that has them.
    Import,
    /// From the compiler's input, sent whole.
    StandardJson,
    /// From the compiler's metadata and the sources that it names, sent whole.
    Metadata,
}

impl Mode {
    /// Every mode, in the order in which they are offered.
    pub const ALL: [Self; 4] = [Self::Similarity, Self::Import, Self::StandardJson, Self::Metadata];

    /// As in places and in the store.
    pub fn name(self) -> &'static str {
        match self {
            Self::Similarity => "similarity",
            Self::Import => "import",
            Self::StandardJson => "standard-json",
            Self::Metadata => "metadata",
        }
    }

    /// As on screen.
    pub fn label(self) -> &'static str {
        match self {
            Self::Similarity => "similarity",
            Self::Import => "import",
            Self::StandardJson => "standard JSON",
            Self::Metadata => "metadata",
        }
    }

    /// Reads what [`Mode::name`] writes.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.name() == text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mode_is_read_back() {
        for mode in Mode::ALL {
            assert_eq!(Mode::parse(mode.name()), Some(mode));
        }
        assert_eq!(Mode::parse("standard JSON"), None);
    }
}
