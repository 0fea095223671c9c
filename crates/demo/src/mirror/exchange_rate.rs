//! `GET /network/exchangerate`.

use ledger::Timestamp;
use serde_json::{Value, json};

use super::Asked;
use super::answer::{Answer, Refusal};
use super::filters::{Filter, is_time};
use crate::simulation::rates;

/// The rate in effect at the requested time.
pub(super) fn one(asked: &Asked<'_>) -> Result<Answer, Refusal> {
    asked.query.check(&[("timestamp", is_time)])?;
    let filter = Filter::parse(asked.query.all("timestamp"), Timestamp::parse);
    let (_, last) = filter.span(Timestamp::default(), asked.now);
    let hour = rates::last_set(last.min(asked.now));
    let set_at = rates::set_at(hour);
    if !filter.is_open() && filter.equal.is_empty() && !filter.admits(set_at) {
        return Err(Refusal::NotFound);
    }
    let body = json!({
        "current_rate": rate(hour),
        "next_rate": rate(hour + 1),
        "timestamp": set_at.to_string(),
    });
    Answer::record(&body, 60)
}

fn rate(hour: u64) -> Value {
    json!({
        "cent_equivalent": rates::cents(hour),
        "expiration_time": rates::end(hour).seconds,
        "hbar_equivalent": rates::COINS,
    })
}
