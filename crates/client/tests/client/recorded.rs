//! Every recorded answer of real servers to an operation, replayed over HTTP and read without a remainder.

use std::fmt::Debug;
use std::sync::Arc;
use std::{fs, slice};

use alloy_primitives::U256;
use api::{Answer, Failure, FoundResult, Polled};
use ledger::execution::CallEnd;
use ledger::result::AccessList;
use ledger::schedule::Deleted;
use ledger::{
    CallAction, ContractLog, ContractResult, EntityId, EvmAddress, Field, HexBytes, Next, PackedRows, Page,
    Quantity, RawJson, Row, Schedule, StateSlot, Success, Text, TransactionFamily,
};
use verification::{ChainId, JobRecord, Match};

use crate::exchange::{answer, failure, folder, recording};

async fn result(name: &str) -> ContractResult {
    match answer("mirror", name).await {
        Answer::Result(found) | Answer::Execution(found) => (*found.result).clone(),
        other => panic!("{other:?}"),
    }
}

async fn schedule(name: &str) -> Schedule {
    let Answer::Schedule(schedule) = answer("mirror", name).await else { panic!() };
    (*schedule).clone()
}

async fn family(name: &str) -> TransactionFamily {
    match answer("mirror", name).await {
        Answer::Transaction(family) | Answer::TransactionAt(family) => (*family).clone(),
        other => panic!("{other:?}"),
    }
}

/// The last record that a recording has of its job.
async fn record(name: &str) -> JobRecord {
    let exchanges = recording("verifier", name);
    let poll = exchanges.iter().rfind(|exchange| exchange.method == "GET" && exchange.status == 200);
    let Ok(Answer::Job(Polled::Record(record, Some(_)))) = poll.unwrap().replayed().await else { panic!() };
    (*record).clone()
}

#[tokio::test]
async fn every_recorded_answer_is_read_whole() {
    let mut count = 0;
    for api in ["mirror", "verifier"] {
        for entry in fs::read_dir(folder(api)).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            for exchange in recording(api, &name) {
                let outcome = exchange.replayed().await;
                assert_packed_whole(outcome.as_ref().ok());
                let shown = format!("{outcome:?}");
                assert!(!shown.contains("Odd("), "{name}: {shown}");
                let missing = exchange.status == 404
                    && matches!(
                        outcome,
                        Ok(Answer::Verified(_) | Answer::JobContract(_) | Answer::AllChains(_))
                    );
                let success = missing || matches!(exchange.status, 200..=206 | 304);
                assert_eq!(outcome.is_ok(), success, "{name}: {shown}");
                if let Err(failure) = outcome {
                    let says_only_that =
                        matches!(&failure, Failure::NotFound { words, .. } if !words.is_empty());
                    assert!(says_only_that || !failure.messages().is_empty(), "{name}: {failure:?}");
                }
                count += 1;
            }
        }
    }
    assert!(count > 250, "{count}");
}

/// Every row of a page comes out as it went in.
fn assert_packed_whole(answer: Option<&Answer>) {
    fn each<T: Row + PartialEq + Debug>(page: &Page<T>, with_raw: impl Fn(T, RawJson) -> T) {
        let packed = page.packed.here().unwrap();
        let body = packed.body();
        for (at, row) in page.rows.iter().enumerate() {
            let raw = packed.part(&body, at).unwrap();
            assert_eq!(raw.raw(), row.raw().raw());
            assert_eq!(with_raw(packed.row(at).unwrap(), raw), **row);
        }
    }
    fn alone<T: Row>(row: &Arc<T>) -> Page<T> {
        let packed = PackedRows::pack(slice::from_ref(row), row.raw());
        Page { rows: vec![Arc::clone(row)], next: Next::End, packed: Arc::new(packed) }
    }
    match answer {
        Some(Answer::Result(found) | Answer::Execution(found)) => {
            each(&alone(&found.result), |row, raw| ContractResult { raw, ..row });
        }
        Some(Answer::Results(page)) => each(page, |row, raw| ContractResult { raw, ..row }),
        Some(Answer::Logs(page)) => each(page, |row, raw| ContractLog { raw, ..row }),
        Some(Answer::Schedules(page)) => each(page, |row, raw| Schedule { raw, ..row }),
        Some(Answer::State(page)) => each(page, |row, raw| StateSlot { raw, ..row }),
        Some(Answer::Actions(page)) => each(page, |row, raw| CallAction { raw, ..row }),
        _ => {}
    }
}

