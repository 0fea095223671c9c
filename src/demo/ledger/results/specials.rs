//! The special results of the busiest contract, seven seconds apart.

use alloy_primitives::hex;

use super::{pinned, rich_calls};
use crate::demo::artifacts;
use crate::demo::ledger::abi::{self, account, address, number, uint};
use crate::demo::ledger::accounts;
use crate::demo::ledger::blocks::Position;
use crate::demo::ledger::chance::Chance;
use crate::demo::ledger::contracts::{BUSIEST, address_of};
use crate::demo::ledger::execution::{
    Access, BloomForm, Child, Deed, Envelope, Event, Execution, Failure, Slot, WEIBARS,
};
use crate::demo::ledger::trades::{Scene, Trade, deposit};

/// A shape that a result can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Special {
    /// Everything: three logs, eight storage slots, 50 coins, a child.
    Rich,
    /// Type 1 with an access list.
    AccessList,
    /// Type 0.
    Legacy,
    /// Type 0 from before EIP-155: no chain id.
    BeforeChains,
    /// Type 4.
    Delegation,
    /// Not an Ethereum transaction.
    Native,
    /// The same from a server that leaves the type out.
    Untyped,
    /// The access list as hex text.
    AccessHex,
    /// The access list as `0x`.
    AccessEmpty,
    /// An odd number of digits in a price.
    OddPrice,
    /// No call result is stored: 206.
    Partial,
    /// The constructor reverted; there is no contract.
    FailedConstructor,
    /// The same in an Ethereum transaction.
    FailedConstructorWrapped,
    /// Contracts were made whose ids the server does not know.
    UnknownCreated,
    /// Nearly the largest amount of tinybars.
    LargeAmount,
    /// The same in an Ethereum transaction, with prices that only weibars can say.
    LargeWrapped,
    /// One tinybar above what a double can hold.
    BeyondDouble,
    /// An amount below one tinybar.
    Dust,
    /// 130 logs.
    ManyLogs,
    /// The bloom filter is null.
    NullBloom,
    /// The bloom filter is `0x`.
    UnknownBloom,
    /// No block covers it.
    NoBlock,
    /// A response code that the server has no name for, and no message.
    UnknownCode,
    /// Listed only: a token transfer shown as a result.
    Synthetic,
    /// Not listed: the nonce was wrong.
    WrongNonce,
}

/// All of them in the order of time.
pub(super) const ALL: [Special; 25] = [
    Special::Rich,
    Special::AccessList,
    Special::Legacy,
    Special::BeforeChains,
    Special::Delegation,
    Special::Native,
    Special::Untyped,
    Special::AccessHex,
    Special::AccessEmpty,
    Special::OddPrice,
    Special::Partial,
    Special::FailedConstructor,
    Special::FailedConstructorWrapped,
    Special::UnknownCreated,
    Special::LargeAmount,
    Special::LargeWrapped,
    Special::BeyondDouble,
    Special::Dust,
    Special::ManyLogs,
    Special::NullBloom,
    Special::UnknownBloom,
    Special::NoBlock,
    Special::UnknownCode,
    Special::Synthetic,
    Special::WrongNonce,
];

/// The hash of the first of them, which people paste.
pub(super) const RICH_HASH: [u8; 32] =
    hex!("b05460ef1c808c6b811e4d5710acef2ee2cfa174a9dfa6ef372104bc2f81ac87");
/// Nearly the largest number of tinybars that fits 63 bits.
const LARGE: u128 = 4_999_999_999_999_999_999;

impl Special {
    /// The type of its Ethereum transaction, if it is in one.
    pub(super) fn envelope(self) -> Option<u8> {
        match self {
            Self::Legacy | Self::BeforeChains => Some(0),
            Self::AccessList => Some(1),
            Self::Delegation => Some(4),
            Self::Native
            | Self::Untyped
            | Self::FailedConstructor
            | Self::Partial
            | Self::UnknownCode
            | Self::LargeAmount
            | Self::NullBloom
            | Self::Synthetic => None,
            _ => Some(2),
        }
    }

    /// Whether lists leave it out.
    pub(super) fn is_hidden(self) -> bool {
        self == Self::WrongNonce
    }

    /// Gives a plain execution this shape.
    pub(super) fn shape(self, plain: Execution, chance: &mut Chance) -> Execution {
        let mut it = busy(plain, chance);
        match self {
            Self::Rich => return rich(it),
            Self::Untyped => it.envelope = Envelope::NativeUntyped,
            Self::BeforeChains => wrapped(&mut it, |outer| (outer.with_chain, outer.v) = (false, 27)),
            Self::AccessHex => {
                let list = hex::encode_prefixed(chance.bytes::<64>());
                wrapped(&mut it, |outer| outer.access = Access::Hex(list));
            }
            Self::AccessEmpty => wrapped(&mut it, |outer| outer.access = Access::Hex("0x".to_owned())),
            Self::OddPrice => wrapped(&mut it, |outer| outer.max_fee = Some(0x8e * WEIBARS)),
            Self::Partial => partial(&mut it),
            Self::FailedConstructor => failed_constructor(&mut it, false),
            Self::FailedConstructorWrapped => failed_constructor(&mut it, true),
            Self::UnknownCreated => it.deed.created = vec![None, Some(5026), None],
            Self::LargeAmount => it.weibars = Some(LARGE * WEIBARS),
            Self::LargeWrapped => {
                it.weibars = Some(LARGE * WEIBARS);
                wrapped(&mut it, |outer| outer.max_fee = Some(142 * WEIBARS + 1));
            }
            Self::BeyondDouble => it.weibars = Some(((1 << 53) + 1) * WEIBARS),
            Self::Dust => it.weibars = Some(WEIBARS - 1),
            Self::ManyLogs => it.deed.logs = (0..130).map(many_logs).collect(),
            Self::NullBloom => it.bloom = BloomForm::Null,
            Self::UnknownBloom => it.bloom = BloomForm::Unknown,
            Self::NoBlock => it.position = None,
            Self::UnknownCode => {
                it.deed = it.deed.failed(Failure { code: "UNKNOWN", message: None });
            }
            Self::Synthetic => synthetic(&mut it),
            Self::WrongNonce => it.deed = it.deed.failed(Failure::named("WRONG_NONCE")),
            Self::AccessList | Self::Legacy | Self::Delegation | Self::Native => {}
        }
        it
    }
}

