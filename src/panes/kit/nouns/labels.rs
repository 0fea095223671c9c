//! The user's labels on screen: before the id, the address or the hash that they are of.

use std::borrow::Cow;
use std::sync::Arc;

use decode::known::labels::{LabelText, handle};
use ledger::moment::Clock;
use ledger::{ContractRef, Labelled};

use crate::message::Place;
use crate::message::goto::{GoToContext, readings};
use crate::panes::Context;
use crate::widgets::{Sheet, Value};

/// What ends a sentence or a bracket, and no word.
pub const AROUND: [char; 7] = ['.', ',', ';', ':', ')', '-', '@'];

/// The label of an entity, safe to print.
pub fn of(ctx: &Context<'_>, named: ContractRef) -> Option<String> {
    if !ctx.known.has_labels() {
        return None;
    }
    ctx.known.label(&Labelled::new(named, ctx.network.home)).map(shown)
}

/// The label of what a whole text names, safe to print.
pub fn of_text(ctx: &Context<'_>, text: &str) -> Option<String> {
    if !ctx.known.has_labels() {
        return None;
    }
    ctx.known.label(&Labelled::parse(text, ctx.network.home)?).map(shown)
}

fn shown(label: &Arc<LabelText>) -> String {
    label.name.escaped()
}

/// The values of a sheet with their labels.
#[must_use]
pub fn on_sheet(ctx: &Context<'_>, sheet: Sheet) -> Sheet {
    if ctx.known.has_labels() { sheet.map_values(|value| on_value(ctx, value)) } else { sheet }
}

/// A value with its label, else with the labels of what it names.
#[must_use]
pub fn on_value(ctx: &Context<'_>, mut value: Value) -> Value {
    if let Some(label) = of_text(ctx, &value.copied.beginning(Labelled::ROOM_BYTES)) {
        return value.labelled(label);
    }
    for (text, _) in &mut value.pieces {
        if let Cow::Owned(labelled) = in_text(ctx, text) {
            *text = labelled;
        }
    }
    value
}

/// A text with the labels of what it names before these.
pub fn in_text<'t>(ctx: &Context<'_>, text: &'t str) -> Cow<'t, str> {
    if !ctx.known.has_labels() {
        return Cow::Borrowed(text);
    }
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '@');
    let (mut labelled, mut rest) = (String::new(), text);
    while let Some(start) = rest.find(is_part) {
        let (before, word) = rest.split_at(start);
        let end = word.find(|c| !is_part(c)).unwrap_or(word.len());
        let (word, behind) = word.split_at(end);
        labelled.push_str(before);
        // What was cut is not there in full.
        let is_cut = behind.starts_with('…') || before.ends_with('…');
        if let Some(label) = of_text(ctx, word.trim_end_matches(AROUND)).filter(|_| !is_cut) {
            labelled.push_str(&label);
            labelled.push(' ');
        }
        labelled.push_str(word);
        rest = behind;
    }
    labelled.push_str(rest);
    Cow::Owned(labelled)
}

/// Every label as filters name it, with `@`.
pub fn handles(ctx: &Context<'_>) -> Vec<String> {
    ctx.known.labels().into_iter().map(|(_, label)| format!("@{}", handle(&label.name))).collect()
}

/// A text with what has them in place of labels behind `@`.
///
/// # Errors
/// If no label is called so, or several are.
pub fn resolve<'t>(ctx: &Context<'_>, text: &'t str) -> Result<Cow<'t, str>, String> {
    ctx.known.resolve(text, &ctx.network.name)
}

/// Where something that has a label leads.
pub fn place(ctx: &Context<'_>, of: &Labelled) -> Option<Place> {
    let here = GoToContext {
        network: ctx.network,
        networks: ctx.networks,
        here: None,
        clock: &Clock::from(ctx.now),
    };
    readings(&of.to_string(), &here).ok()?.into_iter().next().map(|reading| reading.place)
}
