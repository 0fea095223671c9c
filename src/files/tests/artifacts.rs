//! Artifacts of single contracts.

use serde_json::json;
use verification::FileKind;

use super::{BASE, COUNTER, Project, VERSION, input_of, metadata_of, names};
use crate::message::FileFault;

const SOURCES: [(&str, &str); 2] = [("src/Counter.sol", COUNTER), ("src/Base.sol", BASE)];

#[test]
fn an_artifact_with_metadata_serves_both_modes() {
    let written = metadata_of(&SOURCES).to_string();
    let whole = json!({ "abi": [], "bytecode": { "object": "0x60" }, "rawMetadata": written, "id": 1 });
    let object = json!({ "abi": [], "metadata": metadata_of(&SOURCES) });
    let text = json!({ "abi": [], "bytecode": "0x60", "metadata": written });
    for artifact in [whole, object, text] {
        let project = Project::new(&[
            ("foundry.toml", ""),
            ("src/Counter.sol", COUNTER),
            ("src/Base.sol", BASE),
            ("out/Counter.sol/Counter.json", &artifact.to_string()),
        ]);
        let found = project.load("out/Counter.sol/Counter.json").unwrap();
        assert_eq!(found.kind, FileKind::ArtifactWithMetadata);
        assert_eq!(found.lacking, []);
        assert!(found.input.is_some());
        assert_eq!(found.metadata.unwrap().0.reveal(), written, "as the compiler wrote it");
    }
}

#[test]
fn an_artifact_without_metadata_leads_to_its_build_info() {
    let artifact = json!({
        "_format": "hh-sol-artifact-1", "contractName": "Counter", "sourceName": "src/Counter.sol",
        "abi": [], "bytecode": "0x60",
    });
    let build = json!({ "solcLongVersion": VERSION, "input": input_of(&SOURCES) });
    let project = Project::new(&[
        ("hardhat.config.js", ""),
        ("artifacts/build-info/1.json", &build.to_string()),
        ("artifacts/src/Counter.sol/Counter.json", &artifact.to_string()),
        ("artifacts/src/Counter.sol/Counter.dbg.json", r#"{"buildInfo":"../../build-info/1.json"}"#),
    ]);
    let found = project.load("artifacts/src/Counter.sol/Counter.json").unwrap();
    assert_eq!(found.kind, FileKind::ArtifactOfBuild);
    assert_eq!(names(&found.contracts.deployable), ["src/Counter.sol:Counter"]);
    assert_eq!(found.compiler_version.unwrap().to_string(), VERSION);
    assert_eq!(found.stamp.0.len(), 3, "a change of any of them is noticed");

    let mut named = artifact;
    named["buildInfoId"] = json!("1");
    project.write("artifacts/src/Counter.sol/Counter.json", named.to_string());
    project.write("artifacts/src/Counter.sol/Counter.dbg.json", "");
    assert_eq!(
        project.load("artifacts/src/Counter.sol/Counter.json").unwrap().kind,
        FileKind::ArtifactOfBuild
    );
}

#[test]
fn a_bare_artifact_says_so() {
    let artifact = r#"{"abi":[],"bytecode":"0x","metadata":{}}"#;
    let project =
        Project::new(&[("a/b/Bare.json", artifact), ("a/b/Bad.json", r#"{"abi":[],"rawMetadata":"{"}"#)]);
    assert_eq!(project.load("a/b/Bare.json"), Err(FileFault::BareArtifact));
    assert_eq!(project.load("a/b/Bad.json"), Err(FileFault::Malformed("metadata")));
}
