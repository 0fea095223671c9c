//! The title of the terminal's window: set while the program runs, and given back.

use super::program::Start;

#[test]
fn the_title_is_put_aside_counts_jobs_and_comes_back() {
    let mut program = Start::demo().with(["verify//0.0.5016"]).run();
    // What is found out on the way changes the request, and has it shown once more.
    program.see("creation hash: found").send("\r");
    program.see("Send this?").send("\r");
    program.see("refused").send("\x03");
    program.end();
    let written = String::from_utf8_lossy(program.written()).into_owned();
    let order = ["\x1b[22;2t", "\x1b]2;hieroscope\x07", "\x1b]2;✗ 1 hieroscope\x07", "\x1b[23;2t"];
    let places: Vec<usize> = order.iter().map(|part| written.find(part).expect(part)).collect();
    assert!(places.is_sorted(), "{places:?}");
    assert_eq!(written.matches("\x1b[23;2t").count(), 1, "given back once");
}

#[test]
fn the_title_is_left_alone_if_that_is_wanted() {
    let home = tempfile::tempdir().unwrap();
    let config = home.path().join("config.toml");
    std::fs::write(&config, "notify-title = false\nnotify-bell = true\nnotify-desktop = \"osc9\"\n").unwrap();
    let config = config.to_str().unwrap();
    let mut program = Start::demo().with(["--config", config, "verify//0.0.5016"]).run();
    // What is found out on the way changes the request, and has it shown once more.
    program.see("creation hash: found").send("\r");
    program.see("Send this?").send("\r");
    program.see("refused").send("\x03");
    program.end();
    let written = String::from_utf8_lossy(program.written()).into_owned();
    for part in ["\x1b]2;", "\x1b[22;2t", "\x1b[23;2t"] {
        assert!(!written.contains(part), "{part:?}");
    }
    assert!(written.contains("\x1b]9;0x") && written.contains(": refused\x07"), "the notification");
    assert!(written.contains("\x07\x1b]9;"), "the bell");
}
