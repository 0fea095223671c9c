//! Calls of the ledger's system contracts: tokens, schedules, accounts, random numbers. The answer's first word is a
//! response code, so an execution can succeed whose token operation did not.

use alloy_primitives::Bytes;
use evm::{End, Operation};
use ledger::EvmAddress;

use super::{CallContext, somebody};
use crate::simulation::abi::{self, Value, account, number, uint};
use crate::simulation::accounts;
use crate::simulation::chance::Chance;
use crate::simulation::contracts::IMPLEMENTATION_SLOT;
use crate::simulation::execution::Child;
use crate::simulation::machine::{Plan, Service};

/// The system contracts' numbers.
const TOKENS: u64 = 359;
const RANDOM: u64 = 361;
const ACCOUNTS: u64 = 362;
const SCHEDULES: u64 = 363;
/// Response codes.
const SUCCESS: u128 = 22;
const INSUFFICIENT_TOKEN_BALANCE: u128 = 178;
const TOKEN_NOT_ASSOCIATED: u128 = 184;
const INVALID_TOKEN_ID: u128 = 167;

pub(super) fn act(ctx: &CallContext, chance: &mut Chance) -> Plan {
    let token = accounts::long_zero(chance.between(2001, 2003));
    let (to, amount) = (somebody(chance), u128::from(chance.between(1, 1_000_000)));
    let transfer = abi::call("transfer(address,uint256)", &[account(to), uint(amount)]);
    match chance.below(9) {
        0 => {
            let mut packed = abi::selector("redirectForToken(address,bytes)").to_vec();
            packed.extend(token.bytes());
            packed.extend(transfer);
            called(ctx, TOKENS, packed, number(1).to_vec(), "SUCCESS")
        }
        1 => {
            let arguments = [account(token), Value::Bytes(transfer)];
            let input = abi::call("redirectForToken(address,bytes)", &arguments);
            called(ctx, TOKENS, input, code(SUCCESS), "SUCCESS")
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
            called(ctx, SCHEDULES, input, output, "SUCCESS")
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
            called(ctx, ACCOUNTS, input, code(1), "SUCCESS")
        }
        4 => {
            let random = chance.bytes::<32>().to_vec();
            called(ctx, RANDOM, abi::call("getPseudorandomSeed()", &[]), random, "SUCCESS")
        }
        5 => {
            let input = associate(ctx, token);
            called(ctx, TOKENS, input, code(TOKEN_NOT_ASSOCIATED), "TOKEN_NOT_ASSOCIATED_TO_ACCOUNT")
        }
        6 => called(ctx, TOKENS, associate(ctx, token), code(INVALID_TOKEN_ID), "INVALID_TOKEN_ID"),
        7 => {
            let input = token_transfer(ctx, token, to, amount);
            called(ctx, TOKENS, input, code(INSUFFICIENT_TOKEN_BALANCE), "INSUFFICIENT_TOKEN_BALANCE")
        }
        _ => called(ctx, TOKENS, token_transfer(ctx, token, to, amount), code(SUCCESS), "SUCCESS"),
    }
}

/// A proxy that forwards a call to a system contract and returns its answer. It reverts if the call is refused
/// outright.
fn called(ctx: &CallContext, service: u64, input: Vec<u8>, output: Vec<u8>, result: &'static str) -> Plan {
    let data = Bytes::from(output.clone());
    let end = if result == "INVALID_TOKEN_ID" { End::Reverted(data) } else { End::Returned(data) };
    let to = accounts::long_zero(service);
    let record = Some(Child::of_service(service, input.clone(), output, result));
    let service = Service { record, ..Service::new(1, Operation::DelegateCall, to, &input, end) };
    let plan = Plan::new(input).with(ctx.contract, IMPLEMENTATION_SLOT, abi::address(to));
    Plan { services: vec![service], ..plan }
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
