//! What build tools leave in a project's directory.

use std::os::unix::fs::symlink;

use ledger::Text;
use serde_json::json;
use verification::Project as Read;

use super::*;
use crate::files::project;

const CODE: &str = "0x600160020160005260206000f3";

fn read(project_of: &Project) -> Read {
    project(project_of.0.path()).unwrap()
}

/// The contracts that were found, with the files that have their code and those that they are verified from.
fn found(read: &Read, directory: &Project) -> Vec<[String; 3]> {
    let root = fs::canonicalize(directory.0.path()).unwrap();
    let one = |it: &verification::Compiled| {
        let source = it.source.strip_prefix(&root).unwrap().display().to_string();
        [it.contract.to_string(), it.file.escaped(), source]
    };
    read.compiled.iter().map(one).collect()
}

fn words(rows: &[[&str; 3]]) -> Vec<[String; 3]> {
    rows.iter().map(|row| row.map(str::to_owned)).collect()
}

#[test]
fn artifacts_are_found_where_the_settings_say() {
    let artifact = json!({
        "abi": [],
        "deployedBytecode": { "object": CODE },
        "metadata": { "compiler": { "version": VERSION }, "settings": { "compilationTarget": { "src/Counter.sol": "Counter" } } },
    });
    let interface = json!({ "abi": [], "deployedBytecode": { "object": "0x" }, "rawMetadata":
        json!({ "settings": { "compilationTarget": { "src/I.sol": "I" } } }).to_string() });
    let project = Project::new(&[
        ("foundry.toml", "[profile.default]\nout = 'built'\n"),
        ("built/Counter.sol/Counter.json", &artifact.to_string()),
        ("built/I.sol/I.json", &interface.to_string()),
        ("elsewhere/Counter.json", &artifact.to_string()),
    ]);
    let read = read(&project);
    let file = "built/Counter.sol/Counter.json";
    assert_eq!(found(&read, &project), words(&[["src/Counter.sol:Counter", file, file]]));
    assert_eq!((read.codeless, read.left_out.len()), (1, 0));
    assert_eq!(read.compiled[0].compiler.as_ref().map(Text::escaped).as_deref(), Some(VERSION));
}

#[test]
fn an_output_needs_its_input_beside_it_and_a_contract_counts_once() {
    let output =
        json!({ "contracts": { "a.vy": { "a": { "evm": { "deployedBytecode": { "object": "6001" } } } } } });
    let input = json!({ "language": "Vyper", "sources": { "a.vy": { "content": "x: uint256" } } });
    let alone = Project::new(&[("output.json", &output.to_string())]);
    assert!(read(&alone).left_out[0].1.escaped().contains("input is not beside it"));
    let both = Project::new(&[
        ("output.json", &output.to_string()),
        ("again.json", &output.to_string()),
        ("input.json", &input.to_string()),
        ("package.json", "{}"),
    ]);
    let read = read(&both);
    assert_eq!(found(&read, &both), words(&[["a.vy:a", "again.json", "input.json"]]));
}

#[test]
fn nothing_outside_of_the_directory_is_read_and_no_link_is_followed() {
    let artifact =
        json!({ "abi": [], "deployedBytecode": CODE, "sourceName": "../../a.sol", "contractName": "A" });
    let other = Project::new(&[("A.json", &artifact.to_string())]);
    let project = Project::new(&[("artifacts/.keep", "")]);
    symlink(other.0.path(), project.0.path().join("artifacts/linked")).unwrap();
    symlink(other.0.path().join("A.json"), project.0.path().join("artifacts/A.json")).unwrap();
    project.write("foundry.toml", format!("[profile.default]\nout = '{}'\n", other.0.path().display()));
    let found = read(&project);
    assert_eq!(Read { left_out: Vec::new(), ..found.clone() }, Read::default());
    let [(_, why)] = &found.left_out[..] else { panic!("{found:?}") };
    assert!(why.is("The profile default writes there, outside of the project."));
}

#[test]
fn a_file_alone_is_read_and_another_has_nothing() {
    let artifact = json!({ "abi": [], "deployedBytecode": CODE, "sourceName": "a.sol", "contractName": "A" });
    let directory = Project::new(&[("A.json", &artifact.to_string()), ("b.json", "[1]")]);
    let one = project(&directory.0.path().join("A.json")).unwrap();
    assert_eq!(found(&one, &directory), words(&[["a.sol:A", "A.json", "A.json"]]));
    assert_eq!(project(&directory.0.path().join("b.json")), Ok(Read::default()));
    assert_eq!(project(&directory.0.path().join("none")), Err(FileFault::Missing));
}
