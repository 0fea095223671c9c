//! Every way in which a result can say why it failed.

use std::sync::LazyLock;

use crate::demo::ledger::abi::{self, Value, account, number, text, uint};
use crate::demo::ledger::accounts;
use crate::demo::ledger::execution::{Deed, Failure};

/// Text that tries to take over a terminal.
const HOSTILE: &str = "\u{1b}[2J\u{1b}[1;1H\u{1b}]0;owned\u{7} transfer \u{202e}000,1 \u{200b}ok\0";
/// The codes of Solidity panics: the known ones and one that is not.
const PANICS: [u8; 10] = [0x01, 0x11, 0x12, 0x21, 0x22, 0x31, 0x32, 0x41, 0x51, 0x77];

/// What `error_message` holds.
enum Said {
    /// This revert data, as hex.
    Data(Vec<u8>),
    /// This text as it is, with this response code.
    Plain(&'static str, &'static str),
    /// Nothing: null.
    Null(&'static str),
}

/// All failures, made at the first question.
static ALL: LazyLock<Vec<Said>> = LazyLock::new(all);

/// How many failures there are.
pub(super) fn count() -> usize {
    ALL.len()
}

/// Every fourth came in an Ethereum transaction.
pub(super) fn envelope(which: usize) -> Option<u8> {
    which.is_multiple_of(4).then_some(2)
}

/// The failure at this place.
pub(super) fn deed(which: usize) -> Deed {
    let Some(said) = ALL.get(which) else { return Deed::default() };
    let called = |input| Deed { input, ..Deed::default() };
    let raw = |data: &[u8]| called(abi::call("rawBytes(bytes)", &[Value::Bytes(data.to_vec())]));
    match said {
        Said::Data(data) => raw(data).reverted(data.clone()),
        Said::Plain(code, message) => called(abi::call("outOfGas()", &[]))
            .failed(Failure { code, message: Some((*message).to_owned()) }),
        Said::Null(code) => called(abi::call("outOfGas()", &[])).failed(Failure { code, message: None }),
    }
}

fn all() -> Vec<Said> {
    let mut all = vec![
        Said::Data(abi::call("Error(string)", &[text("Router: token not received")])),
        Said::Data(abi::call("Error(string)", &[text("")])),
        Said::Data(abi::call("Error(string)", &[text(HOSTILE)])),
        Said::Data(abi::call("Error(string)", &[text(&"long ".repeat(400))])),
        Said::Data(abi::call("Error(string)", &[Value::Bytes(vec![0xff, 0xfe, 0x00, 0xc3])])),
        Said::Data(abi::call("Error(string)", &[text("cut")]).into_iter().take(50).collect()),
    ];
    all.extend(PANICS.map(|code| Said::Data(abi::call("Panic(uint256)", &[uint(code)]))));
    all.extend(custom().into_iter().map(Said::Data));
    all.extend([
        Said::Data(alloy_primitives::hex!("deadbeef").to_vec()),
        Said::Data([&alloy_primitives::hex!("8badf00d")[..], &number(7), &number(u128::MAX)].concat()),
        Said::Data(b"just words, not an error of the ABI".to_vec()),
        Said::Data("\u{1b}[31mred words\u{1b}[0m".as_bytes().to_vec()),
        Said::Data(number(184).to_vec()),
        Said::Data(number(7).to_vec()),
        Said::Data([0x5a; 32].to_vec()),
        Said::Data(vec![0x08, 0xc3]),
        Said::Data(Vec::new()),
        Said::Plain("CONTRACT_REVERT_EXECUTED", ""),
        Said::Plain("CONTRACT_REVERT_EXECUTED", "CONTRACT_REVERT_EXECUTED"),
        Said::Plain("INSUFFICIENT_GAS", "INSUFFICIENT_GAS"),
        Said::Plain("CONTRACT_EXECUTION_EXCEPTION", "CONTRACT_EXECUTION_EXCEPTION"),
        Said::Plain("MAX_CHILD_RECORDS_EXCEEDED", "MAX_CHILD_RECORDS_EXCEEDED"),
        Said::Plain("CONSENSUS_GAS_EXHAUSTED", "CONSENSUS_GAS_EXHAUSTED"),
        Said::Plain("A_CODE_OF_A_LATER_VERSION", "A_CODE_OF_A_LATER_VERSION"),
        Said::Plain("CONTRACT_REVERT_EXECUTED", HOSTILE),
        Said::Plain("CONTRACT_REVERT_EXECUTED", "0xnothex"),
        Said::Null("CONTRACT_REVERT_EXECUTED"),
        Said::Null("CONTRACT_BYTECODE_EMPTY"),
    ]);
    all
}

/// Custom errors: the contract's own, and those of a well-known library.
fn custom() -> Vec<Vec<u8>> {
    let (who, other) = (account(accounts::address(1002)), account(accounts::address(1004)));
    let (has, wants) = (uint(5u8), uint(5_000_000_000u64));
    let own = [
        ("Plain()", vec![]),
        ("Named(address,uint256,string)", vec![who.clone(), wants.clone(), text("more than there is")]),
    ];
    let library = [
        ("OwnableUnauthorizedAccount(address)", vec![who.clone()]),
        ("OwnableInvalidOwner(address)", vec![uint(0u8)]),
        (
            "AccessControlUnauthorizedAccount(address,bytes32)",
            vec![who.clone(), Value::Word(abi::topic("MINTER_ROLE"))],
        ),
        ("ERC20InsufficientBalance(address,uint256,uint256)", vec![who.clone(), has.clone(), wants.clone()]),
        ("ERC20InsufficientAllowance(address,uint256,uint256)", vec![other.clone(), has, wants]),
        ("ERC20InvalidReceiver(address)", vec![uint(0u8)]),
        ("ERC721NonexistentToken(uint256)", vec![uint(404u16)]),
        ("ERC721IncorrectOwner(address,uint256,address)", vec![who, uint(7u8), other]),
        ("InvalidInitialization()", vec![]),
        ("EnforcedPause()", vec![]),
        ("ReentrancyGuardReentrantCall()", vec![]),
        ("SafeERC20FailedOperation(address)", vec![account(accounts::long_zero(5002))]),
        ("FailedCall()", vec![]),
        ("ERC1967InvalidImplementation(address)", vec![account(accounts::long_zero(5039))]),
    ];
    own.into_iter().chain(library).map(|(signature, values)| abi::call(signature, &values)).collect()
}
