//! Bytecode: what the artefacts become when they are deployed with arguments.

use alloy_primitives::hex;

use super::showcase::{BEACON, STRONGBOX, VAULTS};
use super::{BUSIEST, address_of};
use crate::demo::artifacts;
use crate::demo::ledger::abi::{self, Value, account, text, uint};
use crate::demo::ledger::accounts;

/// What a minimal proxy's code (EIP-1167) has before and after the address it passes calls to.
const MINIMAL: ([u8; 10], [u8; 15]) = (hex!("363d3d373d3d3d363d73"), hex!("5af43d82803e903d91602b57fd5bf3"));
/// What creates a minimal proxy.
const MINIMAL_MAKER: [u8; 10] = hex!("3d602d80600a3d3981f3");
/// Coins that a token has in all.
const SUPPLY: u128 = 1_000_000_000_000_000;

/// Where a contract's bytecode comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Code {
    /// There is none.
    None,
    /// The artefact of this name.
    Built(&'static str),
    /// A minimal proxy for the contract with this number.
    Minimal(u64),
}

/// A contract's bytecode as deployed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Deployed {
    /// The creation code with constructor arguments.
    pub(crate) creation: Vec<u8>,
    /// The code that runs.
    pub(crate) runtime: Vec<u8>,
}

impl Code {
    /// The bytecode at the address of the contract with this number.
    pub(crate) fn deployed(self, num: u64) -> Deployed {
        match self {
            Self::None => Deployed::default(),
            Self::Minimal(target) => {
                let runtime = [MINIMAL.0.as_slice(), address_of(target).bytes(), &MINIMAL.1].concat();
                Deployed { creation: [MINIMAL_MAKER.as_slice(), &runtime].concat(), runtime }
            }
            Self::Built(name) => artifacts::named(name).map_or_else(Deployed::default, |artifact| {
                let address = address_of(num);
                let mut creation = artifact.creation.clone();
                creation.extend(abi::encode(&arguments(name, num)));
                Deployed { creation, runtime: artifact.deployed(address, &immutables(name, num)) }
            }),
        }
    }
}

/// What the constructor of an artefact was given.
fn arguments(name: &str, num: u64) -> Vec<Value> {
    match name {
        "Token" => vec![
            text(&format!("Demo token {num}")),
            text(&format!("DEMO{}", num % 100)),
            uint(8u8),
            uint(SUPPLY),
            uint(SUPPLY / 1000),
        ],
        "Collectible" => vec![text("Demo collectible"), text("PIECE")],
        "Items" => vec![text("ipfs://items/{id}.json")],
        "Greeter" | "GreeterReworded" => vec![text(&format!("Hello from 0.0.{num}"))],
        "Multisig" => vec![Value::words(owners()), uint(2u8)],
        "Timelock" => vec![uint(86_400u32), Value::words(owners())],
        "Oracle" => vec![Value::words(owners())],
        "Bazaar" => vec![account(accounts::address(1002))],
        "Vault" | "VaultReworded" => vec![account(address_of(5002)), uint(fee(num))],
        "Transparent" => vec![account(address_of(STRONGBOX)), account(accounts::address(1002))],
        "Beacon" => vec![account(address_of(STRONGBOX))],
        "BeaconProxy" => vec![account(address_of(BEACON))],
        "Proxy" if num == 5035 => vec![account(accounts::long_zero(359)), Value::Bytes(Vec::new())],
        "Proxy" => vec![
            account(address_of(5039)),
            Value::Bytes(abi::call("initialize(address)", &[account(accounts::address(1002))])),
        ],
        _ => Vec::new(),
    }
}

/// What the constructor left in the immutables of an artefact, in the order of declaration.
fn immutables(name: &str, num: u64) -> Vec<abi::Word> {
    match name {
        "Token" => vec![abi::number(8), abi::number(SUPPLY / 1000)],
        "Vault" | "VaultReworded" => {
            vec![abi::address(address_of(5002)), abi::address(address_of(BUSIEST)), abi::number(fee(num))]
        }
        "Notebook" => vec![abi::address(address_of(num))],
        _ => Vec::new(),
    }
}

/// The fee of a vault, in basis points.
fn fee(num: u64) -> u128 {
    if num == VAULTS[1] { 40 } else { 25 }
}

fn owners() -> Vec<abi::Word> {
    [1002, 1003, 1004].map(|num| abi::address(accounts::address(num))).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::demo::ledger::contracts::{all, by_num};

    #[test]
    fn every_contract_but_the_empty_one_has_code() {
        for contract in all() {
            let deployed = contract.code.deployed(contract.num);
            assert_eq!(deployed.runtime.is_empty(), contract.code == Code::None, "{}", contract.num);
            assert!(deployed.creation.len() >= deployed.runtime.len());
        }
    }

    #[test]
    fn minimal_proxies_of_one_target_share_their_code() {
        let runtime = |num| by_num(num).unwrap().code.deployed(num).runtime;
        assert_eq!(runtime(5009), runtime(5010));
        assert_eq!(runtime(5009).len(), 45);
        assert!(runtime(5005).len() > 24_000);
    }

    #[test]
    fn constructor_arguments_stand_behind_the_creation_code() {
        let greeter = Code::Built("Greeter").deployed(5006);
        let bare = &artifacts::named("Greeter").unwrap().creation;
        assert!(greeter.creation.starts_with(bare));
        assert!(greeter.creation[bare.len()..].windows(5).any(|bytes| bytes == b"Hello"));
    }
}
