//! Statistics of the jobs, below the list: success rates and durations by mode.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use verification::{Mode, Statistics, Tally};

use crate::panes::Context;
use crate::panes::kit::nouns::job_text;
use crate::widgets::Role;
use crate::widgets::line::{cut, put};

/// The minimum height to give each mode its own line.
const MIN_ROWS_FOR_MODES: u16 = 24;

/// The height of the statistics, with a blank line above; 0 if no job has ended.
pub(super) fn height(statistics: &Statistics, ctx: &Context<'_>) -> u16 {
    let lines = lines(statistics, ctx).len();
    u16::try_from(lines).map_or(0, |lines| if lines == 0 { 0 } else { lines.saturating_add(1) })
}

/// Draws the statistics at the bottom of the area.
pub(super) fn view(statistics: &Statistics, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
    for (row, line) in (1..area.height).zip(lines(statistics, ctx)) {
        let line = cut(&line, area.width.saturating_sub(2), ctx.theme.glyphs.cut);
        put(buf, area, (1, row), &line, ctx.theme.style(Role::Dim));
    }
}

fn lines(statistics: &Statistics, ctx: &Context<'_>) -> Vec<String> {
    let name = |mode: Option<Mode>| mode.map_or("adopted", Mode::label);
    let commonest = statistics
        .commonest
        .as_ref()
        .map(|(code, count)| format!("most common error: {} ({count})", job_text::code_in_words(code)));
    if ctx.body.height >= MIN_ROWS_FOR_MODES {
        let rows = statistics.modes.iter().map(|(mode, tally)| in_columns(name(*mode), tally));
        return rows.chain(commonest).collect();
    }
    let dot = format!(" {} ", ctx.theme.glyphs.dot);
    let modes = statistics.modes.iter().map(|(mode, tally)| in_a_row(name(*mode), tally, &dot));
    let all: Vec<String> = modes.chain(commonest).collect();
    if all.is_empty() { Vec::new() } else { vec![all.join("   ")] }
}

fn in_a_row(name: &str, tally: &Tally, dot: &str) -> String {
    let mut facts = vec![format!("{name} {}", tally.ended)];
    facts.extend(tally.percent_ok().map(|percent| format!("{percent} % ok")));
    facts.extend(tally.median.map(|nanos| format!("median {}", job_text::taken(nanos))));
    facts.extend(tally.p90.map(|nanos| format!("p90 {}", job_text::taken(nanos))));
    facts.join(dot)
}

fn in_columns(name: &str, tally: &Tally) -> String {
    let mut line = format!("{name:<14}{:>4} ended", tally.ended);
    line.extend(tally.percent_ok().map(|percent| format!("{percent:>5} % ok")));
    line.extend(tally.median.map(|nanos| format!("   median {:>6}", job_text::taken(nanos))));
    line.extend(tally.p90.map(|nanos| format!("   p90 {:>6}", job_text::taken(nanos))));
    line
}
