//! Opens the system's web browser.

use std::process::Stdio;

use super::environment;

/// Opens an address, blocking until the launcher exits. `false` if no launcher succeeded.
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
        // The launcher of Windows fails even after opening the address.
        command.status().is_ok_and(|status| status.success() || cfg!(windows))
    };
    web && programs.iter().any(done)
}
