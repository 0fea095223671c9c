//! Directories of strangers: nothing outside of them is read, nothing hangs, and no name reaches a terminal as it is.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use hieroscope::files;
use hieroscope::message::FileFault;
use serde_json::{Value, json};
use tempfile::TempDir;
use verification::{Lack, Project};

const CODE: &str = "0x600160020160005260206000f3";

/// A project, and a directory beside it that is none of its business.
struct Place {
    _all: TempDir,
    inside: PathBuf,
    outside: PathBuf,
}

impl Place {
    fn new() -> Self {
        let all = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(all.path()).unwrap();
        let place = Self { inside: root.join("inside"), outside: root.join("outside"), _all: all };
        for folder in [place.inside.join("artifacts"), place.outside.join("artifacts")] {
            fs::create_dir_all(folder).unwrap();
        }
        place.write("package.json", "{}");
        fs::write(place.outside.join("artifacts/A.json"), artifact("a.sol").to_string()).unwrap();
        place
    }

    fn write(&self, path: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.inside.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    fn read(&self) -> Project {
        files::project(&self.inside).unwrap()
    }

    fn pipe(&self, path: &str) -> PathBuf {
        let path = self.inside.join(path);
        assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
        path
    }
}

fn artifact(source: &str) -> Value {
    json!({ "abi": [], "deployedBytecode": CODE, "sourceName": source, "contractName": "A" })
}

#[test]
fn settings_and_links_that_lead_outside_are_not_followed() {
    let place = Place::new();
    for out in [place.outside.to_str().unwrap(), "../outside", "artifacts/../../outside", "/etc", "/", "~"] {
        place.write("foundry.toml", format!("[profile.default]\nout = {out:?}\n"));
        let read = place.read();
        assert_eq!((read.left_out.len(), read.left_out[0].0.escaped()), (1, out.to_owned()));
        assert_eq!(Project { left_out: Vec::new(), ..read }, Project::default(), "{out}");
    }
    fs::remove_file(place.inside.join("foundry.toml")).unwrap();
    let other = place.outside.join("artifacts");
    fs::create_dir_all(place.inside.join("ignition")).unwrap();
    for link in ["out", "artifacts/linked", "ignition/deployments"] {
        symlink(&other, place.inside.join(link)).unwrap();
    }
    symlink(other.join("A.json"), place.inside.join("artifacts/A.json")).unwrap();
    symlink(&place.inside, place.inside.join("artifacts/round")).unwrap();
    assert_eq!(place.read(), Project::default());
}

#[test]
fn an_input_behind_a_link_is_none_of_the_output_beside_it() {
    let place = Place::new();
    let contracts = json!({ "a.sol": { "A": { "evm": { "deployedBytecode": { "object": CODE } } } } });
    place.write("artifacts/1.output.json", json!({ "output": { "contracts": contracts } }).to_string());
    let input = json!({ "input": { "language": "Solidity", "sources": { "a.sol": { "content": "contract A {}" } } } });
    let secret = place.outside.join("input.json");
    fs::write(&secret, input.to_string()).unwrap();
    symlink(&secret, place.inside.join("artifacts/1.json")).unwrap();
    let linked = place.read();
    assert_eq!((linked.compiled, linked.left_out.len()), (vec![], 1));
    fs::remove_file(place.inside.join("artifacts/1.json")).unwrap();
    place.write("artifacts/1.json", input.to_string());
    assert_eq!(place.read().compiled.len(), 1, "a file itself is the input");
}

#[test]
fn paths_that_climb_out_are_names_and_lead_nowhere() {
    let place = Place::new();
    fs::write(place.outside.join("a.sol"), "contract A {}").unwrap();
    fs::write(place.outside.join("build.json"), json!({ "input": {} }).to_string()).unwrap();
    for source in ["../outside/a.sol", "/etc/passwd", "../../../../etc/passwd"] {
        let mut climbing = artifact(source);
        climbing["buildInfoId"] = "../../../outside/build".into();
        let file = place.write("artifacts/A.json", climbing.to_string());
        let found = place.read();
        assert_eq!(found.compiled[0].contract.path(), source);
        assert_eq!(found.compiled[0].source, file);
        assert_eq!(files::compilation(&file, None, &[]), Err(FileFault::BareArtifact), "{source}");
        let hash = alloy_primitives::keccak256("contract A {}").to_string();
        climbing["metadata"] = json!({
            "compiler": { "version": "0.8.37" },
            "language": "Solidity",
            "settings": { "compilationTarget": { source: "A" } },
            "sources": { source: { "keccak256": hash } },
        });
        place.write("artifacts/A.json", climbing.to_string());
        let read = files::compilation(&file, None, &[]).unwrap();
        assert!(matches!(read.lacking[0].why, Lack::Outside | Lack::Missing), "{source}");
    }
}

#[test]
fn depth_without_end_is_refused_or_passed_over() {
    let deep = |open: &str, close: &str| format!("{}0{}", open.repeat(200_000), close.repeat(200_000));
    let (lists, objects) = (deep("[", "]"), deep(r#"{"a":"#, "}"));
    let place = Place::new();
    for member in [
        "deployedBytecode",
        "contracts",
        "output",
        "input",
        "metadata",
        "rawMetadata",
        "sources",
        "solcVersion",
    ] {
        for (at, inner) in [&lists, &objects].into_iter().enumerate() {
            place.write(&format!("artifacts/{member}-{at}.json"), format!(r#"{{"{member}":{inner}}}"#));
            let (abi, text) =
                (r#""abi":[],"deployedBytecode":"0x01""#, serde_json::to_string(inner).unwrap());
            place.write(
                &format!("artifacts/{member}-{at}-text.json"),
                format!(r#"{{{abi},"{member}":{text}}}"#),
            );
        }
    }
    place.write("artifacts/lists.json", &lists);
    place.write("foundry.toml", format!("[profile.default]\nout = {lists}\n"));
    assert_eq!(place.read().compiled, []);
}

#[test]
fn pipes_are_not_waited_for() {
    let place = Place::new();
    place.pipe("artifacts/x.json");
    place.pipe("foundry.toml");
    place.write("artifacts/A.json", artifact("a.sol").to_string());
    assert_eq!(place.read().compiled.len(), 1);
    let alone = files::project(&place.pipe("alone.json")).unwrap();
    assert_eq!((alone.compiled, alone.left_out.len()), (vec![], 1));
    assert_eq!(files::project(Path::new("/dev/zero")).unwrap().compiled, []);
}

#[test]
fn names_that_would_steer_a_terminal_are_shown_harmless() {
    let place = Place::new();
    let name = "artifacts/\u{1b}[2J\u{202e}\n.json";
    place.write(name, artifact("\u{1b}[31ma.sol").to_string());
    let harmless = |text: &str| text.chars().all(|it| !it.is_control() && it != '\u{202e}');
    for found in [place.read(), files::project(&place.inside.join(name)).unwrap()] {
        let shown = found.compiled.iter().map(|one| one.file.escaped());
        let left = found.left_out.iter().flat_map(|(file, why)| [file.escaped(), why.escaped()]);
        let all: Vec<String> = shown.chain(left).collect();
        assert!(!all.is_empty() && all.iter().all(|text| harmless(text)), "{all:?}");
        assert!(found.compiled.iter().all(|one| harmless(&one.contract.to_string())));
    }
}

#[test]
fn a_file_that_was_cut_short_is_told_and_other_json_is_passed_over() {
    let place = Place::new();
    let whole = artifact("a.sol").to_string();
    place.write("artifacts/A.json", whole.strip_suffix('}').unwrap());
    // The compiler's own messages before its output.
    place.write("artifacts/B.json", format!(">>> no solver\n{whole}"));
    place.write("artifacts/tsconfig.json", "{ /* a comment */ }");
    place.write("artifacts/list.json", "[1]");
    let found = place.read();
    let left: Vec<String> = found.left_out.iter().map(|(file, _)| file.escaped()).collect();
    assert_eq!((left, found.compiled.len()), (vec!["artifacts/A.json".into(), "artifacts/B.json".into()], 0));
    assert!(found.left_out[0].1.escaped().contains("ends too early"), "{:?}", found.left_out);
}
