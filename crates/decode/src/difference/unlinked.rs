//! Unlinked code: compiler output with placeholders in place of library addresses.

use ledger::{HexBytes, Text};

/// Code with unlinked libraries, whose addresses are zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unlinked {
    pub code: HexBytes,
    /// Where an address is missing, and how the compiler names the library: `$…$` around the beginning of the
    /// hash of its name, or the name itself.
    pub gaps: Vec<(usize, Text)>,
}

/// How many digits an address has, and a gap for it.
const ADDRESS_DIGITS: usize = 40;

impl Unlinked {
    /// Reads code with gaps, with or without `0x`, within quotes if it stands as JSON; `None` if there are no
    /// gaps, or if it is no code.
    pub fn parse(text: &Text) -> Option<Self> {
        let quoted = text.raw().strip_prefix(b"\"").and_then(|text| text.strip_suffix(b"\""));
        let digits = quoted.unwrap_or(text.raw());
        let digits = digits.strip_prefix(b"0x").unwrap_or(digits);
        let mut plain = Vec::with_capacity(digits.len());
        let mut gaps = Vec::new();
        let mut rest = digits;
        while let Some(first) = rest.first() {
            if *first == b'_' {
                let (gap, behind) =
                    rest.split_at_checked(ADDRESS_DIGITS).filter(|(gap, _)| gap.starts_with(b"__"))?;
                let name = gap.trim_ascii();
                let name: Vec<u8> = name.iter().copied().skip_while(|byte| *byte == b'_').collect();
                let end = name.iter().rposition(|byte| *byte != b'_').map_or(0, |at| at + 1);
                gaps.push((plain.len() / 2, Text::from_bytes(name.get(..end)?.to_vec())));
                plain.extend_from_slice(&[b'0'; ADDRESS_DIGITS]);
                rest = behind;
            } else {
                plain.push(*first);
                rest = rest.get(1..)?;
            }
        }
        let code = HexBytes::parse(std::str::from_utf8(&plain).ok()?)?;
        (!gaps.is_empty()).then_some(Self { code, gaps })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_are_zeros_and_keep_their_names() {
        let text = "\"0x600173__$30bbc0abd4d6364515865950d3e0d10953$__63\"";
        let read = Unlinked::parse(&text.into()).unwrap();
        assert_eq!(read.code.to_hex(), format!("0x600173{}63", "00".repeat(20)));
        assert_eq!(read.gaps, [(3, "$30bbc0abd4d6364515865950d3e0d10953$".into())]);
        let old = format!("73__contracts/Sorting.sol:Sorting{}", "_".repeat(9));
        let read = Unlinked::parse(&old.into()).unwrap();
        assert_eq!(read.gaps, [(1, "contracts/Sorting.sol:Sorting".into())]);
    }

    #[test]
    fn what_has_no_gaps_or_is_no_code_is_not_read() {
        for text in ["", "0x6001", "0x60__", "xyz", "0x73__$30$__", "\u{20ac}__"] {
            assert_eq!(Unlinked::parse(&text.into()), None, "{text}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "(0x)?[0-9a-f_$]{0,120}") {
            let _ = Unlinked::parse(&text.as_str().into());
        }
    }
}
