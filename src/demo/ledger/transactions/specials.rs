//! Transactions with ids chosen by hand: every shape of transfer, fee and memo, and members of odd types.

use serde_json::{Value, json};

use super::entry::TokenMove;
use super::{Entry, of_result};
use crate::demo::ledger::results::pinned;
use crate::ledger::{EntityId, Timestamp, TransactionId};

/// Memos that a terminal should not see as they are, each in a transaction of account 0.0.1003.
const MEMOS: [(u64, u32, &[u8]); 8] = [
    (428, 174_994_523, b"\x1b[31mRED ALERT\x1b[0m\x1b]0;owned title\x07 \x1b[2J\x1b[1;1Hscreen wiped"),
    (
        436,
        885_440_453,
        "pay \u{202e}000,01\u{202c} to 0.0.\u{2066}\u{2067}1001\u{2069}\u{2069} \u{200f}".as_bytes(),
    ),
    (444, 663_459_188, "line1\nline2\tTAB\rCR\u{8}\u{8}BS \u{7f}DEL \u{1}SOH \u{9b}31mC1-CSI".as_bytes()),
    (449, 687_595_832, "z\u{200b}e\u{200c}r\u{200d}o\u{2060} width \u{feff} joiner".as_bytes()),
    (456, 297_436_012, "\u{1f680} \u{1f469}\u{200d}\u{1f467} \u{6c49}\u{5b57} \u{fdfd} e\u{301}".as_bytes()),
    (463, 551_724_180, b"\x1b]8;;http://evil.example/\x07click me\x1b]8;;\x07"),
    (495, 87_259_360, b"nul\0byte \xff\xfe\xc3( bad utf8"),
    (
        507,
        951_138_145,
        "\u{20ac}\u{20ac}\u{20ac}\u{20ac}\u{20ac}\u{20ac}\u{20ac}\u{20ac}\u{20ac}\u{20ac}\u{20ac}\u{20ac}"
            .as_bytes(),
    ),
];
/// The seconds before those of the specials' own.
const BASE: u64 = 1_795_216_000;

/// The special transactions with this id.
pub(super) fn family(id: TransactionId) -> Vec<Entry> {
    all().into_iter().filter(|entry| entry.id == id).collect()
}

/// All of them.
pub(super) fn all() -> Vec<Entry> {
    let memos = MEMOS.into_iter().map(|(seconds, nanos, memo)| {
        let mut entry = transfer(1003, seconds, nanos);
        entry.memo = memo.to_vec();
        entry.moves = vec![(1003, -5), (1005, 5)];
        entry
    });
    let mut all: Vec<Entry> = memos.collect();
    all.extend([rich(), trail(), large(), unknown(), nulls(), odd_types(), incomplete()]);
    all.extend(duplicates());
    all.extend(children());
    all
}

/// A transfer whose id starts so many seconds after the base, two seconds before consensus.
fn transfer(payer: u64, seconds: u64, nanos: u32) -> Entry {
    let start = Timestamp { seconds: BASE + seconds, nanos };
    let id = TransactionId { payer: EntityId::of(payer), valid_start: start };
    Entry::new(start.plus_millis(2_087), id, "CRYPTOTRANSFER")
}

/// Tokens, unique tokens, rewards, and fees of every kind.
fn rich() -> Entry {
    let mut entry = transfer(1005, 518, 468_117_137);
    entry.memo = b"token+nft+fees+rewards".to_vec();
    entry.moves = vec![(800, -12_345), (1005, 12_345 - 777), (1007, 777)];
    let tokens = [
        (2001, 1005, -1000, true),
        (2001, 1007, 1000, false),
        (2003, 1002, -i64::MAX, false),
        (2003, 1007, i64::MAX, false),
    ];
    entry.tokens = tokens
        .map(|(token, account, amount, is_approval)| TokenMove { token, account, amount, is_approval })
        .to_vec();
    entry.members = vec![
        (
            "assessed_custom_fees",
            json!([
                { "amount": 50, "collector_account_id": "0.0.1003", "token_id": null, "effective_payer_account_ids": [] },
                { "amount": 150, "collector_account_id": "0.0.1003", "token_id": "0.0.2001",
                  "effective_payer_account_ids": ["0.0.1005", "0.0.1007"] },
            ]),
        ),
        ("batch_key", json!({ "_type": "ED25519", "key": "fb9486c6".repeat(8) })),
        ("bytes", json!("2Vwty7ZxTPX2lAHZyWLBSM3x5BnTwSPo+uksuOlmhru8zCUaitWKiq2+Y8GI8BQK")),
        ("high_volume", json!(true)),
        ("high_volume_pricing_multiplier", json!(1500)),
        (
            "max_custom_fees",
            json!([
                { "account_id": "0.0.1005", "amount": 1000, "denominating_token_id": "0.0.2001" },
                { "account_id": "0.0.1005", "amount": 5, "denominating_token_id": null },
                { "account_id": null, "amount": i64::MAX, "denominating_token_id": null },
            ]),
        ),
        (
            "nft_transfers",
            json!([
                { "is_approval": true, "receiver_account_id": "0.0.1007", "sender_account_id": "0.0.1005",
                  "serial_number": 3, "token_id": "0.0.2005" },
                { "is_approval": false, "receiver_account_id": "0.0.1007", "sender_account_id": null,
                  "serial_number": 9_007_199_254_740_993_i64, "token_id": "0.0.2006" },
            ]),
        ),
        ("staking_reward_transfers", json!([{ "account": "0.0.1005", "amount": 12_345 }])),
    ];
    entry
}

