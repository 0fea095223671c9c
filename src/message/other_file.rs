//! Files of a project from which nothing can be verified: what they are, and which file to choose instead.

/// A file without sources and compiler settings that leads to no file with them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OtherFile {
    /// A build-info that numbers the sources, without their text.
    ShortBuildInfo,
    /// A `.dbg.json` whose build-info is missing.
    LostBuildInfo,
    /// The transactions that a script sent.
    Broadcast,
    /// The addresses of a deployment.
    Addresses,
    /// An ABI alone.
    Abi,
    /// A build tool's compilation cache.
    Cache,
    /// A source, without the compiler's settings.
    Source,
    /// An explorer's answer about a contract that is not verified there.
    NoSourceCode,
    /// Not a deployment file, where one is expected.
    NoDeployment,
    /// The directory of a Foundry project.
    FoundryProject,
    /// The directory of a Hardhat project.
    HardhatProject,
}

impl OtherFile {
    pub(super) fn sentence(self) -> &'static str {
        match self {
            Self::ShortBuildInfo => {
                "This is a short build-info: it numbers the sources, and lacks their text."
            }
            Self::LostBuildInfo => "This names a build-info that is not there.",
            Self::Broadcast => "This is a broadcast: transactions that were sent, without sources.",
            Self::Addresses => "This is a list of deployed addresses, without sources.",
            Self::Abi => "This is an ABI, without sources.",
            Self::Cache => "This is a build tool's cache, without sources.",
            Self::Source => "This is a source, without the compiler's settings.",
            Self::NoSourceCode => "This is an explorer's answer without source code.",
            Self::NoDeployment => "This tells no deployment.",
            Self::FoundryProject => "This is the directory of a Foundry project.",
            Self::HardhatProject => "This is the directory of a Hardhat project.",
        }
    }

    pub(super) fn next_step(self) -> &'static str {
        match self {
            Self::ShortBuildInfo => {
                "Choose the contract's artifact, such as out/Counter.sol/Counter.json, or build with \
                 forge build --build-info and choose the file again."
            }
            Self::Broadcast => {
                "Load it into a batch or name it behind `hieroscope verify deployment`, which verify all that it \
                 created; for one contract, choose its artifact, such as out/Counter.sol/Counter.json."
            }
            Self::NoDeployment => {
                "Choose the run-latest.json of a broadcast, the directory of an Ignition or hardhat-deploy deployment, \
                 or a list with an address and an artifact on each line."
            }
            Self::NoSourceCode => "Ask the explorer about a contract that is verified there.",
            Self::LostBuildInfo => "Build again, and choose the build-info.",
            Self::Addresses => {
                "Load it into a batch or name it behind `hieroscope verify deployment`, which verify all of them; for \
                 one contract, choose its artifact."
            }
            Self::Abi | Self::Cache | Self::Source => {
                "Choose the contract's artifact, or the build-info that the build tool wrote for it."
            }
            Self::FoundryProject => {
                "Choose a contract's artifact in it, such as out/Counter.sol/Counter.json; `hieroscope verify project` \
                 finds the right one."
            }
            Self::HardhatProject => {
                "Choose a contract's artifact in it, such as artifacts/contracts/Counter.sol/Counter.json; \
                 `hieroscope verify project` finds the right one."
            }
        }
    }
}
