//! Cells that every terminal draws with the same width. Others may shift their neighbours or leave remnants, and are
//! drawn with care.

/// First and last of a range, the columns that each of its characters takes everywhere, and what they are.
type Steady = (u32, u32, u16, &'static str);

/// Sorted. Applies to single characters; combinations with marks are never steady.
#[rustfmt::skip]
const STEADY: &[Steady] = &[
    (0x0020, 0x007e, 1, "ASCII"),
    (0x00a1, 0x00ac, 1, "Latin signs"),
    (0x00ae, 0x02ff, 1, "Latin letters"),
    (0x0370, 0x0377, 1, "Greek"),
    (0x037a, 0x0482, 1, "Greek and Cyrillic"),
    (0x048a, 0x052f, 1, "Cyrillic"),
    (0x1e00, 0x1fff, 1, "Latin and Greek with their marks in one character"),
    (0x2010, 0x2027, 1, "dashes, quotes and points"),
    (0x2030, 0x205e, 1, "signs of text"),
    (0x20a0, 0x20c0, 1, "signs of currencies"),
    (0x2100, 0x2319, 1, "letter-like signs, arrows, mathematics"),
    (0x23ce, 0x23ce, 1, "the enter key"),
    (0x2500, 0x25fc, 1, "lines, blocks and shapes that this program draws with"),
    (0x2713, 0x2718, 1, "ticks and crosses"),
    (0x3001, 0x3029, 2, "punctuation of ideographs"),
    (0x3041, 0x3096, 2, "Hiragana"),
    (0x30a0, 0x30ff, 2, "Katakana"),
    (0x3400, 0x4dbf, 2, "ideographs"),
    (0x4e00, 0x9fff, 2, "ideographs"),
    (0xac00, 0xd7a3, 2, "Hangul syllables"),
    (0xff01, 0xff60, 2, "full-width letters"),
];

/// In how many columns every terminal draws this character, if no other combines with it; `None` if they differ.
pub(crate) fn columns(c: char) -> Option<u16> {
    let code = u32::from(c);
    if matches!(c, ' '..='~') {
        return Some(1);
    }
    let at = STEADY.partition_point(|(_, last, ..)| *last < code);
    STEADY.get(at).filter(|(first, ..)| *first <= code).map(|(.., columns, _)| *columns)
}

/// In how many columns every terminal draws a cell with these characters; `None` if they differ.
pub(crate) fn steady_columns(symbol: &str) -> Option<u16> {
    let mut chars = symbol.chars();
    match (chars.next(), chars.next()) {
        (Some(c), None) => columns(c),
        _ => None,
    }
}

/// Whether every terminal draws a cell with these characters in as many columns as are kept for it.
pub fn is_steady(symbol: &str) -> bool {
    symbol.is_empty() || steady_columns(symbol).is_some()
}

#[cfg(test)]
mod tests {
    use ratatui::buffer::CellWidth as _;

    use super::*;

    #[test]
    fn the_ranges_are_in_order() {
        assert!(STEADY.windows(2).all(|pair| pair[0].1 < pair[1].0));
        assert!(STEADY.iter().all(|(first, last, _, why)| first <= last && !why.is_empty()));
    }

    #[test]
    fn each_takes_the_room_that_is_kept_for_it() {
        for (first, last, columns, what) in STEADY {
            for c in (*first..=*last).filter_map(char::from_u32) {
                assert_eq!(c.to_string().cell_width(), *columns, "{what}: {c:?}");
            }
        }
    }

    #[test]
    fn scripts_of_many_parts_are_not() {
        for symbol in ["हि", "न्दी", "กำ", "ﾞ", "ｶﾞ", "🇺🇸", "👍🏽", "e\u{301}", "\u{1fae9}", "ह"]
        {
            assert!(!is_steady(symbol), "{symbol}");
        }
    }
}
