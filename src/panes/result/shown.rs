//! A result as the tabs show it.

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

/// A result in the look of the moment.
#[derive(Clone, Copy)]
pub(super) struct Shown<'a> {
    pub(super) result: &'a ContractResult,
    /// Where its amounts and prices come from.
    pub(super) money: Money<'a>,
    /// The contract as it was asked for.
    pub(super) contract: ContractRef,
    /// The time as it was asked for.
    pub(super) at: Timestamp,
    /// What the bytes say.
    pub(super) readings: Read<'a>,
    /// What is known of the calls within a success.
    pub(super) inner_calls: &'a InnerCalls,
    /// The transaction behind the result.
    pub(super) transaction: &'a ItsTransaction,
    /// What can be proven of its envelope.
    pub(super) proof: &'a EnvelopeProof,
    /// The storage slots.
    pub(super) state: &'a StateTab,
    /// How the replay differs from the record: then nothing else of it is shown.
    pub(super) replay_difference: Option<&'a str>,
    /// The replay, where it is known and agrees with the record.
    pub(super) replayed: Option<&'a Replayed>,
    /// Whether its sources were asked for in vain.
    pub(super) are_sources_missing: bool,
    /// The question for it.
    pub(super) replay_query: Option<&'a ReplayQuery>,
    /// The question for what its calls say that threw its error and that are at fault.
    pub(super) fault: Option<&'a Questions<CallQuestion>>,
    /// The rows of a tab that can be seen at once.
    pub(super) height: u16,
    /// The pane's context.
    pub(super) ctx: &'a Context<'a>,
}

impl<'a> Shown<'a> {
    /// Why it failed: as its contract's interface says, else as that of the contract does that threw the error.
    pub(super) fn error(&self) -> Option<&'a ErrorReading> {
        let own = self.readings.call()?.error.as_ref()?;
        let is_told = own.custom.as_ref().and_then(Reading::exact).is_some();
        self.replayed_error(0).filter(|_| !is_told).or(Some(own))
    }

    /// The error of the innermost call that failed by its own doing, if a replay tells which one that is.
    pub(super) fn error_at_fault(&self) -> Option<&'a ErrorReading> {
        self.replayed_error(1)
    }

    fn replayed_error(&self, place: usize) -> Option<&'a ErrorReading> {
        self.ctx.get(self.fault?).value()?.get(place)?.error.as_ref()
    }

    /// Which candidate of the readings is shown.
    pub(super) fn turn(&self) -> Turn {
        self.readings.turn()
    }

    /// The contract by its id, if the result has one: all forms of a contract lead to the same place.
    pub(super) fn best_ref(&self) -> ContractRef {
        best_ref(self.contract, self.result)
    }

    /// The network's exchange rate at the time of the result, once it is known.
    pub(super) fn rate(&self) -> Option<Rate> {
        self.ctx.get(&ExchangeRatesQuery::at(self.at)).value()?.at(self.at)
    }
}

/// See [`Shown::best_ref`].
pub(super) fn best_ref(asked: ContractRef, result: &ContractResult) -> ContractRef {
    result.contract_id.value().map_or(asked, ContractRef::Id)
}
