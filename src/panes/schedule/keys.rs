//! The keys of who must sign, as trees, with what has signed of each.

use super::beside::{Beside, Keyed};
use super::story;
use crate::decode::KeyTree;
use crate::decode::signers::{Signed, SignerLine, Signing, begins};
use crate::ledger::{EntityId, HexBytes, Schedule};
use crate::message::Place;
use crate::panes::Context;
use crate::widgets::{Role, Sheet, Value};

/// The key trees of a schedule: whose they are, and the tree.
fn trees(schedule: &Schedule, beside: &Beside) -> Vec<(String, Option<EntityId>, KeyTree)> {
    let admin = KeyTree::of(&schedule.admin_key).map(|tree| ("admin key".to_owned(), None, tree));
    let mut accounts: Vec<(&str, EntityId)> = Vec::new();
    for (name, id) in
        [("creator", schedule.creator_account_id.value()), ("payer", schedule.payer_account_id.value())]
    {
        if let Some(id) = id.filter(|id| !accounts.iter().any(|(_, known)| known == id)) {
            accounts.push((name, id));
        }
    }
    let keyed = accounts.into_iter().filter_map(|(name, id)| match beside.account(id) {
        Keyed::Known(account) => {
            KeyTree::of(&account.key).map(|tree| (format!("{name}'s key"), Some(id), tree))
        }
        Keyed::Awaited | Keyed::Untold => None,
    });
    admin.into_iter().chain(keyed).collect()
}

/// Adds each key that is known with what has signed of it.
pub(super) fn add(sheet: Sheet, schedule: &Schedule, beside: &Beside, ctx: &Context<'_>) -> Sheet {
    let prefixes: Vec<&[u8]> = story::signatures(schedule)
        .filter_map(|signature| signature.public_key_prefix.known().map(HexBytes::bytes))
        .collect();
    let sheet = sheet.heading("Who has signed");
    let trees = trees(schedule, beside);
    let sheet = trees.iter().fold(sheet, |sheet, (label, own, tree)| {
        let signing = Signing::of(tree, &prefixes, *own);
        let mut lines = signing.lines.iter();
        let sheet = match lines.next() {
            Some(first) => sheet.fact(label.clone(), whole(first, *own, ctx)),
            None => sheet,
        };
        lines.fold(sheet, |sheet, line| {
            let depth = u16::try_from(line.depth).unwrap_or(1).min(8);
            sheet.inner(depth, line.words.clone(), one(line, ctx))
        })
    });
    let sheet = untold(sheet, schedule, beside);
    if trees.is_empty() {
        return sheet.words(Value::none("No key is known to match the signatures with."));
    }
    let stray = prefixes.iter().filter(|prefix| owners(&trees, prefix).is_empty()).count();
    if stray == 0 {
        return sheet;
    }
    let words = format!("{stray} of {} signatures fit none of these keys", prefixes.len());
    sheet.fact("others", Value::none(words))
}

/// Says of which accounts the key is not known.
fn untold(sheet: Sheet, schedule: &Schedule, beside: &Beside) -> Sheet {
    let ids = [("creator", &schedule.creator_account_id), ("payer", &schedule.payer_account_id)];
    ids.into_iter().fold(sheet, |sheet, (name, field)| {
        let words = match field.value().map(|id| beside.account(id)) {
            Some(Keyed::Awaited) => "being asked for",
            Some(Keyed::Untold) => "the server does not tell",
            Some(Keyed::Known(account)) if account.key.known().is_none() => "the account has no key",
            Some(Keyed::Known(_)) | None => return sheet,
        };
        sheet.fact(format!("{name}'s key"), Value::none(words))
    })
}

/// Whose key a signature's prefix is the beginning of.
pub(super) fn signer(schedule: &Schedule, beside: &Beside, prefix: &[u8]) -> Vec<String> {
    owners(&trees(schedule, beside), prefix)
}

fn owners(trees: &[(String, Option<EntityId>, KeyTree)], prefix: &[u8]) -> Vec<String> {
    let fits = |tree: &KeyTree| {
        tree.lines(None).iter().any(|line| line.bytes.as_ref().is_some_and(|key| begins(key, prefix)))
    };
    trees.iter().filter(|(_, _, tree)| fits(tree)).map(|(label, _, _)| label.clone()).collect()
}

/// The whole key: how much of it has signed, and what it is.
fn whole(line: &SignerLine, own: Option<EntityId>, ctx: &Context<'_>) -> Value {
    let (words, role) = state(line.state, ctx);
    let value = Value::of(role, words).note(line.words.clone());
    let value = match own {
        Some(id) => value.note(format!("of {id}")),
        None => value,
    };
    match &line.bytes {
        Some(bytes) => value.note(bytes.to_hex()).copied(bytes.to_hex()),
        None => value,
    }
}

/// A key within another.
fn one(line: &SignerLine, ctx: &Context<'_>) -> Value {
    let (words, role) = state(line.state, ctx);
    let value = Value::of(role, words);
    match (&line.bytes, line.contract) {
        (Some(bytes), _) => value.note(bytes.to_hex()).copied(bytes.to_hex()),
        (None, Some(contract)) => {
            let value = value.note(contract.to_string()).copied(contract.to_string());
            value.link(Place::contract(contract))
        }
        (None, None) => value,
    }
}

fn state(state: Signed, ctx: &Context<'_>) -> (String, Role) {
    let glyphs = &ctx.look.glyphs;
    match state {
        Signed::Yes => (format!("{} signed", glyphs.success), Role::Success),
        Signed::No => (format!("{} not signed", glyphs.none), Role::Dim),
        Signed::Of(have, needed) => {
            let sign = if state.is_enough() { glyphs.success } else { glyphs.dot };
            let role = if state.is_enough() { Role::Success } else { Role::Plain };
            (format!("{sign} {have} of {needed}"), role)
        }
        Signed::Untold => (format!("{} signatures do not tell", glyphs.unknown), Role::Dim),
    }
}
