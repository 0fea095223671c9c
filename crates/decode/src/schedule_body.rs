//! Decodes the `transaction_body` of a schedule, a protobuf message.

mod fields;
mod schema;

pub use fields::{BodyField, BodyValue};

use ledger::{ContractRef, HexBytes, Text};

use super::protobuf::{Message, zigzag};

/// The inner transaction of a schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScheduledBody {
    /// The number of the body's field with the inner transaction; `None` if the body has no such field.
    pub field: Option<u64>,
    /// The kind of transaction, in words: `contract call`.
    pub name: String,
    /// Maximum fee, base units.
    pub fee: Option<u64>,
    /// The memo of the inner transaction.
    pub memo: Option<Text>,
    /// The decoded transaction; `None` for kinds that are not decoded.
    pub detail: Option<Detail>,
    /// All fields of the transaction, named where a name is known.
    pub fields: Vec<BodyField>,
    /// The body's other fields: without transaction, fee and memo.
    pub besides: Vec<BodyField>,
    /// The offset at which malformed bytes ended decoding.
    pub broken_at: Option<usize>,
}

/// The kinds of transactions that are read further.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Detail {
    /// A call of a contract.
    Call {
        /// The called contract; `None` if the body names none.
        contract: Option<ContractRef>,
        /// The gas limit, gas.
        gas: i64,
        /// The value sent, base units.
        amount: i64,
        /// The call data.
        parameters: HexBytes,
    },
    /// Transfers of the coin: who, and how much, base units, below zero if they send it.
    Transfers(Vec<(Option<ContractRef>, i64)>),
}

/// The kinds of transactions that can be scheduled, by the number of their field.
const NAMES: [(u64, &str); 46] = [
    (3, "contract call"),
    (4, "contract creation"),
    (5, "contract update"),
    (6, "contract deletion"),
    (7, "account creation"),
    (8, "account deletion"),
    (9, "transfer"),
    (10, "account update"),
    (11, "file append"),
    (12, "file creation"),
    (13, "file deletion"),
    (14, "file update"),
    (15, "system deletion"),
    (16, "system undeletion"),
    (17, "freeze of the network"),
    (18, "topic creation"),
    (19, "topic update"),
    (20, "topic deletion"),
    (21, "topic message"),
    (22, "token creation"),
    (23, "token freeze"),
    (24, "token unfreeze"),
    (25, "token KYC grant"),
    (26, "token KYC revocation"),
    (27, "token deletion"),
    (28, "token update"),
    (29, "token mint"),
    (30, "token burn"),
    (31, "token wipe"),
    (32, "token association"),
    (33, "token dissociation"),
    (34, "schedule deletion"),
    (35, "token pause"),
    (36, "token unpause"),
    (37, "allowance approval"),
    (38, "allowance deletion"),
    (39, "token fee schedule update"),
    (40, "pseudo-random number"),
    (41, "token NFT update"),
    (42, "node creation"),
    (43, "node update"),
    (44, "node deletion"),
    (45, "token rejection"),
    (46, "airdrop cancellation"),
    (47, "airdrop claim"),
    (48, "airdrop"),
];

impl ScheduledBody {
    /// Decodes the bytes of `transaction_body`.
    pub fn decode(bytes: &[u8]) -> Self {
        let message = Message::decode(bytes);
        let inner =
            message.fields.iter().rev().map(|field| field.number).find(|number| (3..1000).contains(number));
        let known = NAMES.iter().find(|(number, _)| Some(*number) == inner).map(|(_, name)| *name);
        let name = match (inner, known) {
            (_, Some(name)) => name.to_owned(),
            (Some(number), None) => format!("transaction of unknown kind {number}"),
            (None, None) => "no transaction".to_owned(),
        };
        let body = inner.and_then(|number| message.bytes(number)).map(Message::decode);
        let detail = body.as_ref().and_then(|body| match inner {
            Some(3) => Some(call(body)),
            Some(9) => transfers(body),
            _ => None,
        });
        let besides = Message {
            fields: message
                .fields
                .iter()
                .filter(|field| !(1..=2).contains(&field.number) && Some(field.number) != inner)
                .copied()
                .collect(),
            broken_at: None,
        };
        let known = schema::fields_of(inner.unwrap_or_default());
        Self {
            field: inner,
            name,
            fee: message.varint(1),
            memo: message.bytes(2).map(Text::from_bytes),
            detail,
            fields: body.as_ref().map(|body| fields::decode_fields(body, known)).unwrap_or_default(),
            besides: fields::decode_fields(&besides, schema::LIMITS),
            broken_at: message.broken_at,
        }
    }
}

