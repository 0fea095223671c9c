//! Build-infos of each build tool: which compiler made a contract, and which sources it needs.

use ledger::Text;
use serde_json::{Value, json};
use verification::{Compilation, ContractIdentifier, FileKind, HashCheck, Lack, Mode, Selection};

use super::{BASE, COUNTER, Project, VERSION, lacking, names};
use crate::files::compilation_from;

const SECRET: &str = "contract Secret { string constant WORD = \"nobody may know\"; }\n";
const SOURCES: [(&str, &str); 4] = [
    ("src/Base.sol", BASE),
    ("src/Counter.sol", COUNTER),
    ("src/Secret.sol", SECRET),
    ("test/Counter.t.sol", "import \"../src/Counter.sol\"; import {A} from \"absent/A.sol\"; contract T {}"),
];

fn hash(text: &str) -> String {
    alloy_primitives::keccak256(text).to_string()
}

/// What a compiler puts out for a contract of these sources.
fn output(sources: &[(&str, &str)]) -> Value {
    let named: serde_json::Map<String, Value> =
        sources.iter().map(|(path, text)| ((*path).to_owned(), json!({ "keccak256": hash(text) }))).collect();
    let metadata = json!({ "compiler": { "version": VERSION }, "language": "Solidity", "sources": named });
    json!({ "metadata": metadata.to_string(), "evm": { "bytecode": { "object": "0x60" } } })
}

/// A build-info as Foundry writes it with `--build-info`: a short version in both fields.
fn foundry() -> Value {
    let sources: serde_json::Map<String, Value> =
        SOURCES.iter().map(|(path, text)| ((*path).to_owned(), json!({ "content": text }))).collect();
    let selection = json!({ "*": { "*": ["abi"] }, "src/Secret.sol": { "": ["ast"] } });
    json!({
        "id": "6a1f", "source_id_to_path": {}, "language": "Solidity", "_format": "ethers-rs-sol-build-info-1",
        "solcVersion": "0.8.26", "solcLongVersion": "0.8.26",
        "input": {
            "version": "0.8.26", "language": "Solidity", "sources": sources, "allowPaths": [], "basePath": "",
            "settings": { "optimizer": { "runs": 200 }, "outputSelection": selection, "remappings": [] },
        },
        "output": { "contracts": {
            "src/Counter.sol": { "Counter": output(&[SOURCES[0], SOURCES[1]]) },
            "src/Secret.sol": { "Secret": output(&[SOURCES[2]]) },
        } },
    })
}

fn contract(text: &str) -> ContractIdentifier {
    ContractIdentifier::parse(text).unwrap()
}

fn paths(list: &[verification::SourceFile]) -> Vec<String> {
    list.iter().map(|file| file.path.escaped()).collect()
}

fn selected(found: &Compilation, of: &str) -> (Selection, String) {
    let contract = contract(of);
    let upload = found.upload(Mode::StandardJson, Some(&contract));
    (found.selection(Some(&contract)), upload.map(|upload| upload.reveal().into_owned()).unwrap_or_default())
}

#[test]
fn a_short_version_is_completed_by_the_metadata_in_the_same_file() {
    let mut build = foundry();
    let own = "0.8.26+commit.12345678";
    let metadata = json!({ "compiler": { "version": own }, "sources": {} }).to_string();
    for (metadata, version) in [(metadata, own), (String::new(), VERSION)] {
        build["output"]["contracts"] =
            json!({ "src/Counter.sol": { "Counter": { "metadata": metadata, "evm": {} } } });
        let found = Project::new(&[("b.json", &build.to_string())]).load("b.json").unwrap();
        assert_eq!(found.compiler_version.unwrap().to_string(), version, "else by the list of releases");
    }
}

#[test]
fn only_what_the_metadata_of_the_contract_names_is_sent() {
    let found = Project::new(&[("b.json", &foundry().to_string())]).load("b.json").unwrap();
    let (selection, sent) = selected(&found, "src/Counter.sol:Counter");
    assert_eq!(paths(&selection.files), ["src/Base.sol", "src/Counter.sol"]);
    assert!(selection.files.iter().all(|file| file.hash == HashCheck::Matches));
    assert_eq!(paths(&selection.left_out), ["src/Secret.sol", "test/Counter.t.sol"]);
    let input: Value = serde_json::from_str(&sent).unwrap();
    assert_eq!(input["sources"].as_object().unwrap().len(), 2);
    assert_eq!(input["settings"]["optimizer"]["runs"], 200);
    assert!(!sent.contains("Secret") && !sent.contains("nobody may know"), "{sent}");
    assert_eq!(selected(&found, "src/Secret.sol:Secret").0.left_out.len(), 3);
    let everything =
        Compilation { needs: verification::Needs { everything: true, ..found.needs.clone() }, ..found };
    assert_eq!(selected(&everything, "src/Counter.sol:Counter").0.files.len(), 4);
}

