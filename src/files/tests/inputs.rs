//! Standard JSON inputs and build-infos.

use serde_json::json;
use verification::{ContractIdentifier, FileKind, HashCheck, Lack, Mode, Standing};

use super::{BASE, COUNTER, Project, VERSION, input_of, lacking, names, sent};

const SOURCES: [(&str, &str); 2] = [("src/Base.sol", BASE), ("src/Counter.sol", COUNTER)];

#[test]
fn an_input_is_read_and_its_contracts_are_found_in_the_sources() {
    let input = input_of(&SOURCES).to_string();
    let found = Project::new(&[("input.json", &format!("\u{feff}{input}"))]).load("input.json").unwrap();
    assert_eq!((found.kind, found.language.is("Solidity")), (FileKind::StandardJson, true));
    assert_eq!(found.compiler_version, None);
    assert_eq!(names(&found.contracts.deployable), ["src/Base.sol:Sums", "src/Counter.sol:Counter"]);
    assert_eq!(names(&found.contracts.codeless), ["src/Base.sol:Base"]);
    let upload = found.upload(Mode::StandardJson, None).unwrap();
    assert_eq!((upload.reveal(), upload.sources()), (input.into(), 2));
    assert!(found.kind.serves(Mode::StandardJson) && !found.kind.serves(Mode::Metadata));
    let standing = |text| found.standing(&ContractIdentifier::parse(text).unwrap());
    assert_eq!(standing("src/Counter.sol:Counter"), Standing::Deployable);
    assert_eq!(standing("src/Base.sol:Base"), Standing::Codeless);
    assert_eq!(standing("src/Counter.sol:Other"), Standing::Unknown);
    assert_eq!(standing("Counter.sol:Counter"), Standing::NoSuchSource);
}

#[test]
fn members_that_the_compiler_would_refuse_are_left_out() {
    let mut input = input_of(&SOURCES);
    input["allowPaths"] = json!(["."]);
    input["version"] = json!("0.8.26");
    let found = Project::new(&[("input.json", &input.to_string())]).load("input.json").unwrap();
    assert_eq!(sent(&found), input_of(&SOURCES));
}

#[test]
fn a_vyper_input_is_sent_as_it_stands() {
    let input = json!({
        "language": "Vyper",
        "sources": { "src/vault.vy": { "content": "x: uint256" } },
        "interfaces": {},
        "settings": {},
    });
    let found = Project::new(&[("input.json", &input.to_string())]).load("input.json").unwrap();
    assert_eq!(sent(&found), input);
    assert_eq!(names(&found.contracts.deployable), ["src/vault.vy:vault"]);
}

#[test]
fn sources_that_are_not_there_are_named_and_nothing_is_sent() {
    let mut input = input_of(&SOURCES);
    input["sources"]["lib/Far.sol"] = json!({ "urls": ["ipfs://1"], "keccak256": "0x00" });
    input["sources"]["lib/Void.sol"] = json!({ "content": "" });
    let found = Project::new(&[("input.json", &input.to_string())]).load("input.json").unwrap();
    let wanted = [("lib/Far.sol".to_owned(), Lack::AddressOnly), ("lib/Void.sol".to_owned(), Lack::Empty)];
    assert_eq!(lacking(&found), wanted);
    assert_eq!((found.upload(Mode::StandardJson, None), found.metadata), (None, None));
}

#[test]
fn a_build_info_tells_the_compiler_and_every_contract() {
    let code = |object: &str| json!({ "evm": { "bytecode": { "object": object } }, "abi": [] });
    let build = json!({
        "_format": "hh-sol-build-info-1",
        "solcVersion": "0.8.26",
        "solcLongVersion": VERSION,
        "input": input_of(&SOURCES),
        "output": { "contracts": {
            "src/Base.sol": { "Base": code(""), "Sums": code("60") },
            "src/Counter.sol": { "Counter": code("6080") },
        } },
    });
    let found = Project::new(&[("build.json", &build.to_string())]).load("build.json").unwrap();
    assert_eq!(found.kind, FileKind::BuildInfo);
    assert_eq!(found.compiler_version.as_ref().unwrap().to_string(), VERSION);
    assert_eq!(names(&found.contracts.deployable), ["src/Base.sol:Sums", "src/Counter.sol:Counter"]);
    assert_eq!(names(&found.contracts.codeless), ["src/Base.sol:Base"]);
    let unknown = ContractIdentifier::parse("src/Counter.sol:Other").unwrap();
    assert_eq!(found.standing(&unknown), Standing::NoSuchContract);
    assert_eq!(sent(&found), input_of(&SOURCES));
}

#[test]
fn a_build_info_without_output_is_read_by_its_sources() {
    let build = json!({ "solcVersion": "0.8.26", "input": input_of(&SOURCES), "output": null });
    let found = Project::new(&[("build.json", &build.to_string())]).load("build.json").unwrap();
    assert_eq!(found.compiler_version.as_ref().unwrap().to_string(), VERSION);
    assert_eq!(names(&found.contracts.deployable), ["src/Base.sol:Sums", "src/Counter.sol:Counter"]);
}

