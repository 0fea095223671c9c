//! Labels: given to what is selected, and shown wherever it appears.

use hieroscope::message::{Command, Export, Exported};

use crate::support::Session;

const RESULTS: &str = "contract/0.0.5001/results";

/// A session at this place in which a sender and a contract have labels.
fn labelled(place: &str) -> Session {
    let mut session = Session::at("contract/0.0.5001");
    session.press("l").type_text("vault").press("enter");
    session.press("l shift-tab ctrl-u").paste("0.0.1024").press("tab").type_text("deployer").press("enter");
    let saved = session.saved().clone();
    assert_eq!(saved.labels.len(), 2, "{:?}", saved.labels);
    Session::started(place, saved)
}

#[test]
fn the_selected_value_gets_a_label_and_loses_it() {
    let mut session = Session::at(RESULTS).size(100, 24);
    session.press("l");
    insta::assert_snapshot!("form", session.styled_screen());
    session.type_text("deployer").press("tab").type_text("of the release").press("enter");
    insta::assert_snapshot!("in_a_list", session.styled_screen());
    session.press("l");
    assert!(session.screen().contains("of the release"), "{}", session.screen());
    session.press("ctrl-u enter");
    assert!(session.saved().labels.is_empty(), "{:?}", session.saved().labels);
    assert!(session.screen().contains("has no label any more"), "{}", session.screen());
}

#[test]
fn labels_are_shown_after_a_restart() {
    for (name, place) in [("list", RESULTS), ("contract", "contract/0.0.5001")] {
        let session = labelled(place).size(120, 30);
        insta::assert_snapshot!(format!("labelled_{name}"), session.styled_screen());
    }
    let mut session = labelled(RESULTS).size(120, 30);
    session.press("enter");
    insta::assert_snapshot!("labelled_result", session.styled_screen());
}

#[test]
fn a_label_is_found_by_the_address_of_the_same_contract() {
    let session = labelled("contract/0.0.5001");
    let screen = session.screen();
    let address = screen.lines().find(|line| line.contains("EVM address")).unwrap_or_default();
    assert!(address.contains("vault"), "{screen}");
}

#[test]
fn what_would_be_taken_for_something_else_is_refused_at_the_form() {
    let mut session = Session::at("contract/0.0.5001");
    session.press("l").type_text("0.0.1003").press("enter");
    assert!(session.screen().contains("would be taken for it"), "{}", session.screen());
    session.press("shift-tab ctrl-u").type_text("nothing").press("enter");
    assert!(session.screen().contains("is no id, address, transaction id or hash"), "{}", session.screen());
    assert!(session.saved().labels.is_empty());
}

#[test]
fn a_local_filter_names_a_label_and_a_text_finds_it() {
    let mut session = labelled(RESULTS).size(120, 20);
    session.press("/").type_text("from=@de");
    insta::assert_snapshot!("local_filter", session.styled_screen());
    session.press("tab enter");
    let screen = session.screen();
    assert!(screen.contains("/ from=@deployer"), "{screen}");
    assert!(screen.contains("deployer") && !screen.contains("0.0.1038"), "{screen}");
    session.press("esc /").type_text("eploye").press("enter");
    assert!(session.screen().contains("deployer") && !session.screen().contains("0.0.1038"));
}

#[test]
fn a_filter_of_the_server_takes_a_label_and_sends_what_has_it() {
    let mut session = labelled(RESULTS).size(120, 30);
    session.press("f").type_text("@nobody");
    assert!(session.screen().contains("no label @nobody on demo"), "{}", session.screen());
    session.press("ctrl-u").type_text("depl").press("right enter");
    assert_eq!(session.place(), "contract/0.0.5001/results?from=0.0.1024");
    assert!(session.screen().contains("from deployer 0.0.1024 ✕"), "{}", session.screen());
}

#[test]
fn the_palette_finds_what_has_a_label() {
    let mut session = labelled("home").size(120, 30);
    session.press(":").type_text("vault");
    insta::assert_snapshot!("palette", session.styled_screen());
    session.press("enter");
    assert_eq!(session.place(), "contract/0.0.5001");
    session.press(":").type_text("results @vault from @deployer").press("enter");
    assert_eq!(session.place(), "contract/0.0.5001/results?from=0.0.1024");
}

