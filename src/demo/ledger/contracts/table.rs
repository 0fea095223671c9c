//! The contracts themselves, in the order of their numbers.

use super::{Admin, Code, Contract, Fate, Quirk, USUAL};
use crate::demo::ledger::trades::Trade;

/// A line that no screen is wide enough for.
static LONG: [u8; 10_240] = [b'L'; 10_240];

/// All of them.
pub(super) static ALL: [Contract; 45] = [
    Contract {
        num: 5001,
        memo: "busy DEX router",
        code: Code::Built("Router"),
        trade: Trade::Router,
        every: 3,
        fate: Fate::Changed,
        ..USUAL
    },
    Contract { num: 5002, memo: "long-zero address", alias: false, every: 60, most: 4000, ..token(5002) },
    Contract {
        num: 5003,
        memo: "deleted by admin",
        code: Code::Built("Escrow"),
        trade: Trade::Interface,
        most: 12,
        fate: Fate::Deleted(1005),
        ..USUAL
    },
    Contract { num: 5004, memo: "no admin key", admin: Admin::None, most: 400, ..token(5004) },
    Contract {
        num: 5005,
        memo: "24 KB runtime, initcode in file",
        code: Code::Built("Bazaar"),
        trade: Trade::Interface,
        fate: Fate::FromFile(3001),
        ..USUAL
    },
    Contract {
        num: 5006,
        memo: "ED25519 admin key, changed twice",
        code: Code::Built("Greeter"),
        admin: Admin::Ed25519,
        trade: Trade::Greeter,
        fate: Fate::Changed,
        ..USUAL
    },
    Contract {
        num: 5007,
        memo: "ECDSA admin key",
        code: Code::Built("GreeterReworded"),
        admin: Admin::Ecdsa,
        trade: Trade::Greeter,
        ..USUAL
    },
    Contract {
        num: 5008,
        memo: "threshold key 2 of 3",
        code: Code::Built("Multisig"),
        admin: Admin::Threshold,
        trade: Trade::Multisig,
        ..USUAL
    },
    Contract { num: 5009, memo: "minimal proxy of 0.0.5002", code: Code::Minimal(5002), ..token(5009) },
    Contract { num: 5010, memo: "minimal proxy of 0.0.5002", code: Code::Minimal(5002), ..token(5010) },
    Contract { num: 5011, memo: "never called", most: 0, made_inside: true, ..counter(5011) },
    Contract {
        memo: "\u{1b}[31mRED ALERT\u{1b}[0m\u{1b}]0;owned title\u{7} \u{1b}[2J\u{1b}[1;1Hscreen wiped",
        ..counter(5012)
    },
    Contract {
        memo: "pay \u{202e}000,01\u{202c} to 0.0.\u{2066}\u{2067}1001\u{2069}\u{2069} \u{200f}",
        alias: false,
        code: Code::Built("Sorting"),
        trade: Trade::Interface,
        most: 3,
        ..counter(5013)
    },
    Contract {
        memo: "line1\nline2\tTAB\rCR\u{8}\u{8}BS \u{7f}DEL \u{1}SOH \u{9b}31mC1-CSI",
        code: Code::Built("Vault"),
        trade: Trade::Interface,
        ..counter(5014)
    },
    Contract {
        memo: "z\u{200b}e\u{200c}r\u{200d}o\u{2060} width \u{feff} joiner",
        code: Code::Built("Ballot"),
        trade: Trade::Interface,
        ..counter(5015)
    },
    Contract {
        memo: "\u{1f680} \u{1f469}\u{200d}\u{1f469}\u{200d}\u{1f467} \u{1f1e8}\u{1f1ed} \u{6c49}\u{5b57}\u{304b}\u{306a} \u{fdfd} e\u{301}",
        code: Code::Built("Collectible"),
        trade: Trade::Collectible,
        ..counter(5016)
    },
    Contract {
        memo: "\u{1b}]8;;http://evil.example/\u{7}click me\u{1b}]8;;\u{7}",
        code: Code::Built("Items"),
        trade: Trade::Interface,
        ..counter(5017)
    },
    Contract {
        memo: "<script>alert(\"x\")</script> & \"quotes\" \\ backslash 'single'",
        code: Code::Built("StorageYard"),
        trade: Trade::Interface,
        ..counter(5018)
    },
    Contract { memo: long(), ..counter(5019) },
    Contract {
        memo: "nul\u{0}byte \u{fffd}\u{fffe} \u{e0001}tag",
        code: Code::Built("CounterByTwo"),
        ..counter(5020)
    },
    Contract {
        num: 5021,
        memo: "price oracle, uses library 0.0.5013",
        code: Code::Built("Oracle"),
        trade: Trade::Oracle,
        every: 300,
        most: 600,
        ..USUAL
    },
    Contract {
        num: 5022,
        memo: "revert gallery",
        code: Code::Built("Reverter"),
        trade: Trade::Gallery,
        every: 600,
        most: 0,
        ..USUAL
    },
    Contract { num: 5023, memo: "null bytecode", most: 0, fate: Fate::Nulls, ..USUAL },
    Contract {
        num: 5024,
        memo: "timelock, calls 0.0.5001",
        code: Code::Built("Timelock"),
        trade: Trade::Timelock,
        every: 24,
        most: 2000,
        ..USUAL
    },
    Contract { memo: "twin of 0.0.5026", ..counter(5025) },
    Contract { memo: "twin of 0.0.5025", ..counter(5026) },
    Contract { memo: "list: next is a whole URL", quirk: Quirk::AbsoluteNext, ..long_list(5027) },
    Contract { memo: "list: next repeats itself", quirk: Quirk::RepeatedNext, ..long_list(5028) },
    Contract { memo: "list: next goes backwards", quirk: Quirk::BackwardNext, ..long_list(5029) },
    Contract { memo: "list: an empty page with a next", quirk: Quirk::EmptyPage, ..long_list(5030) },
    Contract { memo: "list: rows have all fields", quirk: Quirk::FullRows, ..long_list(5031) },
    Contract { memo: "list: every second row has all fields", quirk: Quirk::MixedRows, ..long_list(5032) },
    Contract { memo: "list: next leads to another host", quirk: Quirk::ForeignNext, ..long_list(5033) },
    Contract { memo: "list: exactly 200 results", most: 199, ..long_list(5034) },
    Contract {
        num: 5035,
        memo: "passes calls on to the ledger's services",
        code: Code::Built("Proxy"),
        trade: Trade::Services,
        every: 120,
        most: 500,
        ..USUAL
    },
    Contract {
        num: 5036,
        memo: "factory",
        code: Code::Built("Factory"),
        trade: Trade::Factory,
        most: 60,
        ..USUAL
    },
    Contract {
        num: 5037,
        memo: "escrow",
        code: Code::Built("EscrowBrief"),
        trade: Trade::Interface,
        most: 12,
        ..USUAL
    },
    Contract {
        num: 5038,
        memo: "upgradeable, runs 0.0.5039",
        code: Code::Built("Proxy"),
        trade: Trade::Notebook,
        every: 600,
        most: 80,
        ..USUAL
    },
    Contract {
        num: 5039,
        memo: "implementation of 0.0.5038",
        code: Code::Built("Notebook"),
        most: 0,
        ..USUAL
    },
    Contract {
        num: 5040,
        memo: "treasury",
        code: Code::Built("Multisig"),
        trade: Trade::Multisig,
        every: 600,
        most: 120,
        ..USUAL
    },
    Contract { memo: "removed for good", most: 5, fate: Fate::Removed, ..counter(5041) },
    Contract {
        memo: "members missing and unknown",
        admin: Admin::Unknown,
        fate: Fate::Strange,
        ..counter(5042)
    },
    Contract { memo: "key twenty levels deep", admin: Admin::Deep, ..counter(5043) },
    Contract { memo: "empty key list", admin: Admin::EmptyList, ..counter(5044) },
    Contract { memo: "a number beyond 32 bits", ..counter(9_999_999_999) },
];

const fn token(num: u64) -> Contract {
    Contract { num, code: Code::Built("Token"), trade: Trade::Token, every: 300, most: 100, ..USUAL }
}

const fn counter(num: u64) -> Contract {
    Contract { num, code: Code::Built("Counter"), ..USUAL }
}

/// A token with enough results for several pages of any size.
const fn long_list(num: u64) -> Contract {
    Contract { most: 350, every: 240, ..token(num) }
}

const fn long() -> &'static str {
    match std::str::from_utf8(&LONG) {
        Ok(text) => text,
        Err(_) => "",
    }
}
