//! Transactions of every type, signed here and read back from records; and one that is published.

use alloy_primitives::{Address, U256, hex, keccak256};
use alloy_rlp::Encodable as _;
use k256::ecdsa::SigningKey;
use ledger::result::{AccessEntry, AccessList, Authorization};
use ledger::{Account, ContractResult, EntityId, Field, HexBytes, Key, Quantity, Text, Unit};

use super::*;
use crate::stop::Stop;

const CHAIN: u64 = 298;
const TO: [u8; 20] = [0xb0; 20];
const PRICE: u64 = 710_000_000_007;

fn key() -> SigningKey {
    SigningKey::from_slice(&[7; 32]).unwrap()
}

fn own_address() -> EvmAddress {
    EvmAddress::new(Address::from_private_key(&key()).into_array())
}

/// Encoded items, as a list.
fn list(items: &[Vec<u8>]) -> Vec<u8> {
    let payload = items.concat();
    let mut out = Vec::new();
    alloy_rlp::Header { list: true, payload_length: payload.len() }.encode(&mut out);
    out.extend(payload);
    out
}

fn number(number: impl TryInto<U256>) -> Vec<u8> {
    let mut out = Vec::new();
    number.try_into().ok().unwrap().encode(&mut out);
    out
}

fn bytes(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    bytes.encode(&mut out);
    out
}

/// What was signed, and how `v` follows from the parity; legacy transactions sign more than they send.
struct Payload {
    kind: u8,
    fields: Vec<Vec<u8>>,
    signed_too: Vec<Vec<u8>>,
    v: fn(u64) -> u64,
}

impl Payload {
    /// Signs it, and puts the signature and the hash into a record.
    fn sign(&self, record: &mut ContractResult) {
        let prefix: &[u8] = if self.kind == 0 { &[] } else { std::slice::from_ref(&self.kind) };
        let hash = |fields: &[Vec<u8>]| keccak256([prefix, &list(fields)].concat());
        let signing = hash(&[self.fields.clone(), self.signed_too.clone()].concat());
        let (signature, id) = key().sign_prehash_recoverable(signing.as_slice()).unwrap();
        let (r, s) = signature.split_bytes();
        let [r, s] = [r, s].map(|scalar| scalar.to_vec());
        let v = (self.v)(u64::from(id.to_byte()));
        let scalar = |bytes: &[u8]| number(U256::from_be_slice(bytes));
        let sealed = [self.fields.clone(), vec![number(U256::from(v)), scalar(&r), scalar(&s)]].concat();
        record.hash = HexBytes::from(hash(&sealed).to_vec()).into();
        record.v = i64::try_from(v).unwrap().into();
        (record.r, record.s) = (HexBytes::from(r).into(), HexBytes::from(s).into());
    }
}

fn quantity(number: u64) -> Field<Quantity> {
    Quantity((number > 0).then(|| U256::from(number))).into()
}

/// What every type's record has.
fn record(kind: i64) -> ContractResult {
    ContractResult {
        r#type: kind.into(),
        chain_id: quantity(CHAIN),
        nonce: 9.into(),
        gas_limit: 21_000.into(),
        gas_price: quantity(if kind < 2 { PRICE } else { 0 }),
        max_fee_per_gas: quantity(if kind < 2 { 0 } else { PRICE }),
        max_priority_fee_per_gas: quantity(0),
        to: EvmAddress::new(TO).into(),
        amount: 70_000_000_001.into(),
        function_parameters: HexBytes::from(vec![0xab; 60]).into(),
        access_list: AccessList::Entries(Vec::new()).into(),
        contract_id: EntityId::from_num(5001).into(),
        from: EvmAddress::long_zero(EntityId::from_num(1012)).into(),
        ..ContractResult::default()
    }
}

fn common(to: &[u8], data: &[u8]) -> Vec<Vec<u8>> {
    vec![number(U256::from(21_000)), bytes(to), number(U256::from(70_000_000_001_u64)), bytes(data)]
}

