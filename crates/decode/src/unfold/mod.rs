//! Inner calls: decodes the bytes that a call forwards to another contract.

mod answers;
mod forms;

use ledger::{ContractRef, EvmAddress, HexBytes};

use super::abi::WORD;
use super::reading::{Argument, Candidate, Inner, Provenance, Raw, Reader, Value};
use super::revert::Revert;

pub(crate) use self::forms::{behind_redirect, is_packed, redirect as packed_redirect};
pub(crate) use answers::unfold as unfold_answers;

/// Maximum depth of inner calls.
const MAX_CALL_DEPTH: usize = 6;
/// Maximum number of inner calls of one call.
const MAX_CALLS: usize = 256;

/// The remaining depth and number of inner calls.
#[derive(Debug)]
pub(crate) struct Budget {
    depth: usize,
    calls: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Self { depth: MAX_CALL_DEPTH, calls: MAX_CALLS }
    }
}

impl Budget {
    /// Whether an inner call is being decoded.
    pub(crate) fn is_within(&self) -> bool {
        self.depth < MAX_CALL_DEPTH
    }

    /// Decodes one more inner call; `None` if the budget is spent.
    fn spend<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> Option<T> {
        let depth = self.depth.checked_sub(1)?;
        self.calls = self.calls.checked_sub(1)?;
        self.depth = depth;
        let read = read(self);
        self.depth += 1;
        Some(read)
    }
}

/// Functions whose bytes arguments are certainly calls. Matched by selector; all are built-in signatures, which a test
/// checks.
const CALLERS: &[&str] = &[
    "redirectForToken(address,bytes)",
    "scheduleCall(address,uint256,uint256,uint64,bytes)",
    "scheduleCallWithPayer(address,address,uint256,uint256,uint64,bytes)",
    "executeCallOnPayerSignature(address,address,uint256,uint256,uint64,bytes)",
    "multicall(bytes[])",
    "multicall(uint256,bytes[])",
    "multicall(bytes32,bytes[])",
    "aggregate((address,bytes)[])",
    "blockAndAggregate((address,bytes)[])",
    "tryAggregate(bool,(address,bytes)[])",
    "tryBlockAndAggregate(bool,(address,bytes)[])",
    "aggregate3((address,bool,bytes)[])",
    "aggregate3Value((address,bool,uint256,bytes)[])",
    "execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)",
    "execTransactionFromModule(address,uint256,bytes,uint8)",
    "execTransactionFromModuleReturnData(address,uint256,bytes,uint8)",
    "multiSend(bytes)",
    "execute(address,uint256,bytes)",
    "execute(address,uint256,bytes,bytes32,bytes32)",
    "executeBatch(address[],uint256[],bytes[])",
    "executeBatch(address[],uint256[],bytes[],bytes32,bytes32)",
    "executeBatch(address[],bytes[])",
    "schedule(address,uint256,bytes,bytes32,bytes32,uint256)",
    "scheduleBatch(address[],uint256[],bytes[],bytes32,bytes32,uint256)",
    "upgradeToAndCall(address,bytes)",
    "upgradeAndCall(address,address,bytes)",
    "propose(address[],uint256[],bytes[],string)",
    "queue(address[],uint256[],bytes[],bytes32)",
    "execute(address[],uint256[],bytes[],bytes32)",
    "executeBatch((address,uint256,bytes)[])",
    "execute((address,uint256,bytes)[])",
    "aggregate((address,uint256,bytes)[])",
    "submitTransaction(address,uint256,bytes)",
    "relay(address,uint256,bytes)",
    "scheduleNative(address,bytes,address)",
    "handleOps((address,uint256,bytes,bytes,uint256,uint256,uint256,uint256,uint256,bytes,bytes)[],address)",
    "handleOps((address,uint256,bytes,bytes,bytes32,uint256,bytes32,bytes,bytes)[],address)",
    "functionCall(address,bytes)",
    "call(address,bytes)",
    "call(address,uint256,bytes)",
    "exec(address,bytes)",
    "forward(address,bytes)",
    "forward(address,uint256,bytes)",
    "multicall((address,uint256,bytes)[])",
    "execute(bytes32,(address,uint256,bytes)[],uint256)",
];

/// Whether a signature is of a function that calls with the bytes that it is given.
pub fn is_caller(candidate: &Candidate) -> bool {
    CALLERS.iter().any(|caller| candidate.signature.is(caller))
}

/// Whether these bytes begin as the code of a contract does that compilers make: it sets the free memory pointer.
pub(crate) fn is_creation(input: &[u8]) -> bool {
    matches!(input, [0x60, 0x80 | 0xa0 | 0xc0 | 0xe0, 0x60, 0x40, 0x52, ..])
}

