//! What every pane made of a paged list does alike: where its bands are, what a click hits, and words in place
//! of rows.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::Context;
use super::chips::{self, Chip};
use crate::message::event::{Key, Mods};
use crate::message::{Action, Click, Input, MouseButton};
use crate::widgets::feed::Identity;
use crate::widgets::line::{put, wrap};
use crate::widgets::{Feed, Role};

/// The lines below the table: the selected row whole, and the page indicator.
const FOOT: u16 = 3;
/// How many rows the wheel turns at once.
const TURN: usize = 3;

/// The bands of the pane, top to bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bands {
    /// The active filters; empty if there are none.
    pub chips: Rect,
    /// The titles and the rows.
    pub table: Rect,
    /// The selected row, and where in the list it is.
    pub foot: Rect,
}

impl Bands {
    /// The bands of a body, with room for chips if there are any.
    pub fn of(body: Rect, chips: &[Chip]) -> Self {
        let band = u16::from(!chips.is_empty()).min(body.height);
        let foot = FOOT.min(body.height.saturating_sub(band + 2));
        let table = body.height.saturating_sub(band + foot);
        Self {
            chips: Rect { height: band, ..body },
            table: Rect { y: body.y + band, height: table, ..body },
            foot: Rect { y: body.y + band + table, height: foot, ..body },
        }
    }

    /// How many rows can be seen below the titles.
    pub fn rows(&self) -> u16 {
        self.table.height.saturating_sub(1)
    }
}

/// What a click on the list is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hit {
    /// To do these one after another.
    Turn(Vec<Action>),
    /// To take away this filter.
    Chip(usize),
    /// To open the row, which was selected before.
    Open,
    /// Nothing more: a row may have been selected.
    Done,
}

/// What a click hits; a row that was not selected is selected by it.
pub fn click<T: Identity>(
    click: Click,
    chips: &[Chip],
    feed: Option<&mut Feed<T>>,
    ctx: &Context<'_>,
) -> Hit {
    match click.button {
        MouseButton::WheelUp => return Hit::Turn(vec![Action::Up; TURN]),
        MouseButton::WheelDown => return Hit::Turn(vec![Action::Down; TURN]),
        MouseButton::Press => {}
    }
    let bands = Bands::of(ctx.body, chips);
    if let Some(at) = chips::clicked(chips, ctx, bands.chips, click) {
        return Hit::Chip(at);
    }
    let (Some(line), Some(feed)) = (click.row.checked_sub(bands.table.y + 1), feed) else { return Hit::Done };
    let (len, height) = (feed.rows().len(), bands.rows());
    let row = feed.scroll.window(len, height).start + usize::from(line);
    if line >= height || row >= len {
        return Hit::Done;
    }
    let again = feed.scroll.selected == row;
    feed.scroll.select(row, len, height);
    if again { Hit::Open } else { Hit::Done }
}

/// Whether this is the key that resets the fields of an open form: the one that resets filters, as it can be
/// pressed while typing.
pub fn resets(input: &Input) -> bool {
    matches!(input, Input::Key(key) if key.key() == Key::Char('r') && key.mods().contains(Mods::CTRL))
}

/// Draws words where rows would stand: why there are none.
pub fn say(lines: &[(String, Role)], ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
    let mut row = 1;
    for (text, role) in lines {
        for line in wrap(text, area.width.saturating_sub(2), 3, ctx.look.glyphs.cut) {
            put(buf, area, 1, row, &line, ctx.look.theme.style(*role));
            row += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bands_fill_a_body_of_any_size() {
        let chips = [("account.id", "0.0.1".to_owned())];
        for height in 0..40 {
            for chips in [&[][..], &chips] {
                let body = Rect::new(0, 2, 80, height);
                let bands = Bands::of(body, chips);
                assert_eq!(bands.chips.height + bands.table.height + bands.foot.height, height);
                assert_eq!(bands.foot.bottom(), body.bottom());
                assert_eq!(bands.table.y, bands.chips.bottom());
            }
        }
    }
}
