//! Servers that have more to say than anybody can hear: keys and signals are heard all the same.

use std::time::Duration;

use super::program::{Program, Start};
use super::server::Server;

/// The contract that all begins with.
const PROXY: &str = "0x1111111111111111111111111111111111111111";

/// A mirror node and a verifier in one, whose contract [`PROXY`] stands before what `behind` says of each address.
fn proxies(behind: impl Fn(&str) -> Vec<String> + Send + Sync + 'static) -> Server {
    proxies_beside(|_| None, behind)
}

/// The same, whose mirror node has more.
fn proxies_beside(
    more: impl Fn(&str) -> Option<String> + Send + Sync + 'static,
    behind: impl Fn(&str) -> Vec<String> + Send + Sync + 'static,
) -> Server {
    Server::start(move |path| {
        if let Some(body) = more(path) {
            return (200, body);
        }
        let Some(rest) = path.strip_prefix("/v2/contract/298/") else {
            return match path {
                "/api/v1/contracts/0.0.5001" => {
                    (200, format!(r#"{{"contract_id":"0.0.5001","evm_address":"{PROXY}"}}"#))
                }
                _ => (404, r#"{"_status":{"messages":[{"message":"Not found"}]}}"#.to_owned()),
            };
        };
        let address = rest.split('?').next().unwrap_or_default().to_lowercase();
        let one = |address: String| format!(r#"{{"address":"{address}","name":"Facet"}}"#);
        let implementations: Vec<String> = behind(&address).into_iter().map(one).collect();
        let implementations = implementations.join(",");
        let body = format!(
            r#"{{"abi":[{{"type":"function","name":"f","inputs":[]}}],"match":"match","runtimeMatch":"match",
            "creationMatch":null,"chainId":"298","address":"{address}","compilation":{{"name":"Facet"}},
            "proxyResolution":{{"isProxy":true,"proxyType":"DiamondProxy","implementations":[{implementations}]}}}}"#
        );
        (200, body)
    })
}

fn interfaces(server: &Server) -> Program {
    let url = server.url();
    let networks = ["--network", "local", "--mirror", url, "--verifier", url, "--chain", "298"];
    Start::plain().with(networks).with(["contract/0.0.5001/interfaces"]).run()
}

/// Another address for each of these.
fn made(from: &str, number: usize) -> String {
    let letters = format!("{from}{number}");
    let mixed = letters.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3).rotate_left(5)
    });
    format!("0x{mixed:016x}{:024x}", mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

/// What is behind it has an end, and until then the program does as it is told.
fn holds(server: &Server) {
    let mut program = interfaces(server);
    program.see("verified (match)").send("?");
    program.see("What can be done here").send("\x1b");
    program.see_no("What can be done here").see("are left out; 32 are looked up");
    program.until("what is behind it", |_| server.distinct("/v2/contract/") >= 33);
    program.wait_for_silence(Duration::from_secs(1));
    program.send("q");
    assert_eq!(program.end(), 0);
    assert_eq!(server.distinct("/v2/contract/"), 33, "the proxy and 32 behind it");
    let mut program = interfaces(server);
    program.see("interfaces").signal("TERM");
    assert_eq!(program.end(), 143);
}

#[test]
fn proxies_of_five_proxies_each_have_an_end() {
    holds(&proxies(|address| (0..5).map(|number| made(address, number)).collect()));
}

#[test]
fn a_diamond_of_twenty_thousand_facets_is_looked_at_in_part() {
    let server = proxies(|address| match address {
        PROXY => (0..20_000).map(|number| made(address, number)).collect(),
        _ => Vec::new(),
    });
    holds(&server);
    let url = server.url();
    let networks = ["--network", "local", "--mirror", url, "--verifier", url, "--chain", "298"];
    let mut program = Start::plain().with(networks).with([&*format!("verified/298/{PROXY}")]).run();
    program.see("DiamondProxy").send("G");
    program.see("and 19,968 more").send("\x03");
    assert_eq!(program.end(), 0);
}

/// How many answers may come between a key and what it shows: those of a frame or two.
const MAX_BETWEEN: usize = 500;
/// So many answers come while keys are pressed.
const A_THOUSAND: usize = 1_000;

/// A server without an end of results, each of which has the event that is searched for.
fn endless() -> Server {
    const TRANSFER: &str = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
    let bloom = "f".repeat(512);
    let result = move |at: u64, logs: &str| {
        format!(
            r#"{{"contract_id":"0.0.5001","timestamp":"{at}.000000001","hash":"0x{at:08x}","bloom":"0x{bloom}",
            "logs":[{logs}]}}"#
        )
    };
    Server::start(move |path| {
        let Some(rest) = path.strip_prefix("/api/v1/contracts/0.0.5001/results") else {
            return (404, r#"{"_status":{"messages":[{"message":"Not found"}]}}"#.to_owned());
        };
        if let Some(at) = rest.strip_prefix('/').and_then(|at| at.split('.').next()?.parse().ok()) {
            let log = format!(
                r#"{{"address":"0x0000000000000000000000000000000000001389","contract_id":"0.0.5001",
                "data":"0x{at:064x}","index":0,"topics":["{TRANSFER}","0x{at:064x}","0x{at:064x}"]}}"#
            );
            return (200, result(at, &log));
        }
        let before = rest.split("lt:").nth(1).and_then(|at| at.split('.').next()?.parse().ok());
        let last = before.unwrap_or(1_795_219_000_u64) - 100;
        let rows: Vec<String> = (last..last + 100).rev().map(|at| result(at, "")).collect();
        let next = format!("/api/v1/contracts/0.0.5001/results?limit=100&timestamp=lt:{last}.000000001");
        (200, format!(r#"{{"results":[{}],"links":{{"next":"{next}"}}}}"#, rows.join(",")))
    })
}

