//! Draws the compiled contracts of a directory, ordered by similarity to the deployed code.
//!
//! ```text
//!   4 compiled contracts, the nearest to the deployed code first:           ↑ ↓ choose, ⏎ selects
//! ▌ (•) exact match       src/Counter.sol:Counter   out/Counter.sol/Counter.json
//!   ( ) another contract  src/Vault.sol:Vault       out/Vault.sol/Vault.json
//!   both are the same, byte for byte
//! ```

use std::ops::Range;

use decode::candidates::Nearness;
use ledger::amount::{counted, grouped};
use ledger::text::visible;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::VerifyPane;
use crate::message::{Action, Compared, ProjectMatch};
use crate::panes::Context;
use crate::panes::kit::form::folder::ROWS;
use crate::panes::kit::nouns::project_match::{contract, difference};
use crate::widgets::line::{cut, cut_middle, fits, put, put_right, width, wrap_words};
use crate::widgets::{Band, Role, Scroll, Split};

/// The minimum height of a large body.
const MIN_LARGE_BODY_ROWS: u16 = 28;
/// The rows of a large body reserved for the findings on file and contract.
const KEPT_ROWS: u16 = 3;
/// The most lines of differences in a large body.
const MAX_DIFFERENCE_LINES: usize = 2;
/// The minimum width to show the differences on each candidate's line.
const MIN_DIFFERENCE_COLUMNS: u16 = 24;

/// The minimum width at which the file's column takes only half, and leaves the rest to the differences.
const MIN_SHARED_COLUMNS: u16 = 90;

struct Row {
    grade: &'static str,
    role: Role,
    contract: String,
    /// The contract without its path.
    name: String,
    file: String,
    difference: String,
}

impl Row {
    fn new((candidate, compiled): Compared<'_>) -> Self {
        Self {
            grade: candidate.nearness.label(),
            role: role(candidate.nearness),
            contract: contract(compiled),
            name: visible(compiled.contract.name()),
            file: compiled.file.escaped(),
            difference: difference(candidate),
        }
    }

    fn view(&self, columns: &Columns, chosen: bool, band: Band<'_>, buf: &mut Buffer) {
        let (on, off) = band.theme.glyphs.radio;
        let (sign, role) = if chosen { (on, Role::Plain) } else { (off, Role::Dim) };
        let mut column = band.put(2, sign, role, buf) + 1;
        let glyph = band.theme.glyphs.cut;
        for (text, wide, role) in [
            (cut(self.grade, columns.grade, glyph), columns.grade, self.role),
            (cut_middle(&self.contract, columns.contract, glyph), columns.contract, Role::Plain),
            (cut_middle(&self.file, columns.file, glyph), columns.file, Role::Dim),
            (cut(&self.difference, columns.difference, glyph), columns.difference, Role::Dim),
        ] {
            band.put(column, &text, role, buf);
            column += wide + 2;
        }
    }
}

fn role(nearness: Nearness) -> Role {
    match nearness {
        Nearness::Exact | Nearness::Match => Role::Success,
        Nearness::Changed | Nearness::Settings => Role::Attention,
        Nearness::Other => Role::Dim,
    }
}

/// The widths of the columns.
struct Columns {
    grade: u16,
    contract: u16,
    file: u16,
    /// The remaining width, for the differences; 0 if it is too small.
    difference: u16,
}

impl Columns {
    /// Fits the columns of these candidates into `room`.
    fn new(rows: &[Row], room: u16) -> Self {
        let widest = |text: fn(&Row) -> &str| rows.iter().map(|row| width(text(row))).max().unwrap_or(0);
        let grade = widest(|row| row.grade).min(room);
        let room = room.saturating_sub(grade + 2);
        let contract = widest(|row| &row.contract).min(room / 2);
        let room = room.saturating_sub(contract + 2);
        let most = if room < MIN_SHARED_COLUMNS { room } else { room / 2 };
        let file = widest(|row| &row.file).min(most);
        let difference = room.saturating_sub(file + 2);
        let difference = if difference < MIN_DIFFERENCE_COLUMNS { 0 } else { difference };
        Self { grade, contract, file, difference }
    }
}

