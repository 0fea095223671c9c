//! Files on the disk, read, submitted by the client and verified by the embedded network: all three must agree.

use std::fs;
use std::path::Path;
use std::time::Duration;

use api::recording::Recording;
use api::{Answer, AnyOperation, JobPoll, Network, Operation as _, Polled, Priority, Submit, Submitted};
use client::{Client, Options};
use demo::{self, Clock, Demo};
use hieroscope::files;
use ledger::query::ContractQuery;
use ledger::{ContractRef, EntityId, Field, RawJson, Timestamp};
use serde_json::Value;
use verification::{
    ChainId, Compilation, CompilerVersion, ContractIdentifier, JobId, JobKey, JobRecord, Match, Submission,
    SubmissionBody,
};

struct Embedded {
    demo: Demo,
    clock: Clock,
    client: Client,
}

impl Embedded {
    async fn start() -> Self {
        let clock = Clock::fixed(Timestamp::from_secs(1_795_224_018));
        let demo =
            demo::start(demo::Options { clock: clock.clone(), ..demo::Options::default() }).await.unwrap();
        let network = Network {
            mirror: demo.url(),
            verifier: Some(demo.verifier_url()),
            ..Network::documented("test")
        };
        let client = Client::new(&network, Options::default()).unwrap();
        Self { demo, clock, client }
    }

    async fn answer(&self, ask: AnyOperation) -> Answer {
        self.client
            .ask(&api::Request { network: "test".to_owned(), ask }, Priority::Key, drop)
            .await
            .outcome
            .unwrap()
    }

    /// Submits and gives the record of the completed job.
    async fn verify(&self, entity: u64, body: SubmissionBody) -> JobRecord {
        let contract = ContractQuery::now(ContractRef::Id(EntityId::from_num(entity)));
        let Answer::Contract(contract) = self.answer(contract.any()).await else { panic!() };
        let address = contract.evm_address.value().unwrap();
        let chain = ChainId::parse(&demo::CHAIN_ID.to_string()).unwrap();
        let key = JobKey { made: Timestamp::from_secs(entity), process: 1 };
        let submitted =
            self.answer(Submit { job: key, submission: Submission { chain, address, body } }.any()).await;
        let Answer::Submit(Submitted::As(id)) = submitted else { panic!("{submitted:?}") };
        self.clock.advance(Duration::from_secs(4));
        let poll = JobPoll { key, id, server: self.demo.url(), etag: None, may_repeat_key: false };
        let Answer::Job(Polled::Record(record, _)) = self.answer(poll.any()).await else { panic!() };
        (*record).clone()
    }
}

fn load(path: &str) -> Compilation {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/demo/uploads");
    files::compilation(&folder.join(path), None, &[]).unwrap()
}

fn standard_json(compilation: &Compilation, contract: &str) -> SubmissionBody {
    let version = CompilerVersion::parse("0.8.37+commit.f401782d").unwrap();
    assert!(compilation.compiler_version.as_ref().is_none_or(|told| *told == version));
    let contract = ContractIdentifier::parse(contract).unwrap();
    compilation.standard_json(contract, version, None).unwrap()
}

#[tokio::test]
async fn what_is_read_from_files_is_verified() {
    let embedded = Embedded::start().await;
    let counter = load("counter.standard.json");
    let info = load("hardhat/artifacts/build-info/5f2a9c0e4b7d18366d90a1c2e8f47b35.json");
    let forged = load("foundry/out/Counter.sol/Counter.json");
    let vault = load("vault/metadata.json");
    for (entity, body) in [
        (5025, standard_json(&counter, "Counter.sol:Counter")),
        (5006, standard_json(&info, "Greeter.sol:Greeter")),
        (5151, forged.metadata(None).unwrap()),
        (5014, vault.metadata(None).unwrap()),
    ] {
        let record = embedded.verify(entity, body).await;
        let contract = record.contract.known().unwrap();
        assert_eq!(contract.overall, Field::Known(Match::Exact), "{entity}: {record:?}");
    }
}

#[tokio::test]
async fn the_same_files_on_look_alikes_differ() {
    let embedded = Embedded::start().await;
    let info = load("hardhat/artifacts/build-info/5f2a9c0e4b7d18366d90a1c2e8f47b35.json");
    for (entity, contract, code) in [
        (5020, "Counter.sol:Counter", "no_match"),
        (5037, "Escrow.sol:Escrow", "bytecode_length_mismatch"),
        (5014, "Vault.sol:IAsset", "compiled_bytecode_is_zero"),
    ] {
        let record = embedded.verify(entity, standard_json(&info, contract)).await;
        let error = record.error.known().unwrap();
        assert_eq!(error.code.known().unwrap().escaped(), code, "{record:?}");
    }
    let partly = embedded.verify(5007, standard_json(&info, "Greeter.sol:Greeter")).await;
    assert_eq!(partly.contract.known().unwrap().overall, Field::Known(Match::Partial));
}

#[test]
fn a_source_that_is_not_there_is_named_before_anything_is_sent() {
    let oracle = load("oracle-incomplete/metadata.json");
    let lacking: Vec<String> = oracle.lacking.iter().map(|one| one.path.escaped()).collect();
    assert_eq!(lacking, ["Sorting.sol"]);
    assert!(oracle.metadata(None).is_none());
}

#[tokio::test]
async fn a_version_without_its_commit_is_accepted_and_fails_in_the_job_as_on_a_real_server() {
    let embedded = Embedded::start().await;
    let file = "tests/fixtures/verifier/622-std-short-compiler.json";
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
    let recorded = Recording::parse(&text).exchanges.pop().unwrap();
    let key = JobKey { made: Timestamp::default(), process: 1 };
    let id = JobId::parse("2f4aeb11-6b52-4e0e-9a44-1a2b3c4d5e6f").unwrap();
    let poll = JobPoll { key, id, server: embedded.demo.url(), etag: None, may_repeat_key: false }.any();
    let real = embedded.client.parse_answer(&poll, recorded.status, RawJson::new(recorded.body)).unwrap();
    let Answer::Job(Polled::Record(real, _)) = real else { panic!() };
    let members = |record: &JobRecord| {
        let raw: Value = serde_json::from_str(record.raw.raw()).unwrap();
        let names = |object: &Value| object.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
        (names(&raw["error"]), names(&raw["error"]["errorData"]), raw["error"]["customCode"].clone())
    };
    let counter = load("counter.standard.json");
    for version in ["0.8.37", "v0.8.37"] {
        let contract = ContractIdentifier::parse("Counter.sol:Counter").unwrap();
        let body = counter.standard_json(contract, CompilerVersion::parse(version).unwrap(), None).unwrap();
        let record = embedded.verify(5025, body).await;
        assert_eq!(members(&record), members(&real), "{version}");
        assert!(record.error.known().unwrap().message.known().unwrap().escaped().contains("v0.8.37"));
    }
}
