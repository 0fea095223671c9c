//! The bytes of the inner transaction, in hex with offsets.

use ledger::{HexBytes, Schedule};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::message::{Action, Click, Copied, Effect, MouseButton};
use crate::panes::{Context, Verbs};
use crate::widgets::HexView;

/// The scroll position in the bytes.
#[derive(Clone, Debug, Default)]
pub(super) struct Body {
    hex: HexView,
}

/// The bytes of `transaction_body`; empty if they are missing or malformed.
pub(super) fn bytes(schedule: &Schedule) -> &[u8] {
    schedule.transaction_body.known().map_or(&[], HexBytes::bytes)
}

impl Body {
    /// Adds the verbs of the bytes.
    pub(super) fn verbs<'c>(&self, bytes: &'c [u8], ctx: &'c Context<'_>, verbs: &mut Verbs<'c, Self>) {
        let copied = |what: &str, bytes: &[u8]| Copied::new(what, HexBytes::from(bytes.to_vec()).to_hex());
        let whole = || copied("transaction body", bytes);
        verbs.add(Action::Copy, "copy all").give(|| Effect::Copy(whole()));
        verbs.hidden(Action::CopyMenu, "copy …").give(|| {
            let row = copied(&format!("bytes at {:#x}", self.hex.offset()), self.hex.row(bytes));
            Effect::CopyMenu(vec![whole(), row])
        });
        verbs.moves(|body, action| _ = body.hex.act(action, bytes.len(), ctx.body.height));
    }

    pub(super) fn click(&mut self, click: Click, bytes: &[u8], ctx: &Context<'_>) {
        let Some(turn) = click.button.turn() else { return };
        (0..MouseButton::TURN).for_each(|_| _ = self.hex.act(turn, bytes.len(), ctx.body.height));
    }

    pub(super) fn view(&self, bytes: &[u8], ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
        self.hex.view(bytes, ctx.theme, area, buf);
    }
}
