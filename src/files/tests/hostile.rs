//! Files that lead where they should not, and files of any content.

use std::os::unix::fs::symlink;

use proptest::prelude::*;
use serde_json::json;
use tempfile::TempDir;
use verification::Lack;

use super::{COUNTER, Project, lacking, metadata_of};
use crate::files::reader::Reader;
use crate::files::{compilation, kind};
use crate::message::FileFault;

#[test]
fn nothing_is_read_outside_of_the_project() {
    let secret = TempDir::new().unwrap();
    let outside = secret.path().join("secret.sol");
    std::fs::write(&outside, COUNTER).unwrap();
    let project = Project::new(&[("in/foundry.toml", ""), ("beside.sol", COUNTER)]);
    symlink(&outside, project.0.path().join("in/link.sol")).unwrap();
    symlink(secret.path(), project.0.path().join("in/folder")).unwrap();
    for path in
        [outside.to_str().unwrap(), "link.sol", "folder/secret.sol", "../beside.sol", "x/../../beside.sol"]
    {
        let metadata = metadata_of(&[(path, COUNTER)]).to_string();
        project.write("in/x/metadata.json", metadata);
        let found = project.load("in/x/metadata.json").unwrap();
        assert_eq!(lacking(&found), [(path.to_owned(), Lack::Outside)], "{path}");
    }
    let artifact = json!({ "abi": [], "sourceName": "A.sol", "contractName": "A" }).to_string();
    project.write("in/out/A.json", artifact);
    project.write("in/out/A.dbg.json", json!({ "buildInfo": outside }).to_string());
    assert_eq!(project.load("in/out/A.json"), Err(FileFault::BareArtifact));
}

#[test]
fn a_build_info_in_a_hidden_directory_is_not_followed() {
    let project = Project::new(&[("package.json", "{}"), (".secret/build.json", "{}")]);
    let artifact = json!({ "abi": [], "sourceName": "A.sol", "contractName": "A" }).to_string();
    project.write("out/A.json", artifact);
    project.write("out/A.dbg.json", json!({ "buildInfo": "../.secret/build.json" }).to_string());
    assert_eq!(project.load("out/A.json"), Err(FileFault::BareArtifact));
}

#[test]
fn a_package_that_is_linked_from_a_hidden_store_is_a_source_and_a_key_there_is_none() {
    let stored = "node_modules/.pnpm/lib@1.0.0/node_modules/lib";
    let project = Project::new(&[("package.json", "{}")]);
    project.write(&format!("{stored}/Counter.sol"), COUNTER);
    project.write(&format!("{stored}/.npmrc"), COUNTER);
    symlink(project.0.path().join(stored), project.0.path().join("node_modules/lib")).unwrap();
    for (path, wanted) in [("lib/Counter.sol", None), ("lib/.npmrc", Some(Lack::Hidden))] {
        project.write("out/metadata.json", metadata_of(&[(path, COUNTER)]).to_string());
        let found = project.load("out/metadata.json").unwrap();
        assert_eq!(lacking(&found).pop().map(|(_, why)| why), wanted, "{path}");
    }
}

#[test]
fn the_home_directory_is_no_project_of_what_lies_deeper() {
    let home = Project::new(&[(".git/HEAD", ""), ("package.json", "{}"), ("Counter.sol", COUNTER)]);
    let metadata = metadata_of(&[("Counter.sol", COUNTER)]).to_string();
    for (at, wanted) in [("Downloads/metadata.json", Some(Lack::Missing)), ("metadata.json", None)] {
        let file = home.write(at, &metadata);
        let found = compilation(&file, Some(home.0.path()), &[]).unwrap();
        assert_eq!(lacking(&found).pop().map(|(_, why)| why), wanted, "{at}");
    }
}

#[test]
fn a_file_that_names_itself_ends() {
    let artifact = r#"{"abi":[],"buildInfoId":"A"}"#;
    let project = Project::new(&[("package.json", "{}"), ("build-info/A.json", artifact)]);
    assert_eq!(project.load("build-info/A.json"), Err(FileFault::BareArtifact));
}

/// Values of any shape under the members that decide.
fn documents() -> impl Strategy<Value = serde_json::Value> {
    let names = prop::sample::select(vec![
        "language",
        "sources",
        "settings",
        "compiler",
        "version",
        "input",
        "output",
        "contracts",
        "metadata",
        "rawMetadata",
        "abi",
        "content",
        "keccak256",
        "compilationTarget",
        "libraries",
        "a.sol",
        "evm",
        "bytecode",
        "object",
        "solcLongVersion",
        "buildInfoId",
    ]);
    let leaf = prop_oneof![
        Just(json!(null)),
        Just(json!("Solidity")),
        Just(json!("Vyper")),
        any::<i64>().prop_map(|number| json!(number)),
        "\\PC{0,12}".prop_map(|text| json!(text)),
        Just(json!("{\"compiler\":{},\"sources\":{},\"language\":\"\",\"settings\":{}}")),
    ];
    leaf.prop_recursive(5, 40, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(|list| json!(list)),
            prop::collection::btree_map(names.clone(), inner, 0..7).prop_map(|map| json!(map)),
        ]
    })
}

fn read_hostile(text: &str) {
    // A path that is there, so that more than the parsing is reached.
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
    let _ = kind::of_text(text, &path, &mut Reader::default());
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_document_is_a_panic(document in documents()) {
        read_hostile(&document.to_string());
    }

    #[test]
    fn no_text_is_a_panic(text in "\\PC{0,200}", source in "[a-z{}\"'/*\\\\\n é]{0,80}") {
        read_hostile(&text);
        let input = json!({ "language": "Solidity", "sources": { "a.sol": { "content": source } } });
        read_hostile(&input.to_string());
    }

    #[test]
    fn no_bytes_are_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let project = Project::new(&[]);
        project.write("any.json", bytes);
        prop_assert!(project.load("any.json").is_err());
    }
}
