//! The list of slots: each contract with its counts, then its slots, drawn above the details of the selected one.

use std::collections::HashMap;

use ledger::amount::{counted, grouped};
use ledger::result::StateChange;
use ledger::{ContractRef, EntityId, EvmAddress, Field};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::StateTab;
use crate::panes::Context;
use crate::panes::kit::nouns::slot_change::SlotChange;
use crate::panes::kit::nouns::{entities, slot_change, slots, values};
use crate::widgets::line::{clear, cut, cut_middle, put, rule, width};
use crate::widgets::split::REST;
use crate::widgets::table::Cell;
use crate::widgets::{Link, Role, Split, Value, scroll_bar};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Row {
    /// A contract with its counts of slots.
    Contract(String),
    Slot {
        /// The index of the slot in the result.
        at: usize,
        name: String,
        proved: bool,
        /// The values before and after.
        pieces: Vec<Cell>,
    },
}

impl Row {
    /// The index of the slot in the result.
    pub(super) fn slot(&self) -> Option<usize> {
        match self {
            Self::Slot { at, .. } => Some(*at),
            Self::Contract(_) => None,
        }
    }
}

/// The contract of a slot, as the server names it.
type Owner = (Field<EntityId>, Field<EvmAddress>);

/// The rows of the slots that pass the search.
pub(super) fn rows(tab: &StateTab, ctx: &Context<'_>) -> Vec<Row> {
    let mut rows = Vec::new();
    for (owner, places) in by_contract(tab.changes()) {
        let shown: Vec<Row> = places.iter().filter_map(|at| row(tab, ctx, *at)).collect();
        if shown.is_empty() && (!tab.sought.is_empty() || tab.writes_only) {
            continue;
        }
        rows.push(Row::Contract(heading(tab, ctx, &owner, &places)));
        rows.extend(shown);
    }
    rows
}

/// The slots of each contract, both in the order received.
fn by_contract(changes: &[StateChange]) -> Vec<(Owner, Vec<usize>)> {
    let mut groups: Vec<(Owner, Vec<usize>)> = Vec::new();
    let mut known: HashMap<Owner, usize> = HashMap::new();
    for (at, change) in changes.iter().enumerate() {
        let owner = (change.contract_id.clone(), change.address.clone());
        let group = *known.entry(owner.clone()).or_insert(groups.len());
        match groups.get_mut(group) {
            Some((_, slots)) => slots.push(at),
            None => groups.push((owner, vec![at])),
        }
    }
    groups
}

impl StateTab {
    /// The indices of the changed slots, those with a known location first.
    pub(in crate::panes::result) fn changed(&self) -> Vec<usize> {
        let changed =
            self.changes().iter().enumerate().filter(|(_, it)| SlotChange::new(it) == SlotChange::Changed);
        let mut places: Vec<usize> = changed.map(|(at, _)| at).collect();
        let known = |at: usize| self.explained().and_then(|all| all.slots.get(at)?.path.as_ref()).is_some();
        places.sort_by_key(|at| !known(*at));
        places
    }

    /// The counts of changed and other slots.
    pub(in crate::panes::result) fn tally(&self) -> Value {
        Value::plain(tally(self, &(0..self.changes().len()).collect::<Vec<_>>()))
    }

    /// The location of a slot, with its contract unless that is `own`, and the values before and after.
    pub(in crate::panes::result) fn line(
        &self,
        ctx: &Context<'_>,
        own: Option<ContractRef>,
        at: usize,
    ) -> Option<(String, Vec<Cell>)> {
        let (change, slot, explanation) = self.slot(at)?;
        let name = slot_change::qualified_name(ctx, own, change, slot, &explanation);
        Some((name, slot_change::pieces(ctx, change, slot, &explanation)))
    }
}

fn row(tab: &StateTab, ctx: &Context<'_>, at: usize) -> Option<Row> {
    let (change, slot, explanation) = tab.slot(at)?;
    let name = slot_change::name(ctx, change, slot, &explanation);
    let sought = tab.sought.trim().to_lowercase();
    let digits = slot.slot.map(slots::word_hex).unwrap_or_default();
    let full = explanation.path.as_ref().map(ToString::to_string).unwrap_or_default();
    let found = [&name, &digits, &full].into_iter().any(|text| text.to_lowercase().contains(&sought));
    let wanted = found && !(tab.writes_only && SlotChange::new(change) == SlotChange::Read);
    let pieces = slot_change::pieces(ctx, change, slot, &explanation);
    wanted.then(|| Row::Slot { at, name, proved: explanation.is_resolved(), pieces })
}

