//! A short list to choose from: what to copy, which network.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::Outcome;
use crate::ledger::text::visible;
use crate::message::{Action, Copied, Effect, Input, MouseButton, Network};
use crate::panes::Context;
use crate::widgets::line::{cut, cut_middle, put};
use crate::widgets::{Role, Scroll, popup};

/// The list.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    title: &'static str,
    rows: Vec<Row>,
    scroll: Scroll,
}

#[derive(Clone, Debug)]
struct Row {
    label: String,
    text: String,
    effect: Effect,
}

impl Choice {
    pub(super) fn copies(copies: Vec<Copied>) -> Self {
        let row = |copied: Copied| Row {
            label: copied.what.clone(),
            text: visible(&copied.text),
            effect: Effect::Copy(copied),
        };
        Self { title: "Copy", rows: copies.into_iter().map(row).collect(), scroll: Scroll::default() }
    }

    pub(super) fn networks(networks: &[Network], current: &str) -> Self {
        let row = |network: &Network| Row {
            label: network.name.clone(),
            text: if network.generated {
                "embedded: a generated ledger inside this program".to_owned()
            } else {
                visible(&network.mirror)
            },
            effect: Effect::Network(network.name.clone()),
        };
        let selected = networks.iter().position(|network| network.name == current).unwrap_or(0);
        let rows: Vec<Row> = networks.iter().map(row).collect();
        let mut scroll = Scroll::default();
        scroll.select(selected, rows.len(), u16::MAX);
        Self { title: "Network", rows, scroll }
    }

    fn area(&self, body: Rect) -> Rect {
        popup::place(body, u16::try_from(self.rows.len()).unwrap_or(u16::MAX))
    }

    pub(super) fn type_in(&mut self, input: &Input, ctx: &Context<'_>) -> Outcome {
        let Input::Mouse(click) = input else { return Outcome::Pass };
        match click.button {
            MouseButton::WheelUp => return self.act(Action::Up, ctx),
            MouseButton::WheelDown => return self.act(Action::Down, ctx),
            MouseButton::Press => {}
        }
        let area = self.area(ctx.body);
        let height = area.height.saturating_sub(2);
        let Some(line) = click.row.checked_sub(area.y + 1).filter(|line| *line < height) else {
            return Outcome::Stay;
        };
        let at = self.scroll.window(self.rows.len(), height).start + usize::from(line);
        self.rows.get(at).map_or(Outcome::Stay, |row| Outcome::Leave(vec![row.effect.clone()]))
    }

    pub(super) fn act(&mut self, action: Action, ctx: &Context<'_>) -> Outcome {
        let height = self.area(ctx.body).height.saturating_sub(2);
        match action {
            Action::Open | Action::Copy => {
                let row = self.rows.get(self.scroll.selected);
                return row.map_or(Outcome::Stay, |row| Outcome::Leave(vec![row.effect.clone()]));
            }
            _ => {
                let _ = self.scroll.act(action, self.rows.len(), height);
            }
        }
        Outcome::Stay
    }

    pub(super) fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        let theme = &ctx.look.theme;
        let lines = u16::try_from(self.rows.len()).unwrap_or(u16::MAX);
        let inner = popup::open(ctx.look, area, self.title, lines, buf);
        for (line, at) in self.scroll.window(self.rows.len(), inner.height).enumerate() {
            let (Some(row), Ok(line)) = (self.rows.get(at), u16::try_from(line)) else { continue };
            if line >= inner.height {
                break;
            }
            let selected = at == self.scroll.selected;
            let over = theme.over(selected);
            if selected {
                buf.set_style(Rect { y: inner.y + line, height: 1, ..inner }.intersection(buf.area), over);
                put(buf, inner, 0, line, ctx.look.glyphs.marker, theme.style(Role::Marker).patch(over));
            }
            let label = cut(&row.label, 28, ctx.look.glyphs.cut);
            put(buf, inner, 2, line, &label, theme.style(Role::Plain).patch(over));
            let text = cut_middle(&row.text, inner.width.saturating_sub(33), ctx.look.glyphs.cut);
            put(buf, inner, 32, line, &text, theme.style(Role::Dim).patch(over));
        }
        None
    }
}
