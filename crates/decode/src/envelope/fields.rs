//! The recorded fields of a wrapped transaction. Where the record leaves open in which form a field was signed, all
//! possible forms.

use alloy_primitives::{B256, U256};
use ledger::amount::WEIBAR_PER_BASE;
use ledger::result::{AccessEntry, AccessList, Authorization};
use ledger::{ContractResult, EvmAddress, Field, HexBytes, Quantity, Unit};

use super::rlp::Item;
use super::{Doubt, NotProvable};

/// The recorded fields of a wrapped transaction.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Envelope {
    pub(super) hash: B256,
    pub(super) kind: Kind,
    /// `None` for any chain.
    pub(super) chain: Option<U256>,
    pub(super) nonce: U256,
    /// Weibar.
    pub(super) prices: Prices,
    pub(super) gas_limit: U256,
    /// The forms of the receiver; `None` for a creation.
    pub(super) to: Vec<Option<EvmAddress>>,
    /// Weibar.
    pub(super) value: U256,
    /// The forms of the call data.
    pub(super) data: Vec<HexBytes>,
    pub(super) v: u64,
    pub(super) r: U256,
    pub(super) s: U256,
    pub(super) doubts: Vec<Doubt>,
}

/// The type, with the fields that it alone has.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    Legacy,
    /// With the forms of the access list.
    Typed(u8, Vec<Item>),
    /// With authorizations, too.
    SetCode(Vec<Item>, Item),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Prices {
    Gas(U256),
    Fees { priority: U256, max: U256 },
}

impl Envelope {
    /// Reads the transaction's fields from a record whose prices and value are in `unit`.
    ///
    /// # Errors
    /// The reason why the record cannot prove anything.
    pub fn read(record: &ContractResult, unit: Unit) -> Result<Self, NotProvable> {
        if !record.is_wrapped() {
            return Err(NotProvable::Native);
        }
        let (kind, mut doubts) = kind(record)?;
        let price = |name, field: &Field<Quantity>| {
            let price = field.value().ok_or(NotProvable::Missing(name))?;
            exact(price.0.unwrap_or_default(), unit).ok_or(NotProvable::Missing(name))
        };
        let prices = match kind {
            Kind::Legacy | Kind::Typed(1, _) => Prices::Gas(price("gas_price", &record.gas_price)?),
            Kind::Typed(..) | Kind::SetCode(..) => Prices::Fees {
                priority: price("max_priority_fee_per_gas", &record.max_priority_fee_per_gas)?,
                max: price("max_fee_per_gas", &record.max_fee_per_gas)?,
            },
        };
        let value = number("amount", &record.amount)?;
        let recorded = record.function_parameters.known();
        let recorded = recorded.ok_or(NotProvable::Missing("function_parameters"))?;
        let spelled = recorded.spelled();
        if unit != Unit::Weibar {
            doubts.push(Doubt::Truncated);
        }
        if spelled.is_some() {
            doubts.push(Doubt::FileData);
        }
        Ok(Self {
            hash: hash(record)?,
            kind,
            chain: record.chain_id.value().ok_or(NotProvable::Missing("chain_id"))?.0,
            nonce: number("nonce", &record.nonce)?,
            prices,
            gas_limit: number("gas_limit", &record.gas_limit)?,
            to: receivers(record),
            value: exact(value, unit).ok_or(NotProvable::Missing("amount"))?,
            data: [recorded.clone()].into_iter().chain(spelled).collect(),
            v: number("v", &record.v)?.try_into().map_err(|_| NotProvable::Missing("v"))?,
            r: scalar("r", &record.r)?,
            s: scalar("s", &record.s)?,
            doubts,
        })
    }
}

