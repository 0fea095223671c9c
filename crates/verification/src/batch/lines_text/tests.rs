//! What people paste, and what is wrong with it.

use ledger::LedgerId;

use super::*;

const HEX: &str = "b0551e9ecceb06cf6ea2879174aaf4da84633e85";

fn read_on(chain: Option<&ChainId>, text: &str) -> Reading {
    let naming = Naming { network: "testnet", home: EntityId::from_num(0), ledger: Some(LedgerId(1)) };
    Reading::parse(text.split(['\r', '\n']), Scope { naming, chain })
}

fn parse(text: &str) -> Reading {
    read_on(ChainId::parse("296").as_ref(), text)
}

/// Chain, contract and hash of the only line.
fn target(text: &str) -> String {
    let reading = parse(text);
    let [line] = reading.lines.as_slice() else { panic!("{text}: {reading:?}") };
    match &line.read {
        Ok(target) => {
            let hash = target.creation_hash.map(|hash| format!(" {hash}")).unwrap_or_default();
            format!("{} {}{hash}", target.chain, target.contract)
        }
        Err(fault) => fault.clone(),
    }
}

#[test]
fn values_stand_between_any_separators() {
    let hash = format!("0x{}", "ab".repeat(32));
    let wanted = format!("295 0x{HEX} {hash}");
    for text in [
        format!("295,0x{HEX},{hash}"),
        format!(" 295 , 0x{HEX} ,\t{hash} "),
        format!("295;0x{HEX};{hash};"),
        format!("295\t0x{HEX}\t{hash}"),
        format!("295  0x{HEX}  {hash}"),
        format!("\"295\",\"{HEX}\",\"{hash}\""),
        format!("\"295,0x{HEX},{}\"", hash.to_uppercase()),
        format!("\u{feff}295,0x{HEX},{hash} # the router"),
        format!("chainId,address,creationTransactionHash\r\n295,0x{HEX},{hash}\r\n\r\n"),
    ] {
        assert_eq!(target(&text), wanted, "{text:?}");
    }
}

#[test]
fn the_chain_may_be_left_out() {
    let hash = format!("0x{}", "ab".repeat(32));
    for (text, wanted) in [
        (format!("0x{HEX}"), format!("296 0x{HEX}")),
        (format!(",0x{HEX},"), format!("296 0x{HEX}")),
        (format!("0x{HEX},{hash}"), format!("296 0x{HEX} {hash}")),
        (format!(",0x{HEX},{hash}"), format!("296 0x{HEX} {hash}")),
        ("0.0.5001".to_owned(), "296 0.0.5001".to_owned()),
        ("5001".to_owned(), "296 0.0.5001".to_owned()),
        (format!("5001,{hash}"), format!("296 0.0.5001 {hash}")),
        (format!("0.0.5001 {hash}"), format!("296 0.0.5001 {hash}")),
        ("296,5001".to_owned(), "296 0.0.5001".to_owned()),
    ] {
        assert_eq!(target(&text), wanted, "{text}");
    }
    let alone = read_on(None, &format!("0x{HEX}\n296,5001"));
    assert!(alone.lines[0].read.as_ref().is_err_and(|fault| fault.contains("write the chain in front")));
    assert!(alone.lines[1].is_ready(), "a network that names no chain may be the one of any");
}

#[test]
fn a_fault_says_what_is_wrong() {
    for (text, words) in [
        (format!("0296,0x{HEX}"), "zeros"),
        (format!("mainnet,0x{HEX}"), "'m' is no digit"),
        (format!("296,0x{}", HEX.replacen('b', "B", 1)), "EIP-55"),
        ("296,0x1234".to_owned(), "4"),
        ("greeter".to_owned(), "neither"),
        (format!("296,0x{HEX},0xab"), "2 hex digits"),
        (format!("296,0x{HEX},0xab,1"), "4 values"),
        ("295,0.0.5001".to_owned(), "an id means something on testnet only"),
        ("296,0.0.123-vfmkw".to_owned(), "mainnet"),
        ("296,0x167".to_owned(), "Token service is part of the ledger"),
        ("296,0.0.359".to_owned(), "Token service is part of the ledger"),
    ] {
        assert!(target(&text).contains(words), "{text}: {}", target(&text));
    }
}

#[test]
fn comments_blanks_and_titles_are_passed_over_but_numbered() {
    let reading = parse("# mine\n\nchain;address\n296,0.0.5001\n   \naddress\n,,\n296,0.0.5002");
    let numbers: Vec<usize> = reading.lines.iter().map(|line| line.number).collect();
    assert_eq!(numbers, [4, 8], "a second file may have brought its titles along");
    assert_eq!(reading.line(8).map(|line| line.text.as_str()), Some("296,0.0.5002"));
    assert_eq!(reading.line(5), None);
}

#[test]
fn a_contract_is_sent_once_however_it_is_spelled() {
    let long_zero = format!("0x{:040x}", 5001);
    let text = format!("0.0.5001\n295,{long_zero}\n296,{long_zero}\n0x{HEX}\n{HEX}\n5001");
    let doubles: Vec<_> = parse(&text).lines.iter().map(|line| line.double_of).collect();
    assert_eq!(doubles, [None, None, Some(1), None, Some(4), Some(1)]);
}

#[test]
fn more_lines_than_a_batch_takes_are_told() {
    let lines = |count: usize| (1..=count).map(|n| (5000 + n).to_string()).collect::<Vec<_>>().join("\n");
    assert!(!parse(&lines(MAX_LINES)).is_too_long());
    assert!(parse(&lines(MAX_LINES + 1)).is_too_long());
}

proptest::proptest! {
    #[test]
    fn reading_again_after_an_edit_is_reading_anew(
        before in "(296,|295,)?(0[.]0[.]500[0-9]|x|#|address)(\n(0[.]0[.]500[0-9]|x))?",
        after in "(296,|295,)?(0[.]0[.]500[0-9]|x|#|address)(\n(0[.]0[.]500[0-9]|x))?",
    ) {
        let chain = ChainId::parse("296");
        let naming = Naming { network: "testnet", home: EntityId::from_num(0), ledger: Some(LedgerId(1)) };
        let renewed = parse(&before).renewed(after.split(['\r', '\n']), Scope { naming, chain: chain.as_ref() });
        proptest::prop_assert_eq!(renewed, parse(&after));
    }

    #[test]
    fn no_line_is_lost(text in "[0-9a-fx,;\t #\"\r\n.-]{0,300}") {
        let reading = parse(&text);
        for line in &reading.lines {
            let written = text.split(['\r', '\n']).nth(line.number - 1).unwrap_or_default();
            proptest::prop_assert!(written.contains(&line.text));
            proptest::prop_assert_eq!(line.is_ready(), line.read.is_ok() && line.double_of.is_none());
        }
    }
}

#[test]
fn a_mistyped_address_is_no_artifact_of_the_chain() {
    for text in [format!("296,L0x{HEX}"), format!("296 Ox0x{HEX}")] {
        let fault = target(&text);
        assert!(fault.ends_with("is not a hex digit"), "{text}: {fault}");
    }
    assert_eq!(target("296,Counter"), "296 is the chain: write the contract behind it");
    assert_eq!(target("5012,Counter"), "296 0.0.5012");
}
