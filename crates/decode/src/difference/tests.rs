//! Codes compared with themselves, with variants of them, and with anything.

use ledger::EvmAddress;
use proptest::prelude::*;

use super::*;
use crate::Opcode;
use crate::code::PieceKind;

/// What the compiler made of a contract of the embedded network: creation and runtime code.
macro_rules! compiled {
    ($name:literal) => {
        load(include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../demo/assets/artifacts/", $name, ".json")))
    };
}

mod other_settings;

fn load(artifact: &str) -> (Vec<u8>, Vec<u8>) {
    let artifact: serde_json::Value = serde_json::from_str(artifact).unwrap();
    let code = |field: &str| alloy_primitives::hex::decode(artifact[field].as_str().unwrap()).unwrap();
    (code("creation"), code("runtime"))
}

fn runtime(deployed: &[u8], recompiled: &[u8]) -> Comparison {
    Comparison::new(Kind::Runtime, deployed, recompiled)
}

fn put(code: &mut [u8], at: usize, value: &[u8]) {
    code[at..at + value.len()].copy_from_slice(value);
}

fn code_finding(comparison: &Comparison) -> (usize, usize, usize) {
    let found = comparison.findings.iter().find_map(|finding| match finding {
        Finding::Code { first, instructions, bytes, .. } => Some((*first, *instructions, *bytes)),
        _ => None,
    });
    found.unwrap_or_else(|| panic!("no code differs: {:?}", comparison.findings))
}

#[test]
fn a_code_is_the_same_as_itself() {
    for (creation, code) in [compiled!("Counter"), compiled!("Vault"), compiled!("Bazaar")] {
        assert_eq!(runtime(&code, &code).findings, [Finding::Same]);
        assert_eq!(Comparison::new(Kind::Creation, &creation, &creation).verdict(), Verdict::Same);
    }
}

#[test]
fn reworded_sources_differ_in_metadata_only() {
    for ((_, one), (_, other)) in [
        (compiled!("Greeter"), compiled!("GreeterReworded")),
        (compiled!("Timelock"), compiled!("TimelockReworded")),
    ] {
        let found = runtime(&one, &other);
        assert_eq!(found.verdict(), Verdict::Explained);
        let [Finding::Metadata { deployed: Some(deployed), recompiled: Some(recompiled) }] = &*found.findings
        else {
            panic!("{:?}", found.findings)
        };
        assert_ne!(deployed.hash, recompiled.hash);
        assert_eq!(deployed.compiler.as_ref().unwrap().to_string(), "solc 0.8.37");
    }
}

#[test]
fn immutables_are_values_that_the_compiler_left_open() {
    let (_, code) = compiled!("Vault");
    let mut deployed = code.clone();
    for at in [210, 465, 777, 1309, 1591] {
        put(&mut deployed, at, &[7; 32]);
    }
    put(&mut deployed, 358, &[9; 32]);
    let found = runtime(&deployed, &code);
    assert_eq!(found.verdict(), Verdict::Explained);
    let [Finding::Immutables(values)] = &*found.findings else { panic!("{:?}", found.findings) };
    assert_eq!(values.len(), 2);
    assert_eq!(values[0].at, [209, 464, 776, 1308, 1590]);
    assert_eq!((values[1].at.as_slice(), values[1].deployed.bytes()), (&[357][..], &[9; 32][..]));
    let turned = runtime(&code, &deployed);
    assert_eq!(turned.verdict(), Verdict::Changed, "deployment does not take values away");
}

#[test]
fn a_library_carries_its_own_address() {
    let (_, code) = compiled!("Sorting");
    let mut deployed = code.clone();
    put(&mut deployed, 1, &[0x5a; 20]);
    let found = runtime(&deployed, &code);
    let [Finding::OwnAddress(own)] = &*found.findings else { panic!("{:?}", found.findings) };
    assert_eq!(own.deployed.bytes(), [0x5a; 20]);
    assert_eq!(found.verdict(), Verdict::Explained);
}

#[test]
fn libraries_are_told_from_other_addresses() {
    let (_, deployed) = compiled!("Oracle");
    let linked: Vec<usize> = runtime(&deployed, &deployed)
        .deployed
        .pieces()
        .iter()
        .filter(|piece| piece.kind == PieceKind::Instruction(Opcode::PUSH20))
        .map(|piece| piece.at)
        .collect();
    assert!(!linked.is_empty());
    let (mut open, mut other) = (deployed.clone(), deployed.clone());
    for at in linked.iter().copied() {
        put(&mut open, at + 1, &[0; 20]);
        put(&mut other, at + 1, &[3; 20]);
    }
    let found = runtime(&deployed, &open);
    assert!(
        matches!(&*found.findings, [Finding::Links(links)] if links[0].at == linked),
        "{:?}",
        found.findings
    );
    assert_eq!(found.verdict(), Verdict::Explained);
    let digits = alloy_primitives::hex::encode(&open);
    let gap = format!("__${}$__", "3".repeat(34));
    let unlinked = digits.replace(&format!("73{}", "0".repeat(40)), &format!("73{gap}"));
    let unlinked = Unlinked::parse(&unlinked.into()).unwrap();
    let found = Comparison::of_unlinked(Kind::Runtime, &deployed, &unlinked);
    let [Finding::Links(links)] = &*found.findings else { panic!("{:?}", found.findings) };
    assert_eq!(links[0].name, Some(gap.trim_matches('_').into()));
    let found = runtime(&deployed, &other);
    assert!(
        found.findings.iter().any(|finding| matches!(finding, Finding::Addresses(_))),
        "{:?}",
        found.findings
    );
    assert_eq!(found.verdict(), Verdict::Changed);
}

#[test]
fn arguments_stand_behind_the_creation_code() {
    let (code, _) = compiled!("Token");
    let deployed = [&code[..], &[1; 32], &[2; 32], &[3; 5]].concat();
    let found = Comparison::new(Kind::Creation, &deployed, &code);
    let [Finding::Arguments { at, bytes }] = &*found.findings else { panic!("{:?}", found.findings) };
    assert_eq!((*at, bytes.len()), (code.len(), 69));
    assert_eq!(found.rows.iter().filter(|row| row.mark == Mark::Argument).count(), 3);
    assert_eq!(found.verdict(), Verdict::Explained);
    let bare = [0x60, 0x01, 0x00];
    let found = Comparison::new(Kind::Creation, &[&bare[..], &[0; 32]].concat(), &bare);
    assert!(matches!(&*found.findings, [Finding::Arguments { at: 3, .. }]), "{:?}", found.findings);
    let (greeter, reworded) = (compiled!("Greeter").0, compiled!("GreeterReworded").0);
    let found = Comparison::new(Kind::Creation, &[&greeter[..], &[0; 96]].concat(), &reworded);
    let [Finding::Arguments { bytes, .. }, Finding::Metadata { .. }] = &*found.findings else {
        panic!("{:?}", found.findings)
    };
    assert_eq!(bytes.len(), 96);
}

#[test]
fn another_constant_is_one_instruction_wherever_it_is_used() {
    let found = runtime(&compiled!("CounterByTwo").1, &compiled!("Counter").1);
    let (first, instructions, bytes) = code_finding(&found);
    assert_eq!((instructions, bytes), (4, 4));
    let (one, other) = found.pieces(&found.rows[first]);
    assert_eq!(found.deployed.immediate(one.unwrap()), [2]);
    assert_eq!(found.recompiled.immediate(other.unwrap()), [1]);
    assert!(found.findings.iter().any(|finding| matches!(finding, Finding::Metadata { .. })));
    assert_eq!(found.verdict(), Verdict::Changed);
}

/// Some functions that jump about, each with a number of its own.
fn jumpy(extra: Option<usize>) -> Vec<u8> {
    const BLOCKS: u16 = 60;
    const SIZE: u16 = 12;
    let mut code = Vec::new();
    for block in 0..BLOCKS {
        let shift = extra.map_or(0, |at| u16::from((block + 1) % BLOCKS > u16::try_from(at).unwrap()));
        let [high, low] = (((block + 1) % BLOCKS) * SIZE + shift).to_be_bytes();
        let [own_high, own_low] = (block + 0x8000).to_be_bytes();
        code.extend([0x5b, 0x61, own_high, own_low, 0x54, 0x50, 0x80, 0x61, high, low, 0x57]);
        if extra == Some(usize::from(block)) {
            code.push(0x19);
        }
        code.push(0x01);
    }
    code
}

#[test]
fn one_more_instruction_moves_what_follows_and_changes_nothing_else() {
    let (deployed, recompiled) = (jumpy(Some(20)), jumpy(None));
    let found = runtime(&deployed, &recompiled);
    let (first, instructions, bytes) = code_finding(&found);
    assert_eq!((instructions, bytes), (1, 1));
    let (one, other) = found.pieces(&found.rows[first]);
    assert_eq!((one.map(|piece| piece.at), other), (Some(20 * 12 + 11), None));
    assert_eq!(found.rows.iter().filter(|row| row.mark == Mark::Moved).count(), 39);
    assert!(found.findings.contains(&Finding::Length { deployed: 721, recompiled: 720, first: Some(first) }));
    let mut astray = recompiled.clone();
    put(&mut astray, 8, &(7_u16 * 12).to_be_bytes());
    let (_, instructions, _) = code_finding(&runtime(&astray, &recompiled));
    assert_eq!(instructions, 1, "a jump to somewhere else is other code");
}

#[test]
fn a_function_more_leaves_the_others_side_by_side() {
    let found = runtime(&compiled!("Escrow").1, &compiled!("EscrowBrief").1);
    let (_, instructions, _) = code_finding(&found);
    let same = found.rows.iter().filter(|row| row.mark.is_same()).count();
    assert!(instructions < 60 && same > 1300, "{instructions} differ, {same} do not");
}

#[test]
fn compilers_and_their_targets_are_named() {
    let solc = |version: u8| [&b"\xa1\x64solc\x43\x00\x08"[..], &[version, 0, 10]].concat();
    let zeros = [0x5f_u8, 0x50, 0x50].repeat(4);
    let deployed = [&zeros[..], &solc(26)].concat();
    let recompiled = [&[0x60, 0, 0x50, 0x50].repeat(4)[..], &solc(18)].concat();
    let found = runtime(&deployed, &recompiled);
    let Some(Finding::Compilers { deployed: one, recompiled: other }) =
        found.findings.iter().find(|finding| matches!(finding, Finding::Compilers { .. }))
    else {
        panic!("{:?}", found.findings)
    };
    assert_eq!((one.to_string().as_str(), other.to_string().as_str()), ("solc 0.8.26", "solc 0.8.18"));
    let newer = Finding::NewerInstruction { opcode: Opcode::PUSH0, deployed: true };
    assert!(found.findings.contains(&newer), "{:?}", found.findings);
}

#[test]
fn code_without_metadata_is_compared_with_code_that_has_it() {
    let (_, code) = compiled!("Counter");
    for separator in [0, 1] {
        let bare = &code[..code.len() - 53 - separator];
        let found = runtime(bare, &code);
        let first = Some(found.rows.len() - 1 - separator);
        let expected = Finding::Length { deployed: bare.len(), recompiled: code.len(), first };
        assert_eq!(found.findings.first(), Some(&expected));
        assert!(matches!(found.findings[1], Finding::Metadata { deployed: None, recompiled: Some(_) }));
        assert_eq!(found.verdict(), Verdict::Explained);
    }
}

#[test]
fn another_contract_is_other_code() {
    for other in [compiled!("Proxy"), compiled!("Timelock"), compiled!("Multisig")] {
        for one in [compiled!("Counter"), compiled!("Escrow")] {
            assert_eq!(runtime(&one.1, &other.1).verdict(), Verdict::Other);
            assert_eq!(Comparison::new(Kind::Creation, &one.0, &other.0).verdict(), Verdict::Other);
        }
    }
}

#[test]
fn a_deployed_minimal_proxy_names_its_target() {
    let proxy = alloy_primitives::hex::decode(format!(
        "363d3d373d3d3d363d73{}5af43d82803e903d91602b57fd5bf3",
        "be".repeat(20)
    ));
    let (proxy, target) = (proxy.unwrap(), Finding::MinimalProxy(EvmAddress::new([0xbe; 20])));
    assert_eq!(runtime(&proxy, &compiled!("Counter").1).findings.first(), Some(&target));
    let mut other = proxy.clone();
    put(&mut other, 10, &[7; 20]);
    let found = runtime(&proxy, &other);
    assert!(matches!(&*found.findings, [Finding::Addresses(_)]), "{:?}", found.findings);
}

#[test]
fn the_same_metadata_on_other_code_is_told() {
    let (_, code) = compiled!("CounterByTwo");
    let mut deployed = code.clone();
    put(&mut deployed, 117, &[3]);
    let found = runtime(&deployed, &code);
    assert!(matches!(&*found.findings, [Finding::Code { .. }, Finding::SameSources]), "{:?}", found.findings);
}

#[test]
fn endless_codes_are_cut() {
    let found = runtime(&vec![0x5b; 600_000], &[0x5b]);
    assert_eq!(found.findings.last(), Some(&Finding::Cut(Comparison::MAX_BYTES)));
    assert_eq!(found.deployed.bytes().len(), Comparison::MAX_BYTES);
}

/// Codes that have something in common, made of bytes that mean something.
fn codes() -> impl Strategy<Value = (Vec<u8>, Vec<u8>)> {
    let byte = prop_oneof![
        any::<u8>(),
        proptest::sample::select(vec![0x00, 0x5b, 0x56, 0x60, 0x61, 0x73, 0x7f, 0xfe, 0xa1, 0xa2])
    ];
    let part = || proptest::collection::vec(byte.clone(), 0..120);
    (part(), part(), part(), part()).prop_map(|(one, other, start, end)| {
        ([&start[..], &one, &end].concat(), [&start[..], &other, &end].concat())
    })
}

proptest! {
    #[test]
    fn any_two_codes_compare((deployed, recompiled) in codes(), creation: bool) {
        let kind = if creation { Kind::Creation } else { Kind::Runtime };
        let found = Comparison::new(kind, &deployed, &recompiled);
        prop_assert_eq!(found.verdict() == Verdict::Same, deployed == recompiled);
        let reported = matches!(found.verdict(), Verdict::Changed | Verdict::Other | Verdict::Settings);
        let judged = found.findings.iter().any(|finding| {
            matches!(finding, Finding::Code { .. } | Finding::Addresses(_))
        });
        prop_assert_eq!(reported, judged);
        for (code, side) in [(&found.deployed, 0), (&found.recompiled, 1)] {
            let shown: Vec<usize> = found
                .rows
                .iter()
                .filter_map(|row| if side == 0 { row.deployed } else { row.recompiled })
                .collect();
            prop_assert_eq!(shown, (0..code.pieces().len()).collect::<Vec<_>>());
            let bytes: Vec<u8> = code.pieces().iter().flat_map(|piece| code.bytes_of(piece)).copied().collect();
            prop_assert_eq!(bytes, code.bytes());
        }
    }
}

#[test]
fn two_deployed_contracts_may_be_filled_in_differently() {
    let code = |value: u8, address: u8| {
        let word = [&[0x7f][..], &[value; 32], &[0x50]].concat();
        let linked = [&[0x73][..], &[address; 20], &[0x50]].concat();
        [&[0x5b; 40][..], &word, &linked].concat()
    };
    let found = Comparison::of_deployed(Kind::Runtime, &code(1, 1), &code(2, 3));
    assert_eq!(found.verdict(), Verdict::Explained);
    assert!(
        matches!(&*found.findings, [Finding::Links(links), Finding::Immutables(values)]
        if links.len() == 1 && values.len() == 1),
        "{:?}",
        found.findings
    );
    let other = Comparison::of_deployed(Kind::Runtime, &code(1, 1), &[code(1, 1), vec![0x01]].concat());
    assert_eq!(other.verdict(), Verdict::Changed);
}

#[test]
fn what_two_contracts_were_created_with_is_no_code() {
    let (creation, _) = compiled!("Vault");
    let with = |word: u8| [&creation[..], &[word; 32]].concat();
    let found = Comparison::of_deployed(Kind::Creation, &with(1), &with(2));
    assert_eq!(found.verdict(), Verdict::Explained);
    assert_eq!(found.rows.last().map(|row| row.mark), Some(Mark::Argument));
    let same = Comparison::of_deployed(Kind::Creation, &with(1), &with(1));
    assert_eq!(same.verdict(), Verdict::Same);
}

#[test]
fn long_codes_that_repeat_themselves_are_compared_piece_by_piece() {
    let code = |last: u8| [0x60, 0x80, 0x60, 0x40, 0x52, last].repeat(Comparison::MAX_BYTES / 6);
    let (deployed, recompiled) = (code(0x5f), code(0x5e));
    let found = runtime(&deployed, &[&[0x00][..], &recompiled].concat());
    assert_eq!(found.verdict(), Verdict::Other, "each piece has moved by one, and none is found again");
    let found = runtime(&deployed, &recompiled);
    let same = found.rows.iter().filter(|row| row.mark == Mark::Same).count();
    assert_eq!(same, found.rows.len() / 4 * 3);
}
