//! Whether a text field has the focus; what is typed elsewhere opens the palette.

use ratatui::buffer::Buffer;
use secrecy::zeroize::Zeroize as _;

use super::App;
use crate::ledger::Timestamp;
use crate::message::event::{Key, Mods};
use crate::message::{Action, Command, Input};

impl App {
    /// Handles an input in. What was pasted is overwritten then: it may have been a secret.
    pub(super) fn consume_input(&mut self, input: Input, now: Timestamp) -> Vec<Command> {
        let commands = self.input(&input, now);
        if let Input::Paste(mut text) = input {
            text.zeroize();
        }
        commands
    }

    /// Whether a field takes what is typed: whether there is a cursor.
    pub(super) fn is_typing(&self, now: Timestamp) -> bool {
        let ctx = self.shared.whole_context(now);
        let mut buf = Buffer::empty(ctx.body);
        let cursor = if let Some(overlay) = &self.overlay {
            overlay.view(&ctx, ctx.body, &mut buf)
        } else {
            let ctx = self.shared.context(now);
            self.history.top().view(&ctx, ctx.body, &mut buf)
        };
        cursor.is_some()
    }

    /// Opens the palette with an input that is text and not a key, if no overlay is open.
    pub(super) fn begin_to_type(&mut self, input: &Input, now: Timestamp) {
        if self.overlay.is_none() && is_text(input) {
            self.open_palette(None, now);
            if let Some(overlay) = &mut self.overlay {
                let _ = overlay.handle_input(input, &self.shared.whole_context(now));
            }
        }
    }

    /// Where nothing can be searched, for this reason if there is one, the letters that follow are no commands: the
    /// palette takes them.
    pub(super) fn seek_elsewhere(&mut self, reason: Option<&str>, now: Timestamp) {
        let filters = self.hint(Action::Filter, now).is_some_and(|hint| hint.disabled.is_none());
        let key = self.shared.screen.keymap.keys_of(Action::Filter).into_iter().next().filter(|_| filters);
        let words = match reason {
            Some(reason) => format!("No search: {reason}"),
            None => "This page has no search".to_owned(),
        };
        let close = self.shared.screen.keymap.key_while_typing(Action::Close);
        let instead = key.map(|key| format!("; {close}, then {key} filters it")).unwrap_or_default();
        self.open_palette(Some(format!("{words}{instead}.")), now);
    }
}

/// Whether an input is text: a printable character, or a paste that is not blank.
fn is_text(input: &Input) -> bool {
    match input {
        Input::Key(key) => {
            let is_command = key.mods().intersects(Mods::CTRL | Mods::ALT | Mods::CMD | Mods::WIN);
            matches!(key.key(), Key::Char(c) if !c.is_control() && !c.is_whitespace()) && !is_command
        }
        Input::Paste(text) => !text.trim().is_empty(),
        Input::Mouse(_) => false,
    }
}
