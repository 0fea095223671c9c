//! The row of replays.

use super::{Place, PlaceKind, Row};
use crate::message::ResultName;
use crate::message::place::description::Description;
use crate::message::place::replay::ReplayPlace;
use crate::message::query_text::query_text;

pub(in crate::message::place) const REPLAY: Row = Row {
    kind: PlaceKind::Replay,
    name: "replay",
    forms: &["result/ID/TIME/replay?CHANGES", "result/HASH/replay?CHANGES"],
    shows: "a result executed again, step by step, and held against its record; changes (`from`, `value`, `data`, `time`, `prevrandao`, `slot`, `balance`) show what would have happened, `step`, `call`, `log` or `write` where to begin",
    words: &["debug"],
    wants: "a result: its hash, its transaction's id, or its contract and time, such as 0.0.5001 1795216207.123456789",
    example: "result/0.0.5001/1795216221.370370367/replay",
    parse: |parts| Ok(Place::Replay(Box::new(ReplayPlace::parse(parts)?))),
    describe: |place| {
        let Place::Replay(place) = place else { return None };
        let (path, pairs) = (place.path(), place.pairs());
        let what = if place.query.changes.is_none() { "replay" } else { "what-if replay" };
        let words = format!("{what} of {}", path.replacen('/', " ", 1));
        let contract = match &place.query.of {
            ResultName::At(contract, _) => Some(*contract),
            ResultName::Of(_) => None,
        };
        Some(Description::new(format!("{path}/replay{}", query_text(&pairs)), words).about(contract))
    },
    ..Row::DEFAULT
};
