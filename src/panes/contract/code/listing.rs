//! A code as a list of instructions or bytes, each with offset, text and a note. Only visible rows are
//! formatted.

use decode::Opcode;
use decode::code::{Code, CodeReading, Jumps, Meaning, Needle, Piece, PieceKind};
use ledger::amount::grouped;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::message::{Action, Click};
use crate::panes::Context;
use crate::panes::kit::nouns::code_diff::values::instruction;
use crate::widgets::line::{cut, cut_middle, put, width, wrap};
use crate::widgets::split::REST;
use crate::widgets::{HexView, Role, Scroll, Split, scroll_bar};

/// Selection and scroll position in a code.
#[derive(Clone, Debug, Default)]
pub(super) struct Listing {
    scroll: Scroll,
    hex: HexView,
    /// Whether bytes are shown instead of instructions.
    pub(super) as_hex: bool,
}

/// First column of the instructions, after the offset.
const TEXT: u16 = 9;
/// First column of the notes when the instructions before them are short.
const NOTE: u16 = 42;
/// Rows below the list for the selected instruction in full.
const DETAIL: u16 = 2;
/// Minimum height of the list with which the detail rows are shown.
const MIN_DETAIL_ROWS: u16 = 8;

impl Listing {
    /// The offset of the selected row.
    pub(super) fn offset(&self, code: &Code) -> usize {
        if self.as_hex {
            return self.hex.offset();
        }
        code.pieces().get(self.scroll.selected).map_or(0, |piece| piece.at)
    }

    /// Selects the row of this offset, and centres it.
    pub(super) fn show(&mut self, offset: usize, code: &Code, height: u16) {
        let last = code.pieces().len();
        let around = code.piece_around(offset).saturating_add(usize::from(rows(height) / 2));
        self.scroll.select(around, last, rows(height));
        self.go_to(offset, code, height);
    }

    /// Selects the row of this offset.
    pub(super) fn go_to(&mut self, offset: usize, code: &Code, height: u16) {
        self.hex.go_to(offset, code.bytes().len(), height);
        let around = code.piece_around(offset);
        self.scroll.select(around, code.pieces().len(), rows(height));
    }

    /// Toggles between bytes and instructions, at the same offset.
    pub(super) fn turn(&mut self, code: &Code, height: u16) {
        let offset = self.offset(code);
        self.as_hex = !self.as_hex;
        self.go_to(offset, code, height);
    }

    /// Moves the selection. `None` if the action moves nothing.
    pub(super) fn act(&mut self, action: Action, code: &Code, height: u16) -> Option<()> {
        if self.as_hex {
            self.hex.act(action, code.bytes().len(), height)
        } else {
            self.scroll.act(action, code.pieces().len(), rows(height))
        }
    }

    /// Selects the row this many lines below the first one in view. `true` if it was selected before.
    pub(super) fn press(&mut self, click: Click, code: &Code, area: Rect) -> bool {
        if self.as_hex {
            self.hex.click(click, code.bytes().len(), area);
            return false;
        }
        let [list] = area.stack([rows(area.height)]);
        self.scroll.click(click, list, code.pieces().len()) == Some(true)
    }

    /// Selects the next match; `skip` excludes the selected row. `false` without a match.
    pub(super) fn find(
        &mut self,
        needle: &Needle,
        (back, skip): (bool, bool),
        code: &Code,
        height: u16,
    ) -> bool {
        let at = self.offset(code);
        // A whole row is selected: the next hit is behind all of it.
        let step = if self.as_hex {
            self.hex.row(code.bytes()).len()
        } else {
            code.pieces().get(self.scroll.selected).map_or(1, |piece| piece.length)
        };
        let from = match (skip, back) {
            (false, _) => at,
            (true, false) => at.saturating_add(step),
            (true, true) => at.checked_sub(1).unwrap_or(code.bytes().len()),
        };
        let hit = needle.find(code, from, back);
        if let Some(hit) = hit {
            self.show(hit, code, height);
        }
        hit.is_some()
    }

    /// The jump target of the selected instruction.
    pub(super) fn target(&self, code: &Code) -> Option<usize> {
        if self.as_hex { None } else { Jumps::from(code, self.scroll.selected) }
    }

    /// The selected row as text to copy, and its name.
    pub(super) fn copied(&self, shown: Shown<'_>) -> Option<(String, String)> {
        if self.as_hex {
            let row = self.hex.row(shown.code.bytes());
            let what = format!("bytes at {:#x}", self.hex.offset());
            return (!row.is_empty()).then(|| (what, alloy_primitives::hex::encode_prefixed(row)));
        }
        let piece = shown.code.pieces().get(self.scroll.selected)?;
        Some((format!("instruction at {:#x}", piece.at), shown.text(piece).0))
    }

