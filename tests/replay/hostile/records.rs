//! Records that are longer than they may be, or say what cannot be.

use std::sync::Arc;

use alloy_primitives::hex;
use ledger::{CallAction, Contract, ContractResult, EvmAddress, Field, HexBytes};
use replay::{
    Agreement, Cut, Gathered, MAX_ACTIONS, MAX_CALL_DATA_BYTES, MAX_CODE_BYTES, NotReplayable, Point,
    Replayed, Unreplayed, Verdict, address_of, replay,
};

use super::repeated;
use crate::cases::case;

/// What comes of a case in whose records this was changed.
fn changed(name: &str, change: impl FnOnce(&mut Gathered)) -> Replayed {
    let mut gathered = case(name).gathered;
    change(&mut gathered);
    let outcome = replay(&gathered, &|| false);
    Replayed::new(gathered, outcome)
}

fn result(gathered: &mut Gathered) -> &mut ContractResult {
    Arc::make_mut(&mut gathered.result)
}

fn bytes(len: usize) -> Field<HexBytes> {
    Field::Known(HexBytes::from(vec![0x5b; len]))
}

/// Puts this in place of the code of the contract that is named by so many, in the order of addresses.
fn set_code(gathered: &mut Gathered, nth: usize, code: Field<HexBytes>) {
    let contract = gathered.contracts.values_mut().flatten().nth(nth).unwrap();
    Arc::make_mut(contract).runtime_bytecode = code;
}

#[test]
fn a_hundred_thousand_actions_are_taken_in_part() {
    let replayed = changed("token-transfer", |gathered| {
        let first = Arc::clone(&gathered.actions[0]);
        gathered.actions.resize(100_000, first);
    });
    assert_eq!(replayed.name(), "differs", "it made one call");
    assert_eq!(replayed.cuts(), [Cut::Actions]);
    assert_eq!(Cut::Actions.to_string(), "the first 10,000 recorded calls are taken; there are more");
}

#[test]
fn calls_beyond_those_that_are_taken_are_unknown() {
    // A hundred calls more than are taken: the counter goes down to zero.
    let count = u16::try_from(MAX_ACTIONS + 100).unwrap().to_be_bytes();
    let call = hex!("5f5f5f5f6004620186a0fa50");
    let turn = [&[0x5b][..], &call, &hex!("600190038060035700")].concat();
    let code = [&[0x61][..], &count, &turn].concat();
    let replayed = changed("token-transfer", |gathered| {
        set_code(gathered, 0, Field::Known(HexBytes::from(code)));
        let root = Arc::make_mut(&mut gathered.actions[0]);
        root.result_data = bytes(0);
        let inner = CallAction {
            call_depth: 1.into(),
            call_operation_type: Field::Known("STATICCALL".into()),
            recipient: Field::Null,
            to: Field::Known(EvmAddress::parse(&format!("0x{:040x}", 4)).unwrap()),
            input: bytes(0),
            value: 0.into(),
            ..root.clone()
        };
        gathered.actions.resize(MAX_ACTIONS + 101, Arc::new(inner));
        let result = result(gathered);
        result.gas_limit = 10_000_000.into();
        result.call_result = bytes(0);
        (result.logs, result.state_changes) = (Field::Known(Vec::new()), Field::Known(Vec::new()));
    });
    let told = replayed.outcome.as_ref().unwrap();
    assert_eq!(told.execution.calls.len(), MAX_ACTIONS + 101, "{:?}", told.execution.end);
    assert!(
        matches!(told.comparison.get(Point::Calls), Some(Agreement::Unknown(_))),
        "{:?}",
        told.comparison
    );
    assert_eq!((&told.verdict, replayed.cuts()), (&Verdict::Agrees, vec![Cut::Actions]));
}

#[test]
fn code_and_call_data_that_are_too_long_are_not_executed() {
    let code = |len| changed("token-transfer", |gathered| set_code(gathered, 0, bytes(len)));
    assert_eq!(code(MAX_CODE_BYTES).name(), "differs", "so much is executed");
    let long = code(MAX_CODE_BYTES + 1);
    assert_eq!(long.outcome, Err(Unreplayed::NotReplayable(NotReplayable::CodeTooLong)));
    assert_eq!(long.sentence(), "not replayable: the code is longer than 64 KiB");
    let data = |len| {
        changed("token-transfer", |gathered| {
            let result = result(gathered);
            (result.function_parameters, result.gas_limit) = (bytes(len), 29_000_000.into());
        })
    };
    assert!(data(MAX_CALL_DATA_BYTES).outcome.is_ok());
    let long = data(MAX_CALL_DATA_BYTES + 1);
    assert_eq!(long.sentence(), "not replayable: the call data is longer than 1 MiB");
}

#[test]
fn what_has_too_long_code_within_is_answered_from_the_record() {
    let gathered = case("router-two-pairs").gathered;
    let inner = gathered.inputs().unwrap().calls[1].to;
    let is_inner = |it: &Arc<Contract>| it.evm_address.known().map(address_of) == inner;
    let nth = gathered.contracts.values().flatten().position(is_inner).unwrap();
    let replayed = changed("router-two-pairs", |gathered| set_code(gathered, nth, bytes(MAX_CODE_BYTES + 1)));
    let told = replayed.outcome.as_ref().unwrap();
    assert!(!matches!(told.verdict, Verdict::Differs(_)), "{:?}", told.verdict);
    assert!(told.execution.calls.iter().any(|call| call.is_answered));
    let words = replayed.cuts()[0].to_string();
    assert!(words.ends_with(" is longer than 65,536 bytes: not executed"), "{words}");
}

#[test]
fn gas_beyond_the_bound_is_cut_and_the_outcome_does_not_hang_on_it_unasked() {
    let asked = |code: Option<Vec<u8>>| {
        changed("token-transfer", |gathered| {
            result(gathered).gas_limit = 50_000_000.into();
            if let Some(code) = code {
                set_code(gathered, 0, Field::Known(HexBytes::from(code)));
            }
        })
    };
    let enough = asked(None);
    assert_eq!(enough.name(), "agrees");
    assert_eq!(enough.cuts()[0].to_string(), "executed with 30,000,000 gas of 50,000,000");
    // Where it runs out of what is given, it might not run out of what was asked for: a word far behind the others.
    let spent = asked(Some(repeated(&hex!("6001633b9aca0052"))));
    assert_eq!(spent.sentence(), "undetermined (hangs on the gas that is left)");
}

#[test]
fn records_that_cannot_be_are_no_panic() {
    let numbers = [i64::MIN, -1, 0, 1, i64::MAX];
    for (at, number) in numbers.into_iter().enumerate() {
        for turn in 0..4 {
            let replayed = changed("router-two-pairs", |gathered| {
                let place = (at + turn) % gathered.actions.len();
                let action = Arc::make_mut(&mut gathered.actions[place]);
                match turn {
                    0 => action.call_depth = number.into(),
                    1 => (action.gas, action.gas_used) = (number.into(), number.into()),
                    2 => action.value = i128::from(number).into(),
                    _ => result(gathered).gas_limit = number.into(),
                }
            });
            assert!(!replayed.sentence().is_empty());
        }
    }
}

#[test]
fn who_waits_no_longer_ends_it() {
    let gathered = case("token-transfer").gathered;
    let outcome = replay(&gathered, &|| true);
    let replayed = Replayed::new(gathered, outcome);
    assert_eq!(replayed.sentence(), "not replayable: the execution took too long and was stopped");
}
