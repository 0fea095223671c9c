//! A verifier's answers to lookups: a contract, one address on all chains, and the chains that the verifier knows.

use ledger::{EvmAddress, Field, HexBytes, RawJson, Text};

use super::{ChainId, JobContract, Match};

/// A verifier's record of a contract. If the contract is not verified, it has only the chain and the address.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Verified {
    /// The match and its time: the same members as in the record of a job.
    pub contract: JobContract,
    /// `compilation`.
    pub compilation: Field<Compilation>,
    /// `deployment`.
    pub deployment: Field<Deployment>,
    /// `proxyResolution`.
    pub proxy: Field<ProxyResolution>,
    /// The names of the source files: the keys of `sourceIds`.
    pub files: Vec<Text>,
    /// The files of `sourceIds` by their numbers, which source maps name.
    pub file_ids: Vec<(i64, Text)>,
    /// `runtimeBytecode`.
    pub runtime: Field<CodeSide>,
    /// `creationBytecode`.
    pub creation: Field<CodeSide>,
    /// The libraries that the code is linked with: of `compilation.compilerSettings.libraries`, and of
    /// `runtimeBytecode.transformationValues.libraries`.
    pub libraries: Vec<EvmAddress>,
    /// `abi`, as received.
    pub abi: Option<RawJson>,
    /// `storageLayout`, as received.
    pub layout: Option<RawJson>,
    /// `metadata`, as received.
    pub metadata: Option<RawJson>,
    /// `stdJsonInput`: the compiler's input, as received.
    pub standard_input: Option<RawJson>,
    /// `sources`: each file's name and its text.
    pub sources: Vec<(Text, Field<Text>)>,
    /// Sources with another hash than in the metadata: they differ from the compiled ones.
    pub altered: Vec<Text>,
    /// The record as received.
    pub raw: RawJson,
}

/// The matches of one address by chain: the answer to `GET /v2/contract/all-chains/{address}`.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct AllChains(pub Vec<JobContract>);

/// `runtimeBytecode` or `creationBytecode`: code, and its origin.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct CodeSide {
    /// `onchainBytecode`.
    pub on_chain: Field<HexBytes>,
    /// `recompiledBytecode`.
    pub recompiled: Field<HexBytes>,
    /// `sourceMap`, compressed as the compiler does.
    pub source_map: Field<Text>,
}

/// `compilation`: how the verified code was made.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Compilation {
    /// `language`.
    pub language: Field<Text>,
    /// `compiler`, such as `solc`.
    pub compiler: Field<Text>,
    /// `compilerVersion`.
    pub version: Field<Text>,
    /// `name` of the contract.
    pub name: Field<Text>,
    /// `fullyQualifiedName`: the file and the name.
    pub full_name: Field<Text>,
    /// `compilerSettings`.
    pub settings: Field<CompilerSettings>,
}

/// `compilerSettings`, of which those that change the code are read.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct CompilerSettings {
    /// `optimizer.enabled`.
    pub optimized: Field<bool>,
    /// `optimizer.runs`.
    pub runs: Field<i64>,
    /// `evmVersion`.
    pub evm_version: Field<Text>,
    /// `viaIR`.
    pub via_ir: Field<bool>,
}

/// `deployment`: what the verifier found out about the contract's creation.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Deployment {
    /// `transactionHash`.
    pub transaction_hash: Field<HexBytes>,
    /// `blockNumber`.
    pub block_number: Field<i64>,
    /// `transactionIndex`.
    pub transaction_index: Field<i64>,
    /// `deployer`.
    pub deployer: Field<EvmAddress>,
}

/// `proxyResolution`: whether the contract is a proxy, and its implementations.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ProxyResolution {
    /// `isProxy`.
    pub is_proxy: Field<bool>,
    /// `proxyType`, such as `EIP1967Proxy`.
    pub kind: Field<Text>,
    /// `implementations`.
    pub implementations: Field<Vec<Implementation>>,
}

/// One of `implementations`.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Implementation {
    /// `address`.
    pub address: Field<EvmAddress>,
    /// `name`, if it is verified as well.
    pub name: Field<Text>,
}