/// A contract's name and id, the counts of its slots, and how many were located.
fn heading(tab: &StateTab, ctx: &Context<'_>, owner: &Owner, places: &[usize]) -> String {
    let id = match owner {
        (Field::Known(id), _) => id.to_string(),
        (_, Field::Known(address)) => address.checksummed(),
        _ => "contract not named".to_owned(),
    };
    let contract = places.first().and_then(|at| tab.case.slots.get(*at)?.contract);
    let named = contract.and_then(|contract| entities::name(ctx, contract));
    let named = named.map(|name| format!("{name} ")).unwrap_or_default();
    let slots = places.iter().filter_map(|at| tab.slot(*at));
    let resolved = slots.filter(|(_, _, explanation)| explanation.is_resolved()).count();
    let found = match tab.explained() {
        Some(_) => format!("  {resolved} of {} resolved", places.len()),
        None => String::new(),
    };
    format!("{named}{id}  {}{found}", tally(tab, places))
}

/// The counts of slots changed, written without a change, and only read.
fn tally(tab: &StateTab, places: &[usize]) -> String {
    let changes = || places.iter().filter_map(|at| tab.changes().get(*at));
    let count = |kind| changes().filter(|change| SlotChange::new(change) == kind).count();
    let all = counted(places.len(), "slot");
    let parts =
        [(SlotChange::Changed, "changed"), (SlotChange::Unchanged, "unchanged"), (SlotChange::Read, "read")];
    let parts = parts.map(|(kind, words)| (count(kind), words));
    let parts: Vec<String> = parts
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, words)| format!("{count} {words}"))
        .collect();
    format!("{all}: {}", parts.join(", "))
}

/// The height of the detail with its rule; on a low screen an open detail replaces the list.
const DETAIL_ROWS: std::ops::RangeInclusive<u16> = 6..=14;
/// The minimum height of the list when the detail is shown below it.
const MIN_LIST_ROWS: u16 = 5;
/// The minimum width of a slot's location, and its maximum share of the width.
const MIN_NAME_COLUMNS: u16 = 12;

/// The parts of the tab, top to bottom.
#[derive(Clone, Copy, Debug)]
pub(super) struct Areas {
    pub(super) words: Rect,
    pub(super) list: Rect,
    pub(super) rule: Rect,
    pub(super) detail: Rect,
}

/// Divides the body; the list takes at most one line per row.
pub(super) fn areas(body: Rect, rows: usize) -> Areas {
    let room = body.height.saturating_sub(1);
    let rows = u16::try_from(rows).unwrap_or(u16::MAX);
    let list = if room < MIN_LIST_ROWS + DETAIL_ROWS.start() {
        room
    } else {
        let half = (room / 2).clamp(*DETAIL_ROWS.start(), *DETAIL_ROWS.end());
        (room - half).min(rows.max(MIN_LIST_ROWS))
    };
    let [words, list, rule, detail] = body.stack([1, list, 1, REST]);
    Areas { words, list, rule, detail }
}

impl StateTab {
    pub(in crate::panes::result) fn view(
        &self,
        ctx: &Context<'_>,
        body: Rect,
        buf: &mut Buffer,
    ) -> Option<Position> {
        let theme = ctx.theme;
        if self.case.slots.is_empty() {
            let none = match self.result.as_ref().map(|result| &result.state_changes) {
                Some(Field::Known(_)) | None => Value::none("No storage slot was read or written."),
                Some(other) => values::field(ctx, other, |_| Value::default()),
            };
            put(buf, body, (1, 0), &format!("state changes  {}", none.line()), theme.style(Role::Dim));
            return None;
        }
        let areas = areas(body, self.rows.len());
        let words = cut(&self.status(ctx), body.width.saturating_sub(2), ctx.theme.glyphs.cut).into_owned();
        put(buf, areas.words, (1, 0), &words, theme.style(Role::Dim));
        self.list(ctx, areas.list, buf);
        rule(buf, areas.rule, 0, ctx.theme.glyphs.rule, theme.style(Role::Rule));
        let detail = self.detail_area(areas);
        if detail == areas.list {
            clear(buf, areas.list, theme.base());
        }
        if self.in_detail {
            self.detail.view(ctx.theme, detail, buf);
        } else {
            self.detail.view_aside(ctx.theme, detail, buf);
        }
        let line = self.line.as_ref()?;
        Some(line.prompt.view(ctx, body.rows().next_back()?, buf))
    }

