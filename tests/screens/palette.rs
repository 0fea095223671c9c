//! The palette and help: what is typed finds places, recent places, actions and commands, and enter does what is chosen.

use hieroscope::message::{Click, Command, Event, Input, MouseButton, Persist, Saved};

use crate::support::Session;

const LIST: &str = "contract/0.0.5001/results";

/// A session that has been at some places before.
fn travelled(to: &str) -> Session {
    let mut session = Session::at("contract/0.0.5002");
    session.press(":").paste("contract/0.0.5001/results?internal=true").press("enter");
    session.press(":").paste("schedule/0.0.7002").press("enter");
    let saved = session.saved().clone();
    Session::started(to, Saved { visits: saved.visits, ..Saved::default() })
}

/// The rows of the palette, each without the box.
fn rows(session: &Session) -> Vec<String> {
    let screen = session.screen();
    let lines = screen.lines().filter_map(|line| {
        let (_, inside) = line.split_once('│')?;
        Some(inside.rsplit_once('│')?.0.trim().to_owned())
    });
    lines.skip(2).filter(|line| !line.is_empty()).collect()
}

#[test]
fn the_palette_looks_like_this() {
    for (name, at, size, text) in [
        ("palette_home", "home", (120, 40), ""),
        ("palette_list", LIST, (80, 24), ""),
        ("palette_found", LIST, (80, 24), "re"),
        ("palette_disabled", "contract/0.0.5003/results", (80, 24), "clear"),
        ("palette_command", LIST, (80, 24), "theme"),
        ("palette_doubt", "home", (80, 24), "0.0.5001-zzzzz"),
        ("palette_nothing", LIST, (80, 24), "zzzz"),
        ("palette_small", LIST, (60, 15), "res"),
    ] {
        let mut session = travelled(at).size(size.0, size.1);
        session.press(":").type_text(text);
        insta::assert_snapshot!(name, session.styled_screen());
    }
}

#[test]
fn help_can_be_searched() {
    let mut session = Session::at(LIST).size(80, 24);
    session.press("? /").type_text("page");
    insta::assert_snapshot!("help_searched", session.styled_screen());
    session.press("esc");
    assert!(session.screen().contains("Here"), "{}", session.screen());
    session.press("/").type_text("zzzz");
    assert!(session.screen().contains("Nothing here fits"), "{}", session.screen());
}

#[test]
fn help_runs_what_is_selected_as_its_key_would() {
    let mut session = Session::at("contract/0.0.5001");
    session.press("? /").type_text("results").press("enter");
    assert_eq!(session.place(), LIST);
    // In a form the keys are the form's.
    session.press("f").type_text("0.0.1002").press("f1 /").type_text("apply").press("enter");
    assert_eq!(session.place(), format!("{LIST}?from=0.0.1002"));
    session.press("? /").type_text("calls").press("enter");
    assert!(
        session.screen().contains("calls and deployments: hieroscope makes none"),
        "{}",
        session.screen()
    );
}

#[test]
fn every_key_of_the_palette_opens_it_and_a_place_comes_first() {
    for key in [":", "ctrl-k", "ctrl-g"] {
        let mut session = Session::at("home");
        session.press(key).type_text("0.0.5002").press("enter");
        assert_eq!(session.place(), "contract/0.0.5002", "{key}");
    }
}

#[test]
fn an_action_runs_and_one_that_is_off_says_why() {
    let mut session = Session::at("contract/0.0.5001");
    session.press(":").type_text("next style").press("enter");
    assert!(session.screen().contains("times: local time"), "{}", session.screen());
    session.press(":").type_text("filter").press("enter");
    let screen = session.screen();
    assert!(screen.contains("filter: not available here") && screen.contains("Go to or run"), "{screen}");
}

#[test]
fn a_command_switches_at_once() {
    let mut session = Session::at("contract/0.0.5001");
    let before = session.styled_screen();
    session.press(":").type_text("dark").press("enter");
    assert!(session.screen().contains("theme: dark"), "{}", session.screen());
    assert_ne!(session.styled_screen(), before);
    session.press(":").type_text("times sec").press("enter");
    assert!(session.screen().contains("times: seconds"), "{}", session.screen());
    session.press(":").type_text("units wei").press("enter");
    assert!(session.screen().contains("amounts in weibar"), "{}", session.screen());
    session.press(":").type_text("network testnet").press("enter");
    assert!(session.screen().contains("now on testnet"), "{}", session.screen());
    // Wherever one is, and however often the key to go back was chosen.
    session.press(":").paste("0.0.5002").press("enter").press(":").type_text("quit");
    assert!(!session.carried().iter().any(|command| matches!(command, Command::Quit)));
    session.press("enter");
    assert!(session.carried().iter().any(|command| matches!(command, Command::Quit)));
}

