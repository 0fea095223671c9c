//! Splits one transaction's lists by reason. The order matters: exact figures of the record come first.

use std::collections::BTreeMap;

use ledger::transaction::AssessedCustomFee;
use ledger::{EntityId, Field, Transaction};

use super::net::{Pool, Side};
use super::{Asset, Flow, Kind, Leg, Missing, Trail};

/// The account that pays staking rewards.
const STAKING: u64 = 800;
/// The account that pays node rewards.
const NODES: u64 = 801;
/// The accounts that collect network and service fees, the newer one first.
const COLLECTORS: [u64; 2] = [802, 98];

/// Adds the flows of a transaction to a trail.
pub(super) fn transaction(trail: &mut Trail, member: usize, t: &Transaction) {
    let mut fees = assessed(t);
    let of_coin = fees.remove(&None).unwrap_or_default();
    coin(&mut Split { trail, member, asset: Asset::Coin, pool: Pool::default() }, t, &of_coin);
    let mut tokens: BTreeMap<EntityId, Pool> = BTreeMap::new();
    for it in t.token_transfers.known().into_iter().flatten() {
        if let (Some(token), Some(account), Some(amount)) =
            (it.token_id.value(), it.account.value(), it.amount.value())
        {
            let by = it.is_approval.value() == Some(true);
            tokens.entry(token).or_default().add(account, i128::from(amount), by);
        }
    }
    // A fee in a token of which nothing moved is in no list.
    for token in fees.keys().flatten() {
        tokens.entry(*token).or_default();
    }
    for (token, pool) in tokens {
        let mut split = Split { trail, member, asset: Asset::Token(token), pool };
        custom_fees(&mut split, t, fees.get(&Some(token)).map(Vec::as_slice).unwrap_or_default());
        split.rest();
    }
    unique(trail, member, t);
}

/// The assessed custom fees by the token that they are in; those in the coin under none.
fn assessed(t: &Transaction) -> BTreeMap<Option<EntityId>, Vec<&AssessedCustomFee>> {
    let mut fees: BTreeMap<Option<EntityId>, Vec<&AssessedCustomFee>> = BTreeMap::new();
    for fee in t.assessed_custom_fees.known().into_iter().flatten() {
        match &fee.token_id {
            Field::Known(token) => fees.entry(Some(*token)).or_default().push(fee),
            Field::Null | Field::Absent => fees.entry(None).or_default().push(fee),
            Field::Odd(_) => {}
        }
    }
    fees
}

/// The coin: rewards, fees, custom fees, refunds, and the rest.
fn coin(split: &mut Split<'_>, t: &Transaction, custom: &[&AssessedCustomFee]) {
    for it in t.transfers.known().into_iter().flatten() {
        if let (Some(account), Some(amount)) = (it.account.value(), it.amount.value()) {
            split.pool.add(account, i128::from(amount), it.is_approval.value() == Some(true));
        }
    }
    let payer = t.transaction_id.value().map(|id| id.payer);
    let home = payer.or(t.node.value()).unwrap_or(EntityId::from_num(0));
    let system = |num| EntityId { num, ..home };
    staking(split, t, system(STAKING));
    fees(split, t, payer, system);
    custom_fees(split, t, custom);
    let back: Vec<EntityId> = COLLECTORS.into_iter().map(system).chain(t.node.value()).collect();
    for (kind, account) in [(Kind::StakingReward, system(STAKING)), (Kind::NodeReward, system(NODES))]
        .into_iter()
        .chain(back.into_iter().map(|account| (Kind::Refund, account)))
    {
        // Who pays the transaction may also be one of these.
        if Some(account) != payer {
            split.given_by(kind, account, &payer.into_iter().collect::<Vec<_>>());
        }
    }
    split.rest();
}

/// The rewards that the record lists. They are part of the transfers, in which an account may all the same have
/// lost, as it paid a fee besides.
fn staking(split: &mut Split<'_>, t: &Transaction, from: EntityId) {
    for it in t.staking_reward_transfers.known().into_iter().flatten() {
        let (Some(account), Some(amount)) = (it.account.value(), it.amount.value()) else { continue };
        let amount = i128::from(amount);
        if amount <= 0 {
            continue;
        }
        if split.pool.has(from) {
            split.pool.shift(from, account, amount);
            let leg = |account| vec![Leg { account, amount }];
            split.flow(Kind::StakingReward, leg(from), leg(account));
        } else {
            split.missing(Kind::StakingReward, account, amount);
        }
    }
}

/// Assigns gains of the node and the fee collecting accounts to fees, up to the charged fee.
fn fees(split: &mut Split<'_>, t: &Transaction, payer: Option<EntityId>, system: impl Fn(u64) -> EntityId) {
    let mut budget = t.charged_tx_fee.value().map_or(i128::MAX, |fee| i128::from(fee).max(0));
    let first: Vec<EntityId> = payer.into_iter().collect();
    let node = t.node.value().or_else(|| {
        // A scheduled execution names no node; the ledger's nodes have small numbers.
        (3..=40).map(&system).find(|node| split.pool.on(Side::Gains, *node) > 0)
    });
    let collectors = COLLECTORS.into_iter().chain([NODES, STAKING]).map(&system);
    let receivers = node.map(|node| (Kind::NodeFee, node)).into_iter();
    for (kind, account) in receivers.chain(collectors.map(|account| (Kind::NetworkFee, account))) {
        let due = split.pool.on(Side::Gains, account).min(budget);
        let taken = split.taken_by(kind, account, due, &first);
        budget = budget.saturating_sub(taken);
    }
}

