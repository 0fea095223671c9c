//! The go-to line: the typed text, what it can mean, and where that leads.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::Outcome;
use crate::message::event::Key;
use crate::message::goto::{CAN_BE_TYPED, GoToContext, GoToFault, Reading, readings};
use crate::message::{Action, Effect, Input, MouseButton, Place};
use crate::panes::{ActionHint, Context};
use crate::widgets::line::{cut, cut_middle, put, wrap_words};
use crate::widgets::{Role, Split, TextField, popup};

/// The line and its readings.
#[derive(Debug)]
pub(crate) struct GoTo {
    here: Place,
    /// Why the line is open, if that was not asked for.
    note: Option<String>,
    field: TextField,
    read: Result<Vec<Reading>, GoToFault>,
    chosen: usize,
}

/// How many readings are shown.
const MAX_READING_ROWS: usize = 6;

impl GoTo {
    pub(super) fn new(here: Place, note: Option<String>) -> Self {
        Self { here, note, field: TextField::default(), read: Err(GoToFault::Empty), chosen: 0 }
    }

    pub(super) fn handle_input(&mut self, input: &Input, ctx: &Context<'_>) -> Outcome {
        let count = self.read.as_ref().map_or(0, Vec::len);
        match input {
            Input::Key(key) => match key.key() {
                Key::Esc => return Outcome::Leave(Vec::new()),
                Key::Enter => return self.leave(),
                Key::Down | Key::Tab => self.chosen = (self.chosen + 1).min(count.saturating_sub(1)),
                Key::Up => self.chosen = self.chosen.saturating_sub(1),
                _ => {
                    if !self.field.input(input) {
                        return Outcome::Pass;
                    }
                    self.understand(ctx);
                }
            },
            Input::Paste(_) => {
                self.field.input(input);
                self.understand(ctx);
            }
            Input::Mouse(click) if click.button == MouseButton::Press => {
                let inner = popup::inside(ctx.body, lines());
                let Some(line) = click.row.checked_sub(inner.y + 2) else { return Outcome::Stay };
                if usize::from(line) < count.min(MAX_READING_ROWS) {
                    self.chosen = usize::from(line);
                    return self.leave();
                }
            }
            Input::Mouse(_) => {}
        }
        Outcome::Stay
    }

    /// The actions that are available here.
    pub(super) fn hints(&self) -> Vec<ActionHint> {
        let readings = self.read.as_ref().map_or(0, Vec::len);
        let mut hints = Vec::new();
        hints.extend((readings > 0).then(|| ActionHint::new(Action::Open, "go")));
        hints.extend((readings > 1).then(|| ActionHint::new(Action::Down, "choose another")));
        hints.extend((readings > 1).then(|| ActionHint::hidden(Action::Up, "choose the one above")));
        hints.push(ActionHint::new(Action::Close, "close"));
        hints
    }

    fn understand(&mut self, ctx: &Context<'_>) {
        let ctx = GoToContext {
            network: ctx.network,
            networks: ctx.networks,
            here: Some(&self.here),
            now: ctx.now,
        };
        self.read = readings(self.field.text(), &ctx);
        self.chosen = 0;
    }

    fn leave(&self) -> Outcome {
        match self.read.as_ref().ok().and_then(|readings| readings.get(self.chosen)) {
            Some(reading) => {
                let place = reading.place.clone();
                Outcome::Leave(vec![match &reading.network {
                    Some(network) => Effect::GoOn(network.clone(), place),
                    None => Effect::Go(place),
                }])
            }
            None => Outcome::Stay,
        }
    }

    pub(super) fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        let theme = ctx.theme;
        let cut_sign = ctx.theme.glyphs.cut;
        let inner = popup::open(ctx.theme, area, "Go to", lines(), buf);
        if inner.is_empty() {
            return None;
        }
        put(buf, inner, 1, 0, ":", theme.style(Role::Key));
        let [field] = inner.right_of(3).left_of(1).stack([1]);
        let cursor = self.field.view(ctx.theme, field, buf);
        let words = |buf: &mut Buffer, text: &str, role| {
            for (row, line) in (2..inner.height).zip(wrap_words(
                text,
                inner.width.saturating_sub(2),
                MAX_READING_ROWS,
                cut_sign,
            )) {
                put(buf, inner, 1, row, &line, theme.style(role));
            }
        };
        match &self.read {
            Ok(readings) => {
                let readings = readings.iter().enumerate().take(MAX_READING_ROWS);
                for (row, (at, reading)) in inner.below(2).rows().zip(readings) {
                    Self::reading(reading, at == self.chosen, ctx, row, buf);
                }
            }
            Err(GoToFault::Empty) => match &self.note {
                Some(note) => words(buf, &format!("{note} Or go to {CAN_BE_TYPED}"), Role::Attention),
                None => words(buf, CAN_BE_TYPED, Role::Dim),
            },
            Err(answer @ GoToFault::Signature { names, .. }) if !names.is_empty() => {
                words(buf, &answer.to_string(), Role::Plain);
            }
            Err(fault @ GoToFault::Unknown(_)) => {
                let note = self.note.as_deref().map(|note| format!("{note} ")).unwrap_or_default();
                words(buf, &format!("{note}{fault}"), Role::Attention);
            }
            Err(fault) => words(buf, &fault.to_string(), Role::Attention),
        }
        Some(cursor)
    }

    fn reading(reading: &Reading, chosen: bool, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
        let theme = ctx.theme;
        let over = theme.mark_row(area, chosen, buf);
        let mut words = reading.words.clone();
        if let Some(network) = &reading.network {
            words = format!("{words} on {network}");
        }
        let half = (area.width * 3 / 5).max(20);
        let words = cut(&words, half, ctx.theme.glyphs.cut);
        let mut column = put(buf, area, 2, 0, &words, theme.style(Role::Plain).patch(over));
        if let Some(doubt) = &reading.doubt {
            let doubt = format!("  {} {doubt}", ctx.theme.glyphs.attention);
            let doubt = cut(&doubt, area.width.saturating_sub(column), ctx.theme.glyphs.cut);
            put(buf, area, column, 0, &doubt, theme.style(Role::Attention).patch(over));
            return;
        }
        column = column.max(30) + 2;
        let place = reading.place.to_string();
        let place = cut_middle(&place, area.width.saturating_sub(column + 1), ctx.theme.glyphs.cut);
        put(buf, area, column, 0, &place, theme.style(Role::Dim).patch(over));
    }
}

fn lines() -> u16 {
    u16::try_from(MAX_READING_ROWS).unwrap_or(6) + 2
}
