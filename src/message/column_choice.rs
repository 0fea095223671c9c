//! The user's column settings for a list: which columns are shown, in which order, and how wide. Columns are named;
//! columns added by later versions take their default place.

use std::collections::BTreeMap;

/// Column settings by list name.
pub type ColumnChoices = BTreeMap<String, ColumnChoice>;

/// The column settings of one list. Empty means the defaults.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ColumnChoice {
    /// All columns at the time one was moved, in the chosen order; empty if none was moved.
    pub order: Vec<String>,
    /// Visibility of the columns for which it was set.
    pub shown: BTreeMap<String, bool>,
    /// Widths that the user set, in terminal columns.
    pub widths: BTreeMap<String, u16>,
}

impl ColumnChoice {
    /// The bounds of a column's width, in terminal columns.
    pub const MIN_WIDTH_COLUMNS: u16 = 3;
    pub const MAX_WIDTH_COLUMNS: u16 = 200;

    /// Whether all settings are the defaults.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The indices of all columns in the chosen order. Columns unknown when it was chosen follow their predecessor.
    pub fn order(&self, names: &[&str]) -> Vec<usize> {
        let place = |wanted: &String| names.iter().position(|name| name == wanted);
        let mut order: Vec<usize> = Vec::with_capacity(names.len());
        for at in self.order.iter().filter_map(place) {
            if !order.contains(&at) {
                order.push(at);
            }
        }
        for at in 0..names.len() {
            if !order.contains(&at) {
                let before = at.checked_sub(1).and_then(|before| order.iter().position(|it| *it == before));
                order.insert(before.map_or(0, |before| before + 1), at);
            }
        }
        order
    }

    /// Moves a column one place up or down. `false` if it is already first or last.
    pub fn shift(&mut self, name: &str, up: bool, names: &[&str]) -> bool {
        let mut order = self.order(names);
        let at = order.iter().position(|at| names.get(*at) == Some(&name));
        let other = at.and_then(|at| if up { at.checked_sub(1) } else { at.checked_add(1) });
        let Some((at, other)) = at.zip(other.filter(|other| *other < order.len())) else { return false };
        order.swap(at, other);
        let is_default = order.iter().copied().eq(0..names.len());
        let moved = order.into_iter().filter_map(|at| names.get(at).map(|name| (*name).to_owned()));
        self.order = if is_default { Vec::new() } else { moved.collect() };
        true
    }

    /// Shows or hides a column. A shown column takes precedence when space is short; hiding a column that is not shown
    /// `by_default` stores nothing.
    pub fn show(&mut self, name: &str, shown: bool, by_default: bool) {
        if shown || by_default {
            self.shown.insert(name.to_owned(), shown);
        } else {
            self.shown.remove(name);
        }
    }

    /// Sets a column's width, clamped to the allowed range.
    pub fn set_width(&mut self, name: &str, columns: u16) {
        let columns = columns.clamp(Self::MIN_WIDTH_COLUMNS, Self::MAX_WIDTH_COLUMNS);
        self.widths.insert(name.to_owned(), columns);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moved(names: &[&str], moves: &[(&str, bool)]) -> ColumnChoice {
        let mut choice = ColumnChoice::default();
        for (name, up) in moves {
            assert!(choice.shift(name, *up, names), "{name}");
        }
        choice
    }

    fn ordered<'a>(choice: &ColumnChoice, names: &[&'a str]) -> Vec<&'a str> {
        choice.order(names).into_iter().map(|at| names[at]).collect()
    }

    #[test]
    fn columns_are_moved_up_to_the_ends_and_back() {
        let names = ["time", "method", "gas"];
        let mut choice = moved(&names, &[("gas", true), ("gas", true)]);
        assert_eq!(ordered(&choice, &names), ["gas", "time", "method"]);
        assert!(!choice.shift("gas", true, &names) && !choice.shift("method", false, &names));
        assert!(!choice.shift("colour", true, &names));
        assert!(choice.shift("gas", false, &names) && choice.shift("gas", false, &names));
        assert!(choice.is_empty(), "the program's order is nothing to remember: {choice:?}");
    }

    #[test]
    fn columns_of_later_versions_come_where_they_are_by_default() {
        let choice = moved(&["time", "method", "gas"], &[("gas", true)]);
        let later = ["sign", "time", "sender", "payer", "method", "gas", "fee"];
        assert_eq!(ordered(&choice, &later), ["sign", "time", "sender", "payer", "gas", "fee", "method"]);
        assert_eq!(ordered(&choice, &["method", "gas"]), ["gas", "method"], "one that is gone is left out");
        let twice = ColumnChoice { order: vec!["gas".into(), "gas".into()], ..ColumnChoice::default() };
        assert_eq!(ordered(&twice, &["time", "gas"]), ["time", "gas"]);
    }

    #[test]
    fn what_is_hidden_by_default_is_not_kept_as_hidden() {
        let mut choice = ColumnChoice::default();
        choice.show("gas", false, true);
        choice.show("fee", true, false);
        assert_eq!(choice.shown.len(), 2);
        choice.show("fee", false, false);
        assert_eq!(choice.shown, [("gas".to_owned(), false)].into());
        choice.show("gas", true, true);
        assert_eq!(choice.shown, [("gas".to_owned(), true)].into(), "it goes before others now");
        choice.set_width("gas", 0);
        assert_eq!(choice.widths.get("gas"), Some(&ColumnChoice::MIN_WIDTH_COLUMNS));
    }
}
