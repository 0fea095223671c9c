//! Source text in colours: which part of each line is a comment, a string, a number or a word of the language.

use std::sync::Arc;

use ledger::Text;
use syntect::parsing::{ParseState, Scope, ScopeStack, ScopeStackOp, SyntaxReference, SyntaxSet};

use super::stop::Stop;

/// A text to colour, as input for an analysis.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SourceText {
    /// The file's name; its extension decides the language.
    pub name: Text,
    /// The language given to the compiler, if known: `Solidity`, `Vyper`.
    pub language: Option<Text>,
    /// The whole file; untrusted.
    pub text: Arc<str>,
}

/// The kind of a part of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Token {
    /// Anything else.
    Plain,
    /// Comments, including `NatSpec`.
    Comment,
    /// A quoted string.
    Quoted,
    /// A number, or a constant that the language names.
    Constant,
    /// A word of the language.
    Keyword,
    /// A name: a contract, a function, a type.
    Name,
}

/// The colours of a text: for each line, its parts as where they end in bytes, and what they are. Lines that are
/// not there are plain.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Colours {
    lines: Arc<[Vec<(usize, Token)>]>,
}

/// The grammars, as the build script wrote them.
const GRAMMARS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/grammars"));

/// Maximum number of bytes of a text that are read; what follows is plain.
const MAX_TEXT_BYTES: usize = 1 << 20;
/// Maximum number of lines that are read.
const MAX_LINES: usize = 20_000;
/// Maximum number of bytes of a line that is read: the patterns of a language may take long on a line without end.
const MAX_LINE_BYTES: usize = 1_000;

impl Colours {
    /// How many parts all lines have.
    pub fn parts(&self) -> usize {
        self.lines.iter().map(Vec::len).sum()
    }

    /// The parts of a line, counted from 0.
    pub fn line(&self, at: usize) -> &[(usize, Token)] {
        self.lines.get(at).map(Vec::as_slice).unwrap_or_default()
    }

    /// Highlights a text line by line. `None` if stopped.
    pub(crate) fn highlight(source: &SourceText, stop: &Stop) -> Option<Self> {
        let set: SyntaxSet = syntect::dumps::from_binary(GRAMMARS);
        let Some(syntax) = syntax(&set, source) else { return Some(Self::default()) };
        let kinds = Kinds::new();
        let mut state = ParseState::new(syntax);
        let mut scopes = ScopeStack::new();
        let mut read = 0;
        let mut lines = Vec::new();
        for line in source.text.split_inclusive('\n').take(MAX_LINES) {
            if stop.is_set() {
                return None;
            }
            read += line.len();
            if read > MAX_TEXT_BYTES {
                break;
            }
            if line.len() > MAX_LINE_BYTES {
                lines.push(Vec::new());
                continue;
            }
            let Ok(changes) = state.parse_line(line, &set) else { break };
            lines.push(parts(line, &changes, &mut scopes, &kinds));
        }
        Some(Self { lines: lines.into() })
    }
}

/// The parts of a line, where parts of the same kind that follow one another are one. Blanks belong to what is
/// before them.
fn parts(
    line: &str,
    changes: &[(usize, ScopeStackOp)],
    scopes: &mut ScopeStack,
    kinds: &Kinds,
) -> Vec<(usize, Token)> {
    let mut parts: Vec<(usize, Token)> = Vec::new();
    let length = line.trim_end_matches(['\n', '\r']).len();
    let blank = |start, end| line.get(start..end).is_some_and(|part| part.trim().is_empty());
    let mut push = |end: usize, token: Token| {
        let start = parts.last().map_or(0, |(end, _)| *end);
        match parts.last_mut() {
            _ if end <= start => {}
            Some((last, same)) if *same == token || blank(start, end) => *last = end,
            _ => parts.push((end, token)),
        }
    };
    for (at, change) in changes {
        push(length.min(*at), kinds.token_for(scopes));
        // A stack that a grammar leaves in disorder colours the rest of the line wrongly, and nothing else.
        let _ = scopes.apply(change);
    }
    push(length, kinds.token_for(scopes));
    parts
}

/// The grammar of a file, by its extension or the compiler's language. Yul is close enough to Solidity.
fn syntax<'a>(set: &'a SyntaxSet, source: &SourceText) -> Option<&'a SyntaxReference> {
    let name = source.name.escaped().to_ascii_lowercase();
    let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_owned()).unwrap_or_default();
    let language = source.language.as_ref().map(Text::escaped).unwrap_or_default();
    let known = ["json", "vy", "vyi", "sol", "yul"].contains(&ending.as_str());
    let word = if known { ending } else { language.to_ascii_lowercase() };
    let grammar = match word.as_str() {
        "json" => "JSON",
        "vy" | "vyi" | "vyper" => "Vyper",
        "sol" | "yul" | "solidity" => "Solidity",
        _ => return None,
    };
    set.find_syntax_by_name(grammar)
}

