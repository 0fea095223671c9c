//! The signs with a meaning, and their ASCII replacements.

use ledger::Success;
use ratatui::buffer::Buffer;
use ratatui::symbols::bar;

use super::Role;

/// The signs to draw with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glyphs {
    /// It worked.
    pub success: &'static str,
    /// It failed.
    pub failure: &'static str,
    /// It needs attention.
    pub attention: &'static str,
    /// Something has come.
    pub news: &'static str,
    pub unknown: &'static str,
    /// In front of what is selected.
    pub marker: &'static str,
    /// In front of what is marked, and of what is selected as well.
    pub marked: (&'static str, &'static str),
    /// A horizontal rule.
    pub rule: &'static str,
    /// A vertical one.
    pub upright: &'static str,
    /// The thumb of a scroll bar.
    pub thumb: &'static str,
    /// Where text was cut.
    pub cut: &'static str,
    /// No value.
    pub none: &'static str,
    /// From one thing to another.
    pub arrow: &'static str,
    /// Between the parts of a place.
    pub crumb: &'static str,
    /// Behind a factor.
    pub times: &'static str,
    /// Between facts in a line.
    pub dot: &'static str,
    /// Removes a filter.
    pub close: &'static str,
    /// Sorted from the least, and from the greatest.
    pub up: &'static str,
    pub down: &'static str,
    /// A row that is loading.
    pub skeleton: &'static str,
    /// A chosen option, and one that is not.
    pub radio: (&'static str, &'static str),
    /// A switch that is on, and one that is off.
    pub check: (&'static str, &'static str),
    /// A gauge's full and empty cell.
    pub gauge: (&'static str, &'static str),
    /// Bars from none to the highest, in eighths.
    pub bars: [&'static str; 9],
    /// A child in a tree, the last child, and the line past a child.
    pub branch: (&'static str, &'static str, &'static str),
    /// The frames of the spinner.
    pub spinner: &'static [&'static str],
    /// What is put before a character of a masked field.
    pub mask: &'static str,
    /// The whole coin's sign.
    pub coin: &'static str,
}

impl Glyphs {
    /// A gauge of this many cells of which so many are full.
    pub fn gauge(&self, full: usize, cells: usize) -> String {
        let (on, off) = self.gauge;
        format!("{}{}", on.repeat(full.min(cells)), off.repeat(cells.saturating_sub(full)))
    }

    /// The bar of a count among counts of which `most` is the greatest. Any count but zero can be seen.
    pub fn bar(&self, count: u64, most: u64) -> &'static str {
        let eighths = count.saturating_mul(8).checked_div(most).unwrap_or(0).max(u64::from(count > 0));
        let eighths = usize::try_from(eighths).unwrap_or(usize::MAX).min(self.bars.len() - 1);
        self.bars.get(eighths).copied().unwrap_or_default()
    }

    /// The bars of a chart, by eighths of a cell.
    pub fn bar_set(&self) -> bar::Set<'static> {
        let [
            empty,
            one_eighth,
            one_quarter,
            three_eighths,
            half,
            five_eighths,
            three_quarters,
            seven_eighths,
            full,
        ] = self.bars;
        bar::Set {
            full,
            seven_eighths,
            three_quarters,
            five_eighths,
            half,
            three_eighths,
            one_quarter,
            one_eighth,
            empty,
        }
    }

    /// Bars that lie in the rows of a table: of whole cells that leave the rows apart.
    pub fn rows_of_bars(&self) -> bar::Set<'static> {
        bar::Set { full: self.gauge.0, ..self.bar_set() }
    }

    /// The lines before an item of a tree. `path` says of each level, down to its own, whether a sibling follows.
    pub fn branch_of(&self, path: &[bool]) -> String {
        let Some((more, above)) = path.split_last() else { return String::new() };
        let (child, end, past) = self.branch;
        let mut branch: String = above.iter().map(|more| if *more { past } else { "  " }).collect();
        branch.push_str(if *more { child } else { end });
        branch.push(' ');
        branch
    }

    /// The sign of success or failure, and how it is meant.
    pub fn success_of(&self, success: Success) -> (&'static str, Role) {
        match success {
            Success::Yes => (self.success, Role::Success),
            Success::No => (self.failure, Role::Failure),
            Success::Unknown => (self.unknown, Role::Dim),
        }
    }
}

