//! Calls of a token whose pieces are unique.

use super::{CallContext, somebody};
use crate::demo::ledger::abi::{self, account, address, mapped, number, text, uint};
use crate::demo::ledger::accounts;
use crate::demo::ledger::chance::Chance;
use crate::demo::ledger::execution::Call;

/// Storage slots: owners by piece, balances by owner, who may move all pieces of an owner.
const OWNERS: u128 = 3;
const BALANCES: u128 = 4;
const OPERATORS: u128 = 6;

const TRANSFER: &str = "Transfer(address,address,uint256)";

pub(super) fn act(ctx: &CallContext, chance: &mut Chance) -> Call {
    let (to, piece) = (somebody(chance), u128::from(chance.between(1, 400)));
    let owner = |piece| mapped(number(piece), number(OWNERS));
    let balance = |who| mapped(address(who), number(BALANCES));
    let caller = ctx.caller();
    match chance.below(10) {
        0..=2 => {
            let piece = u128::from(ctx.index) + 1;
            let nobody = accounts::long_zero(0);
            let mut piece_slot = ctx.slot(owner(piece), 0, None);
            piece_slot.written = Some(address(to));
            Call {
                input: abi::call(
                    "mint(address,string)",
                    &[account(to), text(&format!("ipfs://piece/{piece}"))],
                ),
                output: number(piece).to_vec(),
                logs: vec![ctx.event(TRANSFER, &[address(nobody), address(to), number(piece)], &[])],
                state: vec![piece_slot, ctx.slot(balance(to), 2, 3)],
                ..Call::default()
            }
        }
        3..=4 => {
            let slot = mapped(address(to), mapped(address(caller), number(OPERATORS)));
            Call {
                input: abi::call("setApprovalForAll(address,bool)", &[account(to), uint(1u8)]),
                logs: vec![ctx.event(
                    "ApprovalForAll(address,address,bool)",
                    &[address(caller), address(to)],
                    &[uint(1u8)],
                )],
                state: vec![ctx.slot(slot, 0, 1)],
                ..Call::default()
            }
        }
        5 => Call {
            input: abi::call(
                "transferFrom(address,address,uint256)",
                &[account(caller), account(to), uint(piece)],
            ),
            ..Call::default()
        }
        .reverted(abi::call("NotAllowed(address,uint256)", &[account(caller), uint(piece)])),
        _ => {
            let mut piece_slot = ctx.slot(owner(piece), 0, None);
            (piece_slot.read, piece_slot.written) = (address(caller), Some(address(to)));
            Call {
                input: abi::call(
                    "transferFrom(address,address,uint256)",
                    &[account(caller), account(to), uint(piece)],
                ),
                logs: vec![ctx.event(TRANSFER, &[address(caller), address(to), number(piece)], &[])],
                state: vec![piece_slot, ctx.slot(balance(caller), 4, 3), ctx.slot(balance(to), 0, 1)],
                ..Call::default()
            }
        }
    }
}
