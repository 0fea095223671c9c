//! Searches in code: bytes, the name of an instruction, or an offset.

use super::{Code, PieceKind};

/// A search term for code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Needle {
    /// These bytes, wherever they begin.
    Bytes(Vec<u8>),
    /// Instructions whose name begins so, in upper case.
    Name(String),
    /// The place at this offset.
    Offset(usize),
}

/// The longest text that is searched for.
const MAX_SOUGHT_BYTES: usize = 4096;

impl Needle {
    /// Reads what was typed: `@1a2` is an offset; hex digits, in pairs, are bytes, with or without `0x`; anything
    /// else is the name of an instruction. `None` if it can be none of them.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        if text.is_empty() || text.len() > MAX_SOUGHT_BYTES {
            return None;
        }
        if let Some(offset) = text.strip_prefix('@') {
            let digits = offset.strip_prefix("0x").unwrap_or(offset);
            return usize::from_str_radix(digits, 16).ok().map(Self::Offset);
        }
        let name = text.to_ascii_uppercase();
        let is_name = (0..=u8::MAX).any(|byte| {
            let known = crate::Opcode(byte).name();
            known.is_some_and(|known| known.starts_with(&name))
        });
        let digits = text.strip_prefix("0x").unwrap_or(text);
        let bytes = || alloy_primitives::hex::decode(digits).ok().filter(|bytes| !bytes.is_empty());
        match bytes() {
            Some(bytes) if !is_name || text.starts_with("0x") => Some(Self::Bytes(bytes)),
            _ if is_name => Some(Self::Name(name)),
            _ => None,
        }
    }

    /// The offset of the next hit from `from` on, around the end; backwards if asked for. The hit may be at
    /// `from` itself.
    pub fn find(&self, code: &Code, from: usize, back: bool) -> Option<usize> {
        match self {
            Self::Offset(at) => (*at < code.bytes().len()).then_some(*at),
            Self::Bytes(wanted) => {
                let hits = code.bytes().windows(wanted.len().max(1)).enumerate();
                let hits = hits.filter(|(_, window)| window == wanted).map(|(at, _)| at);
                nearest(hits, from, back)
            }
            Self::Name(wanted) => {
                let hits = code.pieces().iter().filter(|piece| match piece.kind {
                    PieceKind::Instruction(opcode) => {
                        opcode.name().is_some_and(|name| name.starts_with(wanted.as_str()))
                    }
                    _ => false,
                });
                nearest(hits.map(|piece| piece.at), from, back)
            }
        }
    }
}

/// The first hit that is not before `from`, or the last one not behind it; else the one at the other end.
fn nearest(hits: impl Iterator<Item = usize> + Clone, from: usize, back: bool) -> Option<usize> {
    if back {
        hits.clone().take_while(|hit| *hit <= from).last().or_else(|| hits.last())
    } else {
        hits.clone().find(|hit| *hit >= from).or_else(|| hits.clone().next())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_is_bytes_a_name_or_an_offset() {
        for (text, wanted) in [
            ("0xa9059cbb", Some(Needle::Bytes(vec![0xa9, 5, 0x9c, 0xbb]))),
            ("a905", Some(Needle::Bytes(vec![0xa9, 5]))),
            ("delegatecall", Some(Needle::Name("DELEGATECALL".to_owned()))),
            ("add", Some(Needle::Name("ADD".to_owned()))),
            ("0xadd0", Some(Needle::Bytes(vec![0xad, 0xd0]))),
            ("@1f", Some(Needle::Offset(31))),
            ("0x1", None),
            ("zebra", None),
            ("", None),
        ] {
            assert_eq!(Needle::parse(text), wanted, "{text}");
        }
    }

    #[test]
    fn hits_come_one_after_the_other_and_around() {
        let code = Code::new(&[0x60, 1, 0x5b, 0x60, 1, 0x00]);
        let push = Needle::parse("push1").unwrap();
        assert_eq!(push.find(&code, 0, false), Some(0));
        assert_eq!(push.find(&code, 1, false), Some(3));
        assert_eq!(push.find(&code, 4, false), Some(0));
        assert_eq!(push.find(&code, 2, true), Some(0));
        let bytes = Needle::parse("0x01").unwrap();
        assert_eq!(bytes.find(&code, 0, true), Some(4));
        assert_eq!(Needle::Offset(6).find(&code, 0, false), None);
        assert_eq!(Needle::parse("0xff").unwrap().find(&code, 0, false), None);
    }
}
