//! Links to following pages: followed as given, and the traps that they can be.

use api::{Answer, AnyOperation, Failure, Operation as _, PageOf, Priority, Request};
use hieroscope_client::Client;
use ledger::{Next, NextLink, Text};

use crate::asks::{self, HASH};
use crate::server::{Reply, Server, network, quick};

/// What follows the page that is asked for, if the server's link reads so.
async fn next(ask: AnyOperation, link: &str) -> Next {
    let link = serde_json::Value::from(link);
    let lists = r#""results":[],"schedules":[],"actions":[],"logs":[],"state":[]"#;
    let body = format!(r#"{{{lists},"links":{{"next":{link}}}}}"#);
    let server = Server::start([Reply::new(200, body)]).await;
    match server.asked(ask).await.0 {
        Ok(Answer::Results(page)) => page.next,
        Ok(Answer::Schedules(page)) => page.next,
        Ok(Answer::Actions(page)) => page.next,
        Ok(Answer::Logs(page)) => page.next,
        Ok(Answer::State(page)) => page.next,
        other => panic!("{other:?}"),
    }
}

fn behind(ask: AnyOperation, link: &str) -> AnyOperation {
    let link = Some(NextLink(Text::from(link)));
    match ask {
        AnyOperation::Results(page) => PageOf { link, ..*page }.any(),
        AnyOperation::Schedules(page) => PageOf { link, ..*page }.any(),
        AnyOperation::Actions(page) => PageOf { link, ..*page }.any(),
        AnyOperation::Logs(page) => PageOf { link, ..*page }.any(),
        AnyOperation::State(page) => PageOf { link, ..*page }.any(),
        other => other,
    }
}

fn refusal(next: &Next) -> &str {
    match next {
        Next::Refused(why) => why,
        other => panic!("{other:?}"),
    }
}

const RESULTS: &str = "/api/v1/contracts/0.0.5001/results";

#[tokio::test]
async fn a_link_is_followed_as_given_until_there_is_none() {
    let link = format!("{RESULTS}?limit=2&timestamp=gte:1&timestamp=lt:1795213339.827350456");
    let first = Reply::new(200, format!(r#"{{"results":[{{}},{{}}],"links":{{"next":"{link}"}}}}"#));
    let last = Reply::new(200, r#"{"results":[{}],"links":{"next":null}}"#);
    let server = Server::start([first, last]).await;
    let ask = asks::results(&[("limit", "2"), ("timestamp", "gte:1")]);
    let (Ok(Answer::Results(page)), _) = server.asked(ask.clone()).await else { panic!() };
    let Next::More(next) = page.next else { panic!("{:?}", page.next) };
    assert!(next.0.is(&link));
    let (Ok(Answer::Results(page)), _) = server.asked(behind(ask, &link)).await else { panic!() };
    assert_eq!((page.rows.len(), page.next), (1, Next::End));
    assert_eq!(server.paths()[1], link);
}

#[tokio::test]
async fn an_empty_page_may_be_followed_by_more() {
    let link = format!("{RESULTS}?timestamp=lt:1790041552.544000001");
    assert_eq!(next(asks::results(&[]), &link).await, Next::More(NextLink(Text::from(link.as_str()))));
}

#[tokio::test]
async fn a_link_to_the_same_page_is_refused() {
    let why = "The server's next page is this page again.";
    let ask = asks::results(&[("timestamp", "1795216207.123456789"), ("limit", "1")]);
    let link = format!("{RESULTS}?limit=1&timestamp=eq:1795216207.123456789");
    assert_eq!(refusal(&next(ask, &link).await), why);
    let ask = asks::results(&[("timestamp", "ne:1795216207.123456789"), ("limit", "1")]);
    let link = format!("{RESULTS}?limit=1&timestamp=ne:1795216207.123456789");
    assert_eq!(refusal(&next(ask, &link).await), why);
    let link = "/api/v1/schedules?limit=1&schedule.id=gt:0.0.7001";
    assert_eq!(refusal(&next(behind(asks::schedules(&[]), link), link).await), why);
}

#[tokio::test]
async fn a_link_must_go_on_in_the_direction_of_the_order() {
    let results = |condition: &str| format!("{RESULTS}?timestamp={condition}");
    let newest_first = || behind(asks::results(&[]), &results("lt:100"));
    let oldest_first = || behind(asks::results(&[("order", "asc")]), &results("gte:100"));
    for (ask, condition) in [
        (newest_first(), "lt:101"),
        (newest_first(), "lte:100"),
        (newest_first(), "gt:0"),
        (oldest_first(), "gt:99"),
        (oldest_first(), "lt:1"),
    ] {
        let link = results(condition);
        let next = next(ask, &link).await;
        assert!(matches!(next, Next::Refused(_)), "{condition}: {next:?}");
    }
    for (ask, condition) in
        [(newest_first(), "lt:99.999999999"), (oldest_first(), "gt:100"), (oldest_first(), "gt:101")]
    {
        let next = next(ask, &results(condition)).await;
        assert!(matches!(next, Next::More(_)), "{condition}: {next:?}");
    }
}

#[tokio::test]
async fn schedules_are_paged_by_their_id_smallest_first() {
    let link = |condition: &str| format!("/api/v1/schedules?schedule.id={condition}");
    let ask = || behind(asks::schedules(&[]), &link("gt:0.0.7040"));
    for further in ["gt:0.0.7060", "gt:0.0.274877906943", "gt:0.1.1"] {
        assert!(matches!(next(ask(), &link(further)).await, Next::More(_)), "{further}");
    }
    assert!(matches!(next(ask(), &link("gt:0.0.7039")).await, Next::Refused(_)));
    let ask = behind(asks::schedules(&[("order", "desc")]), &link("lt:0.0.7040"));
    assert!(matches!(next(ask, &link("lt:0.0.7020")).await, Next::More(_)));
}

#[tokio::test]
async fn calls_and_slots_are_paged_by_their_place() {
    let actions = |condition: &str| format!("/api/v1/contracts/results/{HASH}/actions?index={condition}");
    let ask = || behind(asks::actions(), &actions("gt:99"));
    assert!(matches!(next(ask(), &actions("gt:199")).await, Next::More(_)));
    for back in ["gt:98", "gt:99", "1", "gt:x"] {
        assert!(matches!(next(ask(), &actions(back)).await, Next::Refused(_)), "{back}");
    }
    let state = |condition: &str| format!("/api/v1/contracts/0.0.5001/state?slot={condition}");
    let ask = || behind(asks::state(&[]), &state("gt:0x01ff"));
    let beyond = format!("gt:0x{}", "f".repeat(64));
    for further in ["gt:0x0200", "gt:0x100000000000000000000000000000000", &beyond] {
        assert!(matches!(next(ask(), &state(further)).await, Next::More(_)), "{further}");
    }
    for back in ["gt:0x01fe", "gt:0x1ff", "0x02"] {
        assert!(matches!(next(ask(), &state(back)).await, Next::Refused(_)), "{back}");
    }
}

#[tokio::test]
async fn events_are_paged_by_time_and_position() {
    let logs = |conditions: &str| format!("/api/v1/contracts/0.0.5001/results/logs?{conditions}");
    let newest_first = || behind(asks::logs(&[]), &logs("timestamp=lte:100&index=lt:7"));
    for further in ["timestamp=lte:100&index=lt:6", "timestamp=lte:99&index=lt:9", "timestamp=lt:100"] {
        assert!(matches!(next(newest_first(), &logs(further)).await, Next::More(_)), "{further}");
    }
    for back in ["timestamp=lte:100&index=lt:8", "timestamp=lte:101&index=lt:1", "timestamp=lte:100", "x=1"] {
        assert!(matches!(next(newest_first(), &logs(back)).await, Next::Refused(_)), "{back}");
    }
    let oldest_first = || behind(asks::logs(&[("order", "asc")]), &logs("timestamp=gte:100&index=gt:7"));
    assert!(matches!(next(oldest_first(), &logs("timestamp=gte:100&index=gt:8")).await, Next::More(_)));
    assert!(matches!(next(oldest_first(), &logs("timestamp=gte:100&index=gt:7")).await, Next::Refused(_)));
    let one_time = || behind(asks::logs(&[("timestamp", "100")]), &logs("timestamp=100&index=lt:7"));
    assert!(matches!(next(one_time(), &logs("timestamp=100&index=lt:6")).await, Next::More(_)));
    assert!(matches!(next(one_time(), &logs("timestamp=100&index=lt:9")).await, Next::Refused(_)));
}

#[tokio::test]
async fn a_link_to_another_origin_is_refused_and_never_asked() {
    let why = "The link to the next page leads out of this API.";
    let other = Server::start([Reply::new(200, r#"{"results":[]}"#)]).await;
    for link in [other.at(RESULTS), other.at(RESULTS).replace("http:", ""), "/admin".to_owned()] {
        assert_eq!(refusal(&next(asks::results(&[]), &link).await), why, "{link}");
        let here = Server::start([Reply::new(200, "{}")]).await;
        let (outcome, _) = here.asked(behind(asks::results(&[]), &link)).await;
        assert!(
            matches!(&outcome, Err(Failure::NotUnderstood { at, .. }) if at == "links.next"),
            "{outcome:?}"
        );
        assert_eq!(here.paths(), [""; 0]);
    }
    assert_eq!(other.paths(), [""; 0]);
}

#[tokio::test]
async fn a_whole_address_on_the_same_origin_is_followed() {
    let server = Server::start([Reply::new(200, r#"{"results":[]}"#)]).await;
    let link = server.at(&format!("{RESULTS}?timestamp=lt:5"));
    let (outcome, _) = server.asked(behind(asks::results(&[]), &link)).await;
    assert!(outcome.is_ok());
    assert_eq!(server.paths(), [format!("{RESULTS}?timestamp=lt:5")]);
}

#[tokio::test]
async fn the_path_of_the_base_is_put_before_a_link_that_lacks_it() {
    let server = Server::start([Reply::new(200, r#"{"results":[]}"#)]).await;
    let base = server.at("/mirror");
    let client = Client::new(&network(&base, &base), quick()).unwrap();
    for link in [format!("{RESULTS}?timestamp=lt:5"), format!("/mirror{RESULTS}?timestamp=lt:5")] {
        let ask = behind(asks::results(&[]), &link);
        assert!(
            client
                .ask(&Request { network: "test".to_owned(), ask }, Priority::Key, drop)
                .await
                .outcome
                .is_ok()
        );
    }
    let path = format!("/mirror{RESULTS}?timestamp=lt:5");
    assert_eq!(server.paths(), [path.clone(), path]);
}

#[tokio::test]
async fn what_is_no_link_is_no_link() {
    assert_eq!(next(asks::results(&[]), "").await, Next::End);
    let server = Server::start([Reply::new(200, r#"{"results":[],"links":{"next":{"a":1}}}"#)]).await;
    let (Ok(Answer::Results(page)), _) = server.asked(asks::results(&[])).await else { panic!() };
    assert_eq!(refusal(&page.next), "The link to the next page is not a text.");
}

#[tokio::test]
async fn a_link_that_no_server_would_take_is_refused() {
    let link = format!("{RESULTS}?timestamp=lt:5&x={}", "x".repeat(1 << 20));
    let next = next(asks::results(&[]), &link).await;
    assert_eq!(refusal(&next), "The link to the next page is longer than 8 KiB.");
}

#[tokio::test]
async fn a_byte_order_mark_before_an_answer_is_left_out() {
    let server =
        Server::start([Reply::new(200, "\u{feff}{\"results\":[{}],\"links\":{\"next\":null}}")]).await;
    let (Ok(Answer::Results(page)), _) = server.asked(asks::results(&[])).await else { panic!() };
    assert_eq!(page.rows.len(), 1);
}
