//! Addresses of libraries in code: those that are linked elsewhere than in the build, and those that are left open.

use ledger::EvmAddress;

use super::settings::Settings;

const PUSH20: u8 = 0x73;

/// The addresses of the build's libraries that these settings replace, each with the one they give, and those for which
/// they give none.
pub(super) fn compare(
    build: &Settings,
    given: &Settings,
) -> (Vec<(EvmAddress, EvmAddress)>, Vec<EvmAddress>) {
    let (mut linked, mut open) = (Vec::new(), Vec::new());
    for (name, address) in &build.libraries {
        let Ok(address) = EvmAddress::parse(address) else { continue };
        match given.libraries.get(name).and_then(|other| EvmAddress::parse(other).ok()) {
            Some(other) if other == address => {}
            Some(other) => linked.push((address, other)),
            None => open.push(address),
        }
    }
    (linked, open)
}

/// The code with these addresses replaced.
pub(super) fn relink(mut code: Vec<u8>, linked: &[(EvmAddress, EvmAddress)]) -> Vec<u8> {
    for (from, to) in linked {
        for at in places(&code, *from).collect::<Vec<_>>() {
            if let Some(bytes) = code.get_mut(at..at + to.bytes().len()) {
                bytes.copy_from_slice(to.bytes());
            }
        }
    }
    code
}

/// The offsets of a pushed address's first byte.
pub(super) fn places(code: &[u8], library: EvmAddress) -> impl Iterator<Item = usize> + '_ {
    let windows = code.windows(1 + library.bytes().len()).enumerate();
    windows.filter_map(move |(at, bytes)| {
        bytes.strip_prefix(&[PUSH20]).is_some_and(|address| address == library.bytes()).then_some(at + 1)
    })
}
