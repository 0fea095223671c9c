//! Parses a verifier's record of a contract.

use alloy_primitives::keccak256;
use ledger::{EvmAddress, Field, HexBytes, RawJson, Text};
use verification::verified::{
    AllChains, CodeSide, Compilation, CompilerSettings, Deployment, Implementation, ProxyResolution, Verified,
};

use super::page::{List, Record, read_list, read_record, whole};
use super::{BodyFault, FromJson, Json, Object};

/// Parses a contract's record from the body of `GET /v2/contract/{chainId}/{address}`; `None` if the body is
/// no such record.
pub fn read_verified(body: &RawJson) -> Option<Verified> {
    read_record(body).ok()
}

/// Parses the body of a 404 for a contract that is not verified: chain and address without a match. `None`
/// for a refusal or anything else.
pub(crate) fn read_unverified(body: &RawJson) -> Option<Verified> {
    let object = whole(body).ok()?;
    let record = ["match", "runtimeMatch", "creationMatch", "chainId"].iter();
    let is_record =
        object.get("customCode").is_none() && record.into_iter().any(|name| object.get(name).is_some());
    if is_record { read_record(body).ok() } else { None }
}

/// Parses the body of `GET /v2/contract/all-chains/{address}`.
pub(crate) fn read_all_chains(body: &RawJson) -> Result<AllChains, BodyFault> {
    let List { rows, .. } = read_list::<Verified>(body, "results")?;
    Ok(AllChains(rows.iter().map(|row| row.contract.clone()).collect()))
}

impl Record for Verified {
    fn from_object(object: &Object<'_>, raw: RawJson) -> Self {
        let files = object.get("sourceIds").and_then(Json::object);
        let sources = object.get("sources").and_then(Json::object).map(|files| sources(&files));
        let sources = sources.unwrap_or_default();
        Self {
            altered: altered(object, &sources),
            contract: super::job::job_contract(object),
            compilation: object.field("compilation"),
            deployment: object.field("deployment"),
            proxy: object.field("proxyResolution"),
            files: files
                .as_ref()
                .map(|files| files.members().map(|(name, _)| Text::from(name)).collect())
                .unwrap_or_default(),
            file_ids: files.as_ref().map(file_ids).unwrap_or_default(),
            runtime: object.field("runtimeBytecode"),
            creation: object.field("creationBytecode"),
            libraries: [["compilation", "compilerSettings"], ["runtimeBytecode", "transformationValues"]]
                .into_iter()
                .filter_map(|[part, values]| {
                    object.get(part)?.object()?.get(values)?.object()?.get("libraries")
                })
                .flat_map(|libraries| addresses(libraries, 0))
                .collect(),
            abi: part(object, "abi"),
            layout: part(object, "storageLayout"),
            metadata: part(object, "metadata"),
            standard_input: part(object, "stdJsonInput"),
            sources,
            raw,
        }
    }
}

