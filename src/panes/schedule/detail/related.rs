//! Requests related to a schedule: the transactions that created and executed it, the keys of creator and payer,
//! and the decoding of its call data. Missing answers are omitted.

use api::TransactionAt;
use decode::Subject;
use decode::reading::{CallQuestion, CallReading, Questions};
use ledger::query::AccountQuery;
use ledger::{Account, ContractRef, EntityId, Field, Schedule, Timestamp, TransactionFamily};

use crate::panes::Context;
use crate::panes::kit::Wants;
use crate::panes::kit::nouns::decoded::subjects::Subjects;
use crate::panes::schedule::row_text;

/// The call that a schedule makes.
#[derive(Debug)]
pub(super) struct Call {
    contract: ContractRef,
    question: Questions<CallQuestion>,
    /// The tokens and accounts in the decoded call.
    subjects: Vec<Subject>,
}

/// A schedule and its related answers.
#[derive(Clone, Copy)]
pub(super) struct Related<'a> {
    schedule: &'a Schedule,
    call: Option<&'a CallReading>,
    ctx: &'a Context<'a>,
}

/// The state of the request for an account's key.
pub(super) enum Keyed<'a> {
    Known(&'a Account),
    /// The request is in progress.
    Awaited,
    /// The server does not return the account.
    NotReported,
}

impl Call {
    pub(super) fn new(schedule: &Schedule) -> Option<Self> {
        let (contract, input) = row_text::call(schedule)?;
        let question = CallQuestion { contract: Some(contract), input, ..CallQuestion::default() };
        Some(Self { contract, question: vec![question].into(), subjects: Vec::new() })
    }

    /// The decoded call data; `None` until it arrives.
    pub(super) fn reading<'a>(&self, ctx: &Context<'a>) -> Option<&'a CallReading> {
        ctx.get(&self.question).value()?.first()
    }

    /// Collects the entities that the call data names.
    pub(super) fn rebuild_view(&mut self, ctx: &Context<'_>) {
        if let Some(reading) = self.reading(ctx).filter(|_| !ctx.get(&self.question).is_loading()) {
            let mut subjects = Subjects::default();
            subjects.update(Some(self.contract), reading.input.best(), ctx);
            self.subjects = subjects.all();
        }
    }
}

/// Adds the requests related to the schedule.
pub(super) fn want(schedule: &Schedule, call: Option<&Call>, wants: &mut Wants) {
    for id in [&schedule.creator_account_id, &schedule.payer_account_id].into_iter().filter_map(Field::value)
    {
        wants.add_optional(&AccountQuery::now(id));
    }
    for at in
        [&schedule.consensus_timestamp, &schedule.executed_timestamp].into_iter().filter_map(Field::value)
    {
        wants.add_optional(&TransactionAt(at));
    }
    if let Some(call) = call {
        wants.resolve(Subject::Contract(call.contract));
        wants.add_optional(&call.question);
        call.subjects.iter().for_each(|subject| wants.resolve(*subject));
    }
}

impl<'a> Related<'a> {
    pub(super) fn new(schedule: &'a Schedule, call: Option<&Call>, ctx: &'a Context<'a>) -> Self {
        Self { schedule, call: call.and_then(|call| call.reading(ctx)), ctx }
    }

    /// The transaction that created the schedule; `None` until loaded.
    pub(super) fn created(self) -> Option<&'a TransactionFamily> {
        self.family(&self.schedule.consensus_timestamp)
    }

    /// The transaction that the schedule executed; `None` until loaded.
    pub(super) fn executed(self) -> Option<&'a TransactionFamily> {
        self.family(&self.schedule.executed_timestamp)
    }

    fn family(self, at: &Field<Timestamp>) -> Option<&'a TransactionFamily> {
        self.ctx.get(&TransactionAt(at.value()?)).value().map(AsRef::as_ref)
    }

    /// The decoded call data; `None` until it arrives.
    pub(super) fn call(self) -> Option<&'a CallReading> {
        self.call
    }

    /// The account with its key, or the state of its request.
    pub(super) fn account(self, id: EntityId) -> Keyed<'a> {
        let found = self.ctx.get(&AccountQuery::now(id));
        match (found.value(), found.failure()) {
            (Some(account), _) => Keyed::Known(account),
            (None, None) => Keyed::Awaited,
            (None, Some(_)) => Keyed::NotReported,
        }
    }
}
