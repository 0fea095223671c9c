//! The characters that are never drawn as they are, and why: where a terminal's grid would not be what was meant.
//!
//! Measured against tmux 3.3a and the C library's tables: each character was printed alone, and the terminal asked
//! where its cursor was then.

/// Why a character is written out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Why {
    /// It acts on a terminal or a shell.
    Acts,
    /// It reorders its neighbours.
    Reorders,
    /// It is not seen, or takes the room of a letter without being one.
    Hides,
    /// It changes how its neighbour is drawn, or makes one sign of two.
    Joins,
    /// Terminals disagree on how many columns it takes.
    Width,
}

/// First and last of a range, why it is written out, and what it is.
pub(super) type Marked = (u32, u32, Why, &'static str);

/// In order, without overlaps.
#[rustfmt::skip]
pub(super) const MARKED: &[Marked] = &[
    (0x0000, 0x001f, Why::Acts, "controls"),
    (0x007f, 0x009f, Why::Acts, "delete, and the controls of eight bits"),
    (0x00a0, 0x00a0, Why::Hides, "no-break space: words that look alike differ by it"),
    (0x00ad, 0x00ad, Why::Hides, "soft hyphen: no column or one"),
    (0x034f, 0x034f, Why::Hides, "grapheme joiner"),
    (0x0600, 0x0605, Why::Width, "Arabic number signs: they enclose the digits that follow"),
    (0x061c, 0x061c, Why::Reorders, "Arabic letter mark"),
    (0x06dd, 0x06dd, Why::Width, "end of ayah: it encloses the digits that follow"),
    (0x070f, 0x070f, Why::Width, "Syriac abbreviation mark: it lies over the letters that follow"),
    (0x0890, 0x0891, Why::Width, "Arabic currency marks: they lie over the digits that follow"),
    (0x08e2, 0x08e2, Why::Width, "disputed end of ayah: it encloses the digits that follow"),
    (0x0d4e, 0x0d4e, Why::Width, "dot reph: it lies over the letter that follows"),
    (0x115f, 0x1160, Why::Hides, "Hangul fillers"),
    (0x17a4, 0x17a4, Why::Width, "a Khmer vowel that is not used any more: one column or two"),
    (0x17b4, 0x17b5, Why::Hides, "Khmer inherent vowels"),
    (0x17d8, 0x17d8, Why::Width, "Khmer beyyal: one column or three"),
    (0x180b, 0x180f, Why::Hides, "Mongolian selectors"),
    (0x200b, 0x200c, Why::Hides, "zero width space and non-joiner"),
    (0x200d, 0x200d, Why::Joins, "zero width joiner"),
    (0x200e, 0x200f, Why::Reorders, "marks of direction"),
    (0x2028, 0x2029, Why::Acts, "separators of lines and paragraphs"),
    (0x202a, 0x202e, Why::Reorders, "embeddings and overrides of direction"),
    (0x2060, 0x2065, Why::Hides, "word joiner and invisible operators"),
    (0x2066, 0x2069, Why::Reorders, "isolates of direction"),
    (0x206a, 0x206f, Why::Hides, "controls of shapes that are not used any more"),
    (0x2800, 0x2800, Why::Hides, "braille blank"),
    (0x2d7f, 0x2d7f, Why::Width, "Tifinagh joiner: no column or one"),
    (0x2ffc, 0x2fff, Why::Width, "younger signs of ideographic description: no column or two"),
    (0x3000, 0x3000, Why::Hides, "ideographic space"),
    (0x302e, 0x302f, Why::Width, "Hangul tone marks: no column or two"),
    (0x3164, 0x3164, Why::Hides, "Hangul filler"),
    (0x3248, 0x324f, Why::Width, "circled numbers on black squares: one column or two"),
    (0xe000, 0xf8ff, Why::Width, "private use: every font draws another thing"),
    (0xfdd0, 0xfdef, Why::Width, "no characters"),
    (0xfe00, 0xfe0f, Why::Joins, "variation selectors"),
    (0xfeff, 0xfeff, Why::Hides, "byte order mark"),
    (0xffa0, 0xffa0, Why::Hides, "half-width Hangul filler"),
    (0xfff0, 0xfffb, Why::Hides, "specials and annotations"),
    (0xfffe, 0xffff, Why::Width, "no characters"),
    (0x110bd, 0x110bd, Why::Width, "Kaithi number sign: it encloses the digits that follow"),
    (0x110cd, 0x110cd, Why::Width, "Kaithi number sign above"),
    (0x111c2, 0x111c3, Why::Width, "Sharada signs that lie over the letter that follows"),
    (0x1193f, 0x1193f, Why::Width, "a Dives Akuru nasal that lies over the letter that follows"),
    (0x11941, 0x11941, Why::Width, "a Dives Akuru letter that lies over the one that follows"),
    (0x11a84, 0x11a89, Why::Width, "Soyombo signs that lie over the letter that follows"),
    (0x11d46, 0x11d46, Why::Width, "Masaram Gondi repha: it lies over the letter that follows"),
    (0x13430, 0x1345f, Why::Width, "Egyptian joiners, which pile their neighbours up"),
    (0x16ff0, 0x16ff1, Why::Width, "Vietnamese reading marks: no column or two"),
    (0x1bca0, 0x1bca3, Why::Hides, "controls of shorthand"),
    (0x1d165, 0x1d166, Why::Width, "stems of notes: no column or one"),
    (0x1d16d, 0x1d172, Why::Width, "dots and flags of notes: no column or one"),
    (0x1d173, 0x1d17a, Why::Hides, "controls of music"),
    (0x1f1ae, 0x1f1e5, Why::Width, "not assigned: no column, one or two"),
    (0x1f6d8, 0x1f6df, Why::Width, "emoji of 2021 and later: no column or two"),
    (0x1f6fd, 0x1f6ff, Why::Width, "not assigned"),
    (0x1f7da, 0x1f7df, Why::Width, "not assigned"),
    (0x1f7ec, 0x1f7ff, Why::Width, "emoji of 2021 and later: no column or two"),
    (0x1fa54, 0x1fa5f, Why::Width, "not assigned"),
    (0x1fa6e, 0x1fa6f, Why::Width, "not assigned"),
    (0x1fa75, 0x1fa77, Why::Width, "emoji of 2022: no column or two"),
    (0x1fa7b, 0x1fa7f, Why::Width, "emoji of 2021 and later: no column or two"),
    (0x1fa87, 0x1fa8f, Why::Width, "emoji of 2022 and later: no column or two"),
    (0x1faa9, 0x1faaf, Why::Width, "emoji of 2021 and later: no column or two"),
    (0x1fab7, 0x1fabf, Why::Width, "emoji of 2021 and later: no column or two"),
    (0x1fac3, 0x1facf, Why::Width, "emoji of 2021 and later: no column or two"),
    (0x1fad7, 0x1faff, Why::Width, "emoji of 2021 and later: no column or two"),
    (0x1fbfa, 0x1ffff, Why::Width, "not assigned, and no characters"),
    (0x40000, 0xdffff, Why::Width, "not assigned"),
    (0xe0000, 0xe0fff, Why::Hides, "tags and selectors"),
    (0xe1000, 0x10_ffff, Why::Width, "not assigned, and private use"),
];

/// Spacing marks: Unicode gives them no column, terminals give them one. A blank behind them reserves it.
#[rustfmt::skip]
const SPACING: &[(u32, u32)] = &[
    (0x09be, 0x09be), (0x09d7, 0x09d7), (0x0b3e, 0x0b3e), (0x0b57, 0x0b57), (0x0bbe, 0x0bbe), (0x0bd7, 0x0bd7),
    (0x0cc0, 0x0cc0), (0x0cc2, 0x0cc2), (0x0cc7, 0x0cc8), (0x0cca, 0x0ccb), (0x0cd5, 0x0cd6), (0x0d3e, 0x0d3e),
    (0x0d57, 0x0d57), (0x0dcf, 0x0dcf), (0x0ddf, 0x0ddf), (0x1715, 0x1715), (0x1734, 0x1734), (0x1b35, 0x1b35),
    (0x1b3b, 0x1b3b), (0x1b3d, 0x1b3d), (0x1b43, 0x1b44), (0x1baa, 0x1baa), (0x1bf2, 0x1bf3), (0xa8fa, 0xa8fa),
    (0xa953, 0xa953), (0xa9c0, 0xa9c0), (0x111c0, 0x111c0), (0x11235, 0x11235), (0x1133e, 0x1133e),
    (0x1134d, 0x1134d), (0x11357, 0x11357), (0x114b0, 0x114b0), (0x114bd, 0x114bd), (0x115af, 0x115af),
    (0x116b6, 0x116b6), (0x11930, 0x11930), (0x1193d, 0x1193d),
];

/// Whether a sign needs a blank after it: some terminals give it a column and would otherwise cover it.
pub(super) fn needs_room(c: char) -> bool {
    let code = u32::from(c);
    let at = SPACING.partition_point(|(_, last)| *last < code);
    SPACING.get(at).is_some_and(|(first, _)| *first <= code)
}

/// Why a character is written out; `None` if it is drawn as it is.
pub(super) fn why(c: char) -> Option<Why> {
    if c.is_ascii_graphic() || c == ' ' {
        return None;
    }
    let code = u32::from(c);
    let at = MARKED.partition_point(|(_, last, ..)| *last < code);
    MARKED.get(at).filter(|(first, ..)| *first <= code).map(|(_, _, why, _)| *why)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ranges_are_in_order_and_do_not_overlap() {
        for (first, last, _, what) in MARKED {
            assert!(first <= last && !what.is_empty());
        }
        for pair in MARKED.windows(2) {
            assert!(pair[0].1 < pair[1].0, "{pair:?}");
        }
        assert!(SPACING.windows(2).all(|pair| pair[0].1 < pair[1].0));
    }

    #[test]
    fn honest_text_is_drawn_as_it_is() {
        for c in "Grüße, Ωμέγα, Привет, שלום, مرحبا, हिन्दी, ไทย, 日本語, ｶﾞ, 한국어, ✓ – … 😀🇺🇸".chars()
        {
            assert_eq!(why(c), None, "{c:?}");
        }
    }
}
