//! The ways to verify a contract, by the source of its sources.

/// The source of the sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Mode {
    /// By similarity to verified contracts.
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

    /// The name in places and in the store.
    pub fn name(self) -> &'static str {
        match self {
            Self::Similarity => "similarity",
            Self::Import => "import",
            Self::StandardJson => "standard-json",
            Self::Metadata => "metadata",
        }
    }

    /// The label on screen.
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
