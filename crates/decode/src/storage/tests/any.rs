//! Nothing panics, whatever is sent, and whatever is found is proved.

use alloy_primitives::U256;
use ledger::{ContractRef, EvmAddress, HexBytes, RawJson};
use proptest::collection::vec;
use proptest::prelude::*;

use super::super::{Layout, guess};
use super::{Case, Event, Evidence, Known, Slot, Stop, explain};
use crate::known::VerifiedCode;

fn any_word() -> impl Strategy<Value = U256> {
    prop_oneof![
        (0_u64..40).prop_map(U256::from),
        any::<[u8; 32]>().prop_map(U256::from_be_bytes),
        any::<[u8; 20]>().prop_map(|bytes| U256::from_be_slice(&bytes)),
    ]
}

fn any_case() -> impl Strategy<Value = Case> {
    let slot =
        (any_word(), any_word(), proptest::option::of(any_word())).prop_map(|(slot, read, written)| Slot {
            contract: Some(ContractRef::Address(EvmAddress::new([7; 20]))),
            slot: Some(slot),
            read: Some(read),
            written,
        });
    let event = (vec(any_word(), 0..5), vec(any::<u8>(), 0..100)).prop_map(|(topics, data)| Event {
        emitters: Vec::new(),
        topics,
        data: HexBytes::from(data),
    });
    let bytes = || vec(any::<u8>(), 0..200).prop_map(HexBytes::from);
    (vec(slot, 0..6), bytes(), bytes(), vec(event, 0..3)).prop_map(|(slots, call, returned, logs)| Case {
        slots,
        evidence: Evidence { call, returned, logs, ..Evidence::default() },
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn whatever_is_found_is_proved(case in any_case()) {
        let explained = explain(&case, &Known::default(), 3_000, &Stop::default()).unwrap();
        prop_assert_eq!(case.slots.len(), explained.slots.len());
        for (slot, it) in case.slots.iter().zip(&explained.slots) {
            if let Some(path) = &it.path {
                prop_assert_eq!(Some(path.slot()), slot.slot);
                prop_assert!(!path.to_string().is_empty() && !path.pieces().is_empty());
            }
        }
    }

    #[test]
    fn any_word_can_be_guessed(word in any_word()) {
        prop_assert!(!guess(word).is_empty());
    }

    #[test]
    fn any_layout_can_be_read_and_walked(
        kinds in vec((0_usize..6, 0_usize..8, 0_usize..8, 0_u32..100), 1..8),
        variables in vec((0_u64..12, 0_u8..40, 0_usize..8), 1..8),
    ) {
        let names = ["uint128", "int24", "bool", "string", "struct S", "address"];
        let encodings = ["inplace", "mapping", "dynamic_array", "bytes", "inplace", "inplace"];
        let types: Vec<String> = kinds.iter().enumerate().map(|(at, (kind, one, other, bytes))| {
            let (label, encoding) = (names[*kind], encodings[*kind]);
            let more = match kind {
                4 => format!(r#","members":[{{"label":"m","offset":0,"slot":"1","type":"t{one}"}}]"#),
                5 => format!(r#","base":"t{one}""#),
                _ => format!(r#","key":"t{one}","value":"t{other}""#),
            };
            format!(r#""t{at}":{{"encoding":"{encoding}","label":"{label}","numberOfBytes":"{bytes}"{more}}}"#)
        }).collect();
        let storage: Vec<String> = variables.iter().map(|(slot, offset, kind)| {
            format!(r#"{{"label":"v","offset":{offset},"slot":"{slot}","type":"t{kind}"}}"#)
        }).collect();
        let json = format!(r#"{{"storage":[{}],"types":{{{}}}}}"#, storage.join(","), types.join(","));
        let _ = Layout::parse(&json);
        let contract = EvmAddress::new([7; 20]);
        let mut known = Known::default();
        let layout = Some(RawJson::new(json));
        known.add_code(contract, VerifiedCode { layout, ..VerifiedCode::default() });
        let slot = |slot| Slot { contract: Some(ContractRef::Address(contract)), slot: Some(slot), ..Slot::default() };
        let slots = (0..14).map(U256::from).chain([U256::MAX]).map(slot).collect();
        let case = Case { slots, ..Case::default() };
        prop_assert!(explain(&case, &known, 2_000, &Stop::default()).is_some());
    }

    #[test]
    fn any_text_is_no_layout_or_one(text in ".{0,200}") {
        let _ = Layout::parse(&text);
    }
}
