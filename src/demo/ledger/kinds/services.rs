//! Calls of the ledger's system contracts: tokens, schedules, accounts, random numbers. The answer's first word is a
//! response code, so an execution can succeed whose token operation did not.

use super::{CallContext, somebody};
use crate::demo::ledger::abi::{self, Value, account, number, uint};
use crate::demo::ledger::accounts;
use crate::demo::ledger::chance::Chance;
use crate::demo::ledger::execution::{Call, Child, Failure};
use crate::ledger::EvmAddress;

/// The system contracts' numbers.
const TOKENS: u64 = 359;
const RANDOM: u64 = 361;
const ACCOUNTS: u64 = 362;
const SCHEDULES: u64 = 363;
/// Response codes.
const SUCCESS: u128 = 22;
const INSUFFICIENT_TOKEN_BALANCE: u128 = 178;
const TOKEN_NOT_ASSOCIATED: u128 = 184;

pub(super) fn act(ctx: &CallContext, chance: &mut Chance) -> Call {
    let token = accounts::long_zero(chance.between(2001, 2003));
    let (to, amount) = (somebody(chance), u128::from(chance.between(1, 1_000_000)));
    let transfer = abi::call("transfer(address,uint256)", &[account(to), uint(amount)]);
    match chance.below(9) {
        0 => {
            let mut packed = abi::selector("redirectForToken(address,bytes)").to_vec();
            packed.extend(token.bytes());
            packed.extend(transfer);
            called(TOKENS, packed, number(1).to_vec(), "SUCCESS")
        }
        1 => {
            let arguments = [account(token), Value::Bytes(transfer)];
            let input = abi::call("redirectForToken(address,bytes)", &arguments);
            called(TOKENS, input, code(SUCCESS), "SUCCESS")
        }
        2 => {
            let deposit = abi::call("deposit()", &[]);
            let input = abi::call(
                "scheduleCall(address,uint256,uint256,uint64,bytes)",
                &[
                    account(accounts::long_zero(5001)),
                    uint(ctx.at.seconds + 3600),
                    uint(200_000u32),
                    uint(0u8),
                    Value::Bytes(deposit),
                ],
            );
            let mut output = code(SUCCESS);
            output.extend(abi::address(accounts::long_zero(7001)));
            called(SCHEDULES, input, output, "SUCCESS")
        }
        3 => {
            let input = abi::call(
                "isAuthorizedRaw(address,bytes,bytes)",
                &[
                    account(to),
                    Value::Bytes(chance.bytes::<32>().to_vec()),
                    Value::Bytes(chance.bytes::<65>().to_vec()),
                ],
            );
            called(ACCOUNTS, input, code(1), "SUCCESS")
        }
        4 => {
            let random = chance.bytes::<32>().to_vec();
            called(RANDOM, abi::call("getPseudorandomSeed()", &[]), random, "SUCCESS")
        }
        5 => {
            let input = associate(ctx, token);
            called(TOKENS, input, code(TOKEN_NOT_ASSOCIATED), "TOKEN_NOT_ASSOCIATED_TO_ACCOUNT")
        }
        6 => {
            let mut call = called(TOKENS, associate(ctx, token), Vec::new(), "INVALID_TOKEN_ID");
            call.failure = Some(Failure::revert(&number(167)));
            call.output = number(167).to_vec();
            call
        }
        7 => {
            let input = token_transfer(ctx, token, to, amount);
            called(TOKENS, input, code(INSUFFICIENT_TOKEN_BALANCE), "INSUFFICIENT_TOKEN_BALANCE")
        }
        _ => called(TOKENS, token_transfer(ctx, token, to, amount), code(SUCCESS), "SUCCESS"),
    }
}

/// A contract that passes a call on to a system contract and its answer back.
fn called(service: u64, input: Vec<u8>, output: Vec<u8>, result: &'static str) -> Call {
    let child = Child { contract: service, input: input.clone(), output: output.clone(), result };
    Call { input, output, children: vec![child], ..Call::default() }
}

fn token_transfer(ctx: &CallContext, token: EvmAddress, to: EvmAddress, amount: u128) -> Vec<u8> {
    abi::call(
        "transferToken(address,address,address,int64)",
        &[account(token), account(ctx.caller()), account(to), uint(amount)],
    )
}

fn associate(ctx: &CallContext, token: EvmAddress) -> Vec<u8> {
    abi::call("associateToken(address,address)", &[account(ctx.caller()), account(token)])
}

fn code(code: u128) -> Vec<u8> {
    number(code).to_vec()
}
