//! The effects of the call: events, created contracts and changed storage, one line each, as many as fit.

use ledger::{Field, Success};

use super::super::shown::{Shown, called};
use super::super::{calls, logs};
use super::{room, values};
use crate::panes::kit::nouns::{
    decoded::phrase,
    money_flows::{self, FlowRow},
    values as shared,
};
use crate::widgets::line::cut_middle;
use crate::widgets::{Role, Sheet, Value};

/// The rows below the effects: gas and fee.
const ROWS_BELOW: usize = 2;
/// The minimum and maximum number of lines per list.
const MIN_LINES: usize = 1;
const MAX_LINES: usize = 8;
/// The maximum share of a line for a slot's name, percent.
const NAME_PERCENT: u16 = 55;

pub(super) fn add(sheet: Sheet, shown: &Shown<'_>) -> Sheet {
    let result = shown.result;
    let own = result.contract_id.value().filter(|_| result.is_creation());
    let sheet = match result.created_contract_ids.known().map(Vec::as_slice) {
        // The headline already names it.
        Some([one]) if own.is_some() && one.value() == own => sheet,
        _ => calls::created(sheet, shown, "created"),
    };
    let changed = shown.state.changed();
    let events = result.logs.known().map(Vec::len).unwrap_or_default();
    if result.success() == Success::No && events == 0 && changed.is_empty() {
        let known = result.logs.known().and(result.state_changes.known()).is_some();
        let words =
            if known { "none: no events, no storage changes" } else { "not kept: a failed call has none" };
        return sheet.fact("effects", Value::none(words));
    }
    let moved = shown.transaction.record().map(|record| record.moved.as_slice());
    let below = ROWS_BELOW + usize::from(!changed.is_empty());
    let height = usize::from(shown.height).saturating_sub(sheet.len() + below);
    let [events, transfers, slots] = shares(height, [events, moved.map_or(1, <[_]>::len), changed.len()]);
    storage(moves(logged(sheet, shown, events), shown, moved, transfers), shown, &changed, slots)
}

/// Divides the rows among the lists fairly; a list that is cut keeps a row for the remark.
fn shares<const N: usize>(rows: usize, wanted: [usize; N]) -> [usize; N] {
    let mut lines = wanted.map(|wanted| wanted.min(MIN_LINES));
    let used = |lines: &[usize; N]| -> usize {
        lines.iter().zip(wanted).map(|(lines, wanted)| lines + usize::from(*lines < wanted)).sum()
    };
    for _ in 0..MAX_LINES {
        for at in 0..N {
            let mut more = lines;
            if let (Some(line), Some(wanted)) = (more.get_mut(at), wanted.get(at))
                && *line < *wanted.min(&MAX_LINES)
            {
                *line += 1;
                if used(&more) <= rows {
                    lines = more;
                }
            }
        }
    }
    lines
}

fn logged(sheet: Sheet, shown: &Shown<'_>, most: usize) -> Sheet {
    let all = match &shown.result.logs {
        Field::Known(all) => all,
        other => return sheet.fact("event", shared::field(shown.ctx, other, |_| Value::default())),
    };
    let sheet = all.iter().take(most).enumerate().fold(sheet, |sheet, (at, log)| {
        let reading = shown.readings.logs().get(at);
        let write = |length| logs::line(shown, log, reading, length);
        let whole: String = write(u16::MAX).iter().map(|(text, _)| text.replace('\u{a0}', " ")).collect();
        sheet.lines("event", values(phrase::fitted(shown.ctx, room(shown, 1), write), whole))
    });
    more(sheet, "event", all.len() - most.min(all.len()), "on the tab Logs")
}

/// The transferred coins and tokens, each linked to the transaction.
fn moves(sheet: Sheet, shown: &Shown<'_>, moved: Option<&[FlowRow]>, most: usize) -> Sheet {
    let ctx = shown.ctx;
    let Some(moved) = moved else {
        return sheet.fact(
            "transfer",
            match shown.transaction.failure(ctx) {
                Some(failure) => Value::none(format!("not available here: {failure}")),
                None => Value::none("loading"),
            },
        );
    };
    let sheet = moved.iter().take(most).fold(sheet, |sheet, row| {
        let mut value = money_flows::line(row, ctx);
        value.place = shown.transaction.place();
        sheet.fact("transfer", value)
    });
    more(sheet, "transfer", moved.len() - most.min(moved.len()), "of the transaction")
}

fn storage(mut sheet: Sheet, shown: &Shown<'_>, changed: &[usize], most: usize) -> Sheet {
    if let Field::Null | Field::Absent | Field::Odd(_) = &shown.result.state_changes {
        let value = shared::field(shown.ctx, &shown.result.state_changes, |_| Value::default());
        return sheet.fact("storage", value);
    }
    if changed.is_empty() {
        return sheet;
    }
    let columns = room(shown, 1).columns * NAME_PERCENT / 100;
    sheet = sheet.fact("storage", shown.state.tally());
    for at in changed.iter().take(most) {
        let Some((name, pieces)) = shown.state.line(shown.ctx, called(shown.result), *at) else { continue };
        let copied =
            format!("{name}  {}", pieces.iter().map(|(text, _)| text.as_str()).collect::<String>()).into();
        let name = cut_middle(&name, columns, shown.ctx.theme.glyphs.cut).into_owned();
        let pieces = [(format!("{name}  "), Role::Dim)].into_iter().chain(pieces).collect();
        let mut value = Value { pieces, copied, ..Value::default() };
        if !value.fits(room(shown, 1).columns) {
            // The values before and after already show the difference.
            value.pieces.retain(|(_, role)| *role != Role::Heading);
        }
        sheet = sheet.fact("slot", value);
    }
    more(sheet, "slot", changed.len() - most.min(changed.len()), "on the tab State")
}

/// Adds the number of omitted lines, and where they are.
pub(super) fn more(sheet: Sheet, label: &str, left: usize, place: &str) -> Sheet {
    if left == 0 { sheet } else { sheet.fact(label, Value::none(format!("and {left} more, {place}"))) }
}

#[cfg(test)]
mod tests {
    use super::shares;

    #[test]
    fn lists_share_the_rows_and_say_what_they_leave_out() {
        assert_eq!(shares(10, [2, 3]), [2, 3]);
        assert_eq!(shares(6, [9, 1]), [4, 1]);
        assert_eq!(shares(6, [9, 9]), [2, 2]);
        assert_eq!(shares(0, [9, 0]), [1, 0], "one line stays, below the fold if need be");
        assert_eq!(shares(100, [50, 2]), [8, 2]);
    }
}