fn legacy(to: &[u8], data: &[u8]) -> Vec<Vec<u8>> {
    [vec![number(U256::from(9)), number(U256::from(PRICE))], common(to, data)].concat()
}

fn typed(kind: u8, to: &[u8], data: &[u8], rest: &[Vec<u8>]) -> Payload {
    let price = number(U256::from(PRICE));
    let prices = if kind == 1 { vec![price] } else { vec![number(U256::ZERO), price] };
    let head = vec![number(U256::from(CHAIN)), number(U256::from(9))];
    let fields = [head, prices, common(to, data), rest.to_vec()].concat();
    Payload { kind, fields, signed_too: Vec::new(), v: |bit| bit }
}

fn prove(record: &ContractResult) -> Proof {
    Envelope::read(record, Unit::Weibar).unwrap().prove(&Stop::default()).unwrap()
}

fn assert_signed_to(record: &ContractResult, to: Option<EvmAddress>) {
    assert_eq!(prove(record), Proof::Proven(Signed { to, signer: Some(own_address()) }));
}

#[test]
fn the_example_of_eip_155_is_proven() {
    let scalar = |digits: &str| Field::Known(HexBytes::parse(digits).unwrap());
    let record = ContractResult {
        chain_id: quantity(1),
        gas_price: quantity(20_000_000_000),
        to: EvmAddress::new([0x35; 20]).into(),
        amount: 1_000_000_000_000_000_000.into(),
        function_parameters: HexBytes::default().into(),
        v: 37.into(),
        r: scalar("0x28ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276"),
        s: scalar("0x67cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83"),
        // Of the raw transaction that the proposal gives.
        hash: HexBytes::from(keccak256(hex!("f86c098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008025a028ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276a067cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83")).to_vec()).into(),
        ..record(0)
    };
    // Of the private key that it gives: 32 times 0x46.
    let signer = EvmAddress::parse("0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F").unwrap();
    assert_eq!(prove(&record), Proof::Proven(Signed { to: record.to.value(), signer: Some(signer) }));
}

#[test]
fn legacy_transactions_are_proven_with_and_without_a_chain() {
    let mut named = record(0);
    let signed_too = [CHAIN, 0, 0].map(|it| number(U256::from(it))).to_vec();
    let fields = legacy(&TO, &[0xab; 60]);
    Payload { kind: 0, fields: fields.clone(), signed_too, v: |bit| 35 + 2 * CHAIN + bit }.sign(&mut named);
    assert_signed_to(&named, named.to.value());
    // Servers that give the parity alone.
    named.v = ((named.v.value().unwrap() - 35) % 2).into();
    assert_signed_to(&named, named.to.value());

    let mut any = ContractResult { chain_id: quantity(0), ..record(0) };
    Payload { kind: 0, fields, signed_too: Vec::new(), v: |bit| 27 + bit }.sign(&mut any);
    assert_signed_to(&any, any.to.value());
}

#[test]
fn access_lists_are_proven_as_entries_and_as_bytes() {
    let entry = list(&[bytes(&[5; 20]), list(&[bytes(&[6; 32]), bytes(&[0; 32])])]);
    for kind in [1, 2] {
        let mut entries = record(i64::from(kind));
        entries.access_list = AccessList::Entries(vec![AccessEntry {
            address: EvmAddress::new([5; 20]).into(),
            storage_keys: vec![HexBytes::from(vec![6; 32]).into(), HexBytes::from(vec![0; 32]).into()].into(),
        }])
        .into();
        typed(kind, &TO, &[0xab; 60], &[list(std::slice::from_ref(&entry))]).sign(&mut entries);
        assert_signed_to(&entries, entries.to.value());
        for raw in [entry.clone(), list(std::slice::from_ref(&entry))] {
            let access_list = AccessList::Hex(HexBytes::from(raw)).into();
            assert_signed_to(&ContractResult { access_list, ..entries.clone() }, entries.to.value());
        }
        let none = ContractResult { access_list: AccessList::Hex(HexBytes::default()).into(), ..entries };
        assert!(matches!(prove(&none), Proof::HashDiffers { doubts, .. } if doubts.is_empty()));
    }
}

