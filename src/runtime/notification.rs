//! Draws attention through the terminal: its bell, a desktop notification, its window's title.

use super::clipboard::passed_through;
use crate::message::Desktop;

pub(super) const BELL: &[u8] = b"\x07";

/// Saves the window's title, for [`POP_TITLE`] to restore.
pub(super) const PUSH_TITLE: &str = "\x1b[22;2t";

/// Restores the title that [`PUSH_TITLE`] saved.
pub(super) const POP_TITLE: &str = "\x1b[23;2t";

/// The sequence that asks for a notification; inside tmux it is passed through to the terminal.
pub(super) fn sequence(desktop: Desktop, text: &str, tmux: bool) -> String {
    let text = plain(text);
    let plain = match desktop {
        Desktop::Osc9 => format!("\x1b]9;{text}\x07"),
        Desktop::Osc777 => format!("\x1b]777;notify;hieroscope;{text}\x07"),
    };
    if tmux { passed_through(&plain) } else { plain }
}

/// The sequence that sets the window's title. It is not passed through tmux, which has window titles and restores them.
pub(super) fn title(text: &str) -> String {
    format!("\x1b]2;{}\x07", plain(text))
}

/// The text without characters that end or split the sequence. The program's own texts contain none.
fn plain(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).map(|c| if c == ';' { ',' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sequences_carry_the_text() {
        let words = "0x01: exact match";
        assert_eq!(sequence(Desktop::Osc9, words, false), "\x1b]9;0x01: exact match\x07");
        assert_eq!(
            sequence(Desktop::Osc777, words, false),
            "\x1b]777;notify;hieroscope;0x01: exact match\x07"
        );
        assert_eq!(sequence(Desktop::Osc9, "a", true), "\x1bPtmux;\x1b\x1b]9;a\x07\x1b\\");
        assert_eq!(title("✓ 3 hieroscope"), "\x1b]2;✓ 3 hieroscope\x07");
    }

    #[test]
    fn nothing_in_the_text_can_end_the_sequence() {
        let evil = "a\x07\x1b]2;b\u{9c}\n;c";
        assert_eq!(sequence(Desktop::Osc777, evil, false), "\x1b]777;notify;hieroscope;a]2,b,c\x07");
        assert_eq!(title(evil), "\x1b]2;a]2,b,c\x07");
    }
}
