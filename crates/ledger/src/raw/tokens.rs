//! Splits a line of JSON into tokens. Accepts any text, JSON or not.

/// A part of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JsonToken {
    /// A field's name, in quotes.
    Key,
    /// A text in quotes.
    Quoted,
    Number,
    /// `true`, `false`, and text that is not valid JSON.
    Word,
    Null,
    /// Punctuation: brackets, colons, commas.
    Mark,
}

/// The parts of a line that is laid out, at most so many characters of it: each with where it ends in bytes.
pub(super) fn tokens(line: &str) -> Vec<(usize, JsonToken)> {
    let mut parts = Vec::new();
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let (len, token) = match first {
            '"' => {
                let len = quoted(rest);
                let is_key = rest.get(len..).is_some_and(|after| after.starts_with(':'));
                (len, if is_key { JsonToken::Key } else { JsonToken::Quoted })
            }
            first if is_mark(first) => (first.len_utf8(), JsonToken::Mark),
            first => {
                let len = rest.find(|c| is_mark(c) || c == '"').unwrap_or(rest.len());
                let token = match first {
                    '-' | '0'..='9' => JsonToken::Number,
                    _ if rest.get(..len) == Some("null") => JsonToken::Null,
                    _ => JsonToken::Word,
                };
                (len, token)
            }
        };
        let end = line.len() - rest.len() + len;
        match parts.last_mut() {
            Some((last, same)) if *same == token => *last = end,
            _ => parts.push((end, token)),
        }
        rest = line.get(end..).unwrap_or_default();
    }
    parts
}

fn is_mark(c: char) -> bool {
    matches!(c, '{' | '}' | '[' | ']' | ':' | ',' | ' ')
}

/// How many bytes the text in quotes takes at the beginning of this.
fn quoted(text: &str) -> usize {
    let mut escaped = false;
    let end = text.char_indices().skip(1).find(|(_, c)| {
        let ends = *c == '"' && !escaped;
        escaped = *c == '\\' && !escaped;
        ends
    });
    end.map_or(text.len(), |(at, _)| at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_a_name_a_value_and_marks() {
        use JsonToken::{Key, Mark, Null, Number, Quoted, Word};
        let read = |line: &str| tokens(line).into_iter().map(|(_, token)| token).collect::<Vec<_>>();
        assert_eq!(read(r#"  "a\": {": "b: 1","#), [Mark, Key, Mark, Quoted, Mark]);
        assert_eq!(read(r#""b","#), [Quoted, Mark]);
        assert_eq!(read(r#""n": -1.50e3"#), [Key, Mark, Number]);
        assert_eq!((read("null,"), read("true"), read("<html>")), (vec![Null, Mark], vec![Word], vec![Word]));
        assert_eq!(read(r#""open"#), [Quoted]);
    }

    proptest::proptest! {
        #[test]
        fn any_text_has_parts_to_its_end(text: String) {
            let parts = tokens(&text);
            proptest::prop_assert_eq!(parts.last().map_or(0, |(end, _)| *end), text.len());
            proptest::prop_assert!(parts.iter().all(|(end, _)| text.is_char_boundary(*end)));
        }
    }
}
