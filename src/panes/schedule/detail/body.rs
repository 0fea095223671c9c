//! The bytes of the inner transaction, in hex with offsets.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::ledger::{HexBytes, Schedule};
use crate::message::{Action, Click, Copied, Effect, MouseButton};
use crate::panes::{ActionHint, Context};
use crate::widgets::HexView;

/// Where the reader is in the bytes.
#[derive(Clone, Debug, Default)]
pub(super) struct Body {
    hex: HexView,
}

/// The bytes of `transaction_body`; none if the record has none that can be read.
pub(super) fn bytes(schedule: &Schedule) -> &[u8] {
    schedule.transaction_body.known().map_or(&[], HexBytes::bytes)
}

impl Body {
    pub(super) fn act(&mut self, action: Action, bytes: &[u8], ctx: &Context<'_>) -> Vec<Effect> {
        let copied = |what: String, bytes: &[u8]| {
            let text = HexBytes::from(bytes.to_vec()).to_hex();
            Copied::new(what, text)
        };
        let whole = || copied("transaction body".to_owned(), bytes);
        match action {
            Action::Copy => return vec![Effect::Copy(whole())],
            Action::CopyMenu => {
                let row = copied(format!("bytes at {:#x}", self.hex.offset()), self.hex.row(bytes));
                return vec![Effect::CopyMenu(vec![whole(), row])];
            }
            _ => _ = self.hex.act(action, bytes.len(), ctx.body.height),
        }
        Vec::new()
    }

    pub(super) fn click(&mut self, click: Click, bytes: &[u8], ctx: &Context<'_>) {
        let Some(turn) = click.button.turn() else { return };
        (0..MouseButton::TURN).for_each(|_| _ = self.hex.act(turn, bytes.len(), ctx.body.height));
    }

    pub(super) fn hints() -> Vec<ActionHint> {
        vec![ActionHint::new(Action::Copy, "copy all"), ActionHint::hidden(Action::CopyMenu, "copy …")]
    }

    pub(super) fn view(&self, bytes: &[u8], ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
        self.hex.view(bytes, ctx.theme, area, buf);
    }
}
