//! A key that servers repeat in every form: it is in no byte that the program on screen leaves, whatever is made of the
//! job that it was for.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::children::children;
use super::planted_key::{Echo, KEY, leaked, search};
use super::program::Start;

/// Leaves what it was started with, and what it is given.
const CHILD: &str = "#!/bin/sh\nname=$HOME/child-$(basename \"$0\")\n\
                     tr '\\0' '\\n' < /proc/$$/environ > \"$name.environment\"\n\
                     tr '\\0' '\\n' < /proc/$$/cmdline > \"$name.arguments\"\ncat > \"$name.input\"\ncat \"$name.input\"\n";

/// What is made of the job, of its contract and of the request log: as received, piped, copied, exported, opened.
const KEYS: [&str; 19] = [
    "J", "|", "y", "\x1b", "\x1b", "y", "Y", "\r", "e", "\r", "g", "c", "O", "!", "\r", "y", "\x1b", "W",
    "\r",
];

#[test]
fn a_planted_key_is_in_nothing_that_the_program_leaves() {
    let echo = Echo::start(202);
    let form = "verify/298/0xb0551e9ecceb06cf6ea2879174aaf4da84633e85?mode=import";
    let start = Start::plain().with(["--network", "mine", form]).prepared(|home| {
        for name in ["xdg-open", "pipe"] {
            fs::write(home.join(name), CHILD).unwrap();
            fs::set_permissions(home.join(name), fs::Permissions::from_mode(0o755)).unwrap();
        }
        let explorer = "explorer.contract = \"https://explorer.invalid/contract/{}\"";
        let config = format!(
            "pipe = [\"pipe\"]\nnotify-desktop = \"osc9\"\n[networks.mine]\nmirror = \"{0}\"\nverifier = \"{0}\"\n\
             chain = 298\n{explorer}\n",
            echo.url
        );
        fs::write(home.join("config.toml"), config).unwrap();
    });
    let start = start.with_config().program_path().logging().recording().in_home().size(120, 40);
    let start = start.variable("EXPLORER_KEY", KEY).variable("HIEROSCOPE_PANIC_AT", "loop.action.network");
    let mut program = start.run();
    assert_eq!(leaked(&program.arguments()), None);
    program.see("API key").see("Will send").settle().send("\t");
    program.send(KEY);
    program.see("•••").send("\r");
    program.see("Send this?").send("\r");
    program.see("failed").settle();
    for keys in KEYS {
        program.send(keys);
        program.wait_for_silence(Duration::from_millis(200));
    }
    let (home, id) = (program.home().to_owned(), program.id());
    program.until("the browser has ended", |_| home.join("child-xdg-open.input").exists());
    program.until("all children are reaped", |_| children(id).is_empty());
    program.send("\x0e");
    assert_eq!(program.end(), 101);

    assert_eq!(leaked(program.written()), None);
    let copies = copied(program.written());
    assert!(copies.len() >= 4, "{}", copies.len());
    for copy in copies {
        assert_eq!(leaked(&copy), None);
    }
    for made in [
        "child-pipe.input",
        "child-xdg-open.arguments",
        "data/crashes",
        "data/hieroscope.sqlite",
        "hieroscope-report-2f4aeb11.md",
        "run.log",
        "session.ndjson",
    ] {
        assert!(home.join(made).exists(), "{made}");
    }
    assert!(search(&home) > 13, "an export of the request log is among them");
    for child in ["pipe", "xdg-open"] {
        let environment = fs::read_to_string(home.join(format!("child-{child}.environment"))).unwrap();
        assert!(environment.contains("PATH=") && !environment.contains("EXPLORER_KEY"), "{environment}");
    }
}

/// The texts that were put on the clipboard.
fn copied(written: &[u8]) -> Vec<Vec<u8>> {
    let written = String::from_utf8_lossy(written);
    let parts = written.split("\x1b]52;c;").skip(1);
    parts.map(|part| STANDARD.decode(part.split('\x07').next().unwrap()).unwrap()).collect()
}
