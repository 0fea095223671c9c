//! Typing, pasting and moving about, with any text.

use super::*;
use crate::message::Settings;

fn press(area: &mut TextArea, key: Key, mods: Mods) -> Typed {
    area.input(&Input::Key(KeyInput::new(key, mods)), 10)
}

fn paste(area: &mut TextArea, text: &str) -> Typed {
    area.input(&Input::Paste(text.to_owned()), 10)
}

#[test]
fn every_kind_of_line_break_begins_a_line() {
    for text in ["a\nb\n\nc", "a\r\nb\r\n\r\nc", "a\rb\r\rc"] {
        let mut area = TextArea::default();
        assert_eq!(paste(&mut area, text), Typed::Edited);
        assert_eq!(area.lines(), ["a", "b", "", "c"], "{text:?}");
    }
}

#[test]
fn a_paste_goes_to_the_cursor_and_return_splits_a_line() {
    let mut area = TextArea::holding("onetwo");
    for _ in 0..3 {
        press(&mut area, Key::Left, Mods::NONE);
    }
    press(&mut area, Key::Enter, Mods::NONE);
    paste(&mut area, "x\ny");
    assert_eq!(area.text(), "one\nx\nytwo");
    press(&mut area, Key::Backspace, Mods::NONE);
    press(&mut area, Key::Backspace, Mods::NONE);
    assert_eq!((area.text().as_str(), area.number()), ("one\nxtwo", 2));
    press(&mut area, Key::Home, Mods::CTRL);
    press(&mut area, Key::Char('k'), Mods::CTRL);
    press(&mut area, Key::Char('k'), Mods::CTRL);
    press(&mut area, Key::Delete, Mods::NONE);
    assert_eq!(area.text(), "two");
}

#[test]
fn the_cursor_moves_by_graphemes_and_never_between_their_bytes() {
    let mut area = TextArea::holding("aé👩‍👩‍👧‍👦\nxy日本z");
    for key in [Key::Up, Key::End, Key::Backspace, Key::Down, Key::Left, Key::Up, Key::Right, Key::Down] {
        press(&mut area, key, Mods::NONE);
        press(&mut area, Key::Char('.'), Mods::NONE);
    }
    assert!(area.text().starts_with("aé"));
    for _ in 0..40 {
        press(&mut area, Key::Backspace, Mods::NONE);
        press(&mut area, Key::Delete, Mods::NONE);
    }
    assert!(area.is_empty());
}

#[test]
fn what_is_too_much_is_not_taken_in_half() {
    let mut area = TextArea::default();
    assert_eq!(paste(&mut area, &"x".repeat(TextArea::MAX_BYTES)), Typed::Ignored);
    assert!(area.is_empty());
}

#[test]
fn a_line_that_is_too_long_is_seen_where_the_cursor_is() {
    let theme = Theme::new(&Settings::default());
    let area = TextArea::holding(&format!("{}end", "x".repeat(50)));
    let mut buf = Buffer::empty(Rect::new(0, 0, 20, 1));
    let cursor = area.view(&theme, buf.area, |_| Mark::default(), &mut buf);
    let row: String = buf.content.iter().map(ratatui::buffer::Cell::symbol).collect();
    assert_eq!(row.trim_end(), "   1   xxxxxxxxxend");
    assert_eq!(cursor, Some(Position { x: 19, y: 0 }));
}

proptest::proptest! {
    #[test]
    fn no_input_harms_it(inputs in proptest::collection::vec((0_u8..14, "[a-z日\u{301}\r\n\u{202e}]{0,9}"), 0..60)) {
        let keys = [
            Key::Up, Key::Down, Key::Left, Key::Right, Key::Home, Key::End, Key::Backspace, Key::Delete,
            Key::Enter, Key::PageUp, Key::PageDown, Key::Char('k'), Key::Char('u'),
        ];
        let theme = Theme::new(&Settings::default());
        let mut area = TextArea::default();
        for (what, text) in inputs {
            match keys.get(usize::from(what)) {
                Some(key @ (Key::Char(_) | Key::Home)) => drop(press(&mut area, *key, Mods::CTRL)),
                Some(key) => drop(press(&mut area, *key, Mods::NONE)),
                None => drop(paste(&mut area, &text)),
            }
            proptest::prop_assert!(area.line().is_char_boundary(area.column));
            let mut buf = Buffer::empty(Rect::new(0, 0, 12, 3));
            proptest::prop_assert!(area.view(&theme, buf.area, |_| Mark::default(), &mut buf).is_some());
        }
    }
}
