//! Named filters of lists: server and local filters, for one contract or for all.

use percent_encoding::percent_decode_str;

use super::{Arrangement, OpenPane, Place};

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

#[cfg(test)]
mod tests {
    use super::*;
    use ledger::EntityId;

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
}
