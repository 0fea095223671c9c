//! Home: places to see on the embedded network, recent places and jobs, and a search in them.

use hieroscope::message::Saved;
use hieroscope::message::samples::SAMPLES;

use crate::support::Session;

/// A session that has been at some places before.
fn travelled() -> Session {
    let mut session = Session::at("contract/0.0.5002");
    session.press(":").paste("contract/0.0.5001/results").press("enter");
    let saved = session.saved().clone();
    Session::started("home", Saved { visits: saved.visits, ..Saved::default() })
}

#[test]
fn home_looks_like_this() {
    for (name, size, keys, text) in [
        ("home_120", (120, 40), "j", ""),
        ("home_80", (80, 24), "", ""),
        ("home_60", (60, 15), "tab", ""),
        ("home_searched", (80, 24), "/", "verify"),
    ] {
        let mut session = travelled().size(size.0, size.1);
        session.press(keys).type_text(text);
        insta::assert_snapshot!(name, session.styled_screen());
    }
    let public = "[networks.mine]\nmirror = \"http://127.0.0.1:1\"\nchain = 298\n";
    let session = Session::on_profile("home", "mine", public).size(80, 24);
    insta::assert_snapshot!("home_public", session.styled_screen());
}

#[test]
fn every_sample_opens_where_its_text_leads() {
    for (at, sample) in SAMPLES.iter().enumerate() {
        let mut typed = Session::at("home");
        typed.press(":").paste(sample.typed).press("enter");
        assert_ne!(typed.place(), "home", "{}", sample.typed);
        let mut session = Session::at("home");
        for _ in 0..at {
            session.press("j");
        }
        session.press("enter");
        assert_eq!(session.place(), typed.place(), "{}", sample.typed);
        assert!(!session.screen().contains("ot found"), "{}: {}", sample.typed, session.screen());
    }
}

#[test]
fn a_search_finds_in_all_lists_and_opens_what_is_selected() {
    let mut session = travelled();
    session.press("/").type_text("twelve").press("enter");
    assert_eq!(session.place(), "transaction/0.0.1012-1795216550-000000001");
    // Only a recent place fits this.
    let mut session = travelled();
    session.press("/").type_text("5002").press("enter");
    assert_eq!(session.place(), "contract/0.0.5002");
    // Letters are no commands there, and what fits nothing says so.
    let mut session = travelled();
    let asked = session.asked();
    session.press("/").type_text("moqRSvbH").press("enter");
    assert_eq!((session.place().as_str(), session.asked()), ("home", asked));
    assert!(session.screen().contains("Nothing here fits"), "{}", session.screen());
    session.press("esc");
    assert!(
        session.screen().contains("a busy router") && !session.screen().contains("moq"),
        "{}",
        session.screen()
    );
}

#[test]
fn the_lists_are_gone_through_both_ways() {
    let mut session = travelled();
    let first = session.styled_screen();
    assert_ne!(session.press("tab").styled_screen(), first);
    assert_eq!(session.press("shift-tab").styled_screen(), first);
    assert_eq!(session.press("tab tab tab").styled_screen(), first);
    session.press("tab enter");
    assert_eq!(session.place(), "contract/0.0.5001/results");
}
