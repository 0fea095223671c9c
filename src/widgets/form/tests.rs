//! A form in less room than it needs.

use super::*;
use crate::message::Settings;

#[test]
fn the_field_that_has_the_focus_is_in_view() {
    let theme = Theme::new(&Settings::default());
    let names = ["first", "second", "third", "fourth"];
    let mut form = Form::new(names.map(|name| FormField::text(name, name, "", "")).to_vec());
    let area = Rect::new(0, 3, 30, 2);
    for (name, row) in [("first", 3), ("second", 4), ("third", 4), ("fourth", 4), ("second", 4)] {
        form.focus(name);
        let mut buf = Buffer::empty(Rect::new(0, 0, 30, 6));
        let cursor = form.view(&theme, area, &[], &mut buf).unwrap();
        assert_eq!(cursor.y, row, "{name}");
        let line: String = (0..30).map(|x| buf[(x, row)].symbol()).collect();
        assert!(line.contains(name), "{name}: {line}");
    }
    form.focus("fourth");
    form.click(3, area);
    assert_eq!(form.focused(), "third", "what is clicked is what is in view there");
}
