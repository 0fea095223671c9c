//! Accounts: every field of the record, and where its names lead.

use crate::player::serve;
use crate::support::Session;

#[test]
fn an_account_has_all_that_its_record_says() {
    let mut session = Session::at("account/0.0.1002").size(100, 40);
    insta::assert_snapshot!(session.styled_screen());
    session.press("G enter");
    assert_eq!(session.place(), "account/0.0.1002", "the last line leads nowhere");
}

#[test]
fn every_name_of_an_account_leads_to_it() {
    let long_zero = "account/0x00000000000000000000000000000000000003eb";
    assert!(Session::at(long_zero).screen().contains("account 0.0.1003"));
    let mut session = Session::at("account/0.0.1002");
    let address = session.screen().split_whitespace().find(|word| word.starts_with("0x")).unwrap().to_owned();
    let alias =
        session.screen().split_whitespace().skip_while(|word| *word != "alias").nth(1).unwrap().to_owned();
    for name in [address, alias] {
        session.press(":").type_text(&format!("account/{name}")).press("enter");
        assert!(session.screen().contains("account 0.0.1002"), "{name}: {}", session.screen());
    }
}

#[test]
fn the_account_of_a_contract_leads_to_the_contract_and_back() {
    let mut session = Session::at("account/0.0.5001");
    assert!(session.screen().contains("the account of a contract"), "{}", session.screen());
    session.press("g c");
    assert_eq!(session.place(), "contract/0.0.5001");
    assert!(Session::at("account/0.0.1080").screen().contains("account 0.0.1080  DELETED"));
}

#[test]
fn an_account_that_is_not_there_and_a_server_without_accounts_say_so() {
    let screen = Session::at("account/0.0.4999").screen();
    assert!(screen.contains("Not found (404)") && screen.matches("Not found").count() == 1, "{screen}");
    let server = serve(|_| (404, "<html>no such page</html>".to_owned()));
    let session = Session::on_server("account/0.0.1002", &server);
    insta::assert_snapshot!(session.screen());
}

#[test]
fn what_an_account_sent_and_its_transactions_are_lists() {
    let mut session = Session::at("account/0.0.1002").size(110, 40);
    session.press("R");
    assert_eq!(session.place(), "results?from=0.0.1002");
    insta::assert_snapshot!(session.styled_screen());
    session.press("enter");
    assert!(session.place().starts_with("result/0.0."), "{}", session.place());
    session.press("[ [ g t");
    assert_eq!(session.place(), "transactions?account.id=0.0.1002");
    insta::assert_snapshot!(session.styled_screen());
    session.press("enter");
    assert!(session.place().starts_with("transaction/"), "{}", session.place());
}

#[test]
fn the_results_of_all_contracts_lead_to_each() {
    let mut session = Session::at("results?block.number=70070000").size(140, 20);
    insta::assert_snapshot!(session.screen());
    session.press("g c");
    assert!(session.place().starts_with("contract/0.0."), "{}", session.place());
    let mut session = Session::at("home");
    session.press(":").type_text("results from 0.0.1002 last 2h").press("enter");
    assert!(session.place().starts_with("results?from=0.0.1002&timestamp="), "{}", session.place());
}

#[test]
fn the_filters_of_transactions_are_those_of_the_operation() {
    let mut session = Session::at("transactions?account.id=0.0.1002&result=fail&type=debit").size(110, 30);
    insta::assert_snapshot!(session.screen());
    session.press("f");
    insta::assert_snapshot!(session.screen());
}
