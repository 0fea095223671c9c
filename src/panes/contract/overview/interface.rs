//! Summary of the contract's interface: its functions and their sources, detected standards, and proxy targets.

use std::collections::HashSet;

use decode::interface::Entry;
use decode::interface::book::Source;
use decode::reading::Provenance;
use ledger::ContractRef;
use ledger::amount::{counted, grouped};

use super::targets::Targets;
use super::{chips, cuts, facts};
use crate::message::Place;
use crate::panes::Context;
use crate::panes::contract::{counts, label_and_meaning};
use crate::panes::kit::ask::analyses::InterfaceSources;
use crate::panes::kit::nouns::{entities, values};
use crate::panes::kit::{Taken, Wants};
use crate::widgets::{Role, Sheet, Value};

/// Maximum number of named sources.
const MAX_ORIGINS: usize = 3;

/// Counts of the interface's named entries, updated when a source is loaded.
#[derive(Debug, Default)]
pub(super) struct InterfaceFacts {
    taken: Taken,
    /// Counts of functions, events and errors, and their sources; `None` without a source.
    named: Option<(String, String)>,
}

impl InterfaceFacts {
    /// Adds the sources.
    pub(super) fn wants(contract: ContractRef, wants: &mut Wants) {
        wants.add_optional(&InterfaceSources(contract));
    }

    /// Counts the entries of new sources.
    pub(super) fn update(&mut self, contract: ContractRef, ctx: &Context<'_>) {
        if let Some(sources) = self.taken.if_new(ctx.get(&InterfaceSources(contract))) {
            self.named = named(sources);
        }
    }

    pub(super) fn sheet(&self, contract: ContractRef, targets: &Targets<'_>, ctx: &Context<'_>) -> Sheet {
        let sheet = Sheet::with_labels(facts::LABEL_COLUMNS)
            .heading("Interface")
            .fact("functions", self.functions(contract, targets, ctx))
            .fact("detected interfaces", followed(contract, targets, ctx))
            .fact("proxy", passing(contract, targets, ctx));
        let sheet = match cut(contract, targets) {
            Some(value) => sheet.fact("facets", value),
            None => sheet,
        };
        let addresses = [("beacon", targets.beacon), ("proxy admin", targets.admin)];
        let label = if targets.found.len() > 1 { "facet" } else { "implementation" };
        let sheet = targets.found.iter().fold(sheet, |sheet, target| {
            let place = chips::reference(*target, targets);
            let value = match place {
                ContractRef::Id(id) => Value::plain(id.to_string()).copied(target.address.checksummed()),
                ContractRef::Address(address) => values::address(&address),
            };
            let name = entities::name(ctx, place);
            let value = value.link(Place::contract(place));
            let value = name.map_or(value.clone(), |name| value.note(name));
            sheet.fact(label, value.note(target.by.words()))
        });
        addresses.into_iter().filter_map(|(label, address)| Some((label, address?))).fold(
            sheet,
            |sheet, (label, address)| {
                sheet.fact(label, values::contract_address(&address).note("in its slot"))
            },
        )
    }

    fn functions(&self, contract: ContractRef, targets: &Targets<'_>, ctx: &Context<'_>) -> Value {
        let value = match (&self.named, targets.profile) {
            (Some((counts, origin)), _) => Value::plain(counts).note(origin),
            (None, Some(profile)) => match targets.behind().filter(|_| profile.functions == 0) {
                Some(behind) => Value::plain(counted(behind.functions, "function"))
                    .note("by the selectors of its implementation"),
                None => Value::plain(counted(profile.functions, "function")).note("by its selectors"),
            },
            (None, None) if ctx.get(&InterfaceSources(contract)).is_loading() => {
                return Value::none(ctx.theme.glyphs.cut);
            }
            (None, None) => return missing(targets, ctx),
        };
        Value { place: Some(Place::Interfaces(contract)), ..value }
    }
}

