//! Two contracts, results or transactions side by side: differences first, then equal fields.
//!
//! ```text
//!   9 fields differ, 24 are equal
//!                 0.0.5022 at 23:10:07        0.0.5022 at 23:09:01      the sides
//!   Outcome
//!   ▌ result      SUCCESS                     CONTRACT_REVERT_EXECUTED  what differs
//!   24 fields are equal: contract, to, gas limit …                      folded
//! ─────────────────────────────────────────────────────────────────────
//!   SUCCESS                                                             the selected values, whole
//! ```

mod contract;
mod events;
mod result;
mod rows;
mod side;
mod storage;
mod transaction;
mod view;

use ledger::amount::counted;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use self::rows::{Line, Row, Rows};
use self::side::{Asked, Record};
use self::view::{Areas, is_wide};
use crate::message::comparison::Side;
use crate::message::{Action, Comparison, Copied, Effect, Input, Place};
use crate::panes::kit::Wants;
use crate::panes::kit::page::on_sheet;
use crate::panes::verbs::by_verbs;
use crate::panes::{Context, Pane, Verbs};
use crate::widgets::{Link, Scroll, Split, Value};

#[derive(Debug)]
pub struct ComparisonPane {
    compared: Comparison,
    /// The decodings of both results.
    questions: [Asked; 2],
    rows: Vec<Row>,
    lines: Vec<Line>,
    scroll: Scroll,
    /// The side whose value is followed and copied in the two-column layout.
    side: usize,
    /// Whether the equal fields are listed.
    unfolded: bool,
}

impl ComparisonPane {
    pub fn open(compared: Comparison) -> Self {
        Self {
            compared,
            questions: Default::default(),
            rows: Vec::new(),
            lines: Vec::new(),
            scroll: Scroll::default(),
            side: 0,
            unfolded: false,
        }
    }

    fn records<'a>(&self, ctx: &Context<'a>) -> [Option<Record<'a>>; 2] {
        self.compared.sides().each_ref().map(|side| side::record(side, ctx))
    }

    /// The rows of both records; empty until both are loaded.
    fn compare(&mut self, ctx: &Context<'_>) -> Vec<Row> {
        let mut rows = Rows::new(ctx);
        match (self.records(ctx), self.compared.sides()) {
            (
                [Some(Record::Contract(one)), Some(Record::Contract(other))],
                [Side::Contract(a), Side::Contract(b)],
            ) => {
                contract::rows(&mut rows, [*a, *b], [one, other]);
            }
            ([Some(Record::Transaction(one)), Some(Record::Transaction(other))], _) => {
                transaction::rows(&mut rows, [one, other]);
            }
            ([Some(Record::Result(one, first_money)), Some(Record::Result(other, second_money))], _) => {
                let [first, second] = &mut self.questions;
                first.update(one, ctx);
                second.update(other, ctx);
                let both = [first.decoded(one, first_money, ctx), second.decoded(other, second_money, ctx)];
                result::rows(&mut rows, both);
            }
            _ => {}
        }
        rows.done()
    }

    fn differing(&self) -> usize {
        self.rows.iter().filter(|row| !row.is_equal).count()
    }

    fn summary(&self) -> String {
        let (differing, equal) = (self.differing(), self.rows.len() - self.differing());
        match differing {
            0 => format!("All {} are equal.", counted(equal, "field")),
            1 => format!("1 field differs, {equal} are equal."),
            many => format!("{many} fields differ, {equal} are equal."),
        }
    }

    /// The summary of the equal fields: their number and names.
    fn equal_words(&self) -> String {
        let equal: Vec<&str> =
            self.rows.iter().filter(|row| row.is_equal).map(|row| row.label.as_str()).collect();
        let names = if self.unfolded { String::new() } else { format!(": {}", equal.join(", ")) };
        format!("{} equal{names}", counted(equal.len(), "field"))
    }

    fn title_of(&self, side: usize, ctx: &Context<'_>) -> String {
        match self.compared.sides().get(side) {
            Some(Side::Result(contract, at)) => format!("{contract} {}", ctx.theme.time(*at, ctx.now)),
            Some(side) => side.to_string(),
            None => String::new(),
        }
    }

    fn line(&self) -> Option<Line> {
        self.lines.get(self.scroll.selected).copied()
    }

    fn selected_row(&self) -> Option<&Row> {
        match self.line()? {
            Line::Row(at) | Line::Other(at) => self.rows.get(at),
            Line::Section(_) | Line::Equal => None,
        }
    }

    /// The selected side's value of the selected row.
    fn value(&self) -> Option<&Value> {
        let side = match self.line()? {
            Line::Other(_) => 1,
            Line::Row(at) if self.rows.get(at).is_some_and(|row| row.is_equal) => 0,
            _ => self.side,
        };
        self.selected_row()?.values.get(side)
    }

    fn copied(&self) -> Option<Copied> {
        let (label, value) = (&self.selected_row()?.label, self.value()?);
        (!value.copied.is_empty()).then(|| Copied::new(label.clone(), value.copied.clone()))
    }

    fn copies(&self) -> Vec<Copied> {
        let row = self.selected_row().into_iter().flat_map(|row| {
            let sides = self.compared.sides().iter().zip(&row.values);
            sides.map(|(side, value)| Copied::new(format!("{} of {side}", row.label), value.copied.clone()))
        });
        let differing = self.rows.iter().filter(|row| !row.is_equal);
        let line = |row: &Row| {
            let [one, other] = row.values.each_ref().map(Value::line);
            format!("{}: {one} | {other}", row.label)
        };
        let text = differing.map(line).collect::<Vec<_>>().join("\n");
        let all = (!text.is_empty()).then(|| Copied::new("what differs", text));
        row.filter(|copied| !copied.text.is_empty())
            .chain(all)
            .chain([on_sheet::copied_place(&self.place())])
            .collect()
    }

    fn verbs<'c>(&self, ctx: &'c Context<'_>, verbs: &mut Verbs<'c, Self>) {
        let none = self.rows.is_empty().then_some("both sides are needed for that");
        if self.line() == Some(Line::Equal) {
            verbs.add(Action::Open, if self.unfolded { "fold" } else { "list them" }).run(|pane| {
                pane.unfolded = !pane.unfolded;
                pane.relist(ctx);
            });
        } else {
            let place = self.value().and_then(|value| value.place.clone());
            let nowhere = place.is_none().then_some("nothing to open");
            verbs.add(Action::Open, "follow").unless(nowhere).give(|| Effect::go(place));
        }
        let copied = self.copied();
        let nothing = copied.is_none().then_some("there is no value to copy here");
        verbs.add(Action::Copy, "copy").unless(nothing).give(|| Effect::copy(copied));
        verbs.hidden(Action::CopyMenu, "copy …").unless(none).give(|| Effect::CopyMenu(self.copies()));
        let narrow = (!is_wide(ctx.body)).then_some("both are below each other");
        verbs.hidden(Action::Left, "the first side").unless(none.or(narrow)).run(|pane| pane.side = 0);
        verbs.hidden(Action::Right, "the second side").unless(none.or(narrow)).run(|pane| pane.side = 1);
        let swapped = || Effect::Replace(Place::Comparison(Box::new(self.compared.swapped())));
        verbs.add(Action::Order, "swap the sides").give(swapped);
        verbs.add(Action::Refresh, "refresh").give(|| Effect::Refresh);
        verbs.moves(|pane, action| {
            let height = Areas::new(ctx.body).list.height;
            if pane.scroll.act(action, pane.lines.len(), height).is_some() {
                pane.land(action, height);
            }
        });
    }

    /// Moves the selection off a section heading, in the direction of the move.
    fn land(&mut self, action: Action, height: u16) {
        let upwards = matches!(action, Action::Up | Action::PageUp | Action::HalfUp | Action::Last);
        let at = self.scroll.selected;
        let stops = |at: &usize| !matches!(self.lines.get(*at), Some(Line::Section(_)) | None);
        let (above, below) = ((0..=at).rev().find(stops), (at..self.lines.len()).find(stops));
        let landed = if upwards { above.or(below) } else { below.or(above) };
        self.scroll.select(landed.unwrap_or(at), self.lines.len(), height);
    }

    fn relist(&mut self, ctx: &Context<'_>) {
        self.lines = rows::lines(&self.rows, is_wide(ctx.body), self.unfolded);
        let height = Areas::new(ctx.body).list.height;
        self.scroll.settle(self.lines.len(), height);
        self.land(Action::Down, height);
    }
}

