//! The screen for a report: on the clipboard, or in a file.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::App;
use crate::ledger::Timestamp;
use crate::message::export::ScreenOffer;
use crate::message::{Command, Copied, Effect, ExportOffer, ScreenCopy};
use crate::widgets::screenshot;

impl App {
    /// The screen as it is drawn at this moment.
    pub(super) fn drawn(&self, now: Timestamp) -> Buffer {
        let (columns, rows) = self.shared.screen.size;
        let mut drawn = Buffer::empty(Rect::new(0, 0, columns, rows));
        self.view(now, &mut drawn);
        drawn
    }

    /// Opens the copy menu where nothing but the screen and the place can be copied.
    pub(super) fn open_copy_menu(&mut self, now: Timestamp) -> Vec<Command> {
        self.settle(vec![Effect::CopyMenu(Vec::new())], now)
    }

    /// What copies the screen, or asks where to write it.
    pub(super) fn screen_copy(&self, form: ScreenCopy, now: Timestamp) -> Effect {
        let drawn = self.drawn(now);
        let copied = |what: &str, text| Effect::Copy(Copied::new(what, text));
        match form {
            ScreenCopy::Text => copied("screen as text", screenshot::text(&drawn)),
            ScreenCopy::Ansi => copied("screen as ANSI", screenshot::ansi(&drawn)),
            ScreenCopy::File => Effect::Export(ExportOffer::Screen(ScreenOffer {
                place: self.place(),
                forms: vec![
                    ("svg", screenshot::svg(&drawn, self.shared.screen.theme.base())),
                    ("txt", screenshot::text(&drawn)),
                    ("ans", screenshot::ansi(&drawn)),
                ],
            })),
        }
    }
}
