//! Prices of gas, as a result's tabs and its document have them.

use serde_json::json;

use super::process::demo;
use super::reports::get;

/// The lines of a text that begin with this label.
fn lines(text: &str, label: &str) -> Vec<String> {
    text.lines().filter(|line| line.starts_with(label)).map(ToOwned::to_owned).collect()
}

#[test]
fn the_maximum_fee_is_the_same_on_both_tabs_and_the_price_says_where_it_is_from() {
    let got = demo("get result/0.0.5001/1795216207.123456789").end();
    let fees = lines(&got.stdout, "maximum fee ");
    let words = |line: &String| line.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(fees.len() == 2 && words(&fees[0]) == words(&fees[1]), "{got:?}");
    let price = lines(&got.stdout, "effective price");
    assert!(price.len() == 1 && price[0].ends_with("charged fee divided by gas used"), "{got:?}");
}

#[test]
fn a_price_without_a_transaction_is_the_networks_at_that_time() {
    let at = "1795000000.000000001";
    let world = json!({
        format!("/api/v1/contracts/0.0.6140/results/{at}"): {
            "contract_id": "0.0.6140", "timestamp": at, "hash": "0x01", "result": "SUCCESS", "status": "0x1",
            "type": 2, "nonce": 4, "r": "0x02", "gas_used": 80_000, "max_fee_per_gas": "0x59", "logs": [],
        },
        format!("/api/v1/network/fees?timestamp=lte:{at}"): {
            "fees": [{ "gas": 52, "transaction_type": "ContractCall" },
                { "gas": 53, "transaction_type": "EthereumTransaction" }],
            "timestamp": "1794999999.000000000",
        },
    });
    let got = get(&world.to_string(), &format!("result/0.0.6140/{at}"));
    let price = lines(&got.stdout, "effective price");
    let wanted = "effective price 530 gwei the network's price at that time, by its fees";
    assert!(
        price.len() == 1 && price[0].split_whitespace().collect::<Vec<_>>().join(" ") == wanted,
        "{got:?}"
    );
}
