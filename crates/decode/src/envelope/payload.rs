//! The possible forms of the signed message in RLP, with hash and signer.

use alloy_primitives::{B256, Signature, U256};
use ledger::EvmAddress;

use super::fields::{Envelope, Kind, Prices};
use super::rlp::{Item, hash};
use super::{Proof, Signed};
use crate::stop::Stop;

/// The base of `v` for signatures without a chain, before EIP-155; the difference is the parity.
const ANY_CHAIN: u64 = 27;
/// The base of `v` for signatures with a chain (EIP-155); the difference is twice the chain plus the parity.
const WITH_CHAIN: u64 = 35;

/// One interpretation of `v`: the parity and the chain.
#[derive(Clone, Copy)]
struct Recovery {
    /// The value that is hashed.
    v: u64,
    is_odd: bool,
    /// The chain that a legacy transaction is signed for.
    chain: Option<U256>,
}

/// One form of the message, without the signature.
struct Form {
    kind: u8,
    to: Option<EvmAddress>,
    fields: Vec<Item>,
}

impl Envelope {
    /// Tries each form until one has the recorded hash. `None` if it was stopped.
    pub(crate) fn prove(&self, stop: &Stop) -> Option<Proof> {
        let mut tried: Vec<Signed> = Vec::new();
        for form in self.forms() {
            for recovery in self.recoveries() {
                if stop.is_set() {
                    return None;
                }
                let signed = Signed { to: form.to, signer: self.signer(&form, recovery) };
                if self.hash(&form, recovery) == self.hash {
                    return Some(Proof::Proven(signed));
                }
                tried.push(signed);
            }
        }
        Some(Proof::HashDiffers { tried, doubts: self.doubts.clone() })
    }

    fn forms(&self) -> Vec<Form> {
        let accessed: &[Item] = match &self.kind {
            Kind::Legacy => &[],
            Kind::Typed(_, access) | Kind::SetCode(access, _) => access,
        };
        // A legacy transaction has none, which is one form.
        let accessed = || accessed.iter().map(Some).chain(accessed.is_empty().then_some(None));
        let mut forms = Vec::new();
        for to in &self.to {
            for data in &self.data {
                for access in accessed() {
                    forms.push(self.form(*to, Item::Bytes(data.clone()), access));
                }
            }
        }
        forms
    }

    fn form(&self, to: Option<EvmAddress>, data: Item, access: Option<&Item>) -> Form {
        let kind = match self.kind {
            Kind::Legacy => 0,
            Kind::Typed(kind, _) => kind,
            Kind::SetCode(..) => 4,
        };
        let mut fields = Vec::new();
        if kind > 0 {
            fields.push(Item::Number(self.chain.unwrap_or_default()));
        }
        fields.push(Item::Number(self.nonce));
        match self.prices {
            Prices::Gas(price) => fields.push(Item::Number(price)),
            Prices::Fees { priority, max } => fields.extend([priority, max].map(Item::Number)),
        }
        fields.extend([Item::Number(self.gas_limit), Item::Address(to), Item::Number(self.value), data]);
        fields.extend(access.cloned());
        if let Kind::SetCode(_, authorizations) = &self.kind {
            fields.push(authorizations.clone());
        }
        Form { kind, to, fields }
    }

    /// The possible meanings of `v`. Some servers return only the parity, for every transaction type.
    fn recoveries(&self) -> Vec<Recovery> {
        let is_odd = |v: u64| v % 2 == 1;
        let typed = Recovery { v: self.v % 2, is_odd: is_odd(self.v), chain: None };
        match (&self.kind, self.v) {
            (Kind::Legacy, WITH_CHAIN..) => {
                let rest = self.v - WITH_CHAIN;
                vec![Recovery { v: self.v, is_odd: is_odd(rest), chain: Some(U256::from(rest / 2)) }]
            }
            (Kind::Legacy, 0 | 1) => {
                let any = Recovery { v: ANY_CHAIN + self.v, ..typed };
                let named = self.chain.and_then(|chain| {
                    let twice = u64::try_from(chain).ok()?.checked_mul(2)?;
                    let v = WITH_CHAIN.checked_add(twice)?.checked_add(self.v)?;
                    Some(Recovery { v, chain: Some(chain), ..typed })
                });
                named.into_iter().chain([any]).collect()
            }
            (Kind::Legacy, _) => vec![Recovery { v: self.v, is_odd: !is_odd(self.v), chain: None }],
            (_, 0 | 1) => vec![typed],
            // Counted from 27, as in legacy transactions.
            _ => vec![Recovery { v: (self.v + 1) % 2, is_odd: !is_odd(self.v), chain: None }],
        }
    }

    /// The hash of the whole transaction.
    fn hash(&self, form: &Form, recovery: Recovery) -> B256 {
        let mut fields = form.fields.clone();
        fields.extend([U256::from(recovery.v), self.r, self.s].map(Item::Number));
        hash(form.kind, fields)
    }

    /// Recovers the signer.
    fn signer(&self, form: &Form, recovery: Recovery) -> Option<EvmAddress> {
        let mut fields = form.fields.clone();
        if let Some(chain) = recovery.chain {
            fields.extend([chain, U256::ZERO, U256::ZERO].map(Item::Number));
        }
        let signature = Signature::new(self.r, self.s, recovery.is_odd);
        let signer = signature.recover_address_from_prehash(&hash(form.kind, fields));
        signer.ok().map(|address| EvmAddress::new(address.into_array()))
    }
}
