//! A verifier's answers to lookups: a contract, one address on all chains, and the chains that the verifier knows.

use alloy_primitives::keccak256;
use ledger::json::{FromJson, Json, Object};
use ledger::{EvmAddress, Field, HexBytes, RawJson, Text, record};

use super::{ChainId, JobContract, Match};

record! {
    /// A verifier's record of a contract. If the contract is not verified, it has only the chain and the address.
    pub struct Verified {
        /// The match and its time: the same members as in the record of a job.
        pub contract: JobContract as Object::whole,
        /// `compilation`.
        pub compilation: Field<Compilation>,
        /// `deployment`.
        pub deployment: Field<Deployment>,
        /// `proxyResolution`.
        pub proxy: Field<ProxyResolution> = "proxyResolution",
        /// The names of the source files: the keys of `sourceIds`.
        pub files: Vec<Text> = "sourceIds" as names,
        /// The files of `sourceIds` by their numbers, which source maps name.
        pub file_ids: Vec<(i64, Text)> = "sourceIds" as file_ids,
        /// `runtimeBytecode`.
        pub runtime: Field<CodeSide> = "runtimeBytecode",
        /// `creationBytecode`.
        pub creation: Field<CodeSide> = "creationBytecode",
        /// The libraries that the code is linked with: of `compilation.compilerSettings.libraries`, and of
        /// `runtimeBytecode.transformationValues.libraries`.
        pub libraries: Vec<EvmAddress> as libraries,
        /// `abi`, as received.
        pub abi: Option<RawJson> as part,
        /// `storageLayout`, as received.
        pub layout: Option<RawJson> = "storageLayout" as part,
        /// `metadata`, as received.
        pub metadata: Option<RawJson> as part,
        /// `stdJsonInput`: the compiler's input, as received.
        pub standard_input: Option<RawJson> = "stdJsonInput" as part,
        /// `sources`: each file's name and its text.
        pub sources: Vec<(Text, Field<Text>)> as sources,
        /// Sources with another hash than in the metadata: they differ from the compiled ones.
        pub altered: Vec<Text> = "metadata" as altered,
        ..raw
    }
}

/// The matches of one address by chain: the answer to `GET /v2/contract/all-chains/{address}`.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct AllChains(pub Vec<JobContract>);

record! {
    /// `runtimeBytecode` or `creationBytecode`: code, and its origin.
    pub struct CodeSide {
        /// `onchainBytecode`.
        pub on_chain: Field<HexBytes> = "onchainBytecode",
        /// `recompiledBytecode`.
        pub recompiled: Field<HexBytes> = "recompiledBytecode",
        /// `sourceMap`, compressed as the compiler does.
        pub source_map: Field<Text> = "sourceMap",
    }

    /// `compilation`: how the verified code was made.
    pub struct Compilation {
        /// `language`, such as `Solidity`.
        pub language: Field<Text>,
        /// `compiler`, such as `solc`.
        pub compiler: Field<Text>,
        /// `compilerVersion`.
        pub version: Field<Text> = "compilerVersion",
        /// `name` of the contract.
        pub name: Field<Text>,
        /// `fullyQualifiedName`: the file and the name.
        pub full_name: Field<Text> = "fullyQualifiedName",
        /// `compilerSettings`.
        pub settings: Field<CompilerSettings> = "compilerSettings",
    }

    /// `compilerSettings`, of which those that change the code are read.
    pub struct CompilerSettings {
        /// `optimizer.enabled`.
        pub optimized: Field<bool> = "enabled" as optimizer,
        /// `optimizer.runs`.
        pub runs: Field<i64> as optimizer,
        /// `evmVersion`.
        pub evm_version: Field<Text> = "evmVersion",
        /// `viaIR`.
        pub via_ir: Field<bool> = "viaIR",
    }

    /// `deployment`: what the verifier found out about the contract's creation.
    pub struct Deployment {
        /// `transactionHash`.
        pub transaction_hash: Field<HexBytes> = "transactionHash",
        /// `blockNumber`.
        pub block_number: Field<i64> = "blockNumber",
        /// `transactionIndex`.
        pub transaction_index: Field<i64> = "transactionIndex",
        /// `deployer`.
        pub deployer: Field<EvmAddress>,
    }

