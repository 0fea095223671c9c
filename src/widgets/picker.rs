//! A list to pick from by typing: the rows that fit what is typed, the best first, with the letters that fit.

use std::ops::Range;

use ledger::text::visible;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use unicode_segmentation::UnicodeSegmentation;

use super::fuzzy::{Fit, Fuzzy};
use super::line::width;
use super::{Band, Role, Scroll, Theme};
use crate::message::Action;

/// A list, what was searched in it, and which row is chosen.
#[derive(Clone, Debug, Default)]
pub struct Picker {
    rows: Vec<String>,
    sought: String,
    found: Vec<Found>,
    scroll: Scroll,
}

/// A row that fits.
#[derive(Clone, Debug)]
struct Found {
    row: usize,
    /// The letters that fit, counted in the row's graphemes.
    letters: Vec<u32>,
}

impl Picker {
    /// A list of these rows, none of which is sought yet.
    pub fn new(rows: Vec<String>) -> Self {
        let mut picker = Self { rows, ..Self::default() };
        picker.seek();
        picker
    }

    /// Seeks the rows that hold these letters in this order; nothing is in every row. What was chosen is
    /// chosen anew when the search changes.
    pub fn search(&mut self, sought: &str) {
        if self.sought != sought {
            sought.clone_into(&mut self.sought);
            self.scroll = Scroll::default();
            self.seek();
        }
    }

    pub fn sought(&self) -> &str {
        &self.sought
    }

    fn seek(&mut self) {
        let mut fuzzy = Fuzzy::new(&self.sought);
        let fits = self.rows.iter().enumerate().filter_map(|(row, text)| {
            let Fit { score, letters } = fuzzy.fit(text)?;
            Some((score, Found { row, letters }))
        });
        let mut scored: Vec<(u32, Found)> = fits.collect();
        // Rows that fit equally well stay in their order.
        scored.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
        self.found = scored.into_iter().map(|(_, found)| found).collect();
    }

    pub fn len(&self) -> usize {
        self.found.len()
    }

    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// All rows, whether they fit or not.
    pub fn rows(&self) -> &[String] {
        &self.rows
    }

    /// Whether a row is exactly this text.
    pub fn has(&self, text: &str) -> bool {
        self.rows.iter().any(|row| row == text)
    }

    /// The chosen row.
    pub fn chosen(&self) -> Option<&str> {
        let found = self.found.get(self.scroll.selected)?;
        self.rows.get(found.row).map(String::as_str)
    }

    /// Which of all rows is chosen.
    pub fn chosen_row(&self) -> Option<usize> {
        self.found.get(self.scroll.selected).map(|found| found.row)
    }

    /// Chooses one of all rows, if it fits, in a list of which `height` rows are seen.
    pub fn choose(&mut self, row: usize, height: u16) {
        if let Some(at) = self.found.iter().position(|found| found.row == row) {
            self.scroll.select(at, self.found.len(), height);
        }
    }

    /// Which of all rows are seen, from above to below.
    pub fn seen(&self, height: u16) -> impl Iterator<Item = usize> {
        self.window(height).filter_map(|at| self.found.get(at)).map(|found| found.row)
    }

    /// Moves the choice in a list showing `height` rows. `false` if it cannot move.
    pub fn act(&mut self, action: Action, height: u16) -> bool {
        let before = self.scroll.selected;
        let len = self.found.len();
        self.scroll.act(action, len, height).is_some() && self.scroll.selected != before
    }

    /// Which of the rows that fit can be seen.
    pub fn window(&self, height: u16) -> Range<usize> {
        self.scroll.window(self.found.len(), height)
    }

    /// Draws the rows that can be seen, the chosen one marked.
    pub fn view(&self, theme: &Theme, area: Rect, buf: &mut Buffer) {
        for (line, at) in area.rows().zip(self.window(area.height)) {
            let Some((found, text)) =
                self.found.get(at).and_then(|found| Some((found, self.rows.get(found.row)?)))
            else {
                continue;
            };
            found.view(text, Band::new(theme, line, at == self.scroll.selected, buf), buf);
        }
    }
}

impl Found {
    /// Draws the row; of one that is too long the end, which distinguishes rows.
    fn view(&self, text: &str, band: Band<'_>, buf: &mut Buffer) {
        let sign = band.theme.glyphs.cut;
        let letters: Vec<String> = text.graphemes(true).map(visible).collect();
        let room = band.area.width.saturating_sub(2);
        let mut wide: u16 = letters.iter().fold(0, |sum, letter| sum.saturating_add(width(letter)));
        let whole = wide <= room;
        let room = if whole { room } else { room.saturating_sub(width(sign)) };
        let mut column = 2;
        if !whole {
            column = band.put(column, sign, Role::Dim, buf);
        }
        for (place, letter) in letters.iter().enumerate() {
            if wide > room {
                wide = wide.saturating_sub(width(letter));
                continue;
            }
            let fits = u32::try_from(place).is_ok_and(|place| self.letters.binary_search(&place).is_ok());
            column = band.put(column, letter, if fits { Role::Match } else { Role::Plain }, buf);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picker(sought: &str) -> Picker {
        let rows = ["src/Vault.sol:Vault", "src/VaultFactory.sol:VaultFactory", "lib/é/Sums.sol:Sums"];
        let mut picker = Picker::new(rows.map(str::to_owned).into());
        picker.search(sought);
        picker
    }

    #[test]
    fn the_best_row_comes_first() {
        assert_eq!(picker("").len(), 3);
        assert_eq!(picker("vfact").chosen(), Some("src/VaultFactory.sol:VaultFactory"));
        assert_eq!(picker("sums").chosen(), Some("lib/é/Sums.sol:Sums"));
        assert!(picker("zzz").is_empty() && picker("zzz").chosen().is_none());
        assert!(picker("").has("src/Vault.sol:Vault") && !picker("").has("Vault"));
    }

    #[test]
    fn arrows_choose_and_another_search_begins_anew() {
        let mut picker = picker("");
        assert!(!picker.act(Action::Up, 2));
        assert!(picker.act(Action::Down, 2) && picker.act(Action::Down, 2));
        assert!(!picker.act(Action::Down, 2));
        assert_eq!(picker.chosen(), Some("lib/é/Sums.sol:Sums"));
        picker.search("vault");
        assert_eq!(picker.chosen(), Some("src/Vault.sol:Vault"));
    }

    #[test]
    fn a_row_is_chosen_by_its_place_among_all_and_only_if_it_fits() {
        let mut picker = picker("vault");
        assert_eq!((picker.sought(), picker.chosen_row()), ("vault", Some(0)));
        picker.choose(1, 2);
        assert_eq!(picker.chosen_row(), Some(1));
        picker.choose(2, 2);
        assert_eq!(picker.chosen_row(), Some(1), "Sums does not fit");
        assert_eq!(picker.seen(1).collect::<Vec<_>>(), [1]);
        assert_eq!(picker.seen(9).collect::<Vec<_>>(), [0, 1]);
    }

    #[test]
    fn any_area_can_be_drawn() {
        let theme = Theme::new(&crate::message::Settings::default());
        for (columns, rows) in [(0, 0), (1, 1), (2, 2), (12, 3), (40, 9)] {
            let area = Rect::new(0, 0, columns, rows);
            picker("s").view(&theme, area, &mut Buffer::empty(area));
        }
    }
}