/// Moves whose every part adds up: coins, a token with a fee of its own, a unique token, and a reward.
fn trail() -> Entry {
    let mut entry = transfer(1005, 571, 7);
    entry.memo = b"everything adds up".to_vec();
    entry.moves = vec![(800, -777), (1003, 100), (1005, 777 - 5_000_100), (1007, 5_000_000)];
    let tokens = [(1003, 100), (1005, -10_000), (1007, 9_900)];
    entry.tokens = tokens
        .map(|(account, amount)| TokenMove { token: 2002, account, amount, is_approval: false })
        .to_vec();
    let fee = |amount: u64, token: Value, payer: &str| {
        json!({ "amount": amount, "collector_account_id": "0.0.1003", "token_id": token,
                "effective_payer_account_ids": [payer] })
    };
    entry.members = vec![
        (
            "assessed_custom_fees",
            json!([fee(100, Value::Null, "0.0.1005"), fee(100, json!("0.0.2002"), "0.0.1007")]),
        ),
        (
            "nft_transfers",
            json!([{ "is_approval": false, "receiver_account_id": "0.0.1007", "sender_account_id": "0.0.1005",
                     "serial_number": 12, "token_id": "0.0.2005" }]),
        ),
        ("staking_reward_transfers", json!([{ "account": "0.0.1005", "amount": 777 }])),
    ];
    entry
}

/// Nearly all coins there are.
fn large() -> Entry {
    let mut entry = transfer(2, 524, 217_210_301);
    entry.moves = vec![(2, -4_999_999_999_999_999_998), (1002, 4_999_999_999_999_999_998)];
    entry
}

/// A type and a result that the server has no names for.
fn unknown() -> Entry {
    let mut entry = transfer(1011, 539, 957_617_462);
    (entry.name, entry.result, entry.memo) = ("UNKNOWN", "UNKNOWN", b"future type".to_vec());
    entry
}

/// Everything that can be null is.
fn nulls() -> Entry {
    let mut entry = transfer(1013, 560, 5);
    let names =
        ["charged_tx_fee", "max_fee", "memo_base64", "node", "transaction_hash", "valid_duration_seconds"];
    entry.members = names.map(|name| (name, Value::Null)).to_vec();
    entry
}

/// Numbers as strings and strings as numbers, as the documents have them on the other side.
fn odd_types() -> Entry {
    let mut entry = transfer(1013, 561, 5);
    entry.members = vec![
        ("charged_tx_fee", json!("2842498")),
        ("max_fee", json!(8_527_494)),
        ("valid_duration_seconds", json!(180)),
        ("staking_reward_transfers", json!([{ "account": 1005, "amount": "12345" }])),
        ("scheduled", json!("false")),
        ("later_member", json!({ "a": [1, 2, { "b": null }] })),
    ];
    entry
}

/// Members left out.
fn incomplete() -> Entry {
    let mut entry = transfer(1013, 562, 5);
    entry.missing = vec![
        "batch_key",
        "bytes",
        "high_volume",
        "high_volume_pricing_multiplier",
        "max_custom_fees",
        "nft_transfers",
        "node",
        "staking_reward_transfers",
        "token_transfers",
        "valid_duration_seconds",
    ];
    entry
}

/// One transaction sent to two nodes.
fn duplicates() -> [Entry; 2] {
    let mut first = transfer(1011, 538, 925_925_872);
    let mut second = Entry { at: first.at.plus_millis(40), ..first.clone() };
    first.memo = b"first".to_vec();
    second.memo = b"duplicate submitted to a second node".to_vec();
    second.result = "DUPLICATE_TRANSACTION";
    [first, second]
}

/// A call with twelve children, the ninth of which failed and took the others with it.
fn children() -> Vec<Entry> {
    let mut parent = Entry::new(pinned::FAMILY, pinned::family_id(), "CONTRACTCALL");
    (parent.result, parent.entity) = ("CONTRACT_REVERT_EXECUTED", Some(pinned::FAMILY_CONTRACT));
    parent.fee = pinned::family().as_ref().map_or(parent.fee, of_result::fee);
    let names = ["CRYPTOTRANSFER", "TOKENASSOCIATE", "TOKENMINT", "CONTRACTCREATEINSTANCE"];
    let children = (1..=12).zip(names.into_iter().cycle()).map(|(nonce, name)| {
        let result = match nonce {
            9 => "INSUFFICIENT_TOKEN_BALANCE",
            10.. => "SUCCESS",
            _ => "REVERTED_SUCCESS",
        };
        Entry { result, ..parent.child(nonce, name) }
    });
    let children: Vec<Entry> = children.collect();
    std::iter::once(parent).chain(children).collect()
}
