//! The README's recipes for `get`, each run by a shell as it is written, with what it promises.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::process::home;

/// The recipes: what each promises, and its lines.
fn recipes() -> Vec<(String, String)> {
    let readme = include_str!("../../README.md");
    let (_, rest) = readme.split_once("Six recipes:\n\n```sh\n").unwrap();
    let block = rest.split_once("```").unwrap().0;
    let recipe = |text: &str| {
        let (promise, lines) = text.trim().split_once('\n').unwrap();
        (promise.trim_start_matches("# ").to_owned(), lines.to_owned())
    };
    block.split("\n\n").map(recipe).collect()
}

/// What the lines print, in this directory.
fn run(lines: &str, directory: &Path) -> String {
    let home = home();
    let program = Path::new(env!("CARGO_BIN_EXE_hieroscope")).parent().unwrap();
    let mut shell = Command::new("sh");
    let script = format!("set -e\nPATH='{}':$PATH\n{lines}", program.display());
    shell.args(["-c", &script]).current_dir(directory).env("HOME", home.path());
    shell.env("XDG_DATA_HOME", home.path()).env("XDG_CONFIG_HOME", home.path());
    let got = shell.output().unwrap();
    assert!(got.status.success(), "{lines}\n{}", String::from_utf8_lossy(&got.stderr));
    String::from_utf8(got.stdout).unwrap()
}

#[test]
fn every_recipe_prints_what_it_promises() {
    if Command::new("jq").arg("--version").output().is_err() {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    let file = |name: &str| fs::read_to_string(directory.path().join(name)).unwrap();
    let recipes = recipes();
    assert_eq!(recipes.len(), 6);
    for (promise, lines) in recipes {
        let printed = run(&lines, directory.path());
        match promise.split_once([',', ' ']).unwrap().0 {
            "failed" => {
                let failed = file("failed.csv");
                assert!(
                    failed.lines().count() > 1 && failed.lines().skip(1).all(|it| it.starts_with("failure,"))
                );
            }
            "which" => assert!(printed.lines().count() > 1 && printed.contains("swapExactTokensForTokens")),
            "why" => {
                let mut lines = printed.lines();
                let why = lines.next().unwrap();
                assert!(why.contains('(') && !why.contains("0x…"), "{printed}");
                assert!(lines.next().unwrap().contains("Strongbox.sol:"), "{printed}");
            }
            "wait" => {
                let row: serde_json::Value = serde_json::from_str(&printed).unwrap();
                assert!(row["method"].as_str().unwrap().starts_with("swap"), "{row}");
            }
            "every" => assert!(file("events.ndjson").lines().count() > 100),
            "the" => assert!(file("token/abi.json").starts_with('[') && printed.contains("standard-json")),
            other => panic!("{other}: {lines}"),
        }
    }
}