/// Draws the candidates at the top of an area, in about `room` rows; returns the number of rows used.
pub(super) fn view(pane: &VerifyPane, ctx: &Context<'_>, area: Rect, room: u16, buf: &mut Buffer) -> u16 {
    let path = pane.fields.path();
    let deployed = pane.source.deployed(&path).filter(|_| pane.source.is_directory(&path));
    let Some((deployed, found)) = deployed.and_then(|it| Some((it, it.found(ctx)?))) else { return 0 };
    let rows: Vec<Row> = found.all().map(Row::new).collect();
    if rows.is_empty() || !pane.fields.wants_file() {
        return 0;
    }
    let chosen = deployed.chosen_row(found);
    let picker = pane.picks.candidates(&pane.fields, &pane.source);
    let cursor = pane.picks.cursor(&pane.fields, &pane.source);
    let columns = Columns::new(&rows, area.width.saturating_sub(10));
    let marked = cursor.or(chosen).or(Some(0)).and_then(|row| rows.get(row));
    let is_large = ctx.body.height >= MIN_LARGE_BODY_ROWS;
    let lines = if is_large { MAX_DIFFERENCE_LINES } else { 1 };
    let is_cut = |row: &&Row| !fits(&row.difference, columns.difference);
    let detail = marked.filter(is_cut).map(|row| {
        let cut = ctx.theme.glyphs.cut;
        wrap_words(&format!("{}: {}", row.name, row.difference), area.width.saturating_sub(10), lines, cut)
    });
    let detail = detail.unwrap_or_default();
    // A blank line and the title are above, a blank line is below.
    let others = 3 + u16::try_from(detail.len()).unwrap_or(u16::MAX) + if is_large { KEPT_ROWS } else { 0 };
    let height = ROWS.min(room.saturating_sub(others)).max(1);
    let seen: Vec<usize> = match picker {
        Some(picker) => picker.seen(height).collect(),
        None => around(chosen, rows.len(), height).collect(),
    };
    title(found, hints(found, seen.len(), picker.is_some(), ctx), ctx, area, buf);
    let mut line = area.below(2).left_of(2).right_of(2);
    for row in seen {
        let Some(it) = rows.get(row).filter(|_| !line.is_empty()) else { break };
        let band = Band::new(ctx.theme, Rect { height: 1, ..line }, cursor == Some(row), buf);
        it.view(&columns, chosen == Some(row), band, buf);
        line = line.below(1);
    }
    for text in detail {
        put(buf, line, (6, 0), &text, ctx.theme.style(Role::Plain));
        line = line.below(1);
    }
    line.y - area.y
}

/// A window of `height` rows around the chosen one.
fn around(chosen: Option<usize>, len: usize, height: u16) -> Range<usize> {
    let mut scroll = Scroll::default();
    scroll.select(chosen.unwrap_or(0), len, height);
    scroll.window(len, height)
}

/// Draws the summary of the candidates, and the first hint that fits after it.
fn title(found: &ProjectMatch, hints: [String; 2], ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
    let (count, all) = (found.candidates.len(), found.project.compiled.len());
    let verifies = found.all().any(|(candidate, _)| candidate.nearness.verifies());
    let compiled = counted(all, "compiled contract");
    let (words, role) = match (verifies, count) {
        (true, 1) => ("The compiled contract beside the deployed code:".to_owned(), Role::Heading),
        (true, _) if count < all => {
            (format!("The {count} of {compiled} that are nearest to the deployed code:"), Role::Heading)
        }
        (true, _) => (format!("{compiled}, the nearest to the deployed code first:"), Role::Heading),
        (false, _) if all == 1 => ("The compiled contract would not verify:".to_owned(), Role::Attention),
        (false, _) => (format!("None of {compiled} would verify; the nearest first:"), Role::Attention),
    };
    let column = put(buf, area, (2, 1), &words, ctx.theme.style(role));
    let fits = |hint: &String| column + width(hint) + 4 <= area.width;
    if let Some(hint) = hints.into_iter().find(fits) {
        put_right(buf, area.left_of(2).below(1), 0, &hint, ctx.theme.style(Role::Dim));
    }
}

/// The hint on the number of visible candidates, with the keys and without.
fn hints(found: &ProjectMatch, seen: usize, is_focused: bool, ctx: &Context<'_>) -> [String; 2] {
    let count = found.candidates.len();
    let [up, down, take] = [Action::Up, Action::Down, Action::Open].map(|it| ctx.keymap.key_while_typing(it));
    let shown = (seen < count).then(|| format!("{seen} of {}", grouped(&count)));
    let keys = (is_focused && count > 1).then(|| format!("{up} {down} choose, {take} selects"));
    let both = shown.iter().chain(&keys).cloned().collect::<Vec<_>>().join("; ");
    [both, shown.unwrap_or_default()]
}
