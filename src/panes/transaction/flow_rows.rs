//! The flows of a money trail, one per row: from, to, amount.

use decode::family::Family;
use decode::money::Trail;

use super::amounts::{aligned, padded};
use super::tree;
use crate::panes::Context;
use crate::panes::kit::nouns::money_flows::{amount, flow_text, role, rows};
use crate::widgets::{Role, Sheet, Value};

/// Adds a fact for each row: kind, sender, receiver and amount; for a family also the member.
pub(super) fn add(sheet: Sheet, trail: &Trail, family: Option<&Family>, ctx: &Context<'_>) -> Sheet {
    let rows = rows(trail);
    let sheet = sheet.heading("Flows");
    if rows.is_empty() {
        return sheet.note(Value::none("Nothing moved."));
    }
    let arrow = ctx.theme.glyphs.arrow;
    let from = padded(&rows.iter().map(|row| row.from.clone()).collect::<Vec<_>>());
    let to = padded(&rows.iter().map(|row| row.to.clone()).collect::<Vec<_>>());
    let amounts: Vec<String> = rows.iter().map(|row| amount(row, ctx)).collect();
    let amounts = aligned(amounts.iter().map(String::as_str));
    rows.iter().zip(from).zip(to).zip(amounts).fold(sheet, |sheet, (((row, from), to), amount)| {
        let mut value = Value::plain(format!("{from} {arrow} {to}")).and(role(row.kind), amount);
        value.pieces.push((format!(" {}", flow_text(row, ctx)), Role::Dim));
        value.copied = format!("{} -> {}: {}", row.from, row.to, row.amount).into();
        if let Some(member) = family.and_then(|family| family.members.get(row.member)) {
            value = value.note(tree::name(member));
        }
        sheet.fact(row.kind.label(), value)
    })
}
