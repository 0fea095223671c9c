//! What is typed is what is encoded, and the decoder's own words are taken again.

use std::sync::Arc;

use ledger::{Account, EvmAddress, Field, Labelled};
use proptest::prelude::{any, prop_assert_eq};

use super::*;
use crate::interface::Interface;
use crate::known::labels::LabelText;
use crate::{Known, arguments, reading};

const HOME: EntityId = EntityId::from_num(0);

fn entry(signature: &str) -> Entry {
    Interface::parse_line(signature).unwrap()
}

fn known() -> Known {
    let mut known = Known::default();
    let id = EntityId::from_num(1002);
    let account = Account {
        account: Field::Known(id),
        evm_address: Field::Known(EvmAddress::new([7; 20])),
        ..Account::default()
    };
    known.add_account(Arc::new(account));
    known.set_label(Labelled::Id(id), LabelText { name: "Treasury".into(), note: "".into() });
    known
}

/// What the arguments of a signature are read as, shown as `cast` writes them.
fn typed(signature: &str, texts: &[&str]) -> Result<Vec<String>, InputFault> {
    let (entry, known) = (entry(signature), known());
    let names = Names { known: &known, network: "test", home: HOME };
    let read = entry.inputs.iter().zip(texts).map(|(input, text)| parse_argument(text, input, &names));
    let read = read.collect::<Result<Vec<_>, _>>()?;
    let data = encode_call(&entry, &read).unwrap();
    assert_eq!(data.bytes().first_chunk(), Some(&entry.selector()));
    let decoded = arguments::decode_arguments(entry.inputs.iter(), &data.bytes()[4..]);
    assert_eq!(decoded.fault, None);
    Ok(decoded.list.iter().map(|argument| reading::summary::list(std::slice::from_ref(argument))).collect())
}

fn fault(kind: &str, text: &str) -> (usize, String) {
    let InputFault { at, words } = typed(&format!("f({kind})"), &[text]).unwrap_err();
    (at, words)
}

