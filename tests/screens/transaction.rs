//! The transaction pane: the family as a tree, every field, what moved, the filters, and what is not known yet.

use std::time::Duration;

use hieroscope::message::event::{Click, MouseButton};
use hieroscope::message::{Command, Event, Input};

use crate::support::Session;

/// A call with twelve children, the ninth of which failed.
const FAMILY: &str = "transaction/0.0.1012-1795216550-000000001";
/// Tokens, unique tokens, rewards, and fees of every kind.
const RICH: &str = "transaction/0.0.1005-1795216518-468117137";
/// Started ten seconds before the sessions' time, and never seen by the server.
const YOUNG: &str = "transaction/0.0.1005-1795219190-000000001";

fn copied(session: &Session) -> &str {
    let copied = session.carried().iter().rev().find_map(|command| match command {
        Command::Copy(text) => Some(text.as_str()),
        _ => None,
    });
    copied.unwrap()
}

#[test]
fn a_family_stands_beside_the_facts_of_its_selected_member() {
    insta::assert_snapshot!(Session::at(FAMILY).press("j j j j j j j j j").styled_screen());
}

#[test]
fn on_a_small_screen_the_tree_stands_above_the_facts() {
    insta::assert_snapshot!(Session::at(FAMILY).size(80, 24).press("j tab j").styled_screen());
}

#[test]
fn one_transaction_shows_all_of_its_fields_and_what_moved() {
    insta::assert_snapshot!(Session::at(RICH).size(120, 80).styled_screen());
}

#[test]
fn a_batch_shows_what_it_carried_and_the_net_of_all() {
    insta::assert_snapshot!(
        Session::at("transaction/0.0.1003-1795216531-802469083").size(200, 60).press("j").styled_screen()
    );
}

#[test]
fn the_execution_hangs_below_the_making_of_its_schedule() {
    let session = Session::at("transaction/0.0.1006-1787551997-000005555");
    insta::assert_snapshot!(session.styled_screen());
}

#[test]
fn the_successful_one_of_duplicates_comes_first() {
    let screen = Session::at("transaction/0.0.1011-1795216538-925925872").screen();
    let (first, second) = (screen.find("SUCCESS").unwrap(), screen.find("DUPLICATE_TRANSACTION").unwrap());
    assert!(first < second && !screen.contains("first failure"), "{screen}");
}

#[test]
fn every_field_has_its_place_though_the_server_sent_nothing() {
    for id in ["0.0.1013-1795216560-5", "0.0.1013-1795216561-5", "0.0.1013-1795216562-5"] {
        let screen = Session::at(&format!("transaction/{id}")).size(120, 70).screen();
        for label in [
            "type",
            "result",
            "entity id",
            "memo",
            "consensus",
            "valid start",
            "valid duration",
            "charged fee",
            "max fee",
            "high volume",
            "pricing multiplier",
            "transaction id",
            "node",
            "nonce",
            "scheduled",
            "parent",
            "hash",
            "batch key",
            "bytes",
            "Coin transfers",
            "token transfers",
            "NFT transfers",
            "assessed custom fees",
            "max custom fees",
        ] {
            assert!(screen.contains(label), "{label} of {id}:\n{screen}");
        }
        assert!(screen.to_lowercase().contains("staking rewards"), "{screen}");
    }
}

#[test]
fn a_memo_cannot_act_on_the_terminal() {
    for id in ["1795216428-174994523", "1795216436-885440453", "1795216444-663459188", "1795216495-087259360"]
    {
        let screen = Session::at(&format!("transaction/0.0.1003-{id}")).screen();
        assert!(!screen.chars().any(|c| c != '\n' && c.is_control()), "{screen}");
        assert!(!screen.contains('\u{202e}'), "{screen}");
    }
    let screen = Session::at("transaction/0.0.1003-1795216495-087259360").screen();
    assert!(screen.contains(r"nul\x00byte \xff\xfe\xc3( bad utf8  has bytes that are not text"), "{screen}");
}

#[test]
fn the_fact_of_the_first_failure_leads_to_it_and_the_parent_back() {
    let mut session = Session::at(FAMILY);
    session.press("tab j j j j enter j y");
    assert_eq!(copied(&session), "INSUFFICIENT_TOKEN_BALANCE");
    session.press("G k k k k k k k");
    while !session.screen().contains("▌parent") {
        session.press("k");
    }
    session.press("enter y");
    assert_eq!(copied(&session), "CONTRACTCALL");
}

#[test]
fn a_call_leads_to_its_contract_and_to_its_result() {
    let mut session = Session::at(FAMILY);
    session.press("g c");
    assert_eq!(session.place(), "contract/0.0.5035");
    session.press("[ tab j j j j j enter");
    assert_eq!(session.place(), "result/0.0.5035/1795216552.087000001");
}

#[test]
fn an_inner_transaction_has_a_family_of_its_own() {
    let mut session = Session::at("transaction/0.0.1003-1795216531-802469083");
    session.press("j j g t");
    assert_eq!(session.place(), "transaction/0.0.1007-1795216530-802469083");
}

#[test]
fn filters_are_asked_of_the_server_and_can_be_dropped() {
    let mut session = Session::at(FAMILY);
    session.press("f").type_text("9").press("tab right right");
    assert!(session.screen().contains("?nonce=9&scheduled=false"), "{}", session.screen());
    session.press("enter");
    assert_eq!(session.place(), format!("{FAMILY}?nonce=9&scheduled=false"));
    insta::assert_snapshot!(session.size(80, 24).styled_screen());
}

