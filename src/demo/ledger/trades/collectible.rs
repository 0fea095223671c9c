//! Calls of a token whose pieces are unique.

use super::{Scene, somebody};
use crate::demo::ledger::abi::{self, account, address, mapped, number, text, uint};
use crate::demo::ledger::accounts;
use crate::demo::ledger::chance::Chance;
use crate::demo::ledger::execution::Deed;

/// Storage slots: owners by piece, balances by owner, who may move all pieces of an owner.
const OWNERS: u128 = 3;
const BALANCES: u128 = 4;
const OPERATORS: u128 = 6;

const TRANSFER: &str = "Transfer(address,address,uint256)";

pub(super) fn act(scene: &Scene, chance: &mut Chance) -> Deed {
    let (to, piece) = (somebody(chance), u128::from(chance.between(1, 400)));
    let owner = |piece| mapped(number(piece), number(OWNERS));
    let balance = |who| mapped(address(who), number(BALANCES));
    let caller = scene.caller();
    match chance.below(10) {
        0..=2 => {
            let piece = u128::from(scene.index) + 1;
            let nobody = accounts::long_zero(0);
            let mut piece_slot = scene.slot(owner(piece), 0, None);
            piece_slot.written = Some(address(to));
            Deed {
                input: abi::call(
                    "mint(address,string)",
                    &[account(to), text(&format!("ipfs://piece/{piece}"))],
                ),
                output: number(piece).to_vec(),
                logs: vec![scene.event(TRANSFER, &[address(nobody), address(to), number(piece)], &[])],
                state: vec![piece_slot, scene.slot(balance(to), 2, 3)],
                ..Deed::default()
            }
        }
        3..=4 => {
            let slot = mapped(address(to), mapped(address(caller), number(OPERATORS)));
            Deed {
                input: abi::call("setApprovalForAll(address,bool)", &[account(to), uint(1u8)]),
                logs: vec![scene.event(
                    "ApprovalForAll(address,address,bool)",
                    &[address(caller), address(to)],
                    &[uint(1u8)],
                )],
                state: vec![scene.slot(slot, 0, 1)],
                ..Deed::default()
            }
        }
        5 => Deed {
            input: abi::call(
                "transferFrom(address,address,uint256)",
                &[account(caller), account(to), uint(piece)],
            ),
            ..Deed::default()
        }
        .reverted(abi::call("NotAllowed(address,uint256)", &[account(caller), uint(piece)])),
        _ => {
            let mut piece_slot = scene.slot(owner(piece), 0, None);
            (piece_slot.read, piece_slot.written) = (address(caller), Some(address(to)));
            Deed {
                input: abi::call(
                    "transferFrom(address,address,uint256)",
                    &[account(caller), account(to), uint(piece)],
                ),
                logs: vec![scene.event(TRANSFER, &[address(caller), address(to), number(piece)], &[])],
                state: vec![piece_slot, scene.slot(balance(caller), 4, 3), scene.slot(balance(to), 0, 1)],
                ..Deed::default()
            }
        }
    }
}
