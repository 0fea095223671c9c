//! The gas cost of a contract call, and the fee charged for the whole transaction.

use alloy_primitives::U256;
use ledger::{ContractResult, Transaction};

use super::{Kind, Leg, Trail};

/// The charge, its part for gas, and the payer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bill {
    /// `charged_tx_fee`, base units.
    pub charged: i128,
    /// Charged gas.
    pub gas: i64,
    /// The fee's part for gas, and the rest.
    pub rest: Rest,
    /// The payers of node, network and service fees, with amounts in base units.
    pub payers: Vec<Leg>,
}

/// The fee without gas, base units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    /// The result has no gas price: the gas cost is unknown.
    NoPrice,
    /// Gas used times gas price, and the remaining fee for node and network.
    Left {
        cost: U256,
        /// The rest of the fee.
        rest: U256,
    },
    /// Gas used times gas price, which is more than the fee charged by so much.
    Above {
        cost: U256,
        /// What the gas cost is above the fee.
        over: U256,
    },
}

impl Bill {
    /// The bill of a transaction and the result of the same consensus time, whose prices are in base units.
    /// `None` if either of them does not name the fee or the gas.
    pub fn new(transaction: &Transaction, result: &ContractResult) -> Option<Self> {
        let charged = transaction.charged_tx_fee.value().filter(|fee| *fee >= 0)?;
        let gas = result.gas_used.value().filter(|gas| *gas >= 0)?;
        let price = result.gas_price.value().and_then(|price| price.0).filter(|price| !price.is_zero());
        let fee = U256::try_from(charged).ok()?;
        let cost = price.and_then(|price| U256::try_from(gas).ok()?.checked_mul(price));
        let rest = match cost {
            None => Rest::NoPrice,
            Some(cost) if cost <= fee => Rest::Left { cost, rest: fee - cost },
            Some(cost) => Rest::Above { cost, over: cost - fee },
        };
        Some(Self { charged: i128::from(charged), gas, rest, payers: payers(transaction) })
    }
}

/// The payers of a transaction's fees, the largest amount first.
fn payers(transaction: &Transaction) -> Vec<Leg> {
    let trail = Trail::new([(0, transaction)]);
    let fees = trail.flows.iter().filter(|flow| matches!(flow.kind, Kind::NodeFee | Kind::NetworkFee));
    let mut payers: Vec<Leg> = Vec::new();
    for leg in fees.flat_map(|flow| &flow.from) {
        match payers.iter_mut().find(|known| known.account == leg.account) {
            Some(known) => known.amount += leg.amount,
            None => payers.push(*leg),
        }
    }
    payers.sort_by_key(|leg| (-leg.amount, leg.account));
    payers
}