#[test]
fn a_place_is_bookmarked_with_a_note_and_home_lists_it() {
    let mut session = labelled("contract/0.0.5001/results?from=0.0.1024").size(100, 24);
    session.press("g b").type_text("what the script did");
    insta::assert_snapshot!("bookmark_form", session.styled_screen());
    session.press("enter");
    let mut home = Session::started("home", session.saved().clone()).size(120, 40);
    insta::assert_snapshot!("bookmark_at_home", home.styled_screen());
    home.press("tab enter");
    assert_eq!(home.place(), "contract/0.0.5001/results?from=0.0.1024");
    home.press("g b tab right enter");
    assert!(home.saved().bookmarks.is_empty(), "{:?}", home.saved().bookmarks);
}

#[test]
fn labels_and_bookmarks_are_listed_edited_and_forgotten() {
    let mut session = labelled("labels").size(100, 20);
    session.press("g b").type_text("all of them").press("enter");
    insta::assert_snapshot!("pane", session.styled_screen());
    session.press("/").type_text("name=vault").press("enter I");
    session.press("ctrl-u").type_text("safe").press("enter");
    assert!(session.saved().labels.iter().any(|label| label.name.escaped() == "safe"));
    session.press("esc /").type_text("safe").press("enter x");
    assert_eq!(session.saved().labels.len(), 1, "{:?}", session.saved().labels);
    session.press("esc enter");
    assert_eq!(session.place(), "account/0.0.1024");
    let empty = Session::at("labels").size(100, 20);
    insta::assert_snapshot!("pane_empty", empty.styled_screen());
}

#[test]
fn a_file_of_labels_is_written_and_taken_without_replacing_anything_unasked() {
    let mut session = labelled("labels");
    session.press("W enter");
    let text = session.carried().iter().find_map(|command| match command {
        Command::Export(Export { what: Exported::Text(text), .. }) => Some(text.clone()),
        _ => None,
    });
    let text = text.unwrap();
    assert!(text.contains("of = \"0.0.1024\"\nname = \"deployer\""), "{text}");

    let file = tempfile::NamedTempFile::new().unwrap();
    let more = "\n[[label]]\nnetwork = \"demo\"\nof = \"0.0.1003\"\nname = \"bot\"\n\n[[label]]\nnetwork = \"other\"\nof = \"0.0.1\"\nname = \"x\"\n";
    std::fs::write(file.path(), text.replace("deployer", "thief") + more).unwrap();
    let path = file.path().to_str().unwrap();
    session.press("esc a").paste(path).press("enter");
    let screen = session.screen();
    assert!(screen.contains("1 new, 1 the same, 1 different, 1 of other networks left out"), "{screen}");
    assert_eq!(session.saved().labels.len(), 2, "nothing is taken before one has seen it");
    session.press("enter");
    let names = |session: &Session| {
        let mut names: Vec<_> = session.saved().labels.iter().map(|label| label.name.escaped()).collect();
        names.sort();
        names
    };
    assert_eq!(names(&session), ["bot", "deployer", "vault"]);
    session.press("a").paste(path).press("tab right enter enter");
    assert_eq!(names(&session), ["bot", "thief", "vault"]);
    std::fs::write(file.path(), "[[label]]\nnetwork = \"demo\"\nof = \"0.0.2\"\nname = \"0.0.3\"\n").unwrap();
    session.press("a").paste(path).press("enter");
    assert!(session.screen().contains("line 1: a label that reads as an id"), "{}", session.screen());
}

#[test]
fn an_address_that_a_decoded_line_shortens_has_its_label_before_it() {
    let mut session = Session::at("contract/0.0.5001");
    let address = "0xb0551e9ecceb06cf6ea2879174aaf4da84633e85";
    session.press("l shift-tab ctrl-u").paste(address).press("tab").type_text("pool").press("enter");
    let session = Session::started("contract/0.0.5002/logs", session.saved().clone());
    let screen = session.screen();
    assert!(screen.contains("from pool 0xb0551e9e…3e85"), "{screen}");
}
