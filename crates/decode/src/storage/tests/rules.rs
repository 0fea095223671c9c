//! What standards and compilers lay down: constants, packed values, values that are read by their types.

use std::sync::Arc;

use alloy_primitives::{U256, hex, keccak256};
use ledger::{ContractRef, EvmAddress, HexBytes, RawJson};

use super::super::{Held, Layout, guess, word};
use super::{Case, Event, Evidence, Known, Slot, Stop, Value, erc7201, explain, explained};
use crate::analysis::{self, Analysis, AnalysisInput};
use crate::known::VerifiedCode;
use crate::{Snapshot, storage};

fn number(digits: &str) -> U256 {
    U256::from_str_radix(digits, 16).unwrap()
}

fn case(slots: &[U256]) -> Case {
    let slots = slots.iter().map(|slot| Slot { slot: Some(*slot), ..Slot::default() });
    Case { slots: slots.collect(), ..Case::default() }
}

/// The way to a single slot.
fn path(slot: U256) -> String {
    let case = case(&[slot]);
    super::paths(&case, &explained(&case, &Known::default())).remove(0)
}

#[test]
fn slots_of_proxies_have_their_names() {
    for (slot, wanted) in [
        ("360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc", "ERC-1967 implementation"),
        ("b53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103", "ERC-1967 admin"),
        ("a3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50", "ERC-1967 beacon"),
        ("4910fdfa16fed3260ed0e7147f7cc6da11a60208b5b9406d12a635614ffd9143", "ERC-1967 rollback"),
        ("c5f16f0fcc639fa48a6947836d9850f504798523bf8c9a3a87d5876cf622bcf7", "ERC-1822 implementation"),
        ("7050c9e0f4ca769c69bd3a8ef740bc37934f8e2c036e5a723fd8ee048ed3f8c3", "ZeppelinOS implementation"),
    ] {
        assert_eq!(path(number(slot)), wanted);
    }
}

#[test]
fn namespaces_begin_where_their_names_say() {
    for (slot, wanted) in [
        ("f0c57e16840df040f15088dc2f81fe391c3923bec73e23a9662efc9c229c6a00", "Initializable"),
        ("9016d09d72d40fdae2fd8ceac6b6234c7706214fd39c1cd1e609a0528c199300", "Ownable"),
        ("237e158222e3e6968b72b9db0d8043aacf074ad9f650f0d1606b4d82ee432c00", "Ownable2Step"),
        ("02dd7bc7dec4dceedda775e58dd541e08a116c6c53815c0bd028192f7b626800", "AccessControl"),
        ("cd5ed15c6e187e77e9aee88184c21f4f2182ab5827cb3b7e07fbedcd63f03300", "Pausable"),
        ("9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f00", "ReentrancyGuard"),
        ("52c63247e1f47db19d5ce0460030c497f067ca4cebf71ba98eeadabe20bace00", "ERC20"),
        ("80bb2b638cc20bc4d0a60d66940f3ab4a00c1d7b313497ca82fb0b4ab0079300", "ERC721"),
        ("88be536d5240c274a3b1d3a1be54482fd9caa294f08c62a7cde569f49a3c4500", "ERC1155"),
        ("a16a46d94261c7517cc8ff89f61c0ce93598e3c849801011dee649a6a557d100", "EIP712"),
        ("5ab42ced628888259c08ac98db1eb0cf702fc1501344311d8b100cd1bfe4bb00", "Nonces"),
        ("0773e532dfede91f04b12a73d3d2acd361424f41f76b4fb79f090161e36b4e00", "ERC4626"),
    ] {
        assert_eq!(erc7201(&format!("openzeppelin.storage.{wanted}")), number(slot), "{wanted}");
        assert_eq!(path(number(slot)), wanted);
    }
}