#[tokio::test]
async fn contracts() {
    let Answer::Contract(contract) = answer("mirror", "018-contract-huge").await else { panic!() };
    assert_eq!(contract.runtime_bytecode.known().map(HexBytes::len), Some(24_576));
    let Answer::Contract(contract) = answer("mirror", "014-contract-historic").await else { panic!() };
    assert!(contract.timestamp.known().unwrap().to.known().is_some());
    let Answer::Contract(contract) = answer("mirror", "022-contract-null").await else { panic!() };
    assert_eq!(contract.auto_renew_period, Field::Null);
    assert!(contract.bytecode.known().unwrap().is_empty());
    assert!(contract.admin_key.known().unwrap().r#type.known().unwrap().is("ProtobufEncoded"));
    assert!(contract.raw.raw().starts_with("{\"admin_key\""));
}

#[tokio::test]
async fn a_page_of_results() {
    let Answer::Results(page) = answer("mirror", "029-results").await else { panic!() };
    assert_eq!(page.rows.len(), 100);
    let link = "/api/v1/contracts/0.0.5001/results?limit=100&timestamp=lt:1795213339.827350456";
    assert!(matches!(&page.next, Next::More(next) if next.0.is(link)), "{:?}", page.next);
    for row in &page.rows {
        assert!(row.raw.raw().starts_with("{\"address\"") && row.raw.raw().ends_with('}'));
        assert!(row.status.is_absent() && row.logs.is_absent());
        assert!(row.timestamp.known().is_some() && row.bloom.known().is_some());
    }
    let Answer::Results(page) = answer("mirror", "040-results").await else { panic!() };
    assert_eq!((page.rows.len(), page.next), (0, Next::End));
}

#[tokio::test]
async fn a_packed_row_is_small() {
    let Answer::Results(page) = answer("mirror", "029-results").await else { panic!() };
    assert_eq!(page.packed.row(100), None);
    let (stays, goes) = page.packed.size();
    let bytes = (stays + goes) / page.rows.len();
    assert!(bytes <= 450, "{bytes} bytes a row");
}

#[tokio::test]
async fn amounts_beyond_every_machine_word_stay_exact() {
    assert_eq!(result("094-").await.amount, Field::Known(49_999_999_999_999_999_990_000_000_000));
    assert_eq!(result("084-").await.amount, Field::Known(4_999_999_999_999_999_999));
    assert_eq!(result("065-").await.amount, Field::Null);
}

#[tokio::test]
async fn results_of_every_type() {
    let rich = result("066-").await;
    assert_eq!((rich.r#type.value(), rich.success()), (Some(2), Success::Yes));
    assert_eq!(rich.gas_price, Field::Known(Quantity(None)));
    assert_eq!(
        (rich.logs.known().map(Vec::len), rich.state_changes.known().map(Vec::len)),
        (Some(3), Some(8))
    );
    assert!(rich.state_changes.known().unwrap().iter().any(|change| change.value_written == Field::Null));

    let listed = result("067-").await;
    let Field::Known(AccessList::Entries(entries)) = &listed.access_list else { panic!() };
    assert_eq!(entries[0].address.known().and_then(EvmAddress::entity_num), Some(5002));
    assert_eq!(entries[0].storage_keys.known().map(Vec::len), Some(2));
    assert_eq!(listed.gas_price, Field::Known(Quantity(Some(U256::from(0x47)))));

    let old = result("069-").await;
    assert_eq!(
        (old.r#type.value(), old.v.value(), old.chain_id),
        (Some(0), Some(27), Field::Known(Quantity(None)))
    );
    let plain = result("070-").await;
    assert_eq!((plain.nonce, plain.r), (Field::Null, Field::Null));
    assert_eq!(result("093-").await.r#type.value(), Some(4));
    assert!(result("093-").await.raw.raw().contains("authorization_list"));
    let created = result("083-").await;
    assert_eq!(created.created_contract_ids, Field::Known(vec![Field::Known(EntityId::from_num(5041))]));

    let reverted = result("072-").await;
    assert_eq!(reverted.success(), Success::No);
    assert!(reverted.error_message.known().unwrap().raw().starts_with(b"0x08c379a0"));
    let Answer::Result(FoundResult { partial, .. }) = answer("mirror", "065-").await else { panic!() };
    assert!(partial);
}

#[tokio::test]
async fn families_of_transactions() {
    let duplicates = family("170-").await;
    assert_eq!(duplicates.members.len(), 2);
    assert_eq!(
        duplicates.members.iter().map(|member| member.succeeded()).collect::<Vec<_>>(),
        [Some(true), Some(false)]
    );
    let member = &duplicates.members[0];
    assert_eq!(member.max_fee.value(), Some(8_527_494));
    assert_eq!(member.valid_duration_seconds.value(), Some(120));
    assert_eq!(member.transaction_hash.known().map(HexBytes::len), Some(48));
    let broken = family("175-").await;
    assert_eq!(broken.members[0].memo.known().unwrap().escaped(), r"nul\x00byte \xff\xfe\xc3( bad utf8");
    let evil = family("156-").await;
    assert!(
        evil.members[0].memo.known().unwrap().escaped().starts_with(r"\x1b[31mRED ALERT\x1b[0m\x1b]0;owned")
    );
    let rich = family("167-").await;
    let rich = &rich.members[0];
    assert!(rich.assessed_custom_fees.known().is_some_and(|fees| !fees.is_empty()));
    assert!(rich.nft_transfers.known().is_some_and(|moves| !moves.is_empty()));
    assert!(rich.token_transfers.known().is_some_and(|moves| !moves.is_empty()));
    let batch = family("169-").await;
    assert!(batch.members.iter().any(|member| member.batch_key.known().is_some()));
    let both = family("185-").await;
    assert_eq!(
        both.members.iter().map(|member| member.scheduled.value()).collect::<Vec<_>>(),
        [Some(false), Some(true)]
    );
}

#[tokio::test]
async fn schedules_of_every_state() {
    let pending = schedule("198-").await;
    assert_eq!(pending.deleted, Field::Known(Deleted::Flag(false)));
    assert_eq!(pending.executed_timestamp, Field::Null);
    let signatures = pending.signatures.known().unwrap();
    assert_eq!(signatures[0].signature.known().map(HexBytes::len), Some(64));
    assert_eq!(signatures[0].public_key_prefix.known().map(HexBytes::len), Some(32));
    assert_eq!(schedule("199-").await.deleted, Field::Known(Deleted::Flag(true)));
    assert!(schedule("201-").await.executed_timestamp.known().is_some());
    let orphan = schedule("206-").await;
    assert_eq!((orphan.deleted, orphan.memo), (Field::Null, Field::Null));
    assert_eq!(orphan.unknown, []);
    let hidden = schedule("205-").await.memo.known().unwrap().escaped();
    assert_eq!(hidden, r"z\u{200b}e\u{200b}r\u{200d}o\u{2060} width \u{feff} joiner");
    let Answer::Schedules(page) = answer("mirror", "192-").await else { panic!() };
    assert!(page.rows.len() > 10);
}

#[tokio::test]
async fn the_calls_within_an_execution() {
    let Answer::Actions(page) = answer("mirror", "111-").await else { panic!() };
    assert_eq!((page.rows.len(), page.next), (10, Next::End));
    let depths: Vec<_> = page.rows.iter().filter_map(|row| row.call_depth.value()).collect();
    assert_eq!((depths.first(), depths.len()), (Some(&0), 10));
    let first = &page.rows[0];
    assert_eq!((first.end(), first.value.value()), (CallEnd::Returned, Some(5_000_000_000)));
    assert_eq!(first.recipient.value(), Some(EntityId::from_num(5001)));
    assert!(page.rows.iter().any(|row| row.failed()));
    let Answer::Actions(page) = answer("mirror", "114-").await else { panic!() };
    assert!(matches!(page.next, Next::End), "{:?}", page.next);
}

#[tokio::test]
async fn the_events_and_the_storage_of_a_contract() {
    let Answer::Logs(page) = answer("mirror", "120-").await else { panic!() };
    let row = &page.rows[0];
    assert_eq!(row.root_contract_id.value(), Some(EntityId::from_num(5001)));
    assert_eq!(row.log.topics.known().map(Vec::len), Some(3));
    assert_eq!(row.transaction_hash.known().map(HexBytes::len), Some(32));
    assert!(matches!(page.next, Next::More(_)), "{:?}", page.next);
    assert!(matches!(failure("mirror", "141-").await, Failure::ServerFault { status: 500, .. }));
    assert!(matches!(failure("mirror", "132-").await, Failure::Invalid { .. }));

    let Answer::State(page) = answer("mirror", "145-").await else { panic!() };
    let row = &page.rows[0];
    assert_eq!(
        (row.slot.known().map(HexBytes::len), row.value.known().map(HexBytes::len)),
        (Some(32), Some(32))
    );
    assert_eq!(row.contract_id.value(), Some(EntityId::from_num(5002)));
    assert_eq!(page.next, Next::End);
}

#[tokio::test]
async fn an_account_and_a_token() {
    let Answer::Account(account) = answer("mirror", "209-").await else { panic!() };
    assert_eq!(account.max_automatic_token_associations.value(), Some(-1));
    assert!(account.memo.known().unwrap().escaped().contains(r"\x9b31mC1-CSI"));
    let balance = account.balance.known().unwrap();
    assert_eq!(balance.balance.value(), Some(661_676_317_928_633));
    assert_eq!(balance.tokens.known().unwrap()[1].token_id.value(), Some(EntityId::from_num(2002)));
    let Answer::Account(hollow) = answer("mirror", "603-").await else { panic!() };
    assert_eq!((&hollow.key, hollow.unknown.len()), (&Field::Null, 0));
    let Answer::Token(token) = answer("mirror", "217-").await else { panic!() };
    assert_eq!((token.decimals.value(), token.total_supply.value()), (Some(6), Some(500_000_000_000_000)));
    assert_eq!(token.symbol.known().unwrap().escaped(), r"US\x1b[31mD");
    let fees = token.custom_fees.known().unwrap();
    assert!(fees.fractional.known().is_some() && fees.royalty.is_absent() && token.unknown.is_empty());
}

#[tokio::test]
async fn the_transaction_of_a_time() {
    let found = family("061-").await;
    assert_eq!(found.members.len(), 1);
    assert!(found.members[0].transaction_id.known().is_some());
    assert_eq!(family("164-").await.members, []);
}

#[tokio::test]
async fn jobs_of_every_end() {
    let exact = record("340-").await;
    let contract = exact.contract.known().unwrap();
    assert_eq!(contract.creation, Field::Known(Match::Exact));
    assert!(contract.match_id.known().unwrap().is("6"));
    assert!(exact.error.is_absent());
    let runtime_only = record("211-").await;
    let contract = runtime_only.contract.known().unwrap();
    assert_eq!((&contract.creation, &contract.runtime), (&Field::Null, &Field::Known(Match::Exact)));
    let partial = record("115-").await;
    assert_eq!(partial.contract.known().unwrap().overall, Field::Known(Match::Partial));
    assert!(partial.compilation_time.value().is_some());
    let failed = record("604-").await;
    let error = failed.error.known().unwrap();
    assert!(error.code.known().unwrap().is("bytecode_length_mismatch"));
    assert!(error.onchain_runtime.known().unwrap().len() > 100);
    assert!(
        record("606-").await.error.known().unwrap().data.known().unwrap().raw().contains("compilerErrors")
    );
    let forwarded = record("501-").await;
    let names: Vec<String> = forwarded.external.iter().map(|(name, _)| name.escaped()).collect();
    assert_eq!(names, ["etherscan", "routescan", "blockscout"]);
    assert!(forwarded.external[0].1.error.known().unwrap().is("Max rate limit reached"));
}

#[tokio::test]
async fn an_unchanged_job_says_so() {
    assert_eq!(answer("verifier", "340-").await, Answer::Job(Polled::Unchanged));
}

#[tokio::test]
async fn refusals_become_the_right_failures() {
    for (name, field) in [
        ("027-", Some("contractIdOrAddress")),
        ("044-", Some("limit")),
        ("050-", Some("block.hash")),
        ("051-", Some("transaction.index")),
        ("056-", Some("limit")),
        ("057-", None),
        ("099-", Some("transactionId")),
        ("181-", Some("transactionId")),
    ] {
        let Failure::Invalid { field: found, code: None, .. } = failure("mirror", name).await else {
            panic!("{name}")
        };
        assert_eq!(found.as_deref(), field, "{name}");
    }
    let Failure::Invalid { words, .. } = failure("mirror", "056-").await else { panic!() };
    assert_eq!(words.len(), 3);
    for name in ["026-", "042-", "102-", "187-", "207-"] {
        assert!(matches!(failure("mirror", name).await, Failure::NotFound { code: None, .. }), "{name}");
    }
    assert!(matches!(failure("mirror", "095-").await, Failure::ServerFault { status: 500, .. }));
    assert!(matches!(failure("mirror", "238-").await, Failure::Refused { status: 401, .. }));
    assert!(matches!(failure("mirror", "247-").await, Failure::ServerFault { status: 503, .. }));

    for (name, code) in [
        ("101-", "already_verified"),
        ("103-", "etherscan_request_failed"),
        ("107-", "etherscan_limit"),
        ("111-", "invalid_json"),
        ("113-", "unsupported_chain"),
        ("135-", "not_etherscan_verified"),
        ("207-", "cannot_fetch_bytecode"),
        ("209-", "failed_to_get_bytecode"),
        ("330-", "job_not_found"),
        ("400-", "duplicate_verification_request"),
    ] {
        assert_eq!(failure("verifier", name).await.code(), Some(&Text::from(code)), "{name}");
    }
    assert!(matches!(failure("verifier", "101-").await, Failure::Refused { status: 409, .. }));
    assert!(matches!(failure("verifier", "400-").await, Failure::RateLimited { until: None, .. }));
    let Failure::Invalid { field, .. } = failure("verifier", "121-").await else { panic!() };
    assert_eq!(field.as_deref(), Some("apiKey"));
    let failure = failure("verifier", "309-").await;
    let Failure::NotFound { words, code: None } = failure else { panic!() };
    assert!(words[1].escaped().starts_with("Cannot POST /v2/verify/similarity//"), "{words:?}");
}

#[tokio::test]
async fn the_chains_of_a_real_server() {
    // Recorded but for the addresses of the chains' nodes, which are none of our business.
    let Answer::Chains(chains) = answer("verifier", "002-").await else { panic!() };
    let find = |id: &str| chains.find(&ChainId::parse(id).unwrap());
    assert_eq!(chains.0.len(), 277);
    assert_eq!(find("31337").unwrap().import, Field::Known(false));
    assert_eq!(find("296").unwrap().supported, Field::Known(true));
    assert_eq!(find("3").unwrap().supported, Field::Known(false));
    assert_eq!(find("298"), None);
}
