//! Turns of a lamp: mostly the same event, now and then another, very rarely a third, and sometimes none.

use super::CallContext;
use crate::simulation::abi::{self, Value, number, text, uint};
use crate::simulation::chance::Chance;
use crate::simulation::machine::Plan;

const SHIPS: [&str; 5] = ["Aurora", "Bonny Jean", "Cormorant", "Dawn of the Ninth", "Esk"];
/// One in this many results raises the alarm; one in so many others sees a ship or is silent.
const ALARM: u64 = 97;
const SHIP: u64 = 9;
const SILENT: u64 = 5;

pub(super) fn act(ctx: &CallContext, chance: &mut Chance) -> Plan {
    let input = if ctx.index.is_multiple_of(ALARM) {
        let code = abi::topic(chance.pick(&["FIRE", "FOG", "FLOOD"]));
        abi::call("raise(bytes32,string)", &[Value::Word(code), text("send a boat")])
    } else if ctx.index.is_multiple_of(SHIP) {
        let (berth, ship) = (chance.below(12), chance.pick(&SHIPS));
        abi::call("sight(uint256,string)", &[uint(berth), text(ship)])
    } else if ctx.index.is_multiple_of(SILENT) {
        abi::call("dim()", &[])
    } else {
        abi::call("beat()", &[])
    };
    let beats = u128::from(ctx.index.saturating_sub(1));
    Plan::new(input).with(ctx.contract, number(0), number(beats))
}