#[test]
fn values_of_each_type() {
    for (kind, text, shown) in [
        ("uint256", " 250 ", "250"),
        ("uint256", "1.5e18", "1500000000000000000"),
        ("uint8", "0xff", "255"),
        ("int64", "-3", "-3"),
        ("int256", &format!("-{}", U256::from(1) << 255), &format!("-{}", U256::from(1) << 255)),
        ("bool", "true", "true"),
        ("bytes", "0x", "0x"),
        ("bytes4", "0xa9059cbb", "0xa9059cbb"),
        ("string", "two words, [so]", "\"two words, [so]\""),
        ("string", r#""quoted\n""#, "\"quoted\\n\""),
        ("string", "", "\"\""),
        ("address", "0.0.77", "0.0.77"),
        ("uint256[]", "[1, 2,3]", "[1, 2, 3]"),
        ("uint256[]", "[]", "[]"),
        ("bool[2]", "[true,false]", "[true, false]"),
        ("string[]", r#"["a, b", c d]"#, "[\"a, b\", \"c d\"]"),
        ("(address to, uint256 amount)", "(to 0.0.3, amount: 4)", "(to 0.0.3, amount 4)"),
        (
            "(uint8,(bool,bytes))[]",
            "[(1,(true,0x01)),(2,(false,0x))]",
            "[(1, (true, 0x01)), (2, (false, 0x))]",
        ),
        ("(string name, bool name_too)", "(name, true)", "(name \"name\", name_too true)"),
    ] {
        assert_eq!(
            typed(&format!("f({kind})"), &[text]).as_deref(),
            Ok(&[shown.to_owned()][..]),
            "{kind} {text}"
        );
    }
}

#[test]
fn an_entity_is_the_address_that_the_evm_knows() {
    let shown = format!("0x{}…{}", "07".repeat(4), "07".repeat(2));
    for text in ["0.0.1002", "1002", "@treasury"] {
        assert_eq!(typed("f(address)", &[text]).unwrap(), [shown.as_str()], "{text}");
    }
    assert_eq!(fault("address", "@nobody"), (0, "no label @nobody on test".to_owned()));
    // An address has no room for shard and realm.
    for text in ["12.7", "0.12.7", "3.0.7"] {
        let words = "ids on test begin with 0.0: write 0.0.7".to_owned();
        assert_eq!(fault("address", text), (0, words), "{text}");
    }
    let (known, entry) = (known(), entry("f(address[])"));
    let names = Names { known: &known, network: "test", home: HOME };
    let read = parse_argument("[1002, 0.0.9, 0.0.9]", &entry.inputs[0], &names).unwrap();
    assert_eq!(unlearned(&[read]), [EntityId::from_num(9)]);
}

#[test]
fn what_is_no_value_says_where_and_what_would_do() {
    for (kind, text, at, words) in [
        ("uint8", "256", 0, "write a number that fits 8 bits, decimal or in hex after 0x"),
        ("uint8", "-1", 0, "write a number that fits 8 bits, decimal or in hex after 0x"),
        ("uint256", "1.5", 0, "write a number that fits 256 bits, decimal or in hex after 0x"),
        ("uint256", "1e78", 0, "write a number that fits 256 bits, decimal or in hex after 0x"),
        ("int8", "128", 0, "write a number that fits 8 bits with its sign"),
        ("bool", "1", 0, "write true or false"),
        ("bytes4", "0x01", 0, "write 4 bytes: 0x and 8 hex digits"),
        ("bytes", "01", 0, "write bytes in hex after 0x"),
        ("address", "seven", 0, "write an id such as 0.0.77, an EVM address, or a @label"),
        ("uint256[]", "1", 0, "[ belongs here"),
        ("uint256[]", "[1, x]", 4, "write a number that fits 256 bits, decimal or in hex after 0x"),
        ("uint256[]", "[1", 2, "] belongs here"),
        ("uint256[]", "[1] 2", 4, "nothing follows here"),
        ("bool[2]", "[true]", 0, "2 values belong here, and there are 1"),
        ("(bool,bool)", "(true)", 5, ", belongs here"),
        ("(bool,bool)", "(true,false,true)", 11, ") belongs here"),
        ("string[]", r#"["a]"#, 1, "close the quote"),
        ("string", r#""a\q""#, 2, r#"write \", \\, \n, \r or \t"#),
    ] {
        assert_eq!(fault(kind, text), (at, words.to_owned()), "{kind} {text}");
    }
}

#[test]
fn a_text_has_a_bound_and_so_has_what_it_encodes_to() {
    let many = format!("[{}1]", "1,".repeat(MAX_VALUES));
    assert_eq!(fault("uint8[]", &many).1, Bound::Data.to_string());
    assert_eq!(fault("string", &"x".repeat(MAX_ARGUMENT_BYTES + 1)).1, Bound::Data.to_string());
    let (known, entry) = (known(), entry("f(string)"));
    let names = Names { known: &known, network: "test", home: HOME };
    let long = parse_argument(&"x".repeat(bounds::MAX_DATA_BYTES), &entry.inputs[0], &names).unwrap();
    assert_eq!(encode_call(&entry, &[long]), Err(CallFault::PastBound(Bound::Data)));
    assert_eq!(encode_call(&entry, &[]), Err(CallFault::Count { wanted: 1, found: 0 }));
}

proptest::proptest! {
    /// Whatever is typed for whatever type is a value or a fault within the text.
    #[test]
    fn any_text_of_any_type(
        at in 0_usize..8,
        text in "[\\[\\](),\"\\\\ 0-9a-fx.@-]{0,24}",
    ) {
        let kinds = [
            "uint256", "(bool,string)[]", "string[2]", "bytes[][]", "address", "(int8 a,(bytes4 b) c)",
            "string", "function",
        ];
        if let Err(fault) = typed(&format!("f({})", kinds[at]), &[&text]) {
            proptest::prop_assert!(fault.at <= text.len());
        }
    }

    #[test]
    fn a_number_is_read_as_it_is_written(number in any::<u128>(), sign in any::<i64>()) {
        prop_assert_eq!(typed("f(uint128)", &[&number.to_string()]).unwrap(), [number.to_string()]);
        prop_assert_eq!(typed("f(int64)", &[&sign.to_string()]).unwrap(), [sign.to_string()]);
    }
}
