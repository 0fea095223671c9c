//! The facts of a sheet as data, section by section.

use super::{Kind, Row, Sheet, Value};
use crate::message::{Fact, Section};
use crate::widgets::glyphs::UNICODE;

impl Sheet {
    /// The facts under their headings. `name` is the sheet's name, for panes with several sheets: it prefixes each
    /// heading, and titles the facts without one. Plain lines of text are left out.
    pub fn sections(&self, name: &str) -> Vec<Section> {
        let mut sections = vec![Section { title: name.to_owned(), facts: Vec::new() }];
        for row in &self.rows {
            if row.kind == Kind::Heading {
                let title =
                    if name.is_empty() { row.label.clone() } else { format!("{name}: {}", row.label) };
                sections.push(Section { title, facts: Vec::new() });
            } else if let Some(section) = sections.last_mut() {
                section.facts.extend(row.facts());
            }
        }
        sections.retain(|section| !section.facts.is_empty());
        sections
    }
}

impl Row {
    /// What the row says of its label: whole values, and in words that one is missing.
    fn facts(&self) -> impl Iterator<Item = Fact> {
        let values = self.chips.iter().chain(self.chips.is_empty().then_some(&self.value));
        let is_fact = matches!(self.kind, Kind::Fact | Kind::More);
        let values = values.filter(move |_| is_fact);
        let facts = values.map(move |value| value.fact(self.label.trim()));
        facts.filter(|fact| !fact.exact.trim().is_empty())
    }
}

impl Value {
    /// The value as a fact of this name. Both forms hold a shortened value in full.
    fn fact(&self, name: &str) -> Fact {
        let line = self.line();
        let exact = if self.copied.is_empty() { line.clone() } else { self.copied.whole().into_owned() };
        let words = if line.contains(UNICODE.cut) { exact.clone() } else { line };
        Fact { name: name.to_owned(), exact, words }
    }
}
