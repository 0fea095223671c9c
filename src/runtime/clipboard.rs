//! The clipboard, through the terminal itself (OSC 52): it works over SSH and without any other program, and in tmux if
//! that lets copies through.

use std::process::Stdio;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::environment;
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

/// Said instead of "copied" where tmux discards what is copied.
pub(super) const DISCARDED: &str = "tmux discards copies; run tmux set -g set-clipboard on";

/// Whether the terminal is a pane of tmux.
pub(super) fn is_in_tmux() -> bool {
    std::env::var_os("TMUX").is_some()
}

/// Whether tmux neither accepts copies from programs nor passes them through. `false` if tmux does not answer. Blocks
/// on a child process.
pub(super) fn discards_copies() -> bool {
    let is_one_of = |flags, option, wanted: &[&str]| {
        effective(flags, option).is_none_or(|value| wanted.contains(&value.as_str()))
    };
    // Versions before 3.3 pass everything on, and have no such option.
    !is_one_of("-sqv", "set-clipboard", &["on"])
        && !is_one_of("-pAqv", "allow-passthrough", &["on", "all", ""])
}

/// The value of an option in this pane.
fn effective(flags: &str, option: &str) -> Option<String> {
    let mut command = environment::of_terminal("tmux");
    let shown =
        command.args(["show-options", flags, option]).stdin(Stdio::null()).stderr(Stdio::null()).output();
    let shown = shown.ok().filter(|shown| shown.status.success())?;
    Some(String::from_utf8(shown.stdout).ok()?.trim().to_owned())
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
