//! Below and instead of the rows: the selected row whole, and why a list is empty.

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::ledger::query::{Op, SchedulesQuery};
use crate::ledger::{Field, HexBytes, Schedule, Text};
use crate::message::Copied;
use crate::panes::Context;
use crate::panes::chips::Chip;
use crate::panes::on_list;
use crate::panes::schedule_words::{id, inner, signed};
use crate::widgets::line::{cut, put};
use crate::widgets::{Feed, Role};

/// Draws the selected row whole: what the columns cut or left out, and where in the list it is.
pub(super) fn view_selected(
    row: Option<&Arc<Schedule>>,
    indicator: &str,
    ctx: &Context<'_>,
    area: Rect,
    buf: &mut Buffer,
) {
    let theme = &ctx.look.theme;
    let Some(last) = area.height.checked_sub(1) else { return };
    put(buf, area, 1, last, &cut(indicator, area.width, ctx.look.glyphs.cut), theme.style(Role::Dim));
    let Some(row) = row.filter(|_| area.height >= 3) else { return };
    let (inner, role) = inner(row, ctx);
    let memo = row.memo.known().map(Text::shown).unwrap_or_default();
    let mut column = 1;
    for (label, text, role) in [
        ("", inner, role),
        ("creator", id(&row.creator_account_id, ctx), Role::Plain),
        ("payer", id(&row.payer_account_id, ctx), Role::Plain),
        ("signed", signed(row), Role::Plain),
        ("memo", memo, Role::Plain),
    ] {
        if text.is_empty() {
            continue;
        }
        if !label.is_empty() {
            column = put(buf, area, column, 1, label, theme.style(Role::Dim)) + 1;
        }
        let text = cut(&text, area.width.saturating_sub(column), ctx.look.glyphs.cut);
        column = put(buf, area, column, 1, &text, theme.style(role)) + 2;
    }
}

/// Says why the list is empty, and what would make it less so.
pub(super) fn view_empty(
    query: &SchedulesQuery,
    chips: &[Chip],
    feed: &Feed<Schedule>,
    ctx: &Context<'_>,
    area: Rect,
    buf: &mut Buffer,
) {
    let one = |filters: &[crate::ledger::query::EntityFilter]| match filters {
        [filter] if filter.op == Op::Eq => Some(filter.id),
        _ => None,
    };
    let creator = query.account.as_ref().and_then(|filter| one(std::slice::from_ref(filter)));
    let mut lines: Vec<(String, Role)> = Vec::new();
    if feed.more().is_some() {
        let words = format!("No rows in {} pages so far, but the server offers more.", feed.pages());
        lines.push((words, Role::Heading));
        lines.push(("Load another page to look further.".to_owned(), Role::Plain));
    } else if chips.is_empty() {
        lines.push((format!("There are no schedules on {}.", ctx.network.name), Role::Heading));
    } else {
        lines.push(match (creator, one(&query.schedule)) {
            (Some(creator), None) if query.schedule.is_empty() => {
                (format!("No schedule was created by {creator} on {}.", ctx.network.name), Role::Heading)
            }
            (None, Some(id)) if query.account.is_none() => {
                (format!("There is no schedule {id} on {}.", ctx.network.name), Role::Heading)
            }
            _ => ("No schedule passes these filters.".to_owned(), Role::Heading),
        });
        lines.extend(chips.iter().map(|(name, value)| (format!("  {name} = {value}"), Role::Plain)));
        if creator.is_some() {
            let words = "The filter is on who created a schedule; the one who pays for it may be another.";
            lines.push((words.to_owned(), Role::Dim));
        }
        lines.push(("Clear the filters, or widen them.".to_owned(), Role::Plain));
    }
    on_list::say(&lines, ctx, area, buf);
}

/// The values of a row, for the copy menu.
pub(super) fn copies(row: &Schedule) -> Vec<Copied> {
    fn text<T: ToString>(what: &str, field: &Field<T>) -> Option<Copied> {
        let text = field.known()?.to_string();
        Some(Copied { what: what.to_owned(), text })
    }
    let body = row.transaction_body.known().filter(|bytes| !bytes.is_empty());
    let body = body.map(HexBytes::to_hex).map(|text| Copied { what: "transaction body".to_owned(), text });
    let memo = row.memo.known().map(|memo| Copied {
        what: "memo".to_owned(),
        text: String::from_utf8_lossy(memo.raw()).into_owned(),
    });
    let whole = Copied { what: "row as JSON".to_owned(), text: row.raw.raw().to_owned() };
    text("schedule id", &row.schedule_id)
        .into_iter()
        .chain(text("creator", &row.creator_account_id))
        .chain(text("payer", &row.payer_account_id))
        .chain(text("executed", &row.executed_timestamp))
        .chain(text("expiration", &row.expiration_time))
        .chain(memo)
        .chain(body)
        .chain([whole])
        .collect()
}
