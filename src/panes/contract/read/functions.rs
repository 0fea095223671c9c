//! The view functions of a contract, from its interface and its code, and their calls: the last one of each,
//! and the pinned ones.

use std::sync::Arc;

use api::{Extent, Failure};
use decode::dispatch::Dispatch;
use decode::functions::Callable;
use decode::interface::book::Source;
use decode::reading::{CallQuestion, CallReading, Questions};
use decode::{Subject, functions};
use ledger::query::{ContractCallQuery, ContractQuery};
use ledger::text::visible;
use ledger::{CallOutcome, ContractRef, EvmAddress};

use crate::panes::Context;
use crate::panes::kit::ask::analyses::{Functions, InterfaceSources};
use crate::panes::kit::ask::answers::Taken;
use crate::panes::kit::ask::at_verifier::AtVerifier;
use crate::panes::kit::{Fetched, Progress, Wants};
use crate::widgets::{Role, Value};

/// The functions, and the inputs of the last listing.
#[derive(Debug)]
pub(super) struct Listing {
    contract: ContractRef,
    all: Vec<Callable>,
    sources: Taken,
    code: Taken,
}

impl Listing {
    pub(super) fn new(contract: ContractRef) -> Self {
        Self { contract, all: Vec::new(), sources: Taken::default(), code: Taken::default() }
    }

    pub(super) fn all(&self) -> &[Callable] {
        &self.all
    }

    /// The address to call.
    pub(super) fn address(&self, ctx: &Context<'_>) -> EvmAddress {
        let found = ctx.get(&self.record()).value().and_then(|record| record.evm_address.value());
        match self.contract {
            ContractRef::Address(address) => address,
            ContractRef::Id(id) => found
                .or_else(|| ctx.known.address_of(self.contract))
                .unwrap_or_else(|| EvmAddress::long_zero(id)),
        }
    }

    /// Lists the functions again when knowledge grows.
    pub(super) fn update(&mut self, ctx: &Context<'_>) {
        let sources = ctx.get(&InterfaceSources(self.contract));
        let code = self.code(ctx).map(|code| ctx.get(&code));
        let is_new = self.sources.if_new(sources).is_some();
        let is_new_code = code.is_some_and(|code| self.code.if_new(code).is_some());
        if is_new || is_new_code {
            let sources: &[Source] = sources.value().map(Vec::as_slice).unwrap_or_default();
            let code: Option<&Dispatch> = code.and_then(Fetched::value);
            self.all = functions::readable(sources, code);
        }
    }

    /// Why the contract's record could not be loaded.
    pub(super) fn failure<'a>(&self, ctx: &Context<'a>) -> Option<&'a Failure> {
        ctx.get(&self.record()).failure()
    }

    /// Why functions are missing, line by line.
    pub(super) fn notes(&self, ctx: &Context<'_>) -> Vec<Value> {
        let record = ctx.get(&self.record());
        let is_known = self.code(ctx).is_none_or(|code| ctx.get(&code).value().is_some());
        let lines = match record.failure() {
            _ if !self.all.is_empty() => Vec::new(),
            Some(failure) => {
                vec![Value::styled(Role::Failure, failure.sentence()), Value::plain(failure.next_step())]
            }
            None if record.value().is_some() && is_known => {
                let words = "Add an ABI or signatures on the page of its interfaces.";
                vec![Value::plain("No function is known that changes nothing."), Value::none(words)]
            }
            None => vec![Value::none("Looking for its functions")],
        };
        let at_verifier = || self.at_verifier(ctx)?.progress(Extent::Interface, ctx);
        let own = record.progress().filter(|_| record.is_loading());
        let waits = own.or_else(at_verifier).and_then(Progress::trouble);
        lines.into_iter().chain(waits.map(|words| Value::styled(Role::Attention, words))).collect()
    }

    pub(super) fn want(&self, ctx: &Context<'_>, wants: &mut Wants) {
        wants.add_shared(&self.record());
        if let Some(contract) = self.at_verifier(ctx) {
            contract.want(Extent::Interface, ctx, wants);
        }
        if let Some(code) = self.code(ctx) {
            wants.add_optional(&code);
        }
        wants.add_optional(&InterfaceSources(self.contract));
        wants.resolve(Subject::Contract(self.contract));
    }

    fn at_verifier(&self, ctx: &Context<'_>) -> Option<AtVerifier> {
        let chain = ctx.network.verifier.as_ref().and(ctx.network.chain.clone())?;
        Some(AtVerifier { chain, named: self.contract })
    }

    fn record(&self) -> ContractQuery {
        ContractQuery::now(self.contract)
    }

    /// The code to analyse, which shows the functions that write no state.
    fn code(&self, ctx: &Context<'_>) -> Option<Functions> {
        let record = ctx.get(&self.record()).value()?;
        record.runtime_bytecode.known().filter(|code| !code.is_empty()).cloned().map(Functions)
    }
}

