//! The pages of a contract. Several of them show the kind of a proxy and the size of an interface.

mod calls;
pub mod code;
pub mod code_comparison;
pub mod find_events;
pub mod gas_usage;
pub mod interfaces;
pub mod list;
pub mod logs;
pub mod overview;
pub mod read;
pub mod results;
pub mod sources;
pub mod storage;
pub mod versions;

use decode::interface::{Entry, Kind};
use decode::proxy::ProxyKind;
use ledger::amount::counted;

fn label_and_meaning(kind: ProxyKind) -> (&'static str, &'static str) {
    match kind {
        ProxyKind::Minimal => ("minimal proxy", "the target is in the code and never changes"),
        ProxyKind::Erc1967 => ("proxy (ERC-1967)", "the target is in storage and can change"),
        ProxyKind::Transparent => {
            ("transparent proxy (ERC-1967)", "an admin can change the target; its calls are not forwarded")
        }
        ProxyKind::Beacon => ("beacon proxy (ERC-1967)", "another contract names the target"),
        ProxyKind::Erc1822 => ("proxy (ERC-1822)", "the target is in storage and can change"),
        ProxyKind::Zos => ("proxy (first OpenZeppelin)", "the target is in storage and can change"),
        ProxyKind::Safe => ("proxy of a Safe wallet", "the target is in slot 0"),
        ProxyKind::Storage => ("proxy", "the target is in storage and can change"),
        ProxyKind::Diamond => ("diamond (ERC-2535)", "each function has a target of its own"),
        ProxyKind::UupsLogic => {
            ("code behind a proxy (UUPS)", "it can be replaced where a proxy forwards calls to it")
        }
    }
}

fn counts<'a>(entries: impl IntoIterator<Item = &'a Entry>) -> String {
    let kinds: Vec<Kind> = entries.into_iter().map(|entry| entry.kind).collect();
    let count = |kind, one: &str| {
        let count = kinds.iter().filter(|known| **known == kind).count();
        (count > 0).then(|| counted(count, one))
    };
    let parts = [count(Kind::Function, "function"), count(Kind::Event, "event"), count(Kind::Error, "error")];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() { "nothing in it".to_owned() } else { parts.join(", ") }
}
