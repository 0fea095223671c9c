//! What the user can do on a pane now. Every action of the app has a hint, so help is always complete.

use std::borrow::Cow;

use crate::message::Action;

/// An available action, or an unavailable one with the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionHint {
    pub action: Action,
    /// The label, one or two words.
    pub words: Cow<'static, str>,
    /// Why the action is not available; `None` if it is.
    pub disabled: Option<String>,
    /// Whether the footer may show it; help shows all.
    pub footer: bool,
    /// Whether the app handles the action on every pane; the hint only moves it forward in the footer.
    pub global: bool,
    /// Whether the action opens another page of the same contract; the app handles that for every pane.
    pub page: bool,
}

impl ActionHint {
    /// An action for the footer.
    pub fn new(action: Action, words: impl Into<Cow<'static, str>>) -> Self {
        Self { action, words: words.into(), disabled: None, footer: true, global: false, page: false }
    }

    /// An action that only help lists.
    pub fn hidden(action: Action, words: impl Into<Cow<'static, str>>) -> Self {
        Self { footer: false, ..Self::new(action, words) }
    }

    /// An action of the app that this pane's footer should show.
    pub fn global(action: Action, words: impl Into<Cow<'static, str>>) -> Self {
        Self { global: true, ..Self::new(action, words) }
    }

    /// Marks the action as a link to another page of the contract: the app handles it, not the pane.
    #[must_use]
    pub fn page(self) -> Self {
        Self { page: true, ..self }
    }

    /// Also shows the action in the footer if `so`.
    #[must_use]
    pub fn shown_if(self, so: bool) -> Self {
        Self { footer: self.footer || so, ..self }
    }

    /// Disables the action if there is a reason.
    #[must_use]
    pub fn disabled_if(self, reason: Option<impl Into<String>>) -> Self {
        Self { disabled: reason.map(Into::into), ..self }
    }
}

/// The actions of a form over a pane. Its keys take precedence over those of the pane.
pub fn form(apply: &'static str) -> Vec<ActionHint> {
    vec![
        ActionHint::new(Action::Open, apply),
        ActionHint::new(Action::NextPart, "next field"),
        ActionHint::hidden(Action::PreviousPart, "field before"),
        ActionHint::new(Action::Close, "cancel"),
    ]
}

/// The actions while a line is typed over a pane.
pub fn line(apply: &'static str) -> Vec<ActionHint> {
    vec![ActionHint::new(Action::Open, apply), ActionHint::new(Action::Close, "cancel")]
}

/// The actions while a search is typed.
pub fn search() -> Vec<ActionHint> {
    vec![ActionHint::new(Action::Open, "keep"), ActionHint::new(Action::Close, "end the search")]
}

/// The moves in a list.
pub fn moves() -> impl Iterator<Item = ActionHint> {
    [
        (Action::Up, "up"),
        (Action::Down, "down"),
        (Action::PageUp, "page up"),
        (Action::PageDown, "page down"),
        (Action::HalfUp, "half a page up"),
        (Action::HalfDown, "half a page down"),
        (Action::First, "to the first row"),
        (Action::Last, "to the last loaded row"),
    ]
    .into_iter()
    .map(|(action, words)| ActionHint::hidden(action, words))
}
