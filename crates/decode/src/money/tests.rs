//! The money trail on recorded, malformed and random figures.

use alloy_primitives::U256;
use ledger::transaction::{AssessedCustomFee, NftTransfer, StakingReward, TokenTransfer, Transfer};
use ledger::{ContractResult, Field, Quantity, Timestamp, TransactionId};
use proptest::prelude::*;

use super::*;

fn id(num: u64) -> EntityId {
    EntityId::from_num(num)
}

fn entry(account: u64, amount: i64) -> Transfer {
    Transfer {
        account: Field::Known(id(account)),
        amount: Field::Known(amount),
        is_approval: Field::Known(false),
    }
}

fn by_allowance(account: u64, amount: i64) -> Transfer {
    Transfer { is_approval: Field::Known(true), ..entry(account, amount) }
}

fn of_token(token: u64, account: u64, amount: i64) -> TokenTransfer {
    TokenTransfer {
        token_id: Field::Known(id(token)),
        account: Field::Known(id(account)),
        amount: Field::Known(amount),
        is_approval: Field::Known(false),
    }
}

fn paid_by(payer: u64, fee: i64, transfers: Vec<Transfer>) -> Transaction {
    Transaction {
        transaction_id: Field::Known(TransactionId {
            payer: id(payer),
            valid_start: Timestamp::from_secs(9),
        }),
        charged_tx_fee: Field::Known(fee),
        node: Field::Known(id(6)),
        transfers: Field::Known(transfers),
        ..Transaction::default()
    }
}

/// Accounts with what they gave or took.
type Side = Vec<(u64, i128)>;

/// Each flow as kind, givers, takers.
fn flows(t: &Transaction) -> Vec<(Kind, Side, Side)> {
    let side = |legs: &[Leg]| legs.iter().map(|leg| (leg.account.num, leg.amount)).collect();
    let trail = Trail::new([(0, t)]);
    trail.flows.iter().map(|flow| (flow.kind, side(&flow.from), side(&flow.to))).collect()
}

/// The figures of a recorded transfer with a reward and a custom fee that is in no list.
fn recorded() -> Transaction {
    let coin = vec![
        entry(6, 79_140),
        entry(800, -12_345),
        entry(802, 910_122),
        entry(1005, -977_694),
        entry(1007, 777),
    ];
    Transaction {
        staking_reward_transfers: Field::Known(vec![StakingReward {
            account: Field::Known(id(1005)),
            amount: Field::Known(12_345),
        }]),
        token_transfers: Field::Known(vec![of_token(2001, 1005, -1000), of_token(2001, 1007, 1000)]),
        assessed_custom_fees: Field::Known(vec![AssessedCustomFee {
            amount: Field::Known(50),
            collector_account_id: Field::Known(id(1003)),
            effective_payer_account_ids: Field::Known(Vec::new()),
            token_id: Field::Null,
        }]),
        ..paid_by(1005, 989_262, coin)
    }
}

#[test]
fn a_recorded_transfer_is_taken_apart_exactly() {
    let trail = Trail::new([(0, &recorded())]);
    assert_eq!(
        flows(&recorded()),
        [
            (Kind::StakingReward, vec![(800, 12_345)], vec![(1005, 12_345)]),
            (Kind::NodeFee, vec![(1005, 79_140)], vec![(6, 79_140)]),
            (Kind::NetworkFee, vec![(1005, 910_122)], vec![(802, 910_122)]),
            (Kind::Transfer, vec![(1005, 777)], vec![(1007, 777)]),
            (Kind::Transfer, vec![(1005, 1000)], vec![(1007, 1000)]),
        ]
    );
    assert_eq!(
        trail.missing.iter().map(|it| (it.kind, it.amount)).collect::<Vec<_>>(),
        [(Kind::CustomFee, 50)]
    );
    assert_eq!((trail.sum(Asset::Coin), trail.assets().len()), (0, 2));
}

#[test]
fn a_payer_that_gained_more_than_its_fee_pays_it_nevertheless() {
    let fee = AssessedCustomFee {
        amount: Field::Known(5),
        collector_account_id: Field::Known(id(1003)),
        effective_payer_account_ids: Field::Known(vec![Field::Known(id(1007))]),
        token_id: Field::Null,
    };
    let t = Transaction {
        assessed_custom_fees: Field::Known(vec![fee]),
        ..paid_by(1005, 0, vec![entry(1003, 5), entry(1005, -100), entry(1007, 95)])
    };
    assert_eq!(
        flows(&t),
        [
            (Kind::CustomFee, vec![(1007, 5)], vec![(1003, 5)]),
            (Kind::Transfer, vec![(1005, 100)], vec![(1007, 100)]),
        ]
    );
}