/// The beginnings of scopes that count, and what they are.
struct Kinds(Vec<(Scope, Token)>);

impl Kinds {
    fn new() -> Self {
        let kinds = [
            ("comment", Token::Comment),
            ("string", Token::Quoted),
            ("constant", Token::Constant),
            ("entity", Token::Name),
            ("support", Token::Name),
            ("variable.function", Token::Name),
            ("keyword.operator", Token::Plain),
            ("keyword", Token::Keyword),
            ("storage", Token::Keyword),
        ];
        let read = |(name, token)| Scope::new(name).ok().map(|scope| (scope, token));
        Self(kinds.into_iter().filter_map(read).collect())
    }

    /// The kind of the innermost known scope; comments and strings count as a whole.
    fn token_for(&self, scopes: &ScopeStack) -> Token {
        let kind = |scope: &Scope| {
            self.0.iter().find(|(known, _)| known.is_prefix_of(*scope)).map(|(_, token)| *token)
        };
        let mut whole = scopes.as_slice().iter().filter_map(kind);
        let outer = whole.clone().find(|token| matches!(token, Token::Comment | Token::Quoted));
        outer.or_else(|| whole.next_back()).unwrap_or(Token::Plain)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn colours(name: &str, language: Option<&str>, text: &str) -> Colours {
        let source = SourceText { name: name.into(), language: language.map(Text::from), text: text.into() };
        Colours::highlight(&source, &Stop::default()).unwrap()
    }

    /// The parts of a line as their texts.
    fn spans<'a>(colours: &Colours, at: usize, line: &'a str) -> Vec<(&'a str, Token)> {
        let mut start = 0;
        let parts = colours.line(at).iter().map(|(end, token)| {
            let part = line.get(start..*end).unwrap();
            start = *end;
            (part.trim(), *token)
        });
        parts.filter(|(part, token)| !part.is_empty() && *token != Token::Plain).collect()
    }

    #[test]
    fn a_contract_has_its_words_in_colours() {
        let text =
            "// SPDX\ncontract Box {\n    string s = \"a // b\"; /* more\n    of it */ uint n = 12;\n}\n";
        let read = colours("Box.sol", None, text);
        let line = |at: usize| spans(&read, at, text.lines().nth(at).unwrap());
        assert_eq!(line(0), [("// SPDX", Token::Comment)]);
        assert!(line(1).contains(&("Box", Token::Name)), "{:?}", line(1));
        assert!(line(2).contains(&("\"a // b\"", Token::Quoted)), "{:?}", line(2));
        assert!(line(2).contains(&("/* more", Token::Comment)), "{:?}", line(2));
        assert!(line(3).contains(&("of it */", Token::Comment)), "{:?}", line(3));
        assert!(line(3).contains(&("uint", Token::Constant)), "{:?}", line(3));
    }

    #[test]
    fn the_language_is_told_by_the_ending_or_the_compiler() {
        let vyper = "# a note\n";
        assert_eq!(spans(&colours("a.vy", None, vyper), 0, "# a note"), [("# a note", Token::Comment)]);
        assert_eq!(spans(&colours("a", Some("Vyper"), vyper), 0, "# a note"), [("# a note", Token::Comment)]);
        assert_eq!(colours("a.txt", None, vyper), Colours::default());
        assert!(!spans(&colours("a.json", None, "{\"a\": 1}\n"), 0, "{\"a\": 1}").is_empty());
        assert!(!spans(&colours("a.yul", None, "// x\n"), 0, "// x").is_empty());
    }

    #[test]
    fn what_is_too_long_stays_plain() {
        let text = format!("uint a;\n// {}\nuint b;\n", "x".repeat(MAX_LINE_BYTES));
        let read = colours("a.sol", None, &text);
        assert!(!read.line(0).is_empty() && read.line(1).is_empty() && !read.line(2).is_empty());
        let many = "// x\n".repeat(MAX_LINES + 5);
        assert_eq!(colours("a.sol", None, &many).lines.len(), MAX_LINES);
    }

    #[test]
    fn nobody_is_answered_who_does_not_wait() {
        let stop = Stop::when(|| true);
        let source = SourceText { name: "a.sol".into(), language: None, text: "uint a;\n".into() };
        assert_eq!(Colours::highlight(&source, &stop), None);
    }

    proptest::proptest! {
        #![proptest_config(proptest::prelude::ProptestConfig::with_cases(8))]

        #[test]
        fn any_text_is_read_and_parts_end_within_their_lines(text: String) {
            let read = colours("a.sol", None, &text);
            for (at, line) in text.split('\n').enumerate() {
                for (end, _) in read.line(at) {
                    proptest::prop_assert!(line.is_char_boundary(*end));
                }
            }
        }
    }
}
