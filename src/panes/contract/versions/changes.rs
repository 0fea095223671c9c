//! The differences between two versions of a contract, field by field.

use std::collections::BTreeMap;

use decode::KeyTree;
use decode::key::KeyLine;
use ledger::text::visible;
use ledger::timestamp::span;
use ledger::{Contract, Field, Text};
use serde_json::value::RawValue;

use crate::panes::Context;
use crate::panes::kit::nouns::{
    contract_facts::{FACTS, Fact},
    values,
};
use crate::widgets::{Role, Sheet, Value};

/// Members of the record with a label of their own; others are compared as sent.
const NAMED: [&str; 18] = [
    "admin_key",
    "auto_renew_account",
    "auto_renew_period",
    "bytecode",
    "contract_id",
    "created_timestamp",
    "deleted",
    "evm_address",
    "expiration_timestamp",
    "file_id",
    "max_automatic_token_associations",
    "memo",
    "nonce",
    "obtainer_id",
    "permanent_removal",
    "proxy_account_id",
    "runtime_bytecode",
    "timestamp",
];

/// The labels of the changed fields, in the order of the contract pane.
pub(super) fn labels(old: &Contract, new: &Contract) -> Vec<String> {
    let named = FACTS.iter().filter(|fact| !(fact.same)(old, new)).map(|fact| fact.label.to_owned());
    named.chain(unnamed(old, new).into_iter().map(|(name, ..)| name)).collect()
}

/// The changed fields, each with its values before and after.
pub(super) fn sheet(old: &Contract, new: &Contract, ctx: &Context<'_>) -> Sheet {
    let mut sheet = Sheet::default().heading("Changed with this version");
    for fact in FACTS.iter().filter(|fact| !(fact.same)(old, new)) {
        let value = turned((fact.show)(old, ctx), (fact.show)(new, ctx), ctx);
        sheet = match fact.label {
            "admin key" => keys(sheet, old, new, ctx),
            "expires" => sheet.fact(fact.label, moved(value, old, new)),
            label => sheet.fact(label, value),
        };
    }
    for (name, before, after) in unnamed(old, new) {
        let value = |text: Option<String>| text.map_or_else(|| Value::none("not sent"), Value::plain);
        sheet = sheet.fact(name, turned(value(before), value(after), ctx));
    }
    sheet
}

/// The non-empty fields of a first version.
pub(super) fn first(version: &Contract, ctx: &Context<'_>) -> Sheet {
    let empty = Contract::default();
    let nulls = Contract {
        auto_renew_account: Field::Null,
        file_id: Field::Null,
        obtainer_id: Field::Null,
        permanent_removal: Field::Null,
        proxy_account_id: Field::Null,
        ..Contract::default()
    };
    let held = |fact: &&Fact| !(fact.same)(version, &empty) && !(fact.same)(version, &nulls);
    let sheet = Sheet::default().heading("What the contract began with");
    FACTS.iter().filter(held).fold(sheet, |sheet, fact| sheet.fact(fact.label, (fact.show)(version, ctx)))
}

/// An old and a new value; copying takes the new one.
fn turned(before: Value, after: Value, ctx: &Context<'_>) -> Value {
    let dim = before.pieces.into_iter().map(|(text, _)| (text, Role::Dim));
    let arrow = (format!(" {} ", ctx.theme.glyphs.arrow), Role::Dim);
    Value { pieces: dim.chain([arrow]).chain(after.pieces).collect(), ..after }
}

/// Adds the distance that an expiry was moved.
fn moved(value: Value, old: &Contract, new: &Contract) -> Value {
    match (old.expiration_timestamp.value(), new.expiration_timestamp.value()) {
        (Some(before), Some(after)) if after > before => {
            value.note(format!("+{}", span(after.since(before))))
        }
        (Some(before), Some(after)) => value.note(format!("-{}", span(before.since(after)))),
        _ => value,
    }
}

