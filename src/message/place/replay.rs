//! The place of a replay: which result, what is changed, and where in it to begin.

use alloy_primitives::{Address, B256, U256};
use ledger::query::{ExecutionQuery, ParameterFault};
use ledger::{EvmAddress, ExecutionRef, HexBytes, Timestamp};
use replay::{Changes, address_of};

use super::PlaceFault;
use crate::message::place::text::Parts;
use crate::message::{ReplayQuery, ResultName};

/// A replay, and a point in it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ReplayPlace {
    pub query: ReplayQuery,
    /// `None`: where it failed, else its begin.
    pub at: Option<ReplayPoint>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ReplayPoint {
    /// After this many steps.
    Step(u64),
    /// The start of a call, by its index among the calls.
    Call(usize),
    /// Where an event is logged, by its index among the result's events.
    Log(usize),
    /// Where a slot of a contract is last written.
    Write(Address, U256),
}

impl ReplayPlace {
    /// The replay of a result as it was.
    pub fn new(of: ResultName) -> Self {
        Self { query: ReplayQuery::new(of), at: None }
    }

    /// The same at a point of it.
    #[must_use]
    pub fn at(self, at: ReplayPoint) -> Self {
        Self { at: Some(at), ..self }
    }

    /// Parses the parts of a text.
    pub(super) fn parse(parts: &Parts<'_>) -> Result<Self, PlaceFault> {
        let of = if parts.open.len() > 1 {
            let at = Timestamp::parse(parts.open(1));
            let at = at.ok_or(PlaceFault::Part("write the result's time as seconds.nanoseconds"))?;
            ResultName::At(parts.contract(0)?, at)
        } else {
            let of = ExecutionRef::parse(parts.open(0)).ok_or(PlaceFault::Part(
                "write a transaction id or a hash, or the contract and the time: result/CONTRACT/TIME/replay",
            ))?;
            let nonce = parts.pairs().find(|(name, _)| *name == "nonce").map(|(_, nonce)| nonce);
            let nonce = nonce.map(|nonce| nonce.parse().map_err(|_| fault("nonce", "write a number")));
            ResultName::Of(ExecutionQuery { nonce: nonce.transpose()?, ..ExecutionQuery::new(of) })
        };
        let mut place = Self::new(of);
        for (name, value) in parts.pairs().filter(|(name, _)| *name != "nonce") {
            place.set(name, value)?;
        }
        Ok(place)
    }

    fn set(&mut self, name: &str, text: &str) -> Result<(), ParameterFault> {
        let number = |parameter| text.parse().map_err(|_| fault(parameter, "write a number"));
        let at = match name {
            "step" => ReplayPoint::Step(number("step")?),
            "call" => ReplayPoint::Call(text.parse().map_err(|_| fault("call", "write a number"))?),
            "log" => ReplayPoint::Log(text.parse().map_err(|_| fault("log", "write a number"))?),
            "write" => {
                let parts: Vec<&str> = text.split(':').collect();
                let (address, slot) = match parts[..] {
                    [of, slot] => (address(of), word(slot)),
                    _ => (None, None),
                };
                match (address, slot) {
                    (Some(address), Some(slot)) => ReplayPoint::Write(address, slot),
                    _ => return Err(fault("write", "write ADDRESS:SLOT, both in hex")),
                }
            }
            _ => return set_change(&mut self.query.changes, name, text),
        };
        self.at = Some(at);
        Ok(())
    }

    /// The parameters of the text.
    pub(super) fn pairs(&self) -> Vec<(&'static str, String)> {
        let mut pairs = Vec::new();
        if let ResultName::Of(ExecutionQuery { nonce: Some(nonce), .. }) = &self.query.of {
            pairs.push(("nonce", nonce.to_string()));
        }
        pairs.extend(change_pairs(&self.query.changes));
        pairs.extend(self.at.as_ref().map(|at| match at {
            ReplayPoint::Step(step) => ("step", step.to_string()),
            ReplayPoint::Call(call) => ("call", call.to_string()),
            ReplayPoint::Log(log) => ("log", log.to_string()),
            ReplayPoint::Write(address, slot) => ("write", format!("{address:#x}:{slot:#x}")),
        }));
        pairs
    }

