//! `GET /network/fees`.

use ledger::Timestamp;
use serde_json::json;

use super::Asked;
use super::answer::{Answer, Refusal};
use super::filters::{Filter, is_time};
use crate::simulation::rates;
use crate::simulation::results::envelope::GAS_PRICE;

/// The fees in effect at the requested time.
pub(super) fn list(asked: &Asked<'_>) -> Result<Answer, Refusal> {
    asked.query.check(&[("timestamp", is_time)])?;
    let filter = Filter::parse(asked.query.all("timestamp"), Timestamp::parse);
    let (_, last) = filter.span(Timestamp::default(), asked.now);
    let set_at = rates::set_at(rates::last_set(last.min(asked.now)));
    let fee = |kind: &str| json!({ "gas": GAS_PRICE, "transaction_type": kind });
    let fees = ["ContractCall", "ContractCreate", "EthereumTransaction"].map(fee);
    Answer::record(&json!({ "fees": fees, "timestamp": set_at.to_string() }), 60)
}
