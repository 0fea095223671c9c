//! What results say is what the code of their contracts does.

use std::collections::BTreeSet;
use std::sync::Arc;

use alloy_primitives::{U256, hex};
use ledger::Timestamp;

use crate::simulation::abi::{self, Word, address, number};
use crate::simulation::contracts::{self, ContractKind, address_of};
use crate::simulation::execution::Execution;
use crate::simulation::results::Origin;
use crate::simulation::trace::{FrameOutcome, Operation, Target};

const NOW: Timestamp = Timestamp::from_secs(1_795_219_200);

/// The newest results of a contract.
fn newest(num: u64, count: u64) -> Vec<Arc<Execution>> {
    let contract = contracts::by_num(num).unwrap();
    let last = *contract.stream(1_000).visible(NOW).unwrap().end();
    let drawn =
        (last - count + 1..=last).filter_map(|index| Origin::Drawn { contract: num, index }.execution());
    drawn.collect()
}

fn words(input: &[u8]) -> &[Word] {
    input[4..].as_chunks().0
}

#[test]
fn transfers_do_what_their_call_data_ask_for() {
    let transfer = abi::selector("transfer(address,uint256)");
    let all = newest(5002, 120);
    let moved: Vec<&Arc<Execution>> =
        all.iter().filter(|it| it.call.input.starts_with(&transfer) && it.call.failure.is_none()).collect();
    assert!(moved.len() > 40);
    for it in moved {
        let [to, amount] = words(&it.call.input) else { panic!("two words") };
        let from = address(address_of(it.sender));
        let [event] = it.call.logs.as_slice() else { panic!("one event") };
        assert_eq!(event.topics, [abi::topic("Transfer(address,address,uint256)"), from, *to]);
        assert_eq!(event.data, amount);
        assert_eq!(it.call.output, number(1));
        if from == *to {
            continue;
        }
        let change = |of: Word| {
            let key = abi::mapped(of, number(3));
            let slot = it.call.state.iter().find(|slot| slot.key == key).unwrap();
            U256::from_be_bytes(slot.written.unwrap()).wrapping_sub(U256::from_be_bytes(slot.read))
        };
        let amount = U256::from_be_bytes(*amount);
        assert_eq!((change(*to), change(from)), (amount, U256::ZERO.wrapping_sub(amount)));
    }
}

#[test]
fn reverts_are_the_errors_of_the_source() {
    let mut met: BTreeSet<&&str> = BTreeSet::new();
    for (num, errors) in [
        (5001, &["SlippageTooHigh(uint256,uint256)", "Expired(uint256,uint256)"][..]),
        (5002, &["BalanceTooLow(address,uint256,uint256)"]),
        (5006, &["NotOwner(address)"]),
        (5204, &["TooFew(address,uint256,uint256)"]),
        (5214, &[]),
    ] {
        for it in newest(num, 160) {
            let Some(failure) = &it.call.failure else { continue };
            let data = hex::decode(failure.message.as_deref().unwrap()).unwrap_or_default();
            met.extend(errors.iter().filter(|error| data.starts_with(&abi::selector(error))));
            assert_eq!(it.call.output, [] as [u8; 0]);
            assert!(it.call.logs.is_empty() && it.call.state.iter().all(|slot| slot.written.is_none()));
        }
    }
    assert_eq!(met.len(), 5, "{met:?}");
}

