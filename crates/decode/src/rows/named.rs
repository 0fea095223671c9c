//! What a local filter names by ids, addresses and labels, as patterns of every way in which lists write it.

use ledger::Labelled;
use regex::Regex;

use super::fault::Fault;
use crate::{Known, pattern};

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

    /// What is named by this id or address, or has a label with this text in it, if anything is.
    pub(super) fn with(&mut self, text: &str) -> Option<Regex> {
        let own = Labelled::parse_whole(text);
        let is_sought = text.chars().count() >= MIN_LETTERS && self.known.has_labels();
        let labelled = is_sought.then(|| self.known.labels_with(text)).into_iter().flatten();
        let any = self.any(own.iter().chain(labelled));
        (!any.is_empty()).then(|| as_word(&any)).flatten()
    }

    /// The spellings of what an id, an address or a whole label names, as one pattern; none if it names nothing.
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
