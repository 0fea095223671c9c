//! Deployments as tools tell them, and what hostile files can name.

use std::fs;
use std::path::Path;

use verification::DeploymentKind;

use crate::files::{deployment, deployment_from};
use crate::message::{FileFault, OtherFile};

const ADDRESS: &str = "0xe7f1725e7734ce288f8367e1bb143e90bb3f0512";
const OTHER: &str = "0x8e4e536615ae43a12ef0d6c3cf382d766c2803af";
const HASH: &str = "0xe5eb6a0830e9c823bad040980ef6a55fad1ad4f3167a330c506b8bec08b32166";

fn fixture(path: &str) -> std::path::PathBuf {
    let all = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/projects");
    fs::canonicalize(all.join(path)).unwrap()
}

fn of_text(text: &str) -> Result<String, FileFault> {
    deployment_from(text.as_bytes()).map(|found| found.text)
}

#[test]
fn a_broadcast_tells_chain_address_hash_and_name_and_lies_in_its_project() {
    let run = "foundry/broadcast/Deploy.s.sol/298/run-latest.json";
    let found = deployment(&fixture(run)).unwrap();
    assert_eq!((found.kind, found.project), (DeploymentKind::Broadcast, Some(fixture("foundry"))));
    let lines: Vec<&str> = found.text.lines().collect();
    assert_eq!(lines.len(), 4);
    assert_eq!(lines[1], format!("298,{ADDRESS},{HASH},Counter"));
    let directory = deployment(fixture(run).parent().unwrap()).unwrap();
    assert_eq!(directory.text, found.text, "the newest run of a directory");
}

#[test]
fn an_ignition_deployment_tells_the_same_with_or_without_its_journal() {
    let directory = fixture("hardhat-3/ignition/deployments/chain-298");
    let found = deployment(&directory).unwrap();
    assert_eq!((found.kind, found.project.clone()), (DeploymentKind::Ignition, Some(fixture("hardhat-3"))));
    let counter = "298,0x5fbdb2315678afecb367f032d93f642f64180aa3,\
                   0x543920cc760d7c34df132ec72a0c827a84fbfb36dc109d5c932a6c3e8183f282,Counter";
    assert_eq!(found.text.lines().next(), Some(counter));
    for file in ["deployed_addresses.json", "journal.jsonl"] {
        assert_eq!(deployment(&directory.join(file)).unwrap(), found, "{file}");
    }
    let clone = tempfile::tempdir().unwrap();
    let bare = clone.path().join("chain-298");
    fs::create_dir(&bare).unwrap();
    fs::copy(directory.join("deployed_addresses.json"), bare.join("deployed_addresses.json")).unwrap();
    let found = deployment(&bare).unwrap();
    assert_eq!(found.text.lines().next(), Some("298,0x5fbdb2315678afecb367f032d93f642f64180aa3,,Counter"));
}

#[test]
fn what_was_made_by_the_way_counts_and_a_failed_transaction_does_not() {
    let run = |more: &str| {
        format!(
            r#"{{"chain":298,"transactions":[
            {{"hash":"{HASH}","transactionType":"CALL","contractName":"Factory","contractAddress":"{OTHER}",
              "additionalContracts":[{{"transactionType":"CREATE","contractName":null,"address":"{ADDRESS}"}}]}},
            {{"hash":"0x01","transactionType":"CREATE","contractName":"Late","contractAddress":"{OTHER}"}}]{more}}}"#
        )
    };
    let pending = deployment_from(run("").as_bytes()).unwrap();
    assert_eq!(pending.text, format!("298,{ADDRESS},{HASH}\n298,{OTHER},,Late"));
    let failed = r#","receipts":[{"transactionHash":"0x01","status":"0x0"}]"#;
    let found = deployment_from(run(failed).as_bytes()).unwrap();
    assert_eq!(found.text, format!("298,{ADDRESS},{HASH}"));
    assert_eq!(found.left_out, [("Late".into(), "Its transaction failed.".into())]);
    let several = format!(r#"{{"deployments":[{},{}]}}"#, run(""), run("").replace("298", "299"));
    let chains = of_text(&several).unwrap();
    assert_eq!(
        chains.lines().filter_map(|line| line.get(..3)).collect::<Vec<_>>(),
        ["298", "298", "299", "299"]
    );
}

