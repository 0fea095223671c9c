//! Draws the findings, one per line with its sign and source.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use verification::preflight::{Finding, Standing, Topic};

use crate::panes::Context;
use crate::widgets::line::{cut, put, put_right, width};
use crate::widgets::{Glyphs, Role, Split};

/// A line of the panel.
pub(super) enum Line<'a> {
    Of(&'a Finding),
    /// The number of findings that do not fit, and whether all of them are fine.
    More(usize, bool),
}

/// The lines that fit into `rows`, in order. Findings that prevent sending are dropped last.
pub(super) fn lines(findings: &[Finding], rows: usize) -> Vec<Line<'_>> {
    if findings.len() <= rows {
        return findings.iter().map(Line::Of).collect();
    }
    let mut kept: Vec<&Finding> = findings.iter().collect();
    kept.sort_by_key(|finding| weight(finding.standing));
    let dropped = kept.split_off(rows.saturating_sub(1).min(kept.len()));
    kept.sort_by_key(|finding| finding.topic);
    let fine = dropped.iter().all(|finding| finding.standing == Standing::Fine);
    let more = (rows > 0).then_some(Line::More(dropped.len(), fine));
    kept.into_iter().map(Line::Of).chain(more).collect()
}

/// The priority of a finding; lower values are dropped later.
fn weight(standing: Standing) -> u8 {
    match standing {
        Standing::Refuses => 0,
        Standing::Confirm => 1,
        Standing::Attention => 2,
        Standing::Asking => 3,
        Standing::Unknown => 4,
        Standing::Fine => 5,
    }
}

/// Draws a line on a row of the area.
pub(super) fn view(line: &Line<'_>, ctx: &Context<'_>, area: Rect, row: u16, buf: &mut Buffer) {
    let glyphs = &ctx.theme.glyphs;
    let style = |role| ctx.theme.style(role);
    let finding = match line {
        Line::Of(finding) => finding,
        Line::More(count, fine) => {
            let words = if *fine { format!("{count} more are fine") } else { format!("{count} more") };
            let (sign, role) = if *fine { (glyphs.success, Role::Success) } else { (glyphs.cut, Role::Dim) };
            put(buf, area, 2, row, sign, style(role));
            put(buf, area, 4, row, &words, style(Role::Dim));
            return;
        }
    };
    let (sign, role) = sign(finding.standing, glyphs);
    put(buf, area, 2, row, sign, style(role));
    let words = if finding.standing == Standing::Asking { topic(finding.topic) } else { &finding.words };
    let words_role = match finding.standing {
        Standing::Fine => Role::Plain,
        _ => role,
    };
    let room = area.width.saturating_sub(6);
    put(buf, area, 4, row, &cut(words, room, glyphs.cut), style(words_role));
    let source = finding.source.label();
    if width(words) + width(source) + 2 <= room {
        put_right(buf, area.left_of(2), row, source, style(Role::Dim));
    }
}

fn sign(standing: Standing, glyphs: &Glyphs) -> (&'static str, Role) {
    match standing {
        Standing::Fine => (glyphs.success, Role::Success),
        Standing::Attention | Standing::Confirm => (glyphs.attention, Role::Attention),
        Standing::Refuses => (glyphs.failure, Role::Failure),
        Standing::Asking => (glyphs.cut, Role::Dim),
        Standing::Unknown => (glyphs.unknown, Role::Dim),
    }
}

/// The label of a pending lookup.
fn topic(topic: Topic) -> &'static str {
    match topic {
        Topic::Contract => "whether it exists",
        Topic::Address => "its address",
        Topic::Code => "its code",
        Topic::Creation => "its creation",
        Topic::Chain => "the chain of its results",
        Topic::Support => "whether the chain is supported",
        Topic::Verified => "whether it is verified",
        Topic::Job => "jobs for it",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use verification::preflight::Source;

    fn finding(topic: Topic, standing: Standing) -> Finding {
        Finding { topic, standing, words: String::new(), source: Source::Here, step: None }
    }

    #[test]
    fn what_matters_is_kept_in_order_and_the_rest_is_counted() {
        let findings = [
            finding(Topic::Contract, Standing::Fine),
            finding(Topic::Code, Standing::Attention),
            finding(Topic::Support, Standing::Refuses),
            finding(Topic::Job, Standing::Fine),
        ];
        let shown = |rows| -> Vec<String> {
            let line = |line: &Line<'_>| match line {
                Line::Of(finding) => format!("{:?}", finding.topic),
                Line::More(count, fine) => format!("{count} {fine}"),
            };
            lines(&findings, rows).iter().map(line).collect()
        };
        assert_eq!(shown(4), ["Contract", "Code", "Support", "Job"]);
        assert_eq!(shown(3), ["Code", "Support", "2 true"]);
        assert_eq!(shown(2), ["Support", "3 false"]);
        assert_eq!(shown(1), ["4 false"]);
        assert!(shown(0).is_empty());
    }
}
