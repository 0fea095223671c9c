//! What strangers write to steer a terminal, to hide, to reorder, or to take another room than is thought.

use std::sync::LazyLock;

/// Each with what it is. Whatever acts has something in it that the program never writes, so that it is told from that.
#[rustfmt::skip]
const SHORT: [(&str, &str); 52] = [
    ("clears the screen", "\u{1b}[2J\u{1b}[H"),
    ("colours", "\u{1b}[31;5mred"),
    ("a sequence of one byte", "\u{9b}2J"),
    ("a sequence that is not ended", "\u{1b}[38;2;"),
    ("another screen", "\u{1b}[?47h\u{1b}[?1049l"),
    ("a report of the cursor", "\u{1b}[6n\u{1b}[c\u{1b}Z"),
    ("a reset", "\u{1b}c"),
    ("a link", "\u{1b}]8;;http://evil.example/\u{7}here\u{1b}]8;;\u{7}"),
    ("the clipboard", "\u{1b}]52;c;cm0gLXJmIC8=\u{7}"),
    ("a title", "\u{1b}]0;owned\u{1b}\\"),
    ("a title in one byte", "\u{9d}2;owned\u{9c}"),
    ("a device control string", "\u{1b}P$q\"p\u{1b}\\"),
    ("a device control string in one byte", "\u{90}1$r0m\u{9c}"),
    ("an application command", "\u{1b}_Gf=24;AAAA\u{1b}\\"),
    ("a private message", "\u{1b}^x\u{1b}\\\u{1b}Xy\u{1b}\\"),
    ("another set of characters", "\u{e}lqk\u{f}\u{1b}(0lqk"),
    ("a paste that ends", "\u{1b}[201~:quit\r"),
    ("a bell", "\u{7}\u{7}"),
    ("breaks of lines", "one\r\ntwo\nthree\rfour\u{b}five\u{c}six\u{85}seven"),
    ("going back", "abc\u{8}\u{8}\u{8}xyz\u{7f}"),
    ("tabs and nothing", "a\tb\u{0}c\u{5}\u{18}\u{1a}"),
    ("separators", "a\u{2028}b\u{2029}c"),
    ("an override", "\u{202e}cipher\u{202c}\u{202d}x\u{202a}y\u{202b}z"),
    ("isolates", "\u{2066}a\u{2067}b\u{2068}c\u{2069}"),
    ("marks of direction", "a\u{200e}b\u{200f}c\u{61c}d"),
    ("nothing to see", "a\u{200b}b\u{200c}c\u{2060}d\u{feff}e\u{ad}f"),
    ("invisible operators", "f\u{2061}(x)\u{2062}\u{2063}\u{2064}"),
    ("fillers", "a\u{115f}\u{1160}\u{3164}\u{ffa0}\u{17b4}b"),
    ("tags", "a\u{e0001}\u{e0065}\u{e006e}\u{e007f}b"),
    ("selectors", "a\u{fe0f}b\u{fe00}c\u{e0100}d\u{180b}e"),
    ("annotations", "\u{fff9}a\u{fffa}b\u{fffb}\u{fffc}\u{fffd}"),
    ("private use", "\u{e0b0}\u{f8ff}\u{f0000}\u{10fffd}"),
    ("no characters", "\u{fffe}\u{ffff}\u{fdd0}\u{1fffe}\u{10ffff}"),
    ("a few marks", "e\u{301}o\u{308}\u{323}"),
    ("an enclosing mark", "a\u{20e3}1\u{20dd}9\u{fe0f}\u{20e3}"),
    ("marks without a letter", "\u{301}\u{323}\u{489}"),
    ("ideographs", "日本語漢字"),
    ("half-width letters with marks", "ｶﾞﾊﾟ"),
    ("Hangul, composed and not", "한글\u{1112}\u{1161}\u{11ab}"),
    ("joined emoji", "👩\u{200d}👩\u{200d}👧🏽 🏳\u{fe0f}\u{200d}🌈"),
    ("chosen emoji", "❤\u{fe0f} ☎\u{fe0e} #\u{fe0f}\u{20e3}"),
    ("skins and flags", "👍🏿🇺🇸🇺🇸🇺"),
    ("a flag of tags", "🏴\u{e0067}\u{e0062}\u{e007f}"),
    ("ambiguous widths", "§±→①■◆…°·ΩЯ"),
    ("circled numbers", "㉈㉏⓪"),
    ("right to left", "שלום مرحبا ﷽"),
    ("spacing signs", "বাংলা காகா हिन्दी กำ"),
    ("young emoji", "🫩🫨🪿🛜"),
    ("signs in pieces", "⿰亻本𝅘𝅥𝅮𓐍\u{13430}𓏏"),
    ("a formula", "=cmd|'/c calc'!A0"),
    ("escaped elsewhere", "%1b[2J%0d%0a&#27;[2J\\u001b[2J\\x1b^[[2J"),
    ("a path, quotes and a comment", "../../../etc/passwd\"'`$(reboot)|--><script>"),
];

/// What they would have on the clipboard, in base64.
pub(crate) const COPIED: &str = "cm0gLXJmIC8=";

/// What is no text alone: halves of characters, as JSON can say them.
pub(crate) const HALVES: [&str; 3] = ["\\ud800", "\\udfff\\ud83d", "\\ud83d\\u0000"];

/// All of it, the long ones behind.
pub(crate) fn corpus() -> &'static [String] {
    static ALL: LazyLock<Vec<String>> = LazyLock::new(|| {
        let long = [format!("z{}", "\u{301}\u{323}\u{489}".repeat(150)), "\u{1b}[5m".repeat(60)];
        SHORT.iter().map(|(_, text)| (*text).to_owned()).chain(long).collect()
    });
    &ALL
}

/// A word of a hundred thousand letters.
pub(crate) fn endless() -> String {
    "endless".repeat(15_000)
}
