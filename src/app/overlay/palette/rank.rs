//! Ranks the items that match the typed text: by the match, then by how often each was chosen.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::items::{Item, Kind, When};
use crate::widgets::MenuRow;
use crate::widgets::fuzzy::{Fit, Fuzzy};

/// Scores that differ by less than this are equal: the score of one letter at the beginning of a word.
const SCORE_STEP: u32 = 8;

/// The place of an item among those that fit, the first the least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    kind: Kind,
    /// Whether the row equals the typed text.
    exact: Reverse<bool>,
    score: Reverse<u32>,
    disabled: bool,
    times: Reverse<u32>,
    at: usize,
}

/// The items that fit, as their indices and with the letters that fit marked.
pub(super) fn rank(items: &[&Item], sought: &str, chosen: &BTreeMap<String, u32>) -> Vec<(usize, MenuRow)> {
    let hidden = if sought.is_empty() { When::Searched } else { When::Unsearched };
    let listed = items.iter().enumerate().filter(|(_, item)| item.listed != hidden);
    let mut fuzzy = Fuzzy::strict(sought);
    let mut ranked: Vec<(Rank, MenuRow)> = listed
        .filter_map(|(at, item)| {
            let Fit { score, letters } = fuzzy.fit(&item.row.sought())?;
            let times = chosen.get(&item.name).copied().unwrap_or_default();
            let disabled = item.kind == Kind::Disabled;
            let (kind, times) = match (sought.is_empty(), item.kind) {
                // Recent places stay in the order of their times.
                (true, Kind::Recent) => (Kind::Recent, 0),
                (true, kind) | (false, kind @ Kind::Elsewhere) => (kind, times),
                (false, _) => (Kind::Recent, times),
            };
            let score = Reverse(score / SCORE_STEP);
            let exact = Reverse(item.row.text == sought);
            let rank = Rank { kind, exact, score, disabled, times: Reverse(times), at };
            Some((rank, MenuRow { letters, ..item.row.clone() }))
        })
        .collect();
    ranked.sort_by_key(|(rank, _)| *rank);
    ranked.into_iter().map(|(rank, row)| (rank.at, row)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::overlay::palette::Run;
    use crate::message::Action;

    fn item(text: &str, kind: Kind) -> Item {
        let row = MenuRow { text: text.to_owned(), ..MenuRow::default() };
        Item { name: text.to_owned(), row, run: Run::Act(Action::Copy), kind, listed: When::Always }
    }

    fn ranked(sought: &str, chosen: &[(&str, u32)]) -> Vec<String> {
        let items = [
            item("filter a list", Kind::Disabled),
            item("refresh", Kind::Action),
            item("find an event", Kind::Action),
            item("results of 0.0.5001", Kind::Recent),
            item("file it", Kind::Elsewhere),
        ];
        let chosen = chosen.iter().map(|(name, times)| ((*name).to_owned(), *times)).collect();
        rank(&items.iter().collect::<Vec<_>>(), sought, &chosen)
            .into_iter()
            .map(|(_, row)| row.text)
            .collect()
    }

    #[test]
    fn nothing_typed_lists_recent_places_then_actions_by_how_often_they_were_chosen() {
        let found = ranked("", &[("find an event", 2), ("refresh", 1)]);
        assert_eq!(found, ["results of 0.0.5001", "find an event", "refresh", "filter a list", "file it"]);
    }

    #[test]
    fn equal_matches_are_ranked_by_what_is_available_and_how_often_it_was_chosen() {
        assert_eq!(ranked("fi", &[]), ["find an event", "filter a list", "file it"]);
        assert_eq!(ranked("re", &[("results of 0.0.5001", 3)]), ["results of 0.0.5001", "refresh"]);
        assert_eq!(ranked("re", &[]), ["refresh", "results of 0.0.5001"]);
        assert_eq!(ranked("ent fi", &[("refresh", 9)]), ["find an event"]);
    }
}
