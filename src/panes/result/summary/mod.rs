//! The first tab: the events from outcome to fee, then the record's main facts and related places.

mod call;
mod cost;
mod effects;
mod record;

use super::outcome;
use super::replayed;
use super::shown::Shown;
use crate::message::CopyText;
use crate::panes::kit::nouns::decoded::phrase::Room;
use crate::widgets::table::Cell;
use crate::widgets::{Sheet, Value};

/// The fixed width of the labels: values keep their column when more labels arrive.
const LABEL_COLUMNS: u16 = 8;

pub(super) fn sheet(shown: &Shown<'_>) -> Sheet {
    let columns = shown.ctx.body.width.saturating_sub(2);
    let headline = outcome::headline(shown, columns);
    let sheet = headline.into_iter().fold(Sheet::with_labels(LABEL_COLUMNS), Sheet::note);
    let sheet = replayed::fault(sheet, shown);
    let sheet = call::returned(call::sender(call::call(sheet, shown), shown), shown);
    let sheet = effects::add(sheet, shown);
    let sheet = cost::fee(cost::gas(sheet, shown), shown);
    sheet.below(record::sheet(shown))
}

/// The space for a value.
fn room(shown: &Shown<'_>, lines: usize) -> Room {
    Room { columns: shown.ctx.body.width.saturating_sub(LABEL_COLUMNS + 4), lines }
}

/// Lines as values; copying the first one yields the full text.
fn values(lines: Vec<Vec<Cell>>, copied: impl Into<CopyText>) -> Vec<Value> {
    let mut values: Vec<Value> =
        lines.into_iter().map(|pieces| Value { pieces, ..Value::default() }).collect();
    if let Some(first) = values.first_mut() {
        first.copied = copied.into();
    }
    values
}
