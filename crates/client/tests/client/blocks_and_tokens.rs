//! Recorded answers about blocks, about who holds a token, and about what a coin is worth.

use api::Answer;
use ledger::{Next, Timestamp};

use crate::exchange::answer;

#[tokio::test]
async fn a_block_and_the_holders_of_a_token() {
    let Answer::Block(block) = answer("mirror", "640-").await else { panic!() };
    assert_eq!((block.number.value(), block.count.value()), (Some(70_002_150), Some(4)));
    assert_eq!(block.hash.known().unwrap().len(), 48);
    assert!(block.timestamp.known().unwrap().to.value().is_some() && block.unknown.is_empty());
    let Answer::TokenBalances(page) = answer("mirror", "634-").await else { panic!() };
    assert_eq!(page.rows[0].balance.value(), Some(804_288_689_665));
    assert!(matches!(page.next, Next::More(_)));
}

#[tokio::test]
async fn the_price_of_gas_at_a_time() {
    let Answer::NetworkFees(fees) = answer("mirror", "710-").await else { panic!() };
    assert_eq!(fees.gas_price("EthereumTransaction"), Some(39_186));
    assert_eq!(fees.gas_price("CryptoTransfer"), None);
}

#[tokio::test]
async fn the_exchange_rate_of_an_hour() {
    let Answer::ExchangeRates(rates) = answer("mirror", "700-").await else { panic!() };
    let rate = rates.at(Timestamp::from_secs(1_649_690_000)).unwrap();
    assert_eq!((rate.cents, rate.coins, rate.until.seconds), (594_920, 30_000, 1_649_692_800));
    assert_eq!(rate.cents_of_coin(), "19.8307");
}