#[test]
fn the_cache_is_cleared_by_its_command() {
    let mut session = Session::at("home");
    session.press(":").type_text("cache");
    let found = rows(&session);
    assert!(found[0].contains("cache clear") && found[0].contains("kept on disk"), "{found:?}");
    session.press("enter");
    assert_eq!(session.carried().last(), Some(&Command::ClearCache));
}

#[test]
fn a_command_without_its_value_is_completed() {
    let mut session = Session::at("home");
    session.press(":").type_text("theme");
    let found = rows(&session);
    assert!(found.iter().take(3).all(|row| row.contains("theme ")), "{found:?}");
    session.press("down tab");
    assert!(session.screen().contains(": theme dark"), "{}", session.screen());
    session.press("enter");
    assert!(session.screen().contains("theme: dark"), "{}", session.screen());
}

#[test]
fn a_place_is_completed_to_its_text() {
    let mut session = Session::at("contract/0.0.5001");
    session.press(":").type_text("resu").press("tab");
    assert!(session.screen().contains(": contract/0.0.5001/results"), "{}", session.screen());
    session.type_text("?internal=true").press("enter");
    assert_eq!(session.place(), "contract/0.0.5001/results?internal=true");
}

#[test]
fn a_recent_place_is_found_by_its_words_in_any_order() {
    let mut session = travelled("home");
    session.press("ctrl-k").type_text("internal res").press("enter");
    assert_eq!(session.place(), "contract/0.0.5001/results?internal=true");
}

#[test]
fn what_is_chosen_often_comes_first_also_after_a_restart() {
    let second = |session: &mut Session| {
        session.press(":").type_text("next");
        let row = rows(session).first().cloned().unwrap_or_default();
        session.press("esc");
        row
    };
    let mut session = Session::at("contract/0.0.5001");
    let before = second(&mut session);
    assert!(!before.contains("next style"), "{before}");
    session.press(":").type_text("next style").press("enter");
    assert!(session.carried().iter().any(
        |command| matches!(command, Command::Persist(Persist::Chosen(name, _)) if name == "action time-style")
    ));
    assert!(second(&mut session).contains("next style"), "{}", session.screen());
    let saved = session.saved().clone();
    assert!(second(&mut Session::started("contract/0.0.5001", saved)).contains("next style"));
}

#[test]
fn a_click_runs_a_row() {
    let mut session = Session::at("contract/0.0.5001").size(80, 24);
    session.press(":").type_text("relative");
    let screen = session.screen();
    let row = screen.lines().position(|line| line.contains("times relative")).unwrap();
    let click = Click { column: 20, row: u16::try_from(row).unwrap(), button: MouseButton::Press };
    session.event(Event::Input(Input::Mouse(click)));
    assert!(session.screen().contains("times: relative"), "{}", session.screen());
}

#[test]
fn what_is_typed_and_selected_stays_while_answers_come() {
    let mut session = Session::late(LIST);
    session.press(":").type_text("schedules").press("down");
    let before = rows(&session);
    while session.let_go(0) {}
    let after = session.screen();
    assert!(after.contains(": schedules"), "{after}");
    let marked = |rows: &[String]| rows.iter().find(|row| row.starts_with('▌')).cloned();
    assert!(marked(&before).is_some());
    assert_eq!(marked(&before), marked(&rows(&session)));
}

#[test]
fn a_list_looks_like_this_to_colour_blind_eyes_and_in_own_colours() {
    let session = |own: &str| {
        let settings = format!("theme = \"dark-colour-blind\"\n{own}");
        Session::with_settings(LIST, &settings).size(80, 24).styled_screen()
    };
    let theirs = session("");
    insta::assert_snapshot!("colour_blind", theirs);
    let own = session("[colours]\nheading = \"#ffffff\"\nkey = \"208\"\n");
    // Headings and keys change; everything else stays as the theme has it.
    let changed = theirs
        .replace("1 #d6dae2 bold on #14171c", "1 #ffffff bold on #14171c")
        .replace("#d6a3d0 bold on #14171c", "208 bold on #14171c");
    assert_eq!(own, changed);
}