    /// The path of the result.
    pub(super) fn path(&self) -> String {
        match &self.query.of {
            ResultName::At(contract, at) => format!("result/{contract}/{at}"),
            ResultName::Of(query) => format!("result/{}", query.of),
        }
    }
}

fn fault(parameter: &'static str, message: &str) -> ParameterFault {
    ParameterFault::new(parameter, message)
}

fn address(text: &str) -> Option<Address> {
    EvmAddress::parse_any_case(text).ok().as_ref().map(address_of)
}

fn word(text: &str) -> Option<U256> {
    match text.strip_prefix("0x") {
        Some(_) => U256::try_from_be_slice(HexBytes::parse(text)?.bytes()),
        None => text.parse().ok(),
    }
}

/// Sets a change by its name and its text. Addresses are in hex; a slot is `ADDRESS:SLOT:VALUE`, a balance
/// `ADDRESS:NUMBER`.
///
/// # Errors
/// Says what is valid.
pub fn set_change(changes: &mut Changes, name: &str, text: &str) -> Result<(), ParameterFault> {
    match name {
        "from" => {
            let sender = address(text).ok_or_else(|| fault("from", "write an EVM address"))?;
            changes.sender = Some(sender);
        }
        "value" => {
            let value = text.parse().map_err(|_| fault("value", "write whole base units (tinybar)"))?;
            changes.value = Some(value);
        }
        "data" => {
            let data = HexBytes::parse(text).ok_or_else(|| fault("data", "write call data in hex"))?;
            changes.data = Some(data);
        }
        "time" => {
            let seconds = text.parse().map_err(|_| fault("time", "write whole seconds since 1970"))?;
            changes.seconds = Some(seconds);
        }
        "prevrandao" => {
            let value = word(text).ok_or_else(|| fault("prevrandao", "write up to 32 bytes in hex"))?;
            changes.prevrandao = Some(B256::from(value));
        }
        "slot" => {
            let parts: Vec<&str> = text.split(':').collect();
            let change = match parts[..] {
                [of, slot, value] => address(of).zip(word(slot)).zip(word(value)),
                _ => None,
            };
            let ((of, slot), value) = change.ok_or_else(|| fault("slot", "write ADDRESS:SLOT:VALUE"))?;
            changes.slots.push((of, slot, value));
        }
        "balance" => {
            let change =
                text.split_once(':').and_then(|(of, balance)| Some((address(of)?, balance.parse().ok()?)));
            let (of, balance) = change.ok_or_else(|| fault("balance", "write ADDRESS:TINYBARS"))?;
            changes.balances.push((of, balance));
        }
        _ => return Err(fault("replay", "change from, value, data, time, prevrandao, slot or balance")),
    }
    Ok(())
}

/// The changes by their names and texts.
pub fn change_pairs(changes: &Changes) -> Vec<(&'static str, String)> {
    let mut pairs = Vec::new();
    pairs.extend(changes.sender.map(|sender| ("from", format!("{sender:#x}"))));
    pairs.extend(changes.value.map(|value| ("value", value.to_string())));
    pairs.extend(changes.data.as_ref().map(|data| ("data", data.to_hex())));
    pairs.extend(changes.seconds.map(|seconds| ("time", seconds.to_string())));
    pairs.extend(changes.prevrandao.map(|value| ("prevrandao", value.to_string())));
    let slots = changes.slots.iter();
    pairs.extend(slots.map(|(of, slot, value)| ("slot", format!("{of:#x}:{slot:#x}:{value:#x}"))));
    pairs.extend(changes.balances.iter().map(|(of, balance)| ("balance", format!("{of:#x}:{balance}"))));
    pairs
}
