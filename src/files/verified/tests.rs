//! What is written where, and what is not.

use ledger::{Field, RawJson, Text};

use super::*;

fn verified(names: &[&str]) -> Verified {
    let text = |name: &str| Field::Known(Text::new(format!("// {name}")));
    let sources = names.iter().map(|name| (Text::from(*name), text(name)));
    Verified { abi: Some(RawJson::new("[]")), sources: sources.collect(), ..Verified::default() }
}

fn write(root: &Path, verified: &Verified, overwrites: bool) -> Result<WrittenFiles, ExportFault> {
    write_verified(root, verified, overwrites, |_, _| true).map(Option::unwrap)
}

fn paths(written: &WrittenFiles) -> Vec<&str> {
    written.files.iter().map(|file| file.path.as_str()).collect()
}

fn left_out(written: &WrittenFiles) -> Vec<String> {
    written.left_out.iter().map(LeftOut::sentence).collect()
}

#[test]
fn files_are_where_their_names_say_and_counted() {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path().join("new").join("token");
    let written = write(&root, &verified(&["src/A.sol", "@x/B.sol"]), false).unwrap();
    assert_eq!(paths(&written), ["abi.json", "sources/src/A.sol", "sources/@x/B.sol"]);
    assert_eq!(fs::read_to_string(root.join("sources/src/A.sol")).unwrap(), "// src/A.sol");
    assert_eq!((written.bytes(), left_out(&written)), (2 + 12 + 11, Vec::new()));
    assert!(written.summary().starts_with("3 files (25 bytes) written to /"), "{}", written.summary());
}

#[test]
fn what_is_there_is_written_over_only_if_that_is_asked_for() {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path();
    fs::create_dir(root.join("sources")).unwrap();
    fs::write(root.join("sources/B.sol"), "mine").unwrap();
    fs::write(root.join("notes"), "mine").unwrap();
    let refused = write(root, &verified(&["A.sol", "B.sol"]), false).unwrap_err();
    assert!(matches!(refused, ExportFault::Taken { path } if path.ends_with("sources/B.sol")));
    assert!(!root.join("abi.json").exists(), "nothing is written then");
    assert_eq!(fs::read_to_string(root.join("sources/B.sol")).unwrap(), "mine");
    let written = write(root, &verified(&["A.sol", "B.sol"]), true).unwrap();
    assert_eq!((written.files.len(), left_out(&written)), (3, Vec::new()));
    assert_eq!(fs::read_to_string(root.join("sources/B.sol")).unwrap(), "// B.sol");
    assert_eq!(fs::read_to_string(root.join("notes")).unwrap(), "mine");
}

#[test]
fn nothing_to_write_makes_no_directory() {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path().join("new");
    let found = Verified { abi: None, ..verified(&["../a.sol"]) };
    let written = write(&root, &found, false).unwrap();
    assert_eq!((paths(&written).len(), left_out(&written).len()), (0, 1));
    assert!(!root.exists());
}

#[cfg(unix)]
#[test]
fn links_that_wait_are_not_followed_even_where_all_is_overwritten() {
    use std::os::unix::fs::symlink;
    let directory = tempfile::tempdir().unwrap();
    let (root, outside) = (directory.path().join("root"), directory.path().join("outside"));
    fs::create_dir_all(root.join("sources/within")).unwrap();
    fs::create_dir(&outside).unwrap();
    fs::write(outside.join("file"), "theirs").unwrap();
    symlink(&outside, root.join("sources/out")).unwrap();
    symlink("within", root.join("sources/in")).unwrap();
    symlink(outside.join("file"), root.join("sources/A.sol")).unwrap();
    symlink(outside.join("made"), root.join("sources/B.sol")).unwrap();
    let found = verified(&["A.sol", "B.sol", "out/C.sol", "in/D.sol"]);
    let refused = write(&root, &found, false).unwrap_err();
    assert!(matches!(refused, ExportFault::Taken { .. }), "{refused}");
    let written = write(&root, &found, true).unwrap();
    assert_eq!(paths(&written), ["abi.json", "sources/A.sol", "sources/B.sol"]);
    let why = "there is a link in its place";
    assert_eq!(left_out(&written), [format!("out/C.sol: {why}"), format!("in/D.sol: {why}")]);
    assert_eq!(fs::read_to_string(outside.join("file")).unwrap(), "theirs");
    assert_eq!(fs::read_dir(&outside).unwrap().count(), 1);
    assert!(!root.join("sources/A.sol").symlink_metadata().unwrap().is_symlink());
}

#[test]
fn what_stands_in_the_way_is_left_and_said() {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path();
    fs::create_dir_all(root.join("sources/A.sol")).unwrap();
    fs::write(root.join("sources/b"), "mine").unwrap();
    let written = write(root, &verified(&["A.sol", "b/B.sol", "C.sol"]), true).unwrap();
    assert_eq!(paths(&written), ["abi.json", "sources/C.sol"]);
    let why = "there is something else in its place";
    assert_eq!(left_out(&written), [format!("A.sol: {why}"), format!("b/B.sol: {why}")]);
    assert_eq!(fs::read_to_string(root.join("sources/b")).unwrap(), "mine");
}

#[test]
fn a_directory_that_cannot_be_made_is_said() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("file");
    fs::write(&file, "").unwrap();
    let refused = write(&file, &verified(&["A.sol"]), false).unwrap_err();
    assert!(refused.to_string().contains("could not be written"), "{refused}");
}

fn names(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).unwrap();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn what_was_there_stays_until_all_is_written_and_for_good_if_that_is_broken_off() {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path();
    fs::write(root.join("abi.json"), "mine").unwrap();
    fs::create_dir(root.join("sources")).unwrap();
    fs::write(root.join("sources/A.sol"), "mine").unwrap();
    let found = verified(&["A.sol", "B.sol"]);
    let mut steps = Vec::new();
    let broken_off = write_verified(root, &found, true, |done, of| {
        assert_eq!(fs::read_to_string(root.join("abi.json")).unwrap(), "mine");
        assert_eq!(fs::read_to_string(root.join("sources/A.sol")).unwrap(), "mine");
        steps.push((done, of));
        done < 2
    });
    assert_eq!(broken_off.unwrap(), None);
    assert_eq!(steps, [(0, 3), (1, 3), (2, 3)]);
    assert_eq!(
        (names(root), names(&root.join("sources"))),
        (vec!["abi.json".to_owned(), "sources".to_owned()], vec!["A.sol".to_owned()])
    );
    assert_eq!(fs::read_to_string(root.join("sources/A.sol")).unwrap(), "mine");
    write(root, &found, true).unwrap();
    assert_eq!(fs::read_to_string(root.join("sources/A.sol")).unwrap(), "// A.sol");
    assert_eq!(names(root), ["abi.json", "sources"], "nothing is left beside them");
    // A directory that was made for it is not left either.
    let new = root.join("new");
    assert_eq!(write_verified(&new, &found, false, |done, _| done < 1).unwrap(), None);
    assert!(!new.exists());
}
