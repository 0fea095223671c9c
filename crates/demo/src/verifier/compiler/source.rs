//! The part of Solidity that the embedded compiler understands: tokens, definitions and imports.

use alloy_primitives::{B256, keccak256};

/// A token and where it begins, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'a> {
    pub(super) at: usize,
    pub(super) text: &'a str,
}

/// The tokens of a source, without comments and blanks.
pub(super) fn tokens(source: &str) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let (length, counts) = match first {
            blank if blank.is_whitespace() => (blank.len_utf8(), false),
            '/' if rest.starts_with("//") => (rest.find('\n').unwrap_or(rest.len()), false),
            '/' if rest.starts_with("/*") => {
                let inner = rest.get(2..).and_then(|inner| inner.find("*/"));
                (inner.map_or(rest.len(), |end| end + 4), false)
            }
            '"' | '\'' => (quoted(rest, first), true),
            letter if in_word(letter) => (rest.find(|c| !in_word(c)).unwrap_or(rest.len()), true),
            sign => (sign.len_utf8(), true),
        };
        let Some((text, after)) = rest.split_at_checked(length) else { break };
        if counts {
            found.push(Token { at: source.len() - rest.len(), text });
        }
        rest = after;
    }
    found
}

/// A hash of the tokens: the same for sources that differ in comments and blanks only.
pub(super) fn code_hash(source: &str) -> B256 {
    let texts: Vec<&str> = tokens(source).iter().map(|token| token.text).collect();
    keccak256(texts.join("\0"))
}

/// Whether the contract, interface or library of this name has code, if it is defined among the tokens: an interface
/// and an abstract contract have none.
pub(super) fn has_code(tokens: &[Token<'_>], name: &str) -> Option<bool> {
    let place = tokens.windows(2).position(|pair| {
        matches!(pair, [kind, named] if named.text == name && matches!(kind.text, "contract" | "interface" | "library"))
    })?;
    let kind = tokens.get(place)?.text;
    let before = place.checked_sub(1).and_then(|at| tokens.get(at));
    let abstracted = before.is_some_and(|token| token.text == "abstract");
    Some(kind != "interface" && !abstracted)
}

/// The imports among the tokens: the token `import`, that of the path, and the path in full, seen from `file`.
pub(super) fn imports<'a>(tokens: &[Token<'a>], file: &str) -> Vec<(Token<'a>, Token<'a>, String)> {
    let mut found = Vec::new();
    for statement in tokens.split(|token| token.text == ";") {
        let is_path = |token: &&Token<'_>| token.text.starts_with(['"', '\'']);
        if let (Some(first), Some(path)) = (statement.first(), statement.iter().find(is_path))
            && first.text == "import"
        {
            let given = path.text.trim_matches(['"', '\'']);
            found.push((*first, *path, resolve(given, file)));
        }
    }
    found
}

/// A path that begins with `.` or `..` starts from the folder of `file`; any other is whole.
fn resolve(given: &str, file: &str) -> String {
    if !given.starts_with("./") && !given.starts_with("../") {
        return given.to_owned();
    }
    let mut parts: Vec<&str> = file.split('/').collect();
    parts.pop();
    for part in given.split('/') {
        match part {
            "." | "" => {}
            ".." => {
                parts.pop();
            }
            name => parts.push(name),
        }
    }
    parts.join("/")
}

/// The length of the string literal at the start of `rest`, with its quotes. It ends with its line at the latest.
fn quoted(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            '\n' => return at,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return at + quote.len_utf8(),
            _ => {}
        }
    }
    rest.len()
}

fn in_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}
