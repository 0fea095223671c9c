//! The house's own rules: who imports whom, what no pure room touches, and how large a file may be.
//!
//! Cargo keeps the crates apart. What it does not see, the modules of the program and what pure rooms touch, is read
//! from the sources, and every offender is named.

#![expect(clippy::indexing_slicing, clippy::unwrap_used, reason = "a panic here fails the test, as expected")]

mod faults;
mod house;
mod planted;
mod promises;
mod rooms;
mod source;
mod token;

use std::fs;
use std::path::{Path, PathBuf};

/// Every Rust file of these folders, with its path from the root of the project.
fn files(folders: &[&str]) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut open: Vec<PathBuf> = folders.iter().map(|folder| root.join(folder)).collect();
    let mut found = Vec::new();
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let name = path.strip_prefix(root).unwrap().components();
            let name: Vec<_> = name.map(|part| part.as_os_str().to_string_lossy()).collect();
            found.push((name.join("/"), fs::read_to_string(&path).unwrap()));
        }
    }
    found.sort();
    found
}

/// The files of the program and of its crates, without their tests and examples and what cargo runs to build them.
fn modules() -> Vec<(String, String)> {
    let is_module = |path: &str| path.starts_with("src/") || path.split('/').nth(2) == Some("src");
    files(&["src", "crates"]).into_iter().filter(|(path, _)| is_module(path)).collect()
}

fn assert_none(faults: &[String]) {
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

#[test]
fn every_file_is_small_and_says_what_it_is_for() {
    let files = files(&["src", "crates", "tests", "benches"]);
    assert!(files.len() > 100, "the sources were not found");
    assert_none(&files.iter().flat_map(|(path, text)| faults::of_form(path, text)).collect::<Vec<_>>());
}

#[test]
fn other_programs_are_made_in_one_place_which_leaves_them_no_secret() {
    let files = modules();
    let makes = |(path, text): &&(String, String)| text.contains("Command::new(") && !path.contains("tests");
    let places: Vec<&str> = files.iter().filter(makes).map(|(path, _)| path.as_str()).collect();
    assert_eq!(places, ["src/runtime/environment.rs"]);
}

#[test]
fn rooms_import_downhill_only() {
    let files = modules();
    let program = files.iter().filter(|(path, _)| path.starts_with("src/"));
    let house = house::House::of(program.map(|(path, text)| (path.as_str(), text.as_str())));
    let faults = files.iter().flat_map(|(path, text)| {
        [faults::of_imports(path, text, &house), faults::of_modules(path, text)].concat()
    });
    assert_none(&faults.collect::<Vec<_>>());
}

#[test]
fn no_room_touches_what_is_not_its_business() {
    let files = modules();
    assert_none(&files.iter().flat_map(|(path, text)| faults::of_touch(path, text)).collect::<Vec<_>>());
}