/// How well a contract is verified, in the detail that decides which further submissions are useful.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grade {
    /// No match, or none that is known.
    Not,
    /// Both sides exactly: nothing can be raised, and another submission is refused.
    Exact,
    /// Verified, and a better verification is still accepted.
    Raisable,
}

impl Verified {
    /// How well the contract is verified.
    pub fn grade(&self) -> Grade {
        self.contract.grade()
    }

    /// Whether the runtime code is already verified as well as a further submission could verify it: exactly, or except
    /// for its metadata.
    pub fn is_as_good_as(&self, exactly: bool) -> bool {
        match self.contract.runtime.value() {
            Some(Match::Exact) => true,
            Some(Match::Partial) => !exactly,
            None => false,
        }
    }

    /// The match level, in the words of [`JobContract::label`].
    pub fn label(&self) -> String {
        self.contract.label()
    }
}

impl JobContract {
    /// How well the contract is verified.
    pub fn grade(&self) -> Grade {
        match (self.overall.value(), self.creation.value(), self.runtime.value()) {
            (_, Some(Match::Exact), Some(Match::Exact)) => Grade::Exact,
            (None, None, None) => Grade::Not,
            _ => Grade::Raisable,
        }
    }

    /// Whether all of both sides matches but the metadata: code that has none cannot match any better.
    pub fn lacks_metadata_only(&self) -> bool {
        let sides = [self.runtime.value(), self.creation.value()];
        sides == [Some(Match::Partial); 2]
    }

    /// The match level: `exact match`, `runtime exact, creation not matched`, `not verified`.
    pub fn label(&self) -> String {
        match self.grade() {
            Grade::Exact => "exact match".to_owned(),
            Grade::Not => "not verified".to_owned(),
            Grade::Raisable if self.runtime == self.creation => "match but for metadata".to_owned(),
            Grade::Raisable => {
                let side = |side: &Field<Match>| match side.value() {
                    Some(Match::Exact) => "exact",
                    Some(Match::Partial) => "but for metadata",
                    None => "not matched",
                };
                format!("runtime {}, creation {}", side(&self.runtime), side(&self.creation))
            }
        }
    }
}

/// The chains, in the order sent.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Chains(pub Vec<Chain>);

/// One chain of the list.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Chain {
    /// `chainId`.
    pub id: Field<ChainId>,
    /// `name`.
    pub name: Field<Text>,
    /// `title`: a longer name.
    pub title: Field<Text>,
    /// `supported`: whether contracts on it can be verified; false for a chain that was retired.
    pub supported: Field<bool>,
    /// `etherscanAPI`: whether sources can be imported from an explorer. Some servers leave it out.
    pub import: Field<bool>,
}

impl Chains {
    /// The entry of this chain.
    pub fn find(&self, id: &ChainId) -> Option<&Chain> {
        self.0.iter().find(|chain| chain.id.known() == Some(id))
    }
}

impl Chain {
    /// The chain's name.
    pub fn called(&self) -> Option<&Text> {
        [&self.title, &self.name].into_iter().filter_map(Field::known).find(|name| !name.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verified(creation: Option<Match>, runtime: Option<Match>) -> Verified {
        let field = |side: Option<Match>| side.map_or(Field::Null, Field::Known);
        let contract = JobContract {
            overall: field(creation.or(runtime)),
            creation: field(creation),
            runtime: field(runtime),
            ..JobContract::default()
        };
        Verified { contract, ..Verified::default() }
    }

    #[test]
    fn only_exact_on_both_sides_leaves_nothing_to_raise() {
        use Match::{Exact, Partial};
        for (creation, runtime, grade, words) in [
            (Some(Exact), Some(Exact), Grade::Exact, "exact match"),
            (None, None, Grade::Not, "not verified"),
            (None, Some(Exact), Grade::Raisable, "runtime exact, creation not matched"),
            (Some(Partial), Some(Partial), Grade::Raisable, "match but for metadata"),
        ] {
            let verified = verified(creation, runtime);
            assert_eq!((verified.grade(), verified.label().as_str()), (grade, words));
            assert_eq!(verified.contract.lacks_metadata_only(), words == "match but for metadata");
        }
    }
}
