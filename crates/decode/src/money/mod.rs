//! The money trail: every movement of value of some transactions, classified, with sums that prove it whole.
//!
//! The ledger's lists say only how much each account gained or lost. Who paid what for which reason is worked out
//! from the other fields of the record: rewards, charged fee, node, assessed custom fees. Whatever is left is a
//! transfer. Nothing is made up: the flows of an account add up to its entries in the lists.

pub mod document;
mod net;
mod split;

use std::collections::BTreeMap;

use alloy_primitives::U256;
use ledger::{ContractResult, EntityId, Transaction};

pub use net::{Asset, Net, Sum};

/// The reason for a movement of value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A transfer by the owner.
    Transfer,
    /// A transfer by a spender with an allowance from the owner.
    AllowanceSpent,
    /// Paid to the node that submitted the transaction.
    NodeFee,
    /// Paid to the accounts that collect network and service fees.
    NetworkFee,
    /// A token's custom fee, paid to its collector.
    CustomFee,
    /// For staking, from the staking reward account.
    StakingReward,
    /// For running a node, from the node reward account.
    NodeReward,
    /// Back from an account that collects fees.
    Refund,
    /// Created by the transaction.
    Minted,
    /// Destroyed by the transaction.
    Burned,
    /// Sent and received amounts differ, which no rule of the ledger explains.
    Unbalanced,
}

impl Kind {
    /// The kind's name on screen.
    pub fn label(self) -> &'static str {
        match self {
            Self::Transfer => "transfer",
            Self::AllowanceSpent => "allowance spent",
            Self::NodeFee => "node fee",
            Self::NetworkFee => "network fee",
            Self::CustomFee => "custom fee",
            Self::StakingReward => "staking reward",
            Self::NodeReward => "node reward",
            Self::Refund => "refund",
            Self::Minted => "minted",
            Self::Burned => "burned",
            Self::Unbalanced => "unbalanced",
        }
    }
}

/// One side of a flow: an account, and how much of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leg {
    /// The sender or the receiver.
    pub account: EntityId,
    /// How much, above zero: base units, a token's smallest units, or pieces.
    pub amount: i128,
}

/// A movement of one asset for one reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flow {
    /// The index of the transaction.
    pub member: usize,
    /// The reason.
    pub kind: Kind,
    /// The coin, a token, or a piece of a token; the unit of the amounts.
    pub asset: Asset,
    /// The senders.
    pub from: Vec<Leg>,
    /// The receivers. The ledger does not pair several senders with several receivers.
    pub to: Vec<Leg>,
    /// The serial number of a unique token.
    pub serial: Option<i64>,
}

impl Flow {
    /// The amount that moved: the sum of the senders, or of the receivers if there are no senders.
    pub fn amount(&self) -> i128 {
        let sum = |legs: &[Leg]| legs.iter().map(|leg| leg.amount).sum::<i128>();
        if self.from.is_empty() { sum(&self.to) } else { sum(&self.from) }
    }
}

/// An amount that the record reports, but that is missing from its transfers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Missing {
    /// The index of the transaction that reports it.
    pub member: usize,
    /// The reason for the payment.
    pub kind: Kind,
    /// The unit of [`Self::amount`].
    pub asset: Asset,
    /// The account that should have received it.
    pub account: EntityId,
    /// The amount that is missing from the lists.
    pub amount: i128,
}

/// The flows of some transactions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trail {
    /// The flows, in the order of the transactions.
    pub flows: Vec<Flow>,
    /// Amounts that are reported, but missing from the transfers.
    pub missing: Vec<Missing>,
    /// The net amounts in the transfer lists.
    pub net: Net,
}

/// An account's gains and losses of an asset, by reason.
pub type Reasons = BTreeMap<Kind, i128>;

impl Trail {
    /// The trail of these transactions, each with its index in the family.
    pub fn new<'a>(transactions: impl IntoIterator<Item = (usize, &'a Transaction)> + Clone) -> Self {
        let net = Net::new(transactions.clone().into_iter().map(|(_, transaction)| transaction));
        let mut trail = Self { net, ..Self::default() };
        for (member, transaction) in transactions {
            split::transaction(&mut trail, member, transaction);
        }
        trail
    }

    /// Gains and losses per account, asset and reason. Adds up to [`Self::net`].
    pub fn reasons(&self) -> BTreeMap<(EntityId, Asset), Reasons> {
        let mut all: BTreeMap<(EntityId, Asset), Reasons> = BTreeMap::new();
        for flow in &self.flows {
            let gone = flow.from.iter().map(|leg| (leg.account, -leg.amount));
            for (account, amount) in gone.chain(flow.to.iter().map(|leg| (leg.account, leg.amount))) {
                *all.entry((account, flow.asset)).or_default().entry(flow.kind).or_default() += amount;
            }
        }
        all
    }

    /// The sum of an asset over all accounts: zero unless its supply changed.
    pub fn sum(&self, asset: Asset) -> i128 {
        self.net.accounts.values().filter_map(|held| held.get(&asset)).sum()
    }

    /// The assets that moved, the coin first.
    pub fn assets(&self) -> Vec<Asset> {
        let mut assets: Vec<Asset> = self.net.accounts.values().flat_map(BTreeMap::keys).copied().collect();
        assets.sort_unstable();
        assets.dedup();
        assets
    }
}

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
        /// Gas used times gas price, base units.
        cost: U256,
        /// The rest of the fee.
        rest: U256,
    },
    /// Gas used times gas price, which is more than the fee charged by so much.
    Above {
        /// Gas used times gas price, base units.
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

#[cfg(test)]
mod tests;
