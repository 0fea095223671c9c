//! Pasted bytes.

use super::*;

#[test]
fn bytes_lead_to_what_they_say() {
    let topic = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
    let (who, amount) = (format!("{:064x}", 1003), format!("{:064x}", 250));
    let call = format!("0xa9059cbb{who}{amount}");
    assert_eq!(places("home", &call), [format!("decode/{call}")]);
    assert_eq!(places("home", "0xa9059cbb"), ["decode/0xa9059cbb"]);
    let here = "contract/0.0.9/results";
    assert_eq!(places(here, "0xa9059cbb"), ["decode/0xa9059cbb?with=0.0.9", "decode/0xa9059cbb"]);
    // Over several lines, as a terminal wraps it, and without what says that it is hex.
    let wrapped = format!("0xa9059cbb {who}\n{amount}");
    assert_eq!(places("home", &wrapped), [format!("decode/{call}")]);
    assert_eq!(places("home", &format!("decode a9059cbb {who}{amount}")), [format!("decode/{call}")]);
    let event = format!("decode/{topic},0x{who},0x{amount}");
    for pasted in [
        format!("{topic} 0x{who} 0x{amount}"),
        format!("[\"{topic}\", \"0x{who}\"]\n\"0x{amount}\""),
        event.clone(),
    ] {
        assert_eq!(places("home", &pasted).join(" "), event, "{pasted}");
    }
    let with = |text: &str| places("home", &format!("decode {call} {text}"));
    assert_eq!(with("0.0.5001"), [format!("decode/{call}?with=0.0.5001")]);
    assert_eq!(with(ALIAS), [format!("decode/{call}?with={ALIAS}")]);
    let signature = "pay(address to, uint256)";
    assert_eq!(with(signature), [format!("decode/{call}?with={}", signature.replace(' ', "%20"))]);
    assert_eq!(with("./out/Token.json"), [format!("decode/{call}?with=./out/Token.json")]);
    // A hash stays a hash first, an address an address, and a height a height.
    let hash = format!("0x{}", "ab".repeat(32));
    assert_eq!(places("home", &hash).last(), Some(&format!("decode/{hash}")));
    assert!(first(&hash).sure && matches!(first(ALIAS).place, Place::Contract(_)));
    // The topic of a known event is no transaction's hash. A word may be more than the address in it.
    assert_eq!(places("home", topic).first(), Some(&format!("decode/{topic}")));
    let word = format!("0x{:064x}", 1003);
    assert_eq!(places("home", &word).last(), Some(&format!("decode/{word}")));
    assert!(places("home", "12345678").iter().all(|place| !place.starts_with("decode")));
    assert_eq!(places("home", "0x42c1d56"), ["block/69999958"]);
    let long = format!("0xa9059cbb{}", "00".repeat(40_000));
    for text in [long.clone(), format!("decode {long}"), format!("decode/{long}")] {
        assert_eq!(places("home", &text), [format!("decode/{long}")]);
    }
}

#[test]
fn bytes_with_half_a_byte_say_so() {
    for text in ["0xa9059cbb0", "decode 0xa9059", "decode/0xa9059cbb0"] {
        let fault = read_at("home", text).unwrap_err().to_string();
        assert!(fault.contains("odd number") || fault.contains("two digits a byte"), "{text}: {fault}");
    }
    let fault = read_at("home", "decode").unwrap_err().to_string();
    assert!(fault.contains("bytes in hex, such as 0xa9059cbb"), "{fault}");
}
