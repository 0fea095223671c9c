//! The tree of a document's lines: opening and closing lines, items, and paths.

use std::ops::Range;

use super::lines::{Lines, place};
use super::{NONE, number};
use crate::text::visible;

/// Maximum number of steps of a path that is shown, and of bytes of a name in it.
const MAX_SHOWN_STEPS: usize = 64;
const MAX_SHOWN_NAME_BYTES: usize = 256;

impl Lines {
    /// The line that closes the value opened by this line.
    pub fn closing(&self, at: usize) -> Option<usize> {
        self.line(at)
            .filter(|line| line.partner != NONE)
            .map(|line| place(line.partner))
            .filter(|end| *end > at)
    }

    /// The line with which the value of this line begins: another one if it closes something.
    pub fn opening(&self, at: usize) -> usize {
        let partner = self.line(at).filter(|line| line.partner != NONE).map(|line| place(line.partner));
        partner.filter(|opening| *opening < at).unwrap_or(at)
    }

    /// The opening lines of the values that contain a line, innermost first.
    pub fn around(&self, at: usize) -> impl Iterator<Item = usize> {
        let parent = |at: &usize| {
            let line = self.line(*at).filter(|line| line.parent != NONE)?;
            Some(place(line.parent)).filter(|parent| parent < at)
        };
        std::iter::successors(parent(&self.opening(at)), parent)
    }

    /// The first lines of the items of the value opened by this line.
    pub fn items(&self, at: usize) -> impl Iterator<Item = usize> {
        let end = self.closing(at).unwrap_or(at);
        let after = move |item: &usize| self.closing(*item).unwrap_or(*item) + 1;
        std::iter::successors(Some(at + 1), move |item| Some(after(item))).take_while(move |item| *item < end)
    }

    /// The number of items of the value opened by this line, and whether they are fields.
    pub fn count(&self, at: usize) -> Option<(usize, bool)> {
        let end = self.closing(at)?;
        let last = self.line(self.opening(end.checked_sub(1)?))?;
        let count = if last.parent == number(at) { place(last.place) + 1 } else { 0 };
        Some((count, self.piece(self.line(at)?).ends_with('{')))
    }

    /// The key of a line's value, as received: in quotes.
    pub fn key(&self, at: usize) -> Option<&str> {
        let line = self.line(self.opening(at)).filter(|line| line.colon != NONE)?;
        self.raw.raw().get(place(line.start)..place(line.colon)).map(str::trim_end)
    }

    /// Where the value of a line is, in bytes.
    pub fn value(&self, at: usize) -> Range<usize> {
        let at = self.opening(at);
        let (Some(line), Some(last)) = (self.line(at), self.line(self.closing(at).unwrap_or(at))) else {
            return 0..0;
        };
        let start = if line.colon == NONE { line.start } else { line.colon.saturating_add(1) };
        let (start, end) = (place(start), place(last.end));
        let text = self.raw.raw().get(start..end).unwrap_or_default();
        let value = text.trim_end();
        let value = value.strip_suffix(',').unwrap_or(value).trim_end();
        let start = start + value.len() - value.trim_start().len();
        start..start + value.trim_start().len()
    }

    /// The path of a line's value, such as `.logs[2].topics[0]`.
    pub fn path(&self, at: usize) -> String {
        self.joined(at, usize::MAX, usize::MAX)
    }

    /// The path of a line's value as it is shown: a very long one is cut at its beginning.
    pub fn shown_path(&self, at: usize) -> String {
        visible(&self.joined(at, MAX_SHOWN_STEPS, MAX_SHOWN_NAME_BYTES))
    }

    fn joined(&self, at: usize, most_steps: usize, most_bytes: usize) -> String {
        let at = self.opening(at);
        let all = std::iter::once(at).chain(self.around(at));
        let mut steps: Vec<String> = Vec::new();
        for at in all {
            let Some(line) = self.line(at) else { break };
            if steps.len() == most_steps {
                steps.push("…".to_owned());
                break;
            }
            steps.push(match self.key(at) {
                _ if line.parent == NONE => {
                    let part = self.parts.get(place(line.place));
                    part.map(|part| part.path.clone()).unwrap_or_default()
                }
                Some(key) => name_step(key, most_bytes),
                None => format!("[{}]", line.place),
            });
        }
        let joined: String = steps.into_iter().rev().collect();
        match joined.strip_prefix('.') {
            Some(rest) if rest.starts_with('.') => rest.to_owned(),
            _ => joined,
        }
    }
}

