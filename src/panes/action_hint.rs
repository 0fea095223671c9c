//! What can be done on a pane, now. The app does nothing that has no hint, so help can never be wrong.

use std::borrow::Cow;

use crate::message::Action;

/// One thing that can be done, or that cannot be done for a reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionHint {
    /// The verb.
    pub action: Action,
    /// What it does here, in a word or two.
    pub words: Cow<'static, str>,
    /// Why it cannot be done just now.
    pub disabled: Option<String>,
    /// Whether the footer may show it; help shows all.
    pub footer: bool,
    /// Whether the app does it, as it does everywhere; the hint is here so that the footer shows it early.
    pub global: bool,
    /// Whether it leads to another page of the contract whose page this is, in the way that it does everywhere.
    pub page: bool,
}

impl ActionHint {
    /// Something for the footer.
    pub fn new(action: Action, words: impl Into<Cow<'static, str>>) -> Self {
        Self { action, words: words.into(), disabled: None, footer: true, global: false, page: false }
    }

    /// Something that only help shows.
    pub fn hidden(action: Action, words: impl Into<Cow<'static, str>>) -> Self {
        Self { footer: false, ..Self::new(action, words) }
    }

    /// Something that works everywhere and belongs into this pane's footer.
    pub fn global(action: Action, words: impl Into<Cow<'static, str>>) -> Self {
        Self { global: true, ..Self::new(action, words) }
    }

    /// The same as the way to another page of the contract: a pane need not act on it.
    #[must_use]
    pub fn page(self) -> Self {
        Self { page: true, ..self }
    }

    /// The same, in the footer as well if `so`.
    #[must_use]
    pub fn shown_if(self, so: bool) -> Self {
        Self { footer: self.footer || so, ..self }
    }

    /// The same, possible only if there is no reason against it.
    #[must_use]
    pub fn disabled_if(self, reason: Option<impl Into<String>>) -> Self {
        Self { disabled: reason.map(Into::into), ..self }
    }
}

/// The actions that are available while a form over a pane is filled in: its keys go before those of the
/// pane.
pub fn form(apply: &'static str) -> Vec<ActionHint> {
    vec![
        ActionHint::new(Action::Open, apply),
        ActionHint::new(Action::NextPart, "next field"),
        ActionHint::hidden(Action::PreviousPart, "field before"),
        ActionHint::new(Action::Close, "cancel"),
    ]
}

/// The actions that are available while one line is typed over a pane.
pub fn line(apply: &'static str) -> Vec<ActionHint> {
    vec![ActionHint::new(Action::Open, apply), ActionHint::new(Action::Close, "cancel")]
}

/// The actions that are available while it is typed what to find.
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
