//! What people type and paste, and where it leads.

mod bytes;
mod filters;
mod links;

use api::{AnswerWait, ExplorerLinks, RequestBudget};
use ledger::moment::Clock;
use ledger::{LedgerId, Timestamp};
use verification::ChainId;

use super::*;

const ALIAS: &str = "0xb0551e9ecceb06cf6ea2879174aaf4da84633e85";
const TX: &str = "0.0.1005-1795216518-468117137";
const JOB: &str = "2f4aeb11-6b52-4e0e-9a44-1a2b3c4d5e6f";
const NOW: Timestamp = Timestamp::from_secs(1_795_219_200);

fn network(name: &str, ledger: u8, chain: &str) -> Network {
    Network {
        name: name.to_owned(),
        mirror: format!("https://{name}.example"),
        verifier: None,
        chain: ChainId::parse(chain),
        ledger: Some(LedgerId(ledger)),
        home: EntityId::from_num(0),
        explorer: ExplorerLinks::default(),
        unit_parameter: String::new(),
        import_segment: String::new(),
        plain_http_key: false,
        budget: RequestBudget::default(),
        answer_wait: AnswerWait::default(),
        generated: false,
    }
}

/// Reads on testnet, with `here` on screen.
fn read_at(here: &str, text: &str) -> Result<Vec<Reading>, GoToFault> {
    let networks = [network("main", 0, "295"), network("testnet", 1, "296")];
    let here = Place::parse(here, EntityId::from_num(0)).unwrap();
    readings(
        text,
        &GoToContext {
            network: &networks[1],
            networks: &networks,
            here: Some(&here),
            clock: &Clock::from(NOW),
        },
    )
}

fn places(here: &str, text: &str) -> Vec<String> {
    let readings = read_at(here, text).unwrap_or_else(|fault| panic!("{text}: {fault}"));
    readings.iter().map(|reading| reading.place.to_string()).collect()
}

/// The first reading, from home.
fn first(text: &str) -> Reading {
    read_at("home", text).unwrap_or_else(|fault| panic!("{text}: {fault}")).remove(0)
}