/// A step to a field: `.name`, or `["its name"]` where that is no word.
fn name_step(key: &str, most_bytes: usize) -> String {
    let name = key.trim_matches('"');
    let is_word = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    let cut = |text: &str| match text.get(..text.floor_char_boundary(most_bytes)) {
        Some(start) if start.len() < text.len() => format!("{start}…"),
        _ => text.to_owned(),
    };
    if is_word { format!(".{}", cut(name)) } else { format!("[{}]", cut(key)) }
}

#[cfg(test)]
mod tests {
    use super::super::{Part, RawJson};
    use super::*;

    const TREE: &str = r#"{"logs":[{"topics":["0x1",{"a b":null}]},[]],"n":1,"o":{"p": [2, 3]}}"#;

    #[test]
    fn every_line_has_a_path_a_value_and_what_it_is_in() {
        let lines = Lines::new(&RawJson::new(TREE));
        let at = |text: &str| lines.all().position(|line| line.trim() == text).unwrap();
        let seen = |text: &str| (lines.path(at(text)), lines.raw.raw().get(lines.value(at(text))).unwrap());
        assert_eq!(seen(r#""0x1","#), (".logs[0].topics[0]".to_owned(), "\"0x1\""));
        assert_eq!(seen(r#""a b": null"#), (r#".logs[0].topics[1]["a b"]"#.to_owned(), "null"));
        assert_eq!(seen(r#""p": ["#), (".o.p".to_owned(), "[2, 3]"));
        assert_eq!(seen("{"), (".".to_owned(), TREE));
        assert_eq!(seen("[]"), (".logs[1]".to_owned(), "[]"));
        let closing = lines.closing(at(r#""p": ["#)).unwrap();
        assert_eq!((lines.path(closing), lines.key(closing)), (".o.p".to_owned(), Some("\"p\"")));
        assert_eq!(lines.around(at("3")).collect::<Vec<_>>(), [at(r#""p": ["#), at(r#""o": {"#), 0]);
        let counts = ["{", r#""logs": ["#, r#""topics": ["#, "2,"].map(|text| lines.count(at(text)));
        assert_eq!(counts, [Some((3, true)), Some((2, false)), Some((2, false)), None]);
        assert_eq!(
            lines.items(0).collect::<Vec<_>>(),
            [at(r#""logs": ["#), at("\"n\": 1,"), at(r#""o": {"#)]
        );
    }

    #[test]
    fn parts_of_a_document_keep_their_paths_and_are_lines_one_below_the_other() {
        let raw = RawJson::new(TREE);
        let all = Lines::new(&raw);
        let part = |path: &str| {
            let at = (0..all.len()).find(|at| all.path(*at) == path).unwrap();
            Part { range: all.value(at), path: path.to_owned() }
        };
        let lines = Lines::of_parts(&raw, vec![part(".n"), part(".o"), part(".logs[0].topics[0]")]);
        assert_eq!(
            lines.all().collect::<Vec<_>>(),
            ["1", "{", "  \"p\": [", "    2,", "    3", "  ]", "}", "\"0x1\""]
        );
        assert_eq!(
            (lines.path(0), lines.path(4), lines.path(7)),
            (".n".into(), ".o.p[1]".into(), ".logs[0].topics[0]".into())
        );
        assert_eq!(lines.text(), "1\n{\"p\": [2, 3]}\n\"0x1\"");
        assert_eq!(Lines::new(&RawJson::new("[7]")).path(1), ".[0]");
    }

    #[test]
    fn a_path_without_end_is_shown_from_its_end() {
        let deep = Lines::new(&RawJson::new(format!("{}1{}", "[".repeat(999), "]".repeat(999))));
        let shown = deep.shown_path(999);
        assert!(shown.starts_with("…[0]") && shown.len() < 300, "{shown}");
        assert_eq!(deep.path(999).len(), 1 + 999 * 3);
        let long = Lines::new(&RawJson::new(format!("{{\"{}\":1}}", "é".repeat(999))));
        assert!(long.shown_path(1).len() < 300 && long.path(1).len() > 1_998);
    }

    proptest::proptest! {
        #[test]
        fn any_brackets_can_be_walked(text in r#"[\[\]{},:"a 1]{0,40}"#) {
            let lines = Lines::new(&RawJson::new(text));
            for at in 0..lines.len() {
                proptest::prop_assert!(lines.items(at).count() <= lines.len());
                proptest::prop_assert!(lines.around(at).count() <= lines.len());
                let _ = (lines.path(at), lines.key(at), lines.count(at), lines.value(at));
            }
        }
    }
}
