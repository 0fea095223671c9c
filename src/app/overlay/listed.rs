//! The actions as help and the palette list them.

use crate::message::Action;
use crate::message::keymap::Keymap;
use crate::panes::ActionHint;
use crate::widgets::{MenuRow, Role};

/// An action with its keys, and why it is not available now.
#[derive(Clone, Debug)]
pub(super) struct Listed {
    pub(super) action: Action,
    pub(super) words: String,
    /// Empty if it has none, or none while something is being typed.
    pub(super) keys: Vec<String>,
    pub(super) off: Option<String>,
}

/// Actions that work on every pane, offered or not.
const ANYWHERE: &[Action] = &[
    Action::GoTo,
    Action::Links,
    Action::Home,
    Action::Jobs,
    Action::Schedules,
    Action::PendingSchedules,
    Action::Verify,
    Action::Batch,
    Action::CopyMenu,
    Action::Label,
    Action::Bookmark,
    Action::Watch,
    Action::Labels,
    Action::Network,
    Action::Units,
    Action::TimeStyle,
    Action::Back,
    Action::Forward,
    Action::NewTab,
    Action::NextTab,
    Action::PreviousTab,
    Action::CloseTab,
    Action::Close,
    Action::Help,
    Action::Mouse,
    Action::Redraw,
    Action::Suspend,
    Action::Quit,
    Action::Leave,
    Action::QuitNow,
];

/// Actions that work over everything.
const OVER: &[Action] = &[Action::Redraw, Action::QuitNow];

/// The actions of these hints. While something is being typed, keys that are text are left out.
pub(super) fn here(hints: &[ActionHint], keymap: &Keymap, typing: bool) -> Vec<Listed> {
    let listed = |hint: &ActionHint| Listed {
        off: hint.disabled.clone(),
        ..Listed::new(hint.action, &hint.words, keymap, typing)
    };
    hints.iter().map(listed).collect()
}

/// The actions that work everywhere or, with `over`, over everything, and are not in these hints.
pub(super) fn everywhere(hints: &[ActionHint], keymap: &Keymap, over: bool, typing: bool) -> Vec<Listed> {
    let anywhere = if over { OVER } else { ANYWHERE };
    let more = anywhere.iter().filter(|action| !hints.iter().any(|hint| hint.action == **action));
    more.map(|action| Listed::new(*action, keymap.describe(*action), keymap, typing)).collect()
}

impl Listed {
    pub(super) fn new(action: Action, words: &str, keymap: &Keymap, typing: bool) -> Self {
        let keys = if typing { keymap.keys_while_typing(action) } else { keymap.keys_of(action) };
        Self { action, words: words.to_owned(), keys, off: None }
    }

    /// The action as a row.
    pub(super) fn row(&self) -> MenuRow {
        MenuRow {
            text: self.words.clone(),
            off: self.off.clone(),
            note_role: Role::Dim,
            ..MenuRow::default()
        }
    }

    /// Why it is not available, as it is said when it is chosen.
    pub(super) fn refusal(&self) -> Option<String> {
        self.off.as_ref().map(|reason| format!("{}: {reason}", self.words))
    }
}