/// The merged counts and the sources.
fn named(sources: &[Source]) -> Option<(String, String)> {
    let able = sources.iter().filter_map(|source| Some((source, source.entries.as_ref().ok()?)));
    let able = able.filter(|(_, entries)| !entries.is_empty());
    let mut signatures = HashSet::new();
    let entries = able.clone().flat_map(|(_, entries)| entries);
    let entries: Vec<&Entry> =
        entries.filter(|entry| signatures.insert((entry.kind, entry.signature.raw()))).collect();
    let mut origins: Vec<String> = Vec::new();
    for (source, _) in able {
        let label = if source.provenance == Provenance::User { "yours:" } else { source.provenance.label() };
        let repeats = origins.last().is_some_and(|last| last.starts_with(label));
        let origin = source.origin.escaped();
        origins.push(if repeats { origin } else { format!("{label} {origin}") });
    }
    let more = origins.len().saturating_sub(MAX_ORIGINS);
    origins.truncate(MAX_ORIGINS);
    let more = if more > 0 { format!(", and {} more", grouped(&more)) } else { String::new() };
    (!entries.is_empty()).then(|| (counts(entries), format!("{}{more}", origins.join(", "))))
}

/// The detected standards: of the code, or of the code behind a proxy without any.
fn followed(contract: ContractRef, targets: &Targets<'_>, ctx: &Context<'_>) -> Value {
    let Some(profile) = targets.profile else { return missing(targets, ctx) };
    let (profile, whose) = match targets.behind().filter(|_| profile.interfaces.is_empty()) {
        Some(behind) => (behind, "by the selectors of its implementation"),
        None => (profile, "by its selectors"),
    };
    let names = profile.interfaces.iter().map(|found| {
        if found.is_whole() {
            found.name.to_owned()
        } else {
            format!("{} ({} of {} functions)", found.name, found.found, found.of)
        }
    });
    let names: Vec<String> = names.collect();
    let value = if names.is_empty() {
        Value::none("none recognised")
    } else {
        Value::plain(names.join(", ")).note(whose)
    };
    Value { place: Some(Place::Code(contract)), ..value }
}

fn passing(contract: ContractRef, targets: &Targets<'_>, ctx: &Context<'_>) -> Value {
    if targets.profile.is_none() {
        return missing(targets, ctx);
    }
    let Some(proxy) = targets.proxy() else {
        let none = targets.profile.is_some_and(|profile| profile.passes_none);
        return if none {
            Value::plain("no")
        } else {
            Value::none("none recognised").note("the code can delegate calls")
        };
    };
    let (name, words) = label_and_meaning(proxy.kind);
    let state = match (targets.found.is_empty(), targets.waits) {
        (true, true) => ctx.theme.glyphs.cut,
        (true, false) => "its target is not known",
        (false, _) => words,
    };
    let value = Value::styled(Role::Attention, name).note(state);
    Value { place: Some(Place::Code(contract)), ..value }
}

/// The `DiamondCut` events that the facets are from and the searched time, with a link to all of them.
fn cut(contract: ContractRef, targets: &Targets<'_>) -> Option<Value> {
    let (facets, searched) = targets.cuts?;
    let value = match facets.cuts {
        0 => Value::none("no DiamondCut events"),
        cuts => Value::plain(format!("by {}", counted(cuts, "DiamondCut event"))),
    };
    let value = if searched.words().is_empty() { value } else { value.note(searched.words()) };
    let skipped = || format!("{} could not be decoded", grouped(&facets.skipped));
    let value = if facets.skipped == 0 { value } else { value.note(skipped()) };
    Some(value.link(Place::Logs(Box::new(cuts::all(contract)))))
}

/// The text shown while the code is missing.
fn missing(targets: &Targets<'_>, ctx: &Context<'_>) -> Value {
    Value::none(if targets.waits { ctx.theme.glyphs.cut } else { targets.lack })
}
