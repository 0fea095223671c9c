//! The results list: columns, paging, the filter form, chips, and why a list is empty.

use hieroscope::message::{Click, Event, Input, MouseButton};

use crate::player::serve;
use crate::support::Session;

#[test]
fn the_newest_results_come_first() {
    insta::assert_snapshot!(Session::at("contract/0.0.5001/results").size(120, 24).styled_screen());
}

#[test]
fn narrow_screens_keep_what_matters() {
    insta::assert_snapshot!(Session::at("contract/0.0.5001/results").size(80, 24).styled_screen());
}

#[test]
fn wide_screens_show_more() {
    insta::assert_snapshot!(Session::at("contract/0.0.5001/results").size(200, 24).styled_screen());
}

#[test]
fn scrolling_loads_the_next_page_and_the_end_key_does_not() {
    let mut session = Session::at("contract/0.0.5001/results");
    session.press("G");
    assert!(session.screen().contains("row 100 of 100 loaded in 1 page"), "{}", session.screen());
    session.press("j");
    assert!(session.screen().contains("of 200 loaded in 2 pages, more below"), "{}", session.screen());
    session.press("m");
    assert!(session.screen().contains("of 300 loaded in 3 pages"), "{}", session.screen());
}

#[test]
fn the_form_checks_as_one_types_and_shows_what_will_be_sent() {
    let mut session = Session::at("contract/0.0.5001/results");
    session.press("f").type_text("0.0.1042").press("tab").type_text("last 2h");
    insta::assert_snapshot!(session.styled_screen());
    session.press("tab tab tab").type_text("3").press("enter");
    let screen = session.screen();
    assert!(screen.contains("needs a block number or a block hash"), "{screen}");
    assert!(screen.contains("0.0.1042") && screen.contains("last 2h"), "{screen}");
}

#[test]
fn applied_filters_are_in_the_place_and_can_be_cleared() {
    let mut session = Session::at("contract/0.0.5001/results");
    session.press("f").type_text("1042").press("enter");
    assert_eq!(session.place(), "contract/0.0.5001/results?from=0.0.1042");
    assert!(session.screen().contains("from 0.0.1042 ✕"), "{}", session.screen());
    session.press("g d");
    assert_eq!(session.place(), "contract/0.0.5001/results?from=0.0.1042&order=asc");
    session.press("i");
    assert_eq!(session.place(), "contract/0.0.5001/results?from=0.0.1042&internal=true&order=asc");
    session.press("F");
    assert_eq!(session.place(), "contract/0.0.5001/results");
}

#[test]
fn every_key_is_text_in_a_field_and_escape_leaves_without_a_change() {
    let mut session = Session::at("contract/0.0.5001/results");
    session.press("f").type_text("q1s:/?e");
    assert!(session.screen().contains("q1s:/?e"), "{}", session.screen());
    session.press("esc");
    assert_eq!(session.place(), "contract/0.0.5001/results");
}

#[test]
fn an_empty_list_says_why() {
    let filtered = Session::at("contract/0.0.5001/results?block.number=1");
    assert!(filtered.screen().contains("No matching results."), "{}", filtered.screen());
    let unknown = Session::at("contract/0.0.999999/results");
    assert!(unknown.screen().contains("No contract 0.0.999999 on demo."), "{}", unknown.screen());
}

#[test]
fn new_results_come_on_top_and_the_selected_one_stays_selected() {
    let mut session = Session::at("contract/0.0.5001/results");
    session.press("j j j");
    let selected = marked(&session.screen());
    session.pass(std::time::Duration::from_secs(30)).press("r");
    assert_eq!(marked(&session.screen()), selected);
    assert!(session.screen().contains("row 1"), "{}", session.screen());
    session.press("g g");
    assert_ne!(marked(&session.screen()), selected);
}

fn marked(screen: &str) -> String {
    screen.lines().find(|line| line.starts_with('▌')).unwrap_or_default().to_owned()
}

#[test]
fn nothing_moves_once_the_page_is_there() {
    assert!(Session::at("contract/0.0.5001/results").is_quiet());
}

#[test]
fn methods_and_errors_are_read_in_the_list() {
    let mut session = Session::at("contract/0.0.5004/results");
    insta::assert_snapshot!(session.press("j j").styled_screen());
    insta::assert_snapshot!(session.size(80, 24).styled_screen());
}

