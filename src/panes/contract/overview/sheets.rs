//! The parts of the page: the chips, and one sheet below, or two side by side on a wide screen. One part has the
//! focus.
//!
//! ```text
//!  ✓ VERIFIED exact match   PROXY → 0.0.5204      chips
//!
//!  Identity             Latest calls              main and side
//! ▌contract id …        outcomes …
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::message::{Action, Click};
use crate::panes::kit::nouns::labels;
use crate::panes::{Context, Verbs};
use crate::widgets::split::REST;
use crate::widgets::{Link, Sheet, Split, Theme};

/// Minimum columns for two sheets: fewer would cut addresses.
const MIN_WIDE_COLUMNS: u16 = 150;
/// Columns of the first sheet, with the gap after it.
const MAIN_COLUMNS: u16 = 80;
const GAP: u16 = 2;
/// Lines of the chips, with the blank line below.
const CHIP_LINES: u16 = 2;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Part {
    Chips,
    #[default]
    Main,
    Side,
}

#[derive(Debug, Default)]
pub(super) struct Sheets {
    chips: Sheet,
    main: Sheet,
    side: Sheet,
    focus: Part,
    /// Whether the side sheet had the focus before.
    side_was_seen: bool,
}

/// The sections of the page, top to bottom.
pub(super) struct Sections {
    /// The chips; may be empty.
    pub(super) chips: Sheet,
    /// Identity, which comes first.
    pub(super) head: Sheet,
    /// Latest activity: in the side sheet if there is room for one.
    pub(super) news: Vec<Sheet>,
    /// The other fields of the record; may be empty.
    pub(super) facts: Sheet,
}

/// Whether two sheets are side by side.
fn is_wide(body: Rect) -> bool {
    body.width >= MIN_WIDE_COLUMNS
}

/// Columns of the latest activity.
pub(super) fn news_columns(body: Rect) -> u16 {
    if is_wide(body) { split(body)[1].width } else { body.width }
}

fn split(body: Rect) -> [Rect; 2] {
    let [main, side] = body.beside([MAIN_COLUMNS, REST]);
    [main.left_of(GAP), side]
}

impl Sections {
    /// Adds the user's labels of the named entities.
    pub(super) fn labelled(self, ctx: &Context<'_>) -> Self {
        let labelled = |sheet| labels::on_sheet(ctx, sheet);
        let Self { chips, head, news, facts } = self;
        Self {
            chips: labelled(chips),
            head: labelled(head),
            news: news.into_iter().map(labelled).collect(),
            facts: labelled(facts),
        }
    }
}

impl Sheets {
    /// Replaces the sections. The same rows stay selected.
    pub(super) fn show(&mut self, sections: Sections, body: Rect) {
        let Sections { chips, head, news, facts } = sections;
        let wide = is_wide(body) && !facts.is_empty();
        let mut news = news.into_iter();
        let (main, side) = if wide {
            let first = news.next().unwrap_or_default();
            (head.below(facts), news.fold(first, Sheet::below))
        } else {
            let head = news.fold(head, Sheet::below);
            (if facts.is_empty() { head } else { head.below(facts) }, Sheet::default())
        };
        if self.focus == Part::Side && side.is_empty()
            || self.focus == Part::Chips && chips.selected().is_none()
        {
            self.focus = Part::Main;
        }
        let height = body.height.saturating_sub(CHIP_LINES);
        self.chips = chips.after(&self.chips, 1);
        self.main = main.after(&self.main, height);
        self.side = side.after(&self.side, height);
        if !self.side_was_seen {
            // Until it had the focus, the side sheet starts at its first section, even if rows were added above.
            self.side.select_section(0, height);
        }
    }

    pub(super) fn all(&self) -> [&Sheet; 3] {
        [&self.chips, &self.main, &self.side]
    }

    pub(super) fn focused(&self) -> &Sheet {
        self.sheet(self.focus)
    }

    fn focused_mut(&mut self) -> &mut Sheet {
        self.sheet_mut(self.focus)
    }

    fn parts(&self, body: Rect) -> impl Iterator<Item = (Part, Rect)> {
        let (top, rest) = if self.chips.is_empty() {
            (Rect::default(), body)
        } else {
            let [top, _, rest] = body.stack([1, 1, REST]);
            (top, rest)
        };
        let [main, side] = if self.side.is_empty() { [rest, Rect::default()] } else { split(rest) };
        let all = [(Part::Chips, top), (Part::Main, main), (Part::Side, side)];
        let has = [self.has_chips(), true, !self.side.is_empty()];
        all.into_iter().zip(has).filter(|(_, has)| *has).map(|(part, _)| part)
    }