#[test]
fn authorizations_are_part_of_type_4() {
    let authorization = Authorization {
        address: EvmAddress::new([8; 20]).into(),
        chain_id: quantity(CHAIN),
        nonce: 3.into(),
        r: HexBytes::from(vec![0, 1]).into(),
        s: HexBytes::from(vec![2; 32]).into(),
        y_parity: quantity(0),
    };
    let mut record = record(4);
    let numbers = [number(U256::from(3)), number(U256::ZERO), number(U256::from(1))].concat();
    let all = [number(U256::from(CHAIN)), bytes(&[8; 20]), numbers, number(U256::from_be_bytes([2; 32]))];
    typed(4, &TO, &[0xab; 60], &[list(&[]), list(&[list(&all)])]).sign(&mut record);
    assert_eq!(
        Envelope::read(&record, Unit::Weibar),
        Err(NotProvable::Missing("authorization_list")),
        "servers of before leave them out"
    );
    record.authorization_list = vec![authorization.clone()].into();
    assert_signed_to(&record, record.to.value());
    record.authorization_list = vec![Authorization { r: Field::Null, ..authorization }].into();
    assert!(Envelope::read(&record, Unit::Weibar).is_err());
}

#[test]
fn the_receiver_is_tried_in_each_form() {
    let long_zero = EvmAddress::long_zero(EntityId::from_num(5001));
    let mut under_long_zero = record(2);
    typed(2, long_zero.bytes(), &[0xab; 60], &[list(&[])]).sign(&mut under_long_zero);
    assert_signed_to(&under_long_zero, Some(long_zero));

    let mut under_address =
        ContractResult { to: long_zero.into(), address: EvmAddress::new(TO).into(), ..record(2) };
    typed(2, &TO, &[0xab; 60], &[list(&[])]).sign(&mut under_address);
    assert_signed_to(&under_address, Some(EvmAddress::new(TO)));

    // What a creation is recorded as sent to is what it made.
    let mut made = record(2);
    made.created_contract_ids = vec![made.contract_id.clone()].into();
    typed(2, &[], &[0xab; 60], &[list(&[])]).sign(&mut made);
    assert_signed_to(&made, None);
}

#[test]
fn call_data_of_a_file_is_what_its_text_spells() {
    let text = hex::encode([0xab; 60]).into_bytes();
    let mut record = ContractResult { function_parameters: HexBytes::from(text).into(), ..record(2) };
    typed(2, &TO, &[0xab; 60], &[list(&[])]).sign(&mut record);
    assert_signed_to(&record, record.to.value());
    record.nonce = 10.into();
    assert!(matches!(prove(&record), Proof::HashDiffers { doubts, .. } if doubts == [Doubt::FileData]));
}

#[test]
fn amounts_in_tinybar_prove_only_what_is_whole_in_them() {
    let mut record = record(2);
    record.max_fee_per_gas = quantity(71);
    record.amount = 5.into();
    let read = |record: &ContractResult| Envelope::read(record, Unit::Base).unwrap().prove(&Stop::default());
    let weibar = |tinybar: u64| number(U256::from(tinybar) * U256::from(10_000_000_000_u64));
    let sign = |max: Vec<u8>, record: &mut ContractResult| {
        let mut payload = typed(2, &TO, &[0xab; 60], &[list(&[])]);
        payload.fields[3] = max;
        payload.fields[6] = weibar(5);
        payload.sign(record);
    };
    sign(weibar(71), &mut record);
    assert!(matches!(read(&record), Some(Proof::Proven(_))));
    sign(number(U256::from(710_000_000_001_u64)), &mut record);
    assert!(matches!(read(&record), Some(Proof::HashDiffers { doubts, .. }) if doubts == [Doubt::Truncated]));
}

