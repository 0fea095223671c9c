//! Projects as their build tools left them: what is found in their directories, what it is verified from, and that the
//! code that each deployed leads back to its contract.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

use decode::candidates::{Candidate, Nearness, nearest};
use hieroscope::files;
use ledger::{HexBytes, Text};
use serde_json::Value;
use verification::{Compilation, Compiled, FileKind, Mode, Project, SubmissionBody};

const SOLC: &str = "0.8.37+commit.f401782d";
const TOOLS: [&str; 5] = ["hardhat-2", "hardhat-3", "foundry", "solc", "vyper"];

fn directory(name: &str) -> PathBuf {
    let all = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/projects");
    fs::canonicalize(all.join(name)).unwrap()
}

fn project(name: &str) -> Project {
    let found = files::project(&directory(name)).unwrap();
    assert_eq!(found.left_out, [], "{name}");
    found
}

/// Each contract with its compiler, the file that has its code and the one that it is verified from.
fn rows(project: &Project, root: &Path) -> Vec<[String; 4]> {
    let row = |one: &Compiled| {
        let source = one.source.strip_prefix(root).unwrap().to_str().unwrap().to_owned();
        let compiler = one.compiler.as_ref().map(Text::escaped).unwrap_or_default();
        [one.contract.to_string(), compiler, one.file.escaped(), source]
    };
    project.compiled.iter().map(row).collect()
}

fn found(name: &str) -> Vec<[String; 4]> {
    rows(&project(name), &directory(name))
}

/// The contracts below a path, from a build with this output and this input.
fn built(below: &str, names: &[&str], output: &str, input: &str) -> Vec<[String; 4]> {
    let row = |name: &&str| [format!("{below}/{name}.sol:{name}"), SOLC.into(), output.into(), input.into()];
    names.iter().map(row).collect()
}

const ALL: [&str; 4] = ["Counter", "Oracle", "Sorting", "Vault"];

#[test]
fn hardhat_2_leaves_a_build_info_with_all_and_an_artifact_for_each() {
    let build = "artifacts/build-info/df2f6e68a88c36e97d3dd874737d3638.json";
    assert_eq!(found("hardhat-2"), built("contracts", &ALL, build, build));
    assert_eq!(project("hardhat-2").codeless, 1, "an interface counts once");
}

#[test]
fn hardhat_3_knows_sources_by_another_path_than_the_compiler_and_writes_the_output_beside_the_input() {
    let build = "artifacts/build-info/solc-0_8_37-0434e99c47f37b78ebba935dfb6f3f7db603ace6";
    let [output, input] = [format!("{build}.output.json"), format!("{build}.json")];
    assert_eq!(found("hardhat-3"), built("project/contracts", &ALL, &output, &input));
    assert_eq!(project("hardhat-3").codeless, 1);
    let artifact = directory("hardhat-3").join("artifacts/contracts/Vault.sol/Vault.json");
    let alone = files::compilation(&artifact, None, &[]).unwrap();
    assert_eq!(alone.kind, FileKind::ArtifactOfBuild);
    let [only] = &*alone.contracts.deployable else { panic!("{:?}", alone.contracts) };
    assert_eq!(only.to_string(), "project/contracts/Vault.sol:Vault");
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)?.filter_map(Result::ok) {
        let to = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &to)?;
        } else {
            fs::copy(entry.path(), to)?;
        }
    }
    Ok(())
}

#[test]
fn what_ignition_deployed_is_found_although_it_was_compiled_again_since() {
    let clone = tempfile::tempdir().unwrap();
    let root = fs::canonicalize(clone.path()).unwrap();
    copy(&directory("hardhat-3/ignition"), &root.join("ignition")).unwrap();
    let below = "ignition/deployments/chain-298/artifacts";
    let of_ignition = |name: &str| {
        let file = format!("{below}/Deploy#{name}.json");
        built("project/contracts", &[name], &file, &file).remove(0)
    };
    let alone = files::project(&root).unwrap();
    assert_eq!(rows(&alone, &root), ALL.map(of_ignition));
    assert_eq!((alone.codeless, alone.left_out), (0, vec![]));
    // A build since then has another counter, and nothing else.
    let artifact = fs::read_to_string(root.join(below).join("Deploy#Counter.json")).unwrap();
    let mut changed: Value = serde_json::from_str(&artifact).unwrap();
    changed["deployedBytecode"] = "0x6001".into();
    fs::create_dir_all(root.join("artifacts")).unwrap();
    fs::write(root.join("artifacts/Counter.json"), changed.to_string()).unwrap();
    let since = files::project(&root).unwrap();
    assert_eq!(since.compiled.len(), 5);
    let deployed = &deployed("hardhat-3")["Counter"];
    let first = nearest_in(&since, deployed).remove(0);
    assert_eq!(since.compiled[first.at].file.escaped(), format!("{below}/Deploy#Counter.json"));
    assert_eq!(first.nearness, Nearness::Exact);
}

