//! Tests of places: every text reads back, and faults say what would do.

use super::*;

fn parse(text: &str) -> Result<Place, PlaceFault> {
    Place::parse(text, EntityId::from_num(0))
}

#[test]
fn every_place_reads_back_what_it_writes() {
    for text in [
        "home",
        "jobs",
        "batch",
        "contract/0.0.5001",
        "contract/0.0.5001@1791000000.000000000",
        "contract/0xb0551e9ecceb06cf6ea2879174aaf4da84633e85@gte:1.000000000,lt:5.000000000",
        "contract/0.0.5001/versions",
        "contract/0.0.5001/find",
        "contract/0.0.5001/find?event=Transfer(address,address,uint256)&to=0.0.77&2=a%20b&emitter=any&internal=false",
        "contract/0.0.5001/gas",
        "contract/0.0.5001/gas?from=0.0.1002&internal=true",
        "contract/0.0.5001/results",
        "contract/0.0.5001/interfaces",
        "contract/0.0.5001/interfaces?add=~/out/Token%20v2.json",
        "contract/0.0.5001/results?from=0.0.1002&block.number=70002150&order=asc",
        "contract/0.0.5001/results?timestamp=gte:1795212000.000000000&internal=true&limit=100",
        "result/0.0.5001/1795216207.123456789",
        "result/0.0.1005-1795216518-468117137?nonce=2",
        "result/0xb05460ef1c808c6b811e4d5710acef2ee2cfa174a9dfa6ef372104bc2f81ac87",
        "contract/0.0.5001/logs",
        "contract/0.0.5001/logs?topic0=0x0a&timestamp=gte:1795212000.000000000&order=asc",
        "contract/0.0.5001/state?slot=0x00&timestamp=1795212000.000000000",
        "transaction/0.0.1005-1795216518-468117137",
        "transaction/0.0.1005-1795216518-468117137?nonce=1&scheduled=true",
        "transaction/1795216207.123456789",
        "transaction/0xb05460ef1c808c6b811e4d5710acef2ee2cfa174a9dfa6ef372104bc2f81ac87b05460ef1c808c6b811e4d5710acef2e",
        "schedules?order=asc",
        "schedules?order=desc",
        "schedules?account.id=0.0.1002&schedule.id=gt:0.0.7000&order=desc&limit=50",
        "pending",
        "pending?account.id=0.0.1002&contract=0.0.5001",
        "schedule/0.0.7002",
        "results?block.number=70002150",
        "contracts?contract.id=gt:0.0.5001&order=asc",
        "transactions?account.id=0.0.1002&type=debit",
        "account/0.0.1002",
        "account/0xb0551e9ecceb06cf6ea2879174aaf4da84633e85",
        "token/0.0.2001",
        "token/0.0.2001/balances?account.id=0.0.1002",
        "block/70002150",
        "requests",
        "labels",
        "verify",
        "verify/296",
        "verify/296/0xb0551e9ecceb06cf6ea2879174aaf4da84633e85?mode=similarity",
        "verify//0.0.5001?mode=import",
        "verified/296/0xb0551e9ecceb06cf6ea2879174aaf4da84633e85",
        "verified/298/0.0.5002",
        "sources/298/0.0.5002",
        "code/0.0.5001",
        "code/0.0.5001/compare/0xb0551e9ecceb06cf6ea2879174aaf4da84633e85",
        "compare/0.0.5001/0xb0551e9ecceb06cf6ea2879174aaf4da84633e85",
        "compare/0.0.5001:1795216207.123456789/0xb05460ef1c808c6b811e4d5710acef2ee2cfa174a9dfa6ef372104bc2f81ac87",
        "compare/0.0.1005-1795216518-468117137/0.0.1012-1795216550-000000001:9",
        "compare/0.0.1005-1795216518-468117137:scheduled/0.0.1012-1795216550-000000001",
        "job/2f4aeb11-6b52-4e0e-9a44-1a2b3c4d5e6f",
        "job/local:1795216207.000000000-42",
        "job/2f4aeb11-6b52-4e0e-9a44-1a2b3c4d5e6f/difference",
    ] {
        let place = parse(text).unwrap_or_else(|fault| panic!("{text}: {fault}"));
        assert_eq!(place.to_string(), text);
    }
}

#[test]
fn shorter_spellings_are_understood() {
    assert_eq!(parse("contract/5001").unwrap().to_string(), "contract/0.0.5001");
    assert_eq!(parse("").unwrap(), Place::Home);
    let at_form = parse("transaction/0.0.2@1.5").unwrap();
    assert_eq!(at_form.to_string(), "transaction/0.0.2-1-000000005");
}

#[test]
fn faults_say_what_would_do() {
    assert!(matches!(parse("frobs/1"), Err(PlaceFault::Unknown(_))));
    assert!(matches!(parse("contract/x"), Err(PlaceFault::Part(_))));
    let Err(PlaceFault::Parameters(faults)) = parse("contract/5001/results?limit=0&order=up") else {
        panic!("parameters should be at fault");
    };
    assert_eq!(faults.len(), 2);
    assert!(parse("job/123").is_err());
    assert!(parse("compare/0.0.5001/0.0.1005-1795216518-468117137").is_err());
    assert!(parse("compare/0.0.5001/x").is_err());
    assert!(parse("result/0.0.1").is_err());
    assert!(parse("verified/0.0.5002").is_err());
}

#[test]
fn each_kind_is_in_the_table_once_and_its_example_is_of_it() {
    let chain = ChainId::parse("298");
    for row in Row::all() {
        let place = parse(row.example).unwrap();
        assert_eq!(place.kind(), row.kind, "{}", row.example);
        assert_eq!(parse(&place.to_string()), Ok(place), "{}", row.example);
        assert_eq!(Row::all().filter(|other| other.kind == row.kind).count(), 1, "{:?}", row.kind);
        let page = row.page_of(ContractRef::Id(EntityId::from_num(5001)), chain.as_ref());
        assert_eq!(page.is_some(), row.page, "{:?}", row.kind);
        let opened = page.or_else(|| row.alone());
        assert!(opened.is_none_or(|place| place.kind() == row.kind), "{:?}", row.kind);
    }
}

#[test]
fn the_readme_has_the_table_of_places() {
    let readme = include_str!("../../../README.md");
    assert!(readme.contains(&Row::markdown()), "write this into README.md:\n{}", Row::markdown());
}

#[test]
fn help_lists_every_text_of_a_place_within_its_width() {
    let help = Row::help();
    for form in Row::all().flat_map(|row| row.forms) {
        assert!(help.contains(form), "{form}: {help}");
    }
    assert!(help.lines().all(|line| line.len() <= 80), "{help}");
}
