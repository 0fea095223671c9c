//! What is asked for beside a schedule's record: the transactions that made and ran it, the keys of who created it
//! and who pays for it, and what its call data says. Where a server does not answer, its place stays empty.

use std::sync::Arc;

use crate::decode::reading::{CallQuestion, CallReading};
use crate::decode::{Finding, Question, Snapshot, Study, Subject};
use crate::ledger::{Account, ContractRef, EntityId, Schedule, Timestamp, TransactionFamily};
use crate::message::{Answer, Ask, Effect, Response, Retrying};
use crate::panes::readings_subjects::Subjects;
use crate::panes::{Context, Remote, schedule_words};

/// The answers.
#[derive(Debug, Default)]
pub(super) struct Beside {
    accounts: Vec<(EntityId, Remote<Arc<Account>>)>,
    created: Once<TransactionFamily>,
    executed: Once<TransactionFamily>,
    call: Remote<CallReading>,
    /// What was known when the call was read last.
    known: Option<Snapshot>,
    /// Whether more was asked for about the tokens and accounts in the call.
    learned: bool,
}

/// The transaction of one moment, asked for once.
#[derive(Debug)]
struct Once<T> {
    at: Option<Timestamp>,
    remote: Remote<Arc<T>>,
}

impl<T> Default for Once<T> {
    fn default() -> Self {
        Self { at: None, remote: Remote::default() }
    }
}

/// What is known of an account's key.
pub(super) enum Keyed<'a> {
    /// The account.
    Known(&'a Account),
    /// The question is under way.
    Awaited,
    /// The server does not say.
    Untold,
}

impl Beside {
    /// Asks for what was not asked for yet.
    pub(super) fn ask(&mut self, schedule: &Schedule, ctx: &Context<'_>) -> Vec<Effect> {
        let mut effects = Vec::new();
        for id in
            [schedule.creator_account_id.value(), schedule.payer_account_id.value()].into_iter().flatten()
        {
            if !self.accounts.iter().any(|(known, _)| *known == id) {
                let mut remote = Remote::default();
                effects.push(remote.ask(ctx.request(Ask::Account(ContractRef::Id(id))), ctx.now));
                self.accounts.push((id, remote));
            }
        }
        let moments = [schedule.consensus_timestamp.value(), schedule.executed_timestamp.value()];
        for (once, at) in [&mut self.created, &mut self.executed].into_iter().zip(moments) {
            if let Some(at) = at.filter(|at| once.at != Some(*at)) {
                once.at = Some(at);
                effects.extend(once.remote.again(ctx.request(Ask::TransactionAt(at)), ctx.now));
            }
        }
        if let Some((contract, input)) = schedule_words::call(schedule)
            && self.known.as_ref() != Some(ctx.known)
        {
            if self.known.is_none() {
                effects.push(Effect::Learn(Subject::Contract(contract)));
            }
            self.known = Some(ctx.known.clone());
            let question = CallQuestion { contract: Some(contract), input, ..CallQuestion::default() };
            let study = Study { known: ctx.known.clone(), question: Question::Calls(vec![question].into()) };
            effects.extend(self.call.again(ctx.request(Ask::Study(study)), ctx.now));
        }
        if let Some(call) = self.call.value().filter(|_| !self.learned && self.call.asked().is_none()) {
            let mut subjects = Subjects::default();
            let own = schedule_words::call(schedule).map(|(contract, _)| contract);
            subjects.take(own, call.input.best(), ctx);
            effects.extend(subjects.learn());
            self.learned = true;
        }
        effects
    }

    /// Hears an answer. `true` if it was for this.
    pub(super) fn hear(&mut self, response: &Response) -> bool {
        let transaction = |answer: &Answer| match answer {
            Answer::Transaction(family) => Some(Arc::clone(family)),
            _ => None,
        };
        let account = |answer: &Answer| match answer {
            Answer::Account(account) => Some(Arc::clone(account)),
            _ => None,
        };
        let call = |answer: &Answer| match answer {
            Answer::Finding(finding) => match &**finding {
                Finding::Calls(calls) => calls.first().cloned(),
                _ => None,
            },
            _ => None,
        };
        self.created.remote.hear(response, transaction)
            || self.executed.remote.hear(response, transaction)
            || self.call.hear(response, call)
            || self.accounts.iter_mut().any(|(_, remote)| remote.hear(response, account))
    }

    /// Hears that a request will be repeated.
    pub(super) fn retrying(&mut self, retrying: &Retrying) -> bool {
        self.created.remote.retrying(retrying)
            || self.executed.remote.retrying(retrying)
            || self.accounts.iter_mut().any(|(_, remote)| remote.retrying(retrying))
    }

    /// Stops asking.
    pub(super) fn stop(&mut self) -> Vec<Effect> {
        let accounts = self.accounts.iter_mut().filter_map(|(_, remote)| remote.stop());
        accounts
            .chain(
                [self.created.remote.stop(), self.executed.remote.stop(), self.call.stop()]
                    .into_iter()
                    .flatten(),
            )
            .collect()
    }

    /// The transaction that made the schedule, as far as it is known.
    pub(super) fn created(&self) -> Option<&TransactionFamily> {
        self.created.remote.value().map(|family| &**family)
    }

    /// The transaction that the schedule ran, as far as it is known.
    pub(super) fn executed(&self) -> Option<&TransactionFamily> {
        self.executed.remote.value().map(|family| &**family)
    }

    /// What the call data says, once it was read.
    pub(super) fn call(&self) -> Option<&CallReading> {
        self.call.value()
    }

    /// How many readings of the call data there are.
    pub(super) fn readings(&self) -> usize {
        self.call().map_or(0, |call| call.input.candidates.len())
    }

    /// What is known of an account.
    pub(super) fn account(&self, id: EntityId) -> Keyed<'_> {
        let Some((_, remote)) = self.accounts.iter().find(|(known, _)| *known == id) else {
            return Keyed::Awaited;
        };
        match (remote.value(), remote.asked()) {
            (Some(account), _) => Keyed::Known(account),
            (None, Some(_)) => Keyed::Awaited,
            (None, None) => Keyed::Untold,
        }
    }
}