#[test]
fn one_text_one_place() {
    for (text, wanted) in [
        ("home", "home".to_owned()),
        (":jobs", "jobs".to_owned()),
        ("jo", "jobs".to_owned()),
        ("schedules", "schedules?order=desc".to_owned()),
        ("verify", "verify/296".to_owned()),
        ("contract/5001/results?limit=5", "contract/0.0.5001/results?limit=5".to_owned()),
        (
            "contract/0.0.5001/results?from=0.0.1002 on testnet",
            "contract/0.0.5001/results?from=0.0.1002".to_owned(),
        ),
        ("requests on main", "requests".to_owned()),
        ("transactions", "transactions".to_owned()),
        ("contract 5001", "contract/0.0.5001".to_owned()),
        ("c:5001", "contract/0.0.5001".to_owned()),
        ("r:0.0.5001", "contract/0.0.5001/results".to_owned()),
        ("s: 7002", "schedule/0.0.7002".to_owned()),
        ("schedule 0.0.7002", "schedule/0.0.7002".to_owned()),
        ("v:0.0.5001", "verify/296/0.0.5001".to_owned()),
        ("verify 0.0.5001 import", "verify/296/0.0.5001?mode=import".to_owned()),
        ("code 0.0.5001", "code/0.0.5001".to_owned()),
        ("sources 5001", "sources/296/0.0.5001".to_owned()),
        ("gas 0.0.5001", "contract/0.0.5001/gas".to_owned()),
        ("events 0.0.5001", "contract/0.0.5001/logs".to_owned()),
        ("storage 0.0.5001", "contract/0.0.5001/state".to_owned()),
        ("abi 0.0.5001", "contract/0.0.5001/interfaces".to_owned()),
        (
            "abi 0.0.5001 ~/out/Token v2.json",
            "contract/0.0.5001/interfaces?add=~/out/Token%20v2.json".to_owned(),
        ),
        ("result 0.0.5001 1795216207.5", "result/0.0.5001/1795216207.500000000".to_owned()),
        ("result 0.0.1005@1795216518.468117137", format!("result/{TX}")),
        ("result 0.0.1005-1795216518-468117137 nonce=2", format!("result/{TX}?nonce=2")),
        (ALIAS, format!("contract/{ALIAS}")),
        ("B0551E9ECCEB06CF6EA2879174AAF4DA84633E85", format!("contract/{ALIAS}")),
        (TX, format!("transaction/{TX}")),
        ("t:0.0.1005@1795216518.468117137", format!("transaction/{TX}")),
        ("0010051795216518468117137", format!("transaction/{TX}")),
        ("0.0.1005@1795216518.468117137?scheduled", format!("transaction/{TX}?scheduled=true")),
        ("tx 0.0.1005@1795216518.468117137 nonce=1", format!("transaction/{TX}?nonce=1")),
        ("2F4AEB11-6B52-4E0E-9A44-1A2B3C4D5E6F", format!("job/{JOB}")),
        (
            "results 0.0.5005 from=0.0.98 last 2h internal",
            "contract/0.0.5005/results?from=0.0.98&timestamp=gte:1795212000.000000000&internal=true"
                .to_owned(),
        ),
        ("contract 0.0.5001 as of 1791000000", "contract/0.0.5001@1791000000.000000000".to_owned()),
        ("https://hashscan.io/testnet/contract/0.0.5001", "contract/0.0.5001".to_owned()),
        ("hashscan.io/testnet/contract/0.0.5001-abcde?p=1#x", "contract/0.0.5001".to_owned()),
        ("https://hashscan.io/testnet/schedule/0.0.7002", "schedule/0.0.7002".to_owned()),
        (
            "https://hashscan.io/testnet/transaction/1795216518.468117137?tid=0.0.1005-1795216518-468117137",
            "transaction/1795216518.468117137".to_owned(),
        ),
        (
            "https://x.example/api/v1/contracts/0.0.5001/results/1795216207.5",
            "result/0.0.5001/1795216207.500000000".to_owned(),
        ),
        (
            "/api/v1/contracts/0.0.5001/results?limit=5&order=asc",
            "contract/0.0.5001/results?order=asc&limit=5".to_owned(),
        ),
        (
            "https://x.example/api/v1/transactions/0.0.1005-1795216518-468117137?nonce=2",
            format!("transaction/{TX}?nonce=2"),
        ),
        ("https://x.example/api/v1/schedules?order=desc", "schedules?order=desc".to_owned()),
        ("https://sourcify.example/v2/verify/2f4aeb11-6b52-4e0e-9a44-1a2b3c4d5e6f", format!("job/{JOB}")),
        ("https://verify.example/jobs/2f4aeb11-6b52-4e0e-9a44-1a2b3c4d5e6f", format!("job/{JOB}")),
        ("https://repo.example/296/0xb0551e9ecceb06cf6ea2879174aaf4da84633e85", format!("contract/{ALIAS}")),
        (
            "https://s.example/#/lookup/0xb0551e9ecceb06cf6ea2879174aaf4da84633e85",
            format!("contract/{ALIAS}"),
        ),
        (
            "https://s.example/v2/verify/similarity/296/0xb0551e9ecceb06cf6ea2879174aaf4da84633e85",
            format!("verify/296/{ALIAS}?mode=similarity"),
        ),
        ("0.0.5001/results?limit=5", "contract/0.0.5001/results?limit=5".to_owned()),
        ("  \"Contract 0.0.5001 on testnet\",\n", "contract/0.0.5001".to_owned()),
        ("{\"schedule_id\":\"0.0.7002\"}", "schedule/0.0.7002".to_owned()),
        ("failed: (0.0.1005@1795216518.468117137).", format!("transaction/{TX}")),
        ("see https://hashscan.io/testnet/contract/0.0.5001, thanks", "contract/0.0.5001".to_owned()),
    ] {
        assert_eq!(places("home", text).first(), Some(&wanted), "{text}");
    }
}

