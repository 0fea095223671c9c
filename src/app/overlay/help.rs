//! Lines to read: the help that is made from the live keymap and the pane's offers, or a list of faults.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::Outcome;
use crate::message::Action;
use crate::message::keymap::Keymap;
use crate::panes::{Context, Offer};
use crate::widgets::line::{cut, put, wrap_words};
use crate::widgets::{Role, Scroll, popup};

/// The lines, and where the reader is.
#[derive(Clone, Debug)]
pub(crate) struct Help {
    lines: Vec<Line>,
    scroll: Scroll,
}

#[derive(Clone, Debug)]
enum Line {
    Heading(&'static str),
    Key { keys: String, words: String, off: Option<String> },
    Words(String),
}

/// Verbs that work on every pane, offered or not.
const ANYWHERE: [Action; 18] = [
    Action::GoTo,
    Action::Home,
    Action::Jobs,
    Action::Schedules,
    Action::Radar,
    Action::Verify,
    Action::Batch,
    Action::Network,
    Action::Units,
    Action::TimeStyle,
    Action::Back,
    Action::Forward,
    Action::Close,
    Action::Help,
    Action::Mouse,
    Action::Redraw,
    Action::Suspend,
    Action::Quit,
];

impl Help {
    pub(super) fn of(offers: &[Offer], keymap: &Keymap) -> Self {
        let key = |action, words: &str, off: &Option<String>| Line::Key {
            keys: keymap.keys_of(action).join("  "),
            words: words.to_owned(),
            off: off.clone(),
        };
        let mut lines = vec![Line::Heading("Here")];
        lines.extend(offers.iter().map(|offer| key(offer.action, &offer.words, &offer.off)));
        lines.push(Line::Heading("Everywhere"));
        let anywhere = ANYWHERE.iter().filter(|action| !offers.iter().any(|offer| offer.action == **action));
        lines.extend(anywhere.map(|action| key(*action, keymap.describe(*action), &None)));
        lines.push(key(Action::QuitNow, keymap.describe(Action::QuitNow), &None));
        lines.push(Line::Heading("Not here"));
        lines.push(Line::Words(
            "hieroscope reads contracts and submits verifications; it does not call or deploy contracts."
                .to_owned(),
        ));
        Self { lines, scroll: Scroll::default() }
    }

    pub(super) fn lines(lines: Vec<String>) -> Self {
        Self { lines: lines.into_iter().map(Line::Words).collect(), scroll: Scroll::default() }
    }

    pub(super) fn act(&mut self, action: Action, ctx: &Context<'_>) -> Outcome {
        match action {
            Action::Help | Action::Open => return Outcome::Leave(Vec::new()),
            _ => {
                let _ = self.scroll.act(action, self.lines.len(), ctx.body.height.saturating_sub(4));
            }
        }
        Outcome::Stay
    }

    pub(super) fn view(
        &self,
        title: &str,
        ctx: &Context<'_>,
        area: Rect,
        buf: &mut Buffer,
    ) -> Option<Position> {
        let theme = &ctx.look.theme;
        let wanted = u16::try_from(self.lines.len()).unwrap_or(u16::MAX).saturating_add(2);
        let inner = popup::open(ctx.look, area, title, wanted.min(area.height.saturating_sub(2)), buf);
        let mut row = 0;
        for at in self.scroll.window(self.lines.len(), inner.height) {
            let Some(line) = self.lines.get(at) else { break };
            match line {
                Line::Heading(text) => {
                    put(buf, inner, 1, row, text, theme.style(Role::Heading));
                }
                Line::Key { keys, words, off } => {
                    put(buf, inner, 2, row, &cut(keys, 18, ctx.look.glyphs.cut), theme.style(Role::Key));
                    let role = if off.is_some() { Role::Dim } else { Role::Plain };
                    let column = put(buf, inner, 21, row, words, theme.style(role));
                    if let Some(reason) = off {
                        put(buf, inner, column + 2, row, &format!("({reason})"), theme.style(Role::Dim));
                    }
                }
                Line::Words(text) => {
                    for piece in wrap_words(text, inner.width.saturating_sub(2), 4, ctx.look.glyphs.cut) {
                        put(buf, inner, 1, row, &piece, theme.style(Role::Plain));
                        row += 1;
                    }
                    continue;
                }
            }
            row += 1;
        }
        None
    }
}
