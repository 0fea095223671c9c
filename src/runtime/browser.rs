//! A web browser, if the machine has one.

use std::process::Stdio;

use super::environment;

/// Opens an address, and waits for the program that does it. `false` if there is none, or none that can.
pub(super) fn open(address: &str) -> bool {
    let programs = if cfg!(target_os = "macos") {
        ["open"].as_slice()
    } else if cfg!(windows) {
        ["explorer"].as_slice()
    } else {
        ["xdg-open", "gio"].as_slice()
    };
    let web = address.starts_with("https://") || address.starts_with("http://");
    let done = |program: &&str| {
        let mut command = environment::of_desktop(program);
        if *program == "gio" {
            command.arg("open");
        }
        command.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        // That of Windows fails even if it has opened the address.
        command.status().is_ok_and(|status| status.success() || cfg!(windows))
    };
    web && programs.iter().any(done)
}
