//! Whether tmux is the terminal, and what it does with copies.

use std::process::Stdio;

use super::environment;

/// Said instead of "copied" where tmux discards what is copied.
pub(super) const DISCARDED: &str = "tmux discards copies; run tmux set -g set-clipboard on";

/// Whether the terminal is a pane of tmux.
pub(super) fn is_terminal() -> bool {
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
