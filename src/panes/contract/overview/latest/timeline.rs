//! The calls of the window over time: a bar for each equal span, and the times at both ends.

use decode::activity::{Activity, Span};
use ledger::amount::counted;
use ledger::timestamp::span;

use crate::panes::Context;
use crate::panes::kit::nouns::values;
use crate::widgets::line::width;
use crate::widgets::{Role, Value};

/// Maximum number of bars: with more, a page of calls would give bars of equal height.
const MAX_BARS: u16 = 40;

/// The bars and their axis, in this many columns. Spans with a failure have the failure colour. `None` if all
/// calls have the same time or no time.
pub(super) fn lines(activity: &Activity, ctx: &Context<'_>, columns: u16) -> Option<[Value; 2]> {
    let ((first, last), earlier) = activity.busy().filter(|((first, last), _)| first != last)?;
    let bar_columns = columns.div_ceil(MAX_BARS).max(1);
    let bars_shown = columns / bar_columns;
    let columns = bars_shown * bar_columns;
    let spans = activity.timeline((first, last), usize::from(bars_shown));
    let each = last.since(first) / u128::from(bars_shown.max(1));
    let (left, right) = (values::brief_time(ctx, first), values::brief_time(ctx, last));
    let earlier = if earlier > 0 { format!(", {} before", counted(earlier, "call")) } else { String::new() };
    let middle = format!("each bar {}", span(each));
    let room = usize::from(columns).checked_sub(usize::from(width(&left) + width(&right)) + 2)?;
    let spare = |middle: &String| room.checked_sub(usize::from(width(middle)));
    // A narrow screen drops the middle label.
    let middles = [format!("{middle}{earlier}"), middle, String::new()];
    let (middle, spare) =
        middles.into_iter().find_map(|middle| spare(&middle).map(|spare| (middle, spare)))?;
    let (before, after) = (spare / 2 + 1, spare - spare / 2 + 1);
    let axis = format!("{left}{:before$}{middle}{:after$}{right}", "", "");
    Some([bars(&spans, usize::from(bar_columns), ctx), Value::none(axis)])
}

fn bars(spans: &[Span], columns: usize, ctx: &Context<'_>) -> Value {
    let most = spans.iter().map(|span| span.calls).max().unwrap_or(0);
    let mut pieces: Vec<(String, Role)> = Vec::new();
    for span in spans {
        let role = if span.failures > 0 { Role::Failure } else { Role::Link };
        let bar = ctx.theme.glyphs.bar(span.calls, most).repeat(columns);
        match pieces.last_mut() {
            Some((text, of)) if *of == role => text.push_str(&bar),
            _ => pieces.push((bar, role)),
        }
    }
    Value { pieces, ..Value::default() }
}
