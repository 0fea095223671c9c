//! Gains and losses per account and asset: the exact net sums, and the amounts that have no reason yet.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use ledger::transaction::{NftTransfer, TokenTransfer, Transfer};
use ledger::{EntityId, Field, Transaction};

use super::Leg;

/// An asset. The coin comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Asset {
    /// The coin, in base units.
    Coin,
    /// A token, in its smallest units.
    Token(EntityId),
    /// Unique tokens of a kind, in pieces.
    Unique(EntityId),
}

/// A sum that may be incomplete.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Sum {
    /// The sum of the known amounts, which may exceed 64 bits.
    pub total: i128,
    /// Number of amounts that could not be parsed.
    pub unknown: usize,
}

/// Net amounts per account and asset.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Net {
    /// Gains (positive) and losses (negative) of each account; zero for amounts that cancel out.
    pub accounts: BTreeMap<EntityId, BTreeMap<Asset, i128>>,
    /// Number of entries that could not be parsed completely.
    pub unknown: usize,
    /// Whether an account has several entries for one asset: its net is then not in the lists.
    pub combines: bool,
}

impl Sum {
    /// Adds amounts, such as base units of a transaction's transfers; saturates instead of overflowing.
    pub fn of_amounts<'a>(amounts: impl IntoIterator<Item = &'a Field<i64>>) -> Self {
        let mut sum = Self::default();
        for amount in amounts {
            match amount.value() {
                Some(amount) => sum.total = sum.total.saturating_add(i128::from(amount)),
                None => sum.unknown += 1,
            }
        }
        sum
    }
}

impl Net {
    /// The net of all these transactions together.
    pub fn new<'a>(transactions: impl IntoIterator<Item = &'a Transaction>) -> Self {
        let mut net = Self::default();
        for transaction in transactions {
            for Transfer { account, amount, .. } in transaction.transfers.known().into_iter().flatten() {
                net.add(account, Some(Asset::Coin), amount.value().map(i128::from));
            }
            for moved in transaction.token_transfers.known().into_iter().flatten() {
                let TokenTransfer { token_id, account, amount, .. } = moved;
                net.add(account, token_id.value().map(Asset::Token), amount.value().map(i128::from));
            }
            for moved in transaction.nft_transfers.known().into_iter().flatten() {
                let NftTransfer { sender_account_id, receiver_account_id, token_id, .. } = moved;
                let asset = token_id.value().map(Asset::Unique);
                // Null means nobody: a mint has no sender, a burn no receiver.
                for (account, piece) in [(sender_account_id, -1), (receiver_account_id, 1)] {
                    if *account != Field::Null {
                        net.add(account, asset, Some(piece));
                    }
                }
            }
        }
        net
    }

    /// Whether more than one asset moved.
    pub fn is_mixed(&self) -> bool {
        self.accounts.values().flat_map(BTreeMap::keys).any(|asset| *asset != Asset::Coin)
    }

    fn add(&mut self, account: &Field<EntityId>, asset: Option<Asset>, amount: Option<i128>) {
        let (Some(account), Some(asset), Some(amount)) = (account.value(), asset, amount) else {
            self.unknown += 1;
            return;
        };
        let held = self.accounts.entry(account).or_default();
        self.combines |= held.contains_key(&asset);
        let sum = held.entry(asset).or_default();
        *sum = sum.saturating_add(amount);
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    fn coin(account: u64, amount: i64) -> Transfer {
        Transfer {
            account: Field::Known(EntityId::from_num(account)),
            amount: Field::Known(amount),
            is_approval: Field::Known(false),
        }
    }

    #[test]
    fn sums_pass_sixty_four_bits() {
        let amounts = [Field::Known(i64::MAX), Field::Known(i64::MAX), Field::Null];
        assert_eq!(Sum::of_amounts(&amounts), Sum { total: 2 * i128::from(i64::MAX), unknown: 1 });
        let minted = [Field::Known(-i64::MAX), Field::Known(i64::MAX)];
        assert_eq!(Sum::of_amounts(&minted).total, 0);
    }

    #[test]
    fn what_an_account_gets_and_gives_is_taken_together_over_the_family() {
        let one = Transaction {
            transfers: Field::Known(vec![coin(1, -7), coin(2, 7), coin(1, -1), coin(3, 1)]),
            ..Transaction::default()
        };
        let two = Transaction {
            nft_transfers: Field::Known(vec![
                NftTransfer {
                    token_id: Field::Known(EntityId::from_num(9)),
                    sender_account_id: Field::Null,
                    receiver_account_id: Field::Known(EntityId::from_num(1)),
                    ..NftTransfer::default()
                },
                NftTransfer::default(),
            ]),
            ..Transaction::default()
        };
        let net = Net::new([&one, &two]);
        let of_first: Vec<(Asset, i128)> = net.accounts[&EntityId::from_num(1)].clone().into_iter().collect();
        assert_eq!(of_first, [(Asset::Coin, -8), (Asset::Unique(EntityId::from_num(9)), 1)]);
        assert_eq!((net.unknown, net.combines, net.is_mixed()), (2, true, true));
        assert!(!Net::new([&two]).combines);
    }
}