/// Maximum number of stored calls: each refresh sends a request per call.
const MAX_CALLS: usize = 64;

#[derive(Clone, Debug)]
pub(super) struct Call {
    pub(super) function: Callable,
    pub(super) query: ContractCallQuery,
    pub(super) is_pinned: bool,
    /// The text of each form field, to edit the call.
    pub(super) typed: Vec<(&'static str, String)>,
}

/// All calls in the order they were made.
#[derive(Debug, Default)]
pub(super) struct Calls(Vec<Call>);

impl Call {
    /// The text of a field, safe to print; `None` if it was empty.
    pub(super) fn typed(&self, name: &str) -> Option<String> {
        let (_, text) = self.typed.iter().find(|(known, _)| *known == name)?;
        Some(visible(text.trim())).filter(|text| !text.is_empty())
    }

    /// The result of the call.
    pub(super) fn outcome<'a>(&self, ctx: &Context<'a>) -> Fetched<'a, Arc<CallOutcome>> {
        ctx.get(&self.query)
    }

    /// The decoded call, once it was answered.
    pub(super) fn reading<'a>(&self, contract: ContractRef, ctx: &Context<'a>) -> Option<&'a CallReading> {
        ctx.get(&self.question(contract, ctx)?).value()?.first()
    }

    fn question(&self, contract: ContractRef, ctx: &Context<'_>) -> Option<Questions<CallQuestion>> {
        let outcome = self.outcome(ctx).value()?;
        let question = CallQuestion::executed(contract, self.query.data.clone(), outcome);
        Some(Questions::from(vec![question]))
    }
}

impl Calls {
    pub(super) fn all(&self) -> &[Call] {
        &self.0
    }

    pub(super) fn get(&self, at: usize) -> Option<&Call> {
        self.0.get(at)
    }

    /// The last unpinned call of a function.
    pub(super) fn last(&self, function: &Callable) -> Option<(usize, &Call)> {
        let is_such = |call: &Call| !call.is_pinned && call.function.entry.hash == function.entry.hash;
        self.0.iter().enumerate().find(|(_, call)| is_such(call))
    }

    /// Replaces the unpinned call of the same function. `false` if the same call exists: it needs a refresh.
    pub(super) fn add(&mut self, call: Call) -> bool {
        if self.0.iter().any(|known| known.query == call.query && known.function == call.function) {
            return false;
        }
        if let Some((at, _)) = self.last(&call.function) {
            self.0.remove(at);
        } else if self.0.len() == MAX_CALLS
            && let Some(oldest) = self.0.iter().position(|call| !call.is_pinned)
        {
            self.0.remove(oldest);
        }
        if self.0.len() < MAX_CALLS {
            self.0.push(call);
        }
        true
    }

    /// Pins or unpins a call. An unpinned call replaces the last one of its function.
    pub(super) fn turn(&mut self, at: usize) {
        let Some(mut call) = (at < self.0.len()).then(|| self.0.remove(at)) else { return };
        call.is_pinned = !call.is_pinned;
        if !call.is_pinned
            && let Some((last, _)) = self.last(&call.function)
        {
            self.0.remove(last);
        }
        self.0.push(call);
    }

    pub(super) fn forget(&mut self, at: usize) {
        if at < self.0.len() {
            self.0.remove(at);
        }
    }

    /// Adds all calls and their decoding.
    pub(super) fn want(&self, contract: ContractRef, ctx: &Context<'_>, wants: &mut Wants) {
        for call in &self.0 {
            wants.add_optional(&call.query);
            if let Some(question) = call.question(contract, ctx) {
                wants.add_optional(&question);
            }
        }
    }
}
