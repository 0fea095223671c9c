//! How recompiled code differs from deployed code, as far as a comparison of both tells.

/// What a comparison found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difference {
    /// Nothing: they are the same.
    None,
    /// Only the metadata at the end, which names the sources: a comment or a path is another one.
    Metadata,
    /// They are not of the same length; how many bytes each has, and from which byte on they differ.
    Length {
        /// Bytes of the deployed code.
        deployed: usize,
        /// Bytes of the recompiled code.
        recompiled: usize,
        /// The first byte that differs, from 0.
        from: usize,
    },
    /// They are of the same length, and differ from this byte on, counted from 0.
    From(usize),
}

impl Difference {
    /// Compares runtime or creation code.
    pub fn between(deployed: &[u8], recompiled: &[u8]) -> Self {
        if deployed == recompiled {
            return Self::None;
        }
        if let (Some(one), Some(other)) = (without_metadata(deployed), without_metadata(recompiled))
            && one == other
        {
            return Self::Metadata;
        }
        let from = deployed.iter().zip(recompiled).take_while(|(one, other)| one == other).count();
        if deployed.len() == recompiled.len() {
            Self::From(from)
        } else {
            Self::Length { deployed: deployed.len(), recompiled: recompiled.len(), from }
        }
    }
}

/// The code before its metadata: a CBOR map, followed by its length in two bytes.
fn without_metadata(code: &[u8]) -> Option<&[u8]> {
    let (rest, length) = code.split_last_chunk::<2>()?;
    let start = rest.len().checked_sub(usize::from(u16::from_be_bytes(*length)))?;
    let is_map = rest.get(start).is_some_and(|byte| (0xa1..=0xb7).contains(byte));
    rest.get(..start).filter(|body| is_map && !body.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(body: &[u8], metadata: &[u8]) -> Vec<u8> {
        let length = u16::try_from(metadata.len()).unwrap().to_be_bytes();
        [body, metadata, &length].concat()
    }

    #[test]
    fn metadata_alone_is_told_from_code() {
        let deployed = code(b"\x60\x80\x60\x40", b"\xa1\x01\x02");
        assert_eq!(Difference::between(&deployed, &deployed), Difference::None);
        let other = code(b"\x60\x80\x60\x40", b"\xa2\x01\x02\x03");
        assert_eq!(Difference::between(&deployed, &other), Difference::Metadata);
        let changed = code(b"\x60\x80\x61\x40", b"\xa1\x01\x02");
        assert_eq!(Difference::between(&deployed, &changed), Difference::From(2));
    }

    #[test]
    fn lengths_are_told() {
        let (deployed, recompiled, from) = (4, 3, 3);
        assert_eq!(
            Difference::between(&[1, 2, 3, 4], &[1, 2, 3]),
            Difference::Length { deployed, recompiled, from }
        );
    }

    proptest::proptest! {
        #[test]
        fn any_two_codes_compare(one: Vec<u8>, other: Vec<u8>) {
            let found = Difference::between(&one, &other);
            proptest::prop_assert_eq!(found == Difference::None, one == other);
        }
    }
}
