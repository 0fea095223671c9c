//! Below and instead of the rows: the selected row whole, and why a list is empty.

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::columns::{outcome, party};
use super::readings::RowReading;
use crate::ledger::query::ResultsQuery;
use crate::ledger::{Contract, ContractResult, HexBytes};
use crate::message::{Copied, Failure};
use crate::panes::{Context, Remote, on_list};
use crate::widgets::line::{cut, put, rule};
use crate::widgets::{Feed, Role};

/// Draws the selected row whole: what the columns cut, and where in the list it is.
pub(super) fn view_selected(
    row: Option<(&Arc<ContractResult>, Option<&RowReading>)>,
    indicator: &str,
    ctx: &Context<'_>,
    area: Rect,
    buf: &mut Buffer,
) {
    let theme = &ctx.look.theme;
    if area.height == 0 {
        return;
    }
    let last = area.height.saturating_sub(1);
    put(buf, area, 1, last, &cut(indicator, area.width, ctx.look.glyphs.cut), theme.style(Role::Dim));
    if area.height < 3 {
        return;
    }
    rule(buf, area, 0, " ", theme.style(Role::Rule));
    let Some((row, reading)) = row else { return };
    let (reason, role) = outcome(row, reading);
    let call = reading.map_or("", |reading| &reading.call);
    let call = if call.is_empty() { String::new() } else { format!("{call}  ") };
    let from = row.from.known().map(|from| party(from, ctx)).unwrap_or_default();
    let hash = row.hash.known().map(HexBytes::to_hex).unwrap_or_default();
    let mut column = 1;
    for (text, role) in [
        (call, Role::Plain),
        (format!("from {from}  "), Role::Dim),
        (if reason.is_empty() { String::new() } else { format!("{reason}  ") }, role),
        (format!("hash {hash}"), Role::Dim),
    ] {
        let text = cut(&text, area.width.saturating_sub(column), ctx.look.glyphs.cut);
        column = put(buf, area, column, 1, &text, theme.style(role));
    }
}

/// Says why the list is empty, and what would make it less so.
pub(super) fn view_empty(
    query: &ResultsQuery,
    feed: &Feed<ContractResult>,
    contract: &Remote<Arc<Contract>>,
    ctx: &Context<'_>,
    area: Rect,
    buf: &mut Buffer,
) {
    let filtered = !query.pairs().is_empty();
    let mut lines: Vec<(String, Role)> = Vec::new();
    match (contract.value(), contract.failure()) {
        (_, Some(Failure::NotFound { .. })) => {
            lines.push((
                format!("There is no contract {} on {}.", query.contract, ctx.network.name),
                Role::Heading,
            ));
            lines.push((
                "The server answers with an empty list for ids that it does not know.".to_owned(),
                Role::Plain,
            ));
        }
        _ if feed.more().is_some() => {
            lines.push((
                format!("No rows in {} pages so far, but the server offers more.", feed.pages()),
                Role::Heading,
            ));
            lines.push((
                "It looks at a window of time with every page; loading another page looks further."
                    .to_owned(),
                Role::Plain,
            ));
        }
        _ if filtered => {
            lines.push(("No result passes these filters.".to_owned(), Role::Heading));
            for (name, value) in query.pairs() {
                lines.push((format!("  {name} = {value}"), Role::Plain));
            }
            lines.push(("Clear the filters, or widen them.".to_owned(), Role::Plain));
        }
        (Some(_), _) => {
            lines
                .push(("This contract exists, but was never called from outside.".to_owned(), Role::Heading));
        }
        _ => lines.push(("No results.".to_owned(), Role::Heading)),
    }
    if !query.internal {
        lines.push((
            "Calls by other contracts are child transactions, which the list leaves out until they are included.".to_owned(),
            Role::Dim,
        ));
    }
    on_list::say(&lines, ctx, area, buf);
}

/// The values of a row, for the copy menu.
pub(super) fn copies(row: &ContractResult) -> Vec<Copied> {
    let hex = |what: &str, field: &crate::ledger::Field<HexBytes>| {
        field
            .known()
            .filter(|bytes| !bytes.is_empty())
            .map(|bytes| Copied { what: what.to_owned(), text: bytes.to_hex() })
    };
    let time =
        row.timestamp.value().map(|at| Copied { what: "consensus time".to_owned(), text: at.to_string() });
    let from = row.from.known().map(|from| Copied { what: "sender".to_owned(), text: from.to_string() });
    let whole = Copied { what: "row as JSON".to_owned(), text: row.raw.raw().to_owned() };
    time.into_iter()
        .chain(hex("transaction hash", &row.hash))
        .chain(from)
        .chain(hex("call data", &row.function_parameters))
        .chain(hex("call result", &row.call_result))
        .chain([whole])
        .collect()
}
