//! A document as it was received, on lines. A short one is laid out and searched at once, a long one off the loop's
//! thread; until that is done, the lines before it stay.

use std::sync::Arc;

use super::{Context, Remote};
use crate::decode::study::Stop;
use crate::decode::{Finding, Question, Snapshot, Study, document};
use crate::ledger::RawJson;
use crate::ledger::amount::grouped;
use crate::ledger::raw::Lines;
use crate::message::{Answer, Ask, Effect, Request, Response};

/// How long a document may be to be laid out at once.
const MAX_AT_ONCE_BYTES: usize = 64 << 10;

/// The document.
#[derive(Clone, Debug, Default)]
pub struct Document {
    raw: RawJson,
    lines: Lines,
    layout: Remote<Lines>,
    /// Whether the lines are still to be asked for.
    unlaid: bool,
    hits: Arc<[usize]>,
    search: Remote<Arc<[usize]>>,
    /// What is still to be looked for.
    unsought: Option<Arc<str>>,
}

/// What an answer brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heard {
    /// It was not for this, or failed.
    Nothing,
    /// The lines.
    Lines,
    /// The lines that hold what was looked for.
    Hits,
}

impl Document {
    /// Takes a document, if it is another one.
    pub fn take(&mut self, raw: &RawJson) {
        if self.raw == *raw {
            return;
        }
        self.raw = raw.clone();
        self.unlaid = !is_short(raw);
        if !self.unlaid {
            self.lines = Lines::of(raw);
        }
    }

    /// As it was received.
    pub fn raw(&self) -> &RawJson {
        &self.raw
    }

    /// Its lines, as far as they are known.
    pub fn lines(&self) -> &Lines {
        &self.lines
    }

    /// What is said in place of lines that are still being made, or cannot be.
    pub fn waits(&self) -> Option<String> {
        let size = grouped(&self.raw.raw().len());
        if self.unlaid || self.layout.is_under_way() {
            return Some(format!("{size} bytes are being laid out on lines"));
        }
        self.layout.failure().map(|_| format!("{size} bytes cannot be laid out here: copy or export them"))
    }

    /// Looks for a text in every line.
    pub fn look_for(&mut self, wanted: &str) {
        self.hits = Arc::default();
        self.unsought = None;
        if is_short(&self.raw) || wanted.is_empty() {
            self.hits = document::find(&self.lines, wanted, &Stop::default()).unwrap_or_default();
        } else {
            self.unsought = Some(wanted.into());
        }
    }

    /// Forgets what was found.
    pub fn forget_hits(&mut self) {
        self.look_for("");
    }

    /// The lines that hold what was looked for last, in order.
    pub fn hits(&self) -> &[usize] {
        &self.hits
    }

    /// Whether it is still looked for.
    pub fn is_searched(&self) -> bool {
        self.unsought.is_some() || self.search.is_under_way()
    }

    /// Asks for the lines, and for what is looked for in them.
    pub fn due(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        let mut effects = Vec::new();
        if std::mem::take(&mut self.unlaid) {
            let question = Question::Lines(self.raw.clone());
            effects.extend(self.layout.again(study(question, ctx), ctx.now));
        }
        if let Some(wanted) = self.unsought.take_if(|_| !self.layout.is_under_way()) {
            let question = Question::Find(self.lines.clone(), wanted);
            effects.extend(self.search.again(study(question, ctx), ctx.now));
        }
        effects
    }

    /// Hears an answer.
    pub fn hear(&mut self, response: &Response) -> Heard {
        let laid = self.layout.hear(response, |answer| match answer {
            Answer::Finding(finding) => match &**finding {
                Finding::Lines(lines) => Some(lines.clone()),
                _ => None,
            },
            _ => None,
        });
        if let Some(lines) = self.layout.value().filter(|_| laid) {
            self.lines = lines.clone();
            return Heard::Lines;
        }
        let found = self.search.hear(response, |answer| match answer {
            Answer::Finding(finding) => match &**finding {
                Finding::Found(hits) => Some(Arc::clone(hits)),
                _ => None,
            },
            _ => None,
        });
        if let Some(hits) = self.search.value().filter(|_| found) {
            self.hits = Arc::clone(hits);
            return Heard::Hits;
        }
        Heard::Nothing
    }
}

/// What is known of contracts has no part in it.
fn study(question: Question, ctx: &Context<'_>) -> Request {
    ctx.request(Ask::Study(Study { known: Snapshot::default(), question }))
}

fn is_short(raw: &RawJson) -> bool {
    raw.raw().len() <= MAX_AT_ONCE_BYTES
}
