//! Files that cannot serve, and what is said of them.

use std::fs::File;

use super::Project;
use crate::files::reader::MAX_BYTES;
use crate::files::{directory, place};
use crate::message::{Directory, FileFault, OtherFile};

#[test]
fn every_fault_is_told_apart() {
    let project = Project::new(&[
        ("a/b.json", "{}"),
        ("list.json", "[1]"),
        ("text.json", "\"secret\""),
        ("broken.json", "{\n  \"secret\": nope }"),
        ("short.json", "{\"secret\":\n"),
        ("empty.json", ""),
        ("output.json", r#"{"contracts":{},"sources":{}}"#),
        ("split.json", r#"{"_format":"hh3-sol-build-info-output-1","output":{}}"#),
        ("odd.json", r#"{"language":"Solidity","sources":"secret"}"#),
        ("meta.json", r#"{"compiler":{},"language":"Solidity","sources":{},"settings":"secret"}"#),
        ("build.json", r#"{"input":["secret"]}"#),
        ("short-build.json", r#"{"id":"1","source_id_to_path":{"0":"secret.sol"},"language":"Solidity"}"#),
        ("Lost.dbg.json", r#"{"_format":"hh-sol-dbg-1","buildInfo":"../secret.json"}"#),
        ("run-latest.json", r#"{"transactions":[],"receipts":[],"chain":296,"commit":"secret"}"#),
        ("deployed.json", r#"{"A#B":"0xb0551e9ecceb06cf6ea2879174aaf4da84633e85"}"#),
        ("abi.json", r#"[{"type":"function","name":"secret"},{"type":"event"}]"#),
        ("cache.json", r#"{"_format":"hh-sol-cache-2","files":{"secret":{}}}"#),
        ("A.sol", "contract Secret {}"),
        ("forge/foundry.toml", ""),
        ("hat/hardhat.config.ts", ""),
    ]);
    project.write("bytes.json", [0xff, 0xfe, 0x7b]);
    for (path, fault) in [
        ("none.json", FileFault::Missing),
        ("list.json/below.json", FileFault::Missing),
        ("a", FileFault::Directory),
        ("a/b.json", FileFault::UnknownKind),
        ("list.json", FileFault::UnknownKind),
        ("text.json", FileFault::UnknownKind),
        ("broken.json", FileFault::NotJson { line: 2, column: 14, cut_short: false }),
        ("short.json", FileFault::NotJson { line: 2, column: 0, cut_short: true }),
        ("empty.json", FileFault::NotJson { line: 1, column: 0, cut_short: true }),
        ("output.json", FileFault::OutputOnly),
        ("split.json", FileFault::OutputOnly),
        ("odd.json", FileFault::Malformed("standard JSON input")),
        ("meta.json", FileFault::Malformed("metadata")),
        ("build.json", FileFault::Malformed("standard JSON input")),
        ("bytes.json", FileFault::NotText),
        ("short-build.json", FileFault::Other(OtherFile::ShortBuildInfo)),
        ("Lost.dbg.json", FileFault::Other(OtherFile::LostBuildInfo)),
        ("run-latest.json", FileFault::Other(OtherFile::Broadcast)),
        ("deployed.json", FileFault::Other(OtherFile::Addresses)),
        ("abi.json", FileFault::Other(OtherFile::Abi)),
        ("cache.json", FileFault::Other(OtherFile::Cache)),
        ("A.sol", FileFault::Other(OtherFile::Source)),
        ("forge", FileFault::Other(OtherFile::FoundryProject)),
        ("hat", FileFault::Other(OtherFile::HardhatProject)),
    ] {
        let found = project.load(path).unwrap_err();
        assert_eq!(found, fault, "{path}");
        assert!(!format!("{found:?}{}", found.sentence()).contains("secret"));
    }
}

#[test]
fn what_is_too_large_or_endless_is_not_read() {
    let project = Project::new(&[]);
    let large = File::create(project.0.path().join("large.json")).unwrap();
    large.set_len(MAX_BYTES + 1).unwrap();
    assert_eq!(project.load("large.json"), Err(FileFault::TooLarge { most: MAX_BYTES }));
    assert_eq!(crate::files::compilation("/dev/zero".as_ref(), None, &[]), Err(FileFault::Irregular));
}

#[test]
fn a_directory_lists_what_can_be_chosen() {
    let project =
        Project::new(&[("b/x.sol", ""), ("a.json", ""), ("c.JSON", ""), ("d.sol", ""), (".git/config", "")]);
    let path = project.0.path().to_str().unwrap().to_owned();
    let listing = directory(&Directory(path.clone()), None).unwrap();
    let listed: Vec<_> = listing.entries.iter().map(|entry| (entry.name.as_str(), entry.directory)).collect();
    assert_eq!(listed, [(".git", true), ("b", true), ("a.json", false), ("c.JSON", false)]);
    assert!(!listing.more);
    let none = directory(&Directory(format!("{path}/none")), None);
    assert_eq!(none, Err(FileFault::Missing));
}

#[test]
fn paths_begin_at_home_or_where_the_program_was_started() {
    let home = Some("/home/ada".as_ref());
    for (written, path) in
        [("~/a.json", "/home/ada/a.json"), ("~", "/home/ada"), ("", "."), ("~b/a", "~b/a"), ("/a", "/a")]
    {
        assert_eq!(place(written, home).to_str(), Some(path));
    }
    assert_eq!(place("~/a", None).to_str(), Some("~/a"));
}
