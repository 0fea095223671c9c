//! Letters over what can be followed.

use hieroscope::message::{Click, Command, Event, Input, MouseButton};

use crate::support::Session;
use crate::support::places::found;

const RICH: &str = "result/0.0.5001/1795216207.123456789";

#[test]
fn what_a_contract_names_is_a_letter_away() {
    let mut session = Session::at("contract/0.0.5001");
    session.press("o");
    snapshot!(session.styled_screen());
    session.press("esc");
    assert!(!session.is_open() && session.place() == "contract/0.0.5001", "{}", session.screen());
}

#[test]
fn a_story_leads_to_everyone_in_it() {
    let mut session = Session::at(RICH);
    session.press("o");
    snapshot!(session.styled_screen());
    session.press("h");
    assert_eq!(session.place(), "account/0.0.1043");
    session.press("[ o d");
    assert_eq!(session.place(), "contract/0.0.5212", "an id within a line");
}

#[test]
fn what_was_followed_is_selected_where_one_comes_back_to() {
    let mut session = Session::at("contract/0.0.5001");
    let screen = session.press("o").screen();
    let line = screen.lines().find_map(|line| line.strip_prefix(" outcomes ")).unwrap();
    let (letters, _) = line.trim().split_once('✗').unwrap();
    session.press(letters);
    assert_eq!(session.place(), "contract/0.0.5001/results");
    session.press("[");
    assert!(session.screen().contains("▌outcomes"), "{}", session.screen());
}

#[test]
fn a_key_that_is_no_letter_of_a_link_says_so_and_leaves() {
    for (key, said) in [("z", "no link has the letters z"), ("9", "no link has the letters 9")] {
        let mut session = Session::at("contract/0.0.5001");
        let screen = session.press("o").press(key).screen();
        assert!(screen.contains(said), "{key}: {screen}");
        assert!(!session.is_open() && session.place() == "contract/0.0.5001", "{screen}");
    }
}

#[test]
fn where_nothing_can_be_followed_that_is_said() {
    let mut session = Session::at("jobs");
    let screen = session.press("o").screen();
    assert!(screen.contains("nothing in view can be followed") && !session.is_open(), "{screen}");
}

#[test]
fn rows_and_their_cells_have_letters_of_their_own() {
    let mut session = Session::at("contract/0.0.5001/results").size(120, 30);
    session.press("o");
    snapshot!(session.styled_screen());
    // The first letter of two leaves those that begin with it.
    session.press("m");
    let screen = session.screen();
    snapshot!(screen);
}

#[test]
fn a_row_that_is_followed_is_stepped_from() {
    let mut session = Session::at("contract/0.0.5001/results");
    session.press("o g");
    let place = session.place();
    assert!(place.starts_with("result/0.0.5001/"), "{place}");
    session.press("}");
    assert_ne!(session.place(), place);
    session.press("[");
    assert!(!session.screen().contains("row 1 of"), "{}", session.screen());
}

#[test]
fn a_filter_is_removed_by_its_letter() {
    let mut session = Session::at("contract/0.0.5001/results?from=0.0.1002&internal=true");
    session.press("o a");
    assert_eq!(session.place(), "contract/0.0.5001/results?internal=true");
}

#[test]
fn cells_of_the_selected_row_are_chosen_and_followed() {
    let mut session = Session::at("contract/0.0.5001/results").size(120, 20);
    session.press("j right");
    snapshot!(session.styled_screen());
    session.press("enter");
    assert!(session.place().starts_with("contract/0.0.5001/results?from=0.0."), "{}", session.place());
    session.press("[ esc enter");
    assert!(session.place().starts_with("result/0.0.5001/"), "{}", session.place());
    let mut session = Session::at("contract/0.0.5001/results").size(220, 20);
    for (keys, beginning) in [
        ("right right enter", "transaction/"),
        // Beyond the last cell, the row is opened again.
        ("[ right enter", "result/0.0.5001/"),
        ("[ left enter", "transaction/"),
    ] {
        session.press(keys);
        assert!(session.place().starts_with(beginning), "{keys}: {}", session.place());
    }
}

