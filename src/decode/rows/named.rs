//! What a local filter names by labels, as patterns of how lists write it.

use regex::Regex;

use super::filter::Fault;
use crate::decode::{Known, pattern};
use crate::ledger::Labelled;

/// The fewest letters of a text that is looked for in labels.
const MIN_LETTERS: usize = 2;

/// The labels that a term can name.
pub(super) struct Named<'a> {
    pub(super) known: &'a Known,
    /// How lists write what was named so far.
    pub(super) spellings: &'a mut Vec<String>,
}

impl Named<'_> {
    /// The whole of what has this label.
    pub(super) fn whole(&mut self, label: &str) -> Result<Regex, Fault> {
        let any = self.labelled(label)?;
        pattern::compile_caseless(&format!("^(?:{any})$"))
            .ok_or_else(|| Fault::UnknownLabel(label.to_owned()))
    }

    /// What has this label, among other words.
    pub(super) fn within(&mut self, label: &str) -> Result<Regex, Fault> {
        let any = self.labelled(label)?;
        as_word(&any).ok_or_else(|| Fault::UnknownLabel(label.to_owned()))
    }

    /// What has a label with this text in it, if anything has.
    pub(super) fn with(&mut self, text: &str) -> Option<Regex> {
        if text.chars().count() < MIN_LETTERS || !self.known.has_labels() {
            return None;
        }
        let any = self.any(self.known.labels_with(text));
        (!any.is_empty()).then(|| as_word(&any)).flatten()
    }

    fn labelled(&mut self, label: &str) -> Result<String, Fault> {
        let any = self.any(self.known.labelled(label));
        if any.is_empty() { Err(Fault::UnknownLabel(label.to_owned())) } else { Ok(any) }
    }

    /// A pattern of all spellings of these.
    fn any<'l>(&mut self, of: impl Iterator<Item = &'l Labelled>) -> String {
        let mut spellings: Vec<String> = of.flat_map(|of| self.known.spellings(of)).collect();
        spellings.sort_unstable();
        let any = spellings.iter().map(|spelling| regex::escape(spelling)).collect::<Vec<_>>().join("|");
        self.spellings.extend(spellings);
        any
    }
}

/// Ids are no part of longer ones.
fn as_word(any: &str) -> Option<Regex> {
    pattern::compile_caseless(&format!("(?:^|[^0-9a-z.])(?:{any})(?:$|[^0-9a-z.]|\\.$)"))
}
