//! Resolves the ids, addresses and labels of a local filter to patterns of all their spellings in lists.

use ledger::Labelled;
use regex::Regex;

use super::fault::Fault;
use crate::{Known, pattern};

/// The fewest letters of a text that is looked for in labels.
const MIN_LETTERS: usize = 2;

/// The labels that a term can name.
pub(super) struct Named<'a> {
    pub(super) known: &'a Known,
    /// The spellings of the entities named so far.
    pub(super) spellings: &'a mut Vec<String>,
}

impl Named<'_> {
    /// A pattern for a complete cell that names an entity with this label.
    pub(super) fn whole(&mut self, label: &str) -> Result<Regex, Fault> {
        let any = self.labelled(label)?;
        pattern::compile_caseless(&format!("^(?:{any})$"))
            .ok_or_else(|| Fault::UnknownLabel(label.to_owned()))
    }

    /// A pattern for a cell that contains the name of an entity with this label.
    pub(super) fn within(&mut self, label: &str) -> Result<Regex, Fault> {
        let any = self.labelled(label)?;
        as_word(&any).ok_or_else(|| Fault::UnknownLabel(label.to_owned()))
    }

    /// A pattern for the entities with this id or address, or with a label that contains this text; `None` without any.
    pub(super) fn with(&mut self, text: &str) -> Option<Regex> {
        let own = Labelled::parse_whole(text);
        let is_sought = text.chars().count() >= MIN_LETTERS && self.known.has_labels();
        let labelled = is_sought.then(|| self.known.labels_with(text)).into_iter().flatten();
        let any = self.any(own.iter().chain(labelled));
        (!any.is_empty()).then(|| as_word(&any)).flatten()
    }

    /// The spellings of the entities with this id, address or complete label, as one pattern; `None` without any.
    pub(super) fn spelled(&mut self, text: &str) -> Option<String> {
        let own = Labelled::parse_whole(text);
        let any = self.any(own.iter().chain(self.known.labelled(text)));
        (!any.is_empty()).then_some(any)
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
