//! The words and signs of a Solidity source: enough of its grammar to find contracts and imports.

/// They, without comments; a string is one of them, in its quotes.
pub(super) struct Tokens<'a>(pub(super) &'a str);

impl<'a> Iterator for Tokens<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        loop {
            let rest = self.0.trim_start();
            let first = rest.chars().next()?;
            let after = |end: Option<usize>| end.and_then(|end| rest.get(end..)).unwrap_or_default();
            if rest.starts_with("//") {
                self.0 = after(rest.find(['\n', '\r']));
            } else if rest.starts_with("/*") {
                self.0 = after(rest.get(2..).and_then(|inner| inner.find("*/")).map(|at| at + 4));
            } else {
                let word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$');
                let end = match first {
                    '"' | '\'' => string_end(rest, first).unwrap_or(rest.len()),
                    first if word(first) => rest.find(|c| !word(c)).unwrap_or(rest.len()),
                    first => first.len_utf8(),
                };
                let (token, left) = rest.split_at_checked(end)?;
                self.0 = left;
                return Some(token);
            }
        }
    }
}

/// Where a string that begins with this quote ends; a line's end ends it, too, as the compiler would complain.
fn string_end(text: &str, quote: char) -> Option<usize> {
    let mut escaped = false;
    text.char_indices().skip(1).find_map(|(at, c)| {
        let ends = !escaped && (c == quote || c == '\n');
        escaped = !escaped && c == '\\';
        ends.then_some(at + c.len_utf8())
    })
}
