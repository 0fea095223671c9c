//! The gains and losses of one asset in one transaction that have no reason yet.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use ledger::EntityId;

use super::Leg;

/// Gains (positive) and losses (negative) without a reason so far, and whether each loss was by allowance.
#[derive(Clone, Debug, Default)]
pub(super) struct Pool {
    open: BTreeMap<EntityId, i128>,
    /// Losses, largest first: lists may be long, and every fee draws from them.
    losses: Ranked,
    gains: Ranked,
    allowed: BTreeMap<EntityId, bool>,
}

/// Positive amounts with their accounts, largest first.
type Ranked = BTreeSet<(Reverse<i128>, EntityId)>;

/// Losses or gains of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Losses,
    Gains,
}

impl Side {
    /// An amount with this side's sign in the pool.
    fn signed(self, amount: i128) -> i128 {
        if self == Self::Gains { amount } else { -amount }
    }
}

impl Pool {
    /// Adds an entry of a list. A loss counts as one by allowance only if all of the account's losses are.
    pub(super) fn add(&mut self, account: EntityId, amount: i128, by_allowance: bool) {
        self.change(account, amount);
        if amount < 0 {
            let all = self.allowed.entry(account).or_insert(true);
            *all = *all && by_allowance;
        }
    }

    /// Whether the account is in the list.
    pub(super) fn has(&self, account: EntityId) -> bool {
        self.open.contains_key(&account)
    }

    /// Moves an unexplained amount between accounts; a gain may become a loss.
    pub(super) fn shift(&mut self, from: EntityId, to: EntityId, amount: i128) {
        self.change(from, amount);
        self.change(to, -amount);
    }

    fn change(&mut self, account: EntityId, by: i128) {
        let open = self.open.entry(account).or_default();
        let before = *open;
        *open += by;
        for (side, ranked) in [(Side::Losses, &mut self.losses), (Side::Gains, &mut self.gains)] {
            ranked.remove(&(Reverse(side.signed(before)), account));
            if side.signed(*open) > 0 {
                ranked.insert((Reverse(side.signed(*open)), account));
            }
        }
    }

    /// How much an account has on a side.
    pub(super) fn on(&self, side: Side, account: EntityId) -> i128 {
        side.signed(self.open.get(&account).copied().unwrap_or_default()).max(0)
    }

    /// Takes up to `amount` from a side: from `first` in their order, then from the largest amounts.
    pub(super) fn draw(&mut self, side: Side, amount: i128, first: &[EntityId]) -> Vec<Leg> {
        let mut left = amount;
        let mut legs: Vec<Leg> = Vec::new();
        let mut first = first.iter().copied();
        while left > 0 {
            let ranked = if side == Side::Losses { &self.losses } else { &self.gains };
            let Some(account) = first.next().or_else(|| ranked.first().map(|(_, account)| *account)) else {
                break;
            };
            let part = self.on(side, account).min(left);
            if part > 0 {
                left -= part;
                self.change(account, -side.signed(part));
                legs.push(Leg { account, amount: part });
            }
        }
        legs
    }

    /// Takes the whole rest of a side.
    pub(super) fn drain(&mut self, side: Side) -> Vec<Leg> {
        self.draw(side, i128::MAX, &[])
    }

    /// Whether all losses of these accounts were by allowance.
    pub(super) fn by_allowance(&self, legs: &[Leg]) -> bool {
        let allowed = |leg: &Leg| self.allowed.get(&leg.account).copied().unwrap_or_default();
        !legs.is_empty() && legs.iter().all(allowed)
    }
}
