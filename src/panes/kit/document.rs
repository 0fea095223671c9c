//! A document as it was received, on lines. A short one is laid out and searched at once, a long one off the loop's
//! thread; until that is done, the lines before it stay.

use std::sync::Arc;

use super::analyses::{FindLines, LayOut};
use super::{Taken, Wants};
use crate::decode::document;
use crate::decode::stop::Stop;
use crate::ledger::RawJson;
use crate::ledger::amount::grouped;
use crate::ledger::raw::Lines;
use crate::panes::Context;

/// How long a document may be to be laid out at once.
const MAX_AT_ONCE_BYTES: usize = 64 << 10;

/// The document.
#[derive(Clone, Debug, Default)]
pub struct Document {
    layout: LayOut,
    lines: Lines,
    /// What is searched for off the loop's thread.
    wanted: Option<Arc<str>>,
    hits: Arc<[usize]>,
    /// The last hits applied.
    taken: Taken,
}

impl Document {
    /// Replaces the document, if it is another one.
    pub fn set(&mut self, raw: &RawJson) {
        if *self.raw() == *raw {
            return;
        }
        self.layout = LayOut(raw.clone());
        if self.is_short() {
            self.lines = Lines::new(raw);
        }
    }

    /// As it was received.
    pub fn raw(&self) -> &RawJson {
        &self.layout.0
    }

    /// Its lines, as far as they are known.
    pub fn lines(&self) -> &Lines {
        &self.lines
    }

    /// The text shown while lines are loading, or if they cannot be made.
    pub fn waits(&self, ctx: &Context<'_>) -> Option<String> {
        let laid = ctx.get(&self.layout);
        if self.is_short() || laid.value().is_some() {
            return None;
        }
        let size = grouped(&self.raw().raw().len());
        Some(match laid.failure() {
            Some(_) => format!("{size} bytes are too many to format here: copy or export them"),
            None => format!("formatting {size} bytes"),
        })
    }

    /// Looks for a text in every line.
    pub fn search_for(&mut self, wanted: &str) {
        self.hits = Arc::default();
        self.wanted = None;
        if self.is_short() || wanted.is_empty() {
            self.hits = document::find(&self.lines, wanted, &Stop::default()).unwrap_or_default();
        } else {
            self.wanted = Some(wanted.into());
        }
    }

    /// Forgets what was found.
    pub fn forget_hits(&mut self) {
        self.search_for("");
    }

    /// The lines with hits of the last search, in order.
    pub fn hits(&self) -> &[usize] {
        &self.hits
    }

    /// Whether a search is in progress.
    pub fn is_searched(&self, ctx: &Context<'_>) -> bool {
        let Some(search) = self.search() else { return false };
        let found = ctx.get(&search);
        found.value().is_none() && found.failure().is_none()
    }

    /// Adds the lines, and what is searched for in them once they are known.
    pub fn wants(&self, ctx: &Context<'_>, wants: &mut Wants) {
        if self.is_short() {
            return;
        }
        wants.add_optional(&self.layout);
        if let Some(search) = self.search().filter(|_| ctx.get(&self.layout).value().is_some()) {
            wants.add_optional(&search);
        }
    }

    /// Receives the results. `true` if it is where the text is that is searched for.
    pub fn rebuild_view(&mut self, ctx: &Context<'_>) -> bool {
        if let Some(lines) = ctx.get(&self.layout).value() {
            self.lines = lines.clone();
        }
        let found = self.search().and_then(|search| self.taken.if_new(ctx.get(&search)));
        self.hits = found.unwrap_or(&self.hits).clone();
        found.is_some()
    }

    fn search(&self) -> Option<FindLines> {
        let wanted = self.wanted.clone()?;
        Some(FindLines(self.lines.clone(), wanted))
    }

    fn is_short(&self) -> bool {
        self.raw().raw().len() <= MAX_AT_ONCE_BYTES
    }
}