#[test]
fn custom_fees_are_paid_by_whom_the_record_tells() {
    let fee = AssessedCustomFee {
        amount: Field::Known(150),
        collector_account_id: Field::Known(id(1003)),
        effective_payer_account_ids: Field::Known(vec![Field::Known(id(1005)), Field::Known(id(1007))]),
        token_id: Field::Known(id(2001)),
    };
    let moved = vec![
        of_token(2001, 1003, 150),
        of_token(2001, 1005, -100),
        of_token(2001, 1007, -60),
        of_token(2001, 1009, 10),
    ];
    let t = Transaction {
        token_transfers: Field::Known(moved),
        assessed_custom_fees: Field::Known(vec![fee]),
        ..paid_by(1001, 0, Vec::new())
    };
    assert_eq!(
        flows(&t),
        [
            (Kind::CustomFee, vec![(1005, 100), (1007, 50)], vec![(1003, 150)]),
            (Kind::Transfer, vec![(1007, 10)], vec![(1009, 10)]),
        ]
    );
}

#[test]
fn a_relay_and_a_sender_share_a_fee() {
    let coin = vec![entry(6, 10), entry(98, 90), entry(1001, -30), entry(1043, -120), entry(5001, 50)];
    let t = paid_by(1001, 100, coin);
    assert_eq!(
        flows(&t),
        [
            (Kind::NodeFee, vec![(1001, 10)], vec![(6, 10)]),
            (Kind::NetworkFee, vec![(1001, 20), (1043, 70)], vec![(98, 90)]),
            (Kind::Transfer, vec![(1043, 50)], vec![(5001, 50)]),
        ]
    );
}

#[test]
fn rewards_refunds_and_allowances_have_names() {
    let t = paid_by(2, 0, vec![entry(801, -40), entry(3, 20), entry(4, 20)]);
    assert_eq!(flows(&t), [(Kind::NodeReward, vec![(801, 40)], vec![(3, 20), (4, 20)])]);
    let t = paid_by(1001, 0, vec![entry(802, -7), entry(1001, 7)]);
    assert_eq!(flows(&t), [(Kind::Refund, vec![(802, 7)], vec![(1001, 7)])]);
    let t = paid_by(1001, 0, vec![by_allowance(1002, -7), entry(1003, 7)]);
    assert_eq!(flows(&t), [(Kind::AllowanceSpent, vec![(1002, 7)], vec![(1003, 7)])]);
    let t = paid_by(1001, 0, vec![entry(1002, -7), entry(1003, 6)]);
    assert_eq!(flows(&t), [(Kind::Unbalanced, vec![(1002, 7)], vec![(1003, 6)])]);
}

#[test]
fn tokens_are_made_and_destroyed() {
    let t = Transaction {
        token_transfers: Field::Known(vec![of_token(2001, 1005, 1000), of_token(2002, 1005, -3)]),
        nft_transfers: Field::Known(vec![NftTransfer {
            receiver_account_id: Field::Known(id(1007)),
            sender_account_id: Field::Null,
            serial_number: Field::Known(9_007_199_254_740_993),
            token_id: Field::Known(id(2006)),
            is_approval: Field::Known(false),
        }]),
        ..paid_by(1005, 0, Vec::new())
    };
    assert_eq!(
        flows(&t),
        [
            (Kind::Minted, vec![], vec![(1005, 1000)]),
            (Kind::Burned, vec![(1005, 3)], vec![]),
            (Kind::Minted, vec![], vec![(1007, 1)]),
        ]
    );
}

#[test]
fn the_gas_cost_is_reconciled_with_the_fee() {
    let t = paid_by(1043, 100, vec![entry(6, 10), entry(802, 90), entry(1043, -100)]);
    let priced = |price: u64| ContractResult {
        gas_used: Field::Known(40),
        gas_price: Field::Known(Quantity(Some(U256::from(price)))),
        ..ContractResult::default()
    };
    let rest = |price| Bill::new(&t, &priced(price)).unwrap().rest;
    assert_eq!(rest(2), Rest::Left { cost: U256::from(80), rest: U256::from(20) });
    assert_eq!(rest(3), Rest::Above { cost: U256::from(120), over: U256::from(20) });
    assert_eq!(rest(0), Rest::NoPrice);
    assert_eq!(Bill::new(&t, &priced(2)).unwrap().payers, [Leg { account: id(1043), amount: 100 }]);
    assert_eq!(Bill::new(&t, &ContractResult::default()), None);
}