#[test]
fn a_list_is_taken_as_it_is_and_other_json_is_refused() {
    let list = format!("{ADDRESS} Counter\n# a comment\n");
    assert_eq!(of_text(&list), Ok(list));
    for other in ["{}", "[]", r#"{"transactions":7}"#] {
        assert_eq!(of_text(other), Err(FileFault::Other(OtherFile::NoDeployment)), "{other}");
    }
    let named = format!(r#"{{"Counter":"{ADDRESS}","proxy Vault":"{OTHER}"}}"#);
    assert_eq!(of_text(&named), Ok(format!(",{ADDRESS},,Counter\n,{OTHER}")), "addresses by names");
    assert!(matches!(of_text(r#"{"transactions":["#), Err(FileFault::NotJson { .. })));
    assert_eq!(deployment(&fixture("solc")), Err(FileFault::Other(OtherFile::NoDeployment)));
}

#[cfg(unix)]
#[test]
fn no_link_of_a_deployment_is_followed() {
    let outside = tempfile::NamedTempFile::new().unwrap();
    fs::write(outside.path(), format!(r#"{{"M#Counter":"{ADDRESS}"}}"#)).unwrap();
    for name in ["deployed_addresses.json", "run-latest.json"] {
        let directory = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink(outside.path(), directory.path().join(name)).unwrap();
        assert_eq!(deployment(directory.path()), Err(FileFault::Other(OtherFile::NoDeployment)), "{name}");
    }
}

#[test]
fn a_name_cannot_make_another_line_or_reach_the_terminal() {
    for name in ["A\n296,0x1", "A,B", "A#", "A\u{1b}[31m", "A B", "\u{202e}A\u{0}"] {
        let name = serde_json::to_string(name).unwrap();
        let run = format!(
            r#"{{"transactions":[{{"transactionType":"CREATE","contractName":{name},"contractAddress":"{ADDRESS}"}}]}}"#
        );
        assert_eq!(of_text(&run), Ok(format!(",{ADDRESS}")), "{name}");
    }
}

#[test]
fn hardhat_deploy_keeps_contracts_their_inputs_and_the_chain() {
    use super::{COUNTER, Project, input_of, metadata_of};
    use crate::files::{compilation, project};
    let source = [("src/Counter.sol", COUNTER)];
    let contract = serde_json::json!({
        "address": ADDRESS, "transactionHash": HASH, "abi": [], "bytecode": "0x600060016002",
        "deployedBytecode": "0x60016002", "metadata": metadata_of(&source).to_string(), "solcInputHash": "ab",
    });
    let bare = serde_json::json!({ "address": OTHER, "abi": [], "bytecode": "0x", "solcInputHash": "ab" });
    let tree = Project::new(&[
        ("hardhat.config.js", ""),
        ("deployments/testnet/.chainId", "296\n"),
        ("deployments/testnet/Counter.json", &contract.to_string()),
        ("deployments/testnet/Other.json", &bare.to_string()),
        ("deployments/testnet/Lost.json", "{}"),
        ("deployments/testnet/solcInputs/ab.json", &input_of(&source).to_string()),
        ("src/Counter.sol", "contract Counter { uint256 since; }"),
    ]);
    let root = fs::canonicalize(tree.0.path()).unwrap();
    let directory = root.join("deployments/testnet");
    let found = deployment(&directory).unwrap();
    assert_eq!((found.kind, found.project.as_deref()), (DeploymentKind::HardhatDeploy, Some(&*root)));
    let lines = format!("296,{ADDRESS},{HASH},src/Counter.sol:Counter\n296,{OTHER},,Other");
    assert_eq!((found.text, found.left_out.len()), (lines, 1));
    let one = deployment(&directory.join("Counter.json")).unwrap();
    assert_eq!(one.text, format!("296,{ADDRESS},{HASH},src/Counter.sol:Counter"));
    // The source has changed since, and the input of the deployment has it.
    for name in ["Counter.json", "Other.json"] {
        let read = compilation(&directory.join(name), None, &[]).unwrap();
        assert_eq!((read.lacking.len(), read.sources.len()), (0, 1), "{name}");
    }
    let compiled = project(&root).unwrap().compiled;
    let counter = compiled.iter().find(|one| one.contract.name() == "Counter").unwrap();
    assert_eq!((&*counter.code, counter.creation_bytes), ("60016002", Some(6)));
    fs::remove_file(directory.join(".chainId")).unwrap();
    tree.write("deployments/testnet/.chain", r#"{"chainId":"298","genesisHash":"0x"}"#);
    assert!(deployment(&directory).unwrap().text.starts_with("298,"));
}
