//! Calls of any contract, drawn from its interface: each function with arguments that fit, and with the state that it
//! needs to succeed.

use serde::Deserialize;

use super::{CallContext, token};
use crate::artifacts;
use crate::simulation::abi::{Value, Word, address, after, data_of, mapped, number};
use crate::simulation::chance::Chance;
use crate::simulation::contracts::Code;
use crate::simulation::machine::Plan;
use crate::simulation::{abi, accounts, contracts};

/// Words that people put into strings.
const PHRASES: [&str; 5] =
    ["", "a short note", "Zürich", "a sentence that is longer than one word of the EVM", "x"];

/// A function, or another item of an interface.
#[derive(Debug, Deserialize)]
struct Item {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    name: String,
    #[serde(default)]
    inputs: Vec<Parameter>,
    #[serde(default, rename = "stateMutability")]
    mutability: String,
}

/// An argument or a member of one.
#[derive(Debug, Deserialize)]
struct Parameter {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    components: Vec<Parameter>,
}

/// A call of any function that changes something, with any arguments; one in six comes unprepared.
pub(super) fn act(ctx: &CallContext, chance: &mut Chance) -> Plan {
    let items = interface(ctx.contract);
    let functions = || items.iter().filter(|item| item.kind == "function");
    let changing: Vec<&Item> =
        functions().filter(|item| !matches!(item.mutability.as_str(), "view" | "pure")).collect();
    let functions = if changing.is_empty() { functions().collect() } else { changing };
    let Some(function) = any(&functions, chance) else { return Plan::default() };
    let plan = Plan::new(abi::call(&function.signature(), &arguments(&function.inputs, chance)));
    let tinybars = if function.mutability == "payable" { 1000 * chance.between(1, 90_000_000) } else { 0 };
    let plan = Plan { tinybars, ..plan };
    if chance.one_in(6) { plan } else { prepared(ctx, plan) }
}

/// The interface of a contract's artefact.
fn interface(contract: u64) -> Vec<Item> {
    let code = contracts::by_num(contract).map(|contract| contract.code);
    let Some(Code::Built(name)) = code else { return Vec::new() };
    let abi = artifacts::named(name).map(|artifact| artifact.abi.get());
    abi.and_then(|abi| serde_json::from_str(abi).ok()).unwrap_or_default()
}

fn any<'a>(items: &[&'a Item], chance: &mut Chance) -> Option<&'a Item> {
    let at = usize::try_from(chance.below(items.len() as u64)).ok()?;
    items.get(at).copied()
}

fn arguments(parameters: &[Parameter], chance: &mut Chance) -> Vec<Value> {
    parameters.iter().map(|parameter| value(&parameter.kind, &parameter.components, chance)).collect()
}

/// A value of this type.
fn value(kind: &str, components: &[Parameter], chance: &mut Chance) -> Value {
    if let Some((element, length)) = kind.strip_suffix(']').and_then(|kind| kind.rsplit_once('[')) {
        let fixed = length.parse::<u64>().ok();
        let count = fixed.unwrap_or_else(|| chance.below(4));
        let items = (0..count).map(|_| value(element, components, chance)).collect();
        return if fixed.is_some() { Value::Tuple(items) } else { Value::Array(items) };
    }
    match kind {
        "tuple" => Value::Tuple(arguments(components, chance)),
        "string" => abi::text(chance.pick(&PHRASES)),
        "bytes" => Value::Bytes(chance.bytes::<37>().to_vec()),
        "bool" => abi::uint(chance.below(2)),
        "address" => abi::account(accounts::address(accounts::any(chance))),
        _ if kind.starts_with("int") && chance.one_in(2) => Value::Word([0xff; 32]),
        _ => match kind.strip_prefix("bytes").and_then(|bytes| bytes.parse::<usize>().ok()) {
            Some(length) => {
                let mut word: Word = chance.bytes();
                word.iter_mut().skip(length).for_each(|byte| *byte = 0);
                Value::Word(word)
            }
            // Small enough for every size of number, and for enumerations.
            None if kind == "uint8" => abi::uint(chance.below(2)),
            None if kind.ends_with("16") || kind.ends_with("32") => abi::uint(chance.below(10_000)),
            None => abi::uint(chance.below(9_000_000_000)),
        },
    }
}

impl Item {
    /// The name with the types of its arguments, as hashed.
    fn signature(&self) -> String {
        format!("{}({})", self.name, types(&self.inputs))
    }
}