#[test]
fn a_cell_of_the_selected_row_is_followed_by_a_click() {
    let mut session = Session::at("contract/0.0.5001/results");
    let line = |screen: &str| screen.lines().nth(4).unwrap_or_default().find("0.0.").unwrap();
    let column = u16::try_from(line(&session.screen())).unwrap();
    let press = Click { column, row: 4, button: MouseButton::Press };
    session.event(Event::Input(Input::Mouse(press)));
    assert_eq!(session.place(), "contract/0.0.5001/results");
    session.event(Event::Input(Input::Mouse(press)));
    assert!(session.place().contains("results?from=0.0."), "{}", session.place());
}

#[test]
fn the_contracts_of_a_trace_and_the_functions_of_a_code_can_be_followed() {
    let mut session = Session::at("result/0.0.5211/1795217000.000005211");
    session.press("left left o");
    let screen = session.screen();
    assert!(screen.contains("type the letters"), "{screen}");
    session.press("s");
    assert!(session.place().starts_with("contract/0.0.5"), "{}", session.place());
    let mut session = Session::at("code/0.0.5204");
    let before = session.press("tab").screen();
    let after = session.press("o d").screen();
    assert!(session.place() == "code/0.0.5204" && before != after && after.contains("JUMPDEST"), "{after}");
}

#[test]
fn whatever_has_letters_does_something() {
    let dead = found(|place| {
        let mut session = Session::at(place).size(80, 24);
        let before = session.screen();
        if !session.press("o").screen().contains("type the letters of one") {
            return Vec::new();
        }
        let after = session.press("a").screen();
        let is_dead = before == after || after.contains("no link has");
        is_dead.then(|| format!("{place}:\n{after}")).into_iter().collect()
    });
    assert!(dead.is_empty(), "{}", dead.join("\n"));
}

#[test]
fn filters_are_removed_wherever_they_have_chips() {
    let mut session = Session::at("contract/0.0.5214/gas?from=0.0.1002&internal=true");
    session.press("o a");
    assert_eq!(session.place(), "contract/0.0.5214/gas?internal=true");
    let press = Click { column: 3, row: 2, button: MouseButton::Press };
    session.event(Event::Input(Input::Mouse(press)));
    assert_eq!(session.place(), "contract/0.0.5214/gas");
    let mut session = Session::at("pending");
    session.press("/").type_text("zzz").press("enter");
    assert!(session.screen().contains("zzz"), "{}", session.screen());
    session.press("o a");
    assert!(!session.screen().contains("zzz"), "{}", session.screen());
}

#[test]
fn a_web_address_is_opened_in_a_browser_unless_it_may_go_on_below() {
    let mut session = Session::at("contract/0.0.999999");
    let screen = session.press("o").screen();
    assert!(screen.contains("1 link: type the letters of one"), "{screen}");
    session.press("a");
    let browsed = session.carried().iter().any(|command| {
        matches!(command, Command::Browse(address) if address.ends_with("/api/v1/contracts/0.0.999999"))
    });
    assert!(browsed, "{:?}", session.carried());
    // A line that is full may be the first part of an address.
    let name = format!("transaction/0x{}", "ab".repeat(48));
    let mut session = Session::at(&name).size(80, 24);
    let screen = session.press("o").screen();
    assert!(screen.contains("nothing in view can be followed"), "{screen}");
}

#[test]
fn members_of_a_family_are_selected_and_its_filters_removed() {
    let mut session = Session::at("transaction/0.0.1012-1795216550-000000001");
    let screen = session.press("o d").screen();
    assert!(screen.lines().any(|line| line.starts_with('▌') && line.contains(" 3 ")), "{screen}");
    let mut session = Session::at("transaction/0.0.1012-1795216550-000000001?nonce=9");
    session.press("o a");
    assert_eq!(session.place(), "transaction/0.0.1012-1795216550-000000001");
}
