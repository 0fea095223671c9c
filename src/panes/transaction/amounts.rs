//! A column of amounts: signed, in the current unit, aligned at the decimal point.

use decode::money::Asset;
use ledger::{EntityId, Field, Transaction};

use super::kind::{self, EntityKind};
use crate::panes::Context;
use crate::panes::kit::nouns::money_flows::digits;
use crate::widgets::line::width;
use crate::widgets::{Role, Value};

/// An amount with its sign, but without a unit.
pub(super) fn signed(ctx: &Context<'_>, amount: i128, asset: Asset) -> String {
    let digits = digits(ctx, amount, asset);
    if amount > 0 { format!("+{digits}") } else { digits }
}

/// The amount of an entry, or the text for an absent one.
pub(super) fn entry(ctx: &Context<'_>, amount: &Field<i64>, asset: Asset) -> (String, Role) {
    match amount.value() {
        Some(amount) => (signed(ctx, i128::from(amount), asset), role(i128::from(amount))),
        None => (Value::field(amount, &ctx.theme.glyphs, |_| Value::default()).line(), Role::Attention),
    }
}

/// The role of a gain or a loss: gains are coloured, losses have their minus sign.
pub(super) fn role(amount: i128) -> Role {
    match amount {
        1.. => Role::Success,
        0 => Role::Dim,
        _ => Role::Plain,
    }
}

/// The tokens that a transaction acts on, transfers, or charges fees in; may contain duplicates.
pub(super) fn tokens(transaction: &Transaction) -> Vec<EntityId> {
    let t = transaction;
    let own = t.entity_id.value().filter(|_| kind::entity(t) == EntityKind::Token);
    let moved = t.token_transfers.known().into_iter().flatten().map(|it| &it.token_id);
    let unique = t.nft_transfers.known().into_iter().flatten().map(|it| &it.token_id);
    let fees = t.assessed_custom_fees.known().into_iter().flatten().map(|it| &it.token_id);
    let limits = t.max_custom_fees.known().into_iter().flatten().map(|it| &it.denominating_token_id);
    own.into_iter().chain(moved.chain(unique).chain(fees).chain(limits).filter_map(Field::value)).collect()
}

/// An account or token id, or the text for an absent one.
pub(super) fn id(ctx: &Context<'_>, id: &Field<EntityId>) -> String {
    Value::field(id, &ctx.theme.glyphs, |id| Value::plain(id.to_string())).line()
}

/// The texts, padded on the right to equal width.
pub(super) fn padded(texts: &[String]) -> Vec<String> {
    let widest = texts.iter().map(|text| width(text)).max().unwrap_or(0);
    let pad = |text: &String| format!("{text}{}", blanks(widest - width(text)));
    texts.iter().map(pad).collect()
}

/// The amounts, padded to align their decimal points.
pub(super) fn aligned<'a>(amounts: impl IntoIterator<Item = &'a str> + Clone) -> Vec<String> {
    let parts = |text: &'a str| {
        text.find('.').map_or((text, ""), |at| text.split_at_checked(at).unwrap_or((text, "")))
    };
    let split = amounts.into_iter().map(parts).collect::<Vec<_>>();
    let whole = split.iter().map(|(whole, _)| width(whole)).max().unwrap_or(0);
    let fraction = split.iter().map(|(_, fraction)| width(fraction)).max().unwrap_or(0);
    let pad = |(left, right): &(&str, &str)| {
        format!("{}{left}{right}{}", blanks(whole - width(left)), blanks(fraction - width(right)))
    };
    split.iter().map(pad).collect()
}

fn blanks(count: u16) -> String {
    " ".repeat(usize::from(count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_stand_below_each_other() {
        assert_eq!(
            aligned(["-0.00977694", "+777", "+12.5"]),
            ["  -0.00977694", "+777         ", " +12.5       "]
        );
        assert!(aligned([]).is_empty());
    }
}
