//! The money trail: every movement of value of some transactions, classified, with sums that prove it whole.
//!
//! The ledger's lists say only how much each account gained or lost. Who paid what for which reason is worked out
//! from the other fields of the record: rewards, charged fee, node, assessed custom fees. Whatever is left is a
//! transfer. Nothing is made up: the flows of an account add up to its entries in the lists.

mod bill;
pub mod document;
mod net;
mod pool;
mod split;

pub use bill::{Bill, Rest};
pub use net::{Asset, Net, Sum};

use std::collections::BTreeMap;

use ledger::{EntityId, Transaction};

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

#[cfg(test)]
mod tests;
