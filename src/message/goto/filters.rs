//! What goes behind the word for a list and its contract: filters by their names, words for them, and a time
//! (`results 0.0.5001 from 0.0.1002 last 2h`).

use super::commands::Kind;
use super::{GoToFault, Reading, Scene, time};
use crate::ledger::ContractRef;
use crate::ledger::moment;
use crate::ledger::paste::{Shape, shapes};
use crate::ledger::query::{BlockNumber, LogsQuery, ParameterFault, ResultsQuery, StateQuery};
use crate::message::Place;
use crate::message::place::{PlaceFault, PlaceKind};

/// What goes behind `results` and `gas`.
const OF_RESULTS: &str =
    "from 0.0.1002, block 70002150, internal, oldest or newest, and a time such as last 2h or yesterday";
/// What goes behind `logs`.
const OF_LOGS: &str = "topic0=0x…, index=0, oldest or newest, and a time such as last 2h or yesterday";
/// What goes behind `state`.
const OF_STATE: &str = "slot=0x…, and a time such as 2h ago or yesterday 14:00";

/// Whether a list of this kind can be narrowed.
pub(super) fn apply_to(kind: Kind) -> bool {
    matches!(kind, Kind::Place(PlaceKind::Results | PlaceKind::GasUsage | PlaceKind::Logs | PlaceKind::State))
}

/// The list of this kind, narrowed by the words of `text`.
pub(super) fn read(
    kind: Kind,
    contract: ContractRef,
    text: &str,
    scene: &Scene<'_>,
) -> Result<Vec<Reading>, GoToFault> {
    let takes = match kind {
        Kind::Place(PlaceKind::Logs) => OF_LOGS,
        Kind::Place(PlaceKind::State) => OF_STATE,
        _ => OF_RESULTS,
    };
    let (mut pairs, when) = words(text, scene);
    if let Some(word) = when.first().filter(|word| !time::may_begin(word)) {
        return Err(GoToFault::NoFilter { word: (*word).to_owned(), takes });
    }
    let when = when.join(" ");
    if kind == Kind::Place(PlaceKind::State) && !when.is_empty() {
        pairs.push(("timestamp", time::point(&when, scene)?.to_string()));
    } else {
        let filters = moment::filters(&when, scene.now);
        let filters = filters.map_err(|fault| GoToFault::Time(fault.message))?;
        pairs.extend(filters.iter().map(|filter| ("timestamp", filter.to_string())));
    }
    let pairs = pairs.iter().map(|(name, value)| (*name, value.as_str()));
    let place = place(kind, contract, pairs, scene);
    place
        .map(|place| vec![Reading::new(place)])
        .map_err(|faults| GoToFault::Place(PlaceFault::Parameters(faults)))
}

/// The words that are filters, as names and values, and those that must be a time.
fn words<'t>(text: &'t str, scene: &Scene<'_>) -> (Vec<(&'t str, String)>, Vec<&'t str>) {
    let (mut pairs, mut when) = (Vec::new(), Vec::new());
    let mut words = text.split_whitespace().peekable();
    while let Some(word) = words.next() {
        let next = words.peek().copied();
        match (word.to_ascii_lowercase().as_str(), next) {
            ("internal", _) => pairs.push(("internal", "true".to_owned())),
            ("asc" | "oldest", _) => pairs.push(("order", "asc".to_owned())),
            ("desc" | "newest", _) => pairs.push(("order", "desc".to_owned())),
            ("from" | "by" | "sender", Some(next)) if is_account(next, scene) => {
                pairs.push(("from", next.to_owned()));
                words.next();
            }
            ("block", Some(next)) => {
                let name = if BlockNumber::parse(next).is_some() { "block.number" } else { "block.hash" };
                pairs.push((name, next.to_owned()));
                words.next();
            }
            _ => match word.split_once('=') {
                // The words behind it belong to the time, too.
                Some(("timestamp", start)) => when.push(start),
                Some((name, value)) => pairs.push((name, value.to_owned())),
                None => when.push(word),
            },
        }
    }
    (pairs, when)
}

/// Whether a word behind `from` names an account, and no time.
fn is_account(word: &str, scene: &Scene<'_>) -> bool {
    let shapes = shapes(word, scene.home());
    let is_account = |shape: &Shape| matches!(shape, Shape::Entity(..) | Shape::Address { .. });
    shapes.iter().any(is_account) && !shapes.iter().any(|shape| matches!(shape, Shape::Time(_)))
}

fn place<'a>(
    kind: Kind,
    contract: ContractRef,
    pairs: impl Iterator<Item = (&'a str, &'a str)>,
    scene: &Scene<'_>,
) -> Result<Place, Vec<ParameterFault>> {
    Ok(match kind {
        Kind::Place(PlaceKind::Logs) => Place::Logs(Box::new(LogsQuery::from_pairs(contract, pairs)?)),
        Kind::Place(PlaceKind::State) => Place::State(StateQuery::from_pairs(contract, pairs)?),
        Kind::Place(PlaceKind::GasUsage) => {
            Place::GasUsage(ResultsQuery::from_pairs(contract, pairs, scene.home())?)
        }
        _ => Place::Results(ResultsQuery::from_pairs(contract, pairs, scene.home())?),
    })
}
