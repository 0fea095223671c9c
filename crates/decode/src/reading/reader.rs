//! Decodes calls, returns, errors and events with the current knowledge, in order of trust.

use ledger::{ContractRef, EntityId, HexBytes, SystemEntity, SystemKind};

use super::{Candidate, ErrorReading, Fault, Provenance, Raw, Reading};
use crate::abi::{WORD, number};
use crate::arguments::{self, Arguments};
use crate::interface::{Entry, Interface, Kind};
use crate::known::Known;
use crate::response_code::Response;
use crate::revert::Revert;
use crate::signatures::Signature;
use crate::unfold::{self, Budget};

/// Decodes bytes with the knowledge of one moment.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a> {
    known: &'a Known,
}

/// A matching signature and its source.
pub(crate) type Source<'a> = (Provenance, &'a Entry);

impl<'a> Reader<'a> {
    /// Decodes with the interfaces, labels and proxy targets in `known`, and with the built-in signatures.
    pub fn new(known: &'a Known) -> Self {
        Self { known }
    }

    pub(crate) fn known(&self) -> &'a Known {
        self.known
    }

    /// Decodes the data of a call, including inner calls.
    pub fn call(&self, contract: Option<ContractRef>, input: &[u8]) -> Reading {
        self.call_within(contract, input, &mut Budget::default())
    }

    /// The same as a part of what a budget pays for.
    pub(crate) fn call_within(
        &self,
        contract: Option<ContractRef>,
        input: &[u8],
        budget: &mut Budget,
    ) -> Reading {
        let Some((selector, data)) = input.split_first_chunk() else {
            return Reading::raw(if input.is_empty() { Raw::Empty } else { Raw::NoSelector });
        };
        if unfold::is_creation(input) {
            return Reading::raw(Raw::Creation);
        }
        if let Some(packed) = unfold::packed_redirect(self, input, budget) {
            return packed;
        }
        let sources = self.by_selector(contract, Kind::Function, *selector);
        let mut reading = decode_candidates(sources, Raw::UnknownSelector(*selector), |_, entry| {
            arguments::decode_arguments(entry.inputs.iter(), data)
        });
        // Calls within are whole even where a wallet put its mark behind the arguments.
        for candidate in reading.candidates.iter_mut().filter(|candidate| candidate.is_whole()) {
            unfold::unfold(self, contract, candidate, budget);
        }
        reading
    }

    /// Decodes the return data of a call, within a budget. With the call's own reading, the answers of the calls within
    /// it are read, too.
    pub(crate) fn returns_within(
        &self,
        (contract, input): (Option<ContractRef>, &[u8]),
        asked: Option<&Reading>,
        output: &[u8],
        budget: &mut Budget,
    ) -> Reading {
        let (contract, input) = unfold::behind_redirect(input).unwrap_or((contract, input));
        let Some(selector) = input.first_chunk() else {
            return Reading::raw(Raw::NoSelector);
        };
        let mut sources = self.by_selector(contract, Kind::Function, *selector);
        sources.retain(|(_, entry)| entry.outputs.is_some());
        let raw = if output.is_empty() { Raw::Empty } else { Raw::UnknownReturns };
        let mut reading = decode_candidates(sources, raw, |_, entry| {
            arguments::decode_arguments(entry.outputs.iter().flatten(), output)
        });
        let asked = || asked.into_iter().flat_map(|asked| &asked.candidates);
        for candidate in reading.candidates.iter_mut().filter(|candidate| candidate.is_exact()) {
            let mut callers = asked().filter(|one| one.is_whole() && unfold::is_caller(one));
            if let Some(caller) = callers.find(|caller| caller.signature == candidate.signature) {
                unfold::unfold_answers(self, contract, caller, candidate, budget);
            }
        }
        reading
    }

    /// The response code that a system contract returned, although the call itself succeeded.
    pub fn response(&self, contract: Option<ContractRef>, input: &[u8], output: &[u8]) -> Option<Response> {
        let redirected = unfold::behind_redirect(input);
        let system = redirected.is_some() || contract.is_some_and(is_system);
        let selector = redirected.map_or(input, |(_, input)| input).first_chunk()?;
        // Only what is exactly its return values has the code in front: others return other things in its place.
        let returns_code = |entry: &Entry| {
            let outputs = entry.outputs.as_deref().unwrap_or_default();
            let named = outputs.first().is_some_and(|first| first.name.is("responseCode"));
            named && arguments::decode_arguments(outputs.iter(), output).fault.is_none()
        };
        let mut known = Signature::by_selector(Kind::Function, *selector).filter(|known| known.system);
        let meant = system && known.any(|known| known.entry().is_some_and(returns_code));
        let code = output.get(..WORD).filter(|_| meant).and_then(number)?;
        u64::try_from(code).ok().map(Response::new)
    }

    /// Decodes revert data that is a custom error of a contract.
    pub fn error(&self, contract: Option<ContractRef>, data: &[u8]) -> Reading {
        self.error_within(contract, data, &mut Budget::default())
    }

    /// Why a call failed, as a part of what a budget pays for.
    pub(crate) fn failure_within(
        &self,
        contract: Option<ContractRef>,
        revert: Revert,
        budget: &mut Budget,
    ) -> ErrorReading {
        let is_system = |contract: ContractRef| {
            let token = || self.known.token(contract.entity_id(EntityId::from_num(0))?);
            is_system(contract) || token().is_some()
        };
        let revert = if contract.is_some_and(is_system) { revert.of_system() } else { revert };
        let custom = match &revert {
            Revert::Custom { selector, arguments } => {
                let data = [selector.as_slice(), arguments.bytes()].concat();
                Some(self.error_within(contract, &data, budget))
            }
            _ => None,
        };
        ErrorReading { revert, custom }
    }

    /// The same as a part of what a budget pays for.
    fn error_within(&self, contract: Option<ContractRef>, data: &[u8], budget: &mut Budget) -> Reading {
        let Some((selector, rest)) = data.split_first_chunk() else {
            return Reading::raw(if data.is_empty() { Raw::Empty } else { Raw::NoSelector });
        };
        let mut sources = self.by_selector(contract, Kind::Error, *selector);
        // What is passed on may have been thrown further below, by a contract that the bytes do not name.
        if sources.is_empty() && budget.is_within() {
            sources.extend(self.known.errors(*selector).map(|entry| (Provenance::Guess, entry)));
        }
        let mut reading = decode_candidates(sources, Raw::UnknownSelector(*selector), |_, entry| {
            arguments::decode_arguments(entry.inputs.iter(), rest)
        });
        for candidate in reading.candidates.iter_mut().filter(|candidate| candidate.is_exact()) {
            unfold::unfold_error(self, contract, candidate, budget);
        }
        reading
    }

    /// Decodes a contract's log.
    pub fn log(&self, contract: Option<ContractRef>, topics: &[HexBytes], data: &[u8]) -> Reading {
        let Some(topic) = topics.first().and_then(|topic| topic.bytes().try_into().ok()) else {
            return self.anonymous_log(contract, topics, data, Raw::NoSelector);
        };
        let shipped = Signature::by_topic(topic);
        let learned = self.known.interfaces_for(Kind::Event, contract);
        let mut sources: Vec<Source<'_>> = learned
            .flat_map(|(provenance, interface)| {
                interface.by_topic(topic).map(move |entry| (provenance, entry))
            })
            .collect();
        sources.extend(shipped.filter_map(|one| Some((Provenance::Shipped, one.entry()?))));
        let raw = Raw::UnknownTopic(topic);
        if sources.is_empty() {
            return self.anonymous_log(contract, topics, data, raw);
        }
        let reading = decode_candidates(sources.clone(), raw, |provenance, entry| match provenance {
            Provenance::Online => arguments::read_unindexed_log(entry, topics, data),
            _ => arguments::read_log(entry, topics, data),
        });
        // The topic fixes the types, not which of them are indexed: that is known of the contract's own interface only.
        let is_own = |provenance| matches!(provenance, Provenance::Verified { .. } | Provenance::User);
        let indexed_otherwise = |one: &Candidate| matches!(one.fault, Some(Fault::Topics { .. }));
        if reading
            .candidates
            .iter()
            .any(|one| one.is_exact() || is_own(one.provenance) || !indexed_otherwise(one))
        {
            return reading;
        }
        decode_candidates(sources, raw, |_, entry| arguments::read_unindexed_log(entry, topics, data))
    }

    /// Decodes a log by the contract's anonymous events, if exactly one fits.
    fn anonymous_log(
        &self,
        contract: Option<ContractRef>,
        topics: &[HexBytes],
        data: &[u8],
        raw: Raw,
    ) -> Reading {
        let learned = self.known.interfaces_for(Kind::Event, contract).flat_map(|(provenance, interface)| {
            let events =
                interface.entries().iter().filter(|entry| entry.kind == Kind::Event && entry.anonymous);
            events.map(move |entry| (provenance, entry))
        });
        let mut reading =
            decode_candidates(learned.collect(), raw, |_, entry| arguments::read_log(entry, topics, data));
        reading.candidates.retain(Candidate::is_exact);
        if reading.candidates.len() == 1 { reading } else { Reading::raw(raw) }
    }

    /// The functions or errors with a selector, by source.
    fn by_selector(&self, contract: Option<ContractRef>, kind: Kind, selector: [u8; 4]) -> Vec<Source<'a>> {
        let known = self.known;
        let learned = known.interfaces_for(kind, contract);
        let mut sources: Vec<Source<'a>> = learned
            .flat_map(|(provenance, interface): (Provenance, &'a Interface)| {
                interface.by_selector(kind, selector).map(move |entry| (provenance, entry))
            })
            .collect();
        let system = contract.is_some_and(is_system);
        for signature in Signature::by_selector(kind, selector) {
            let provenance =
                if signature.system && system { Provenance::System } else { Provenance::Shipped };
            sources.extend(signature.entry().map(|entry| (provenance, entry)));
        }
        sources
    }
}

