//! The Ethereum transactions around executions.

use alloy_primitives::hex;

use crate::CHAIN_ID;
use crate::simulation::accounts;
use crate::simulation::chance::Chance;
use crate::simulation::execution::{Access, Envelope, WEIBARS, Wrapped};

/// Tinybars for a unit of gas.
pub(crate) const GAS_PRICE: u64 = 71;

/// An envelope of any kind: most are Ethereum transactions of type 2.
pub(super) fn any(chance: &mut Chance) -> Envelope {
    match chance.below(100) {
        0..=54 => ethereum(2, chance),
        55..=62 => ethereum(0, chance),
        63..=66 => ethereum(1, chance),
        67..=69 => ethereum(4, chance),
        70..=71 => Envelope::NativeUntyped,
        _ => Envelope::Native,
    }
}

pub(super) fn ethereum(kind: u8, chance: &mut Chance) -> Envelope {
    let fee_market = kind == 2 || kind == 4;
    let with_chain = kind != 0 || !chance.one_in(4);
    let bit = chance.below(2);
    let gwei = u128::from(chance.between(0, 3)) * 1_000_000_000;
    let v = match (kind, with_chain) {
        (0, true) => 35 + 2 * CHAIN_ID + bit,
        (0, false) => 27 + bit,
        _ => bit,
    };
    let access = match (kind, chance.below(6)) {
        (1, _) => Access::Listed(vec![(accounts::long_zero(5002), vec![chance.bytes(), chance.bytes()])]),
        (_, 0) => Access::Hex("0x".to_owned()),
        (_, 1) if kind == 2 => Access::Hex(hex::encode_prefixed(chance.bytes::<52>())),
        _ => Access::Listed(Vec::new()),
    };
    Envelope::Ethereum(Box::new(Wrapped {
        kind,
        with_chain,
        nonce: chance.below(4000),
        gas_price: (!fee_market).then_some(u128::from(GAS_PRICE) * WEIBARS),
        max_fee: fee_market.then_some(2 * u128::from(GAS_PRICE) * WEIBARS + gwei),
        priority: fee_market.then_some(gwei),
        r: chance.bytes(),
        s: chance.bytes(),
        v,
        access,
    }))
}