/// The files that have a number.
fn file_ids(files: &Object<'_>) -> Vec<(i64, Text)> {
    let id = |file: Json<'_>| file.object()?.field::<i64>("id").value();
    files.members().filter_map(|(name, file)| Some((id(file)?, Text::from(name)))).collect()
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

/// Each file's name and the text that it has as `content`.
fn sources(files: &Object<'_>) -> Vec<(Text, Field<Text>)> {
    let text = |file: Json<'_>| file.object().map_or(Field::Absent, |file| file.field("content"));
    files.members().map(|(name, file)| (Text::from(name), text(file))).collect()
}

/// The sources of which the metadata has another hash.
fn altered(object: &Object<'_>, sources: &[(Text, Field<Text>)]) -> Vec<Text> {
    let hashes = object.get("metadata").and_then(Json::object);
    let Some(hashes) = hashes.and_then(|metadata| metadata.get("sources")?.object()) else {
        return Vec::new();
    };
    let is_other = |(name, text): &&(Text, Field<Text>)| {
        let hash = hashes.members().find(|(known, _)| name.is(known)).and_then(|(_, source)| source.object());
        let hash = hash.and_then(|source| source.field::<HexBytes>("keccak256").known().cloned());
        hash.zip(text.known()).is_some_and(|(hash, text)| hash.bytes() != keccak256(text.raw()).as_slice())
    };
    sources.iter().filter(is_other).map(|(name, _)| name.clone()).collect()
}

/// A member as received, unless it is null.
fn part(object: &Object<'_>, name: &str) -> Option<RawJson> {
    object.get(name).filter(|json| !json.is_null()).map(Json::part)
}

impl FromJson for Compilation {
    fn from_json(json: Json<'_>) -> Option<Self> {
        let object = json.object()?;
        Some(Self {
            language: object.field("language"),
            compiler: object.field("compiler"),
            version: object.field("compilerVersion"),
            name: object.field("name"),
            full_name: object.field("fullyQualifiedName"),
            settings: object.field("compilerSettings"),
        })
    }
}

impl FromJson for CodeSide {
    fn from_json(json: Json<'_>) -> Option<Self> {
        let object = json.object()?;
        Some(Self {
            on_chain: object.field("onchainBytecode"),
            recompiled: object.field("recompiledBytecode"),
            source_map: object.field("sourceMap"),
        })
    }
}

impl FromJson for CompilerSettings {
    fn from_json(json: Json<'_>) -> Option<Self> {
        let object = json.object()?;
        let optimizer = object.get("optimizer").and_then(Json::object).unwrap_or_default();
        Some(Self {
            optimized: optimizer.field("enabled"),
            runs: optimizer.field("runs"),
            evm_version: object.field("evmVersion"),
            via_ir: object.field("viaIR"),
        })
    }
}

impl FromJson for Deployment {
    fn from_json(json: Json<'_>) -> Option<Self> {
        let object = json.object()?;
        Some(Self {
            transaction_hash: object.field("transactionHash"),
            block_number: object.field("blockNumber"),
            transaction_index: object.field("transactionIndex"),
            deployer: object.field("deployer"),
        })
    }
}

impl FromJson for ProxyResolution {
    fn from_json(json: Json<'_>) -> Option<Self> {
        let object = json.object()?;
        Some(Self {
            is_proxy: object.field("isProxy"),
            kind: object.field("proxyType"),
            implementations: object.field("implementations"),
        })
    }
}

impl FromJson for Implementation {
    fn from_json(json: Json<'_>) -> Option<Self> {
        let object = json.object()?;
        Some(Self { address: object.field("address"), name: object.field("name") })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use verification::Grade;

    fn unverified(body: &str) -> Option<Verified> {
        read_unverified(&RawJson::new(body))
    }

    #[test]
    fn a_record_without_matches_is_told_from_a_refusal() {
        let body =
            r#"{"match":null,"creationMatch":null,"runtimeMatch":null,"chainId":"3","address":"0x5F"}"#;
        assert_eq!(unverified(body).unwrap().grade(), Grade::Not);
        for other in [
            r#"{"customCode":"route_not_found","message":"m","errorId":"e","chainId":"3"}"#,
            r#"{"error":"not found"}"#,
            r#"{"results":[]}"#,
            "<!DOCTYPE html>",
            "[]",
            "",
        ] {
            assert_eq!(unverified(other), None, "{other}");
        }
    }

    #[test]
    fn a_source_of_another_hash_than_the_metadatas_is_altered() {
        let hash = keccak256("contract A {}");
        let body = format!(
            r#"{{"match":"match","sources":{{"a.sol":{{"content":"contract A {{}}"}},"b.sol":{{"content":"contract B {{}}"}},
            "c.sol":{{"content":"no hash"}}}},"metadata":{{"sources":{{"a.sol":{{"keccak256":"{hash}"}},
            "b.sol":{{"keccak256":"{hash}"}}}}}}}}"#
        );
        let read: Verified = read_record(&RawJson::new(body)).unwrap();
        assert_eq!(read.altered, [Text::from("b.sol")]);
    }

    #[test]
    fn odd_parts_spoil_nothing_else() {
        let body = r#"{"match":"match","compilation":[],"deployment":{"blockNumber":"33","deployer":5},
            "sourceIds":{"a.sol":{"id":0},"b.sol":null},"proxyResolution":null}"#;
        let read: Verified = read_record(&RawJson::new(body)).unwrap();
        assert_eq!(read.grade(), Grade::Raisable);
        assert_eq!(read.files, [Text::from("a.sol"), Text::from("b.sol")]);
        let deployment = read.deployment.known().unwrap();
        assert_eq!(deployment.block_number.value(), Some(33));
        assert_eq!(deployment.deployer.value(), None);
    }
}