/// A change of the admin key in words, and the single keys that were removed and added.
fn keys(sheet: Sheet, old: &Contract, new: &Contract, ctx: &Context<'_>) -> Sheet {
    let words = |contract: &Contract| match KeyTree::from_field(&contract.admin_key) {
        Some(tree) => Value::plain(tree.summary(contract.contract_id.value())),
        None => values::admin_key(ctx, contract),
    };
    let copied = values::admin_key(ctx, new).copied;
    let sheet = sheet.fact("admin key", turned(words(old), words(new), ctx).copied(copied));
    let lines = |contract: &Contract| -> Vec<KeyLine> {
        let tree = KeyTree::from_field(&contract.admin_key);
        let lines = tree.map(|tree| tree.lines(contract.contract_id.value())).unwrap_or_default();
        lines.into_iter().filter(|line| line.bytes.is_some()).collect()
    };
    let (before, after) = (lines(old), lines(new));
    let known = |line: &KeyLine, lines: &[KeyLine]| lines.iter().any(|it| it.bytes == line.bytes);
    let gone = before.iter().filter(|line| !known(line, &after)).map(|line| ("no longer", Role::Dim, line));
    let came = after.iter().filter(|line| !known(line, &before)).map(|line| ("now", Role::Plain, line));
    gone.chain(came).fold(sheet, |sheet, (label, role, line)| {
        let hex = line.bytes.as_ref().map(|bytes| bytes.to_hex().trim_start_matches("0x").to_owned());
        let hex = hex.unwrap_or_default();
        sheet.inner(1, label, Value::styled(role, line.words.clone()).and(Role::Dim, hex.clone()).copied(hex))
    })
}

/// Changed members without a label: name, and the values before and after as sent, safe to print.
fn unnamed(old: &Contract, new: &Contract) -> Vec<(String, Option<String>, Option<String>)> {
    let (old, new) = (members(old.raw.raw()), members(new.raw.raw()));
    let mut names: Vec<&String> = old.keys().chain(new.keys()).collect();
    names.sort_unstable();
    names.dedup();
    let differs = |name: &&&String| !NAMED.contains(&name.as_str()) && old.get(**name) != new.get(**name);
    let shown = |text: Option<&String>| text.map(|text| Text::new(text.as_str()).escaped());
    names
        .iter()
        .filter(differs)
        .map(|name| (visible(name), shown(old.get(*name)), shown(new.get(*name))))
        .collect()
}

/// The members of a record, each as it was sent.
fn members(record: &str) -> BTreeMap<String, String> {
    let members: BTreeMap<String, Box<RawValue>> = serde_json::from_str(record).unwrap_or_default();
    members.into_iter().map(|(name, value)| (name, value.get().to_owned())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ledger::RawJson;

    #[test]
    fn what_differs_is_named_in_the_order_of_the_contract_pane() {
        let old = Contract { memo: Field::Known("a".into()), nonce: Field::Known(1), ..Contract::default() };
        let new = Contract { memo: Field::Null, nonce: Field::Known(2), ..old.clone() };
        assert_eq!(labels(&old, &new), ["memo", "nonce"]);
        assert!(labels(&old, &old).is_empty());
    }

    #[test]
    fn members_without_a_name_here_are_compared_as_sent() {
        let record = |raw: &str| Contract { raw: RawJson::new(raw), ..Contract::default() };
        let old = record(r#"{"memo":"x","hook_count":1,"\u001b[2J":true}"#);
        let new = record(r#"{"memo":"y","hook_count":{"a":2}}"#);
        assert_eq!(labels(&old, &new), [r"\x1b[2J", "hook_count"]);
        let (name, before, after) = unnamed(&old, &new).pop().unwrap();
        assert_eq!(
            (name.as_str(), before.as_deref(), after.as_deref()),
            ("hook_count", Some("1"), Some(r#"{"a":2}"#))
        );
    }

    proptest::proptest! {
        #[test]
        fn any_record_can_be_compared(old: String, new: String) {
            let record = |raw: String| Contract { raw: RawJson::new(raw), ..Contract::default() };
            labels(&record(old), &record(new));
        }
    }
}
