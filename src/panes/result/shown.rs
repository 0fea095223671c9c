//! A result with its decodings, as the tabs draw it. The decodings are computed off the event loop, and again when
//! more names are known.

use std::collections::BTreeSet;
use std::sync::Arc;

use decode::Subject;
use decode::reading::{CallQuestion, CallReading, Candidate, ErrorReading, LogQuestion, Questions, Reading};
use ledger::network::Rate;
use ledger::query::{ExchangeRatesQuery, ResultsQuery};
use ledger::{ContractRef, ContractResult, EvmAddress, Timestamp};
use replay::Replayed;

use super::envelope_proof::EnvelopeProof;
use super::state::StateTab;
use super::transaction::ItsTransaction;
use crate::message::ReplayQuery;
use crate::panes::Context;
use crate::panes::kit::Wants;
use crate::panes::kit::nouns::decoded::subjects::Subjects;
use crate::panes::kit::nouns::execution::{call, logs};
use crate::panes::kit::nouns::inner_calls::InnerCalls;
use crate::panes::kit::nouns::result_money::Money;
use crate::panes::kit::nouns::{decoded, values};

pub(super) use crate::panes::kit::nouns::execution::{called, emitter};

/// A result with its decodings and related answers.
#[derive(Clone, Copy)]
pub(super) struct Shown<'a> {
    pub(super) result: &'a ContractResult,
    /// The answer that has amounts and prices in the current unit.
    pub(super) money: Money<'a>,
    /// The contract by which the result was opened.
    pub(super) contract: ContractRef,
    /// The time by which the result was opened.
    pub(super) at: Timestamp,
    pub(super) readings: Read<'a>,
    pub(super) inner_calls: &'a InnerCalls,
    pub(super) transaction: &'a ItsTransaction,
    pub(super) proof: &'a EnvelopeProof,
    pub(super) state: &'a StateTab,
    /// How the replay differs from the record; if set, no other field of the replay is.
    pub(super) replay_difference: Option<&'a str>,
    /// The replay; `None` unless it matches the record.
    pub(super) replayed: Option<&'a Replayed>,
    /// Whether the request for the replay's sources failed.
    pub(super) are_sources_missing: bool,
    pub(super) replay_query: Option<&'a ReplayQuery>,
    /// The question that decodes the call that threw the error and the call at fault.
    pub(super) fault: Option<&'a Questions<CallQuestion>>,
    /// The visible rows of a tab.
    pub(super) height: u16,
    pub(super) ctx: &'a Context<'a>,
}

impl<'a> Shown<'a> {
    /// The decoded error, by the called contract's interface, otherwise by that of the contract that threw it.
    pub(super) fn error(&self) -> Option<&'a ErrorReading> {
        let own = self.readings.call()?.error.as_ref()?;
        let is_told = own.custom.as_ref().and_then(Reading::exact).is_some();
        self.replayed_error(0).filter(|_| !is_told).or(Some(own))
    }

    /// The decoded error of the innermost failed call; `None` without a replay.
    pub(super) fn error_at_fault(&self) -> Option<&'a ErrorReading> {
        self.replayed_error(1)
    }

    fn replayed_error(&self, place: usize) -> Option<&'a ErrorReading> {
        self.ctx.get(self.fault?).value()?.get(place)?.error.as_ref()
    }

    pub(super) fn turn(&self) -> Turn {
        self.readings.turn()
    }

    /// The contract by its id, if the result has one: all names of a contract open the same place.
    pub(super) fn best_ref(&self) -> ContractRef {
        best_ref(self.contract, self.result)
    }

    /// The exchange rate at the time of the result; `None` until loaded.
    pub(super) fn rate(&self) -> Option<Rate> {
        self.ctx.get(&ExchangeRatesQuery::at(self.at)).value()?.at(self.at)
    }
}

pub(super) fn best_ref(asked: ContractRef, result: &ContractResult) -> ContractRef {
    result.contract_id.value().map_or(asked, ContractRef::Id)
}

/// The results of the same contract and sender.
pub(super) fn of_sender(contract: ContractRef, from: EvmAddress, ctx: &Context<'_>) -> ResultsQuery {
    ResultsQuery { from: Some(values::sender(from, ctx)), ..ResultsQuery::all(contract) }
}

/// The questions whose answers decode one result.
#[derive(Debug, Default)]
pub(super) struct Readings {
    result: Option<Arc<ContractResult>>,
    call: Option<Questions<CallQuestion>>,
    logs: Option<Questions<LogQuestion>>,
    /// The contracts whose interfaces decode the result.
    contracts: Vec<ContractRef>,
    /// The sender, and the tokens and accounts in the decoded values.
    parties: Vec<Subject>,
    turn: Turn,
}

