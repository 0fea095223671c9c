//! Public reports of tools that decode, with their right values: what `get` says of each.

use std::collections::HashMap;

use serde_json::Value;

use super::process::{Ended, demo, home, start};
use super::server::serve;

/// Runs `get` against a mirror node and a verifier that answer from one JSON file, by path and query, else by path.
fn get(world: &str, line: &str) -> Ended {
    let world: HashMap<String, Value> = serde_json::from_str(world).unwrap();
    let (server, _) = serve(move |asked| {
        let path = asked.split_once(' ').unwrap().1;
        let bare = path.split('?').next().unwrap();
        let lower: HashMap<String, &Value> =
            world.iter().map(|(key, body)| (key.to_lowercase(), body)).collect();
        let found = lower.get(&path.to_lowercase()).or_else(|| lower.get(&bare.to_lowercase()));
        match found {
            Some(body) if body["__status"].is_u64() => {
                (u16::try_from(body["__status"].as_u64().unwrap()).unwrap(), body["__body"].to_string())
            }
            Some(body) => (200, body.to_string()),
            None => (404, r#"{"_status":{"messages":[{"message":"Not found"}]}}"#.to_owned()),
        }
    });
    let line = format!("get {line} --mirror {server} --verifier {server} --chain 296");
    start(&line, &home(), &[]).end()
}

#[test]
fn the_interface_behind_proxies_that_nobody_verified_counts() {
    let world = include_str!("../fixtures/reports/clones.json");
    for (place, wanted) in [
        ("result/0.0.6301/1795000080.000000001", "Impl.ping(n: 4)"),
        ("result/0.0.6307/1795000070.000000001", "Impl.ping(n: 4)"),
        ("result/0.0.6301/1795000100.000000001", "Pinged"),
        ("result/0.0.6301/1795000110.000000001", "TooLoud"),
    ] {
        let got = get(world, place);
        assert!(got.code == Some(0) && got.stdout.contains(wanted), "{place}: {got:?}");
    }
    let got = get(world, "contract/0.0.6301/results --filter method=ping --csv --columns method");
    assert_eq!(got.stdout, "method\nping\nping\nping\nping\n", "{got:?}");
}

#[test]
fn an_anonymous_event_is_read_by_the_only_one_that_fits() {
    let got =
        get(include_str!("../fixtures/reports/anonymous-event.json"), "result/0.0.6001/1795000000.000000001");
    assert!(got.code == Some(0) && got.stdout.contains("Anon"), "{got:?}");
    assert!(!got.stdout.contains("not decoded"), "{got:?}");
    let sig = demo("sig event E(uint256 indexed a) anonymous").end();
    assert!(sig.code == Some(0) && sig.stdout.contains("no topic"), "{sig:?}");
}

#[test]
fn a_transfer_with_nothing_indexed_is_read_and_an_oddly_indexed_one_is_doubtful() {
    let topic = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
    let (from, to, value) = ("11".repeat(20), "22".repeat(20), format!("{:064x}", 1_000_000));
    let word = |address: &str| format!("{}{address}", "0".repeat(24));
    let none = demo(&format!("decode 0x{}{}{value} --topics {topic}", word(&from), word(&to))).end();
    assert!(
        none.code == Some(0) && none.stdout.contains("1000000") && !none.stdout.contains("doubtful"),
        "{none:?}"
    );
    let one = format!("decode 0x{}{value} --topics {topic},0x{}", word(&to), word(&from));
    let one = demo(&one).end();
    assert!(one.stdout.contains("doubtful") && one.stdout.contains("1000000"), "{one:?}");
}

#[test]
fn a_type_with_a_dot_in_a_signature_is_refused() {
    let got = demo("sig Loggy(uint256,LibName.StructName)").end();
    assert!(got.code == Some(2) && got.stdout.is_empty() && got.stderr.contains("dot"), "{got:?}");
}
