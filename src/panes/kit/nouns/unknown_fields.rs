//! Fields that the program does not know, as a tree of names and values.

use ledger::raw::Lines;
use ledger::{RawJson, Text};

use crate::widgets::{Role, Sheet, Value};

/// One line of the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Line {
    depth: u16,
    label: String,
    value: Value,
}

/// Adds every unknown field to a sheet.
pub fn add(sheet: Sheet, unknown: &[(Text, RawJson)]) -> Sheet {
    if unknown.is_empty() {
        return sheet;
    }
    unknown.iter().fold(sheet.heading("Other fields"), |sheet, (name, json)| {
        lines(name, json)
            .into_iter()
            .fold(sheet, |sheet, line| sheet.inner(line.depth, line.label, line.value))
    })
}

/// The field's own line, which copies all of it, and a line for every member and element below it.
fn lines(name: &Text, json: &RawJson) -> Vec<Line> {
    let text: Vec<String> = Lines::new(json).all().collect();
    let mut tree = Vec::with_capacity(text.len());
    // How many elements each open array has had; `None` for an open object.
    let mut open: Vec<Option<usize>> = Vec::new();
    for line in &text {
        let line = line.trim_start();
        let line = line.strip_suffix(',').unwrap_or(line);
        if matches!(line, "}" | "]") {
            open.pop();
            continue;
        }
        let (label, value) = match open.last_mut() {
            None => (name.escaped(), line),
            Some(None) => member(line),
            Some(Some(count)) => {
                *count += 1;
                (format!("[{}]", *count - 1), line)
            }
        };
        let depth = u16::try_from(open.len()).unwrap_or(u16::MAX).min(12);
        let value = match value {
            "{" => {
                open.push(None);
                Value::none("object")
            }
            "[" => {
                open.push(Some(0));
                Value::none("list")
            }
            value => scalar(value),
        };
        tree.push(Line { depth, label, value });
    }
    if let Some(first) = tree.first_mut().filter(|_| text.len() > 1) {
        first.value.copied = json.raw().into();
    }
    tree
}

/// Splits `"name": value`; the name is as sent, without its quotes.
fn member(line: &str) -> (String, &str) {
    let mut escaped = false;
    let end = line.char_indices().skip(1).find(|(_, c)| {
        let ends = *c == '"' && !escaped;
        escaped = *c == '\\' && !escaped;
        ends
    });
    let split = end.and_then(|(at, _)| {
        let name = line.get(1..at)?;
        Some((name.to_owned(), line.get(at + 1..)?.strip_prefix(": ")?))
    });
    split.unwrap_or((String::new(), line))
}

/// A value without members, as it was sent; a string is copied without its quotes.
fn scalar(json: &str) -> Value {
    let role = if json == "null" || json == "{}" || json == "[]" { Role::Dim } else { Role::Plain };
    let bare = json.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    Value::styled(role, json).copied(bare.unwrap_or(json))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown_lines(json: &str) -> Vec<(u16, String, String)> {
        let lines = lines(&Text::from("hooks"), &RawJson::new(json));
        lines.into_iter().map(|line| (line.depth, line.label, line.value.line())).collect()
    }

    fn line(depth: u16, label: &str, value: &str) -> (u16, String, String) {
        (depth, label.to_owned(), value.to_owned())
    }

    #[test]
    fn a_scalar_is_one_line() {
        assert_eq!(shown_lines("7"), [line(0, "hooks", "7")]);
        assert_eq!(shown_lines(r#""a, {b""#), [line(0, "hooks", r#""a, {b""#)]);
        assert_eq!(shown_lines("{}"), [line(0, "hooks", "{}")]);
    }

    #[test]
    fn members_and_elements_stand_below_what_holds_them() {
        assert_eq!(
            shown_lines(r#"[{"id":7,"calls":{"be\": fore":null,"e":[]}},"x"]"#),
            [
                line(0, "hooks", "list"),
                line(1, "[0]", "object"),
                line(2, "id", "7"),
                line(2, "calls", "object"),
                line(3, r#"be\": fore"#, "null"),
                line(3, "e", "[]"),
                line(1, "[1]", r#""x""#),
            ]
        );
    }

    #[test]
    fn the_whole_field_is_copied_as_it_was_sent() {
        let json = r#"{"a": 1.50}"#;
        let lines = lines(&Text::from("x"), &RawJson::new(json));
        assert_eq!(lines.first().map(|line| line.value.copied.clone()), Some(json.into()));
        assert_eq!(scalar(r#""text""#).copied, "text".into());
    }

    proptest::proptest! {
        #[test]
        fn any_text_makes_a_tree(text: String) {
            let _ = lines(&Text::from("x"), &RawJson::new(text));
        }
    }
}