/// Whether a contract is one of the network's own.
pub(crate) fn is_system(contract: ContractRef) -> bool {
    let id = contract.entity_id(EntityId::from_num(0));
    id.and_then(SystemEntity::by_id).is_some_and(|entity| entity.kind == SystemKind::Contract)
}

/// The candidates of these sources. Of the same signature the most trusted one stays, unless another reads better.
fn decode_candidates(
    mut sources: Vec<Source<'_>>,
    raw: Raw,
    arguments: impl Fn(Provenance, &Entry) -> Arguments,
) -> Reading {
    sources.sort_by_key(|(provenance, _)| *provenance);
    let mut candidates: Vec<Candidate> = Vec::new();
    for (provenance, entry) in sources {
        let Arguments { list, fault } = arguments(provenance, entry);
        let again = candidates.iter().position(|one| one.signature == entry.signature);
        let better = |one: &Candidate| one.fault.is_some() && fault.is_none();
        let candidate = |entry: &Entry| {
            let (signature, name) = (entry.signature.clone(), entry.name.clone());
            Candidate { signature, name, provenance, arguments: list, fault }
        };
        match again.and_then(|at| candidates.get_mut(at)) {
            None => candidates.push(candidate(entry)),
            Some(before) if better(before) => *before = candidate(entry),
            Some(_) => {}
        }
    }
    Reading::new(candidates, raw)
}
