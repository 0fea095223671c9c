//! What may reach a terminal, said apart from what the program does about it.

use vte::{Params, Parser, Perform};

use super::corpus::{COPIED, corpus};

/// First and last of the characters that act, reorder, hide, join, or are nobody's, by the tables of Unicode 16: all
/// controls, formats, separators of lines, private use, selectors, fillers and no characters.
#[rustfmt::skip]
const HARMFUL: [(u32, u32); 37] = [
    (0x0000, 0x001f), (0x007f, 0x009f), (0x00ad, 0x00ad), (0x034f, 0x034f), (0x0600, 0x0605), (0x061c, 0x061c),
    (0x06dd, 0x06dd), (0x070f, 0x070f), (0x0890, 0x0891), (0x08e2, 0x08e2), (0x115f, 0x1160), (0x17b4, 0x17b5),
    (0x180b, 0x180f), (0x200b, 0x200f), (0x2028, 0x202e), (0x2060, 0x206f), (0x3164, 0x3164), (0xe000, 0xf8ff),
    (0xfdd0, 0xfdef), (0xfe00, 0xfe0f), (0xfeff, 0xfeff), (0xffa0, 0xffa0), (0xfff0, 0xfffb), (0xfffe, 0xffff),
    (0x110bd, 0x110bd), (0x110cd, 0x110cd), (0x13430, 0x1345f), (0x1bca0, 0x1bca3), (0x1d173, 0x1d17a),
    (0x1fffe, 0x1ffff), (0x2fffe, 0x2ffff), (0x3fffe, 0x3ffff), (0x4fffe, 0x4ffff), (0x5fffe, 0x5ffff),
    (0xe0000, 0xe0fff), (0xf0000, 0xfffff), (0x0010_0000, 0x0010_ffff),
];

/// How many marks may stand on one letter.
const MAX_MARKS: usize = 6;

/// Whether a character does harm wherever it is shown.
pub(crate) fn is_harmful(c: char) -> bool {
    let code = u32::from(c);
    HARMFUL.iter().any(|(first, last)| (*first..=*last).contains(&code))
}

/// The harm that a text does that is printed as it is, if it does any. Its lines may end.
pub(crate) fn harm(text: &str) -> Option<String> {
    let harmful = text.char_indices().find(|(_, c)| *c != '\n' && is_harmful(*c));
    let around = |at: usize| {
        let from = text.floor_char_boundary(at.saturating_sub(60));
        format!("{:?}", text.get(from..text.floor_char_boundary(at + 40)))
    };
    harmful.map(|(at, _)| around(at))
}

/// What was wrong with what was written to a terminal. Every byte has to be a letter of a text, or part of a sequence
/// that the program has a use for.
pub(crate) fn faults(written: &[u8]) -> Vec<String> {
    let mut strict = Strict::default();
    if let Err(fault) = std::str::from_utf8(written) {
        strict.faults.push(format!("no text: {fault}"));
    }
    // The parser passes over strings that no terminal of today shows.
    let begins = |pair: &[u8]| pair[0] == 0x1b && !b"[]\\".contains(&pair[1]);
    if let Some(at) = written.windows(2).position(begins) {
        strict.faults.push(format!(
            "an escape {:?}",
            String::from_utf8_lossy(&written[at..][..8.min(written.len() - at)])
        ));
    }
    let mut parser = Parser::new();
    parser.advance(&mut strict, written);
    let letters = strict.letters;
    // What comes whole is read to its end: a letter behind it is one.
    parser.advance(&mut strict, b"z");
    if strict.letters == letters {
        strict.faults.push("a sequence that is not ended".to_owned());
    }
    strict.faults
}

/// Listens to what a terminal would do.
#[derive(Default)]
struct Strict {
    faults: Vec<String>,
    letters: usize,
    marks: usize,
    /// What was printed last.
    recent: String,
}

impl Strict {
    fn fault(&mut self, what: &str) {
        let recent = self.recent.char_indices().rev().nth(60).map_or(0, |(at, _)| at);
        self.faults.push(format!("{what} behind {:?}", self.recent.get(recent..)));
    }
}

/// What is set and reset: wrapping, the cursor's sight, the mouse, the other screen, pastes, updates as a whole.
const MODES: [u16; 10] = [7, 25, 1000, 1002, 1003, 1006, 1015, 1049, 2004, 2026];

