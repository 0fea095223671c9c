//! The sources, then each function, event and error once, with every source that names it.

use std::collections::BTreeSet;

use api::Failure;
use decode::interface::book::Source;
use decode::interface::{Entry, Kind, Parameter};
use decode::reading::Provenance;
use ledger::ContractRef;
use ledger::amount::grouped;

use crate::panes::Context;
use crate::panes::contract::counts;
use crate::panes::kit::nouns::decoded;
use crate::widgets::{Role, Sheet, Value};

/// The label of the user's own sources.
pub(super) const OWN: &str = "user";
const MARK: usize = 8;
/// Maximum number of listed entries of a kind.
const MAX_LISTED: usize = 512;

/// State of the lookup of the verified interface.
#[derive(Clone, Debug)]
pub(super) enum Verifier<'a> {
    /// In progress; with the reason if it is a retry.
    Asked(Option<String>),
    /// Answered, or not needed.
    Settled,
    /// The lookup failed, or the record that it needs.
    Failed(&'a Failure),
}

pub(super) fn sheet(
    contract: ContractRef,
    found: Option<&[Source]>,
    verifier: Verifier<'_>,
    ctx: &Context<'_>,
) -> Sheet {
    let sources = found.unwrap_or_default();
    let mut sheet = Sheet::default().heading("Sources, the most trusted first");
    let behind = ctx.known.behind(contract);
    if behind.left_out > 0 {
        let (asked, more) = (grouped(&behind.addresses.len()), grouped(&behind.left_out));
        let words = format!("{more} contracts behind this proxy are left out; {asked} are looked up");
        sheet = sheet.note(Value::styled(Role::Attention, words));
    }
    for source in sources {
        sheet = sheet.fact(label(source), origin(source, ctx));
        for refusal in source.refused.iter().take(3) {
            sheet = sheet.inner(1, "left out", Value::styled(Role::Attention, refusal.to_string()));
        }
    }
    let none = found.is_some_and(<[Source]>::is_empty);
    match verifier {
        Verifier::Failed(failure) => {
            let words = format!("Could not load its verified ABI. {}", failure.sentence());
            sheet = sheet.note(Value::styled(Role::Failure, words)).note(Value::plain(failure.next_step()));
        }
        Verifier::Asked(Some(waits)) => sheet = sheet.note(Value::styled(Role::Attention, waits)),
        Verifier::Settled if none => {
            sheet = sheet
                .note(Value::plain("No verified ABI is known: only what the bytecode shows."))
                .note(Value::none("Add one: the path of a file, a pasted ABI, or a signature."));
        }
        Verifier::Asked(None) | Verifier::Settled => {}
    }
    sheet = sheet.note(Value::none("After these, the built-in signatures are tried."));
    for (kind, title) in [(Kind::Function, "Functions"), (Kind::Event, "Events"), (Kind::Error, "Errors")] {
        sheet = entries(sheet, sources, kind, title);
    }
    sheet
}

fn label(source: &Source) -> String {
    match source.provenance {
        Provenance::User => OWN.to_owned(),
        Provenance::Verified { exact: false } => "verified (match)".to_owned(),
        provenance => provenance.label().to_owned(),
    }
}

fn origin(source: &Source, ctx: &Context<'_>) -> Value {
    let copied = String::from_utf8_lossy(source.origin.raw()).into_owned();
    let name =
        if source.origin.is_empty() { "its verified source".to_owned() } else { source.origin.escaped() };
    let value = Value::plain(name).copied(copied);
    let value = match &source.entries {
        Ok(entries) => value.note(counts(entries.iter())),
        Err(refusal) => value.and(Role::Failure, format!("{} {refusal}", ctx.theme.glyphs.failure)),
    };
    if source.contract.is_none() { value.note("for every contract") } else { value }
}

fn entries(mut sheet: Sheet, sources: &[Source], kind: Kind, title: &str) -> Sheet {
    let mut listed: Vec<(&Entry, Vec<Provenance>)> = Vec::new();
    let mut left_out = BTreeSet::new();
    for source in sources {
        let own = source.entries.as_ref().map(Vec::as_slice).unwrap_or_default();
        for entry in own.iter().filter(|entry| entry.kind == kind) {
            let room = listed.len() < MAX_LISTED;
            match listed.iter_mut().find(|(known, _)| known.signature == entry.signature) {
                Some((_, by)) if by.contains(&source.provenance) => {}
                Some((_, by)) => by.push(source.provenance),
                None if room => listed.push((entry, vec![source.provenance])),
                None => _ = left_out.insert(entry.signature.raw()),
            }
        }
    }
    if listed.is_empty() {
        return sheet;
    }
    sheet = sheet.heading(format!("{title} {}", grouped(&(listed.len() + left_out.len()))));
    for (entry, by) in listed {
        let mut by = by.into_iter();
        // The effective source comes first, where a long signature cannot push it off the screen.
        let value = match by.next() {
            Some(first) => Value::styled(decoded::chip(first), format!("{:<MARK$}", first.label()))
                .and(Role::Plain, line(entry)),
            None => Value::plain(line(entry)),
        };
        let value = by.fold(value, |value, also| value.and(decoded::chip(also), also.label()));
        sheet = sheet.fact(hash(entry), value.copied(entry.signature.escaped()));
    }
    match left_out.len() {
        0 => sheet,
        more => {
            let words =
                format!("and {} more: the first {} are listed.", grouped(&more), grouped(&MAX_LISTED));
            sheet.note(Value::none(words))
        }
    }
}

/// The selector, or the start of the topic.
fn hash(entry: &Entry) -> String {
    let selector = alloy_primitives::hex::encode_prefixed(entry.selector());
    if entry.kind == Kind::Event { format!("{selector}…") } else { selector }
}

/// A signature with the names of its parameters.
pub(super) fn line(entry: &Entry) -> String {
    let inputs = list(&entry.inputs);
    let returns = entry.outputs.as_deref().filter(|outputs| !outputs.is_empty());
    let returns = returns.map(|outputs| format!(" returns ({})", list(outputs))).unwrap_or_default();
    format!("{}({inputs}){returns}", entry.name.escaped())
}

fn list(parameters: &[Parameter]) -> String {
    let one = |parameter: &Parameter| {
        let indexed = if parameter.indexed { " indexed" } else { "" };
        let name = parameter.name.escaped();
        let gap = if name.is_empty() { "" } else { " " };
        format!("{}{indexed}{gap}{name}", parameter.kind.escaped())
    };
    parameters.iter().map(one).collect::<Vec<_>>().join(", ")
}
