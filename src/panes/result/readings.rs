//! What the bytes of the result say: studied off the loop's thread, and again when more is known.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

use super::story;
use crate::decode::reading::{CallQuestion, CallReading, Candidate, LogQuestion, Reading};
use crate::decode::study::{Question, Study};
use crate::decode::{Finding, Snapshot, Subject};
use crate::ledger::{ContractRef, ContractResult, Field, HexBytes};
use crate::message::{Answer, Ask, Effect, Response};
use crate::panes::readings_subjects::Subjects;
use crate::panes::{Context, Remote, readings};

/// The studies of one result.
#[derive(Debug, Default)]
pub(super) struct Readings {
    call: Remote<Arc<Finding>>,
    logs: Remote<Arc<Finding>>,
    /// The result that was studied, and what was known then.
    studied: Option<(Arc<ContractResult>, Snapshot)>,
    /// Which candidate is shown: after the last one the bytes alone.
    turn: usize,
    /// Whether more was asked for about the tokens and accounts that were read.
    learned: bool,
}

/// How many contracts of one result are learned of: each costs questions.
const MOST_LEARNED: usize = 12;

impl Readings {
    /// Studies the result unless that was done with all that is known now. What was read before stays meanwhile.
    pub(super) fn due(&mut self, result: Option<&Arc<ContractResult>>, ctx: &Context<'_>) -> Vec<Effect> {
        let Some(result) = result else { return Vec::new() };
        let (same, known) = self.studied.as_ref().map_or((false, false), |(studied, known)| {
            (Arc::ptr_eq(studied, result) || studied == result, known == ctx.known)
        });
        if same && known {
            return self.learn(result, ctx);
        }
        self.learned &= same;
        self.studied = Some((Arc::clone(result), ctx.known.clone()));
        let study = |question| ctx.request(Ask::Study(Study { known: ctx.known.clone(), question }));
        let mut effects = self.call.again(study(Question::Calls(vec![call(result)].into())), ctx.now);
        let logs = logs(result);
        if !logs.is_empty() {
            effects.extend(self.logs.again(study(Question::Logs(logs.into())), ctx.now));
        }
        if !same {
            effects.extend(subjects(result).into_iter().map(|one| Effect::Learn(Subject::Contract(one))));
        }
        effects
    }

    /// Asks once for more about who and what was read of: the sender, the tokens and the accounts.
    fn learn(&mut self, result: &ContractResult, ctx: &Context<'_>) -> Vec<Effect> {
        let read = self.call.asked().is_none() && self.logs.asked().is_none();
        if self.learned || !read {
            return Vec::new();
        }
        self.learned = true;
        let mut subjects = Subjects::default();
        subjects.party(result.from.value());
        if let Some(call) = self.call() {
            subjects.take(called(result), call.input.best(), ctx);
            subjects.take(called(result), call.output.as_ref().and_then(Reading::best), ctx);
            let made = call.creation.as_ref().and_then(|creation| creation.constructor.best());
            subjects.take(None, made, ctx);
        }
        for (log, reading) in result.logs.known().into_iter().flatten().zip(self.logs()) {
            subjects.take(emitter(log), reading.best(), ctx);
        }
        subjects.all().into_iter().map(Effect::Learn).collect()
    }

    /// Takes what was found out. `true` if it was asked here.
    pub(super) fn hear(&mut self, response: &Response) -> bool {
        let take = |answer: &Answer| match answer {
            Answer::Finding(finding) => Some(Arc::clone(finding)),
            _ => None,
        };
        self.call.hear(response, take) || self.logs.hear(response, take)
    }

    /// What the call says.
    pub(super) fn call(&self) -> Option<&CallReading> {
        match self.call.value().map(AsRef::as_ref) {
            Some(Finding::Calls(calls)) => calls.first(),
            _ => None,
        }
    }

    /// Whether the call hands calls on to others.
    pub(super) fn passes_calls_on(&self) -> bool {
        self.call().and_then(|call| call.input.best()).is_some_and(Candidate::has_calls)
    }

    /// A failure within the call that what it returned tells of.
    pub(super) fn hidden_failure(&self) -> Option<String> {
        self.call()?.output.as_ref()?.hidden_failure()
    }

    /// What the logs say, in their order.
    pub(super) fn logs(&self) -> &[Reading] {
        match self.logs.value().map(AsRef::as_ref) {
            Some(Finding::Logs(logs)) => logs,
            _ => &[],
        }
    }

    /// Which candidate is shown, and from which turn on only the bytes are.
    pub(super) fn turn(&self) -> Turn {
        let call = self.call().into_iter();
        let of_call = call.flat_map(|call| {
            let custom = call.error.as_ref().and_then(|error| error.custom.as_ref());
            let made = call.creation.as_ref().map(|creation| &creation.constructor);
            [Some(&call.input), call.output.as_ref(), custom, made].into_iter().flatten()
        });
        let of = readings::turns(of_call.chain(self.logs()));
        Turn { at: self.turn.min(of), of }
    }

    /// Shows the next candidate, after the last one the bytes, then the first again.
    pub(super) fn next(&mut self) {
        let Turn { at, of } = self.turn();
        self.turn = if at >= of { 0 } else { at + 1 };
    }

    /// Stops studying.
    pub(super) fn stop(&mut self) -> Vec<Effect> {
        self.call.stop().into_iter().chain(self.logs.stop()).collect()
    }
}

/// Which candidate of the readings is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Turn {
    /// Its place, from 0.
    pub(super) at: usize,
    /// How many there are: at this place the bytes stand alone.
    pub(super) of: usize,
}

/// The contract that was called: by its id, or by the address that was called where it has none, as tokens have.
pub(super) fn called(result: &ContractResult) -> Option<ContractRef> {
    let id = result.contract_id.value().map(ContractRef::Id);
    id.or_else(|| result.to.value().map(ContractRef::Address))
}

fn call(result: &ContractResult) -> CallQuestion {
    CallQuestion {
        contract: called(result),
        input: result.call_data().map(Cow::into_owned).unwrap_or_default(),
        output: result.call_result.known().cloned(),
        error: match &result.error_message {
            Field::Known(text) | Field::Odd(text) => Some(text.clone()),
            _ => None,
        },
        creates: story::is_creation(result),
    }
}

fn logs(result: &ContractResult) -> Vec<LogQuestion> {
    let logs = result.logs.known().into_iter().flatten();
    let question = |log: &crate::ledger::result::Log| LogQuestion {
        contract: emitter(log),
        topics: log
            .topics
            .known()
            .map(|topics| {
                topics
                    .iter()
                    .map(|topic| topic.known().cloned().unwrap_or_default())
                    .collect::<Vec<HexBytes>>()
            })
            .unwrap_or_default(),
        data: log.data.known().cloned().unwrap_or_default(),
    };
    logs.map(question).collect()
}

/// Who emitted a log: by its id, or by its address.
pub(super) fn emitter(log: &crate::ledger::result::Log) -> Option<ContractRef> {
    let id = log.contract_id.value().map(ContractRef::Id);
    id.or_else(|| log.address.value().map(ContractRef::Address))
}

/// The contracts whose interfaces the result is read by, each once.
fn subjects(result: &ContractResult) -> Vec<ContractRef> {
    let emitters = result.logs.known().into_iter().flatten().filter_map(emitter);
    let mut seen = BTreeSet::new();
    let each = called(result).into_iter().chain(emitters);
    each.filter(|contract| seen.insert(contract.to_string())).take(MOST_LEARNED).collect()
}
