//! Answers of calls within calls, in the forms that multicalls and wallets give them.

use alloy_dyn_abi::DynSolValue;
use alloy_primitives::{Address, U256, keccak256};
use ledger::{ContractRef, EntityId, EvmAddress};

use crate::known::Known;
use crate::reading::{CallQuestion, Candidate, Inner, Reader, Value};

fn encode(values: Vec<DynSolValue>) -> Vec<u8> {
    DynSolValue::Tuple(values).abi_encode_sequence().unwrap()
}

fn call(signature: &str, arguments: Vec<DynSolValue>) -> Vec<u8> {
    [&keccak256(signature)[..4], &encode(arguments)].concat()
}

fn address(num: u64) -> DynSolValue {
    DynSolValue::Address(Address::from(U256::from(num).to_be_bytes::<32>().last_chunk::<20>().unwrap()))
}

fn number(number: u64) -> DynSolValue {
    DynSolValue::Uint(U256::from(number), 256)
}

fn flag(flag: bool) -> DynSolValue {
    DynSolValue::Bool(flag)
}

fn bytes(bytes: Vec<u8>) -> DynSolValue {
    DynSolValue::Bytes(bytes)
}

fn list(values: Vec<DynSolValue>) -> DynSolValue {
    DynSolValue::Array(values)
}

fn tuple(values: Vec<DynSolValue>) -> DynSolValue {
    DynSolValue::Tuple(values)
}

fn balance_of(num: u64) -> Vec<u8> {
    call("balanceOf(address)", vec![address(num)])
}

/// What the answers within an answer say, in their order, and who gave them.
fn answers(input: Vec<u8>, output: Vec<u8>) -> Vec<String> {
    fn collect(value: &Value, lines: &mut Vec<String>) {
        match value {
            Value::Bytes(_, Some(inner)) => {
                let of = match &**inner {
                    Inner::Returned { of: Some(of), .. } => format!("{of} "),
                    _ => String::new(),
                };
                lines.push(format!("{of}{}", value.summary()));
                let within = inner.reading().and_then(|reading| reading.exact());
                within.into_iter().flat_map(|one| &one.arguments).for_each(|one| collect(&one.value, lines));
            }
            Value::Bytes(bytes, None) => lines.push(format!("{} bytes", bytes.len())),
            Value::List(values) => values.iter().for_each(|value| collect(value, lines)),
            Value::Tuple(members) => members.iter().for_each(|member| collect(&member.value, lines)),
            _ => {}
        }
    }
    let known = Known::default();
    let contract = Some(ContractRef::Id(EntityId::from_num(5001)));
    let question = CallQuestion {
        contract,
        input: input.into(),
        output: Some(output.into()),
        ..CallQuestion::default()
    };
    let reading = Reader::new(&known).read_call(&question);
    let mut lines = Vec::new();
    let exact = reading.output.as_ref().and_then(|output| output.exact()).expect("an exact reading");
    exact.arguments.iter().for_each(|argument| collect(&argument.value, &mut lines));
    lines
}

fn long_zero(num: u64) -> EvmAddress {
    EvmAddress::long_zero(EntityId::from_num(num))
}

#[test]
fn each_answer_of_aggregate3_is_read_by_its_own_call() {
    let one = |num, data: Vec<u8>| tuple(vec![address(num), flag(true), bytes(data)]);
    let input = call(
        "aggregate3((address,bool,bytes)[])",
        vec![list(vec![
            one(2001, balance_of(7)),
            one(2002, balance_of(8)),
            one(2003, balance_of(9)),
            one(2004, vec![1, 2, 3, 4]),
            one(2005, balance_of(10)),
        ])],
    );
    let insufficient =
        call("ERC20InsufficientBalance(address,uint256,uint256)", vec![address(7), number(5), number(10)]);
    let reason = call("Error(string)", vec![DynSolValue::String("not today".into())]);
    let answer = |fine, data: Vec<u8>| tuple(vec![flag(fine), bytes(data)]);
    let output = encode(vec![list(vec![
        answer(true, encode(vec![number(640)])),
        answer(false, insufficient),
        answer(false, reason),
        answer(true, encode(vec![number(1)])),
        answer(false, Vec::new()),
    ])]);
    let wanted = [
        format!("{} returned (640)", long_zero(2001)),
        "ERC20InsufficientBalance(sender 0.0.7, balance 5, needed 10)".to_owned(),
        "not today".to_owned(),
        "32 bytes".to_owned(),
        "no reason given".to_owned(),
    ];
    assert_eq!(answers(input, output), wanted);
}

