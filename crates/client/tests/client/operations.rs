//! Every operation's method, path, query, headers and body, exactly.

use api::{
    AllChainsQuery, Answer, AnyOperation, ChainsQuery, Extent, Failure, Lookup, Operation as _, Polled,
    Priority, Request, Signatures, Submitted, TransactionOf,
};
use hieroscope_client::Client;
use ledger::query::{ContractQuery, TimestampFilter};
use ledger::{ContractRef, EvmAddress, HexBytes};

use crate::asks::{self, HASH, JOB};
use crate::server::{Reply, Seen, Server, network, quick};

/// What the server saw of a single question.
async fn sent(ask: AnyOperation) -> Seen {
    let server = Server::start([Reply::new(400, "{}")]).await;
    let (outcome, _) = server.asked(ask).await;
    assert!(matches!(outcome, Err(Failure::Invalid { .. })), "{outcome:?}");
    let seen = server.seen();
    assert_eq!(seen.len(), 1);
    seen[0].clone()
}

#[tokio::test]
async fn reads_are_asked_for_as_documented() {
    let filter = |text| TimestampFilter::parse(text).unwrap();
    let address = ContractRef::Address(EvmAddress::parse_any_case(&"aB".repeat(20)).unwrap());
    let hash = "c".repeat(96);
    for (ask, path) in [
        (asks::contract(), "/api/v1/contracts/0.0.5001".to_owned()),
        (
            ContractQuery { contract: address, timestamp: vec![filter("lte:1.5"), filter("ne:2")] }.any(),
            format!(
                "/api/v1/contracts/0x{}?timestamp=lte:1.500000000&timestamp=ne:2.000000000",
                "ab".repeat(20)
            ),
        ),
        (asks::results(&[]), "/api/v1/contracts/0.0.5001/results".to_owned()),
        (
            asks::results(&[
                ("from", "0.0.1002"),
                ("timestamp", "gte:1"),
                ("timestamp", "lt:2"),
                ("block.hash", &hash),
                ("transaction.index", "3"),
                ("internal", "true"),
                ("order", "asc"),
                ("limit", "100"),
            ]),
            format!(
                "/api/v1/contracts/0.0.5001/results?from=0.0.1002&timestamp=gte:1.000000000\
                 &timestamp=lt:2.000000000&block.hash=0x{hash}&transaction.index=3&internal=true&order=asc\
                 &limit=100"
            ),
        ),
        (
            asks::results(&[("internal", "false"), ("order", "desc"), ("limit", "25"), ("block.number", "0x10")]),
            "/api/v1/contracts/0.0.5001/results?block.number=16&limit=25".to_owned(),
        ),
        (asks::result(false), "/api/v1/contracts/0.0.5001/results/1795216321.098765413".to_owned()),
        (
            asks::verified(Extent::Whole),
            "/v2/contract/296/0x5fc8d32690cc91d4c39d9d3abcbd16989f875707\
             ?fields=compilation,deployment,proxyResolution,sourceIds,abi,metadata,storageLayout"
                .to_owned(),
        ),
        (
            asks::verified(Extent::Sources),
            "/v2/contract/296/0x5fc8d32690cc91d4c39d9d3abcbd16989f875707?fields=compilation,metadata,sources".to_owned(),
        ),
        (
            asks::verified(Extent::Files),
            "/v2/contract/296/0x5fc8d32690cc91d4c39d9d3abcbd16989f875707\
             ?fields=compilation,abi,metadata,storageLayout,sources,stdJsonInput"
                .to_owned(),
        ),
        (
            AllChainsQuery(EvmAddress::parse_any_case("0x5fc8d32690cc91d4c39d9d3abcbd16989f875707").unwrap()).any(),
            "/v2/contract/all-chains/0x5fc8d32690cc91d4c39d9d3abcbd16989f875707".to_owned(),
        ),
        (
            asks::verified(Extent::Match),
            "/v2/contract/296/0x5fc8d32690cc91d4c39d9d3abcbd16989f875707".to_owned(),
        ),
        (ChainsQuery.any(), "/chains".to_owned()),
        (asks::result(true), "/api/v1/contracts/0.0.5001/results/1795216321.098765413?coin=false".to_owned()),
        (asks::transaction(&[]), "/api/v1/transactions/0.0.1005-1795216518-468117137".to_owned()),
        (
            asks::transaction(&[("nonce", "1"), ("scheduled", "true")]),
            "/api/v1/transactions/0.0.1005-1795216518-468117137?nonce=1&scheduled=true".to_owned(),
        ),
        (asks::schedules(&[]), "/api/v1/schedules".to_owned()),
        (
            asks::schedules(&[
                ("account.id", "1002"),
                ("schedule.id", "gte:7001"),
                ("schedule.id", "lt:7010"),
                ("order", "desc"),
                ("limit", "5"),
            ]),
            "/api/v1/schedules?account.id=0.0.1002&schedule.id=gte:0.0.7001&schedule.id=lt:0.0.7010&order=desc\
             &limit=5"
                .to_owned(),
        ),
        (asks::schedule(), "/api/v1/schedules/0.0.7002".to_owned()),
    ] {
        is_read(ask, &path).await;
    }
}