    /// The area of the detail, which replaces the list if there is no room for both.
    fn detail_area(&self, areas: Areas) -> Rect {
        if areas.rule.is_empty() && self.in_detail { areas.list } else { areas.detail }
    }

    /// The links of the detail while it has the focus.
    pub(in crate::panes::result) fn links(&self, body: Rect) -> Vec<Link> {
        if !self.in_detail || self.line.is_some() {
            return Vec::new();
        }
        self.detail.links(self.detail_area(areas(body, self.rows.len())))
    }

    /// The progress of the search, and what the list omits.
    fn status(&self, ctx: &Context<'_>) -> String {
        let all = self.case.slots.len();
        let mut words = match self.explained() {
            Some(explained) => {
                let resolved = explained.slots.iter().filter(|it| it.is_resolved()).count();
                let steps = grouped(&explained.steps);
                let end = match (resolved == all, explained.steps) {
                    (_, 0) => String::new(),
                    (true, _) => format!(", proved by hashing ({steps} tried)"),
                    (false, _) => {
                        format!(", {steps} hashes tried; the rest has keys that are not in this call")
                    }
                };
                format!("{resolved} of {all} resolved{end}")
            }
            None => format!(
                "{all} slots  {}",
                ctx.get(&self.case).status(ctx).words.replace("loading", "searching")
            ),
        };
        if !self.sought.is_empty() {
            words =
                format!("{words} {} with \"{}\"", ctx.theme.glyphs.dot, ledger::text::visible(&self.sought));
        }
        if self.writes_only {
            words = format!("{words} {} writes only", ctx.theme.glyphs.dot);
        }
        words
    }

    fn list(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
        let theme = ctx.theme;
        let longest = self.rows.iter().filter_map(|row| match row {
            Row::Slot { name, .. } => Some(width(name)),
            Row::Contract(_) => None,
        });
        let share = (area.width / 2).saturating_sub(2).max(MIN_NAME_COLUMNS);
        let names = longest.max().unwrap_or_default().clamp(MIN_NAME_COLUMNS, share);
        if self.rows.is_empty() {
            put(buf, area, (1, 0), "No matching slots.", theme.style(Role::Dim));
        }
        let rows = scroll_bar::beside(area, self.rows.len());
        for (line, at) in rows.rows().zip(self.scroll.window(self.rows.len(), area.height)) {
            let Some(row) = self.rows.get(at) else { continue };
            match row {
                Row::Contract(words) => {
                    let words = cut(words, area.width.saturating_sub(2), ctx.theme.glyphs.cut);
                    put(buf, line, (1, 0), &words, theme.style(Role::Heading));
                }
                Row::Slot { name, proved, pieces, .. } => {
                    let selected = at == self.scroll.selected && !self.in_detail;
                    let over = theme.over(selected);
                    if selected {
                        buf.set_style(line, over);
                    }
                    if at == self.scroll.selected {
                        let style = theme.style(Role::Marker).patch(over);
                        put(buf, line, (0, 0), ctx.theme.glyphs.marker, style);
                    }
                    let role = if *proved { Role::Plain } else { Role::Dim };
                    let name = cut_middle(name, names, ctx.theme.glyphs.cut);
                    put(buf, line, (3, 0), &name, theme.style(role).patch(over));
                    let mut column = 3 + names + 2;
                    for (text, role) in pieces {
                        let text = cut(text, line.width.saturating_sub(column), ctx.theme.glyphs.cut);
                        column = put(buf, line, (column, 0), &text, theme.style(*role).patch(over));
                    }
                }
            }
        }
        self.scroll.view_bar(theme, area, self.rows.len(), buf);
    }
}