#[test]
fn one_key_goes_through_scheduled_others_and_all() {
    let mut session = Session::at("transaction/0.0.1006-1787551997-000005555");
    let asked = session.asked();
    session.press("s");
    assert_eq!(session.place(), "transaction/0.0.1006-1787551997-000005555?scheduled=true");
    assert!(!session.screen().contains("create a schedule"), "{}", session.screen());
    session.press("s");
    assert_eq!(session.place(), "transaction/0.0.1006-1787551997-000005555?scheduled=false");
    session.press("s");
    assert_eq!(session.place(), "transaction/0.0.1006-1787551997-000005555");
    assert_eq!(session.asked(), asked + 3);
}

#[test]
fn a_wrong_nonce_is_told_while_it_is_typed_and_sends_nothing() {
    let mut session = Session::at(FAMILY);
    let asked = session.asked();
    session.press("f").type_text("2147483648").press("enter");
    assert!(session.screen().contains("is not a nonce"), "{}", session.screen());
    assert_eq!((session.asked(), session.place()), (asked, FAMILY.to_owned()));
}

#[test]
fn filters_that_let_nothing_through_say_so() {
    let mut session = Session::at(FAMILY);
    session.press("s");
    let screen = session.screen();
    assert!(screen.contains("with scheduled true.") && screen.contains("Clear a filter"), "{screen}");
    session.press("F");
    assert!(session.screen().contains("13 transactions"), "{}", session.screen());
}

#[test]
fn a_young_transaction_is_watched_until_it_can_come_no_more() {
    let mut session = Session::at(YOUNG);
    let asked = session.asked();
    assert!(session.screen().contains("Not indexed yet, watching…"), "{}", session.screen());
    session.pass(Duration::from_secs(10));
    assert_eq!(session.asked(), asked + 3);
    assert!(session.screen().contains("(10 s)"), "{}", session.screen());
    session.pass(Duration::from_secs(165));
    assert!(session.screen().contains("No transaction"), "{}", session.screen());
    assert!(session.is_quiet());
}

#[test]
fn watching_can_be_stopped_and_an_old_id_is_not_watched() {
    let mut session = Session::at(YOUNG);
    session.press("esc");
    assert!(session.is_quiet());
    let old = Session::at("transaction/0.0.1-1-1");
    assert!(old.is_quiet() && old.screen().contains("No transaction"), "{}", old.screen());
}

fn click(session: &mut Session, column: u16, row: u16) {
    let click = Click { column, row, button: MouseButton::Press };
    session.event(Event::Input(Input::Mouse(click)));
}

#[test]
fn a_click_selects_in_the_tree_and_takes_a_filter_away() {
    let mut session = Session::at(FAMILY);
    click(&mut session, 10, 12);
    session.press("tab j y");
    assert_eq!(copied(&session), "INSUFFICIENT_TOKEN_BALANCE");
    session.press("f").type_text("9").press("enter");
    assert_eq!(session.place(), format!("{FAMILY}?nonce=9"));
    click(&mut session, 3, 2);
    assert_eq!(session.place(), FAMILY);
}

#[test]
fn everything_can_be_copied_in_every_form() {
    let mut session = Session::at(RICH);
    session.press("Y");
    insta::assert_snapshot!(session.styled_screen());
}

#[test]
fn amounts_follow_the_unit_of_the_moment() {
    let mut session = Session::at(RICH).size(120, 80);
    session.press("u");
    assert!(session.screen().contains("+304,901 tinybar"), "{}", session.screen());
}

#[test]
fn the_first_failure_is_one_key_away_and_says_how_it_was_found() {
    let mut session = Session::at(FAMILY);
    let screen = session.screen();
    assert!(screen.contains("failed: a child failed"), "{screen}");
    session.press("n");
    let screen = session.screen();
    assert!(screen.contains("✗ the first failure"), "{screen}");
    session.press("k k k k k k k k");
    let screen = session.screen();
    assert!(screen.contains("! reverted with its parent"), "{screen}");
}

#[test]
fn the_money_trail_of_a_family_adds_up() {
    let mut session = Session::at(FAMILY);
    session.press("shift-tab");
    insta::assert_snapshot!(session.styled_screen());
}

#[test]
fn the_money_trail_of_one_transaction_names_every_flow() {
    let mut session = Session::at(RICH).size(120, 60);
    session.press("tab");
    insta::assert_snapshot!(session.styled_screen());
}

#[test]
fn the_money_trail_fits_on_small_screens() {
    for (columns, rows) in [(80, 24), (60, 15)] {
        let mut session = Session::at(RICH).size(columns, rows);
        session.press("tab");
        insta::assert_snapshot!(format!("the_money_trail_at_{columns}x{rows}"), session.styled_screen());
    }
}

#[test]
fn one_member_has_a_trail_of_its_own() {
    let mut session = Session::at("transaction/0.0.1003-1795216531-802469083");
    session.press("j tab tab");
    let all = session.screen();
    assert!(all.contains("Net per account over all"), "{all}");
    session.press("i");
    let one = session.screen();
    assert!(one.contains("Net per account, of this transaction alone"), "{one}");
}

#[test]
fn the_gas_of_a_call_is_reconciled_with_its_fee() {
    let mut session = Session::at(FAMILY).size(120, 80);
    let asked = session.asked();
    session.press("tab tab");
    let screen = session.screen();
    assert_eq!(session.asked(), asked + 1, "the contract result is asked for when it is looked at");
    assert!(screen.contains("Gas and the fee"), "{screen}");
    session.press("shift-tab tab");
    assert_eq!(session.asked(), asked + 1, "and only once");
}

#[test]
fn the_trail_is_copied_as_csv_and_markdown() {
    let mut session = Session::at(RICH).size(120, 60);
    session.press("tab Y");
    let screen = session.screen();
    assert!(screen.contains("money trail as CSV") && screen.contains("money trail as Markdown"), "{screen}");
}