#[test]
fn a_changed_field_proves_nothing() {
    let mut signed = record(2);
    typed(2, &TO, &[0xab; 60], &[list(&[])]).sign(&mut signed);
    let changes: [fn(&mut ContractResult); 8] = [
        |it| it.nonce = 10.into(),
        |it| it.gas_limit = 21_001.into(),
        |it| it.amount = 70_000_000_000.into(),
        |it| it.function_parameters = HexBytes::from(vec![0xab; 59]).into(),
        |it| it.max_fee_per_gas = quantity(PRICE + 1),
        |it| it.chain_id = quantity(CHAIN + 1),
        |it| it.s = HexBytes::from(vec![1; 32]).into(),
        |it| it.hash = HexBytes::from(vec![1; 32]).into(),
    ];
    for (at, change) in changes.into_iter().enumerate() {
        let mut other = signed.clone();
        change(&mut other);
        let Proof::HashDiffers { tried, .. } = prove(&other) else { panic!("{at} is proven") };
        // The signature is still of what was signed, if only the hash was changed.
        assert_eq!(tried[0].signer == Some(own_address()), at == 7, "{at}");
    }
}

#[test]
fn what_a_record_lacks_is_named() {
    let mut signed = record(2);
    typed(2, &TO, &[0xab; 60], &[list(&[])]).sign(&mut signed);
    let native = ContractResult { nonce: Field::Null, r: Field::Null, ..signed.clone() };
    let cases: [(ContractResult, NotProvable, &str); 6] = [
        (native, NotProvable::Native, "no Ethereum transaction was wrapped, so that nothing is signed"),
        (
            ContractResult { r#type: 3.into(), ..signed.clone() },
            NotProvable::Type(3),
            "no record has the blob fields of type 3",
        ),
        (ContractResult { r#type: 9.into(), ..signed.clone() }, NotProvable::Type(9), "type 9 is unknown"),
        (
            ContractResult { s: HexBytes::default().into(), ..signed.clone() },
            NotProvable::Missing("s"),
            "the record has no s",
        ),
        (
            ContractResult { hash: HexBytes::from(vec![1; 48]).into(), ..signed.clone() },
            NotProvable::Missing("hash of 32 bytes"),
            "the record has no hash of 32 bytes",
        ),
        (
            ContractResult { amount: (-1).into(), ..signed },
            NotProvable::Missing("amount"),
            "the record has no amount",
        ),
    ];
    for (record, why, words) in cases {
        assert_eq!(Envelope::read(&record, Unit::Weibar), Err(why));
        assert_eq!(why.to_string(), words);
    }
}

#[test]
fn the_signer_is_the_sender_by_address_or_by_key() {
    let signer = own_address();
    let long_zero = EvmAddress::long_zero(EntityId::from_num(1012));
    let from = Some(long_zero);
    let account = |address: Field<EvmAddress>| Account { evm_address: address, ..Account::default() };
    assert_eq!(match_sender(signer, Some(signer), None), SenderMatch::Recorded);
    assert_eq!(match_sender(signer, from, None), SenderMatch::Unknown);
    assert_eq!(match_sender(signer, from, Some(&account(signer.into()))), SenderMatch::Address);
    let other = EvmAddress::new([9; 20]);
    assert_eq!(match_sender(signer, from, Some(&account(other.into()))), SenderMatch::Other(other));
    assert_eq!(match_sender(signer, from, Some(&account(Field::Null))), SenderMatch::Unknown);
    let point = key().verifying_key().to_encoded_point(true);
    let key = Key {
        r#type: Text::from("ECDSA_SECP256K1").into(),
        key: HexBytes::from(point.as_bytes().to_vec()).into(),
    };
    let keyed = Account { key: key.into(), ..account(long_zero.into()) };
    assert_eq!(match_sender(signer, from, Some(&keyed)), SenderMatch::Key);
    assert!(SenderMatch::Key.is_sender() && !SenderMatch::Other(other).is_sender());
}

#[test]
fn nobody_is_answered_who_does_not_wait() {
    let mut signed = record(2);
    typed(2, &TO, &[0xab; 60], &[list(&[])]).sign(&mut signed);
    let envelope = Envelope::read(&signed, Unit::Weibar).unwrap();
    assert_eq!(envelope.prove(&Stop::when(|| true)), None);
}
