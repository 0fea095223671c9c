//! The promises of `SECURITY.md`: each names a test, and the tests are there.

use std::fs;
use std::path::Path;

/// The tests that a text names: `path/of/file.rs::name_of_test`.
fn named(text: &str) -> Vec<(&str, &str)> {
    text.split('`').filter_map(|part| part.split_once(".rs::")).collect()
}

#[test]
fn every_promise_is_shown_by_a_test_that_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join("SECURITY.md")).unwrap();
    let rows: Vec<&str> = text.lines().filter(|line| line.starts_with("| ")).skip(1).collect();
    assert!(rows.len() > 10, "{rows:?}");
    for row in rows {
        let tests = named(row);
        assert!(!tests.is_empty(), "no test: {row}");
        for (file, test) in tests {
            let source = fs::read_to_string(root.join(format!("{file}.rs"))).unwrap_or_default();
            let (above, _) = source
                .split_once(&format!("fn {test}("))
                .unwrap_or_else(|| panic!("{file}.rs has no {test}"));
            let attribute = above.rsplit('\n').find(|line| line.trim_start().starts_with("#["));
            assert!(attribute.is_some_and(|line| line.contains("test")), "{test} is no test");
        }
    }
}
