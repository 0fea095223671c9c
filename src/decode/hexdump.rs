//! Rows of a hex view: offset, sixteen bytes, and the letters that they are.

/// Bytes in a row.
pub const ROW: usize = 16;

/// One row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The offset of its first byte, in eight hex digits or as many as it takes.
    pub offset: String,
    /// Its bytes in two digits each with gaps between, wider in the middle; a short row is filled up with
    /// blanks to the width of a whole one.
    pub hex: String,
    /// Its bytes as ASCII, a dot for what is none.
    pub ascii: String,
}

/// How many rows there are.
pub fn rows(bytes: &[u8]) -> usize {
    bytes.len().div_ceil(ROW)
}

/// The row that begins at `offset`; `None` behind the end.
pub fn row(bytes: &[u8], offset: usize) -> Option<Row> {
    let rest = bytes.get(offset..).filter(|rest| !rest.is_empty())?;
    let row = rest.get(..ROW).unwrap_or(rest);
    let hex: String = (0..ROW)
        .map(|place| {
            let gap = match place {
                0 => "",
                place if place == ROW / 2 => "  ",
                _ => " ",
            };
            row.get(place).map_or_else(|| format!("{gap}  "), |byte| format!("{gap}{byte:02x}"))
        })
        .collect();
    let letter = |byte: &u8| if matches!(byte, 0x20..=0x7e) { char::from(*byte) } else { '.' };
    Some(Row { offset: format!("{offset:08x}"), hex, ascii: row.iter().map(letter).collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_aligned() {
        let bytes: Vec<u8> = (0x3a..0x4d).collect();
        assert_eq!(rows(&bytes), 2);
        let first = row(&bytes, 0).unwrap();
        assert_eq!(first.hex, "3a 3b 3c 3d 3e 3f 40 41  42 43 44 45 46 47 48 49");
        assert_eq!(first.ascii, ":;<=>?@ABCDEFGHI");
        let last = row(&bytes, 16).unwrap();
        assert_eq!((last.offset.as_str(), last.hex.trim_end()), ("00000010", "4a 4b 4c"));
        assert_eq!(last.hex.len(), first.hex.len());
        assert_eq!(row(&bytes, 19), None);
        assert_eq!(row(&[0, 0x1b], 0).unwrap().ascii, "..");
    }

    proptest::proptest! {
        #[test]
        fn every_byte_stands_in_one_row(bytes: Vec<u8>) {
            let all: String = (0..rows(&bytes)).filter_map(|n| row(&bytes, n * ROW)).map(|row| row.hex).collect();
            let digits: String = all.split_whitespace().collect();
            proptest::prop_assert_eq!(digits, alloy_primitives::hex::encode(&bytes));
        }
    }
}
