//! What a JSON path is made of, and how it is read: in time linear in its length, no deeper than [`MAX_NESTING`].

use super::Pattern;

/// Maximum length of a path, bytes.
const MAX_PATH_BYTES: usize = 1024;
/// Maximum depth of brackets and parentheses, which bounds the recursion here and in the walk.
const MAX_NESTING: usize = 16;

/// A path, or a query within a filter.
#[derive(Debug)]
pub(super) struct Query {
    /// Whether it begins at the document (`$`) or at the value that a filter tests (`@`).
    pub(super) is_from_root: bool,
    pub(super) segments: Vec<Segment>,
}

#[derive(Debug)]
pub(super) struct Segment {
    /// Whether it selects at every depth (`..`).
    pub(super) descends: bool,
    pub(super) selectors: Vec<Selector>,
}

#[derive(Debug)]
pub(super) enum Selector {
    Name(String),
    All,
    /// Negative ones count from the end.
    Index(i64),
    Slice {
        start: Option<i64>,
        end: Option<i64>,
        step: i64,
    },
    Filter(Test),
}

/// A test in a filter.
#[derive(Debug)]
pub(super) enum Test {
    Any(Vec<Test>),
    All(Vec<Test>),
    Not(Box<Test>),
    Exists(Query),
    Compare(Operand, Comparison, Operand),
    Matches(Operand, Box<Pattern>),
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

#[derive(Debug)]
pub(super) enum Operand {
    /// A number, string, `true`, `false` or `null`, as JSON.
    Literal(String),
    /// The value that a query leads to, if it is one value.
    Value(Query),
    Length(Box<Operand>),
    Count(Query),
}

/// Parses a path.
///
/// # Errors
/// Why it is not one.
pub(super) fn parse(text: &str) -> Result<Query, String> {
    if text.len() > MAX_PATH_BYTES {
        return Err(format!("longer than {MAX_PATH_BYTES} bytes"));
    }
    let mut parser = Parser { rest: text.trim(), nesting: 0 };
    parser.skips("$");
    // Paths of jq begin with a dot or with a name.
    let is_name = |rest: &str| !rest.is_empty() && !rest.starts_with(['.', '[']);
    let mut segments = Vec::new();
    match parser.rest.strip_prefix('.') {
        Some("") => parser.rest = "",
        Some(rest) if rest.starts_with('[') => parser.rest = rest,
        None if is_name(parser.rest) => segments.push(parser.child(false)?),
        _ => {}
    }
    segments.append(&mut parser.segments()?);
    if parser.rest.is_empty() { Ok(Query { is_from_root: true, segments }) } else { Err(parser.unexpected()) }
}

struct Parser<'a> {
    rest: &'a str,
    /// How many brackets and parentheses are open.
    nesting: usize,
}

type Parsed<T> = Result<T, String>;

