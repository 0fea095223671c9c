//! Answers that are no answer: pages of proxies, JSON that breaks off, documents of another kind.

use api::{AllChainsQuery, Answer, AnyOperation, ChainsQuery, Extent, Failure, Operation as _};
use ledger::{EvmAddress, Text};
use verification::Grade;

use crate::asks;
use crate::server::{Reply, Server};

const PAGE: &str = "<html>\n<head><title>502 Bad Gateway</title></head>\n<body>\n<center><h1>502 Bad \
                    Gateway</h1></center>\n<hr><center>nginx</center>\n</body>\n</html>";

async fn failure(ask: AnyOperation, reply: Reply) -> Failure {
    Server::start([reply]).await.asked(ask).await.0.unwrap_err()
}

async fn not_understood(body: &str) -> (String, String) {
    match failure(asks::results(&[]), Reply::new(200, body)).await {
        Failure::NotUnderstood { at, words } => (at, words.escaped()),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_proxys_page_is_reduced_to_its_words() {
    let failure = failure(asks::import(None), Reply::new(502, PAGE)).await;
    let words = vec![Text::from("502 Bad Gateway"), Text::from("nginx")];
    assert_eq!(failure, Failure::ServerFault { status: 502, words, code: None });
}

#[tokio::test]
async fn success_with_something_else_says_where_it_went_wrong() {
    assert_eq!(
        not_understood(PAGE).await,
        (String::new(), "this is a web page, not JSON: 502 Bad Gateway".to_owned())
    );
    let (at, words) = not_understood(r#"{"results":[{"gas_used":1},{"bloom":"0x00"#).await;
    assert_eq!(at, "results[1].bloom");
    assert!(words.contains("EOF"), "{words}");
    assert_eq!(not_understood("[]").await.1, "this is JSON, but not an object");
    assert_eq!(not_understood(r#"{"contracts":[]}"#).await.0, "results");
    for empty in ["", " \r\n"] {
        assert_eq!(not_understood(empty).await, (String::new(), "the answer is empty".to_owned()));
    }
}

#[tokio::test]
async fn words_of_the_server_cannot_reach_the_screen_alive() {
    let body = r#"{"_status":{"messages":[{"message":"Invalid parameter: \u001b[31m\u202e"}]}}"#;
    let failure = failure(asks::contract(), Reply::new(400, body)).await;
    assert_eq!(failure.messages()[0].escaped(), r"Invalid parameter: \x1b[31m\u{202e}");
}

#[tokio::test]
async fn a_404_is_an_answer_only_if_it_is_the_record_of_a_contract() {
    let none = r#"{"match":null,"creationMatch":null,"runtimeMatch":null,"chainId":"296","address":"0x5F"}"#;
    let server = Server::start([Reply::new(404, none)]).await;
    let answer = server.asked(asks::verified(Extent::Whole)).await.0;
    assert!(matches!(&answer, Ok(Answer::Verified(found)) if found.grade() == Grade::Not), "{answer:?}");
    for body in [PAGE, r#"{"customCode":"route_not_found","message":"m"}"#, "{}"] {
        let failure = failure(asks::verified(Extent::Whole), Reply::new(404, body)).await;
        assert!(matches!(failure, Failure::NotFound { .. }), "{body}: {failure:?}");
    }
    let all = AllChainsQuery(EvmAddress::parse_any_case(&format!("0x{}", "5f".repeat(20))).unwrap()).any();
    let answer = Server::start([Reply::new(404, r#"{"results":[]}"#)]).await.asked(all.clone()).await.0;
    assert!(matches!(&answer, Ok(Answer::AllChains(none)) if none.0.is_empty()), "{answer:?}");
    let other = format!(r#"{{"results":[{{"chainId":"1","address":"0x{}"}}]}}"#, "6f".repeat(20));
    for (status, body) in [(200, other.as_str()), (200, "{}"), (200, r#"{"results":7}"#)] {
        let failure = failure(all.clone(), Reply::new(status, body)).await;
        assert!(matches!(failure, Failure::NotUnderstood { .. }), "{body}: {failure:?}");
    }
    for body in [r#"{"customCode":"route_not_found","message":"m"}"#, "{}", other.as_str()] {
        let failure = failure(all.clone(), Reply::new(404, body)).await;
        assert!(matches!(failure, Failure::NotFound { .. }), "{body}: {failure:?}");
    }
    let failure_of_page = failure(all, Reply::new(404, PAGE)).await;
    assert_eq!(failure_of_page, Failure::NotOffered { status: 404 });
    // The same of any other question stays a failure.
    let failure = failure(ChainsQuery.any(), Reply::new(404, none)).await;
    assert!(matches!(failure, Failure::NotFound { .. }), "{failure:?}");
}

#[tokio::test]
async fn an_operation_that_a_server_lacks_is_told_from_a_thing_that_it_lacks() {
    let unknown = r#"{"_status":{"messages":[{"message":"Not found"}]}}"#;
    let lists =
        [asks::logs(&[]), asks::state(&[]), asks::transaction_at(), asks::opcodes(), asks::prestate()];
    let records = [
        asks::execution(&[], false),
        asks::actions(),
        asks::account(),
        asks::token(),
        asks::block(),
        asks::exchange_rates(),
        asks::network_fees(),
        asks::results_of_all(),
    ];
    for ask in lists.clone().into_iter().chain(records.clone()) {
        for (status, body) in [(404, PAGE), (404, ""), (405, "{}"), (501, unknown), (200, PAGE)] {
            let failure = failure(ask.clone(), Reply::new(status, body)).await;
            assert_eq!(failure, Failure::NotOffered { status }, "{ask:?}");
        }
        assert!(matches!(failure(ask, Reply::new(500, "")).await, Failure::ServerFault { .. }));
    }
    for ask in records {
        assert!(matches!(failure(ask, Reply::new(404, unknown)).await, Failure::NotFound { .. }));
    }
    for ask in lists {
        assert_eq!(failure(ask, Reply::new(404, unknown)).await, Failure::NotOffered { status: 404 });
    }
    // What is documented is offered by every server.
    assert!(matches!(failure(asks::contract(), Reply::new(404, PAGE)).await, Failure::NotFound { .. }));
}
