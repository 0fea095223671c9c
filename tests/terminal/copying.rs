//! Copies within tmux: it takes them in one of two ways, or not at all, which is said.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use super::program::Start;

/// What is copied in a tmux with these two options.
fn copy(set_clipboard: &str, allow_passthrough: &str, said: &str) -> String {
    let start = Start::demo().with(["0.0.5001"]).variable("TMUX", "/tmp/tmux-0/default,1,0").program_path();
    let mut program = start
        .prepared(|home| {
            let path = home.join("tmux");
            let script = format!(
                "#!/bin/sh\ncase \"$*\" in\n*set-clipboard) echo {set_clipboard};;\n\
                 *allow-passthrough) echo {allow_passthrough};;\nesac\n"
            );
            fs::write(&path, script).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        })
        .run();
    program.see("busy DEX router").send("y");
    program.see(said);
    program.send("\x03");
    program.end();
    String::from_utf8_lossy(program.written()).into_owned()
}

#[test]
fn tmux_gets_copies_both_ways_and_what_it_discards_is_said() {
    let plain = "\x1b]52;c;MC4wLjUwMDE=\x07";
    let passed = "\x1bPtmux;\x1b\x1b]52;c;MC4wLjUwMDE=\x07\x1b\\";
    for (set_clipboard, allow_passthrough, said) in [
        ("on", "off", "copied contract id"),
        ("external", "on", "copied contract id"),
        ("external", "off", "tmux discards copies; run tmux set -g set-clipboard on"),
    ] {
        let written = copy(set_clipboard, allow_passthrough, said);
        assert!(written.contains(plain) && written.contains(passed), "{set_clipboard} {allow_passthrough}");
    }
}
