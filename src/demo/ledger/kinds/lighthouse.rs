//! Turns of a lamp: mostly the same event, now and then another, very rarely a third, and sometimes none.

use super::CallContext;
use crate::demo::ledger::abi::{self, Value, Word, address, mapped, number, short, text, uint};
use crate::demo::ledger::chance::Chance;
use crate::demo::ledger::execution::{Call, Slot};

const SHIPS: [&str; 5] = ["Aurora", "Bonny Jean", "Cormorant", "Dawn of the Ninth", "Esk"];
/// One in this many results raises the alarm; one in so many others sees a ship, or says nothing.
const ALARM: u64 = 97;
const SHIP: u64 = 9;
const SILENT: u64 = 5;

pub(super) fn act(ctx: &CallContext, chance: &mut Chance) -> Call {
    let beats = u128::from(ctx.index);
    let beat = ctx.event("Heartbeat(uint256)", &[number(beats)], &[]);
    let count = ctx.slot(number(0), beats - 1, beats);
    let by = address(ctx.caller());
    if ctx.index.is_multiple_of(ALARM) {
        let code: Word = abi::topic(chance.pick(&["FIRE", "FOG", "FLOOD"]));
        let words = text("send a boat");
        let alarm = ctx.event("Alarm(bytes32,address,string)", &[code, by], std::slice::from_ref(&words));
        return Call {
            input: abi::call("raise(bytes32,string)", &[Value::Word(code), words]),
            logs: vec![beat, alarm],
            state: vec![count],
            ..Call::default()
        };
    }
    if ctx.index.is_multiple_of(SHIP) {
        let (berth, ship) = (u128::from(chance.below(12)), chance.pick(&SHIPS));
        let sighted = ctx.event("Sighted(address,uint256,string)", &[by, number(berth)], &[text(ship)]);
        let name = Slot {
            contract: ctx.contract,
            key: mapped(number(berth), number(1)),
            read: [0; 32],
            written: Some(short(ship)),
        };
        return Call {
            input: abi::call("sight(uint256,string)", &[uint(berth), text(ship)]),
            logs: vec![beat, sighted],
            state: vec![count, name],
            ..Call::default()
        };
    }
    if ctx.index.is_multiple_of(SILENT) {
        return Call { input: abi::call("dim()", &[]), state: vec![count], ..Call::default() };
    }
    Call { input: abi::call("beat()", &[]), logs: vec![beat], state: vec![count], ..Call::default() }
}
