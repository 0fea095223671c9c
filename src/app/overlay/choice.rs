//! A short list to choose from: what to copy, which network.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::Outcome;
use crate::ledger::text::visible;
use crate::message::{Action, Copied, Effect, Input, Network};
use crate::panes::{ActionHint, Context, action_hint};
use crate::widgets::line::{cut, cut_middle, put, width};
use crate::widgets::{Role, Scroll, popup};

/// The title of a list of copies.
const COPY: &str = "Copy";
/// How wide a label may be.
const MAX_LABEL_COLUMNS: u16 = 28;

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
        Self { title: COPY, rows: copies.into_iter().map(row).collect(), scroll: Scroll::default() }
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
        popup::inside_for(body, self.size())
    }

    /// The size in columns and lines.
    fn size(&self) -> (u16, u16) {
        let texts = self.rows.iter().map(|row| width(&row.text)).max().unwrap_or(0);
        let columns = self.texts().saturating_add(texts).saturating_add(1).max(width(self.title) + 4);
        (columns, u16::try_from(self.rows.len()).unwrap_or(u16::MAX))
    }

    /// The column of the values beside the labels.
    fn texts(&self) -> u16 {
        let labels = self.rows.iter().map(|row| width(&row.label)).max().unwrap_or(0);
        labels.min(MAX_LABEL_COLUMNS) + 4
    }

    /// The actions that are available here.
    pub(super) fn hints(&self) -> Vec<ActionHint> {
        let words = if self.title == COPY { "copy" } else { "choose" };
        let mut hints = vec![ActionHint::new(Action::Open, words), ActionHint::new(Action::Close, "close")];
        hints.extend(action_hint::moves());
        hints
    }

    pub(super) fn handle_input(&mut self, input: &Input, ctx: &Context<'_>) -> Outcome {
        let Input::Mouse(click) = input else { return Outcome::Pass };
        match self.scroll.click(*click, self.area(ctx.body), self.rows.len()) {
            Some(_) => self.act(Action::Open, ctx),
            None => Outcome::Stay,
        }
    }

    pub(super) fn act(&mut self, action: Action, ctx: &Context<'_>) -> Outcome {
        let height = self.area(ctx.body).height;
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
        let theme = ctx.theme;
        let inner = popup::open_for(ctx.theme, area, self.title, self.size(), buf);
        let (texts, window) = (self.texts(), self.scroll.window(self.rows.len(), inner.height));
        popup::scrolled(ctx.theme, inner, &window, self.rows.len(), buf);
        for (line, at) in inner.rows().zip(window) {
            let Some(row) = self.rows.get(at) else { continue };
            let over = theme.mark_row(line, at == self.scroll.selected, buf);
            let label = cut(&row.label, MAX_LABEL_COLUMNS, ctx.theme.glyphs.cut);
            put(buf, line, 2, 0, &label, theme.style(Role::Plain).patch(over));
            let text = cut_middle(&row.text, inner.width.saturating_sub(texts + 1), ctx.theme.glyphs.cut);
            put(buf, line, texts, 0, &text, theme.style(Role::Dim).patch(over));
        }
        None
    }
}
