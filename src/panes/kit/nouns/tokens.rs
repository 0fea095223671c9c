//! Tokens on screen, by symbol and in whole tokens once these are known, and their lookup.

use decode::Subject;
use ledger::amount::grouped;
use ledger::{EntityId, Text, Token};

use crate::panes::Context;
use crate::widgets::Value;
use crate::widgets::line::cut;

/// Maximum columns of a symbol: it is a stranger's text of any length.
const MAX_SYMBOL_COLUMNS: u16 = 16;
/// Maximum number of tokens looked up at once: each costs a request.
const MAX_LOOKUPS: usize = 16;

/// A token's id, with its symbol once that is known.
pub fn id(ctx: &Context<'_>, id: EntityId) -> Value {
    let value = Value::plain(id.to_string());
    match symbol(ctx, id) {
        Some(symbol) => value.note(symbol),
        None => value,
    }
}

/// A token by its symbol and id: symbols are not unique.
pub fn name(ctx: &Context<'_>, id: EntityId) -> String {
    match symbol(ctx, id) {
        Some(symbol) => format!("{symbol} ({id})"),
        None => id.to_string(),
    }
}

/// An amount of smallest units in whole tokens, exactly; `None` if the token's decimals are not known.
pub fn whole_tokens(ctx: &Context<'_>, id: EntityId, smallest: i128) -> Option<String> {
    ctx.known.token(id)?.whole_tokens(smallest)
}

/// The digits of an amount: in whole tokens if the decimals are known, else in smallest units.
pub fn digits(ctx: &Context<'_>, id: EntityId, smallest: i128) -> String {
    whole_tokens(ctx, id, smallest).unwrap_or_else(|| grouped(&smallest))
}

/// The unit of [`digits`].
pub fn unit(ctx: &Context<'_>, id: EntityId) -> String {
    match whole_tokens(ctx, id, 0) {
        Some(_) => name(ctx, id),
        None => format!("smallest units of {}", name(ctx, id)),
    }
}

/// An argument of smallest units in whole tokens; `None` if that is not known, or if each token is unique, as
/// the same argument is then a serial number.
pub fn value_in_tokens(ctx: &Context<'_>, id: EntityId, smallest: i128) -> Option<String> {
    Some(format!("= {} {}", fungible(ctx, id)?.whole_tokens(smallest)?, name(ctx, id)))
}

/// Like [`value_in_tokens`], with the symbol: `2.50 USDC`.
pub fn short(ctx: &Context<'_>, id: EntityId, smallest: i128) -> Option<String> {
    let whole = fungible(ctx, id)?.whole_tokens(smallest)?;
    Some(format!("{whole} {}", symbol(ctx, id).unwrap_or_else(|| id.to_string())))
}

/// The token, if it is known and fungible.
fn fungible<'a>(ctx: &Context<'a>, id: EntityId) -> Option<&'a Token> {
    let unique = |token: &Token| token.r#type.known().is_some_and(|kind| kind.is("NON_FUNGIBLE_UNIQUE"));
    ctx.known.token(id).map(AsRef::as_ref).filter(|token| !unique(token))
}

/// The tokens to look up, each once, up to a maximum.
pub fn subjects(ids: impl IntoIterator<Item = EntityId>) -> Vec<Subject> {
    let mut each: Vec<Subject> = Vec::new();
    for token in ids.into_iter().map(Subject::Token) {
        if each.len() < MAX_LOOKUPS && !each.contains(&token) {
            each.push(token);
        }
    }
    each
}

/// A token's symbol, safe to print and cut to a few columns; `None` if it has none or is not known.
pub fn symbol(ctx: &Context<'_>, id: EntityId) -> Option<String> {
    let symbol = ctx.known.token(id)?.symbol.known().map(Text::escaped)?;
    (!symbol.is_empty()).then(|| cut(&symbol, MAX_SYMBOL_COLUMNS, ctx.theme.glyphs.cut).into_owned())
}
