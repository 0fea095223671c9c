//! Ways in: what is typed or pasted anywhere, links of explorers and mirror nodes, times, and the way back to the
//! network that one came from.

use api::AnyOperation;
use hieroscope::message::Ask;
use ledger::Timestamp;

use crate::support::Session;

/// Another network, whose mirror node is at an address of its own.
const OTHER: &str = "[networks.other]\nmirror = \"http://127.0.0.1:1\"\nchain = 1337\n";

/// A contract on that network, as its mirror node's API has it.
const LINK: &str = "http://127.0.0.1:1/api/v1/contracts/0.0.5002";

fn header(session: &Session) -> String {
    session.screen().lines().next().unwrap().to_owned()
}

#[test]
fn a_link_of_another_network_opens_there_and_the_way_back_leads_to_the_network_before() {
    let mut session = Session::with_settings("contract/0.0.5001", OTHER);
    let before = session.screen();
    session.hold();
    session.press(":").paste(LINK).press("enter");
    let asked = session.waiting().unwrap();
    assert_eq!((asked.network.as_str(), session.place().as_str()), ("other", "contract/0.0.5002"));
    while session.let_go(0) {}
    assert!(header(&session).contains("other"), "{}", session.screen());
    let there = session.asked();

    session.press("[");
    assert_eq!(session.place(), "contract/0.0.5001");
    assert!(header(&session).contains("demo"), "{}", session.screen());
    let body = |screen: &str| screen.lines().take(30).map(ToOwned::to_owned).collect::<Vec<_>>();
    assert_eq!(body(&session.screen()), body(&before));
    session.press("]");
    assert_eq!(session.place(), "contract/0.0.5002");
    assert!(header(&session).contains("other"), "{}", session.screen());
    assert_eq!((session.asked(), session.waiting()), (there, None), "nothing is asked again on the way");
}

#[test]
fn a_place_hears_its_answer_while_another_network_is_open() {
    let mut session = Session::with_settings("contract/0.0.5001", OTHER);
    session.hold();
    session.press(":").paste(LINK).press("enter [");
    while session.let_go(0) {}
    assert!(header(&session).contains("demo"), "{}", session.screen());
    session.press("]");
    assert!(session.screen().contains("0.0.5002"), "{}", session.screen());
    assert!(!session.screen().contains("Loading"), "{}", session.screen());
}

#[test]
fn choosing_a_network_shows_this_place_there_and_no_earlier_one() {
    let mut session = Session::with_settings("contract/0.0.5001", OTHER);
    session.press(":").type_text("0.0.5002").press("enter");
    session.press("ctrl-n").press("G enter");
    assert!(header(&session).contains("other"), "{}", session.screen());
    assert_eq!(session.place(), "contract/0.0.5002");
    session.press("[");
    assert_eq!(session.place(), "contract/0.0.5001");
    assert!(header(&session).contains("demo"), "{}", session.screen());
}

#[test]
fn an_explorers_link_and_a_bare_time_and_a_hash_open_the_transaction() {
    let mut session = Session::at("transaction/0.0.1005-1795216518-468117137").size(140, 200);
    session.press("J");
    let raw = session.screen();
    let value = |name: &str| {
        let line = raw.lines().find(|line| line.contains(&format!("\"{name}\""))).unwrap();
        let value = line.split_once(':').unwrap().1.trim().trim_end_matches(',');
        value.split('"').nth(1).unwrap().to_owned()
    };
    let (time, hash) = (value("consensus_timestamp"), value("transaction_hash"));
    let link = format!("http://127.0.0.1:9/explorer/transaction/{time}");
    let api = format!("http://127.0.0.1:9/api/v1/transactions?timestamp={time}");
    for text in [link, api, time, hash] {
        let mut session = Session::at("home");
        session.press(":").paste(&text).press("enter");
        assert_eq!(session.place(), "transaction/0.0.1005-1795216518-468117137", "{text}");
        assert!(session.screen().contains("CRYPTO"), "{}", session.screen());
        // The lookup is no stop on the way back, and no visit.
        session.press("[");
        assert_eq!(session.place(), "home");
        assert_eq!(session.saved().visits.len(), 1, "{text}");
    }
}

#[test]
fn the_time_of_a_child_opens_its_family_with_the_child_selected() {
    let id = "0.0.1006-1787551997-000005555";
    let mut session = Session::at(&format!("transaction/{id}")).size(140, 200);
    session.press("J");
    let raw = session.screen();
    let times = raw.lines().filter(|line| line.contains("\"consensus_timestamp\""));
    let times: Vec<_> = times.filter_map(|line| line.split('"').nth(3)).map(str::to_owned).collect();
    assert!(times.len() > 1, "{raw}");
    for time in &times {
        let mut session = Session::at("home").size(140, 60);
        session
            .press(":")
            .paste(&format!("https://h.example/testnet/transaction/{time}?tid={id}"))
            .press("enter");
        let screen = session.screen();
        assert!(session.place().starts_with(&format!("transaction/{id}")), "{time}: {}", session.place());
        let selected = screen.lines().find(|line| line.contains("consensus")).unwrap();
        let utc = Timestamp::parse(time).unwrap().utc();
        assert!(selected.contains(utc.trim_end_matches(" UTC")), "{utc}\n{screen}");
        assert!(screen.contains("4 transactions of this id"), "{screen}");
    }
}