    /// Whether there are chips to select: their line stays when it is empty.
    fn has_chips(&self) -> bool {
        self.chips.selected().is_some()
    }

    fn sheet(&self, part: Part) -> &Sheet {
        match part {
            Part::Chips => &self.chips,
            Part::Main => &self.main,
            Part::Side => &self.side,
        }
    }

    fn sheet_mut(&mut self, part: Part) -> &mut Sheet {
        match part {
            Part::Chips => &mut self.chips,
            Part::Main => &mut self.main,
            Part::Side => &mut self.side,
        }
    }

    /// Moves the focus by this many parts.
    fn turn(&mut self, by: usize, body: Rect) {
        let parts: Vec<Part> = self.parts(body).map(|(part, _)| part).collect();
        let at = parts.iter().position(|part| *part == self.focus).unwrap_or(0);
        let next = (at + by).checked_rem(parts.len()).and_then(|at| parts.get(at).copied());
        self.focus_on(next.unwrap_or_default());
    }

    fn focus_on(&mut self, part: Part) {
        self.focus = part;
        self.side_was_seen |= part == Part::Side;
    }

    /// Moves within the focused part, or moves the focus.
    fn go(&mut self, action: Action, body: Rect) {
        let others = self.parts(body).count().saturating_sub(1);
        let to = match (action, self.focus) {
            (Action::NextPart, _) => return self.turn(1, body),
            (Action::PreviousPart, _) => return self.turn(others, body),
            (Action::Down, Part::Chips) | (Action::Left, Part::Side) => Some(Part::Main),
            (Action::Right, Part::Main) => Some(Part::Side).filter(|_| !self.side.is_empty()),
            (Action::Up, Part::Main | Part::Side) => {
                let is_first = self.focused().is_on_first();
                Some(Part::Chips).filter(|_| is_first && self.has_chips())
            }
            _ => None,
        };
        if let Some(to) = to {
            return self.focus_on(to);
        }
        let focus = self.focus;
        let height = self.parts(body).find(|(part, _)| *part == focus).map_or(0, |(_, area)| area.height);
        let _ = self.focused_mut().act(action, height);
    }

    pub(super) fn verbs(&self, body: Rect, verbs: &mut Verbs<'_, Self>) {
        verbs.moves(move |sheets, action| sheets.go(action, body));
        let (is_alone, has_side) = (!self.has_chips() && self.side.is_empty(), !self.side.is_empty());
        let turns = [
            (!is_alone, Action::NextPart, "next part"),
            (!is_alone, Action::PreviousPart, "part before"),
            (self.focus == Part::Chips, Action::Left, "chip before"),
            (self.focus == Part::Chips, Action::Right, "next chip"),
            (self.focus == Part::Side, Action::Left, "to the left sheet"),
            (self.focus == Part::Main && has_side, Action::Right, "to the right sheet"),
        ];
        for (_, action, words) in turns.into_iter().filter(|(so, ..)| *so) {
            verbs.hidden(action, words).run(move |sheets| sheets.go(action, body));
        }
    }

    /// Selects the clicked row. `true` if it was selected before, and should be followed.
    pub(super) fn click(&mut self, click: Click, body: Rect) -> bool {
        let hit = self.parts(body).find(|(_, area)| area.contains((click.column, click.row).into()));
        let Some((part, area)) = hit else { return false };
        let had = self.focus == part || part == Part::Chips;
        if click.button.turn().is_none() {
            self.focus_on(part);
        }
        self.sheet_mut(part).click(click, area) && had
    }

    /// The visible links.
    pub(super) fn links(&self, body: Rect) -> Vec<Link> {
        let links = |(part, area): (Part, Rect)| {
            let sheet = self.sheet(part);
            if part == self.focus { sheet.links(area) } else { sheet.links_unfocused(area) }
        };
        self.parts(body).flat_map(links).collect()
    }

    /// Draws the parts.
    pub(super) fn view(&self, theme: &Theme, body: Rect, buf: &mut Buffer) {
        for (part, area) in self.parts(body) {
            if part == self.focus {
                self.sheet(part).view(theme, area, buf);
            } else {
                self.sheet(part).view_unfocused(theme, area, buf);
            }
        }
    }
}
