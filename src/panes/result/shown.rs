//! A result in its current display state, as the tabs draw it.

use decode::reading::{CallQuestion, ErrorReading, Questions, Reading};
use ledger::exchange_rate::Rate;
use ledger::query::ExchangeRatesQuery;
use ledger::{ContractRef, ContractResult, Timestamp};
use replay::Replayed;

use super::proof::EnvelopeProof;
use super::readings::{Read, Turn};
use super::state::StateTab;
use super::transaction::ItsTransaction;
use crate::message::ReplayQuery;
use crate::panes::Context;
use crate::panes::kit::nouns::{inner_calls::InnerCalls, result_money::Money};

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
