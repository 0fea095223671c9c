//! A wallet's calls of the ledger's system contracts, each with a record of its own.

use crate::demo::ledger::abi::{self, Value, account, number, uint};
use crate::demo::ledger::accounts;
use crate::demo::ledger::contracts::{BUSIEST, address_of};
use crate::demo::ledger::execution::{Child, Deed};
use crate::demo::ledger::trades::Scene;

const TOKENS: u64 = 359;
const SCHEDULES: u64 = 363;
const TOKEN: u64 = 2001;
/// The schedule that a call makes.
const MADE: u64 = 7_021;
/// Response codes: fine; too few tokens; a token that the account does not hold.
const SUCCESS: u128 = 22;
const TOO_FEW: u128 = 178;
const NOT_ASSOCIATED: u128 = 184;

/// A wallet that passes a call on to a system contract.
fn passed(scene: &Scene, service: u64, data: Vec<u8>, output: Vec<u8>, result: &'static str) -> Deed {
    Deed {
        input: super::wallets::send(service, data.clone()),
        output: number(1).to_vec(),
        logs: vec![super::wallets::sent(scene)],
        children: vec![Child { contract: service, input: data, output, result }],
        ..Deed::default()
    }
}

fn transfer() -> Vec<u8> {
    abi::call("transfer(address,uint256)", &[account(accounts::address(1014)), uint(1_500u32)])
}

/// A token's own function through the token service, encoded as any call is.
pub(super) fn redirected(scene: &Scene) -> Deed {
    let arguments = [account(accounts::long_zero(TOKEN)), Value::Bytes(transfer())];
    let data = abi::call("redirectForToken(address,bytes)", &arguments);
    let output = abi::encode(&[uint(SUCCESS), Value::Bytes(number(1).to_vec())]);
    passed(scene, TOKENS, data, output, "SUCCESS")
}

/// The same as the code of a token's proxy writes it: selector, twenty bytes, and the inner call.
pub(super) fn redirected_packed(scene: &Scene) -> Deed {
    let mut data = abi::selector("redirectForToken(address,bytes)").to_vec();
    data.extend(accounts::long_zero(TOKEN).bytes());
    data.extend(transfer());
    passed(scene, TOKENS, data, number(1).to_vec(), "SUCCESS")
}

/// A call of the busiest contract, put off by an hour.
pub(super) fn scheduled(scene: &Scene) -> Deed {
    let later = abi::call("withdraw(uint256)", &[uint(1_000_000u32)]);
    let data = abi::call(
        "scheduleCall(address,uint256,uint256,uint64,bytes)",
        &[
            account(address_of(BUSIEST)),
            uint(scene.at.seconds + 3_600),
            uint(200_000u32),
            uint(0u8),
            Value::Bytes(later),
        ],
    );
    let output = abi::encode(&[uint(SUCCESS), account(accounts::long_zero(MADE))]);
    passed(scene, SCHEDULES, data, output, "SUCCESS")
}

/// A success whose token transfer failed: the answer's first word says so.
pub(super) fn hides_failure(scene: &Scene) -> Deed {
    let [from, to] = [address_of(scene.contract), accounts::address(1016)].map(account);
    let data = abi::call(
        "transferToken(address,address,address,int64)",
        &[account(accounts::long_zero(TOKEN)), from, to, uint(9_000_000_000_000u64)],
    );
    passed(scene, TOKENS, data, number(TOO_FEW).to_vec(), "INSUFFICIENT_TOKEN_BALANCE")
}

/// A revert whose reason is a response code.
pub(super) fn reverts_with_code(scene: &Scene) -> Deed {
    let data = abi::call(
        "associateToken(address,address)",
        &[account(address_of(scene.contract)), account(accounts::long_zero(TOKEN))],
    );
    let output = number(NOT_ASSOCIATED).to_vec();
    let deed = passed(scene, TOKENS, data, output.clone(), "TOKEN_NOT_ASSOCIATED_TO_ACCOUNT");
    let children = deed.children.clone();
    Deed { children, ..deed.reverted(output) }
}

/// Three moves of tokens in one, the last of which fails and takes the others with it.
pub(super) fn rolled_back(scene: &Scene) -> Deed {
    let from = account(address_of(scene.contract));
    let moves = [1018u64, 1020, 1022].map(|to| {
        let amount = uint(500_000 * (to - 1017));
        let to = account(accounts::address(to));
        let token = account(accounts::long_zero(TOKEN));
        abi::call("transferToken(address,address,address,int64)", &[token, from.clone(), to, amount])
    });
    let list = moves.iter().map(|data| {
        Value::Tuple(vec![account(accounts::long_zero(TOKENS)), uint(0u8), Value::Bytes(data.clone())])
    });
    let input = abi::call("aggregate3((address,bool,bytes)[])", &[Value::Array(list.collect())]);
    let failed = Deed { input, ..Deed::default() }.reverted(number(TOO_FEW).to_vec());
    let ends = ["REVERTED_SUCCESS", "REVERTED_SUCCESS", "INSUFFICIENT_TOKEN_BALANCE"];
    let children = moves.into_iter().zip(ends).map(|(input, result)| {
        let code = if result == "REVERTED_SUCCESS" { SUCCESS } else { TOO_FEW };
        Child { contract: TOKENS, input, output: number(code).to_vec(), result }
    });
    Deed { children: children.collect(), ..failed }
}
