//! The two services of the network.

/// One of the two services.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Service {
    Mirror,
    Verifier,
}

impl Service {
    pub(super) const ALL: [Self; 2] = [Self::Mirror, Self::Verifier];

    /// The service for this path.
    pub(super) fn of(path: &str) -> Self {
        if path.starts_with("/api/v1") { Self::Mirror } else { Self::Verifier }
    }

    /// The prefix of its scenarios' names.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Mirror => "mirror",
            Self::Verifier => "verifier",
        }
    }
}
