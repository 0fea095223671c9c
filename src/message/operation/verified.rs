//! Queries for verified contracts.

use ledger::EvmAddress;
use verification::ChainId;

use super::Outgoing;

/// The verified record of a contract.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct VerifiedQuery {
    pub chain: ChainId,
    pub address: EvmAddress,
    pub extent: Extent,
}

/// The fields to request of a verified contract. Server versions differ in the available fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Extent {
    /// The match, which every version sends.
    Match,
    /// The match, name and compiler.
    Compilation,
    /// Everything but the bytecode and the source texts.
    Whole,
    /// The compilation and what decodes its bytes: `abi`, `storageLayout` and immutables.
    Interface,
    /// How well it matches, and the texts of its sources, which may be long.
    Sources,
    /// How well it matches, what its bytes mean, and what leads from an instruction to its line: code, source maps, and
    /// the sources.
    SourceMaps,
    /// How well it matches, and all that can be written to files: `abi`, `metadata`, `storageLayout`, the sources, and
    /// the standard JSON input, which holds them once more.
    Files,
}

impl Extent {
    /// The members to ask for in addition to those that always come.
    fn fields(self) -> Option<&'static str> {
        match self {
            Self::Match => None,
            Self::Compilation => Some("compilation"),
            Self::Whole => {
                Some("compilation,deployment,proxyResolution,sourceIds,abi,metadata,storageLayout")
            }
            Self::Interface => {
                Some("compilation,proxyResolution,abi,storageLayout,runtimeBytecode.transformationValues")
            }
            Self::Sources => Some("compilation,metadata,sources"),
            Self::SourceMaps => Some(
                "compilation,abi,storageLayout,sources,sourceIds,runtimeBytecode.onchainBytecode,\
                 runtimeBytecode.sourceMap,creationBytecode.recompiledBytecode,creationBytecode.sourceMap",
            ),
            Self::Files => Some("compilation,abi,metadata,storageLayout,sources,stdJsonInput"),
        }
    }
}

/// The request for a contract's verified record. If not verified, the answer is a 404 with a record.
pub(in crate::message) fn lookup<'a>(chain: &ChainId, address: EvmAddress, extent: Extent) -> Outgoing<'a> {
    let fields = extent.fields().map(|fields| ("fields", fields.to_owned()));
    let path = ["v2", "contract", &chain.to_string(), &address.to_string()];
    Outgoing::get(&path, fields.into_iter().collect()).or_status(404)
}

/// The chains on which the verifier has a contract at this address verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AllChainsQuery(pub EvmAddress);
