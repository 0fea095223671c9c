//! Rust source as tokens: words and signs, without comments, strings and characters.

/// A token and the line it stands on, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    /// A word, `::`, or a single sign. A string or character literal is `"`.
    pub(crate) text: String,
    /// The line.
    pub(crate) line: usize,
}

/// The tokens of a source.
pub(crate) fn tokens(source: &str) -> Vec<Token> {
    let chars: Vec<char> = source.chars().collect();
    let mut tokens = Vec::new();
    let (mut at, mut line) = (0, 1);
    while let Some(&c) = chars.get(at) {
        let start = at;
        let text = match c {
            '/' if next(&chars, at) == '/' => {
                at = position(&chars, at, "\n");
                None
            }
            '/' if next(&chars, at) == '*' => {
                at = block_comment_end(&chars, at);
                None
            }
            '"' => {
                at = string_end(&chars, at);
                Some("\"".to_owned())
            }
            '\'' => {
                at = character_end(&chars, at);
                Some(if at > start + 1 { "\"" } else { "'" }.to_owned())
            }
            c if c.is_alphabetic() || c == '_' => {
                let end = word_end(&chars, at);
                at = raw_string_end(&chars, at, end).unwrap_or(end);
                let is_word = at == end;
                Some(if is_word { chars[start..end].iter().collect() } else { "\"".to_owned() })
            }
            c if c.is_ascii_digit() => {
                at = word_end(&chars, at);
                Some("0".to_owned())
            }
            ':' if next(&chars, at) == ':' => {
                at += 2;
                Some("::".to_owned())
            }
            c => {
                at += 1;
                (!c.is_whitespace()).then(|| c.to_string())
            }
        };
        tokens.extend(text.map(|text| Token { text, line }));
        line += chars[start..at.min(chars.len())].iter().filter(|c| **c == '\n').count();
    }
    tokens
}

fn next(chars: &[char], at: usize) -> char {
    chars.get(at + 1).copied().unwrap_or('\0')
}

/// Where `mark` stands from `at` on, or the end.
fn position(chars: &[char], at: usize, mark: &str) -> usize {
    let mark: Vec<char> = mark.chars().collect();
    (at..chars.len()).find(|&at| chars[at..].starts_with(&mark)).unwrap_or(chars.len())
}

fn block_comment_end(chars: &[char], mut at: usize) -> usize {
    let mut depth = 0;
    while at < chars.len() {
        match (chars[at], next(chars, at)) {
            ('/', '*') => depth += 1,
            ('*', '/') => depth -= 1,
            _ => {
                at += 1;
                continue;
            }
        }
        at += 2;
        if depth == 0 {
            break;
        }
    }
    at
}

fn string_end(chars: &[char], mut at: usize) -> usize {
    at += 1;
    while at < chars.len() && chars[at] != '"' {
        at += if chars[at] == '\\' { 2 } else { 1 };
    }
    at + 1
}

/// Behind a character literal; behind the quote alone if it begins a lifetime.
fn character_end(chars: &[char], at: usize) -> usize {
    match (next(chars, at), chars.get(at + 2)) {
        ('\\', _) => position(chars, at + 3, "'") + 1,
        (_, Some('\'')) => at + 3,
        _ => at + 1,
    }
}

fn word_end(chars: &[char], at: usize) -> usize {
    (at..chars.len()).find(|&at| !(chars[at].is_alphanumeric() || chars[at] == '_')).unwrap_or(chars.len())
}

/// Behind the string literal that the prefix between `at` and `end` begins (`r#"`, `b"`, `br"`), if it does.
fn raw_string_end(chars: &[char], at: usize, end: usize) -> Option<usize> {
    let prefix: String = chars[at..end].iter().collect();
    match prefix.as_str() {
        "b" | "c" if chars.get(end) == Some(&'"') => Some(string_end(chars, end)),
        "b" if chars.get(end) == Some(&'\'') => Some(character_end(chars, end)),
        "r" | "br" | "cr" => {
            let hashes = chars[end..].iter().take_while(|c| **c == '#').count();
            let opens = chars.get(end + hashes) == Some(&'"');
            let close = format!("\"{}", "#".repeat(hashes));
            opens.then(|| position(chars, end + hashes + 1, &close) + close.len())
        }
        _ => None,
    }
}

#[test]
fn comments_and_literals_are_passed_over() {
    let source = "a // b\n/* c /* d */ e */ f \"g \\\" h\" 'i' '\\'' b'\\\\' r#\"j\"k\"# <'l> m::n r#\"";
    let tokens = tokens(source);
    let words: Vec<&str> = tokens.iter().map(|token| token.text.as_str()).collect();
    let quote = "\"";
    assert_eq!(
        words,
        ["a", "f", quote, quote, quote, quote, quote, "<", "'", "l", ">", "m", "::", "n", quote]
    );
    assert_eq!(tokens[1].line, 2);
}
