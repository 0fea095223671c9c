//! Creations with artefacts of the project's own contracts, and any bytes at all.

use alloy_primitives::hex;
use ledger::{EvmAddress, RawJson};

use super::*;
use crate::interface::AddedInterface;
use crate::known::{Known, VerifiedCode};
use crate::reading::{Fault, Value};

const ADDRESS: EvmAddress = EvmAddress::new([9; 20]);

/// An artefact: the code that creates the contract, and what is known once it is verified.
fn artefact(text: &str) -> (Vec<u8>, Known) {
    let artefact: serde_json::Value = serde_json::from_str(text).unwrap();
    let mut known = Known::default();
    let abi = Some(RawJson::new(artefact["abi"].to_string()).into());
    known.add_code(ADDRESS, VerifiedCode { exact: true, abi, ..VerifiedCode::default() });
    let code = &artefact["creation"];
    (hex::decode(code.as_str().unwrap()).unwrap(), known)
}

fn vault() -> (Vec<u8>, Known) {
    artefact(include_str!("../../../../demo/assets/artifacts/Vault.json"))
}

fn proxy() -> (Vec<u8>, Known) {
    artefact(include_str!("../../../../demo/assets/artifacts/Proxy.json"))
}

fn read_creation(known: &Known, input: &[u8]) -> CreationReading {
    Reader::new(known).creation(Some(ContractRef::Address(ADDRESS)), input)
}

fn encode(numbers: &[u64]) -> Vec<u8> {
    numbers.iter().flat_map(|number| [[0; 24].as_slice(), &number.to_be_bytes()].concat()).collect()
}

#[test]
fn arguments_stand_behind_the_trailer_of_the_code() {
    let (code, known) = vault();
    let reading = read_creation(&known, &[code.clone(), encode(&[5002, 25])].concat());
    assert_eq!(reading.end, Some(code.len()));
    assert!(reading.compiler.unwrap().to_string().starts_with("solc 0.8."));
    let best = reading.constructor.exact().unwrap();
    assert_eq!(best.provenance, Provenance::Verified { exact: true });
    assert_eq!(best.summary(), "constructor(asset_ 0.0.5002, feeBasisPoints_ 25)");
    assert_eq!(best.signature.escaped(), "constructor(address,uint256)");
}

#[test]
fn arguments_may_come_alone() {
    let (_, known) = vault();
    let reading = read_creation(&known, &encode(&[5002, 25]));
    assert_eq!((reading.end, reading.compiler), (Some(0), None));
    assert_eq!(reading.constructor.summary(), "constructor(asset_ 0.0.5002, feeBasisPoints_ 25)");
}

/// The arguments of a proxy hold code with a trailer of its own, or a call.
#[test]
fn code_and_calls_among_the_arguments_do_not_mislead() {
    let (code, known) = proxy();
    let inner = vault().0;
    let padding = vec![0; inner.len().next_multiple_of(32) - inner.len()];
    let length = u64::try_from(inner.len()).unwrap();
    let input = [code.clone(), encode(&[5039, 64, length]), inner, padding].concat();
    let reading = read_creation(&known, &input);
    assert_eq!(reading.end, Some(code.len()));
    assert!(reading.constructor.exact().is_some());
    let call = [hex!("a9059cbb").as_slice(), &encode(&[7, 8])].concat();
    let input = [code, encode(&[5039, 64, 68]), call, vec![0; 28]].concat();
    let reading = read_creation(&known, &input);
    let nested = reading.constructor.exact().unwrap().arguments[1].value.nested().unwrap();
    assert_eq!(nested.exact().unwrap().provenance, Provenance::Guess);
}

#[test]
fn without_an_interface_the_bytes_are_counted() {
    let (code, _) = vault();
    let nobody = Known::default();
    let reading = read_creation(&nobody, &[code.clone(), encode(&[5002, 25])].concat());
    assert_eq!((reading.end, reading.constructor), (Some(code.len()), Reading::raw(Raw::UnknownConstructor)));
    let bare = read_creation(&nobody, &code);
    assert_eq!((bare.end, bare.constructor.raw), (Some(code.len()), Some(Raw::Empty)));
    let untold = read_creation(&nobody, &hex!("60806040526001"));
    assert_eq!((untold.end, untold.constructor.raw), (None, Some(Raw::UnknownConstructor)));
}