    /// Draws the visible rows, and below them the selected one in full.
    pub(super) fn view(&self, shown: Shown<'_>, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
        if self.as_hex {
            return self.hex.view(shown.code.bytes(), ctx.theme, area, buf);
        }
        let [list, detail] = area.stack([rows(area.height), REST]);
        let len = shown.code.pieces().len();
        for (line, at) in scroll_bar::beside(list, len).rows().zip(self.scroll.window(len, list.height)) {
            self.row(shown, (at, line), ctx, buf);
        }
        self.scroll.view_bar(ctx.theme, list, len, buf);
        let Some(piece) = shown.code.pieces().get(self.scroll.selected) else { return };
        let (text, _) = shown.text(piece);
        let note = shown.note(self.scroll.selected, piece);
        let cut_sign = ctx.theme.glyphs.cut;
        let room = area.width.saturating_sub(2);
        let text = match note {
            Some((note, _)) => format!("{text}  {note}"),
            None => text,
        };
        let lines = wrap(&text, room, usize::from(DETAIL), cut_sign);
        for (row, line) in detail.rows().zip(lines) {
            put(buf, row, (1, 0), &line, ctx.theme.style(Role::Plain));
        }
    }

    fn row(&self, shown: Shown<'_>, (at, area): (usize, Rect), ctx: &Context<'_>, buf: &mut Buffer) {
        let Some(piece) = shown.code.pieces().get(at) else { return };
        let theme = ctx.theme;
        let over = theme.mark_row(area, at == self.scroll.selected, buf);
        let style = |role| theme.style(role).patch(over);
        put(buf, area, (1, 0), &format!("{:06x}", piece.at), style(Role::Dim));
        let (text, role) = shown.text(piece);
        let note = shown.note(at, piece);
        let room = area.width.saturating_sub(TEXT);
        let room = match &note {
            // A long value gives way to what it means, up to a point.
            Some((note, _)) => room.saturating_sub(width(note).min(room / 2) + 2).max(NOTE - TEXT - 2),
            None => room,
        };
        let end = put(buf, area, (TEXT, 0), &cut_middle(&text, room, theme.glyphs.cut), style(role));
        if let Some((note, role)) = note {
            let column = end.saturating_add(2).max(NOTE);
            let room = area.width.saturating_sub(column);
            put(buf, area, (column, 0), &cut(&note, room, theme.glyphs.cut), style(role));
        }
    }
}

/// The rows of instructions leave room for the selected one below.
fn rows(height: u16) -> u16 {
    if height >= MIN_DETAIL_ROWS + DETAIL { height - DETAIL } else { height }
}

/// A code of the contract and its analysis.
#[derive(Clone, Copy)]
pub(super) struct Shown<'a> {
    pub(super) reading: &'a CodeReading,
    pub(super) code: &'a Code,
    pub(super) jumps: &'a Jumps,
    /// Whether it is the runtime code, to which the functions belong.
    pub(super) is_runtime: bool,
}

/// Maximum number of jump origins that are listed.
const MAX_LISTED_JUMPS: usize = 3;

impl Shown<'_> {
    /// The piece as text, and its role.
    pub(super) fn text(&self, piece: &Piece) -> (String, Role) {
        let text = match piece.kind {
            PieceKind::Argument => alloy_primitives::hex::encode(self.code.bytes_of(piece)),
            _ => instruction(self.code, piece),
        };
        let role = match piece.kind {
            PieceKind::Metadata => Role::Attention,
            PieceKind::Argument => Role::Dim,
            PieceKind::Instruction(Opcode::JUMPDEST) => Role::Heading,
            PieceKind::Instruction(opcode) if opcode.name().is_none() => Role::Failure,
            PieceKind::Instruction(_) => Role::Plain,
        };
        (text, role)
    }

    /// The note: jump target or origins, function, or meaning of the value.
    pub(super) fn note(&self, number: usize, piece: &Piece) -> Option<(String, Role)> {
        if piece.kind == PieceKind::Instruction(Opcode::JUMPDEST) {
            return self.destination(piece);
        }
        if let Some(target) = Jumps::from(self.code, number) {
            let entry = self.entry(target).map(|name| format!("  {name}")).unwrap_or_default();
            return Some((format!("to {target:06x}{entry}"), Role::Link));
        }
        let meaning = self.reading.names.meaning(self.code, piece)?;
        Some(match meaning {
            Meaning::Selector(named) | Meaning::Word(named) => {
                (format!("{}  {}", named.signature.escaped(), named.whence), Role::Chip)
            }
            Meaning::Address(address) => (address.checksummed(), Role::Link),
            Meaning::Text(text) => (format!("{text:?}"), Role::Success),
        })
    }

    fn destination(&self, piece: &Piece) -> Option<(String, Role)> {
        if let Some(name) = self.entry(piece.at) {
            return Some((name, Role::Chip));
        }
        let from = self.jumps.to(piece.at);
        let count = from.len();
        let mut named: Vec<String> = from.take(MAX_LISTED_JUMPS).map(|from| format!("{from:06x}")).collect();
        if count > MAX_LISTED_JUMPS {
            named.push(format!("{} more", grouped(&(count - MAX_LISTED_JUMPS))));
        }
        (count > 0).then(|| (format!("from {}", named.join(", ")), Role::Dim))
    }

    /// The function whose entry is at this offset.
    fn entry(&self, offset: usize) -> Option<String> {
        let function = self.reading.dispatch.function_at(offset).filter(|_| self.is_runtime)?;
        let selector = alloy_primitives::hex::encode(function.selector);
        let named = self.reading.names.selector(function.selector);
        Some(named.map_or_else(|| format!("function {selector}"), |named| named.signature.escaped()))
    }
}