/// Unfolds the calls in a call's arguments.
pub(crate) fn unfold(
    reader: &Reader<'_>,
    contract: Option<ContractRef>,
    candidate: &mut Candidate,
    budget: &mut Budget,
) {
    let certain = is_caller(candidate);
    if candidate.signature.is("multiSend(bytes)") {
        forms::transactions(reader, candidate, budget);
        return;
    }
    if forms::is_spelled(candidate) {
        forms::unfold_spelled(candidate);
    }
    let within = Within { reader, contract, certain, error: false };
    within.arguments(&mut candidate.arguments, budget);
}

/// Unfolds the errors and calls that an error passes on.
pub(crate) fn unfold_error(
    reader: &Reader<'_>,
    contract: Option<ContractRef>,
    candidate: &mut Candidate,
    budget: &mut Budget,
) {
    let within = Within { reader, contract, certain: false, error: true };
    within.arguments(&mut candidate.arguments, budget);
}

/// How bytes in arguments are read.
struct Within<'a> {
    reader: &'a Reader<'a>,
    /// The called contract.
    contract: Option<ContractRef>,
    /// Whether the bytes are certainly calls.
    certain: bool,
    /// Whether the bytes may be errors.
    error: bool,
}

impl Within<'_> {
    /// Unfolds arguments; the first address among them is the target.
    fn arguments(&self, arguments: &mut [Argument], budget: &mut Budget) {
        let targets = Targets::among(arguments);
        let target = targets.one().map(ContractRef::Address).or(self.contract);
        for argument in arguments {
            let each = match &argument.value {
                Value::List(values) => targets.for_items(values.len()),
                _ => None,
            };
            match (&mut argument.value, each) {
                (Value::List(values), Some(each)) => {
                    for (value, target) in values.iter_mut().zip(each) {
                        self.value(value, Some(ContractRef::Address(*target)), budget);
                    }
                }
                (value, _) => self.value(value, target, budget),
            }
        }
    }

    fn value(&self, value: &mut Value, target: Option<ContractRef>, budget: &mut Budget) {
        match value {
            Value::Bytes(bytes, inner @ None) => {
                *inner = self.bytes(bytes.bytes(), target, budget).map(Box::new);
            }
            Value::List(values) => {
                for value in values {
                    self.value(value, target, budget);
                }
            }
            Value::Tuple(members) => self.arguments(members, budget),
            _ => {}
        }
    }

    /// What bytes say as a call, or as an error: only what says the same bytes again, unless they are a call for
    /// certain.
    fn bytes(&self, bytes: &[u8], target: Option<ContractRef>, budget: &mut Budget) -> Option<Inner> {
        if bytes.len() < 4 || (!self.certain && bytes.len() % WORD != 4) {
            return None;
        }
        if self.error {
            let revert = Revert::from_data(HexBytes::from(bytes.to_vec()));
            let error = budget.spend(|budget| self.reader.failure_within(target, revert, budget))?;
            let reported = matches!(error.revert, Revert::Reason(_) | Revert::Panic(_));
            if reported || error.custom.as_ref().is_some_and(|custom| custom.exact().is_some()) {
                return Some(Inner::Failed { of: None, error });
            }
        }
        let mut call = budget.spend(|budget| self.reader.call_within(target, bytes, budget))?;
        // A call whose function nobody named stays one: its name may be learned.
        let unnamed = bytes.len() % WORD == 4 && matches!(call.raw, Some(Raw::UnknownSelector(_)));
        if self.certain && (unnamed || call.best().is_some()) {
            return Some(Inner::Call(call));
        }
        call.exact()?;
        call.candidates.retain(Candidate::is_exact);
        for candidate in &mut call.candidates {
            candidate.provenance = Provenance::Guess;
        }
        Some(Inner::Call(call))
    }
}

/// Whom the bytes among some arguments are for.
pub(crate) struct Targets {
    /// The first address among the arguments.
    one: Option<EvmAddress>,
    /// The first list of addresses, of which each is for the bytes at the same place of a list as long.
    each: Option<Vec<EvmAddress>>,
}

impl Targets {
    /// Collects the addresses among these arguments.
    pub(crate) fn among(arguments: &[Argument]) -> Self {
        let each = arguments.iter().find_map(|argument| match &argument.value {
            Value::List(values) => values.iter().map(Value::address).collect(),
            _ => None,
        });
        Self { one: arguments.iter().find_map(|argument| argument.value.address()), each }
    }

    /// The target shared by all calls, if there is an address.
    pub(crate) fn one(&self) -> Option<EvmAddress> {
        self.one
    }

    /// The targets of the items of a list of this length, if there is one for each.
    pub(crate) fn for_items(&self, length: usize) -> Option<&[EvmAddress]> {
        self.each.as_deref().filter(|each| each.len() == length)
    }
}

#[cfg(test)]
mod tests;
