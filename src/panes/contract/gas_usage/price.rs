//! The gas price: the network's own if any result has it, else a sender's offer.

use alloy_primitives::U256;
use api::FoundResult;
use ledger::amount::WEIBAR_PER_BASE;
use ledger::query::ResultQuery;
use ledger::{ContractRef, ContractResult, Timestamp};

use crate::panes::Context;
use crate::panes::kit::Wants;
use crate::widgets::Feed;

/// Maximum number of single results fetched to find a price.
const MAX_READ_RESULTS: usize = 5;

/// A gas price and the result it is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Price {
    /// Weibar per gas.
    pub(super) weibar: U256,
    /// Consensus time of the result.
    pub(super) at: Timestamp,
    /// Whether this is the sender's offer, the most that the network charges.
    pub(super) by_sender: bool,
}

#[derive(Debug, Default)]
pub(super) struct Pricing {
    best: Option<Price>,
    /// Time of the last fetched result, and the number of fetched results.
    last: Option<Timestamp>,
    read: usize,
    rows: usize,
    /// The result being fetched.
    asked: Option<ResultQuery>,
}

impl Pricing {
    /// Restarts for a reloaded list.
    pub(super) fn anew(&mut self) {
        self.rows = 0;
    }

    /// Examines rows that include their price, then requests one of the others.
    pub(super) fn update(&mut self, contract: ContractRef, feed: &Feed<ContractResult>) {
        // Prices in lists are in base units.
        for row in feed.rows_from(self.rows) {
            self.consider(&row, U256::from(WEIBAR_PER_BASE));
        }
        self.rows = feed.len();
        let over = self.best.is_some_and(|price| !price.by_sender) || self.read >= MAX_READ_RESULTS;
        if over || self.asked.is_some() {
            return;
        }
        let times = feed.rows_from(0).filter_map(|row| Some((row.timestamp.value()?, row)));
        let mut older = times.filter(|(at, _)| self.last.is_none_or(|last| *at < last));
        let Some((timestamp, row)) = older.next() else { return };
        self.last = Some(timestamp);
        self.read += 1;
        let contract = row.contract_id.value().map_or(contract, ContractRef::Id);
        self.asked = Some(ResultQuery { contract, timestamp, weibar: true });
    }

    pub(super) fn wants(&self, wants: &mut Wants) {
        if let Some(asked) = &self.asked {
            wants.add_optional(asked);
        }
    }

    /// Receives the requested result. `true` once the request ended.
    pub(super) fn receive(&mut self, ctx: &Context<'_>) -> bool {
        let Some(outcome) = self.asked.as_ref().and_then(|asked| ctx.get(asked).outcome()) else {
            return false;
        };
        self.asked = None;
        if let Ok(FoundResult { result, .. }) = outcome {
            self.consider(result, unit(result));
        }
        true
    }

    /// Pauses the search until there are more rows.
    pub(super) fn stop(&mut self) {
        self.asked = None;
    }

    /// The best price so far.
    pub(super) fn price(&self) -> Option<Price> {
        self.best
    }

    /// Whether the search is in progress.
    pub(super) fn is_asking(&self) -> bool {
        self.asked.is_some()
    }

    fn consider(&mut self, result: &ContractResult, unit: U256) {
        let price = result.gas_price.value().and_then(|price| price.0).filter(|price| !price.is_zero());
        let (Some(price), Some(at)) = (price, result.timestamp.value()) else { return };
        let weibar = price.saturating_mul(unit);
        // A wrapped Ethereum transaction has a nonce and a signature; the network priced all others.
        let by_sender = result.is_wrapped();
        let found = Price { weibar, at, by_sender };
        let better = self.best.is_none_or(|best| match (best.by_sender, by_sender) {
            (true, false) => true,
            (true, true) => weibar < best.weibar,
            (false, true) => false,
            (false, false) => at > best.at,
        });
        if better {
            self.best = Some(found);
        }
    }
}

/// Weibar per unit of price in an answer requested in weibar. Servers return prices that no wallet set in tinybar.
/// A price that would be 100 ℏ per gas in tinybar is taken as weibar.
fn unit(result: &ContractResult) -> U256 {
    let base = U256::from(WEIBAR_PER_BASE);
    let price = result.gas_price.value().and_then(|price| price.0).unwrap_or_default();
    if result.is_wrapped() || price >= base { U256::from(1) } else { base }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ledger::{Field, Quantity};

    fn result(at: u64, price: u64, nonce: Option<i64>) -> ContractResult {
        ContractResult {
            timestamp: Field::Known(Timestamp::from_secs(at)),
            gas_price: Field::Known(Quantity(Some(U256::from(price)))),
            nonce: nonce.map_or(Field::Null, Field::Known),
            ..ContractResult::default()
        }
    }

    #[test]
    fn what_the_network_priced_counts_before_what_senders_offered() {
        let mut pricing = Pricing::default();
        let one = U256::from(1);
        pricing.consider(&result(9, 0, None), one);
        assert_eq!(pricing.price(), None);
        pricing.consider(&result(8, 700, Some(1)), one);
        pricing.consider(&result(7, 900, Some(2)), one);
        assert_eq!(pricing.price().map(|it| (it.weibar, it.by_sender)), Some((U256::from(700), true)));
        pricing.consider(&result(5, 600, None), U256::from(10));
        pricing.consider(&result(4, 500, None), one);
        pricing.consider(&result(6, 100, Some(1)), one);
        let price = pricing.price().unwrap();
        assert_eq!(
            (price.weibar, price.at, price.by_sender),
            (U256::from(6000), Timestamp::from_secs(5), false)
        );
    }
}