#[test]
fn a_time_without_a_transaction_says_what_it_looked_for() {
    let mut session = Session::at("home");
    session.hold();
    session.press(":").paste("1795216207.5").press("enter");
    assert!(matches!(session.waiting().unwrap().ask, Ask::Server(AnyOperation::TransactionAt(_))));
    session.let_go(0);
    insta::assert_snapshot!(session.size(80, 24).styled_screen());
}

#[test]
fn what_is_typed_or_pasted_where_nothing_has_the_focus_goes_to_the_go_to_line() {
    for place in ["home", "contract/0.0.5001", "contract/0.0.5001/results", "schedules?order=desc", "jobs"] {
        let mut session = Session::at(place);
        let asked = session.asked();
        session.type_text("0.0.5002");
        assert!(session.screen().contains("Go to"), "{place}\n{}", session.screen());
        session.press("enter");
        assert_eq!(session.place(), "contract/0.0.5002", "{place}");
        assert!(session.asked() > asked);

        let mut session = Session::at(place);
        session.paste("schedule/0.0.7002\r\n");
        assert_eq!(session.place(), place, "a paste opens nothing by itself");
        session.press("enter");
        assert_eq!(session.place(), "schedule/0.0.7002", "{place}");
    }
    // What stands open keeps its keys.
    let mut session = Session::at("contract/0.0.5001");
    session.press("?").type_text("00");
    assert!(!session.screen().contains("Go to\u{2500}"), "{}", session.screen());
}

#[test]
fn a_search_where_there_is_none_does_not_turn_letters_into_commands() {
    let mut session = Session::at("jobs");
    let asked = session.asked();
    session.press("/").type_text("moqRSvbH");
    assert_eq!((session.place().as_str(), session.asked()), ("jobs", asked), "{}", session.screen());
    let screen = session.screen();
    assert!(screen.contains("moqRSvbH") && screen.contains("No search: there is no job"), "{screen}");
    session.press("esc");
    assert!(!session.screen().contains("moqRSvbH"), "{}", session.screen());
}

#[test]
fn times_as_they_are_shown_can_be_pasted_back() {
    let shown = "2026-11-20 23:10:07";
    let second = "timestamp=gte:1795216207.000000000&timestamp=lt:1795216208.000000000";
    for text in [shown.to_owned(), format!("{shown}Z"), shown.replace(' ', "T"), format!("{shown} UTC")] {
        let mut session = Session::at("contract/0.0.5001/results");
        session.paste(&text).press("enter");
        assert_eq!(session.place(), format!("contract/0.0.5001/results?{second}"), "{text}");
        assert!(session.screen().contains(shown), "{}", session.screen());
    }
    let mut session = Session::at("contract/0.0.5001/results");
    session.paste("2026-11-20T23:10:07.123456789Z").press("enter");
    assert_eq!(session.place(), "result/0.0.5001/1795216207.123456789");

    // In the form of the list, and in that of the time.
    let mut session = Session::at("contract/0.0.5001/results");
    session.press("f tab").paste(&format!("{shown} UTC")).press("enter");
    assert_eq!(session.place(), format!("contract/0.0.5001/results?{second}"));
    let mut session = Session::at("contract/0.0.5001");
    session.press("@").paste("2026-11-20T23:10:07.5Z").press("enter");
    assert_eq!(session.place(), "contract/0.0.5001@1795216207.500000000");
}

#[test]
fn words_behind_a_contract_are_filters_or_are_refused_at_once() {
    let mut session = Session::at("home");
    session.type_text(":results 0.0.5001 from 0.0.1002 last 2h").press("enter");
    assert_eq!(session.place(), "contract/0.0.5001/results?from=0.0.1002&timestamp=gte:1795212000.000000000");
    let mut session = Session::at("home");
    session.type_text(":results 0.0.5001 frm 0.0.1002").press("enter");
    assert_eq!(session.place(), "home");
    insta::assert_snapshot!(session.size(80, 24).styled_screen());
}

#[test]
fn a_profile_of_ones_own_shows_weibar_though_its_server_refuses_the_documented_name() {
    let place = "result/0.0.5001/1795216207.123456789";
    let of = |mut session: Session| {
        session.press("u u tab");
        session.screen().lines().skip(2).take(30).map(ToOwned::to_owned).collect::<Vec<_>>()
    };
    let mine = "[networks.mine]\nmirror = \"http://127.0.0.1:1\"\nchain = 298\nledger = 3\n";
    assert_eq!(of(Session::on_profile(place, "mine", mine)), of(Session::at(place)));
}

#[test]
fn without_a_verifier_its_pages_say_so_and_nothing_is_asked() {
    let mine = "[networks.mine]\nmirror = \"http://127.0.0.1:1\"\nchain = 298\n";
    for place in ["sources/298/0.0.5001", "verified/298/0.0.5001"] {
        let session = Session::on_profile(place, "mine", mine);
        let screen = session.screen();
        assert!(screen.contains("come from a verification server, and mine has none"), "{screen}");
        assert!(screen.contains("--verifier"), "{screen}");
        assert_eq!(session.asked(), 0, "{place}");
    }
}
