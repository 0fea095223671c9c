//! Code that runs as long as it can, takes what it can, and calls what takes long.

use std::cell::Cell;

use alloy_primitives::hex;
use evm::{End, ExecutedCall, Halt, MAX_GAS, Stopped, execute};

use super::{CONTRACT, inputs, repeated, run};

const OUT_OF_GAS: End = End::Halted(Halt::OutOfGas);

#[test]
fn a_loop_ends_with_its_gas() {
    // A jump destination takes one gas, and eleven go in three steps.
    let execution = run(&repeated(&[]), 521_000);
    assert_eq!((execution.end, execution.gas_used), (OUT_OF_GAS, 521_000));
    let steps = execution.steps.count();
    assert!((136_000..137_000).contains(&steps), "{steps}");
    assert_eq!(execution.steps.iter().count(), usize::try_from(steps).unwrap());
}

#[test]
fn no_more_gas_is_given_than_the_bound() {
    // GASLIMIT and GAS, which are returned.
    let tells = hex!("455f525a60205260405ff3");
    let execution = run(&tells, u64::MAX);
    let words = execution.end.data().as_chunks::<32>().0;
    let number = |word: &[u8; 32]| u64::from_be_bytes(*word.last_chunk().unwrap());
    assert_eq!(number(&words[0]), u64::MAX, "a block's limit is what was asked for");
    assert!(number(&words[1]) < MAX_GAS && number(&words[1]) > MAX_GAS - 22_000, "{words:?}");
}

#[test]
fn memory_grows_as_far_as_gas_pays_and_no_farther() {
    // Each turn stores a word behind the last one.
    let execution = run(&repeated(&hex!("5f5952")), 200_000);
    assert_eq!(execution.end, OUT_OF_GAS);
    // Far beyond what is there, which costs more than there is: out of gas as well, on the ledger and here.
    for offset in [&hex!("63ffffffff")[..], &hex!("67ffffffffffffffff"), &hex!("5f19")] {
        let execution = run(&[&[0x5f], offset, &[0x52]].concat(), MAX_GAS);
        assert_eq!(execution.end, OUT_OF_GAS, "{offset:02x?}");
    }
}

#[test]
fn calls_of_itself_end_before_the_stack_does() {
    // It calls itself with all that it has, and then does nothing.
    let execution = run(&hex!("5f5f5f5f5f305af100"), MAX_GAS);
    assert!(execution.end.is_success());
    let depth = execution.calls.iter().map(|call| call.depth).max().unwrap();
    assert!((500..1_024).contains(&depth), "{depth}");
    assert!(execution.calls.iter().all(|call| call.end.is_some() && call.code_of == CONTRACT));
}

/// Code that fills memory and then calls a precompile with so many bytes of it, again and again.
fn flood(fills: &[u8], address: u8, bytes: u16) -> Vec<u8> {
    let [high, low] = bytes.to_be_bytes();
    let call = [0x5f, 0x5f, 0x61, high, low, 0x5f, 0x60, address, 0x5a, 0xfa, 0x50];
    let start = u8::try_from(fills.len()).unwrap();
    [fills, &[0x5b], &call, &[0x60, start, 0x56]].concat()
}

/// Code that stores a word.
fn stored(at: u8, word: [u8; 32]) -> Vec<u8> {
    [&[0x7f][..], &word, &[0x60, at, 0x52]].concat()
}

#[test]
fn floods_of_precompiles_end_with_their_gas() {
    // Both generators of the curve.
    let pair: Vec<u8> = [
        hex!("0000000000000000000000000000000000000000000000000000000000000001"),
        hex!("0000000000000000000000000000000000000000000000000000000000000002"),
        hex!("198e9393920d483a7260bfb731fb5d25f1aa493335a9e71297e485b7aef312c2"),
        hex!("1800deef121f1e76426a00665e5c4479674322d4f75edadd46debd5cd992f6ed"),
        hex!("090689d0585ff075ec9e99ad690c3395bc4b313370b38ef355acdadcd122975b"),
        hex!("12c85ea5db8c6deb4aab71808dcb408fe3d1e7690c43d37b4ce6cc0166fa7daa"),
    ]
    .into_iter()
    .zip((0..).step_by(32))
    .flat_map(|(word, at)| stored(at, word))
    .collect();
    // Twenty thousand rounds.
    let rounds = stored(0, hex!("00004e2000000000000000000000000000000000000000000000000000000000"));
    // Base and modulus of 256 bytes, and an exponent of 256 bits.
    let numbers = hex!("6101005f52602060205261010060405260ff60605360806101605360ff61018053600161027f53");
    for (name, fills, address, bytes) in [
        ("SHA-256", &[][..], 0x02, 60_000),
        ("MODEXP", &numbers, 0x05, 640),
        ("pairing", &pair, 0x08, 192),
        ("BLAKE2F", &rounds, 0x09, 213),
    ] {
        let execution = run(&flood(fills, address, bytes), 350_000);
        assert_eq!(execution.end, OUT_OF_GAS, "{name}");
        let succeeded = |call: &&ExecutedCall| call.end.as_ref().is_some_and(End::is_success);
        assert!(execution.calls.iter().skip(1).filter(succeeded).count() > 2, "{name}");
    }
}

#[test]
fn whether_to_go_on_is_asked_between_steps_and_between_calls() {
    for code in [repeated(&[]), flood(&[], 0x02, 32)] {
        let asked = Cell::new(0);
        let stop = || {
            asked.set(asked.get() + 1);
            asked.get() > 4
        };
        let execution = execute(&inputs(&code, MAX_GAS), &stop).unwrap();
        assert_eq!(execution.stopped, Some(Stopped::Early));
        assert!(execution.steps.count() < 5_000 && execution.calls.len() < 6, "{execution:?}");
    }
}

#[test]
fn what_is_kept_of_calls_is_bounded() {
    // Two kilobytes less than a megabyte are handed to a contract without code again and again, for a hundred gas each.
    let call = hex!("5f5f620ff8005f5f61eeee5af150");
    let execution = execute(&inputs(&repeated(&call), 10_000_000), &|| false).unwrap();
    assert_eq!(execution.stopped, Some(Stopped::Memory));
    assert!(execution.calls.len() < 80, "{}", execution.calls.len());
}
