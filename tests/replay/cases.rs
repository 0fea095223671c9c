//! The recorded transactions, and what a replay of each should find.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use alloy_primitives::Address;
use api::{Answer, AnyOperation, Network, Operation as _, PageOf};
use client::{Client, Options, read_verified};
use ledger::query::{AccountQuery, BlockNumber, BlockQuery, ContractQuery, ExecutionQuery};
use ledger::{Contract, ContractRef, EntityId, EvmAddress, ExecutionRef, RawJson};
use replay::{Gathered, Sources, address_of};
use serde::Deserialize;
use serde_json::Value;
use verification::Verified;

/// What a replay should find.
#[derive(Debug, Deserialize)]
pub(crate) struct Expected {
    pub(crate) agreement: String,
    pub(crate) status: String,
    pub(crate) steps: u64,
    pub(crate) trace_keccak: String,
    pub(crate) actions: usize,
    pub(crate) logs: usize,
    pub(crate) writes: usize,
    pub(crate) failure: Option<ExpectedFailure>,
}

/// The calls that failed one because of the other.
#[derive(Debug, Deserialize)]
pub(crate) struct ExpectedFailure {
    pub(crate) frames: Vec<ExpectedFrame>,
}

/// One of them.
#[derive(Debug, Deserialize)]
pub(crate) struct ExpectedFrame {
    pub(crate) depth: usize,
    pub(crate) file: Option<String>,
    pub(crate) line: Option<usize>,
}

/// A recorded transaction.
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) gathered: Gathered,
    pub(crate) expected: Expected,
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/replay")
}

/// All of them.
pub(crate) fn all() -> Vec<Case> {
    let list: Value = read("cases");
    let names = list.as_array().unwrap().iter().map(|case| case["name"].as_str().unwrap().to_owned());
    names.map(|name| case(&name)).collect()
}

fn read<T: for<'a> Deserialize<'a>>(name: &str) -> T {
    serde_json::from_str(&fs::read_to_string(folder().join(format!("{name}.json"))).unwrap()).unwrap()
}

/// The one of this name.
pub(crate) fn case(name: &str) -> Case {
    let recorded: Value = read(name);
    let network = Network { mirror: "http://127.0.0.1:1".to_owned(), ..Network::documented("recorded") };
    let client = Client::new(&network, Options::default()).unwrap();
    let mut gathered = Gathered { chain_id: recorded["chain_id"].as_u64().unwrap(), ..Gathered::default() };
    for exchange in recorded["exchanges"].as_array().unwrap() {
        let path = exchange["request"]["path"].as_str().unwrap();
        let body = RawJson::new(exchange["response"]["body"].to_string());
        let status = u16::try_from(exchange["response"]["status"].as_u64().unwrap()).unwrap();
        hear(&client, path, status, &body, &mut gathered);
    }
    Case {
        name: name.to_owned(),
        gathered,
        expected: serde_json::from_value(recorded["expected"].clone()).unwrap(),
    }
}

/// What is verified of the contracts that took part, by their addresses.
pub(crate) fn verified(gathered: &Gathered) -> Vec<(Address, Arc<Verified>)> {
    let contracts = gathered.contracts.values().flatten();
    let addresses = contracts.filter_map(|contract| contract.evm_address.value());
    let read = |address: EvmAddress| {
        let text = fs::read_to_string(
            folder().join(format!("verified/{}.json", address.to_string().to_lowercase())),
        );
        Some((address_of(&address), Arc::new(read_verified(&RawJson::new(text.ok()?)).unwrap())))
    };
    addresses.filter_map(read).collect()
}

/// What is verified of all contracts.
pub(crate) fn sources(gathered: &Gathered) -> Sources {
    let mut sources = Sources::default();
    for entry in fs::read_dir(folder().join("verified")).unwrap() {
        let path = entry.unwrap().path();
        let verified = read_verified(&RawJson::new(fs::read_to_string(&path).unwrap())).unwrap();
        let address = EvmAddress::parse(path.file_stem().unwrap().to_str().unwrap()).unwrap();
        let is_here = |contract: &&Arc<Contract>| contract.evm_address.value() == Some(address);
        match gathered.contracts.values().flatten().find(is_here) {
            Some(contract) => {
                let code = contract.runtime_bytecode.known().unwrap();
                sources.add(address_of(&address), code.bytes(), &verified);
            }
            None => sources.add_creation(&verified),
        }
    }
    sources
}

fn execution(hash: &str) -> AnyOperation {
    ExecutionQuery { of: ExecutionRef::parse(hash).unwrap(), nonce: None, weibar: false }.any()
}

fn hear(client: &Client, path: &str, status: u16, body: &RawJson, gathered: &mut Gathered) {
    let parts: Vec<&str> = path.trim_start_matches("/api/v1/").split(['/', '?']).collect();
    let id = |text: &str| EntityId::parse(text).unwrap();
    let address = |text: &str| address_of(&EvmAddress::long_zero(id(text)));
    let ask = |ask: AnyOperation| client.parse_answer(&ask, status, body.clone());
    match parts[..] {
        ["contracts", "results", hash] => {
            let Ok(Answer::Execution(found)) = ask(execution(hash)) else { panic!("{path}") };
            gathered.result = found.result;
        }
        ["contracts", "results", hash, "actions"] => {
            let answer = ask(PageOf::first(ExecutionRef::parse(hash).unwrap()).any());
            let Ok(Answer::Actions(page)) = answer else { panic!("{path}") };
            gathered.actions = page.rows;
        }
        ["contracts", of] => {
            let found = ask(ContractQuery::now(ContractRef::Id(id(of))).any());
            let contract = if let Ok(Answer::Contract(contract)) = found { Some(contract) } else { None };
            gathered.contracts.insert(address(of), contract);
        }
        ["accounts", of, ..] => {
            let found = ask(AccountQuery::now(ContractRef::Id(id(of))).any());
            let account = if let Ok(Answer::Account(account)) = found { Some(account) } else { None };
            gathered.accounts.insert(address(of), account);
        }
        ["blocks", number] => {
            let found = ask(BlockQuery::Number(BlockNumber::parse(number).unwrap()).any());
            let Ok(Answer::Block(block)) = found else { panic!("{path}") };
            gathered.block = Some(block);
        }
        _ => eprintln!("not heard: {path}"),
    }
}
