//! The storage of the replay: each slot by name if resolved, its values before and at the step, and the writes of
//! an expanded slot.

use std::sync::Arc;

use alloy_primitives::{Address, U256};
use decode::storage::{Case, Slot};
use evm::Store;
use ledger::HexBytes;
use ledger::amount::grouped;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use replay::{Replay, Replayed};

use super::shown::{Shown, word};
use crate::panes::Context;
use crate::panes::kit::nouns::slots;
use crate::widgets::line::{cut, cut_middle, put};
use crate::widgets::{Role, Scroll};

/// The instructions that read and write the slot on top of the stack.
const SLOAD: u8 = 0x54;
const SSTORE: u8 = 0x55;

/// The slots that the replay touches, and the question for their names.
#[derive(Debug, Default)]
pub(super) struct Storage {
    pub(super) scroll: Scroll,
    /// By contract and slot, sorted.
    keys: Vec<(Address, U256)>,
    case: Option<Arc<Case>>,
    /// The index of the expanded slot, whose writes are listed below it.
    opened: Option<usize>,
}

#[derive(Clone, Copy, Debug)]
enum Row {
    /// The index of a slot.
    Slot(usize),
    /// A write of the expanded slot.
    Write(Store),
}

impl Storage {
    /// Collects the slots that a replay touches.
    pub(super) fn new(replayed: &Replayed, replay: &Replay, ctx: &Context<'_>) -> Self {
        let slots = replay.execution.slots.iter().map(|((address, slot), (before, after))| Slot {
            contract: Some(replay.contract(*address, ctx.network.home)),
            slot: Some(*slot),
            read: Some(*before),
            written: (before != after).then_some(*after),
        });
        let mut case = Case { slots: slots.collect(), ..Case::of_result(&replayed.gathered.result) };
        let hashed = replay.execution.keys.iter().map(|key| HexBytes::from(key.to_vec()));
        case.evidence.hashed = hashed.collect();
        Self {
            keys: replay.execution.slots.keys().copied().collect(),
            case: Some(Arc::new(case)),
            ..Self::default()
        }
    }

    /// The question for the names; `None` without slots.
    pub(super) fn names(&self) -> Option<&Arc<Case>> {
        self.case.as_ref().filter(|case| !case.slots.is_empty())
    }

