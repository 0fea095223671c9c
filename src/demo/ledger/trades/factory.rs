//! Calls of a factory: contracts made, several at once, some of them unknown to the server, and failures to make one.

use super::Scene;
use crate::demo::artifacts;
use crate::demo::ledger::abi::{self, Value, account, address, mapped, number};
use crate::demo::ledger::chance::Chance;
use crate::demo::ledger::contracts::address_of;
use crate::demo::ledger::execution::Deed;

/// Storage slots: the list of what was made, how many by maker.
const MADE: u128 = 0;
const MADE_BY: u128 = 1;
/// Contracts that the factory is said to have made.
const CHILDREN: [u64; 5] = [5011, 5012, 5019, 5025, 5026];

pub(super) fn act(scene: &Scene, chance: &mut Chance) -> Deed {
    let salt: [u8; 32] = chance.bytes();
    let made = chance.pick(&CHILDREN);
    let at = Deed { input: abi::call("createAt(bytes32)", &[Value::Word(salt)]), ..Deed::default() };
    match scene.index % 6 {
        0 => created(scene, vec![Some(made)], abi::call("create()", &[]), [0; 32]),
        1 => created(scene, vec![Some(made), None], at.input, salt),
        2 => created(scene, vec![None], at.input, salt),
        3 => {
            let taken = abi::call("AlreadyThere(address)", &[account(address_of(made))]);
            at.reverted(taken)
        }
        4 => {
            let reason = abi::call("Error(string)", &[abi::text("constructor: supply must not be zero")]);
            let code = artifacts::named("Token").map(|token| token.creation.clone()).unwrap_or_default();
            let failed = Deed { input: code.clone(), ..Deed::default() }.reverted(reason);
            Deed { failed_initcode: Some(code), ..failed }
        }
        _ => created(scene, CHILDREN.map(Some).to_vec(), at.input, salt),
    }
}

fn created(scene: &Scene, made: Vec<Option<u64>>, input: Vec<u8>, salt: [u8; 32]) -> Deed {
    let known = made.iter().copied().flatten();
    let logs = known.clone().map(|num| {
        scene.event(
            "Created(address,address,bytes32)",
            &[address(scene.caller())],
            &[account(address_of(num)), Value::Word(salt)],
        )
    });
    let by = mapped(address(scene.caller()), number(MADE_BY));
    let count = u128::from(scene.index);
    Deed {
        input,
        output: known.clone().next().map(|num| address(address_of(num)).to_vec()).unwrap_or_default(),
        logs: logs.collect(),
        state: vec![scene.slot(number(MADE), count, count + 1), scene.slot(by, 3, 4)],
        created: made,
        ..Deed::default()
    }
}