/// A contract with one result, and what it says in tinybar and in weibar.
fn one_result(row: &'static str, weibar: &'static str) -> String {
    serve(move |path| match path {
        path if path.contains("/results?") => {
            (200, format!(r#"{{"results":[{{{row}}}],"links":{{"next":null}}}}"#))
        }
        path if path.contains("/results/") && path.contains("hbar=false") => (200, format!("{{{weibar}}}")),
        path if path.contains("/results/") => (200, format!("{{{row}}}")),
        _ => (404, "{}".to_owned()),
    })
}

#[test]
fn an_amount_below_a_tinybar_stands_in_the_list_once_it_is_known() {
    let row = r#""timestamp":"1000.000000007","contract_id":"0.0.7","amount":0,"type":2,"hash":"0x07""#;
    let weibar =
        r#""timestamp":"1000.000000007","contract_id":"0.0.7","amount":9999999999,"type":2,"hash":"0x07""#;
    let mut session = Session::on_server("contract/0.0.7/results", &one_result(row, weibar));
    let before = session.screen();
    assert!(before.contains('·') && !before.contains("9,999,999,999"), "{before}");
    session.press("enter u u [");
    let known = session.screen();
    assert!(known.contains("amount 9,999,999,999 weibar"), "{known}");
    let row = known.lines().find(|line| line.contains("16:40")).unwrap_or_default();
    assert!(row.contains("9,999,999,999") && !row.contains('·'), "{known}");
    session.press("u");
    assert!(session.screen().contains("amount 0.000000009999999999 ℏ"), "{}", session.screen());
    assert!(session.screen().contains("0.00000000999…"), "the column: {}", session.screen());
}

#[test]
fn a_row_without_a_hash_names_none() {
    for hash in [r#","hash":null"#, r#","hash":"0x""#, ""] {
        let row: &'static str = Box::leak(
            format!(r#""timestamp":"1000.000000007","contract_id":"0.0.7"{hash}"#).into_boxed_str(),
        );
        let session = Session::on_server("contract/0.0.7/results", &one_result(row, row));
        let screen = session.screen();
        let foot = screen.lines().skip_while(|line| !line.contains("row 1 of 1")).skip(1);
        assert!(!foot.take(2).any(|line| line.contains("hash")), "{screen}");
    }
}

#[test]
fn the_selected_row_is_whole_below_the_rule_and_no_line_is_left_empty_for_it() {
    let mut session = Session::at("contract/0.0.5001/results").size(80, 24);
    for _ in 0..12 {
        let screen = session.press("j").screen();
        let foot: Vec<&str> = screen.lines().skip_while(|line| !line.starts_with("─ row")).skip(1).collect();
        let whole: Vec<&&str> = foot.iter().take_while(|line| !line.starts_with('─')).collect();
        assert!(whole.iter().any(|line| line.contains("hash 0x")), "{screen}");
        let cut = whole.iter().any(|line| line.ends_with('…'));
        assert!(whole.len() == 3 && !(cut && whole.iter().any(|line| line.is_empty())), "{screen}");
        let call = whole.iter().any(|line| line.contains("swapExactTokens"));
        assert!(!call || whole.iter().any(|line| line.contains("deadline")), "{screen}");
    }
    // Where the rows do not fill their band, a long row has the room below them.
    let mut few = Session::at("contract/0.0.5204/state").size(80, 24);
    few.press("f").type_text("0x00").press("enter");
    let screen = few.screen();
    let foot = screen.lines().skip_while(|line| !line.starts_with("─ row")).collect::<Vec<_>>().concat();
    assert!(foot.contains("row 1 of 1 ") && foot.contains("paused false") && !foot.contains('…'), "{screen}");
}

#[test]
fn where_the_day_changes_a_line_says_so_and_rows_have_their_time_of_day() {
    let place = "contract/0.0.5001/results?timestamp=gte:1795132740&timestamp=lte:1795132830";
    let mut session = Session::at(place).size(120, 24);
    let day = |session: &Session| {
        let screen = session.screen();
        let lines: Vec<String> = screen.lines().map(ToOwned::to_owned).collect();
        let at = lines.iter().position(|line| line.contains("── 2026-11-19")).expect(&screen);
        (at, lines)
    };
    let (at, lines) = day(&session);
    assert!(lines[at - 1].contains(" 00:00:") && lines[at + 1].contains(" 23:59:"), "{lines:?}");
    assert!(session.screen().contains("2026-11-20 00:0"), "the selected row's time in full");
    let click = |session: &mut Session, line: usize| {
        let row = u16::try_from(line).unwrap();
        session.event(Event::Input(Input::Mouse(Click { column: 10, row, button: MouseButton::Press })));
    };
    // The line is no row: a click on it selects nothing, one below it the row that is there.
    let selected = |session: &Session| session.screen().lines().position(|line| line.starts_with('▌'));
    let before = selected(&session);
    click(&mut session, at);
    assert_eq!(selected(&session), before);
    click(&mut session, at + 1);
    assert_eq!(selected(&session), Some(at + 1));
    session.press("T T");
    assert!(!session.screen().contains("── 2026-11-19"), "{}", session.screen());
}

#[test]
fn a_function_without_a_name_has_the_types_that_its_code_reads() {
    let screen = Session::at("contract/0.0.5001/results").size(200, 40).screen();
    assert!(screen.contains("0x07ca0f27(address"), "{screen}");
}

#[test]
fn senders_that_were_seen_complete_the_field() {
    let mut session = Session::at("contract/0.0.5001/results").size(100, 30);
    session.press("f");
    assert!(session.screen().contains("account id or EVM address; → 0.0.10"), "{}", session.screen());
    session.type_text("0.0.103");
    let ghost = session.screen();
    let line = ghost.lines().find(|line| line.contains("sender")).unwrap().to_owned();
    session.press("right");
    let screen = session.screen();
    assert!(screen.lines().any(|completed| completed == line), "what stood behind is taken: {screen}");
    let first = screen.split("?from=").nth(1).unwrap().split_whitespace().next().unwrap().to_owned();
    session.press("right");
    assert!(!session.screen().contains(&format!("?from={first} ")), "the next one: {}", session.screen());
    session.press("enter");
    assert!(session.place().starts_with("contract/0.0.5001/results?from=0.0.10"), "{}", session.place());
    assert!(session.screen().contains("row 1 of "), "{}", session.screen());
}
