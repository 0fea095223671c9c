//! Cells that every terminal draws with the same width. Others may shift their neighbours or leave remnants, and are
//! drawn with care.

/// First and last of a range, and why its characters take the same room everywhere.
type Steady = (u32, u32, &'static str);

/// Sorted. Applies to single characters; combinations with marks are never steady.
#[rustfmt::skip]
const STEADY: &[Steady] = &[
    (0x0020, 0x007e, "ASCII"),
    (0x00a1, 0x00ac, "Latin signs: one column"),
    (0x00ae, 0x02ff, "Latin letters: one column"),
    (0x0370, 0x0377, "Greek: one column"),
    (0x037a, 0x0482, "Greek and Cyrillic: one column"),
    (0x048a, 0x052f, "Cyrillic: one column"),
    (0x1e00, 0x1fff, "Latin and Greek with their marks in one character: one column"),
    (0x2010, 0x2027, "dashes, quotes and points: one column"),
    (0x2030, 0x205e, "signs of text: one column"),
    (0x20a0, 0x20c0, "signs of currencies: one column"),
    (0x2100, 0x2319, "letter-like signs, arrows, mathematics: one column"),
    (0x23ce, 0x23ce, "the enter key: one column"),
    (0x2500, 0x25fc, "lines, blocks and shapes that this program draws with: one column"),
    (0x2713, 0x2718, "ticks and crosses: one column"),
    (0x3001, 0x3029, "punctuation of ideographs: two columns"),
    (0x3041, 0x3096, "Hiragana: two columns"),
    (0x30a0, 0x30ff, "Katakana: two columns"),
    (0x3400, 0x4dbf, "ideographs: two columns"),
    (0x4e00, 0x9fff, "ideographs: two columns"),
    (0xac00, 0xd7a3, "Hangul syllables: two columns"),
    (0xff01, 0xff60, "full-width letters: two columns"),
];

/// Whether every terminal draws a cell with these characters in as many columns as are kept for it.
pub(super) fn is_steady(symbol: &str) -> bool {
    // Nearly all of them, without a search.
    if let [byte] = symbol.as_bytes() {
        return matches!(byte, b' '..=b'~');
    }
    let mut chars = symbol.chars();
    let (Some(c), None) = (chars.next(), chars.next()) else { return symbol.is_empty() };
    let code = u32::from(c);
    let at = STEADY.partition_point(|(_, last, _)| *last < code);
    STEADY.get(at).is_some_and(|(first, ..)| *first <= code)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::widgets::glyphs::UNICODE;

    #[test]
    fn the_ranges_are_in_order() {
        assert!(STEADY.windows(2).all(|pair| pair[0].1 < pair[1].0));
        assert!(STEADY.iter().all(|(first, last, why)| first <= last && !why.is_empty()));
    }

    #[test]
    fn what_the_program_itself_draws_is_steady() {
        let own = [UNICODE.success, UNICODE.failure, UNICODE.marker, UNICODE.cut, UNICODE.none, UNICODE.rule];
        let more = [UNICODE.arrow, UNICODE.crumb, UNICODE.dot, UNICODE.skeleton, UNICODE.coin, "⏎", "日"];
        for sign in own.into_iter().chain(more).chain(UNICODE.spinner.iter().copied()) {
            assert!(is_steady(sign), "{sign}");
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
