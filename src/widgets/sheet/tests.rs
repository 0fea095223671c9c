//! Selections, and values that are shown whole.

use super::*;

fn sheet() -> Sheet {
    Sheet::default()
        .heading("identity")
        .fact("id", Value::plain("0.0.1"))
        .fact("memo", Value::plain("x"))
        .heading("code")
        .fact("size", Value::plain("1"))
}

#[test]
fn the_whole_value_never_hides_its_own_row_nor_mixes_with_others() {
    let long = "0123456789 ".repeat(6);
    let facts = (0..9).map(|at| format!("fact {at}"));
    let mut sheet =
        facts.fold(Sheet::default(), |sheet, label| sheet.fact(label, Value::plain(long.as_str())));
    let area = Rect::new(0, 0, 40, 9);
    for selected in 0..9 {
        sheet.scroll.selected = selected;
        let mut buf = Buffer::empty(area);
        sheet.view(&Theme::new(&crate::message::Settings::default()), area, &mut buf);
        let line = |row: u16| {
            (0..40).filter_map(|x| buf.cell((x, row))).map(ratatui::buffer::Cell::symbol).collect::<String>()
        };
        let lines: Vec<String> = (0..9).map(line).collect();
        assert!(lines.iter().any(|line| line.contains(&format!("fact {selected}"))), "{lines:#?}");
        assert_eq!(lines.iter().filter(|line| line.starts_with(" 0123456789 01")).count(), 1, "{lines:#?}");
        assert_eq!(lines.iter().filter(|line| line.contains("fact")).count(), 6, "{lines:#?}");
        assert!(lines.iter().any(|line| line.starts_with("────")), "{lines:#?}");
    }
}

#[test]
fn moves_skip_what_cannot_be_selected() {
    let mut sheet = sheet();
    sheet.act(Action::First, 20);
    assert_eq!(sheet.selected().map(|(label, _)| label), Some("id"));
    sheet.act(Action::Down, 20);
    sheet.act(Action::Down, 20);
    assert_eq!(sheet.selected().map(|(label, _)| label), Some("size"));
    assert_eq!((sheet.section(), Sheet::default().section()), (Some(1), None));
    sheet.act(Action::Up, 20);
    assert_eq!(sheet.selected().map(|(label, _)| label), Some("memo"));
}

#[test]
fn the_same_fact_stays_selected_when_the_sheet_is_built_again() {
    let mut old = sheet();
    old.act(Action::Last, 20);
    let new =
        Sheet::default().fact("more", Value::plain("1")).fact("size", Value::plain("2")).after(&old, 20);
    assert_eq!(new.selected().map(|(label, _)| label), Some("size"));
}

#[test]
fn rows_with_the_same_label_are_told_apart_by_their_values() {
    let rows = |values: &[&str]| {
        values.iter().fold(Sheet::default(), |sheet, value| sheet.fact("event", Value::plain(*value)))
    };
    let mut old = rows(&["a", "b", "c"]);
    old.act(Action::Down, 20);
    assert_eq!(old.ordinal(), 1);
    let new = Sheet::default().fact("call", Value::plain("x")).below(rows(&["a", "b"])).after(&old, 20);
    assert_eq!(new.selected().map(|(_, value)| value.line()), Some("b".to_owned()));
    let gone = rows(&["d", "e", "f"]).after(&old, 20);
    assert_eq!(gone.ordinal(), 1, "a value that changes keeps its row");
}

#[test]
fn a_sheet_says_that_it_leaves_rows_out() {
    let facts =
        |count: usize| (0..count).fold(Sheet::default(), |sheet, _| sheet.fact("x", Value::default()));
    assert!(facts(Sheet::MAX_ROWS).rows.iter().all(|row| row.kind == Kind::Fact));
    let sheet = facts(Sheet::MAX_ROWS + 50);
    assert_eq!(sheet.len(), Sheet::MAX_ROWS + 1);
    assert_eq!(sheet.rows.last().map(|row| row.value.line()).as_deref(), Some(LEFT_OUT));
}
