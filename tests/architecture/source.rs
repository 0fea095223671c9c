//! The paths that a source names: in `use` declarations, whole, and inline.

use crate::token::{Token, tokens};

/// A path as it is meant: `crate::…`, or beginning with another crate or a name in scope.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Named {
    /// Its parts; `self` and `super` are resolved against the file's own module.
    pub(crate) parts: Vec<String>,
    /// The line, counted from 1.
    pub(crate) line: usize,
    /// Whether a `use` declares it.
    pub(crate) declared: bool,
    /// Whether it gets another name.
    pub(crate) alias: bool,
    /// The path at which other modules see it too, if a `pub use` declares it.
    pub(crate) shown_as: Option<Vec<String>>,
}

/// Every path of two or more parts that a file names, and every word that stands alone.
pub(crate) fn paths(file: &str, source: &str) -> Vec<Named> {
    let mut reader =
        Reader { tokens: tokens(source), at: 0, module: module(file), braces: Vec::new(), found: Vec::new() };
    reader.read();
    reader.found
}

/// The module that a file is: `src/ledger/query/mod.rs` is `ledger`, `query`.
pub(crate) fn module(file: &str) -> Vec<String> {
    let path = file.trim_start_matches("src/").trim_end_matches(".rs");
    let parts = path.split('/').filter(|part| !matches!(*part, "mod" | "lib" | "main"));
    parts.map(str::to_owned).collect()
}

struct Reader {
    tokens: Vec<Token>,
    at: usize,
    /// The module here, with inline modules.
    module: Vec<String>,
    /// Which open braces are those of inline modules.
    braces: Vec<bool>,
    found: Vec<Named>,
}

impl Reader {
    fn text(&self, ahead: usize) -> &str {
        self.tokens.get(self.at + ahead).map_or("", |token| token.text.as_str())
    }

    fn read(&mut self) {
        while self.at < self.tokens.len() {
            match self.text(0) {
                "use" => {
                    let public = self.at > 0 && matches!(self.tokens[self.at - 1].text.as_str(), "pub" | ")");
                    self.at += 1;
                    self.tree(&[], public);
                }
                "mod" if self.text(2) == "{" => {
                    self.module.push(self.text(1).to_owned());
                    self.braces.push(true);
                    self.at += 3;
                }
                "{" => {
                    self.braces.push(false);
                    self.at += 1;
                }
                "}" => {
                    if self.braces.pop() == Some(true) {
                        self.module.pop();
                    }
                    self.at += 1;
                }
                word if is_word(word) => self.inline(),
                _ => self.at += 1,
            }
        }
    }

    /// A path in running code.
    fn inline(&mut self) {
        let line = self.tokens[self.at].line;
        let mut parts = vec![self.text(0).to_owned()];
        self.at += 1;
        while self.text(0) == "::" && is_word(self.text(1)) {
            parts.push(self.text(1).to_owned());
            self.at += 2;
        }
        self.add(parts, line, false, false, None);
    }

    /// A `use` tree behind `before`, with its braces at any depth.
    fn tree(&mut self, before: &[String], public: bool) {
        let line = self.tokens.get(self.at).map_or(0, |token| token.line);
        let mut parts = before.to_vec();
        let mut alias = None;
        loop {
            match self.text(0) {
                "::" => self.at += 1,
                "{" => {
                    self.at += 1;
                    while !matches!(self.text(0), "}" | "") {
                        self.tree(&parts, public);
                        self.at += usize::from(self.text(0) == ",");
                    }
                    self.at += 1;
                    return;
                }
                "as" => {
                    alias = Some(self.text(1).to_owned());
                    self.at += 2;
                }
                "*" => {
                    parts.push("*".to_owned());
                    self.at += 1;
                }
                word if is_word(word) => {
                    parts.push(word.to_owned());
                    self.at += 1;
                }
                "," | "}" => break,
                _ => {
                    self.at += 1;
                    break;
                }
            }
        }
        let shown_as = public.then(|| {
            let name = alias.as_ref().or(parts.last());
            ["crate"].into_iter().map(str::to_owned).chain(self.module.clone()).chain(name.cloned()).collect()
        });
        self.add(parts, line, true, alias.is_some(), shown_as);
    }

    fn add(
        &mut self,
        parts: Vec<String>,
        line: usize,
        declared: bool,
        alias: bool,
        shown_as: Option<Vec<String>>,
    ) {
        let mut base = match parts.first().map(String::as_str) {
            Some("super" | "self") if parts.len() > 1 || parts[0] == "super" => self.module.clone(),
            // What a module shows of its own children begins with their name.
            Some(first) if shown_as.is_some() && first != "crate" && parts.len() > 1 => {
                let parts =
                    ["crate".to_owned()].into_iter().chain(self.module.clone()).chain(parts).collect();
                return self.found.push(Named { parts, line, declared, alias, shown_as });
            }
            _ => return self.found.push(Named { parts, line, declared, alias, shown_as }),
        };
        let ups = parts.iter().take_while(|part| matches!(part.as_str(), "super" | "self"));
        let rest = ups.clone().count();
        for _ in ups.filter(|part| *part == "super") {
            base.pop();
        }
        let parts = ["crate".to_owned()].into_iter().chain(base).chain(parts[rest..].iter().cloned());
        let parts = parts.filter(|part| part != "self").collect();
        self.found.push(Named { parts, line, declared, alias, shown_as });
    }
}

fn is_word(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

#[test]
fn trees_are_taken_apart_and_relatives_resolved() {
    let source = "use crate::{a::{b, c as d}, e::*};\nuse super::f;\nmod tests {\n use super::*;\n fn g() { super::super::h::i(); }\n}\nfn j() { crate::k::l(); std::fs::read(); }";
    let all = paths("src/ledger/query/results.rs", source);
    let texts: Vec<String> =
        all.iter().map(|path| path.parts.join("::")).filter(|text| text.contains("::")).collect();
    assert_eq!(
        texts,
        [
            "crate::a::b",
            "crate::a::c",
            "crate::e::*",
            "crate::ledger::query::f",
            "crate::ledger::query::results::*",
            "crate::ledger::query::h::i",
            "crate::k::l",
            "std::fs::read",
        ]
    );
    assert_eq!(all.last().unwrap().line, 7);
}
