//! The screen itself leaves the program: as text, with its colours, or as a picture in a file.

use std::fs;
use std::path::Path;

use hieroscope::message::Command;

use crate::support::Session;

const RESULT: &str = "result/0.0.5001/1795216207.123456789";

fn copied(session: &Session) -> String {
    let mut texts = session.carried().iter().filter_map(|command| match command {
        Command::Copy(text) => Some(text.clone()),
        _ => None,
    });
    texts.next_back().unwrap_or_default()
}

/// Writes the screen to this path.
fn write(session: &mut Session, path: &Path) -> String {
    session.press("Y 3 ctrl-u").type_text(path.to_str().unwrap()).press("enter");
    session.screen()
}

#[test]
fn the_screen_is_copied_as_it_was_before_the_menu() {
    for (keys, size) in [("", (80, 24)), ("J z M", (120, 40))] {
        let mut session = Session::at(RESULT).size(size.0, size.1);
        let before = session.press(keys).screen();
        session.press("Y 1");
        let text = copied(&session);
        let lines = before.lines().filter(|line| !line.contains('─'));
        lines.for_each(|line| assert!(text.contains(line.trim_end()), "{line}: {text}"));
        session.press("Y 2");
        let mut terminal = vt100::Parser::new(size.1.try_into().unwrap(), size.0.try_into().unwrap(), 0);
        terminal.process(copied(&session).trim_end().replace('\n', "\r\n").as_bytes());
        let again = terminal.screen().contents();
        let first = text.lines().take(5).map(str::trim_end);
        first.for_each(|line| assert!(again.contains(line), "{line}: {again}"));
        assert!(copied(&session).contains("\u{1b}[1m"), "headings are bold");
    }
}

#[test]
fn the_screen_can_be_copied_where_nothing_else_can() {
    let mut session = Session::at("home");
    session.press("Y");
    assert!(session.screen().contains("screen as text"), "{}", session.screen());
    session.press("1");
    assert!(copied(&session).contains("hieroscope"), "{}", copied(&session));
}

#[test]
fn the_ending_of_the_path_chooses_the_form_and_no_file_is_overwritten() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name);
    let mut session = Session::at(RESULT);
    session.press("Y 3");
    assert!(session.screen().contains("result-0-0-5001-1795216207-123456789.svg"), "{}", session.screen());
    session.press("esc");
    let screen = write(&mut session, &path("screen.svg"));
    assert!(screen.contains("written to "), "{screen}");
    let picture = fs::read_to_string(path("screen.svg")).unwrap();
    assert!(picture.starts_with("<svg ") && picture.contains(">Summary<"), "{picture}");
    write(&mut session, &path("screen.TXT"));
    assert!(fs::read_to_string(path("screen.TXT")).unwrap().contains("Input/output"));
    write(&mut session, &path("screen.ans"));
    assert!(fs::read_to_string(path("screen.ans")).unwrap().contains("\u{1b}["));
    let screen = write(&mut session, &path("screen.png"));
    assert!(screen.contains("end the name with .svg"), "{screen}");
    session.press("esc");
    let screen = write(&mut session, &path("screen.ans"));
    assert!(screen.contains("exists already"), "{screen}");
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 3);
}

#[test]
fn a_picture_of_strangers_text_holds_no_markup_of_theirs() {
    let mut session = Session::at(RESULT);
    session.press("J /").type_text("<script>\"&'").press("enter");
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a.svg");
    write(&mut session, &path);
    let picture = fs::read_to_string(path).unwrap();
    assert!(picture.contains("&lt;script&gt;&quot;&amp;&apos;") && !picture.contains("<script"), "{picture}");
}