#[test]
fn a_file_that_changed_is_read_again_and_no_other() {
    use crate::files::changed_compilation;
    use crate::message::CompilationFile;
    let project = Project::new(&[("input.json", &input_of(&SOURCES).to_string())]);
    let path = project.0.path().join("input.json").to_str().unwrap().to_owned();
    let read = |unless| {
        changed_compilation(&CompilationFile { path: path.clone(), roots: Vec::new(), unless }, None).unwrap()
    };
    let first = read(None).unwrap();
    assert_eq!(read(Some(first.stamp.clone())), None);
    project.write("input.json", input_of(&SOURCES[..1]).to_string());
    let second = read(Some(first.stamp.clone())).unwrap();
    assert_eq!(second.sources.len(), 1);
}

#[test]
fn a_source_with_a_hash_is_held_against_it() {
    let mut input = input_of(&[("a.sol", COUNTER), ("b.sol", BASE)]);
    input["sources"]["a.sol"]["keccak256"] = json!(alloy_primitives::keccak256(COUNTER).to_string());
    let project = Project::new(&[]);
    project.write("input.json", input.to_string());
    let found = project.load("input.json").unwrap();
    let files = found.files.iter().map(|file| (file.path.escaped(), file.bytes, file.hash));
    let wanted = [
        ("a.sol".to_owned(), COUNTER.len(), HashCheck::Matches),
        ("b.sol".to_owned(), BASE.len(), HashCheck::Absent),
    ];
    assert!(files.eq(wanted), "{:?}", found.files);
    input["sources"]["b.sol"]["keccak256"] = json!(alloy_primitives::keccak256(COUNTER).to_string());
    project.write("input.json", input.to_string());
    let found = project.load("input.json").unwrap();
    assert_eq!(lacking(&found), [("b.sol".to_owned(), Lack::Altered)]);
    assert_eq!(found.upload(Mode::StandardJson, None), None);
}

#[test]
fn explorers_answers_are_the_inputs_within() {
    let read = |text: &str| Project::new(&[("answer.json", text)]).load("answer.json");
    let braced = read(include_str!("../../../tests/fixtures/reports/double-brace.json")).unwrap();
    assert_eq!(names(&braced.contracts.deployable), ["contracts/Counter.sol:Counter"]);
    let etherscan = read(include_str!("../../../tests/fixtures/reports/etherscan.json")).unwrap();
    assert_eq!(etherscan.kind, FileKind::Explorer);
    assert_eq!(etherscan.compiler_version.as_ref().unwrap().to_string(), "0.8.28+commit.7893614a");
    assert_eq!(names(&etherscan.contracts.deployable), ["contracts/Counter.sol:Counter"]);
    assert_eq!(sent(&etherscan), sent(&braced));
    let result = |more: serde_json::Value| {
        let mut one = json!({ "ContractName": "Counter", "CompilerVersion": "v0.8.26+commit.8a97fa7a",
            "OptimizationUsed": "1", "Runs": "9", "EVMVersion": "paris", "ABI": "[]", "Library": "Sums:0a;" });
        one.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        read(&json!({ "status": "1", "message": "OK", "result": [one] }).to_string())
    };
    let flat = sent(&result(json!({ "SourceCode": "contract Counter {}" })).unwrap());
    let settings = json!({ "optimizer": { "enabled": true, "runs": 9 }, "evmVersion": "paris",
        "libraries": { "Counter.sol": { "Sums": "0x0a" } } });
    let input = json!({ "language": "Solidity", "sources": { "Counter.sol": { "content": "contract Counter {}" } },
        "settings": settings });
    assert_eq!(flat, input);
    let files = json!({ "a/B.sol": { "content": BASE }, "a/C.sol": { "content": "contract Counter {}" } });
    let many = result(json!({ "SourceCode": files.to_string(), "ContractFileName": "a/C.sol" })).unwrap();
    assert_eq!(names(&many.contracts.deployable), ["a/C.sol:Counter"]);
    assert_eq!(sent(&many)["sources"], files);
    let vyper = result(json!({ "SourceCode": "x: uint256", "CompilerVersion": "vyper:0.3.7" })).unwrap();
    assert!(
        vyper.language.is("Vyper")
            && vyper.compiler_version.unwrap().to_string().starts_with("0.3.7+commit.")
    );
    let blockscout = json!({ "source_code": "contract Counter {}", "file_path": "src/C.sol", "name": "Counter",
        "language": "solidity", "compiler_version": "v0.8.26+commit.8a97fa7a", "abi": [],
        "additional_sources": [{ "file_path": "src/B.sol", "source_code": BASE }],
        "compiler_settings": { "optimizer": { "runs": 7 }, "compilationTarget": { "src/C.sol": "Counter" } } });
    let blockscout = read(&blockscout.to_string()).unwrap();
    assert_eq!(names(&blockscout.contracts.deployable), ["src/C.sol:Counter"]);
    assert_eq!(sent(&blockscout)["settings"], json!({ "optimizer": { "runs": 7 } }));
    let sourcify = json!({ "match": "exact_match", "abi": [], "stdJsonInput": input,
        "compilation": { "compilerVersion": VERSION, "fullyQualifiedName": "Counter.sol:Counter" } });
    let sourcify = read(&sourcify.to_string()).unwrap();
    assert_eq!(
        (sent(&sourcify), sourcify.compiler_version.unwrap().to_string()),
        (input, VERSION.to_owned())
    );
    let lost = crate::message::FileFault::Other(crate::message::OtherFile::NoSourceCode);
    assert_eq!(result(json!({ "SourceCode": "" })), Err(lost.clone()));
    let refusal = r#"{"status":"0","message":"NOTOK","result":"Contract source code not verified"}"#;
    assert_eq!(read(refusal), Err(lost));
}
