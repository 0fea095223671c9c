//! The names of methods: read from one call of each, off the loop's thread.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::decode::economics::Method;
use crate::decode::known::Snapshot;
use crate::decode::reading::{CallQuestion, Candidate};
use crate::decode::study::{Finding, Question, Study};
use crate::ledger::{ContractRef, ContractResult};
use crate::message::{Answer, Ask, Effect, Response};
use crate::panes::{Context, Remote};

/// The signatures of methods by selector, as far as they are known.
pub(super) type Names = HashMap<[u8; 4], String>;

/// The search for names.
#[derive(Debug, Default)]
pub(super) struct Naming {
    names: Names,
    /// One call of each selector, in the order in which they were met.
    samples: Vec<([u8; 4], CallQuestion)>,
    met: HashSet<[u8; 4]>,
    /// How many rows have been looked at.
    rows: usize,
    /// What was known when the last question was asked, and of how many selectors that was.
    asked: Option<(Snapshot, usize)>,
    study: Remote<Arc<Finding>>,
}

impl Naming {
    /// The rows are others from now on.
    pub(super) fn anew(&mut self) {
        self.rows = 0;
    }

    /// Asks what the methods are called, if there are more of them, or more is known, than at the last question.
    pub(super) fn ask(
        &mut self,
        contract: ContractRef,
        rows: &[Arc<ContractResult>],
        ctx: &Context<'_>,
    ) -> Vec<Effect> {
        let same = self.asked.as_ref().is_some_and(|(known, _)| known == ctx.known);
        if rows.is_empty() || same && rows.len() == self.rows {
            return Vec::new();
        }
        for row in rows.get(self.rows..).unwrap_or_default() {
            if let Method::Selector(selector) = Method::of(row)
                && self.met.insert(selector)
            {
                self.samples.push((selector, call(contract, row)));
            }
        }
        self.rows = rows.len();
        let before = self.asked.replace((ctx.known.clone(), self.samples.len()));
        if same && before.is_some_and(|(_, count)| count == self.samples.len()) {
            return Vec::new();
        }
        let calls = self.samples.iter().map(|(_, call)| call.clone()).collect();
        let study = Study { known: ctx.known.clone(), question: Question::Calls(calls) };
        self.study.again(ctx.request(Ask::Study(study)), ctx.now)
    }

    /// Takes an answer. `true` if it was for this.
    pub(super) fn hear(&mut self, response: &Response) -> bool {
        let heard = self.study.hear(response, |answer| match answer {
            Answer::Finding(finding) => Some(Arc::clone(finding)),
            _ => None,
        });
        if let (true, Some(finding)) = (heard, self.study.value())
            && let Finding::Calls(readings) = finding.as_ref()
        {
            let named = self.samples.iter().zip(readings).filter_map(|((selector, _), reading)| {
                reading.input.best().map(|best| (*selector, signature(best)))
            });
            self.names.extend(named);
        }
        heard
    }

    /// Stops asking.
    pub(super) fn stop(&mut self) -> Option<Effect> {
        self.study.stop()
    }

    /// What is known.
    pub(super) fn names(&self) -> &Names {
        &self.names
    }
}

fn call(contract: ContractRef, row: &ContractResult) -> CallQuestion {
    let contract = row.contract_id.value().map_or(contract, ContractRef::Id);
    let input = row.call_data().map(Cow::into_owned).unwrap_or_default();
    CallQuestion { contract: Some(contract), input, ..CallQuestion::default() }
}

/// The signature; one that does not say the same bytes again is doubted.
fn signature(candidate: &Candidate) -> String {
    let doubt = if candidate.is_exact() { "" } else { "?" };
    format!("{}{doubt}", candidate.signature.shown())
}