fn call(body: &Message<'_>) -> Detail {
    Detail::Call {
        contract: body.bytes(1).and_then(|id| Message::decode(id).entity()),
        gas: body.varint(2).unwrap_or_default().cast_signed(),
        amount: body.varint(3).unwrap_or_default().cast_signed(),
        parameters: HexBytes::from(body.bytes(4).unwrap_or_default().to_vec()),
    }
}

/// The coin's transfers, if these are all that the body has.
fn transfers(body: &Message<'_>) -> Option<Detail> {
    let list = Message::decode(body.bytes(1)?);
    let only = |message: &Message<'_>, most: u64| {
        message.broken_at.is_none() && message.fields.iter().all(|field| field.number <= most)
    };
    let entries = || list.all_bytes(1).map(Message::decode);
    if !only(body, 1) || body.fields.len() > 1 || !only(&list, 1) || !entries().all(|entry| only(&entry, 2)) {
        return None;
    }
    let one = |bytes| {
        let entry = Message::decode(bytes);
        let account = entry.bytes(1).and_then(|id| Message::decode(id).entity());
        (account, zigzag(entry.varint(2).unwrap_or_default()))
    };
    Some(Detail::Transfers(list.all_bytes(1).map(one).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use base64::Engine as _;
    use ledger::EntityId;

    fn decode(base64: &str) -> ScheduledBody {
        ScheduledBody::decode(&base64::engine::general_purpose::STANDARD.decode(base64).unwrap())
    }

    fn id(num: u64) -> ContractRef {
        ContractRef::Id(EntityId::from_num(num))
    }

    #[test]
    fn a_contract_call() {
        let body = decode("CIDC1y8SEGlubmVyIHNjaGVkdWxlIDEaEQoDGIknEOCnEhgAIgTQ4w2w");
        assert_eq!((body.name.as_str(), body.fee), ("contract call", Some(100_000_000)));
        assert_eq!(body.memo, Some(Text::from("inner schedule 1")));
        let parameters = HexBytes::parse("d0e30db0").unwrap();
        assert_eq!(
            body.detail,
            Some(Detail::Call { contract: Some(id(5001)), gas: 300_000, amount: 0, parameters })
        );
        assert_eq!(body.broken_at, None);
    }

    #[test]
    fn a_transfer() {
        let body = decode("CIDC1y9KHAoaCgsKAxjrBxD/p9a5BwoLCgMY7QcQgKjWuQc=");
        let transfers = vec![(Some(id(1003)), -1_000_000_000), (Some(id(1005)), 1_000_000_000)];
        assert_eq!((body.name.as_str(), body.detail), ("transfer", Some(Detail::Transfers(transfers))));
    }

    #[test]
    fn others_by_name_and_by_fields() {
        assert_eq!(decode("CIDC1y+qARgKAxjFExIRc2NoZWR1bGVkIG1lc3NhZ2U=").name, "topic message");
        assert_eq!(decode("CIDC1y/aAQUKAxjTDw==").name, "token deletion");
        let mint = decode("CIDC1y8SJ2lubmVyIHrigItl4oCLcuKAjW/igaAgd2lkdGgg77u/IGpvaW5lcuoBCAoDGNEPEOgH");
        let fields: Vec<(&str, &BodyValue)> =
            mint.fields.iter().map(|field| (field.label.as_str(), &field.value)).collect();
        assert_eq!(mint.name, "token mint");
        assert_eq!(fields, [("token", &BodyValue::Entity(id(2001))), ("amount", &BodyValue::Number(1000))]);
        assert!(mint.memo.unwrap().escaped().contains("\\u{200b}"));
        assert_eq!(decode("CIDC1y8=").name, "no transaction");
        assert_eq!(decode("og0A").name, "transaction of unknown kind 212");
    }

    #[test]
    fn messages_within_have_names_too() {
        let transfer = decode("CIDC1y9KHAoaCgsKAxjrBxD/p9a5BwoLCgMY7QcQgKjWuQc=");
        let lines: Vec<(usize, &str)> =
            transfer.fields.iter().map(|field| (field.depth, field.label.as_str())).collect();
        let entry = [(1, "entry"), (2, "account"), (2, "amount")];
        assert_eq!(lines, [&[(0, "coin")][..], &entry, &entry].concat());
        assert_eq!(transfer.fields[3].value, BodyValue::Coin(-1_000_000_000));
    }

    #[test]
    fn what_has_no_name_is_not_dropped() {
        // A token mint with a field 99, an amount that is no number, and a body field 1001 and 7777.
        let body = alloy_primitives::hex!(
            "ea01 0d 0a0318d10f 12016b 9a0602 6869  ca3e 05 0a0318ed07  8ae603 02 6869"
        );
        let read = ScheduledBody::decode(&body);
        let lines = |fields: &[BodyField]| -> Vec<(usize, String, BodyValue)> {
            fields.iter().map(|it| (it.depth, it.label.clone(), it.value.clone())).collect()
        };
        let wire = |words: &str| BodyValue::Wire(words.to_owned());
        assert_eq!(
            lines(&read.fields),
            [
                (0, "token".to_owned(), BodyValue::Entity(id(2001))),
                (0, "amount".to_owned(), wire("\"k\"")),
                (0, "field 99".to_owned(), wire("\"hi\"")),
            ]
        );
        assert_eq!(
            lines(&read.besides),
            [
                (0, "max custom fees".to_owned(), BodyValue::Group),
                (1, "account".to_owned(), BodyValue::Entity(id(1005))),
                (0, "field 7777".to_owned(), wire("\"hi\"")),
            ]
        );
    }

    #[test]
    fn what_is_not_read_of_a_body_without_end_is_told() {
        let inner = alloy_primitives::hex!("0a0318d10f").repeat(100_000);
        let mut body = alloy_primitives::hex!("ea01").to_vec();
        prost::encoding::encode_varint(inner.len() as u64, &mut body);
        body.extend(inner);
        let fields = ScheduledBody::decode(&body).fields;
        assert_eq!(fields.len(), 501);
        assert_eq!(fields.last().map(|field| field.label.as_str()), Some("not read"));
    }

    #[test]
    fn every_kind_that_has_a_name_has_named_fields() {
        for (number, name) in NAMES {
            assert!(!schema::fields_of(number).is_empty(), "{name}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_fields_of_any_kind_are_read(kind in 3_u8..50, bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..60)) {
            let mut body = Vec::new();
            prost::encoding::encode_key(u32::from(kind), prost::encoding::WireType::LengthDelimited, &mut body);
            prost::encoding::encode_varint(bytes.len() as u64, &mut body);
            body.extend(&bytes);
            let read = ScheduledBody::decode(&body);
            proptest::prop_assert_eq!(read.broken_at, None);
            proptest::prop_assert!(read.fields.iter().all(|field| !field.label.chars().any(char::is_control)));
        }

        #[test]
        fn any_bytes_are_a_body(bytes: Vec<u8>) {
            let body = ScheduledBody::decode(&bytes);
            proptest::prop_assert!(!body.name.is_empty());
        }
    }
}
