//! The view functions of a contract, by its interface and its code.

use decode::Subject;
use decode::dispatch::Dispatch;
use decode::functions::{self, Callable};
use decode::interface::sources::Source;
use ledger::query::ContractQuery;
use ledger::{ContractRef, EvmAddress};

use crate::message::{Extent, Failure};
use crate::panes::Context;
use crate::panes::kit::ask::{
    analyses::{Functions, InterfaceSources},
    at_verifier::AtVerifier,
    fetched::Taken,
};
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
