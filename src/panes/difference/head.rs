//! The lines above both codes: what was found, and what to try.

use crate::decode::Comparison;
use crate::panes::{Context, difference_words};
use crate::widgets::Role;
use crate::widgets::line::wrap_words;

/// The most lines of one finding.
const LINES: usize = 3;

/// The findings of a comparison, wrapped to the width, of which at most so many lines are shown.
pub(super) fn lines(
    comparison: &Comparison,
    ctx: &Context<'_>,
    width: u16,
    most: u16,
) -> Vec<(String, Role)> {
    let glyphs = &ctx.look.glyphs;
    let room = width.saturating_sub(4);
    let mut lines = Vec::new();
    for said in difference_words::findings(comparison) {
        let sign = match said.role {
            Role::Success => glyphs.success,
            Role::Failure => glyphs.failure,
            Role::Attention => glyphs.attention,
            _ => glyphs.dot,
        };
        let role = if said.role == Role::Dim { Role::Plain } else { said.role };
        for (at, line) in wrap_words(&said.says, room, LINES, glyphs.cut).into_iter().enumerate() {
            lines.push((format!("{} {line}", if at == 0 { sign } else { " " }), role));
        }
        let next = said.next.unwrap_or_default();
        let next = wrap_words(&next, room, LINES, glyphs.cut);
        lines.extend(next.into_iter().map(|line| (format!("  {line}"), Role::Plain)));
    }
    let most = usize::from(most);
    if lines.len() > most {
        let more = lines.len() - most.saturating_sub(1);
        lines.truncate(most.saturating_sub(1));
        let words = format!("{} {more} more lines: the copy menu has all findings", glyphs.cut);
        lines.extend((most > 0).then_some((words, Role::Dim)));
    }
    lines
}