#[tokio::test]
async fn what_real_servers_have_besides_is_asked_for_as_they_want_it() {
    for (ask, path) in [
        (asks::execution(&[], false), format!("/api/v1/contracts/results/{HASH}")),
        (
            asks::execution(&[("nonce", "2")], true),
            format!("/api/v1/contracts/results/{HASH}?nonce=2&coin=false"),
        ),
        (asks::actions(), format!("/api/v1/contracts/results/{HASH}/actions?limit=100")),
        (
            asks::opcodes(),
            format!("/api/v1/contracts/results/{HASH}/opcodes?stack=false&memory=false&storage=false"),
        ),
        (asks::prestate(), format!("/api/v1/contracts/results/{HASH}/prestate?code=true&storage=true")),
        (asks::logs(&[]), "/api/v1/contracts/0.0.5001/results/logs".to_owned()),
        (
            asks::logs(&[
                ("topic0", "0x0A"),
                ("topic2", "ff"),
                ("timestamp", "gte:1"),
                ("timestamp", "lt:2"),
                ("order", "asc"),
                ("limit", "100"),
            ]),
            "/api/v1/contracts/0.0.5001/results/logs?topic0=0x0a&topic2=0xff&timestamp=gte:1.000000000\
             &timestamp=lt:2.000000000&order=asc&limit=100"
                .to_owned(),
        ),
        (
            asks::state(&[("slot", "gt:0x5"), ("timestamp", "7")]),
            "/api/v1/contracts/0.0.5001/state?slot=gt:0x05&timestamp=7.000000000".to_owned(),
        ),
        (asks::transaction_at(), "/api/v1/transactions?timestamp=1795216321.098765413".to_owned()),
        (
            TransactionOf(HexBytes::parse(&"Ab".repeat(48)).unwrap()).any(),
            format!("/api/v1/transactions/0x{}", "ab".repeat(48)),
        ),
        (asks::account(), "/api/v1/accounts/0.0.1005?transactions=false".to_owned()),
        (asks::token(), "/api/v1/tokens/0.0.2002".to_owned()),
        (asks::token_balances(), "/api/v1/tokens/0.0.2001/balances".to_owned()),
        (asks::block(), "/api/v1/blocks/70002150".to_owned()),
        (asks::exchange_rates(), "/api/v1/network/exchangerate?timestamp=lt:1795219200.000000000".to_owned()),
        (asks::network_fees(), "/api/v1/network/fees?timestamp=lte:1795216321.000000000".to_owned()),
        (asks::results_of_all(), "/api/v1/contracts/results".to_owned()),
        (asks::transactions(), "/api/v1/transactions?account.id=0.0.1002".to_owned()),
    ] {
        is_read(ask, &path).await;
    }
}

#[tokio::test]
async fn a_signature_server_is_asked_below_its_own_base() {
    let server = Server::start([Reply::new(400, "{}")]).await;
    let ask = |selectors: &[[u8; 4]], topics: &[[u8; 32]]| {
        let (selectors, topics) = (selectors.to_vec(), topics.to_vec());
        Lookup { server: server.at("/names"), selectors, topics }.any()
    };
    for ask in [ask(&[[0xa9, 5, 0x9c, 0xbb], [0; 4]], &[[0xab; 32]]), ask(&[], &[[1; 32]])] {
        server.asked(ask).await.0.unwrap_err();
    }
    let base = "/names/signature-database/v1/lookup";
    assert_eq!(
        server.paths(),
        [
            format!("{base}?function=0xa9059cbb,0x00000000&event=0x{}", "ab".repeat(32)),
            format!("{base}?event=0x{}", "01".repeat(32)),
        ]
    );
    let body = r#"{"ok":true,"result":{"function":{"0x00000000":[{"name":"f()"}]},"event":null}}"#;
    let server = Server::start([Reply::new(200, body)]).await;
    let lookup = Lookup { server: server.at(""), selectors: vec![[0; 4]], topics: Vec::new() };
    let (answer, _) = server.asked(lookup.any()).await;
    let expected = Signatures { functions: vec!["f()".into()], ..Signatures::default() };
    assert_eq!(answer, Ok(Answer::Signatures(expected.into())));
}

