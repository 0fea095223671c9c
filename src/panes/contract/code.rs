//! The bytecode view: hex with offsets, runtime and creation code.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::Which;
use crate::ledger::amount::grouped;
use crate::ledger::{Contract, HexBytes};
use crate::message::{Action, Click, Copied, Effect, MouseButton};
use crate::panes::{Context, Offer};
use crate::widgets::line::put;
use crate::widgets::{HexView, Role};

/// Which code is shown, and where in it the reader is.
#[derive(Clone, Debug, Default)]
pub(super) struct Code {
    which: Which,
    runtime: HexView,
    creation: HexView,
}

impl Code {
    pub(super) fn act(&mut self, action: Action, contract: &Contract, ctx: &Context<'_>) -> Vec<Effect> {
        let bytes = self.which.of(contract);
        match action {
            Action::NextPart | Action::PreviousPart => {
                self.which = match self.which {
                    Which::Runtime => Which::Creation,
                    Which::Creation => Which::Runtime,
                };
            }
            Action::Copy => return vec![Effect::Copy(whole(self.which, bytes))],
            Action::CopyMenu => {
                let row = HexBytes::from(self.hex().row(bytes).to_vec());
                let row = Copied { what: format!("bytes at {:#x}", self.hex().offset()), text: row.to_hex() };
                return vec![Effect::CopyMenu(vec![whole(self.which, bytes), row])];
            }
            _ => {
                let length = bytes.len();
                self.hex_mut().act(action, length, ctx.body.height.saturating_sub(2));
            }
        }
        Vec::new()
    }

    pub(super) fn click(&mut self, click: Click, contract: &Contract, ctx: &Context<'_>) {
        let action = match click.button {
            MouseButton::WheelUp => Action::Up,
            MouseButton::WheelDown => Action::Down,
            MouseButton::Press => return,
        };
        for _ in 0..3 {
            self.act(action, contract, ctx);
        }
    }

    pub(super) fn offers(&self, contract: &Contract) -> Vec<Offer> {
        let none = self.which.of(contract).is_empty().then_some("there is no code to copy");
        vec![
            Offer::new(Action::NextPart, "runtime / creation"),
            Offer::quiet(Action::PreviousPart, "runtime / creation"),
            Offer::new(Action::Copy, "copy all").unless(none),
            Offer::quiet(Action::CopyMenu, "copy …").unless(none),
        ]
    }

    pub(super) fn view(&self, contract: &Contract, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
        let bytes = self.which.of(contract);
        let theme = &ctx.look.theme;
        let mut column = 1;
        for which in [Which::Runtime, Which::Creation] {
            let role = if which == self.which { Role::Heading } else { Role::Dim };
            let title = format!("{} {}", which.name(), grouped(&which.of(contract).len()));
            column = put(buf, area, column, 0, &title, theme.style(role)) + 3;
        }
        let body = Rect { y: area.y.saturating_add(2), height: area.height.saturating_sub(2), ..area };
        if bytes.is_empty() {
            let words = format!("The server has no {} for this contract.", self.which.name());
            put(buf, body, 1, 0, &words, theme.style(Role::Dim));
            return;
        }
        self.hex().view(bytes, ctx.look, body, buf);
    }

    fn hex(&self) -> &HexView {
        match self.which {
            Which::Runtime => &self.runtime,
            Which::Creation => &self.creation,
        }
    }

    fn hex_mut(&mut self) -> &mut HexView {
        match self.which {
            Which::Runtime => &mut self.runtime,
            Which::Creation => &mut self.creation,
        }
    }
}

fn whole(which: Which, bytes: &[u8]) -> Copied {
    Copied { what: which.name().to_owned(), text: HexBytes::from(bytes.to_vec()).to_hex() }
}
