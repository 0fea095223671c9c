//! The clipboard, through the terminal itself (OSC 52): it works over SSH and without any other program.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::message::Copied;

/// The sequence that puts a text on the clipboard. Tmux takes it as it is with `set-clipboard on`, and passes it through to
/// the terminal with `allow-passthrough on`: it gets both.
pub(super) fn sequence(text: &str, tmux: bool) -> String {
    let text = text.get(..text.floor_char_boundary(Copied::MAX_BYTES)).unwrap_or(text);
    let plain = format!("\x1b]52;c;{}\x07", STANDARD.encode(text));
    if tmux { format!("{plain}{}", passed_through(&plain)) } else { plain }
}

/// A sequence for the terminal that tmux runs in.
pub(super) fn passed_through(sequence: &str) -> String {
    format!("\x1bPtmux;{}\x1b\\", sequence.replace('\x1b', "\x1b\x1b"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_encoded_for_the_terminal_and_for_tmux() {
        assert_eq!(sequence("0.0.5", false), "\x1b]52;c;MC4wLjU=\x07");
        assert_eq!(
            sequence("0.0.5", true),
            "\x1b]52;c;MC4wLjU=\x07\x1bPtmux;\x1b\x1b]52;c;MC4wLjU=\x07\x1b\\"
        );
    }

    #[test]
    fn a_text_that_no_terminal_takes_is_cut_between_characters() {
        assert!(sequence(&"é".repeat(100_000), false).len() < 100_100);
    }
}
