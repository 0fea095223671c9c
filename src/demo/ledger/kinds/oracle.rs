//! Calls of a price oracle.

use super::CallContext;
use crate::demo::ledger::abi::{self, Value, Word, account, address, mapped, number, uint};
use crate::demo::ledger::chance::Chance;
use crate::demo::ledger::execution::{Call, Slot};

/// Storage slot of reports by pair and reporter.
const REPORTS: u128 = 3;

const PAIRS: [&[u8]; 3] = [b"COIN/USD", b"COIN/EUR", b"DEMO/COIN"];

pub(super) fn act(ctx: &CallContext, chance: &mut Chance) -> Call {
    let mut pair: Word = [0; 32];
    pair.iter_mut().zip(chance.pick(&PAIRS)).for_each(|(byte, from)| *byte = *from);
    let price = u128::from(chance.between(10_000_000, 90_000_000));
    let report = Call {
        input: abi::call("report(bytes32,uint192)", &[Value::Word(pair), uint(price)]),
        ..Call::default()
    };
    match chance.below(10) {
        0 => report.reverted(abi::call("NotReporter(address)", &[account(ctx.caller())])),
        1 => report.reverted(abi::call("PriceIsZero()", &[])),
        2..=3 => Call {
            input: abi::call("publish(bytes32)", &[Value::Word(pair)]),
            output: number(price).to_vec(),
            logs: vec![ctx.event(
                "Published(bytes32,uint256,uint192,uint16)",
                &[pair, number(u128::from(ctx.index))],
                &[uint(price), uint(3u8)],
            )],
            ..Call::default()
        },
        _ => {
            let slot = mapped(address(ctx.caller()), mapped(pair, number(REPORTS)));
            let held = |price: u128, at: u64| -> Word {
                let mut word = number(price);
                word[..8].copy_from_slice(&at.to_be_bytes());
                word
            };
            Call {
                logs: vec![ctx.event(
                    "Reported(bytes32,address,uint192)",
                    &[pair, address(ctx.caller())],
                    &[uint(price)],
                )],
                state: vec![Slot {
                    contract: ctx.contract,
                    key: slot,
                    read: held(price * 99 / 100, ctx.at.seconds - 300),
                    written: Some(held(price, ctx.at.seconds)),
                }],
                ..report
            }
        }
    }
}
