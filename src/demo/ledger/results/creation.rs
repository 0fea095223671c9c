//! The making of each contract, which is the first of its results and carries its creation hash.

use super::{Head, drawn, envelope};
use crate::demo::ledger::abi::{self, uint};
use crate::demo::ledger::accounts;
use crate::demo::ledger::chance::{Chance, subject};
use crate::demo::ledger::contracts::{Contract, ContractKind, Lifecycle};
use crate::demo::ledger::execution::{Call, Envelope, Event, Execution};
use crate::demo::ledger::kinds::diamond;

pub(super) fn head(contract: &Contract) -> Head {
    made(contract).0
}

/// The whole result. A contract with an EVM address of its own came in an Ethereum transaction.
pub(super) fn execution(contract: &Contract) -> Execution {
    let (head, chosen, mut chance) = made(contract);
    let deployed = contract.deployed();
    let minted = Event {
        contract: contract.num,
        topics: vec![
            abi::topic("Transfer(address,address,uint256)"),
            [0; 32],
            abi::address(accounts::address(head.sender)),
        ],
        data: abi::encode(&[uint(1_000_000_000_000_000u64)]),
    };
    let is_token = contract.code == crate::demo::ledger::contracts::Code::Built("Token");
    let call = Call {
        input: match chosen {
            Envelope::Ethereum(_) => deployed.creation,
            Envelope::Native | Envelope::NativeUntyped => Vec::new(),
        },
        output: deployed.runtime,
        logs: match contract.kind {
            ContractKind::Diamond => vec![diamond::first_cut(contract.num)],
            _ if is_token => vec![minted],
            _ => Vec::new(),
        },
        created: vec![Some(contract.num)],
        ..Call::default()
    };
    drawn::from_call(&head, Some(contract.num), chosen, call, &mut chance)
}

fn made(contract: &Contract) -> (Head, Envelope, Chance) {
    let mut chance = Chance::new(subject::CREATIONS, contract.num);
    let sender = accounts::any(&mut chance);
    let chosen = if contract.alias && !matches!(contract.lifecycle, Lifecycle::FromFile(_)) {
        envelope::ethereum(2, &mut chance)
    } else {
        Envelope::Native
    };
    let head = drawn::submitted(contract.created(), sender, &chosen, &mut chance);
    (head, chosen, chance)
}
