//! What fits: nothing stands empty while text is cut, what is cut says so, and times look as they are wanted.

use crate::support::Session;

/// The rows of the pane.
fn body(session: &Session) -> Vec<String> {
    let screen = session.screen();
    let rows = screen.lines().count() - 4;
    screen.lines().skip(2).take(rows).map(str::to_owned).collect()
}

#[test]
fn a_sheet_leaves_no_row_empty_while_more_follows() {
    for place in ["contract/0.0.5001", "schedule/0.0.7007", "contract/0.0.5008"] {
        let mut session = Session::at(place).size(80, 24);
        let rows = body(&session);
        assert!(rows.iter().rev().take(3).any(|row| !row.is_empty()), "{place}: {}", session.screen());
        // Whatever is selected is seen whole, apart from the rows.
        for _ in 0..30 {
            session.press("j");
            let rows = body(&session);
            let at = rows.iter().position(|row| row.starts_with('▌'));
            let at = at.unwrap_or_else(|| panic!("{place}: {}", session.screen()));
            if rows[at].ends_with('…') {
                let rule = rows.iter().position(|row| row.starts_with("────"));
                assert!(rule.is_some_and(|rule| rule > at), "{place}: {}", session.screen());
            }
        }
    }
}

#[test]
fn the_whole_of_a_cut_value_is_set_apart() {
    let mut session = Session::at("contract/0.0.5001").size(80, 24);
    session.press("j j j j j j j j j j j j j j j j j j j j j");
    assert!(session.screen().contains("▌admin key"), "{}", session.screen());
    insta::assert_snapshot!(session.styled_screen());
}

#[test]
fn schedules_open_newest_first_however_they_are_come_to() {
    let newest = Session::at("schedules").screen();
    assert!(newest.contains("newest first"), "{newest}");
    let mut session = Session::at("home");
    session.press(":").type_text("schedules").press("enter");
    assert_eq!(session.place(), "schedules?order=desc");
    session.press("g d");
    assert_eq!(session.place(), "schedules?order=asc");
    let again = Session::at(&session.place());
    assert!(again.screen().contains("oldest first"), "{}", again.screen());
}

#[test]
fn chips_banners_and_titles_follow_the_style_of_times() {
    let results = "contract/0.0.5001/results?timestamp=gte:1795212000.000000000";
    for (place, utc, seconds) in [
        (results, "timestamp gte:2026-11-20 22:00:00.000000000", "timestamp gte:1795212000.000000000"),
        ("contract/0.0.5001@1760000000", "As of 2025-10-09 08:53:20.000000000", "As of 1760000000.000000000"),
        (
            "result/0.0.5001/1795216207.123456789",
            "result of 0.0.5001  2026-11-20 23:10:07.123456789",
            "result of 0.0.5001  1795216207.123456789",
        ),
        ("contract/0.0.5001", "updated at 00:00:00 UTC", "updated at 1795219200.000000000"),
        (
            "verified/298/0.0.5204",
            "at        2025-10-09 19:53:20.000000000",
            "at        1760039600.000000000",
        ),
    ] {
        let mut session = Session::at(place);
        assert!(session.screen().contains(utc), "{}", session.screen());
        session.press("T T T");
        assert!(session.screen().contains(seconds), "{}", session.screen());
    }
}

#[test]
fn a_time_of_day_follows_the_style_of_times() {
    let mut contract = Session::at("contract/0.0.5001");
    contract.press("T T");
    assert!(contract.screen().contains(" · updated 0 ms ago"), "{}", contract.screen());
    let mut home = Session::at("contract/0.0.5001");
    home.press("H");
    assert!(home.screen().contains("11-21 00:00"), "{}", home.screen());
    home.press("T T");
    assert!(home.screen().contains(" ms ago") && !home.screen().contains("11-21"), "{}", home.screen());
}

#[test]
fn local_times_fit_a_narrow_page() {
    let mut contract = Session::at("contract/0.0.5022").size(80, 24);
    contract.press("T");
    let screen = contract.screen();
    assert!(screen.contains("each bar") && screen.contains("▄▄"), "{screen}");
    assert!(screen.matches(" +0000").count() > 2, "{screen}");
    let place = "contract/0.0.5022/results?timestamp=gte:1795000000&timestamp=lt:1795219200";
    let mut results = Session::at(place).size(80, 24);
    results.press("T");
    let chips = results.screen().lines().find(|line| line.contains("timestamp ")).unwrap().to_owned();
    assert!(chips.trim_end().ends_with(" …"), "{chips}");
}

