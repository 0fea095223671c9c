//! Executions that an EVM recorded: the contracts are `Pool.sol` and `Wallet.vy` beside the recordings, and those of
//! the embedded network.

use super::super::{Explanation, Order, Step};
use super::{explained, names, paths, recorded};
use crate::Known;

const POOL_MINT: &str = include_str!("../../../../../tests/fixtures/storage/pool-mint.json");
const POOL_SWAP: &str = include_str!("../../../../../tests/fixtures/storage/pool-swap.json");
const REGISTRY: &str = include_str!("../../../../../tests/fixtures/storage/registry-list.json");
const MANAGER: &str = include_str!("../../../../../tests/fixtures/storage/manager-open.json");
const YARD_FILL: &str = include_str!("../../../../../tests/fixtures/storage/yard-fill.json");
const YARD_STORE: &str = include_str!("../../../../../tests/fixtures/storage/yard-store.json");
const VYPER: &str = include_str!("../../../../../tests/fixtures/storage/vyper-keep.json");

/// Explains a recording without any layout: every slot must be resolved.
fn bare(file: &str) -> Vec<String> {
    let (case, _) = recorded(file);
    let explained = explained(&case, &Known::default());
    let paths = paths(&case, &explained);
    assert!(explained.slots.iter().all(Explanation::is_resolved), "{paths:#?}");
    assert!(!explained.spent);
    paths
}

/// The declared names of a recording's slots.
fn named(file: &str) -> Vec<String> {
    let (case, known) = recorded(file);
    let explained = explained(&case, &known);
    paths(&case, &explained);
    names(&explained)
}

#[track_caller]
fn holds(all: &[String], wanted: &[&str]) {
    for one in wanted {
        assert!(all.iter().any(|it| it == one), "{one} is not in {all:#?}");
    }
}

#[test]
fn a_pool_is_read_without_its_layout() {
    let position = "m6[keccak(0x5C6b8E0D88622f5b952BCf8B014c9e01723ECe42, -201300, -200940)].+2";
    // The coins are contracts of their own.
    let allowance =
        "m4[0x13897e7bcb071e767F32cd1d3329C5Db71A22fa9][0x3E0c2cd168f469d2CCF37ce3171121043A17ce7C]";
    let pool = ["s0", "s12", "m4[-200940]", "m4[-201300].+3", "m5[-14]", position, allowance];
    holds(&bare(POOL_MINT), &pool);
    holds(&bare(POOL_SWAP), &["m3[1056]", "m4[-201300].+1", "m5[-14]"]);
}

#[test]
fn three_levels_roles_and_lists_are_read_without_a_layout() {
    let pool = "m0[5101][0xB0551e9Ecceb06cf6eA2879174aAf4da84633E85][3000]";
    holds(&bare(REGISTRY), &["s2", "a2[#0]", pool, "m1[keccak \"OPERATOR_ROLE\"][1056]"]);
}

#[test]
fn five_contracts_at_once_are_read_without_a_layout() {
    let held = "m2[0x13897e7bcb071e767F32cd1d3329C5Db71A22fa9]";
    holds(&bare(MANAGER), &["m1[1].+2[#1]", held, &format!("{held}[#0]"), "m4[-60]", "m5[-1]"]);
}

#[test]
fn one_of_every_kind_is_read_without_a_layout() {
    holds(&bare(YARD_FILL), &["a10[#0]", "a11[#2]", "m12[3]", "m13[1056][2]", "m14[1056][2][2].+1"]);
    let tag = "m15[\"north\"].+1[0x97721080eade4b057eae589a1435045aca04c882598f794915100d4634a2c909]";
    holds(&bare(YARD_STORE), &["m15[\"north\"]", "m15[\"north\"][#3]", "m15[\"north\"][#3][#1]", tag]);
}

#[test]
fn vyper_hashes_the_other_way_round() {
    let (case, _) = recorded(VYPER);
    let explained = explained(&case, &Known::default());
    holds(&bare(VYPER), &["m4[\"savings\"].+2", "m2[0x13897e7bcb071e767F32cd1d3329C5Db71A22fa9]", "s6"]);
    let steps = explained.slots.iter().filter_map(|it| it.path.as_ref()).flat_map(|path| &path.steps);
    let orders: Vec<Order> =
        steps.filter_map(|it| if let Step::Key(_, order) = it { Some(*order) } else { None }).collect();
    assert!(orders.len() >= 5 && orders.iter().all(|order| *order == Order::SlotFirst));
}

#[test]
fn contracts_of_both_compilers_are_read_in_one_call() {
    let ((solidity, _), (vyper, _)) = (recorded(POOL_SWAP), recorded(VYPER));
    let mut both = solidity;
    both.slots.extend(vyper.slots);
    both.evidence.logs.extend(vyper.evidence.logs);
    both.evidence.senders.extend(vyper.evidence.senders);
    both.evidence.returned = vyper.evidence.call;
    let explained = explained(&both, &Known::default());
    holds(&paths(&both, &explained), &["m3[1056]", "m2[0x13897e7bcb071e767F32cd1d3329C5Db71A22fa9]"]);
    assert!(!explained.spent, "{} steps", explained.steps);
}

#[test]
fn a_layout_gives_the_declared_names() {
    let position = "positions[keccak(0x5C6b8E0D88622f5b952BCf8B014c9e01723ECe42, -201300, -200940)].inside0";
    holds(
        &named(POOL_MINT),
        &["current", "liquidity", "observations[#5]", "ticks[-200940].outside1", position],
    );
    let third = format!("threeLevels[1056][1][0x{:064x}].label", 1);
    let yard = ["packedList[#0-#7]", "grid[#1][#0-#4]", "oneLevel[2]", "twoLevels[1056][0]", &third];
    holds(&named(YARD_FILL), &yard);
    let crates = [
        "shelves[\"north\"].crates",
        "shelves[\"north\"].crates[#1]",
        "shelves[\"north\"].crates[#1].label[#1]",
    ];
    holds(&named(YARD_STORE), &crates);
    holds(
        &named(MANAGER),
        &[
            "deedOf[1].label[#0]",
            "balanceOf[5109]",
            "hasRole[keccak \"OPERATOR_ROLE\"][0x48B3B302b8beb48DE41E0D0C2Bcba7520712254f]",
        ],
    );
}

#[test]
fn a_layout_finds_the_same_with_less() {
    for file in [POOL_SWAP, REGISTRY] {
        let (case, known) = recorded(file);
        let (bare, with) = (explained(&case, &Known::default()), explained(&case, &known));
        assert_eq!(paths(&case, &bare), paths(&case, &with));
        assert!(with.steps * 2 < bare.steps, "{} of {}", with.steps, bare.steps);
    }
}
