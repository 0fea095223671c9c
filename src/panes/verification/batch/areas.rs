//! The areas of the batch entry.

use ratatui::layout::Rect;

use super::choices::Choices;
use crate::widgets::Split;

/// The rows for the summary on a high screen, and on a low one.
const WORDS_ROWS: (u16, u16) = (6, 4);
/// The minimum height of a high screen.
const MIN_HIGH_ROWS: u16 = 18;

#[derive(Clone, Copy, Debug)]
pub(super) struct Areas {
    pub(super) text: Rect,
    pub(super) rule: Rect,
    pub(super) choices: Rect,
    /// The summary of the requests to send.
    pub(super) words: Rect,
}

impl Areas {
    pub(super) fn new(body: Rect, choices: &Choices) -> Self {
        let words = if body.height >= MIN_HIGH_ROWS { WORDS_ROWS.0 } else { WORDS_ROWS.1 };
        let below = choices.height() + words + 2;
        let text = body.height.saturating_sub(below).max(body.height.min(2));
        let [text, rule, choices, _, words] = body.stack([text, 1, choices.height(), 1, words]);
        Self { text, rule, choices, words }
    }
}