#[test]
fn members_of_namespaces_are_named_and_searched() {
    let first = erc7201("openzeppelin.storage.ERC20");
    let holder = U256::from(1056);
    let balance = keccak256([holder.to_be_bytes::<32>(), first.to_be_bytes::<32>()].concat());
    let mut case = case(&[first.wrapping_add(U256::from(2)), balance.into()]);
    case.evidence.senders = vec![EvmAddress::long_zero(ledger::EntityId::from_num(1056))];
    let explained = explained(&case, &Known::default());
    assert_eq!(super::names(&explained), ["ERC20._totalSupply", "ERC20._balances[1056]"]);
    assert_eq!(super::paths(&case, &explained), ["ERC20.+2", "ERC20[1056]"]);
}

#[test]
fn members_stand_as_far_behind_their_key_as_they_are() {
    let base = U256::from_be_bytes(
        keccak256([U256::from(7).to_be_bytes::<32>(), U256::from(3).to_be_bytes()].concat()).0,
    );
    for member in 0..16_u64 {
        let wanted = if member == 0 { "m3[7]".to_owned() } else { format!("m3[7].+{member}") };
        assert_eq!(path(base.wrapping_add(U256::from(member))), wanted);
    }
}

#[test]
fn slots_and_values_are_read_whatever_zeros_were_left_out() {
    let read = |hex: &str| word(&HexBytes::parse(hex).unwrap());
    assert_eq!(
        (read("0x"), read("0x00"), read("0x07")),
        (Some(U256::ZERO), Some(U256::ZERO), Some(U256::from(7)))
    );
    assert_eq!(read(&format!("0x{}", "00".repeat(31) + "07")), Some(U256::from(7)));
    assert_eq!(read(&format!("0x{}", "11".repeat(33))), None, "more than a word is none");
}

#[test]
fn data_that_points_into_itself_everywhere_is_bounded() {
    let word = U256::from(36 + 32 * 256).to_be_bytes::<32>();
    let data = HexBytes::from([word.repeat(300), vec![0; 32 * 600]].concat());
    let log = Event { emitters: Vec::new(), topics: Vec::new(), data: data.clone() };
    let mut case = case(&[U256::MAX]);
    case.evidence = Evidence { call: data, logs: vec![log; 64], ..Evidence::default() };
    assert!(explained(&case, &Known::default()).steps > 0);
}

#[test]
fn an_element_of_an_array_whose_place_is_not_known_is_no_proof() {
    let length = number("7ab1000000000000000000000000000000000000000000000000000000000001");
    let data = U256::from_be_bytes(keccak256(length.to_be_bytes::<32>()).0).wrapping_add(U256::from(4));
    let case = case(&[length, data]);
    let explained = explain(&case, &Known::default(), 2_000, &Stop::default()).unwrap();
    assert!(explained.spent && explained.slots[0].path.is_none());
    let path = explained.slots[1].path.as_ref().unwrap();
    assert!(!path.is_proof() && path.slot() == data && path.to_string().ends_with("0001[#4]"));
}

#[test]
fn a_search_that_nobody_waits_for_ends() {
    let case = case(&[U256::MAX]);
    let stop = Stop::when(|| true);
    assert_eq!(explain(&case, &Known::default(), storage::MAX_STEPS, &stop), None);
    let analysis = Analysis { known: Snapshot::default(), input: AnalysisInput::Storage(Arc::new(case)) };
    assert_eq!(analysis::run(&analysis, &stop), None);
}

#[test]
fn no_more_steps_are_made_than_are_granted() {
    let explained = explain(&case(&[U256::MAX]), &Known::default(), 100, &Stop::default()).unwrap();
    assert!(explained.spent && explained.steps == 100);
    let small = explain(&case(&[U256::from(7)]), &Known::default(), 100, &Stop::default()).unwrap();
    assert_eq!((small.steps, small.slots[0].is_resolved()), (0, true));
}

