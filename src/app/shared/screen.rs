//! The screen's state and the user's settings for it.

use std::sync::Arc;

use ledger::Timestamp;

use crate::app::Start;
use crate::app::shared::layout::{Beside, MIN_TWO_COLUMNS, Parts, areas};
use crate::app::shared::title::Title;
use crate::app::shared::toast::Toasts;
use crate::message::keymap::Keymap;
use crate::message::{Action, Persist};
use crate::panes::ActionHint;
use crate::widgets::Theme;

#[derive(Debug)]
pub(in crate::app) struct Screen {
    pub(in crate::app) keymap: Keymap,
    /// The command to which JSON is piped.
    pub(in crate::app) pipe: Arc<[String]>,
    pub(in crate::app) theme: Theme,
    /// The theme of the panes without focus.
    pub(in crate::app) passive_theme: Theme,
    pub(in crate::app) size: (u16, u16),
    /// Whether lists have a preview next to them where there is room, and whether the user has changed that since the
    /// start.
    pub(in crate::app) previews: bool,
    is_preview_switched: bool,
    /// Whether the pane on screen can have neighbours, as a list or a detail opened from one; and which ones it has.
    pub(in crate::app) may_divide: bool,
    pub(in crate::app) beside: Beside,
    pub(in crate::app) toasts: Toasts,
    pub(in crate::app) title: Title,
}

impl Screen {
    pub(super) fn new(start: &Start, now: Timestamp) -> Self {
        let theme = Theme::new(&start.settings);
        Self {
            keymap: start.keymap.clone(),
            pipe: Arc::clone(&start.settings.pipe),
            theme,
            passive_theme: theme.passive(),
            size: start.size,
            previews: start.settings.preview,
            is_preview_switched: false,
            may_divide: false,
            beside: Beside::default(),
            toasts: Toasts::default(),
            title: Title::new(start.settings.notify, now),
        }
    }

    /// The parts of the screen's body.
    pub(in crate::app) fn parts(&self) -> Parts {
        Parts::new(areas(self.size).body, self.beside)
    }

    /// Whether there is room for a preview.
    pub(in crate::app) fn has_room(&self) -> bool {
        self.size.0 >= MIN_TWO_COLUMNS
    }

    /// The action that toggles previews, where the pane on screen can have one.
    pub(in crate::app) fn preview_hint(&self) -> ActionHint {
        if !self.has_room() {
            let narrow = format!("it needs {MIN_TWO_COLUMNS} columns");
            return ActionHint::hidden(Action::Preview, "preview").disabled_if(Some(narrow));
        }
        ActionHint::hidden(Action::Preview, if self.previews { "preview off" } else { "preview on" })
    }

    /// Switches the previews of lists on or off.
    pub(in crate::app) fn switch_preview(&mut self, on: bool) -> Persist {
        (self.previews, self.is_preview_switched) = (on, true);
        Persist::Preview(on)
    }

    /// Restores the setting of an earlier run, unless it was switched since the start.
    pub(super) fn restore_preview(&mut self, on: Option<bool>) {
        if let Some(on) = on.filter(|_| !self.is_preview_switched) {
            self.previews = on;
        }
    }
}
