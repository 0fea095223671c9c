//! Command lines, read and refused.

use ledger::Timestamp;
use ledger::moment::Clock;
use verification::Mode;

use super::*;
use crate::config::JobsTask;
use crate::message::Place;
use crate::message::goto::{self, GoToContext};
use crate::message::place::PlaceKind;

fn parse(line: &str) -> Result<Flags, clap::Error> {
    Flags::from_args(std::iter::once("hieroscope").chain(line.split_whitespace()).map(OsString::from))
}

#[test]
fn the_command_line_is_sound() {
    Flags::command().debug_assert();
}

#[test]
fn a_target_stands_anywhere_among_the_flags() {
    let flags = parse("--network testnet 0.0.5001 --ascii --no-mouse --theme dark --chain 296").unwrap();
    assert_eq!(flags.target().as_deref(), Some("0.0.5001"));
    assert_eq!(flags.network.as_deref(), Some("testnet"));
    assert_eq!(flags.theme, Some(ThemeName::Dark));
    assert_eq!(flags.chain, ChainId::parse("296"));
    assert!(flags.ascii && flags.no_mouse && !flags.fresh && flags.names_a_start());
    assert!(parse("--fresh").unwrap().names_a_start() && !parse("--ascii").unwrap().names_a_start());
}

#[test]
fn a_command_is_no_place_and_a_place_is_no_command() {
    for target in ["verify 0.0.5001", "verify/298/0.0.5018?mode=import", ":jobs", "jobs/", "verify", "help"] {
        let flags = Flags::from_args(["hieroscope", target].map(OsString::from)).unwrap();
        assert_eq!((flags.target().as_deref(), flags.task), (Some(target), None));
    }
    for line in [
        "results 0.0.5001 from 0.0.1002 last 2h",
        "block 70002150",
        "verify 0.0.5001",
        "verify 0.0.5001 import",
        "contract 0.0.5001 as of yesterday",
    ] {
        let flags = parse(&format!("--network testnet {line} --ascii")).unwrap();
        assert_eq!((flags.target().as_deref(), flags.task), (Some(line), None));
        assert!(flags.ascii);
    }
    assert_eq!(parse("jobs --json").unwrap().task, Some(Task::Jobs(JobsTask { refresh: false, json: true })));
    for line in [
        "0.0.5001 --ascii jobs",
        "verify similarity",
        "verify --json",
        "jobs --wat",
        "--json jobs",
        "--demo-faults mirror-503 --json jobs",
    ] {
        assert_eq!(parse(line).unwrap_err().exit_code(), 2, "{line}");
    }
}

#[test]
fn every_kind_of_place_is_a_target_in_every_spelling() {
    let network = Network { chain: ChainId::parse("298"), ..Network::documented("demo") };
    let networks = [network.clone()];
    let ctx = GoToContext {
        network: &network,
        networks: &networks,
        here: None,
        clock: &Clock::from(Timestamp::from_secs(1_800_000_000)),
    };
    for row in Row::all() {
        let place = Place::parse(row.example, network.home).unwrap();
        let path = row.example.split_once('/').map_or("", |(_, path)| path);
        let name = place.contract_named().filter(|_| row.page || row.kind == PlaceKind::Verify);
        let name = name.map_or_else(|| path.replace('/', " "), |contract| contract.to_string());
        let when = if row.at_one_time { "2h ago" } else { "last 2h" };
        // A place that is named by its word alone has no name behind it.
        let said = |words: &[&str]| words.join(" ").split_whitespace().collect::<Vec<_>>().join(" ");
        let words = row.words.iter().map(|word| said(&[word, &name]));
        let prefixed = (!row.prefix.is_empty()).then(|| format!("{}:{name}", row.prefix));
        let narrowed =
            row.words.iter().filter(|_| !row.filters.is_empty()).map(|word| said(&[word, &name, when]));
        for text in [row.example.to_owned()].into_iter().chain(words).chain(prefixed).chain(narrowed) {
            // The commands of these names have no target.
            let is_target = !["jobs", "decode"].contains(&text.split(' ').next().unwrap_or_default());
            let whole =
                is_target.then(|| Flags::from_args(["hieroscope", &text].map(OsString::from)).unwrap());
            for flags in whole.into_iter().chain(is_target.then(|| parse(&text).unwrap())) {
                assert_eq!((flags.target().as_deref(), flags.task), (Some(&*text), None));
            }
            let readings = goto::readings(&text, &ctx).unwrap_or_else(|fault| panic!("{text}: {fault}"));
            assert_eq!(readings[0].place.kind(), row.kind, "{text}");
        }
    }
}

#[test]
fn what_is_common_to_all_stands_before_or_behind_a_command() {
    let before = parse("--network testnet --chain 296 verify similarity --address 0.0.5001 --watch").unwrap();
    let behind = parse("verify similarity --address 0.0.5001 --watch --chain 296 --network testnet").unwrap();
    assert_eq!(before, behind);
    assert_eq!((before.network.as_deref(), before.chain), (Some("testnet"), ChainId::parse("296")));
    let Some(Task::Verify(task)) = before.task else { panic!("a command") };
    assert_eq!((task.mode, task.sending.watch, task.sending.timeout), (Some(Mode::Similarity), true, None));
}

#[test]
fn faults_are_those_of_the_embedded_network() {
    let flags = parse("--demo-faults mirror-503=2,verifier-409 0.0.5001 --demo-faults mirror-slow").unwrap();
    assert_eq!(flags.demo_faults, ["mirror-503=2", "verifier-409", "mirror-slow"]);
    let chosen = |line: &str| {
        let mut networks = crate::config::networks::built_in();
        choose(&parse(line).unwrap(), "mainnet", &mut networks, Path::new(""))
    };
    assert_eq!(chosen("--demo-faults mirror-503").unwrap().name, "demo");
    for line in ["--network testnet", "--mirror http://localhost:1"] {
        assert_eq!(chosen(&format!("{line} --demo-faults mirror-503")).unwrap_err().exit_code(), 2, "{line}");
    }
}

#[test]
fn an_address_keeps_its_path() {
    let flags = parse("--verifier http://localhost:5555/server/").unwrap();
    assert_eq!(flags.verifier.as_deref(), Some("http://localhost:5555/server"));
}

#[test]
fn bad_flags_are_refused_with_exit_code_2() {
    for line in [
        "--mirror localhost:1",
        "--mirror http://u:p@h/",
        "--verifier http://h/?x",
        "--chain 0x128",
        "--theme pink",
        "--wat",
    ] {
        let refusal = parse(line).unwrap_err();
        assert!(refusal.use_stderr(), "{line}");
        assert_eq!(refusal.exit_code(), 2, "{line}");
    }
}

#[test]
fn help_fits_eighty_columns() {
    for line in EXAMPLES.lines().chain(EXIT_CODES.lines()) {
        assert!(line.chars().count() <= 80, "{line}");
    }
}

#[test]
fn help_and_version_are_no_failures() {
    for line in ["--help", "--version"] {
        assert_eq!(parse(line).unwrap_err().exit_code(), 0, "{line}");
    }
}