#[test]
fn foundry_leaves_artifacts_with_metadata_and_build_infos_that_hold_only_ids() {
    let wanted = ["src/Counter.sol:Counter", "script/Deploy.s.sol:Deploy", "src/Oracle.sol:Oracle"];
    let wanted = wanted.into_iter().chain(["src/Sorting.sol:Sorting", "src/Vault.sol:Vault"]);
    let row = |contract: &str| {
        let (path, name) = contract.split_once(':').unwrap();
        let file = format!("out/{}/{name}.json", path.rsplit('/').next().unwrap());
        [contract.into(), SOLC.into(), file.clone(), file]
    };
    assert_eq!(found("foundry"), wanted.map(row).collect::<Vec<_>>());
    assert_eq!(project("foundry").codeless, 2, "the asset, and what cheats for the script");
}

#[test]
fn foundrys_whole_build_info_tells_a_short_version_and_its_metadata_the_whole_one() {
    let build = "out/build-info/07c484f504041aa2.json";
    assert_eq!(found("foundry-build-info"), built("src", &["Counter", "Vault"], build, build));
    let read = files::compilation(&directory("foundry-build-info").join(build), None, &[]).unwrap();
    assert_eq!(read.compiler_version.map(|it| it.to_string()).as_deref(), Some(SOLC));
}

#[test]
fn compilers_leave_an_output_whose_input_is_beside_it() {
    assert_eq!(found("solc"), built("src", &ALL, "output.json", "input.json"));
    assert_eq!(project("solc").codeless, 1);
    let vyper = ["Counter", "Vault"].map(|name| {
        // Vyper does not tell its build: that comes from the list of releases.
        [format!("src/{name}.vy:{name}"), "0.4.3".into(), "output.json".into(), "input.json".into()]
    });
    assert_eq!(found("vyper"), vyper);
}

/// The body that verifies a contract from its file, as `verify project` makes it.
fn body(one: &Compiled, source: &Compilation) -> SubmissionBody {
    let mode = if source.kind.serves(Mode::Metadata) { Mode::Metadata } else { Mode::StandardJson };
    let told = source.compiler_version.as_ref().map(ToString::to_string);
    let compiler = told.or_else(|| one.compiler.as_ref().map(Text::escaped)).unwrap();
    source.body(mode, &one.contract.to_string(), &compiler, None).unwrap()
}

#[test]
fn every_contract_can_be_verified_from_its_file() {
    for name in TOOLS.into_iter().chain(["foundry-build-info"]) {
        for one in &project(name).compiled {
            let source = files::compilation(&one.source, None, &[]).unwrap();
            assert_eq!(source.lacking, [], "{name}: {}", one.contract);
            assert!(source.contracts.deployable.contains(&one.contract), "{name}: {:?}", source.contracts);
            match body(one, &source) {
                SubmissionBody::StandardJson { contract, compiler_version, .. } => {
                    assert_eq!(contract, one.contract);
                    assert!(compiler_version.is_whole(), "{name}: {compiler_version}");
                }
                SubmissionBody::Metadata { .. } => assert_eq!(name, "foundry"),
                other => panic!("{name}: {other:?}"),
            }
        }
    }
}

/// What a node ran after the tool's contracts were deployed, by their names: constants are filled in, the oracle is
/// linked to its library.
fn deployed(name: &str) -> BTreeMap<String, Vec<u8>> {
    let text = fs::read_to_string(directory("deployed").join(format!("{name}.json"))).unwrap();
    let all: BTreeMap<String, Value> = serde_json::from_str(&text).unwrap();
    let code = |it: &Value| HexBytes::parse(it["code"].as_str().unwrap()).unwrap().bytes().to_vec();
    all.iter().map(|(name, it)| (name.clone(), code(it))).collect()
}

fn nearest_in(project: &Project, deployed: &[u8]) -> Vec<Candidate> {
    nearest(deployed, project.compiled.iter().map(|one| &*one.code).enumerate())
}

#[test]
fn deployed_code_leads_back_to_its_contract() {
    for name in TOOLS {
        let (project, all) = (project(name), deployed(name));
        assert_eq!(all.len(), if name == "vyper" { 2 } else { 4 });
        for (contract, code) in all {
            let candidates = nearest_in(&project, &code);
            let first = &candidates[0];
            assert_eq!(project.compiled[first.at].contract.name(), contract, "{name}");
            // Vyper's code has no metadata that would make the match exact.
            let wanted = if name == "vyper" { Nearness::Match } else { Nearness::Exact };
            assert_eq!(first.nearness, wanted, "{name}: {contract}: {:?}", first.comparison.findings);
            assert!(candidates[1..].iter().all(|other| !other.nearness.verifies()), "{name}: {contract}");
        }
    }
}

#[test]
fn words_behind_the_code_are_immutables_of_vyper_and_anything_else_is_other_code() {
    let code = |bytes: usize| "5b".repeat(bytes);
    let nearness = |compiled: usize, behind: usize| {
        let deployed = HexBytes::parse(&format!("{}{}", code(compiled), "2a".repeat(behind))).unwrap();
        nearest(deployed.bytes(), [(0, &*code(compiled))])[0].nearness
    };
    assert_eq!(nearness(64, 64), Nearness::Match);
    for (compiled, behind) in [(64, 31), (64, 96), (1, 32)] {
        assert!(!nearness(compiled, behind).verifies(), "{compiled} and {behind}");
    }
}
