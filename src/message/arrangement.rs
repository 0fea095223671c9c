//! How the user arranges a list: its local filter and sort, filters saved under a name, and its columns. Columns are
//! named; columns added by later versions take their default place.

use std::collections::BTreeMap;

use percent_encoding::percent_decode_str;

use super::Place;

/// A local filter and a sort. Empty if all rows are shown in their own order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arrangement {
    /// The local filter as it was typed.
    pub filter: String,
    /// The name of the column that rows are sorted by, and whether from its greatest value down.
    pub sort: Option<(String, bool)>,
}

/// A pane that is open, as the next session opens it again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenPane {
    /// The network's profile name.
    pub network: String,
    pub place: Place,
    pub arrangement: Arrangement,
}

/// A tab, as the next session opens it again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenTab {
    /// Its panes, the one on top last.
    pub panes: Vec<OpenPane>,
    /// Whether it is the one on screen.
    pub is_shown: bool,
}

impl Arrangement {
    /// Whether all rows are shown in their own order.
    pub fn is_empty(&self) -> bool {
        self.filter.is_empty() && self.sort.is_none()
    }
}

/// A filter that can be set again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedFilter {
    /// The user's name for it; empty for the latest filter of this list.
    pub name: String,
    /// Whether it is offered in the same list of every contract, on every network.
    pub everywhere: bool,
    /// The list where it was set, with its filters.
    pub pane: OpenPane,
}

impl SavedFilter {
    /// Whether it has the same name and the same lists: one replaces the other.
    pub fn is(&self, other: &Self) -> bool {
        self.name == other.name
            && self.everywhere == other.everywhere
            && self.kind() == other.kind()
            && (self.everywhere || self.is_of(&other.pane))
    }

    /// Whether it is offered in this list.
    pub fn is_offered_in(&self, list: &OpenPane) -> bool {
        self.pane.place.kind() == list.place.kind() && (self.everywhere || self.is_of(list))
    }

    /// The name of the kind of list, within which names are unique.
    pub fn kind(&self) -> &'static str {
        self.pane.place.kind_name()
    }

    fn is_of(&self, list: &OpenPane) -> bool {
        self.pane.network == list.network && self.pane.place.contract_named() == list.place.contract_named()
    }

    /// Whether it neither filters nor orders.
    pub fn is_empty(&self) -> bool {
        self.pane.arrangement.is_empty() && self.pane.place.parameters().is_empty()
    }

    /// The list at this place with its filters.
    pub fn at(&self, place: &Place) -> Option<(Place, Arrangement)> {
        Some((place.with_parameters_of(&self.pane.place)?, self.pane.arrangement.clone()))
    }

    /// Its conditions, in the order of the chips.
    pub fn summary(&self) -> String {
        let of_server = self.pane.place.parameters().replace('&', "  ");
        let mut parts = vec![percent_decode_str(&of_server).decode_utf8_lossy().into_owned()];
        let Arrangement { filter, sort } = &self.pane.arrangement;
        parts.push(if filter.is_empty() { String::new() } else { format!("/ {filter}") });
        parts.extend(sort.as_ref().map(|(column, descending)| {
            format!("sorted by {column}{}", if *descending { ", descending" } else { "" })
        }));
        parts.retain(|part| !part.is_empty());
        parts.join("  ")
    }
}

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
    use ledger::EntityId;

    use super::*;

    fn filter(name: &str, everywhere: bool, place: &str) -> SavedFilter {
        let place = Place::parse(place, EntityId::from_num(0)).unwrap();
        let arrangement = Arrangement { filter: "gas_used>1e6".into(), sort: Some(("method".into(), true)) };
        let pane = OpenPane { network: "demo".into(), place, arrangement };
        SavedFilter { name: name.into(), everywhere, pane }
    }

    #[test]
    fn a_filter_is_for_one_contract_or_for_the_same_list_of_all() {
        let (one, all) = (
            filter("dear", false, "contract/0.0.5001/results?from=0.0.1002"),
            filter("dear", true, "contract/0.0.5001/results?from=0.0.1002"),
        );
        let here = filter("", false, "contract/0.0.5001/results").pane;
        let there = filter("", false, "contract/0.0.5002/results?internal=true").pane;
        let events = filter("", false, "contract/0.0.5001/logs").pane;
        assert!(one.is_offered_in(&here) && !one.is_offered_in(&there) && !one.is_offered_in(&events));
        assert!(all.is_offered_in(&here) && all.is_offered_in(&there) && !all.is_offered_in(&events));
        assert!(!one.is(&all) && one.is(&filter("dear", false, "contract/0.0.5001/results")));
        assert!(all.is(&filter("dear", true, "contract/0.0.5002/results")));
        let (place, arrangement) = all.at(&there.place).unwrap();
        assert_eq!(place.to_string(), "contract/0.0.5002/results?from=0.0.1002");
        assert_eq!(arrangement, all.pane.arrangement);
        assert_eq!(all.summary(), "from=0.0.1002  / gas_used>1e6  sorted by method, descending");
    }

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