#[test]
fn the_actions_of_every_result_fit_it() {
    let mut ran = 0;
    for contract in contracts::all().filter(|it| it.most > 0 && it.kind != ContractKind::Factory) {
        for it in newest(contract.num, 3) {
            let actions = it.actions();
            let (Some(root), Some(gas)) = (actions.first(), it.gas_consumed) else { continue };
            ran += 1;
            let returned = root.frame.outcome == FrameOutcome::Returned;
            assert_eq!(returned, it.call.failure.is_none(), "{} {}", contract.num, it.at);
            assert_eq!(
                (root.depth, root.caller, root.frame.target),
                (0, it.sender, Target::Entity(contract.num))
            );
            assert_eq!(root.frame.input, it.call.input);
            assert!(!returned || root.frame.output == it.call.output);
            assert_eq!(it.gas_limit - root.gas, gas - root.gas_used, "what every transaction takes");
            for (at, (one, next)) in actions.iter().zip(actions.iter().skip(1)).enumerate() {
                assert_eq!(next.index, at as u64 + 1);
                assert!(next.depth <= one.depth + 1 && next.depth > 0);
                assert!(next.gas < root.gas && next.gas_used <= next.gas);
            }
            for event in &it.call.logs {
                let of = |num| num == event.contract;
                assert!(
                    actions
                        .iter()
                        .any(|action| matches!(action.frame.target, Target::Entity(num) if of(num)))
                );
            }
        }
    }
    assert!(ran > 150, "{ran}");
}

#[test]
fn a_call_that_has_a_result_of_its_own_is_a_part_of_its_caller() {
    for it in newest(5024, 20).iter().filter(|it| it.call.failure.is_none()) {
        let [child] = it.call.children.as_slice() else { panic!("one child") };
        let executed = child.executed.as_deref().unwrap();
        assert_eq!((child.contract, child.result), (5001, "SUCCESS"));
        assert_eq!(executed.call.logs.len(), 1);
        assert_eq!(it.call.logs[0].data, executed.call.logs[0].data);
        assert_eq!(executed.call.tinybars, it.call.tinybars);
        let caller = address(address_of(5024));
        assert_eq!(executed.call.logs[0].topics, [abi::topic("Deposit(address,uint256)"), caller]);
    }
}

#[test]
fn what_a_constructor_returns_is_the_code_that_is_there() {
    let mut made = 0;
    let mut differ = Vec::new();
    for contract in contracts::all() {
        let head = Origin::Creation(contract.num).head().unwrap();
        let Some(outcome) = super::create(contract, head.sender, 15_000_000) else { continue };
        made += 1;
        if outcome.call.output != contract.deployed().runtime {
            differ.push(contract.num);
        }
    }
    assert_eq!(differ, [] as [u64; 0]);
    assert!(made > 80, "{made}");
}

#[test]
fn what_a_factory_makes_is_named_and_what_fails_leaves_its_code() {
    let all = newest(5036, 12);
    let created = abi::selector("create()");
    let made = all.iter().filter(|it| it.call.input == created && it.call.failure.is_none());
    let made: Vec<&Arc<Execution>> = made.collect();
    assert!(!made.is_empty());
    let mut unknown = 0;
    for it in made {
        let [num] = it.call.created[..] else { panic!("one contract: {:?}", it.call.created) };
        let Some(num) = num else {
            unknown += 1;
            continue;
        };
        let [_, creation] = it.call.actions.as_slice() else { panic!("two actions") };
        assert_eq!(creation.frame.operation, Operation::Create);
        assert_eq!((creation.frame.target, creation.frame.input.len()), (Target::Entity(num), 0));
        assert_eq!(it.call.output, address(address_of(num)));
        assert_eq!(it.call.logs[0].data[..32], address(address_of(num)));
    }
    assert!(unknown > 0);
    let failed: Vec<&Arc<Execution>> = all.iter().filter(|it| it.contract.is_none()).collect();
    assert!(!failed.is_empty());
    for it in failed {
        let reason = abi::call("FeeTooHigh(uint256)", &[abi::uint(600u128)]);
        let failure = it.call.failure.as_ref().unwrap();
        assert_eq!(failure.message, Some(hex::encode_prefixed(reason)));
        assert_eq!(it.call.failed_initcode.as_ref(), Some(&it.call.input));
        assert_eq!(it.call.actions[0].frame.target, Target::Nothing);
    }
}