/// A start whose requests no budget slows down.
fn asking_often() -> Start {
    let often = "[networks.local]\nrequests-per-second = 1000\nburst = 1000\n";
    Start::plain().prepared(|home| std::fs::write(home.join("config.toml"), often).unwrap()).with_config()
}

#[test]
fn keys_and_signals_are_heard_between_answers_that_come_by_the_thousand() {
    let server = endless();
    let place = "contract/0.0.5001/find?event=Transfer(address,address,uint256)&emitter=any";
    let start = asking_often().with(["--network", "local", "--mirror", server.url()]);
    let mut program = start.with([place]).run();
    program.see("hits 1").wait("some answers", |_| server.asked("/results/") > 300);
    let first = server.asked("/results/");
    // As long as a thousand answers come, each key is heard after a frame or two of them.
    while server.asked("/results/") < first + A_THOUSAND {
        let before = server.asked("/results/");
        program.send("?");
        program.see("What can be done here");
        let between = server.asked("/results/") - before;
        assert!(between < MAX_BETWEEN, "{between} answers came before the key was heard");
        program.send("\x1b");
        program.see_no("What can be done here");
        program.wait("more answers", |_| server.asked("/results/") > before);
    }
    program.signal("TERM");
    assert_eq!(program.end(), 143);
    assert!(program.is_given_back());
}

/// How many proxies emit an event of one result, and how many contracts each stands before.
const PROXIES: usize = 20;
const FACETS: usize = 32;

#[test]
fn of_what_is_behind_many_proxies_of_one_pane_a_part_is_looked_up() {
    const TOPIC: &str = "0xfefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefe";
    let verifier = proxies_beside(
        |path| {
            let log = |number| {
                format!(
                    r#"{{"address":"{}","data":"0x","index":{number},"topics":["{TOPIC}"]}}"#,
                    made("", number)
                )
            };
            let logs: Vec<String> = (0..PROXIES).map(log).collect();
            path.starts_with("/api/v1/contracts/0.0.5001/results/1795219000.000000001").then(|| {
                format!(
                    r#"{{"contract_id":"0.0.5001","timestamp":"1795219000.000000001","hash":"0x01","bloom":"0x",
                    "result":"SUCCESS","logs":[{}]}}"#,
                    logs.join(",")
                )
            })
        },
        |address| {
            let is_met = (0..PROXIES).any(|number| made("", number) == address);
            (0..if is_met { FACETS } else { 0 }).map(|number| made(address, number)).collect()
        },
    );
    let url = verifier.url();
    let networks = ["--network", "local", "--mirror", url, "--verifier", url, "--chain", "298"];
    // How many are asked for is to be seen, not how often.
    let start = asking_often().with(networks).with(["result/0.0.5001/1795219000.000000001"]);
    let mut program = start.run();
    program.see("more are left out");
    program.wait_for_silence(Duration::from_secs(1));
    program.send("q");
    assert_eq!(program.end(), 0);
    let met = (0..PROXIES).filter(|number| verifier.asked(&made("", *number)) > 0).count();
    let behind = verifier.asked("/v2/contract/") - met - verifier.asked(PROXY);
    assert_eq!(behind, 64, "of {} behind {met} proxies", FACETS * met);
}
