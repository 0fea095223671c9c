//! Names and explanations of the kinds of proxies.

use decode::proxy::ProxyKind;

pub(super) fn label_and_meaning(kind: ProxyKind) -> (&'static str, &'static str) {
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