impl Parser<'_> {
    /// Skips this text, if it comes next.
    fn skips(&mut self, text: &str) -> bool {
        let rest = self.rest.strip_prefix(text);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// Skips blanks, then this text if it comes next.
    fn skips_word(&mut self, text: &str) -> bool {
        self.rest = self.rest.trim_start();
        self.skips(text)
    }

    fn expect(&mut self, text: &str) -> Parsed<()> {
        if self.skips_word(text) { Ok(()) } else { Err(format!("{text} expected, {}", self.unexpected())) }
    }

    fn unexpected(&self) -> String {
        match self.rest.chars().next() {
            Some(_) => {
                let near: String = self.rest.chars().take(12).collect();
                format!("unexpected {near:?}")
            }
            None => "it ends too early".to_owned(),
        }
    }

    /// Parses the content of brackets or parentheses.
    fn nested<T>(&mut self, end: &str, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        self.nesting += 1;
        if self.nesting > MAX_NESTING {
            return Err(format!("nested deeper than {MAX_NESTING}"));
        }
        let read = read(self)?;
        self.expect(end)?;
        self.nesting -= 1;
        Ok(read)
    }

    /// Takes characters while the predicate holds.
    fn take_while(&mut self, is_wanted: impl Fn(char) -> bool) -> String {
        let end = self.rest.find(|c| !is_wanted(c)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest;
        taken.to_owned()
    }

    fn segments(&mut self) -> Parsed<Vec<Segment>> {
        let mut segments = Vec::new();
        loop {
            if self.skips("..") {
                segments.push(self.child(true)?);
            } else if self.skips(".") || self.rest.starts_with('[') {
                segments.push(self.child(false)?);
            } else {
                return Ok(segments);
            }
        }
    }

    /// Parses a name, a wildcard, or selectors in brackets.
    fn child(&mut self, descends: bool) -> Parsed<Segment> {
        let selectors = if self.skips("[") {
            self.nested("]", Self::selectors)?
        } else if self.skips("*") {
            vec![Selector::All]
        } else if self.rest.starts_with('"') {
            vec![Selector::Name(self.string()?)]
        } else {
            let is_first = |c: char| c.is_ascii_alphabetic() || c == '_' || !c.is_ascii();
            if !self.rest.starts_with(is_first) {
                return Err(self.unexpected());
            }
            vec![Selector::Name(self.take_while(|c| is_first(c) || c.is_ascii_digit()))]
        };
        Ok(Segment { descends, selectors })
    }

    fn selectors(&mut self) -> Parsed<Vec<Selector>> {
        if self.rest.trim_start().starts_with(']') {
            return Ok(vec![Selector::All]);
        }
        let mut selectors = vec![self.selector()?];
        while self.skips_word(",") {
            selectors.push(self.selector()?);
        }
        Ok(selectors)
    }

    fn selector(&mut self) -> Parsed<Selector> {
        self.rest = self.rest.trim_start();
        if self.skips("*") {
            return Ok(Selector::All);
        }
        if self.skips("?") {
            return Ok(Selector::Filter(self.any()?));
        }
        if self.rest.starts_with(['"', '\'']) {
            return Ok(Selector::Name(self.string()?));
        }
        let start = self.number()?;
        if !self.skips_word(":") {
            return start.map(Selector::Index).ok_or_else(|| self.unexpected());
        }
        let end = self.number()?;
        let step = if self.skips_word(":") { self.number()? } else { None };
        Ok(Selector::Slice { start, end, step: step.unwrap_or(1) })
    }

    fn number(&mut self) -> Parsed<Option<i64>> {
        self.rest = self.rest.trim_start();
        let digits = self.take_while(|c| c.is_ascii_digit() || c == '-');
        if digits.is_empty() {
            return Ok(None);
        }
        digits.parse().map(Some).map_err(|_| format!("{digits} is not an index"))
    }

    /// Parses a string in single or double quotes, with JSON escapes.
    fn string(&mut self) -> Parsed<String> {
        let mut characters = self.rest.char_indices();
        let Some((_, quote)) = characters.next() else { return Err(self.unexpected()) };
        let mut json = "\"".to_owned();
        while let Some((at, c)) = characters.next() {
            match (c, c == quote) {
                (_, true) => {
                    self.rest = self.rest.get(at + 1..).unwrap_or_default();
                    json.push('"');
                    return serde_json::from_str(&json).map_err(|_| format!("{json} is not a string"));
                }
                ('"', _) => json.push_str("\\\""),
                ('\\', _) => match characters.next() {
                    Some((_, '\'')) => json.push('\''),
                    Some((_, escaped)) => json.extend([c, escaped]),
                    None => {}
                },
                _ => json.push(c),
            }
        }
        Err(format!("{quote} is not closed"))
    }

    fn any(&mut self) -> Parsed<Test> {
        let mut tests = vec![self.all()?];
        while self.skips_word("||") {
            tests.push(self.all()?);
        }
        Ok(Test::Any(tests))
    }

    fn all(&mut self) -> Parsed<Test> {
        let mut tests = vec![self.test()?];
        while self.skips_word("&&") {
            tests.push(self.test()?);
        }
        Ok(Test::All(tests))
    }

    fn test(&mut self) -> Parsed<Test> {
        let is_negated = self.skips_word("!");
        let test = if self.skips_word("(") { self.nested(")", Self::any)? } else { self.comparison()? };
        Ok(if is_negated { Test::Not(Box::new(test)) } else { test })
    }

    fn comparison(&mut self) -> Parsed<Test> {
        for (function, is_whole) in [("match(", true), ("search(", false)] {
            if self.skips_word(function) {
                return self.nested(")", |parser| parser.pattern(is_whole));
            }
        }
        let left = self.operand()?;
        self.rest = self.rest.trim_start();
        let comparisons = [
            ("==", Comparison::Equal),
            ("!=", Comparison::NotEqual),
            ("<=", Comparison::LessOrEqual),
            (">=", Comparison::GreaterOrEqual),
            ("<", Comparison::Less),
            (">", Comparison::Greater),
        ];
        match comparisons.into_iter().find(|(sign, _)| self.skips(sign)) {
            Some((_, comparison)) => Ok(Test::Compare(left, comparison, self.operand()?)),
            None => match left {
                Operand::Value(query) => Ok(Test::Exists(query)),
                _ => Err(format!("a comparison expected, {}", self.unexpected())),
            },
        }
    }

    fn pattern(&mut self, is_whole: bool) -> Parsed<Test> {
        let of = self.operand()?;
        self.expect(",")?;
        self.rest = self.rest.trim_start();
        // One that the document has would be compiled for each value.
        if !self.rest.starts_with(['"', '\'']) {
            return Err("a pattern in quotes expected".to_owned());
        }
        let text = self.string()?;
        let compiled = Pattern::compile(&if is_whole { format!("^(?:{text})$") } else { text.clone() });
        compiled
            .map(|pattern| Test::Matches(of, Box::new(pattern)))
            .ok_or_else(|| format!("{text} is not a pattern"))
    }

    fn operand(&mut self) -> Parsed<Operand> {
        self.rest = self.rest.trim_start();
        if self.skips("length(") {
            return self.nested(")", |parser| Ok(Operand::Length(Box::new(parser.operand()?))));
        }
        if self.skips("count(") {
            return self.nested(")", |parser| Ok(Operand::Count(parser.query()?)));
        }
        if self.skips("value(") {
            return self.nested(")", |parser| Ok(Operand::Value(parser.query()?)));
        }
        if self.rest.starts_with(['$', '@']) {
            return Ok(Operand::Value(self.query()?));
        }
        if self.rest.starts_with(['"', '\'']) {
            return Ok(Operand::Literal(serde_json::Value::String(self.string()?).to_string()));
        }
        let word = self.take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '+' | '.'));
        match serde_json::from_str::<&serde_json::value::RawValue>(&word) {
            Ok(_) => Ok(Operand::Literal(word)),
            Err(_) if word.is_empty() => Err(self.unexpected()),
            Err(_) => Err(format!("{word} is not a value")),
        }
    }

    fn query(&mut self) -> Parsed<Query> {
        let is_from_root = self.skips_word("$");
        if !is_from_root {
            self.expect("@")?;
        }
        Ok(Query { is_from_root, segments: self.segments()? })
    }
}
