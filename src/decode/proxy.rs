//! Contracts that pass every call on to another one, told by their runtime code.

use crate::ledger::EvmAddress;

/// What stands before and behind the target in a minimal proxy: the form of EIP-1167, and that of EIP-7511,
/// which pushes zeros with `PUSH0`.
const FORMS: [(&[u8], &[u8]); 2] = [
    (
        &[0x36, 0x3d, 0x3d, 0x37, 0x3d, 0x3d, 0x3d, 0x36, 0x3d, 0x73],
        &[0x5a, 0xf4, 0x3d, 0x82, 0x80, 0x3e, 0x90, 0x3d, 0x91, 0x60, 0x2b, 0x57, 0xfd, 0x5b, 0xf3],
    ),
    (
        &[0x36, 0x5f, 0x5f, 0x37, 0x5f, 0x5f, 0x36, 0x5f, 0x73],
        &[0x5a, 0xf4, 0x3d, 0x5f, 0x5f, 0x3e, 0x5f, 0x3d, 0x91, 0x60, 0x2a, 0x57, 0xfd, 0x5b, 0xf3],
    ),
];

/// The contract that a minimal proxy passes its calls on to; `None` if the code is no minimal proxy.
///
/// Such a proxy has no source of its own worth verifying: what runs is the code of the target. Anything
/// behind the proxy's code is data, such as arguments that it was cloned with.
pub fn minimal_proxy_target(code: &[u8]) -> Option<EvmAddress> {
    FORMS.iter().find_map(|(before, behind)| {
        let (target, rest) = code.strip_prefix(*before)?.split_first_chunk::<20>()?;
        rest.starts_with(behind).then(|| EvmAddress::new(*target))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(before: &str, behind: &str) -> Vec<u8> {
        alloy_primitives::hex::decode(format!("{before}{}{behind}", "be".repeat(20))).unwrap()
    }

    #[test]
    fn both_forms_name_their_target() {
        let target = Some(EvmAddress::new([0xbe; 20]));
        let plain = code("363d3d373d3d3d363d73", "5af43d82803e903d91602b57fd5bf3");
        assert_eq!(plain.len(), 45);
        assert_eq!(minimal_proxy_target(&plain), target);
        let push0 = code("365f5f375f5f365f73", "5af43d5f5f3e5f3d91602a57fd5bf3");
        assert_eq!(push0.len(), 44);
        assert_eq!(minimal_proxy_target(&push0), target);
        let with_arguments = [plain.as_slice(), &[1, 2, 3]].concat();
        assert_eq!(minimal_proxy_target(&with_arguments), target);
    }

    #[test]
    fn other_code_is_no_minimal_proxy() {
        let plain = code("363d3d373d3d3d363d73", "5af43d82803e903d91602b57fd5bf3");
        for other in [&[][..], &plain[..44], &plain[1..], &[0x60, 0x80, 0x60, 0x40]] {
            assert_eq!(minimal_proxy_target(other), None);
        }
    }
}
