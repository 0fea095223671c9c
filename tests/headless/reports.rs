//! Public reports of tools that decode, with their right values: what `get` says of each.

use std::collections::HashMap;

use serde_json::Value;

use super::process::{Ended, home, start};
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
