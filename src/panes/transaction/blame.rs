//! Explains a member's part in the failure of its family.

use decode::ResponseCode;
use decode::blame::{Part, RULE};
use decode::family::Family;
use decode::member::Member;
use ledger::Text;

use super::tree;
use crate::panes::Context;
use crate::widgets::{Role, Sheet, Value};

/// The label of the link to the first failure.
pub(super) const CAUSE: &str = "first failure";

/// The member that a part refers to.
pub(super) fn cause(part: Part) -> Option<usize> {
    match part {
        Part::Because(at) | Part::Later(at) | Part::Collateral(Some(at)) => Some(at),
        Part::Clear | Part::Blamed | Part::Survived | Part::Collateral(None) | Part::Refused => None,
    }
}

/// Adds the part of the member at this index, and the failure that caused it.
pub(super) fn add(sheet: Sheet, family: &Family, at: usize, ctx: &Context<'_>) -> Sheet {
    let part = family.blame.part(at);
    let glyphs = &ctx.theme.glyphs;
    let words = match part {
        Part::Clear => return survived(sheet, family, at, ctx),
        Part::Blamed if family.members.len() == 1 => return sheet,
        Part::Blamed => {
            Value::styled(Role::Failure, format!("{} the first failure", glyphs.failure)).note(RULE)
        }
        Part::Because(_) => Value::plain("failed: a child failed"),
        Part::Later(_) => Value::plain("failed as well, after the first failure"),
        Part::Survived => {
            let words = format!("{} failed; its parent continued and succeeded", glyphs.attention);
            Value::styled(Role::Attention, words)
        }
        Part::Collateral(_) => {
            let words = format!("{} reverted with its parent", glyphs.attention);
            Value::styled(Role::Attention, words)
        }
        Part::Refused => Value::plain("refused as a duplicate: the same transaction was accepted before"),
    };
    let sheet = sheet.fact("part", words);
    match cause(part).and_then(|at| family.members.get(at)) {
        Some(member) => sheet.fact(CAUSE, failure(member, ctx)),
        None => sheet,
    }
}

/// A failure: the member, its response code, and the usual cause.
fn failure(member: &Member, ctx: &Context<'_>) -> Value {
    let name = member.transaction.result.known();
    let value = Value::styled(Role::Link, format!("{} {}", ctx.theme.glyphs.failure, tree::name(member)));
    let value = value.and(Role::Failure, name.map(Text::escaped).unwrap_or_default());
    match name.and_then(ResponseCode::by_name) {
        Some(code) => value.note(code.cause),
        None => value,
    }
}

/// Notes on the first member that it succeeded, but not all of its children did.
fn survived(sheet: Sheet, family: &Family, at: usize, ctx: &Context<'_>) -> Sheet {
    let count = family.blame.count(|part| part == Part::Survived);
    if at > 0 || count == 0 {
        return sheet;
    }
    let words = format!("{} failed children did not fail it: {count}", ctx.theme.glyphs.attention);
    sheet.fact("part", Value::styled(Role::Attention, words))
}