    /// `proxyResolution`: whether the contract is a proxy, and its implementations.
    pub struct ProxyResolution {
        /// `isProxy`.
        pub is_proxy: Field<bool> = "isProxy",
        /// `proxyType`, such as `EIP1967Proxy`.
        pub kind: Field<Text> = "proxyType",
        /// `implementations`.
        pub implementations: Field<Vec<Implementation>>,
    }

    /// One of `implementations`.
    pub struct Implementation {
        /// `address`.
        pub address: Field<EvmAddress>,
        /// `name`, if it is verified as well.
        pub name: Field<Text>,
    }
}

/// The member of this name, if it is an object.
fn object<'a>(object: &Object<'a>, name: &str) -> Object<'a> {
    object.get(name).and_then(Json::object).unwrap_or_default()
}

/// The names of a member's members.
fn names(record: &Object<'_>, name: &str) -> Vec<Text> {
    object(record, name).members().map(|(name, _)| Text::from(name)).collect()
}

/// The files that have a number.
fn file_ids(record: &Object<'_>, name: &str) -> Vec<(i64, Text)> {
    let id = |file: Json<'_>| file.object()?.field::<i64>("id").value();
    let files = object(record, name);
    files.members().filter_map(|(name, file)| Some((id(file)?, Text::from(name)))).collect()
}

fn libraries(record: &Object<'_>, name: &str) -> Vec<EvmAddress> {
    let parts = [["compilation", "compilerSettings"], ["runtimeBytecode", "transformationValues"]];
    let parts =
        parts.into_iter().filter_map(|[part, values]| object(&object(record, part), values).get(name));
    parts.flat_map(|libraries| addresses(libraries, 0)).collect()
}

/// The addresses of libraries, by their names or by their files and names.
fn addresses(libraries: Json<'_>, depth: usize) -> Vec<EvmAddress> {
    let Some(object) = libraries.object().filter(|_| depth < 2) else { return Vec::new() };
    let of = |(name, json): (&str, Json<'_>)| match object.field::<EvmAddress>(name).value() {
        Some(address) => vec![address],
        None => addresses(json, depth + 1),
    };
    object.members().flat_map(|(name, json)| of((name, json))).collect()
}

/// A member as received, unless it is null.
fn part(object: &Object<'_>, name: &str) -> Option<RawJson> {
    object.field(name).known().cloned()
}

/// Each file's name and the text that it has as `content`.
fn sources(record: &Object<'_>, name: &str) -> Vec<(Text, Field<Text>)> {
    let text = |file: Json<'_>| file.object().map_or(Field::Absent, |file| file.field("content"));
    object(record, name).members().map(|(name, file)| (Text::from(name), text(file))).collect()
}

/// The sources of which the metadata has another hash.
fn altered(record: &Object<'_>, metadata: &str) -> Vec<Text> {
    let hashes = object(&object(record, metadata), "sources");
    let is_other = |name: &Text, text: &Field<Text>| {
        let hash = hashes.members().find(|(known, _)| name.is(known)).and_then(|(_, source)| source.object());
        let hash = hash.and_then(|source| source.field::<HexBytes>("keccak256").known().cloned());
        hash.zip(text.known()).is_some_and(|(hash, text)| hash.bytes() != keccak256(text.raw()).as_slice())
    };
    let sources = sources(record, "sources").into_iter();
    sources.filter(|(name, text)| is_other(name, text)).map(|(name, _)| name).collect()
}

/// A setting of the optimizer.
fn optimizer<T: FromJson>(settings: &Object<'_>, name: &str) -> Field<T> {
    object(settings, "optimizer").field(name)
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

record! {
    /// One chain of the list.
    pub struct Chain {
        /// `chainId`.
        pub id: Field<ChainId> = "chainId",
        /// `name`.
        pub name: Field<Text>,
        /// `title`: a longer name.
        pub title: Field<Text>,
        /// `supported`: whether contracts on it can be verified; false for a chain that was retired.
        pub supported: Field<bool>,
        /// `etherscanAPI`: whether sources can be imported from an explorer. Some servers leave it out.
        pub import: Field<bool> = "etherscanAPI",
    }
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