#[test]
fn a_source_that_is_not_as_the_metadata_has_it_is_not_sent() {
    let mut build = foundry();
    build["input"]["sources"]["src/Base.sol"]["content"] = json!("abstract contract Base { }");
    let found = Project::new(&[("b.json", &build.to_string())]).load("b.json").unwrap();
    let (selection, sent) = selected(&found, "src/Counter.sol:Counter");
    let [lacking] = &selection.lacking[..] else { panic!("{selection:?}") };
    assert_eq!((lacking.path.escaped(), lacking.why, &*sent), ("src/Base.sol".to_owned(), Lack::Altered, ""));
    assert!(found.body(Mode::StandardJson, "Counter", "", None).is_err());
    assert!(found.body(Mode::StandardJson, "Secret", "", None).is_ok(), "which does not need it");
}

#[test]
fn without_metadata_imports_tell_what_is_needed() {
    let mut build = foundry();
    build.as_object_mut().unwrap().remove("output");
    let found = Project::new(&[("b.json", &build.to_string())]).load("b.json").unwrap();
    let (selection, sent) = selected(&found, "src/Counter.sol:Counter");
    assert_eq!(paths(&selection.files), ["src/Base.sol", "src/Counter.sol"]);
    assert!(!sent.contains("nobody may know"));
    let (selection, _) = selected(&found, "test/Counter.t.sol:T");
    assert_eq!(selection.unfollowed, Some(Text::from("test/Counter.t.sol")), "its import leads nowhere");
    assert_eq!((selection.files.len(), selection.left_out.len()), (4, 0));
    assert!(found.doubts("test/Counter.t.sol:T", "").concat().contains("all sources of the file are sent"));
}

#[test]
fn the_output_in_a_file_of_its_own_is_read_from_either() {
    let mut build = foundry();
    let output = build.as_object_mut().unwrap().remove("output").unwrap();
    let output = json!({ "_format": "hh3-sol-build-info-output-1", "id": "b", "output": output });
    let artifact = json!({
        "_format": "hh3-artifact-1", "contractName": "Counter", "sourceName": "contracts/Counter.sol",
        "inputSourceName": "src/Counter.sol", "buildInfoId": "b", "abi": [], "bytecode": "0x60",
    });
    let project = Project::new(&[
        ("hardhat.config.ts", ""),
        ("artifacts/build-info/b.json", &build.to_string()),
        ("artifacts/build-info/b.output.json", &output.to_string()),
        ("artifacts/contracts/Counter.sol/Counter.json", &artifact.to_string()),
    ]);
    for file in ["b.json", "b.output.json"] {
        let found = project.load(&format!("artifacts/build-info/{file}")).unwrap();
        assert_eq!(found.kind, FileKind::BuildInfo);
        assert_eq!(names(&found.contracts.deployable), ["src/Counter.sol:Counter", "src/Secret.sol:Secret"]);
        assert_eq!(selected(&found, "src/Counter.sol:Counter").0.left_out.len(), 2, "{file}");
    }
    let found = project.load("artifacts/contracts/Counter.sol/Counter.json").unwrap();
    assert_eq!(names(&found.contracts.deployable), ["src/Counter.sol:Counter"]);
}

#[test]
fn the_file_beside_an_artifact_leads_to_the_contract_and_its_build_info() {
    let artifact = json!({
        "contractName": "Counter", "sourceName": "src/Counter.sol", "abi": [], "bytecode": "0x60",
    });
    let project = Project::new(&[
        ("hardhat.config.js", ""),
        ("artifacts/build-info/1.json", &foundry().to_string()),
        ("artifacts/src/Counter.sol/Counter.json", &artifact.to_string()),
        ("artifacts/src/Counter.sol/Counter.dbg.json", r#"{"buildInfo":"../../build-info/1.json"}"#),
        ("artifacts/src/Alone.sol/Alone.dbg.json", r#"{"buildInfo":"../../build-info/1.json"}"#),
    ]);
    let found = project.load("artifacts/src/Counter.sol/Counter.dbg.json").unwrap();
    assert_eq!(found.kind, FileKind::ArtifactOfBuild);
    assert_eq!(names(&found.contracts.deployable), ["src/Counter.sol:Counter"]);
    let found = project.load("artifacts/src/Alone.sol/Alone.dbg.json").unwrap();
    assert_eq!(found.contracts.deployable.len(), 2, "without its artifact it names no contract");
}

#[test]
fn a_stream_is_read_like_a_file() {
    let text = foundry().to_string();
    let found = compilation_from(text.as_bytes(), None, &[]).unwrap();
    assert_eq!((found.kind, lacking(&found)), (FileKind::BuildInfo, Vec::new()));
}
