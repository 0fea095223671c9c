//! Messages of the ledger: keys, bodies of schedules, and any other.

use decode::protobuf::Message;
use decode::{KeyTree, ScheduledBody, protobuf};
use ledger::{Field, HexBytes, Key, Text};

use super::assert_harmless;

pub(super) fn check(bytes: &[u8]) {
    let message = Message::decode(bytes);
    assert!(message.fields.len() <= bytes.len());
    let _ = message.entity();
    for line in protobuf::lines(&message) {
        assert_harmless(&line.words);
    }
    assert!(Message::decode_whole(bytes).is_none_or(|whole| whole.fields.len() == message.fields.len()));
    let key = Key {
        r#type: Field::Known(Text::from("ProtobufEncoded")),
        key: Field::Known(HexBytes::from(bytes.to_vec())),
    };
    let tree = KeyTree::from_key(&key);
    assert_harmless(&tree.summary(None));
    let lines = tree.lines(None);
    assert!(lines.len() <= bytes.len() + 1, "a line for each byte is enough");
    for line in lines {
        assert_harmless(&line.words);
    }
    let _ = ScheduledBody::decode(bytes);
}