/// The decodings of one result.
#[derive(Clone, Copy, Debug)]
pub(super) struct Read<'a> {
    call: Option<&'a CallReading>,
    logs: &'a [Reading],
    turn: Turn,
}

/// The most contracts to look up per result: each costs several requests.
const MAX_LOOKUPS: usize = 12;

impl Readings {
    /// Collects the entities that the result and its bytes name.
    pub(super) fn rebuild_view(&mut self, result: &Arc<ContractResult>, ctx: &Context<'_>) {
        if self.result.as_ref() != Some(result) {
            self.result = Some(Arc::clone(result));
            self.call = Some(vec![call(result)].into());
            self.logs = Some(logs(result)).filter(|logs| !logs.is_empty()).map(Into::into);
            (self.contracts, self.parties) = (contracts(result), Vec::new());
        }
        let is_read = self.call.as_ref().is_some_and(|call| ctx.get(call).outcome().is_some())
            && self.logs.as_ref().is_none_or(|logs| ctx.get(logs).outcome().is_some());
        if is_read {
            self.parties = self.current(ctx).parties(result, ctx);
        }
        self.turn.of = self.current(ctx).turns();
    }

    /// Adds the decodings, and the names and interfaces that improve them.
    pub(super) fn wants(&self, wants: &mut Wants) {
        self.contracts.iter().for_each(|contract| wants.resolve(Subject::Contract(*contract)));
        self.parties.iter().for_each(|subject| wants.resolve(*subject));
        if let Some(call) = &self.call {
            wants.add_optional(call);
        }
        if let Some(logs) = &self.logs {
            wants.add_optional(logs);
        }
    }

    pub(super) fn current<'a>(&self, ctx: &Context<'a>) -> Read<'a> {
        let call = self.call.as_ref().and_then(|call| ctx.get(call).value()?.first());
        let logs = self.logs.as_ref().and_then(|logs| ctx.get(logs).value());
        Read { call, logs: logs.map(Vec::as_slice).unwrap_or_default(), turn: self.turn }
    }

    /// Shows the next candidate; the raw bytes come after the last one, then the first again.
    pub(super) fn next(&mut self, ctx: &Context<'_>) {
        let Turn { at, of } = self.current(ctx).turn();
        self.turn.at = if at >= of { 0 } else { at + 1 };
    }
}

impl<'a> Read<'a> {
    /// The entities to look up: the sender, the tokens and the accounts.
    fn parties(self, result: &ContractResult, ctx: &Context<'_>) -> Vec<Subject> {
        let mut subjects = Subjects::default();
        subjects.party(result.from.value());
        if let Some(call) = self.call {
            subjects.update(called(result), call.input.best(), ctx);
            subjects.update(called(result), call.output.as_ref().and_then(Reading::best), ctx);
            let made = call.creation.as_ref().and_then(|creation| creation.constructor.best());
            subjects.update(None, made, ctx);
        }
        for (log, reading) in result.logs.known().into_iter().flatten().zip(self.logs) {
            subjects.update(emitter(log), reading.best(), ctx);
        }
        subjects.all()
    }

    pub(super) fn call(self) -> Option<&'a CallReading> {
        self.call
    }

    /// An inner failure, found in the returned data.
    pub(super) fn hidden_failure(self) -> Option<String> {
        self.call?.output.as_ref()?.hidden_failure()
    }

    /// Whether the error wraps another one that could not be named.
    pub(super) fn has_unread_error(self) -> bool {
        let custom = self.call.and_then(|call| call.error.as_ref()?.custom.as_ref()?.exact());
        custom.is_some_and(Candidate::has_unread_error)
    }

    /// The decoded logs, in order.
    pub(super) fn logs(self) -> &'a [Reading] {
        self.logs
    }

    pub(super) fn turn(self) -> Turn {
        Turn { at: self.turn.at.min(self.turn.of), ..self.turn }
    }

    fn turns(self) -> usize {
        let call = self.call.into_iter();
        let of_call = call.flat_map(|call| {
            let custom = call.error.as_ref().and_then(|error| error.custom.as_ref());
            let made = call.creation.as_ref().map(|creation| &creation.constructor);
            [Some(&call.input), call.output.as_ref(), custom, made].into_iter().flatten()
        });
        decoded::turns(of_call.chain(self.logs))
    }
}

/// The choice among the candidate decodings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Turn {
    pub(super) at: usize,
    /// The number of candidates; an index equal to it shows the raw bytes.
    pub(super) of: usize,
}

/// The contracts whose interfaces decode the result, without duplicates.
fn contracts(result: &ContractResult) -> Vec<ContractRef> {
    let emitters = result.logs.known().into_iter().flatten().filter_map(emitter);
    let mut seen = BTreeSet::new();
    let each = called(result).into_iter().chain(emitters);
    each.filter(|contract| seen.insert(contract.to_string())).take(MAX_LOOKUPS).collect()
}
