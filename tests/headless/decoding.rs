//! `hieroscope decode`: bytes in hand, read by a signature, an ABI or a contract's interface.

use super::process::{demo, home, start};
use super::server::serve;

#[test]
fn bytes_are_read_by_a_signature_or_an_abi() {
    const ADDRESS: &str = "0xbbf3f1421D886E9b2c5D716B5192aC998af2012c";
    // A call of a public report, whose user had the signature.
    let word = format!("{:0>64}", ADDRESS.trim_start_matches("0x").to_lowercase());
    let rest = format!("{word}{:064x}", 1_739_768_400);
    let words = format!("{word}{rest}");
    let run = |line: &str| demo(&format!("decode {line}")).end();
    let none = run(&format!("0xbd908912{words}"));
    assert_eq!(none.code, Some(1));
    assert!(none.stderr.contains("no name is known for 0xbd908912: give --signature"), "{}", none.stderr);
    assert!(none.stdout.contains(&format!("  0x20  {word}")), "{}", none.stdout);
    let directory = tempfile::tempdir().unwrap();
    let abi = directory.path().join("abi.json");
    let text = r#"[{"type":"function","name":"run","inputs":[{"name":"to","type":"address"},{"name":"pair",
        "type":"tuple","components":[{"name":"a","type":"address"},{"name":"n","type":"uint96"}]}]}]"#;
    std::fs::write(&abi, text).unwrap();
    let signature = "--signature run(address,(address,uint96))";
    for line in [
        format!("0xbd908912{words} {signature}"),
        format!("bd908912 {word} {rest} {signature}"),
        format!("0x{words} {signature}"),
        format!("0x{words} --signature f()(address,(address,uint96))"),
        format!("0xbd908912{words} --abi {}", abi.display()),
    ] {
        let got = run(&line);
        let is_whole = got.stdout.matches(ADDRESS).count() == 2 && got.stdout.contains("1739768400)");
        assert!(got.code == Some(0) && is_whole, "{line}: {got:?}");
    }
    let topic = "7".repeat(64);
    let event = run(&format!("0x{word} --topics 0x{topic}"));
    assert_eq!(event.code, Some(1));
    assert!(event.stdout.starts_with(&format!("  0x00  {topic}\n  0x20  {word}")), "{}", event.stdout);
    let odd = run("0xa9059");
    assert_eq!(odd.code, Some(2));
    assert!(odd.stderr.contains("5 hex digits: an odd number"), "{}", odd.stderr);
    let other = run("0xa9059cbb --signature nothing");
    assert!(other.code == Some(2) && other.stderr.contains("--signature: "), "{}", other.stderr);
}

#[test]
fn bytes_are_read_by_the_interface_of_a_contract() {
    let (server, _) = serve(|asked| {
        let body = if asked.contains("/v2/contract/") {
            r#"{"match":"exact_match","runtimeMatch":"exact_match","abi":[{"type":"error","name":"Shut",
                "inputs":[{"name":"until","type":"uint256"}]}]}"#
        } else if asked.contains("/contracts/0.0.5005") {
            r#"{"contract_id":"0.0.5005","evm_address":"0xabababababababababababababababababababab"}"#
        } else {
            return (404, "{}".to_owned());
        };
        (200, body.to_owned())
    });
    let hash = alloy_primitives::keccak256("Shut(uint256)");
    let data = format!("{}{:064x}", alloy_primitives::hex::encode(&hash[..4]), 77);
    let line = format!(
        "decode {data} --contract 0.0.5005 --network local --mirror {server} --verifier {server} --chain 298"
    );
    let got = start(&line, &home(), &[]).end();
    assert_eq!(got.code, Some(0), "{}", got.stderr);
    assert!(got.stdout.starts_with("Shut(uint256)  verified") && got.stdout.contains("until  77"), "{got:?}");
}

#[test]
fn calls_within_a_call_are_lines_below_it() {
    let inner = format!("a9059cbb{:064x}{:064x}", 1003, 250);
    let data = format!("ac9650d8{:064x}{:064x}{:064x}{:064x}{inner}{}", 32, 1, 32, 68, "0".repeat(56));
    let got = demo(&format!("decode {data}")).end();
    assert_eq!(got.code, Some(0), "{}", got.stderr);
    let nested = got.stdout.lines().position(|line| line.trim().starts_with("transfer(address,uint256)"));
    assert!(nested.is_some_and(|at| at > 1) && got.stdout.contains("  0.0.1003"), "{}", got.stdout);
}