#[test]
fn a_bare_id_is_a_contract_first_and_never_sure() {
    let readings = read_at("contract/0.0.9", "5001").unwrap();
    let texts: Vec<String> = readings.iter().map(|reading| reading.place.to_string()).collect();
    assert_eq!(
        texts,
        [
            "contract/0.0.5001",
            "account/0.0.5001",
            "schedule/0.0.5001",
            "contract/0.0.9/results?from=0.0.5001",
            "schedules?account.id=0.0.5001&order=desc",
            "token/0.0.5001",
            "contract/0.0.9/results?block.number=5001",
            "block/5001",
        ]
    );
    assert!(readings.iter().all(|reading| !reading.sure));
    assert!(first("contract 0.0.5001").sure && first(&format!("t:{TX}")).sure);
}

#[test]
fn checksums_are_checked_and_their_network_named() {
    let right = first("0.0.123-esxsf");
    assert!(right.words.ends_with("checksum ok") && right.doubt.is_none(), "{right:?}");
    let other = first("c:0.0.123-vfmkw");
    let doubt = other.doubt.clone().unwrap();
    assert!(doubt.contains("vfmkw is right for mainnet, and testnet is open"), "{doubt}");
    assert!(!other.sure);
    assert_eq!(other.network.as_deref(), Some("main"));
    let wrong = first("0.0.123-aaaaa").doubt.unwrap();
    assert!(wrong.contains("aaaaa is wrong: on testnet it is 0.0.123-esxsf"), "{wrong}");
    let payer = first("0.0.123-vfmkw@1795216518.468117137");
    assert!(payer.doubt.is_some_and(|doubt| doubt.contains("mainnet")));
}

#[test]
fn addresses_are_explained() {
    let long_zero = first("0x0000000000000000000000000000000000000167");
    assert!(long_zero.words.contains("= entity 0.0.359 (Token service, a system contract)"), "{long_zero:?}");
    assert_eq!(first("0x167").place, long_zero.place);
    assert!(first("0.0.359").doubt.is_some_and(|doubt| doubt.contains("no contract record")));
    let wrong_case = first("0xB0551e9ecceb06cf6ea2879174aaf4da84633e85");
    assert!(wrong_case.doubt.is_some_and(|doubt| doubt.contains("EIP-55")) && !wrong_case.sure);
}

#[test]
fn times_and_blocks_belong_to_the_contract_on_screen() {
    let here = "contract/0.0.9/results";
    assert_eq!(
        places(here, "1795216207.123456789"),
        [
            "result/0.0.9/1795216207.123456789",
            "transaction/1795216207.123456789",
            "contract/0.0.9@1795216207.123456789",
            "contract/0.0.9/results?timestamp=gte:1795216207.123456789&order=asc",
        ]
    );
    assert_eq!(
        places(here, "@2h ago").first().map(String::as_str),
        Some("contract/0.0.9/results?timestamp=gte:1795212000.000000000")
    );
    assert_eq!(places("contract/0.0.9", "@1791000000")[0], "contract/0.0.9@1791000000.000000000");
    assert_eq!(places(here, "results last 1h internal").len(), 1);
    assert!(matches!(read_at("home", "@2h ago"), Err(GoToFault::NeedsContract("A time", _))));
    let second = "timestamp=gte:1795216207.000000000&timestamp=lt:1795216208.000000000";
    for (place, text, wanted) in [
        ("home", "2026-11-20 23:10:07", format!("transactions?{second}")),
        ("home", "transaction/1795216207", format!("transactions?{second}")),
        ("home", "transaction/2026-11-20 23:10:07", format!("transactions?{second}")),
        ("home", "result/0.0.5001/1795216207", format!("contract/0.0.5001/results?{second}")),
        ("home", "result/0.0.5001/2026-11-20 23:10:07", format!("contract/0.0.5001/results?{second}")),
        ("contract/0.0.5001", "2026-11-20 23:10:07", format!("transactions?{second}")),
        ("contract/0.0.5001", "1795216207", "transaction/1795216207.000000000".to_owned()),
        ("home", "0.0.5001 results", "contract/0.0.5001/results".to_owned()),
        ("home", "0.0.5001 results oldest", "contract/0.0.5001/results?order=asc".to_owned()),
        ("home", "0.0.5001 logs", "contract/0.0.5001/logs".to_owned()),
        ("home", "0.0.5001@1795216207.123456789", "contract/0.0.5001@1795216207.123456789".to_owned()),
    ] {
        let read = read_at(place, text).unwrap();
        assert!(read.iter().any(|reading| reading.place.to_string() == wanted), "{text}: {read:?}");
    }
    assert!(matches!(read_at(here, "@soon"), Err(GoToFault::Time(_))));
}