#[test]
fn nothing_is_cut_while_rows_stand_empty() {
    for (place, keys) in [
        ("home", ""),
        ("batch", ""),
        ("contract/0.0.5201/versions", ""),
        ("contract/0.0.5201/versions", "j j"),
        ("contract/0.0.5214/gas", ""),
        ("contract/0.0.5214/gas", "j j"),
        ("contract/0.0.5001/results", "j j"),
        ("contract/0.0.5001/logs", ""),
        ("contract/0.0.5204/state", ""),
        ("schedules", ""),
        ("pending", ""),
    ] {
        let mut session = Session::at(place).size(80, 24);
        session.press(keys);
        let rows = body(&session);
        let below: Vec<&String> = rows.iter().rev().take_while(|row| !row.starts_with('─')).collect();
        let cut = below.iter().any(|row| row.ends_with('…'));
        assert!(!(cut && below.iter().any(|row| row.is_empty())), "{place}: {}", session.screen());
    }
}

#[test]
fn a_box_to_choose_an_event_from_says_that_it_scrolls() {
    let mut session = Session::at("contract/0.0.5213/find").size(80, 24);
    let screen = session.screen();
    let edge = |screen: &str| screen.lines().find(|line| line.contains('┘')).unwrap_or_default().to_owned();
    assert!(edge(&screen).contains(" 1-6 of ") && screen.contains("or 0x and 64 hex digits"), "{screen}");
    session.type_text("Transfer(address,address,uint256)");
    assert_ne!(edge(&session.screen()), edge(&screen), "fewer events fit");
}

#[test]
fn a_chip_keeps_the_zeros_of_a_topic() {
    let session = Session::at("contract/0.0.5001/logs?topic1=0x0413");
    let chips = body(&session).first().cloned().unwrap_or_default();
    assert!(chips.contains("topic1 0x0413"), "{}", session.screen());
    let word = format!("0x{:0>64}", "413");
    let session = Session::at(&format!("contract/0.0.5001/logs?topic1={word}"));
    let chips = body(&session).first().cloned().unwrap_or_default();
    assert!(chips.contains("topic1 0x0000") && chips.contains("00413"), "{}", session.screen());
}

#[test]
fn a_source_line_that_does_not_fit_says_so() {
    let narrow = Session::at("sources/298/0.0.5002").size(70, 30);
    let wide = Session::at("sources/298/0.0.5002").size(70, 30).drawn(240, 30);
    let code = |line: &str| -> Option<(usize, String)> {
        let text = line.trim_start_matches('▌').trim_start();
        let (number, text) = text.split_once(' ')?;
        Some((number.parse().ok()?, text.to_owned()))
    };
    let wide: Vec<(usize, String)> = wide.lines().skip(3).filter_map(code).collect();
    let mut cut = 0;
    for (number, text) in narrow.screen().lines().skip(3).filter_map(code) {
        let Some((_, whole)) = wide.iter().find(|(other, _)| *other == number) else { continue };
        if whole.chars().count() > text.chars().count() {
            assert!(text.ends_with('…'), "{number}: {text:?} of {whole:?}");
            cut += 1;
        }
    }
    assert!(cut > 0, "nothing is cut:\n{}", narrow.screen());
}

#[test]
fn a_box_says_that_it_scrolls_and_does() {
    let mut session = Session::at("contract/0.0.5001/results").size(80, 24);
    let top = session.press("?").screen();
    assert!(top.contains(" 1-") && top.contains(" of "), "{top}");
    assert_ne!(session.press("j").screen(), top);
    let end = session.press("G").screen();
    assert!(end.contains("calls and deployments"), "{end}");
    assert_eq!(session.press("j").screen(), end);
    // A box that holds all of it is no wider than that, and says nothing of lines.
    let networks = Session::at("jobs").press("ctrl-n").screen();
    assert!(!networks.contains(" of "), "{networks}");
    let widest =
        networks.lines().filter_map(|line| line.split_once('┌')).map(|(_, edge)| edge.chars().count());
    assert!(widest.max().is_some_and(|columns| columns < 72), "{networks}");
}
