//! The little of CBOR (RFC 8949) that compilers write behind code: numbers, bytes, text, lists, maps and yes or no.

/// One item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item<'a> {
    /// A number from 0 on.
    Number(u64),
    /// Bytes.
    Bytes(&'a [u8]),
    /// Text, which need not be UTF-8.
    Text(&'a [u8]),
    /// A list.
    List(Vec<Item<'a>>),
    /// Names and what they stand for.
    Map(Vec<(Item<'a>, Item<'a>)>),
    /// Yes or no.
    Flag(bool),
}

/// How deep items may be nested, and how many there may be in a list or map: compilers write far fewer.
const DEPTH: u8 = 4;
const MOST: u64 = 32;

/// Reads the item at the beginning and says how many bytes it takes. `None` if it is of another kind or cut short.
pub fn read(bytes: &[u8]) -> Option<(Item<'_>, usize)> {
    let mut reader = Reader { rest: bytes };
    let item = reader.item(DEPTH)?;
    Some((item, bytes.len() - reader.rest.len()))
}

struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    fn item(&mut self, depth: u8) -> Option<Item<'a>> {
        let depth = depth.checked_sub(1)?;
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        let (major, minor) = (first >> 5, first & 0x1f);
        if major == 7 {
            return match minor {
                20 => Some(Item::Flag(false)),
                21 => Some(Item::Flag(true)),
                _ => None,
            };
        }
        let number = self.number(minor)?;
        Some(match major {
            0 => Item::Number(number),
            2 => Item::Bytes(self.take(number)?),
            3 => Item::Text(self.take(number)?),
            4 if number <= MOST => Item::List((0..number).map(|_| self.item(depth)).collect::<Option<_>>()?),
            5 if number <= MOST => {
                let pairs = (0..number).map(|_| Some((self.item(depth)?, self.item(depth)?)));
                Item::Map(pairs.collect::<Option<_>>()?)
            }
            _ => return None,
        })
    }

    /// The number that the first byte holds, or that follows in 1, 2, 4 or 8 bytes.
    fn number(&mut self, minor: u8) -> Option<u64> {
        let length = match minor {
            0..=23 => return Some(u64::from(minor)),
            24..=27 => 1_u64 << (minor - 24),
            _ => return None,
        };
        Some(self.take(length)?.iter().fold(0, |number, byte| number << 8 | u64::from(*byte)))
    }

    fn take(&mut self, length: u64) -> Option<&'a [u8]> {
        let (taken, rest) = self.rest.split_at_checked(usize::try_from(length).ok()?)?;
        self.rest = rest;
        Some(taken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_read_and_the_rest_is_left() {
        let map = b"\xa2\x64ipfs\x42\x12\x20\x64solc\x43\x00\x08\x1a\x00\x33";
        let (item, length) = read(map).unwrap();
        assert_eq!(length, map.len() - 2);
        let expected = Item::Map(vec![
            (Item::Text(b"ipfs"), Item::Bytes(&[0x12, 0x20])),
            (Item::Text(b"solc"), Item::Bytes(&[0, 8, 26])),
        ]);
        assert_eq!(item, expected);
        assert_eq!(
            read(b"\x82\x19\x01\x00\xf5"),
            Some((Item::List(vec![Item::Number(256), Item::Flag(true)]), 5))
        );
    }

    #[test]
    fn what_promises_more_than_there_is_is_no_item() {
        for bytes in
            [&b"\x42\x01"[..], b"\x5b\xff\xff\xff\xff\xff\xff\xff\xff", b"\x9f", b"\x81", b"", b"\xb8\xff"]
        {
            assert_eq!(read(bytes), None, "{bytes:x?}");
        }
        assert_eq!(read(&[0x81; 100]), None, "nested too deep");
    }

    proptest::proptest! {
        #[test]
        fn any_bytes_are_read_or_refused(bytes: Vec<u8>) {
            let length = read(&bytes).map_or(0, |(_, length)| length);
            proptest::prop_assert!(length <= bytes.len());
        }
    }
}