/// Code without a trailer: arguments of a known size stand at its end.
#[test]
fn a_fixed_size_tells_where_code_without_a_trailer_ends() {
    let (_, known) = vault();
    let reading =
        read_creation(&known, &[hex!("6080604052600160025500").to_vec(), encode(&[5002, 25])].concat());
    assert_eq!(reading.end, Some(11));
    assert!(reading.constructor.exact().is_some());
}

/// A string constant of the constructor, as solc writes it behind the metadata.
#[test]
fn arguments_stand_behind_constants() {
    let (code, known) = vault();
    let constants = [
        b"Address: low-level delegate call failed".to_vec(),
        [&b"Address: low-level delegate call failed"[..], &[0; 25]].concat(),
        vec![0xab; 32],
    ];
    for constant in constants {
        let whole = [code.clone(), constant].concat();
        let input = [whole.clone(), encode(&[5002, 25])].concat();
        let reading = read_creation(&known, &input);
        assert_eq!(reading.end, Some(whole.len()));
        assert!(reading.compiler.is_some());
        assert_eq!(
            reading.constructor.exact().unwrap().summary(),
            "constructor(asset_ 0.0.5002, feeBasisPoints_ 25)"
        );
    }
    // Constants that look like arguments are told by the length of the code.
    let whole = [code, encode(&[7])].concat();
    let input = [whole.clone(), encode(&[5002, 25])].concat();
    let of_artifact =
        Reader::new(&known).creation_of(Some(ContractRef::Address(ADDRESS)), &input, Some(whole.len()));
    assert_eq!(of_artifact.end, Some(whole.len()));
    assert!(of_artifact.constructor.exact().is_some());
}

#[test]
fn arguments_that_do_not_fit_are_doubted() {
    let (code, known) = vault();
    let reading = read_creation(&known, &[code, encode(&[5002, 25, 7])].concat());
    assert_eq!(reading.constructor.best().unwrap().fault, Some(Fault::Trailing(32)));
}

/// What the user says comes first; the same types said twice are one candidate.
#[test]
fn the_user_names_the_arguments() {
    let (code, mut known) = vault();
    let abi = r#"[{"type":"constructor","inputs":[{"name":"coin","type":"address"},{"name":"bips","type":"uint256"}]}]"#;
    known.book_mut().add(AddedInterface::new(Some(ContractRef::Address(ADDRESS)), "mine".into(), abi.into()));
    let reading = read_creation(&known, &[code, encode(&[5002, 25])].concat());
    assert_eq!(reading.constructor.candidates.len(), 1);
    let best = reading.constructor.exact().unwrap();
    assert_eq!(
        (best.provenance, best.summary().as_str()),
        (Provenance::User, "constructor(coin 0.0.5002, bips 25)")
    );
}

proptest::proptest! {
    #[test]
    fn any_bytes_behind_any_code_are_read(
        with_code: bool,
        behind in proptest::collection::vec(proptest::prelude::any::<u8>(), 0..200),
        numbers in proptest::collection::vec(0..100_u64, 0..8),
    ) {
        let (code, known) = proxy();
        let code = if with_code { code } else { Vec::new() };
        for behind in [behind, encode(&numbers)] {
            let input = [code.as_slice(), &behind].concat();
            let reading = read_creation(&known, &input);
            proptest::prop_assert!(reading.end.is_none_or(|end| end <= input.len()));
            if let (Some(end), Some(exact)) = (reading.end, reading.constructor.exact()) {
                // An address and bytes: the words and what the bytes take, whole.
                let [_, start] = &exact.arguments[..] else { panic!("{exact:?}") };
                let Value::Bytes(start, _) = &start.value else { panic!("{start:?}") };
                proptest::prop_assert_eq!(input.len() - end, 96 + start.len().next_multiple_of(32));
            }
        }
    }
}
