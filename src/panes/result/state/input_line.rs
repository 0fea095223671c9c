//! The input line at the bottom of the tab: a search, or a name for the selected slot.

use ratatui::layout::Rect;

use super::StateTab;
use crate::message::{Effect, Input};
use crate::panes::Context;
use crate::panes::kit::form::prompt::{Prompt, Prompted};
use crate::panes::kit::nouns::slot_name;

/// The purpose of the input line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// Filters the slots by location or digits.
    Seek,
    /// Names the variable of the selected slot.
    Name,
}

/// An input line while it is open.
#[derive(Clone, Debug)]
pub(super) struct Line {
    purpose: Purpose,
    pub(super) prompt: Prompt,
}

impl StateTab {
    /// Whether a line is open.
    pub(in crate::panes::result) fn is_typing(&self) -> bool {
        self.line.is_some()
    }

    /// Opens the line to search for slots.
    pub(super) fn begin_search(&mut self) {
        let prompt = Prompt::new("find ", &self.sought);
        self.line = Some(Line { purpose: Purpose::Seek, prompt });
    }

    /// Opens the line that names the selected slot.
    pub(super) fn begin_to_name(&mut self, ctx: &Context<'_>) {
        let selected = self.selected().and_then(|at| self.slot(at));
        let prompt = selected.map(|(_, slot, explanation)| slot_name::prompt(ctx, slot, &explanation));
        self.line = prompt.map(|prompt| Line { purpose: Purpose::Name, prompt });
    }

    /// Handles an input for the line. `None` if no line is open.
    pub(in crate::panes::result) fn handle_input(
        &mut self,
        input: &Input,
        ctx: &Context<'_>,
        body: Rect,
    ) -> Option<Vec<Effect>> {
        let line = self.line.as_mut()?;
        let typed = line.prompt.handle_input(input);
        let (purpose, text) = (line.purpose, line.prompt.text().to_owned());
        if matches!(typed, Prompted::Left | Prompted::Done) {
            self.line = None;
        }
        match (typed, purpose) {
            (Prompted::Ignored, _) => return None,
            (Prompted::Typed, Purpose::Seek) => self.seek(text, ctx, body),
            (Prompted::Left, Purpose::Seek) => self.seek(String::new(), ctx, body),
            (Prompted::Done, Purpose::Name) => {
                let selected = self.selected().and_then(|at| self.slot(at));
                let kept = selected.and_then(|(_, slot, found)| slot_name::save(ctx, slot, &found, &text));
                return Some(kept.into_iter().collect());
            }
            (Prompted::Done, Purpose::Seek) | (Prompted::Typed | Prompted::Left, Purpose::Name) => {}
        }
        Some(Vec::new())
    }
}