/// Something that the busiest contract does without failing.
fn busy(plain: Execution, chance: &mut Chance) -> Execution {
    let scene = Scene { contract: BUSIEST, sender: plain.sender, at: plain.at, index: 1 };
    let mut deed = Trade::Router.act(&scene, chance);
    while deed.failure.is_some() {
        deed = Trade::Router.act(&scene, chance);
    }
    Execution { weibars: Some(u128::from(deed.tinybars) * WEIBARS), deed, ..plain }
}

fn wrapped(it: &mut Execution, change: impl FnOnce(&mut crate::demo::ledger::execution::Wrapped)) {
    if let Envelope::Ethereum(outer) = &mut it.envelope {
        change(outer);
    }
}

/// The best known result: what a person is shown first.
fn rich(it: Execution) -> Execution {
    let scene = Scene { contract: BUSIEST, sender: 1043, at: it.at, index: 1814 };
    let mut deed = deposit(&scene, 5_000_000_000);
    let holder = address(accounts::address(1043));
    let transfer = |contract, to: u64, amount: u64| Event {
        contract,
        topics: vec![abi::topic("Transfer(address,address,uint256)"), holder, address(address_of(to))],
        data: abi::encode(&[uint(amount)]),
    };
    deed.logs.push(transfer(5002, BUSIEST, 91_286_137_633_590));
    deed.logs.push(transfer(BUSIEST, 1056, 56_775_617_819_328));
    let slots = [
        (BUSIEST, number(0), 3, None),
        (BUSIEST, number(3), 0, Some(1)),
        (BUSIEST, number(3), 1, Some(0)),
        (BUSIEST, abi::mapped(address(accounts::address(1056)), number(2)), 0, Some(56_775_617_819_328)),
        (5002, abi::mapped(holder, number(3)), 910_000_000_000_000, Some(818_713_862_366_410)),
        (5002, abi::mapped(address(address_of(BUSIEST)), number(3)), 0, Some(91_286_137_633_590)),
        (5002, abi::mapped(address(address_of(BUSIEST)), abi::mapped(holder, number(4))), 5, Some(0)),
    ];
    deed.state.extend(slots.map(|(contract, slot, read, written)| Slot {
        contract,
        key: slot,
        read: number(read),
        written: written.map(number),
    }));
    deed.children = vec![Child {
        contract: 359,
        input: abi::call(
            "transferToken(address,address,address,int64)",
            &[
                account(accounts::long_zero(2001)),
                account(accounts::address(1043)),
                account(address_of(BUSIEST)),
                uint(1_000u32),
            ],
        ),
        output: number(22).to_vec(),
        result: "SUCCESS",
    }];
    deed.calls = rich_calls::all(&deed);
    Execution {
        id: pinned::first_id(),
        sender: 1043,
        weibars: Some(5_000_000_000 * WEIBARS),
        deed,
        gas_limit: 1_000_000,
        gas_used: Some(800_000),
        gas_consumed: Some(72_702),
        hash: RICH_HASH,
        position: Some(Position { block: 70_070_000, index: Some(0) }),
        ..it
    }
}

fn partial(it: &mut Execution) {
    it.deed =
        std::mem::take(&mut it.deed).failed(Failure { code: "INSUFFICIENT_PAYER_BALANCE", message: None });
    (it.partial, it.weibars, it.gas_used, it.gas_consumed) = (true, None, None, None);
    it.bloom = BloomForm::Unknown;
    it.position = it.position.map(|at| Position { index: None, ..at });
}

fn failed_constructor(it: &mut Execution, wrapped: bool) {
    let code = artifacts::named("Token").map(|token| token.creation.clone()).unwrap_or_default();
    let input = if wrapped { code.clone() } else { Vec::new() };
    let reason = abi::call("Error(string)", &[abi::text("constructor: supply must not be zero")]);
    it.deed = Deed { input, ..Deed::default() }.reverted(reason);
    it.deed.failed_initcode = Some(code);
    (it.contract, it.weibars) = (None, Some(0));
}

fn synthetic(it: &mut Execution) {
    it.deed = Deed::default();
    (it.weibars, it.gas_limit, it.gas_used, it.gas_consumed) = (None, 0, None, None);
    it.bloom = BloomForm::Unknown;
}

fn many_logs(place: u64) -> Event {
    Event {
        contract: if place.is_multiple_of(3) { 5002 } else { BUSIEST },
        topics: (0..=place % 5)
            .take(4)
            .map(
                |topic| {
                    if topic == 0 {
                        abi::topic("Deposit(address,uint256)")
                    } else {
                        number(u128::from(place))
                    }
                },
            )
            .skip(usize::from(place % 5 == 4))
            .collect(),
        data: number(u128::from(place)).to_vec(),
    }
}
