//! The copies of JSON: a value without quotes or exactly as received, its path, and the document.

use super::JsonView;
use crate::message::Copied;

impl JsonView {
    /// Whether the whole document is selected.
    pub(super) fn is_at_whole(&self) -> bool {
        self.document.path().is_none() && self.document.lines().opening(self.line) == 0
    }

    /// The value of the line; a string without its quotes.
    pub(super) fn copied(&self) -> Copied {
        if self.is_at_whole() {
            return self.whole_document();
        }
        let json = self.value();
        let text = match (Copied::enough(json), json.strip_prefix('"')) {
            // A part of a text is read as a text, too.
            (part, Some(_)) if part.len() < json.len() => serde_json::from_str(&format!("{part}\"")),
            (part, _) => serde_json::from_str(part),
        };
        Copied::new("value", text.unwrap_or_else(|_| Copied::enough(json).to_owned()))
    }

    /// All copies.
    pub(super) fn copies(&self) -> Vec<Copied> {
        let copied = |what: &str, text: String| Copied::new(what, text);
        let lines = self.document.lines();
        let mut all = vec![self.copied()];
        if lines.is_empty() {
            return vec![self.whole_document()];
        }
        if self.value().starts_with('"') {
            all.push(copied("value in quotes", Copied::enough(self.value()).to_owned()));
        }
        all.push(copied("path", lines.path(self.line)));
        if let Some(key) = lines.key(self.line) {
            all.push(copied("key", serde_json::from_str(key).unwrap_or_else(|_| key.to_owned())));
        }
        all.push(copied("this line", lines.part(self.line, 0..Copied::MAX_BYTES + 1).trim().to_owned()));
        if self.document.path().is_some() {
            all.push(copied("all values of the path", self.all_values()));
        }
        if !self.is_at_whole() {
            all.push(self.whole_document());
        }
        all
    }

    /// The values of the path, one a line, up to the size that a terminal takes.
    fn all_values(&self) -> String {
        let mut text = String::new();
        for value in self.document.lines().values() {
            if text.len() > Copied::MAX_BYTES {
                break;
            }
            text.push_str(if text.is_empty() { "" } else { "\n" });
            text.push_str(Copied::enough(value.raw()));
        }
        text
    }

    /// The value of the line as received.
    fn value(&self) -> &str {
        let lines = self.document.lines();
        lines.raw().raw().get(lines.value(self.line)).unwrap_or_default()
    }

    fn whole_document(&self) -> Copied {
        Copied::new(self.name, self.document.raw())
    }
}