async fn is_read(ask: AnyOperation, path: &str) {
    let seen = sent(ask).await;
    assert_eq!((seen.method.as_str(), seen.path.as_str()), ("GET", path));
    assert_eq!(seen.body, "");
    assert_eq!(seen.header("content-type"), None);
    assert_eq!(seen.header("accept-encoding"), Some("gzip,br"));
    assert_eq!(seen.header("user-agent"), Some(concat!("hieroscope/", env!("CARGO_PKG_VERSION"))));
}

#[tokio::test]
async fn submissions_are_json_objects_whose_empty_fields_are_left_out() {
    let hash = format!("0x{}", "Ab".repeat(32));
    let address = "0x5fc8d32690cc91d4c39d9d3abcbd16989f875707";
    let similarity = format!("/v2/verify/similarity/296/{address}");
    let import = format!("/v2/verify/blockexplorer/296/{address}");
    let standard = format!("/v2/verify/296/{address}");
    let metadata = format!("/v2/verify/metadata/296/{address}");
    for (ask, path, body) in [
        (asks::similarity(None), &similarity, "{}".to_owned()),
        (
            asks::similarity(Some(&hash)),
            &similarity,
            format!(r#"{{"creationTransactionHash":"{}"}}"#, hash.to_lowercase()),
        ),
        (asks::import(None), &import, "{}".to_owned()),
        (asks::import(Some("K\"Y")), &import, r#"{"apiKey":"K\"Y"}"#.to_owned()),
        (
            asks::standard_json(),
            &standard,
            format!(
                "{{{},{},{},{}}}",
                r#""stdJsonInput":{ "language":"Solidity" }"#,
                r#""compilerVersion":"0.8.26+commit.8a97fa7a""#,
                r#""contractIdentifier":"src/A.sol:A""#,
                format_args!(r#""creationTransactionHash":"{}""#, hash.to_lowercase()),
            ),
        ),
        (
            asks::metadata(),
            &metadata,
            r#"{"metadata":{"version":1},"sources":{"A.sol":"contract A {}"}}"#.to_owned(),
        ),
    ] {
        let seen = sent(ask).await;
        assert_eq!((seen.method.as_str(), &seen.path, &seen.body), ("POST", path, &body));
        assert_eq!(seen.header("content-type"), Some("application/json"));
    }
}

#[tokio::test]
async fn a_profile_decides_how_servers_spell_things_and_keeps_the_path_of_a_base() {
    let server = Server::start([Reply::new(400, "{}")]).await;
    let mut profile = network(&server.at("/mirror/"), &server.at("/server"));
    profile.unit_parameter = "hbar".to_owned();
    profile.import_segment = "etherscan".to_owned();
    let client = server.client().for_network(&profile).unwrap();
    for ask in [asks::result(true), asks::import(Some("KEY")), asks::job(&server.at("/other"), None)] {
        let response = client.ask(&Request { network: "test".to_owned(), ask }, Priority::Key, drop).await;
        assert!(response.url.starts_with("http://127.0.0.1:"), "{}", response.url);
        assert!(!response.url.contains("KEY"));
    }
    assert_eq!(
        server.paths(),
        [
            "/mirror/api/v1/contracts/0.0.5001/results/1795216321.098765413?hbar=false",
            "/server/v2/verify/etherscan/296/0x5fc8d32690cc91d4c39d9d3abcbd16989f875707",
            &format!("/other/v2/verify/{JOB}"),
        ]
    );
}

#[tokio::test]
async fn a_job_is_asked_for_by_its_entity_tag_and_may_be_unchanged() {
    let record = Reply::new(200, r#"{"isJobCompleted":true}"#).with("ETag", "W/\"173-x\"");
    let server = Server::start([record, Reply::new(304, "").with("ETag", "W/\"173-x\"")]).await;
    let (first, _) = server.asked(asks::job(&server.at(""), None)).await;
    let Ok(Answer::Job(Polled::Record(record, Some(etag)))) = first else { panic!("{first:?}") };
    assert_eq!(record.completed.value(), Some(true));
    let (second, _) = server.asked(asks::job(&server.at(""), Some(&etag))).await;
    assert_eq!(second, Ok(Answer::Job(Polled::Unchanged)));
    let seen = server.seen();
    assert_eq!(seen[0].header("if-none-match"), None);
    assert_eq!(seen[1].header("if-none-match"), Some("W/\"173-x\""));
}

#[tokio::test]
async fn a_submission_is_answered_with_an_id_or_at_least_kept() {
    let submitted = |body: &str| Server::start([Reply::new(202, body)]);
    let server = submitted(&format!(r#"{{"verificationId":"{JOB}"}}"#)).await;
    let (outcome, _) = server.asked(asks::similarity(None)).await;
    assert!(
        matches!(&outcome, Ok(Answer::Submit(Submitted::As(id))) if id.to_string() == JOB),
        "{outcome:?}"
    );
    for body in ["", "{}", r#"{"verificationId":7}"#, r#"{"verificationId":"7"}"#, "<html>"] {
        let server = submitted(body).await;
        let (outcome, _) = server.asked(asks::similarity(None)).await;
        assert!(
            matches!(&outcome, Ok(Answer::Submit(Submitted::WithoutId(raw))) if raw.raw() == body),
            "{outcome:?}"
        );
    }
}

#[tokio::test]
async fn without_a_verifier_nothing_is_sent() {
    let server = Server::start([Reply::new(202, "{}")]).await;
    let mut profile = server.network();
    profile.verifier = None;
    let client = Client::new(&profile, quick()).unwrap();
    let request = Request { network: "test".to_owned(), ask: asks::similarity(None) };
    let response = client.ask(&request, Priority::Key, drop).await;
    assert!(matches!(response.outcome, Err(Failure::Unreachable { sent: false, .. })));
    assert_eq!(server.paths(), [""; 0]);
}

#[tokio::test]
async fn a_key_that_the_server_repeats_in_its_words_is_not_kept() {
    let words = r#"{"customCode":"etherscan_request_failed","message":"bad key s3cr3t-key","errorId":"1"}"#;
    let server = Server::start([Reply::new(502, words)]).await;
    let (outcome, _) = server.asked(asks::import(Some("s3cr3t-key"))).await;
    let shown = format!("{outcome:?}");
    assert!(shown.contains("bad key") && !shown.contains("s3cr3t-key"), "{shown}");
}

#[tokio::test]
async fn a_server_that_refuses_the_name_of_the_unit_is_asked_by_its_other_name_from_then_on() {
    let refused = || {
        let words = r#"{"_status":{"messages":[{"message":"Unknown query parameter: coin"}]}}"#;
        Reply::new(400, words)
    };
    let server = Server::start([refused(), Reply::new(200, r#"{"gas_used":1}"#)]).await;
    let client = server.client();
    let ask = async |client: &Client, ask| {
        client.ask(&Request { network: "test".to_owned(), ask }, Priority::Key, drop).await.outcome
    };
    assert!(ask(&client, asks::result(true)).await.is_ok());
    assert!(ask(&client, asks::result(true)).await.is_ok());
    assert!(ask(&client, asks::execution(&[], true)).await.is_ok());
    // Another profile of the same address knows it, too.
    assert!(ask(&client.for_network(&server.network()).unwrap(), asks::result(true)).await.is_ok());
    let units: Vec<String> =
        server.paths().iter().map(|path| path.split_once('?').unwrap().1.to_owned()).collect();
    assert_eq!(units, ["coin=false", "hbar=false", "hbar=false", "hbar=false", "hbar=false"]);
}

#[tokio::test]
async fn a_server_that_refuses_both_names_of_the_unit_is_asked_by_the_other_one_once() {
    let refused = |name: &str| {
        Reply::new(
            400,
            format!(r#"{{"_status":{{"messages":[{{"message":"Unknown query parameter: {name}"}}]}}}}"#),
        )
    };
    let server = Server::start([refused("coin"), refused("hbar"), refused("coin")]).await;
    let client = server.client();
    for _ in 0..2 {
        let ask = asks::result(true);
        let outcome =
            client.ask(&Request { network: "test".to_owned(), ask }, Priority::Key, drop).await.outcome;
        assert!(matches!(outcome, Err(Failure::Invalid { .. })), "{outcome:?}");
    }
    assert_eq!(server.paths().len(), 3);
    // What is refused for another reason is not asked twice.
    let server = Server::start([Reply::new(
        400,
        r#"{"_status":{"messages":[{"message":"Invalid parameter: timestamp"}]}}"#,
    )])
    .await;
    let (outcome, _) = server.asked(asks::result(true)).await;
    assert!(outcome.is_err() && server.paths().len() == 1);
}