    fn writes<'a>(&self, shown: &Shown<'a>) -> &'a [Store] {
        let key = self.opened.and_then(|at| self.keys.get(at));
        key.map(|(address, slot)| shown.replayed.writes_of(*address, *slot)).unwrap_or_default()
    }

    /// The number of rows.
    pub(super) fn len(&self, shown: &Shown<'_>) -> usize {
        self.keys.len() + self.writes(shown).len()
    }

    fn row(&self, shown: &Shown<'_>, at: usize) -> Option<Row> {
        let writes = self.writes(shown);
        let below = self.opened.and_then(|opened| at.checked_sub(opened + 1));
        match below.map(|below| (writes.get(below), below)) {
            Some((Some(store), _)) => Some(Row::Write(*store)),
            Some((None, _)) => Some(Row::Slot(at - writes.len())),
            None => Some(Row::Slot(at)),
        }
        .filter(|row| !matches!(row, Row::Slot(at) if *at >= self.keys.len()))
    }

    /// Expands or collapses the selected slot; returns the step of a selected write.
    ///
    /// # Errors
    /// Why the selected row does nothing.
    pub(super) fn open(&mut self, shown: &Shown<'_>) -> Result<Option<u64>, &'static str> {
        match self.row(shown, self.scroll.selected) {
            Some(Row::Write(store)) => Ok(Some(store.step)),
            Some(Row::Slot(at)) => {
                let is_open = self.opened == Some(at);
                self.opened = (!is_open).then_some(at);
                self.scroll.selected = at;
                if !is_open && self.writes(shown).is_empty() {
                    self.opened = None;
                    return Err("nothing writes this slot");
                }
                Ok(None)
            }
            None => Err("no slot is touched"),
        }
    }

    /// The row of the slot that the instruction uses, or of the first slot of the call's contract.
    pub(super) fn row_in_use(&self, shown: &Shown<'_>) -> Option<usize> {
        let (_, call) = shown.call()?;
        let state = shown.state?;
        let used = matches!(state.opcode, SLOAD | SSTORE).then(|| state.top(0)).flatten();
        let from = (call.target, used.unwrap_or(U256::ZERO));
        let at = self.keys.partition_point(|key| *key < from);
        self.keys.get(at).filter(|(address, _)| *address == call.target)?;
        let writes = self.opened.filter(|opened| *opened < at).map_or(0, |_| self.writes(shown).len());
        Some(at + writes)
    }

    /// The name of a slot, or its number until that is resolved.
    fn name(&self, shown: &Shown<'_>, at: usize, slot: U256) -> String {
        let named = self.case.as_ref().and_then(|case| {
            let explanation = shown.ctx.get(case).value()?.slots.get(at)?;
            explanation.path.as_ref()?;
            Some(slots::name(shown.ctx, case.slots.get(at)?, explanation))
        });
        named.unwrap_or_else(|| word(slot))
    }

    /// Draws the rows in view.
    pub(super) fn view(&self, shown: &Shown<'_>, has_focus: bool, area: Rect, buf: &mut Buffer) {
        let theme = shown.ctx.theme;
        let len = self.len(shown);
        if len == 0 {
            put(buf, area, (1, 0), "no slot is touched", theme.style(Role::Dim));
            return;
        }
        for (line, at) in area.rows().zip(self.scroll.window(len, area.height)) {
            let over = theme.mark_row(line, has_focus && at == self.scroll.selected, buf);
            let pieces = match self.row(shown, at) {
                Some(Row::Slot(at)) => self.slot(shown, at, line.width),
                Some(Row::Write(store)) => write(shown, store),
                None => break,
            };
            let mut column = 1;
            for (text, role) in pieces {
                let text = cut_middle(&text, line.width.saturating_sub(column), theme.glyphs.cut);
                column = put(buf, line, (column, 0), &text, theme.style(role).patch(over));
            }
        }
        self.scroll.view_bar(theme, area, len, buf);
    }

    /// The texts of a slot: contract, name, and values before the transaction and at the step.
    fn slot(&self, shown: &Shown<'_>, at: usize, columns: u16) -> Vec<(String, Role)> {
        let Some((address, slot)) = self.keys.get(at).copied() else { return Vec::new() };
        let glyphs = &shown.ctx.theme.glyphs;
        let half = columns.saturating_sub(4) / 2;
        let owner = cut(&shown.name(address), half.min(16), glyphs.cut).into_owned();
        let name = cut_middle(&self.name(shown, at, slot), half, glyphs.cut).into_owned();
        let value = match shown.state.and_then(|state| state.slots.get(&(address, slot))) {
            Some((before, now)) if before == now => (word(*now), Role::Plain),
            Some((before, now)) => {
                (format!("{} {} {}", word(*before), glyphs.arrow, word(*now)), Role::Attention)
            }
            None => ("not touched yet".to_owned(), Role::Dim),
        };
        vec![(format!("{owner} "), Role::Dim), (format!("{name}  "), Role::Link), value]
    }
}

/// The texts of a write: step, line and value.
fn write(shown: &Shown<'_>, store: Store) -> Vec<(String, Role)> {
    let line = shown.replayed.lines.line(store.step);
    let line = line.map(|line| format!("{line}  ")).unwrap_or_default();
    let is_here = if store.step == shown.at { Role::Heading } else { Role::Plain };
    let undone = if shown.execution().survives(store.call) { "" } else { "  undone, its call failed" };
    vec![
        (format!("  {} ", shown.ctx.theme.glyphs.arrow), Role::Marker),
        (format!("step {}  ", grouped(&store.step)), is_here),
        (line, Role::Link),
        (word(store.value), Role::Attention),
        (undone.to_owned(), Role::Dim),
    ]
}