/// The assessed custom fees in the asset of the split.
fn custom_fees(split: &mut Split<'_>, t: &Transaction, fees: &[&AssessedCustomFee]) {
    let payer: Vec<EntityId> = t.transaction_id.value().map(|id| id.payer).into_iter().collect();
    for fee in fees {
        let AssessedCustomFee { amount, collector_account_id, effective_payer_account_ids, .. } = fee;
        let (Some(amount), Some(to)) = (amount.value(), collector_account_id.value()) else { continue };
        let amount = i128::from(amount).max(0);
        let payers = effective_payer_account_ids.known().into_iter().flatten().filter_map(Field::value);
        let payers: Vec<EntityId> = payers.collect();
        let got = amount.min(split.pool.on(Side::Gains, to));
        let taken = match payers.first() {
            Some(first) => split.paid_by(Kind::CustomFee, to, got, (*first, &payers)),
            None => split.taken_by(Kind::CustomFee, to, got, &payer),
        };
        if taken < amount {
            split.missing(Kind::CustomFee, to, amount - taken);
        }
    }
}

/// Adds the flows of unique tokens, one for each token.
fn unique(trail: &mut Trail, member: usize, t: &Transaction) {
    for it in t.nft_transfers.known().into_iter().flatten() {
        let Some(token) = it.token_id.value() else { continue };
        let leg = |field: &Field<EntityId>| field.value().map(|account| Leg { account, amount: 1 });
        let (from, to) = (leg(&it.sender_account_id), leg(&it.receiver_account_id));
        let kind = match (from, to) {
            (None, None) => continue,
            (None, Some(_)) => Kind::Minted,
            (Some(_), None) => Kind::Burned,
            _ if it.is_approval.value() == Some(true) => Kind::AllowanceSpent,
            _ => Kind::Transfer,
        };
        trail.flows.push(Flow {
            member,
            kind,
            asset: Asset::Unique(token),
            from: from.into_iter().collect(),
            to: to.into_iter().collect(),
            serial: it.serial_number.value(),
        });
    }
}

/// One asset of one transaction, being taken apart.
struct Split<'a> {
    trail: &'a mut Trail,
    member: usize,
    asset: Asset,
    pool: Pool,
}

impl Split<'_> {
    /// Pays an amount to an account out of the losses, from `first` first. Returns the amount that was found.
    fn taken_by(&mut self, kind: Kind, account: EntityId, amount: i128, first: &[EntityId]) -> i128 {
        let from = self.pool.draw(Side::Losses, amount, first);
        let found = from.iter().map(|leg| leg.amount).sum();
        let to = self.pool.draw(Side::Gains, found, &[account]);
        self.flow(kind, from, to);
        found
    }

    /// Pays an amount to an account from the recorded payers only; a payer may have gained more than it paid.
    fn paid_by(
        &mut self,
        kind: Kind,
        account: EntityId,
        amount: i128,
        (first, payers): (EntityId, &[EntityId]),
    ) -> i128 {
        let (mut left, mut from) = (amount, Vec::new());
        let lost = payers.iter().map(|payer| (*payer, false)).chain([(first, true)]);
        for (payer, pays_rest) in lost {
            let paid = if pays_rest { left } else { self.pool.on(Side::Losses, payer).min(left) };
            if paid == 0 {
                continue;
            }
            left -= paid;
            self.pool.shift(payer, account, paid);
            match from.iter_mut().find(|leg: &&mut Leg| leg.account == payer) {
                Some(leg) => leg.amount += paid,
                None => from.push(Leg { account: payer, amount: paid }),
            }
        }
        if !from.is_empty() {
            self.flow(kind, from, vec![Leg { account, amount }]);
        }
        amount
    }

    /// Assigns all losses of an account to gains, to `first` first.
    fn given_by(&mut self, kind: Kind, account: EntityId, first: &[EntityId]) {
        let to = self.pool.draw(Side::Gains, self.pool.on(Side::Losses, account), first);
        let found = to.iter().map(|leg| leg.amount).sum();
        let from = self.pool.draw(Side::Losses, found, &[account]);
        self.flow(kind, from, to);
    }

    /// Turns the amounts without a reason into transfers.
    fn rest(&mut self) {
        let (from, to) = (self.pool.drain(Side::Losses), self.pool.drain(Side::Gains));
        let sum = |legs: &[Leg]| legs.iter().map(|leg| leg.amount).sum::<i128>();
        let kind = match (from.is_empty(), to.is_empty()) {
            (true, false) if self.asset != Asset::Coin => Kind::Minted,
            (false, true) if self.asset != Asset::Coin => Kind::Burned,
            _ if sum(&from) != sum(&to) => Kind::Unbalanced,
            _ if self.pool.by_allowance(&from) => Kind::AllowanceSpent,
            _ => Kind::Transfer,
        };
        self.flow(kind, from, to);
    }

    fn flow(&mut self, kind: Kind, from: Vec<Leg>, to: Vec<Leg>) {
        if !(from.is_empty() && to.is_empty()) {
            let (member, asset) = (self.member, self.asset);
            self.trail.flows.push(Flow { member, kind, asset, from, to, serial: None });
        }
    }

    fn missing(&mut self, kind: Kind, account: EntityId, amount: i128) {
        let (member, asset) = (self.member, self.asset);
        self.trail.missing.push(Missing { member, kind, asset, account, amount });
    }
}