#[test]
fn every_kind_of_error_is_told_of_a_member_that_failed() {
    let panic = call("Panic(uint256)", vec![number(0x11)]);
    let code = encode(vec![number(184)]);
    let word = format!("0x{:064x}", 184);
    for (to, data, wanted) in [
        (2001, panic, "panic 0x11: arithmetic overflow or underflow"),
        (
            359,
            code.clone(),
            "TOKEN_NOT_ASSOCIATED_TO_ACCOUNT: the account must be associated with the token first",
        ),
        (2001, code, &word),
        (2001, b"plain words".to_vec(), "plain words"),
        (2001, vec![0xde, 0xad, 0xbe, 0xef], "error 0xdeadbeef"),
        (2001, vec![0xff, 0, 0xff], "0xff00ff"),
    ] {
        let one = tuple(vec![address(to), bytes(balance_of(7))]);
        let input = call("tryAggregate(bool,(address,bytes)[])", vec![flag(false), list(vec![one])]);
        let output = encode(vec![list(vec![tuple(vec![flag(false), bytes(data)])])]);
        assert_eq!(answers(input, output), [wanted]);
    }
}

#[test]
fn answers_of_calls_of_the_contract_itself_lie_within_each_other() {
    let one = tuple(vec![address(2001), flag(false), bytes(balance_of(7))]);
    let inner = call("aggregate3((address,bool,bytes)[])", vec![list(vec![one])]);
    let input = call(
        "multicall(uint256,bytes[])",
        vec![number(1), list(vec![bytes(inner), bytes(call("pause()", Vec::new()))])],
    );
    let held = encode(vec![list(vec![tuple(vec![flag(true), bytes(encode(vec![number(3)]))])])]);
    let output = encode(vec![list(vec![bytes(held), bytes(Vec::new())])]);
    let wanted = [
        "0.0.5001 returned (returnData [(success true, returnData returned (3))])".to_owned(),
        format!("{} returned (3)", long_zero(2001)),
        "0 bytes".to_owned(),
    ];
    assert_eq!(answers(input, output), wanted);
}

#[test]
fn the_older_forms_and_single_calls() {
    let one = |num| tuple(vec![address(num), bytes(balance_of(7))]);
    let held = || bytes(encode(vec![number(3)]));
    let input = call("aggregate((address,bytes)[])", vec![list(vec![one(2001), one(2002)])]);
    let output = encode(vec![number(77), list(vec![held(), held()])]);
    let wanted = [2001, 2002].map(|num| format!("{} returned (3)", long_zero(num)));
    assert_eq!(answers(input, output), wanted);
    let input = call(
        "execTransactionFromModuleReturnData(address,uint256,bytes,uint8)",
        vec![address(2001), number(0), bytes(balance_of(7)), number(0)],
    );
    let output = encode(vec![flag(true), held()]);
    assert_eq!(answers(input.clone(), output), [format!("{} returned (3)", long_zero(2001))]);
    let output = encode(vec![flag(false), bytes(call("Panic(uint256)", vec![number(1)]))]);
    assert_eq!(answers(input, output), ["panic 0x01: an assertion failed"]);
}

/// The token service refuses, and the multicall succeeds all the same.
#[test]
fn a_response_code_within_an_answer() {
    let associate = call("associateToken(address,address)", vec![address(1003), address(1234)]);
    let one = tuple(vec![address(0x167), flag(true), bytes(associate)]);
    let input = call("aggregate3((address,bool,bytes)[])", vec![list(vec![one])]);
    let output = encode(vec![list(vec![tuple(vec![flag(true), bytes(encode(vec![number(184)]))])])]);
    let known = Known::default();
    let question =
        CallQuestion { input: input.into(), output: Some(output.into()), ..CallQuestion::default() };
    let reading = Reader::new(&known).read_call(&question).output.unwrap();
    let Value::List(members) = &reading.exact().unwrap().arguments[0].value else { panic!("{reading:?}") };
    let Value::Tuple(members) = &members[0] else { panic!("{members:?}") };
    let Value::Bytes(_, Some(inner)) = &members[1].value else { panic!("{members:?}") };
    let response = inner.reading().and_then(|reading| reading.exact()).and_then(Candidate::response);
    assert_eq!(response.map(|response| response.number), Some(184));
}

#[test]
fn another_number_of_answers_than_calls_is_not_read() {
    let one = || tuple(vec![address(2001), bytes(balance_of(7))]);
    let held = || bytes(encode(vec![number(3)]));
    let input = call("aggregate((address,bytes)[])", vec![list(vec![one(), one()])]);
    let output = encode(vec![number(77), list(vec![held()])]);
    assert_eq!(answers(input, output), ["32 bytes"]);
}

/// Forty calls within each of forty cost no more than a few hundred.
#[test]
fn answers_are_no_more_than_a_budget_pays_for() {
    let many = |inner: Vec<u8>, count| call("multicall(bytes[])", vec![list(vec![bytes(inner); count])]);
    let input = many(many(balance_of(7), 40), 40);
    let held = || encode(vec![list(vec![bytes(encode(vec![number(3)])); 40])]);
    let output = encode(vec![list(vec![bytes(held()); 40])]);
    let read = answers(input, output).iter().filter(|line| line.ends_with("returned (3)")).count();
    assert!((1..=256).contains(&read), "{read}");
}
