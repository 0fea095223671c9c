//! The screen's state, the user's settings for it, and its areas, for drawing and for the mouse.

use std::sync::Arc;

use ledger::Timestamp;
use ratatui::layout::{Position, Rect};

use crate::app::Start;
use crate::app::shared::notices::{Title, Toasts};
use crate::message::keymap::Keymap;
use crate::message::{Action, Persist};
use crate::panes::ActionHint;
use crate::widgets::split::REST;
use crate::widgets::{Split, Theme};

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

/// The bands of a screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) struct Areas {
    /// Title on the left, network and status on the right.
    pub(in crate::app) header: Rect,
    /// A rule, or a banner.
    pub(in crate::app) banner: Rect,
    pub(in crate::app) body: Rect,
    /// A rule, or a message that disappears after a while.
    pub(in crate::app) toast: Rect,
    /// The actions that are available here.
    pub(in crate::app) footer: Rect,
}

/// The smallest screen. A smaller one says only that it is too small.
pub(in crate::app) const SMALLEST: (u16, u16) = (60, 15);

/// The fewest columns of a screen on which two panes, and three, are side by side.
const MIN_TWO_COLUMNS: u16 = 120;
pub(in crate::app) const MIN_THREE_COLUMNS: u16 = 180;

/// The bands of a screen of this many columns and rows.
pub(in crate::app) fn areas((columns, rows): (u16, u16)) -> Areas {
    let bands = [1, 1, rows.saturating_sub(4), 1, 1];
    let [header, banner, body, toast, footer] = Rect::new(0, 0, columns, rows).stack(bands);
    Areas { header, banner, body, toast, footer }
}

/// The panes to show next to the focused one, where there is room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(in crate::app) struct Beside {
    /// On the left the pane that it was opened from.
    pub(in crate::app) behind: bool,
    /// On the right the detail of its selected row.
    pub(in crate::app) preview: bool,
}

/// The body of a screen, divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) struct Parts {
    pub(in crate::app) behind: Part,
    /// The pane that has the keys.
    pub(in crate::app) pane: Rect,
    pub(in crate::app) preview: Part,
}

/// The areas of a pane next to the focused one; all are empty without such a pane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) struct Part {
    /// Between it and the pane that has the keys.
    pub(in crate::app) line: Rect,
    /// All of it but the line.
    pub(in crate::app) all: Rect,
    pub(in crate::app) heading: Rect,
    /// A rule with its status, or a banner.
    pub(in crate::app) banner: Rect,
    pub(in crate::app) body: Rect,
}

impl Parts {
    /// The parts of a body.
    pub(in crate::app) fn new(body: Rect, beside: Beside) -> Self {
        let has_behind = beside.behind && body.width >= MIN_THREE_COLUMNS;
        let has_preview = beside.preview && body.width >= MIN_TWO_COLUMNS;
        let side = if has_behind { body.width / 3 - 1 } else { body.width.saturating_sub(1) / 2 };
        let columns = |is_there: bool| if is_there { [side, 1] } else { [0, 0] };
        let ([behind, left], [preview, right]) = (columns(has_behind), columns(has_preview));
        let pane = body.width - behind - left - right - preview;
        let [behind, left, pane, right, preview] = body.beside([behind, left, pane, right, REST]);
        Self { behind: Part::new(left, behind), pane, preview: Part::new(right, preview) }
    }
}

impl Part {
    fn new(line: Rect, all: Rect) -> Self {
        let [heading, banner, body] = all.stack([1, 1, REST]);
        Self { line, all, heading, banner, body }
    }

    /// Whether this is in the part or on its line.
    pub(in crate::app) fn contains(&self, at: Position) -> bool {
        self.all.contains(at) || self.line.contains(at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_fill_a_body_and_leave_the_pane_with_the_keys_as_much_as_the_smallest_screen() {
        for columns in 0..400 {
            let body = Rect::new(0, 2, columns, 36);
            assert_eq!(Parts::new(body, Beside::default()).pane, body);
            for (behind, preview) in [(false, true), (true, false), (true, true)] {
                let Parts { behind: left, pane, preview: right } =
                    Parts::new(body, Beside { behind, preview });
                let areas = [left.all, left.line, pane, right.line, right.all];
                assert!(areas.windows(2).all(|pair| pair[0].right() == pair[1].x), "{areas:?}");
                assert_eq!((left.all.x, right.all.right(), pane.height), (0, columns, 36));
                assert_eq!(left.all.is_empty(), !behind || columns < MIN_THREE_COLUMNS);
                assert_eq!(right.all.is_empty(), !preview || columns < MIN_TWO_COLUMNS);
                assert!(pane.width >= columns.min(SMALLEST.0));
                for side in [left.body, right.body] {
                    assert!(
                        side.is_empty() || side.width + 1 >= SMALLEST.0 && side.bottom() == body.bottom()
                    );
                }
            }
        }
    }
}