#[test]
fn words_are_guessed() {
    let held = |hex: &str| guess(word(&HexBytes::parse(hex).unwrap()).unwrap());
    let address = EvmAddress::parse("0x13897e7bcb071e767f32cd1d3329c5db71a22fa9").unwrap();
    assert_eq!(held("0x00"), [Held::Number(U256::ZERO)]);
    assert_eq!(held("0x13897e7bcb071e767f32cd1d3329c5db71a22fa9"), [Held::Address(address)]);
    let with_flag = [Held::Address(address), Held::Number(U256::ONE)];
    assert_eq!(held("0x0113897e7bcb071e767f32cd1d3329c5db71a22fa9"), with_flag);
    let text = held("0x53616e6400000000000000000000000000000000000000000000000000000008");
    assert_eq!(text, [Held::Text(b"Sand".to_vec())]);
    assert_eq!(held(&format!("0x{}9c", "f".repeat(62))), [Held::Negative(U256::from(100))]);
    let halves = [Held::Number(U256::from(100)), Held::Number(U256::from(156))];
    assert_eq!(held(&format!("0x{}9c{}64", "0".repeat(30), "0".repeat(30))), halves);
    // Without a layout nothing says that the upper half has a sign.
    let packed = format!("{}9c{}64", "f".repeat(30), "0".repeat(30));
    assert_eq!(held(&packed), [Held::Bytes(hex::decode(&packed).unwrap())]);
    assert_eq!(held(&"f".repeat(64)), [Held::Number(U256::MAX)]);
    assert_eq!(held(&format!("0x{}", "a7".repeat(32))), [Held::Bytes(vec![0xa7; 32])]);
}

#[test]
fn packed_members_are_cut_out_by_their_types() {
    let artifact = include_str!("../../../../demo/assets/artifacts/StorageYard.json");
    let artifact: Value = serde_json::from_str(artifact).unwrap();
    let contract = EvmAddress::new([7; 20]);
    let mut known = Known::default();
    let layout = Some(RawJson::new(artifact["storageLayout"].to_string()));
    known.add_code(contract, VerifiedCode { layout, ..VerifiedCode::default() });
    let contract = Some(ContractRef::Address(contract));
    let slots = vec![Slot { contract, slot: Some(U256::ZERO), ..Slot::default() }];
    let explained = explained(&Case { slots, ..Case::default() }, &known);
    let named = explained.slots[0].named.as_ref().unwrap();
    // What the constructor puts there.
    let bytes = hex!("000000cafe000100000000000000000000000000000000000004200201fed407");
    let held: Vec<(&str, Held)> =
        named.members.iter().map(|it| (it.label.as_str(), it.held(U256::from_be_bytes(bytes)))).collect();
    let keeper = EvmAddress::long_zero(ledger::EntityId::from_num(1056));
    assert_eq!(
        held,
        [
            ("small", Held::Number(U256::from(7))),
            ("negative", Held::Negative(U256::from(300))),
            ("flag", Held::Flag(true)),
            ("weather", Held::Number(U256::from(2))),
            ("keeper", Held::Address(keeper)),
            ("mark", Held::Bytes(vec![0xca, 0xfe, 0x00, 0x01])),
        ]
    );
}

#[test]
fn a_layout_that_leads_round_in_a_circle_ends() {
    let circle = r#"{"storage":[{"label":"a","offset":0,"slot":"0","type":"s"},{"label":"b","offset":0,"slot":"9","type":"f"}],
        "types":{"s":{"encoding":"inplace","label":"struct S","numberOfBytes":"32","members":[{"label":"m","offset":0,"slot":"0","type":"s"}]},
        "f":{"encoding":"inplace","label":"F[0]","numberOfBytes":"0","base":"f"}}}"#;
    assert!(Layout::parse(circle).is_some());
    let contract = EvmAddress::new([7; 20]);
    let mut known = Known::default();
    let layout = Some(RawJson::new(circle));
    known.add_code(contract, VerifiedCode { layout, ..VerifiedCode::default() });
    let slot =
        |slot| Slot { contract: Some(ContractRef::Address(contract)), slot: Some(slot), ..Slot::default() };
    let slots = vec![slot(U256::ZERO), slot(U256::from(9)), slot(U256::MAX)];
    let explained = explained(&Case { slots, ..Case::default() }, &known);
    assert!(explained.slots.iter().all(|it| it.named.is_none()));
}
