//! Links of explorers and mirror nodes, and transactions by their times and hashes.

use ledger::moment::Clock;

use super::*;

#[test]
fn a_transaction_is_found_by_its_time_and_its_hash() {
    let long = "ab".repeat(48);
    for (text, wanted) in [
        ("1795216207.123456789", "transaction/1795216207.123456789".to_owned()),
        ("2026-11-20 23:10:07.123456789", "transaction/1795216207.123456789".to_owned()),
        ("2026-11-20T23:10:07.123456789Z", "transaction/1795216207.123456789".to_owned()),
        ("transaction/2026-11-20 23:10:07.123456789", "transaction/1795216207.123456789".to_owned()),
        ("tx 1795216207.123456789", "transaction/1795216207.123456789".to_owned()),
        (
            "https://hashscan.io/testnet/transaction/1795216207.123456789",
            "transaction/1795216207.123456789".to_owned(),
        ),
        (
            "https://testnet.example/api/v1/transactions?timestamp=1795216207.123456789",
            "transaction/1795216207.123456789".to_owned(),
        ),
        (&long, format!("transaction/0x{long}")),
        (&format!("tx 0x{long}"), format!("transaction/0x{long}")),
        (&format!("https://hashscan.io/testnet/tx/0x{long}"), format!("transaction/0x{long}")),
        (&format!("https://testnet.example/api/v1/transactions/{long}"), format!("transaction/0x{long}")),
    ] {
        let first = read_at("contract/0.0.9", text).unwrap_or_else(|fault| panic!("{text}: {fault}"));
        assert!(first.iter().any(|reading| reading.place.to_string() == wanted), "{text}: {first:?}");
        assert_eq!(places("home", text).first(), Some(&wanted), "{text}");
    }
    // An explorer's page of a transaction is a transaction, whatever is on screen.
    let explorer = "https://hashscan.io/testnet/transaction/1795216207.123456789";
    assert_eq!(places("contract/0.0.9", explorer)[0], "transaction/1795216207.123456789");
    assert_eq!(read_at("home", "70000.5").map(|_| ()).map_err(|fault| fault.position()), Err(None));
}

#[test]
fn lists_that_have_no_page_are_refused_and_are_nothing_else() {
    for (text, says) in [
        ("https://main.example/api/v1/transactions?limit=5", "A list of transactions has no page here"),
        ("see https://main.example/api/v1/transactions?timestamp=gt:1795216207 thanks", "\"see https"),
        ("https://main.example/api/v1/balances", "A list of balances has no page here"),
        ("https://main.example/api/v1/network/fees", "This operation of a mirror node has no page here"),
        ("https://main.example/api/v1/contracts/0.0.5001/results?limit=0", "limit: a page has 1 to 100"),
        ("https://main.example/api/v1/contracts/0.0.5001/results?timestamp=soon", "timestamp: write a time"),
    ] {
        let fault = read_at("home", text).expect_err(text).to_string();
        assert!(fault.starts_with(says), "{text}: {fault}");
    }
    let of_account = "https://main.example/api/v1/transactions?account.id=0.0.1001&limit=3";
    assert_eq!(places("home", of_account), ["transactions?account.id=0.0.1001&limit=3"]);
    let named = "https://main.example/api/v1/contracts?contract.id=0.0.5001";
    assert_eq!(places("home", named), ["contract/0.0.5001"]);
}

#[test]
fn logs_by_hash_lead_to_their_result_and_filters_to_the_list() {
    let (hash, long) = ("ab".repeat(32), "cd".repeat(48));
    let base = "https://testnet.example/api/v1/contracts/results";
    for (link, wanted) in [
        (format!("{base}/logs?transaction.hash=0x{hash}&limit=100&order=asc"), format!("result/0x{hash}")),
        (format!("{base}/logs?transaction.hash=eq:{long}"), format!("transaction/0x{long}")),
        (format!("{base}/logs?timestamp=1795216207.5"), "transaction/1795216207.500000000".to_owned()),
        (
            format!("{base}?timestamp=1771372784.250363004&internal=true"),
            "results?timestamp=1771372784.250363004&internal=true".to_owned(),
        ),
        (format!("{base}?timestamp=1795216207.5"), "transaction/1795216207.500000000".to_owned()),
    ] {
        assert_eq!(places("home", &link), [wanted], "{link}");
    }
    let fault = read_at("home", &format!("{base}/logs?limit=5")).unwrap_err().to_string();
    assert!(fault.starts_with("A list of all contracts' events has no page here"), "{fault}");
}

#[test]
fn a_height_in_hex_is_a_block() {
    assert_eq!(places("home", "0x2054b32"), ["block/33901362"]);
    assert_eq!(places("home", "0x0"), ["block/0"]);
}

#[test]
fn every_link_of_a_mirror_node_keeps_its_network() {
    for path in [
        "contracts/0.0.5001",
        "contracts/0.0.5001/results?limit=2&timestamp=lt:1795216207.5",
        "contracts/0.0.5001/results/1795216207.5",
        "contracts/0.0.5001/results/logs",
        "contracts/0.0.5001/state",
        "contracts/results/0.0.1005-1795216518-468117137",
        "contracts/results?timestamp=1795216207.5",
        "transactions/0.0.1005-1795216518-468117137",
        "transactions?timestamp=1795216207.5",
        "transactions?account.id=0.0.1001",
        "accounts/0.0.1001?transactions=false",
        "schedules",
        "schedules/0.0.7002",
        "tokens/0.0.2001",
        "search?q=0.0.5001",
    ] {
        let link = format!("https://main.example/api/v1/{path}");
        let Ok(readings) = read_at("home", &link) else {
            assert_eq!(path, "search?q=0.0.5001");
            continue;
        };
        assert!(readings.iter().all(|reading| reading.network.as_deref() == Some("main")), "{link}");
    }
    let other = first("https://main.example/search?q=0.0.5001");
    assert_eq!(other.network.as_deref(), Some("main"));
}

#[test]
fn mirror_nodes_on_one_host_are_told_apart_by_their_paths() {
    let at = |name: &str, path: &str| Network {
        mirror: format!("https://gate.example{path}"),
        ..network(name, u8::from(name != "main"), "295")
    };
    let networks = [at("main", "/one"), at("testnet", "/two"), at("third", "")];
    let network_of = |text: &str| {
        let ctx =
            GoToContext { network: &networks[1], networks: &networks, here: None, clock: &Clock::from(NOW) };
        readings(text, &ctx).unwrap().remove(0).network
    };
    for (path, wanted) in [("one", Some("main")), ("two", None), ("three", Some("third"))] {
        let link = format!("https://gate.example/{path}/api/v1/contracts/0.0.5001");
        assert_eq!(network_of(&link).as_deref(), wanted, "{link}");
    }
}