/// The type, and doubts about its fields.
fn kind(record: &ContractResult) -> Result<(Kind, Vec<Doubt>), NotProvable> {
    let access = || {
        let list = record.access_list.known().and_then(access_lists);
        list.ok_or(NotProvable::Missing("access_list"))
    };
    let in_bytes = matches!(record.access_list.known(), Some(AccessList::Hex(bytes)) if !bytes.is_empty());
    let doubts = if in_bytes { vec![Doubt::AccessBytes] } else { Vec::new() };
    match record.r#type.value() {
        Some(0) => Ok((Kind::Legacy, Vec::new())),
        Some(1) => Ok((Kind::Typed(1, access()?), doubts)),
        Some(2) => Ok((Kind::Typed(2, access()?), doubts)),
        Some(4) => {
            let all = record.authorization_list.known().map(Vec::as_slice);
            let all = all.and_then(|all| all.iter().map(authorization).collect());
            let all = all.ok_or(NotProvable::Missing("authorization_list"))?;
            Ok((Kind::SetCode(access()?, Item::List(all)), doubts))
        }
        Some(kind) => Err(NotProvable::Type(kind)),
        None => Err(NotProvable::Missing("type")),
    }
}

fn hash(record: &ContractResult) -> Result<B256, NotProvable> {
    let hash = record.hash.known().and_then(|hash| B256::try_from(hash.bytes()).ok());
    hash.ok_or(NotProvable::Missing("hash of 32 bytes"))
}

fn number<T: Copy>(name: &'static str, field: &Field<T>) -> Result<U256, NotProvable>
where
    U256: TryFrom<T>,
{
    field.value().and_then(|number| U256::try_from(number).ok()).ok_or(NotProvable::Missing(name))
}

/// A number of the signature, which is in bytes.
fn scalar(name: &'static str, field: &Field<HexBytes>) -> Result<U256, NotProvable> {
    let bytes = field.known().filter(|bytes| !bytes.is_empty());
    bytes.and_then(|bytes| U256::try_from_be_slice(bytes.bytes())).ok_or(NotProvable::Missing(name))
}

/// An amount in weibar.
fn exact(amount: U256, unit: Unit) -> Option<U256> {
    match unit {
        Unit::Weibar => Some(amount),
        _ => amount.checked_mul(U256::from(WEIBAR_PER_BASE)),
    }
}

/// The forms in which the receiver may have been signed: as recorded, under either address, or none where a contract was made.
fn receivers(record: &ContractResult) -> Vec<Option<EvmAddress>> {
    let id = record.contract_id.value();
    let made = record.created_contract_ids.known().map(Vec::as_slice).unwrap_or_default();
    let is_call = id.is_some() && !made.iter().any(|made| made.value() == id);
    let mut forms = if is_call { Vec::new() } else { vec![None] };
    for form in [record.to.value(), record.address.value(), id.map(EvmAddress::long_zero)] {
        if form.is_some() && !forms.contains(&form) {
            forms.push(form);
        }
    }
    forms
}

/// The forms in which the access list may have been signed. Older servers return bytes that may or may not include the
/// list's header.
fn access_lists(list: &AccessList) -> Option<Vec<Item>> {
    Some(match list {
        AccessList::Entries(entries) => {
            vec![Item::List(entries.iter().map(access_entry).collect::<Option<_>>()?)]
        }
        AccessList::Hex(bytes) if bytes.is_empty() => vec![Item::List(Vec::new())],
        AccessList::Hex(bytes) => vec![Item::Encoded(bytes.clone()), Item::EncodedItems(bytes.clone())],
    })
}

fn access_entry(entry: &AccessEntry) -> Option<Item> {
    let keys = entry.storage_keys.known()?.iter();
    let keys = keys.map(|key| B256::try_from(key.known()?.bytes()).ok().map(Item::Word));
    Some(Item::List(vec![
        Item::Address(Some(entry.address.value()?)),
        Item::List(keys.collect::<Option<_>>()?),
    ]))
}

fn authorization(it: &Authorization) -> Option<Item> {
    let quantity = |field: &Field<Quantity>| Some(Item::Number(field.value()?.0.unwrap_or_default()));
    let scalar = |field: &Field<HexBytes>| U256::try_from_be_slice(field.known()?.bytes()).map(Item::Number);
    Some(Item::List(vec![
        quantity(&it.chain_id)?,
        Item::Address(Some(it.address.value()?)),
        Item::Number(U256::try_from(it.nonce.value()?).ok()?),
        quantity(&it.y_parity)?,
        scalar(&it.r)?,
        scalar(&it.s)?,
    ]))
}
