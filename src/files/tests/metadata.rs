//! Metadata files and the sources that they name.

use serde_json::{Value, json};
use verification::{FileKind, Lack, Mode};

use super::{BASE, COUNTER, Project, VERSION, lacking, metadata_of, names, sent};

const SOURCES: [(&str, &str); 2] = [("src/Counter.sol", COUNTER), ("src/Base.sol", BASE)];

#[test]
fn sources_are_found_around_the_file_and_checked() {
    let metadata = metadata_of(&SOURCES);
    let project = Project::new(&[
        ("foundry.toml", ""),
        ("src/Counter.sol", COUNTER),
        ("src/Base.sol", &BASE.replace('\n', "\r\n")),
        ("out/deep/er/metadata.json", &metadata.to_string()),
    ]);
    let found = project.load("out/deep/er/metadata.json").unwrap();
    assert_eq!(found.kind, FileKind::Metadata);
    assert!(found.kind.serves(Mode::StandardJson) && found.kind.serves(Mode::Metadata));
    assert_eq!(lacking(&found), []);
    assert_eq!(found.compiler_version.as_ref().unwrap().to_string(), VERSION);
    assert_eq!(names(&found.contracts.deployable), ["src/Counter.sol:Counter"]);
    let (document, sources) = found.metadata.as_ref().unwrap();
    assert_eq!(document.reveal(), metadata.to_string());
    let sources: Value = serde_json::from_str(&sources.reveal()).unwrap();
    assert_eq!(sources, json!({ "src/Base.sol": BASE, "src/Counter.sol": COUNTER }), "line ends as compiled");
}

#[test]
fn metadata_makes_an_input_that_the_compiler_takes() {
    let project = Project::new(&[
        ("src/Counter.sol", COUNTER),
        ("src/Base.sol", BASE),
        ("metadata.json", &metadata_of(&SOURCES).to_string()),
    ]);
    let input = sent(&project.load("metadata.json").unwrap());
    assert_eq!(
        input,
        json!({
            "language": "Solidity",
            "sources": { "src/Base.sol": { "content": BASE }, "src/Counter.sol": { "content": COUNTER } },
            "settings": {
                "evmVersion": "cancun",
                "libraries": {
                    "src/Base.sol": { "Sums": "0x0000000000000000000000000000000000000001" }
                },
                "optimizer": { "enabled": true, "runs": 200 },
                "remappings": [],
            },
        })
    );
}

#[test]
fn sources_within_the_metadata_need_no_files() {
    let mut metadata = metadata_of(&SOURCES);
    metadata["sources"]["src/Counter.sol"]["content"] = json!(COUNTER);
    metadata["sources"]["src/Base.sol"]["content"] = json!("library Sums {}");
    let project = Project::new(&[("metadata.json", &metadata.to_string())]);
    let found = project.load("metadata.json").unwrap();
    assert_eq!(lacking(&found), [("src/Base.sol".to_owned(), Lack::Altered)]);
}

#[test]
fn what_is_missing_or_altered_is_named() {
    let project = Project::new(&[
        ("package.json", "{}"),
        ("src/Counter.sol", "contract Counter {}"),
        ("build/metadata.json", &metadata_of(&SOURCES).to_string()),
    ]);
    let found = project.load("build/metadata.json").unwrap();
    let wanted = [("src/Base.sol".to_owned(), Lack::Missing), ("src/Counter.sol".to_owned(), Lack::Altered)];
    assert_eq!(lacking(&found), wanted);
    assert_eq!((found.upload(Mode::StandardJson, None), found.metadata), (None, None));
}

#[test]
fn installed_packages_are_looked_for_where_they_are_installed() {
    let sources = [("@lib/Counter.sol", COUNTER)];
    let project = Project::new(&[
        ("hardhat.config.ts", ""),
        ("node_modules/@lib/Counter.sol", COUNTER),
        ("artifacts/metadata.json", &metadata_of(&sources).to_string()),
    ]);
    assert_eq!(lacking(&project.load("artifacts/metadata.json").unwrap()), []);
}

#[test]
fn a_source_with_other_ends_is_found_as_verifiers_find_it() {
    let compiled = COUNTER.replace('\n', "\r\n");
    for (compiled, on_disk) in [
        (compiled.as_str(), COUNTER.trim_end()),
        (&compiled, &*format!("{COUNTER}\n\n")),
        (COUNTER.trim_end(), &compiled),
        (COUNTER, COUNTER.trim_end()),
        (&format!("{COUNTER}\n"), COUNTER),
    ] {
        let metadata = metadata_of(&[("src/Counter.sol", compiled)]);
        let project = Project::new(&[
            ("foundry.toml", ""),
            ("src/Counter.sol", on_disk),
            ("out/metadata.json", &metadata.to_string()),
        ]);
        let found = project.load("out/metadata.json").unwrap();
        assert_eq!(lacking(&found), [], "{on_disk:?} for {compiled:?}");
        assert_eq!(sent(&found)["sources"]["src/Counter.sol"]["content"], compiled);
    }
}