fn types(parameters: &[Parameter]) -> String {
    parameters.iter().map(Parameter::spelled).collect::<Vec<_>>().join(",")
}

impl Parameter {
    /// The type in a signature, with structs expanded into their members.
    fn spelled(&self) -> String {
        match self.kind.strip_prefix("tuple") {
            Some(array) => format!("({}){array}", types(&self.components)),
            None => self.kind.clone(),
        }
    }
}

/// The token that vaults hold.
const ASSET: u64 = 5002;
/// More than any call moves.
const PLENTY: u128 = 100_000_000_000;
/// Slots of a vault: shares in all, and shares by holder.
const TOTAL_SHARES: u128 = 0;
const SHARES: u128 = 1;
/// The number of slots of an escrow's deal, and the places of its amount and its state in the last one.
const DEAL_SLOTS: u64 = 4;
const FUNDED: u8 = 1;
const DISPUTED: u8 = 4;
/// The stored amount of a deal, in tinybars.
const KEPT: u128 = 25_000_000;

/// The same call of a contract that lets it through.
pub(super) fn prepared(ctx: &CallContext, plan: Plan) -> Plan {
    match contracts::by_num(ctx.contract).map(|contract| contract.code) {
        Some(Code::Built("Vault" | "VaultReworded")) => vault(ctx, plan),
        Some(Code::Built("Escrow" | "EscrowBrief")) => escrow(ctx, plan),
        _ => plan,
    }
}

/// The caller has assets and shares, and lets the vault take assets.
fn vault(ctx: &CallContext, plan: Plan) -> Plan {
    let (caller, vault) = (ctx.caller(), ctx.itself());
    plan.with(ASSET, token::allowance(caller, vault), [0xff; 32])
        .with(ASSET, token::balance(caller), number(PLENTY))
        .with(ASSET, token::balance(vault), number(PLENTY * 11))
        .with(ctx.contract, number(TOTAL_SHARES), number(PLENTY * 10))
        .with(ctx.contract, mapped(address(caller), number(SHARES)), number(PLENTY))
}

/// Both parties of the called deal are the caller, and the deal is in the state that the call requires.
fn escrow(ctx: &CallContext, plan: Plan) -> Plan {
    let is_decision = plan.input.starts_with(&abi::selector("decide(uint256,bool)"));
    let words = plan.input.get(4..).unwrap_or_default();
    let id = words.get(24..32).and_then(|id| id.first_chunk()).map_or(0, |id| u64::from_be_bytes(*id));
    if plan.tinybars > 0 {
        return plan.with(ctx.contract, number(0), number(ctx.index.into()));
    }
    let first = after(data_of(number(0)), id * DEAL_SLOTS);
    let caller = address(ctx.caller());
    let state = if is_decision { DISPUTED } else { FUNDED };
    plan.with(ctx.contract, number(0), number(u128::from(id) + 1))
        .with_all(ctx.contract, (0..3).map(|place| (after(first, place), caller)))
        .with(ctx.contract, after(first, 3), kept(ctx, state))
}

/// The amount, until when, and how far the deal is.
fn kept(ctx: &CallContext, state: u8) -> Word {
    let mut word = number(KEPT);
    word[8..16].copy_from_slice(&(ctx.at.seconds + 600).to_be_bytes());
    word[7] = state;
    word
}

#[cfg(test)]
mod tests {
    use ledger::Timestamp;

    use super::*;
    use crate::simulation::contracts::{ContractKind, all, by_num};

    #[test]
    fn selectors_stand_in_the_code_that_is_called() {
        let contracts: Vec<_> = all().filter(|contract| contract.kind == ContractKind::Interface).collect();
        assert!(contracts.len() >= 6);
        for contract in contracts {
            let code = contract.deployed().runtime;
            for index in 0..40 {
                let ctx =
                    CallContext { contract: contract.num, sender: 1002, at: Timestamp::from_secs(1), index };
                let call = act(&ctx, &mut Chance::new(contract.num, index));
                let selector = &call.input[..4];
                assert!(code.windows(4).any(|bytes| bytes == selector), "{} {selector:02x?}", contract.num);
                assert_eq!(call.input.len() % 32, 4);
            }
        }
    }

    #[test]
    fn structs_are_spelled_by_their_members() {
        let items = interface(by_num(5005).unwrap().num);
        let list = items.iter().find(|item| item.name == "listSale").unwrap();
        assert_eq!(
            list.signature(),
            "listSale(uint256,uint256,(uint128,uint128,uint64,uint64,uint32,uint32,address,bool),string)"
        );
    }
}
