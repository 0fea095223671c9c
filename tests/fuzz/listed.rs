//! Each property has a fuzzer, a test, seeds and a dictionary, and nothing else is called one.

use std::path::Path;

use crate::HELD;
use crate::properties::ALL;

fn names_in(directory: &str) -> Vec<String> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join(directory);
    let entries = std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path());
    let mut names: Vec<String> =
        entries.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect();
    names.sort();
    names
}

#[test]
fn every_property_is_tried_everywhere() {
    let all = ALL.map(|property| property.name);
    assert_eq!(HELD, all);
    for directory in ["fuzz/fuzz_targets", "fuzz/seeds", "fuzz/dictionaries"] {
        assert_eq!(names_in(directory), all, "{directory}");
    }
    let manifest = include_str!("../../fuzz/Cargo.toml");
    let listed: Vec<&str> = manifest
        .lines()
        .filter_map(|line| line.strip_prefix("path = \"fuzz_targets/")?.strip_suffix(".rs\""))
        .collect();
    assert_eq!(listed, all, "fuzz/Cargo.toml");
}