impl Pane for ComparisonPane {
    by_verbs!();

    fn handle_input(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        let Input::Mouse(click) = input else { return None };
        let list = Areas::new(ctx.body).list;
        if self.scroll.drag(*click, list, self.lines.len()) {
            self.land(Action::Down, list.height);
            return Some(Vec::new());
        }
        let before = self.scroll;
        let again = self.scroll.click(*click, list, self.lines.len());
        if matches!(self.line(), Some(Line::Section(_))) {
            self.scroll = before;
            return Some(Vec::new());
        }
        if again.is_some() {
            self.side = self.side_at(*click, ctx.body);
        }
        Some(if again == Some(true) { self.act(Action::Open, ctx) } else { Vec::new() })
    }

    fn links(&self, ctx: &Context<'_>) -> Vec<Link> {
        if self.rows.is_empty() { Vec::new() } else { self.links_in(ctx) }
    }

    fn wants(&self, ctx: &Context<'_>, wants: &mut Wants) {
        self.compared.sides().iter().for_each(|side| side::want(side, ctx, wants));
        self.questions.iter().for_each(|asked| asked.wants(ctx, wants));
    }

    fn place(&self) -> Place {
        Place::Comparison(Box::new(self.compared.clone()))
    }

    fn title(&self, _ctx: &Context<'_>) -> String {
        format!("compare {}", self.compared.label())
    }

    fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        if !self.rows.is_empty() {
            self.draw(ctx, area, buf);
            return None;
        }
        let missing: Vec<&Side> = self
            .compared
            .sides()
            .iter()
            .zip(self.records(ctx))
            .filter_map(|(side, record)| record.is_none().then_some(side))
            .collect();
        let height = area.height / u16::try_from(missing.len()).unwrap_or(1).max(1);
        let mut rest = area;
        for side in missing {
            let [part] = rest.stack([height]);
            side::view_missing(side, ctx, part, buf);
            rest = rest.below(height);
        }
        None
    }

    fn rebuild_view(&mut self, ctx: &Context<'_>) {
        self.rows = self.compare(ctx);
        self.relist(ctx);
    }
}