/// Whether a sequence is one of the program's own, by what ends it, what is between, and its numbers.
fn is_own(action: char, between: &[u8], numbers: &[u16]) -> bool {
    match (action, between, numbers) {
        ('H', b"", [row, column]) => *row > 0 && *column > 0,
        ('m', b"", styles) => is_style(styles),
        ('K', b"", [0]) | ('J', b"", [2]) | ('t', b"", [22 | 23, 2]) => true,
        ('h' | 'l', b"?", [mode]) => MODES.contains(mode),
        _ => false,
    }
}

/// Whether these numbers are colours and what else the program styles with: nothing of it blinks or is concealed.
fn is_style(numbers: &[u16]) -> bool {
    match numbers {
        [] => true,
        [38 | 48 | 58, 5, _, rest @ ..] | [38 | 48 | 58, 2, _, _, _, rest @ ..] => is_style(rest),
        [first, rest @ ..] => !matches!(first, 5 | 6 | 8 | 38 | 48 | 58) && is_style(rest),
    }
}

impl Perform for Strict {
    fn print(&mut self, c: char) {
        self.letters += 1;
        self.recent.push(c);
        self.marks = if unicode_width::UnicodeWidthChar::width(c) == Some(0) { self.marks + 1 } else { 0 };
        if is_harmful(c) || self.marks > MAX_MARKS {
            self.fault(&format!("U+{:04X}", u32::from(c)));
        }
    }

    fn execute(&mut self, byte: u8) {
        self.fault(&format!("control {byte:#04x}"));
    }

    fn hook(&mut self, _: &Params, _: &[u8], _: bool, action: char) {
        self.fault(&format!("a device control string {action:?}"));
    }

    fn osc_dispatch(&mut self, parts: &[&[u8]], _: bool) {
        let text: Vec<_> = parts.iter().map(|part| String::from_utf8_lossy(part)).collect();
        let own = match text.iter().map(|part| &**part).collect::<Vec<_>>()[..] {
            // A title is the program's name, and counts.
            ["2", title] => title
                .strip_suffix("hieroscope")
                .is_some_and(|counts| counts.chars().all(|c| c.is_ascii_digit() || " ✓✗…".contains(c))),
            ["9", words] => harm(words).is_none(),
            // A key that comes late may copy something, but nothing that a stranger says is copied.
            ["52", "c", copied] => copied != COPIED,
            _ => false,
        };
        if !own {
            self.fault(&format!("an operating system command {text:?}"));
        }
    }

    fn csi_dispatch(&mut self, numbers: &Params, between: &[u8], ignored: bool, action: char) {
        let all: Vec<u16> = numbers.iter().flatten().copied().collect();
        if ignored || !is_own(action, between, &all) {
            self.fault(&format!("a sequence {numbers:?} {between:?} {action:?}"));
        }
    }

    fn esc_dispatch(&mut self, between: &[u8], _: bool, byte: u8) {
        // The end of an operating system command is read apart from it.
        if (between, byte) != (b"", b'\\') {
            self.fault(&format!("an escape {between:?} {:?}", char::from(byte)));
        }
    }
}

#[test]
fn every_stranger_is_noticed() {
    for text in corpus().iter().filter(|text| text.chars().any(is_harmful)) {
        assert!(!faults(text.as_bytes()).is_empty() && harm(&text.replace('\n', "\r")).is_some(), "{text:?}");
    }
    let own = "\x1b[?1049h\x1b[?2026h\x1b[2J\x1b[3;4H\x1b[38;5;8;48;2;1;2;3mé日\x1b[0m\x1b[K\x1b[?2026l\x1b[22;2t\x1b]2;✓ 3 hieroscope\x07";
    assert_eq!(faults(own.as_bytes()), [""; 0]);
    for evil in [
        "\x1b[31",
        "\x1b]2;owned\x07",
        "\x1b[?1004h",
        "\x1b[5n",
        "\x1b_G\x1b\\",
        "\x1b[3J",
        "\x1b]9;a\u{202e}\x07",
        "\x1b]8;;x\x07",
    ] {
        assert!(!faults(evil.as_bytes()).is_empty(), "{evil:?}");
    }
    assert!(!faults(b"a\x9bb").is_empty());
}