#[test]
fn a_hash_is_a_results_or_within_a_contract_a_blocks_or_a_creations() {
    let hash = format!("0x{}", "ab".repeat(32));
    let readings = read_at("contract/0.0.9", &hash).unwrap();
    assert_eq!(readings[0].place.to_string(), format!("result/{hash}"));
    assert_eq!(readings[1].place.to_string(), format!("contract/0.0.9/results?block.hash={hash}"));
    assert!(places("verify/296/0.0.9", &hash)[0].starts_with("verify/296/0.0.9?mode=similarity&creation"));
    assert_eq!(places("contract/0.0.9", &"ab".repeat(48)).len(), 4);
    assert_eq!(places("home", &hash), [format!("result/{hash}"), format!("decode/{hash}")]);
    let explorer = format!("https://hashscan.io/testnet/tx/{hash}?x=1");
    assert_eq!(places("home", &explorer), [format!("result/{hash}")]);
    let long = "ab".repeat(48);
    assert_eq!(
        places("home", &long),
        [format!("transaction/0x{long}"), format!("result/0x{long}"), format!("block/0x{long}")]
    );
    let api = format!("https://testnet.mirrornode.hedera.com/api/v1/contracts/results/{hash}/actions");
    assert_eq!(places("home", &api), [format!("result/{hash}")]);
    assert_eq!(places("home", TX), [format!("transaction/{TX}"), format!("result/{TX}")]);
}

#[test]
fn another_network_is_reported_with_its_profile() {
    for text in [
        "https://hashscan.io/mainnet/contract/0.0.5001",
        "https://mainnet.mirror.example/api/v1/contracts/0.0.5001",
        "https://main.example/api/v1/contracts/0.0.5001",
        "https://repo.example/295/0xb0551e9ecceb06cf6ea2879174aaf4da84633e85",
        "contract 0.0.5001 on mainnet",
        "contract 0.0.5001 on main",
    ] {
        let reading = first(text);
        assert_eq!(reading.network.as_deref(), Some("main"), "{text}");
        assert!(reading.doubt.is_some_and(|doubt| doubt.ends_with("testnet is open")), "{text}");
        assert!(!reading.sure);
    }
    assert!(first("https://testnet.example/api/v1/contracts/0.0.5001").sure);
    let unknown = first("https://hashscan.io/previewnet/contract/0.0.5001");
    assert!(unknown.network.is_none() && unknown.doubt.is_some());
}

#[test]
fn every_candidate_of_a_long_paste_is_offered_once() {
    let text = format!("call of 0.0.5001 by 0.0.5001\nin {TX}\nand 3 more, job {JOB}");
    let texts = places("home", &text);
    let wanted = ["contract/0.0.5001", "schedule/0.0.5001", "schedules?account.id=0.0.5001&order=desc"];
    assert!(wanted.iter().all(|place| texts.iter().filter(|text| text == place).count() == 1), "{texts:?}");
    assert!(texts.contains(&format!("transaction/{TX}")) && texts.contains(&format!("job/{JOB}")));
    assert_eq!(texts.len(), 8);
}