/// For terminals that draw Unicode.
pub const UNICODE: Glyphs = Glyphs {
    success: "✓",
    failure: "✗",
    attention: "!",
    news: "●",
    unknown: "?",
    marker: "▌",
    marked: ("◆", "◈"),
    rule: "─",
    upright: "│",
    thumb: "▐",
    cut: "…",
    none: "–",
    arrow: "→",
    crumb: "›",
    times: "×",
    dot: "·",
    close: "✕",
    up: "↑",
    down: "↓",
    skeleton: "░",
    radio: ("(•)", "( )"),
    check: ("[x]", "[ ]"),
    gauge: ("▇", "▁"),
    bars: [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"],
    branch: ("├─", "└─", "│ "),
    spinner: &["◐", "◓", "◑", "◒"],
    mask: "•",
    coin: "ℏ",
};

/// For terminals that do not.
pub const ASCII: Glyphs = Glyphs {
    success: "+",
    failure: "x",
    attention: "!",
    news: "*",
    unknown: "?",
    marker: ">",
    marked: ("*", "#"),
    rule: "-",
    upright: "|",
    thumb: "#",
    cut: "~",
    none: "-",
    arrow: "->",
    crumb: ">",
    times: "x",
    dot: "|",
    close: "x",
    up: "^",
    down: "v",
    skeleton: ".",
    radio: ("(*)", "( )"),
    check: ("[x]", "[ ]"),
    gauge: ("#", "."),
    bars: [" ", ".", "-", "-", "=", "=", "#", "#", "#"],
    branch: ("|-", "`-", "| "),
    spinner: &["|", "/", "-", "\\"],
    mask: "*",
    coin: "h",
};

/// The signs of identities, one cell wide, and their ASCII replacements. They have no meaning except to differ.
pub const IDENTITIES: ([&str; 10], [&str; 10]) =
    (["■", "▲", "▼", "★", "♠", "♣", "□", "△", "▽", "◇"], ["@", "%", "&", "=", "$", "^", ";", ":", "_", "\""]);

/// Replaces everything beyond ASCII, whether from the program or from the network.
pub fn only_ascii(buf: &mut Buffer) {
    for cell in &mut buf.content {
        let stand_in = match cell.symbol() {
            symbol if symbol.is_ascii() => continue,
            "…" => ASCII.cut,
            "–" | "—" => ASCII.none,
            "“" | "”" => "\"",
            "‘" | "’" => "'",
            _ => "?",
        };
        cell.set_symbol(stand_in);
    }
}

#[cfg(test)]
mod tests {
    use ratatui::layout::Rect;
    use ratatui::style::Style;

    use super::*;

    #[test]
    fn what_the_program_itself_draws_is_steady() {
        let own = [UNICODE.success, UNICODE.failure, UNICODE.marker, UNICODE.cut, UNICODE.none, UNICODE.rule];
        let more = [UNICODE.arrow, UNICODE.crumb, UNICODE.dot, UNICODE.skeleton, UNICODE.coin, "⏎", "日"];
        for sign in own.into_iter().chain(more).chain(UNICODE.spinner.iter().copied()) {
            assert!(screen::is_steady(sign), "{sign}");
        }
    }

    #[test]
    fn a_bar_is_empty_only_for_none() {
        assert_eq!([0, 1, 50, 100, 900].map(|count| UNICODE.bar(count, 100)), [" ", "▁", "▄", "█", "█"]);
        assert_eq!([0, 3].map(|count| ASCII.bar(count, 0)), [" ", "."]);
    }

    #[test]
    fn nothing_beyond_ascii_is_left() {
        let mut buf = Buffer::empty(Rect::new(0, 0, 20, 1));
        buf.set_string(0, 0, "“a – b…” 日é\u{301}!", Style::default());
        only_ascii(&mut buf);
        let text: String = buf.content.iter().map(ratatui::buffer::Cell::symbol).collect();
        assert_eq!(text.trim_end(), "\"a - b~\" ? ?!");
    }
}
