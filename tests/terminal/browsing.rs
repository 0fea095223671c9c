//! Where no web browser can be started, its address is shown and copied.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use super::program::Start;
use super::server::Server;

#[test]
fn an_address_that_no_browser_opens_is_shown_and_copied() {
    let mirror = Server::start(|_| (200, r#"{"contract_id":"0.0.5001"}"#.to_owned()));
    for opener in [None, Some("#!/bin/sh\nexit 3\n")] {
        let home = tempfile::tempdir().unwrap();
        let programs = home.path().join("programs");
        fs::create_dir(&programs).unwrap();
        if let Some(script) = opener {
            let path = programs.join("xdg-open");
            fs::write(&path, script).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        }
        let config = home.path().join("config.toml");
        let explorer = "explorer.contract = \"https://explorer.invalid/contract/{}\"";
        fs::write(&config, format!("[networks.mine]\nmirror = \"{}\"\n{explorer}\n", mirror.url())).unwrap();
        let network = ["--config", config.to_str().unwrap(), "--network", "mine", "0.0.5001"];
        let start = Start::plain().with(network);
        let mut program = start.variable("PATH", programs.to_str().unwrap()).run();
        program.see("g l events").send("O");
        program.see("https://explorer.invalid/contract/0.0.5001");
        program.send("\x03");
        program.end();
        let written = String::from_utf8_lossy(program.written()).into_owned();
        let copied = "\x1b]52;c;aHR0cHM6Ly9leHBsb3Jlci5pbnZhbGlkL2NvbnRyYWN0LzAuMC41MDAx\x07";
        assert!(written.contains(copied), "it is not on the clipboard");
    }
}

#[test]
fn a_browser_learns_no_secret_of_the_environment() {
    let mirror = Server::start(|_| (200, r#"{"contract_id":"0.0.5001"}"#.to_owned()));
    let home = tempfile::tempdir().unwrap();
    let (programs, learned) = (home.path().join("programs"), home.path().join("learned"));
    fs::create_dir(&programs).unwrap();
    let path = programs.join("xdg-open");
    fs::write(&path, format!("#!/bin/sh\n/usr/bin/env > {}\nexit 3\n", learned.display())).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    let config = home.path().join("config.toml");
    let explorer = "explorer.contract = \"https://explorer.invalid/contract/{}\"";
    fs::write(&config, format!("[networks.mine]\nmirror = \"{}\"\n{explorer}\n", mirror.url())).unwrap();
    let start = Start::plain().with(["--config", config.to_str().unwrap(), "--network", "mine", "0.0.5001"]);
    let start = start.variable("PATH", programs.to_str().unwrap()).variable("DISPLAY", ":7");
    let mut program = start.variable("EXPLORER_KEY", "s3cret").variable("MY_TOKEN", "t0ken").run();
    program.see("g l events").send("O");
    program.see("https://explorer.invalid/contract/0.0.5001");
    let learned = fs::read_to_string(&learned).unwrap();
    assert!(learned.contains("DISPLAY=:7") && learned.contains("PATH="), "{learned}");
    assert!(!learned.contains("s3cret") && !learned.contains("t0ken"), "{learned}");
    #[cfg(target_os = "linux")]
    assert_eq!(super::children::children(program.id()), [""; 0], "it has ended, and is left behind");
    program.send("\x03");
    program.end();
}