#[test]
fn faults_say_what_can_be_typed_or_point_at_the_character() {
    assert_eq!(read_at("home", "  "), Err(GoToFault::Empty));
    assert_eq!(read_at("home", "?"), Err(GoToFault::Help));
    let unknown = read_at("home", "frobnicate\u{202e} all the things, and then some more of it").unwrap_err();
    assert!(unknown.to_string().contains("0.0.5001") && !unknown.to_string().contains('\u{202e}'));
    for (text, at) in [
        ("0.0.50o1", Some(6)),
        ("  0.0.50o1", Some(8)),
        ("c: 0.0.50o1", Some(9)),
        ("schedule 0.0.50o1", Some(15)),
        ("0xb0551e9ecceb06cf6ea2879174aaf4da84633eg5", Some(40)),
        ("0xb0551e9ecceb", None),
        ("t:5001", None),
        ("contract/5001/results?limit=0", None),
    ] {
        let fault = read_at("home", text).expect_err(text);
        assert_eq!(fault.position(), at, "{text}: {fault}");
    }
    assert!(matches!(read_at("home", "t:5001"), Err(GoToFault::Wanted { .. })));
    assert!(matches!(read_at("home", "contract/5001/results?limit=0"), Err(GoToFault::Place(_))));
}

#[test]
fn a_hash_of_a_result_may_have_its_word_before_it() {
    let hash = format!("0x{}", "ab".repeat(32));
    assert_eq!(places("home", &format!("result {hash}")), [format!("result/{hash}")]);
    assert!(first(&format!("result {hash}")).sure);
    let fault = read_at("home", "result 0xabc").unwrap_err().to_string();
    assert!(fault.starts_with("Expected here: a result: its hash, its transaction's id"), "{fault}");
}

#[test]
fn a_page_is_of_the_contract_on_screen_or_of_the_one_behind_its_word() {
    let here = "contract/0.0.9";
    assert_eq!(places(here, "code"), ["code/0.0.9"]);
    assert_eq!(places(here, "abi out/Token.json"), ["contract/0.0.9/interfaces?add=out/Token.json"]);
    for text in ["code", "abi token.json", "abi 0.0.50o1 token", "state 0.0.50o1"] {
        let fault = read_at("home", text).expect_err(text);
        assert!(fault.to_string().contains("a contract: an id such as 0.0.5001"), "{text}: {fault}");
    }
    // In running text such a word says nothing.
    assert_eq!(places("home", "\"state\": 5, \"contract_id\": \"0.0.5001\""), ["contract/0.0.5001"]);
}

#[test]
fn a_selector_and_a_topic_are_told_by_their_signatures() {
    let fault = |text: &str| read_at("home", text).expect_err(text).to_string();
    assert!(fault("sig 0xa9059cbb").starts_with("0xa9059cbb is function transfer(address"));
    let topic = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
    assert!(fault(&format!("topic {topic}")).contains("event Transfer(address"));
    assert!(fault("sig 0x00000001").starts_with("None of the built-in signatures"));
    for wrong in ["sig", "sig 0xa9059c", "sig transfer"] {
        assert!(fault(wrong).starts_with("Expected here: the first four bytes"), "{wrong}");
    }
}

#[test]
fn a_huge_paste_is_cut_on_a_character() {
    let text = "é".repeat(600_000);
    assert!(matches!(read_at("home", &text), Err(GoToFault::Unknown(_))));
    let text = format!("{TX} {}", "0.0.5 ".repeat(200_000));
    assert_eq!(places("home", &text)[0], format!("transaction/{TX}"));
}
