//! The compiler's releases that can be had.

#[derive(Debug)]
pub(super) struct Release {
    /// The version with its commit, without a leading `v`.
    pub(super) version: &'static str,
    /// Major, minor and patch, as in the metadata of code.
    pub(super) number: [u8; 3],
    /// The EVM version for which it compiles when none is named.
    pub(super) evm: &'static str,
}

/// All satisfy the pragmas of the embedded sources.
const RELEASES: &[Release] = &[
    Release { version: "0.8.28+commit.7893614a", number: [0, 8, 28], evm: "cancun" },
    Release { version: "0.8.30+commit.73712a01", number: [0, 8, 30], evm: "prague" },
    Release { version: "0.8.37+commit.f401782d", number: [0, 8, 37], evm: "osaka" },
];

/// The release of this compiler with this version; a version without its commit names none.
pub(super) fn find(compiler: &str, version: &str) -> Option<&'static Release> {
    RELEASES.iter().find(|release| compiler == "solc" && release.version == version)
}
