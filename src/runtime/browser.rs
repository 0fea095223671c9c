//! A web browser, if the machine has one.

use std::process::{Command, Stdio};

/// Opens an address. `false` if no browser could be started.
pub(super) fn open(address: &str) -> bool {
    let programs = if cfg!(target_os = "macos") {
        ["open"].as_slice()
    } else if cfg!(windows) {
        ["explorer"].as_slice()
    } else {
        ["xdg-open", "gio"].as_slice()
    };
    let web = address.starts_with("https://") || address.starts_with("http://");
    web && programs.iter().any(|program| {
        let mut command = Command::new(program);
        if *program == "gio" {
            command.arg("open");
        }
        command.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().is_ok()
    })
}