#[test]
fn lists_as_long_as_a_server_may_send_are_taken_apart_at_once() {
    const FLOWS: u64 = 50_000;
    let fee = |at: u64| AssessedCustomFee {
        amount: Field::Known(1),
        collector_account_id: Field::Known(id(1_000_000 + at)),
        effective_payer_account_ids: Field::Null,
        token_id: if at.is_multiple_of(2) { Field::Null } else { Field::Known(id(at)) },
    };
    let coin = (0..FLOWS).map(|at| entry(1_000_000 + at, if at.is_multiple_of(2) { 1 } else { -1 }));
    let t = Transaction {
        token_transfers: Field::Known((0..FLOWS).map(|at| of_token(at, 1_000_000 + at, 1)).collect()),
        assessed_custom_fees: Field::Known((0..FLOWS).map(fee).collect()),
        ..paid_by(1, 0, coin.collect())
    };
    let trail = Trail::new([(0, &t)]);
    assert_eq!(trail.flows.iter().filter(|flow| flow.kind == Kind::CustomFee).count(), 25_000);
    assert_eq!(trail.sum(Asset::Coin), 0);
}

#[test]
fn amounts_at_the_ends_of_their_range_add_up() {
    let all = vec![
        entry(1, i64::MIN),
        entry(2, i64::MAX),
        entry(3, 1),
        entry(1, i64::MIN),
        entry(2, i64::MAX),
        entry(3, 1),
    ];
    let t = paid_by(1, i64::MAX, all);
    let trail = Trail::new([(0, &t)]);
    assert_eq!(trail.net.accounts[&id(1)][&Asset::Coin], 2 * i128::from(i64::MIN));
    assert_eq!((trail.sum(Asset::Coin), trail.flows.len()), (0, 1));
    assert_eq!(trail.flows[0].amount(), 2 * (i128::from(i64::MAX) + 1));
}

prop_compose! {
    fn any_transfer()(
        account in prop_oneof![Just(6_u64), Just(98), Just(800), Just(801), Just(802), 1000_u64..1006],
        amount in prop_oneof![-1000_i64..1000, any::<i64>()],
        allowed: bool,
    ) -> Transfer {
        Transfer { is_approval: Field::Known(allowed), ..entry(account, amount) }
    }
}

proptest! {
    /// Whatever the lists say, the flows of each account add up to them.
    #[test]
    fn nothing_is_made_up_and_nothing_is_lost(
        coin in proptest::collection::vec(any_transfer(), 0..12),
        tokens in proptest::collection::vec((2000_u64..2003, 1000_u64..1006, any::<i64>()), 0..12),
        rewards in proptest::collection::vec((1000_u64..1006, any::<i64>()), 0..3),
        fees in proptest::collection::vec((1000_u64..1006, any::<i64>(), proptest::option::of(2000_u64..2004)), 0..4),
        fee in any::<i64>(),
    ) {
        let reward = |(account, amount)| StakingReward {
            account: Field::Known(id(account)),
            amount: Field::Known(amount),
        };
        let assessed = |(to, amount, token): (u64, i64, Option<u64>)| AssessedCustomFee {
            amount: Field::Known(amount),
            collector_account_id: Field::Known(id(to)),
            effective_payer_account_ids: Field::Null,
            token_id: token.map_or(Field::Null, |token| Field::Known(id(token))),
        };
        let t = Transaction {
            token_transfers: Field::Known(tokens.into_iter().map(|(token, account, amount)| of_token(token, account, amount)).collect()),
            staking_reward_transfers: Field::Known(rewards.into_iter().map(reward).collect()),
            assessed_custom_fees: Field::Known(fees.into_iter().map(assessed).collect()),
            ..paid_by(1001, fee, coin)
        };
        let trail = Trail::new([(0, &t)]);
        let mut sums: BTreeMap<(EntityId, Asset), i128> =
            trail.reasons().into_iter().map(|(who, reasons)| (who, reasons.values().sum())).collect();
        for (account, held) in &trail.net.accounts {
            for (asset, amount) in held {
                prop_assert_eq!(sums.remove(&(*account, *asset)).unwrap_or_default(), *amount);
            }
        }
        prop_assert!(sums.values().all(|sum| *sum == 0));
        for flow in &trail.flows {
            prop_assert!(flow.from.iter().chain(&flow.to).all(|leg| leg.amount > 0));
        }
    }
}
