//! The environment: the home directory, and the variables passed to child processes, which are created only here and
//! get no keys or tokens.

use std::env;
use std::path::PathBuf;
use std::process::Command;

/// Variables passed to every program.
pub(super) const PLAIN: [&str; 14] = [
    "PATH",
    "HOME",
    "USER",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "TERM",
    "TMPDIR",
    "TZ",
    "TEMP",
    "TMP",
    "SystemRoot",
    "PATHEXT",
    "USERPROFILE",
];

/// Additional variables for programs that open windows.
const OF_DESKTOPS: [&str; 26] = [
    "APPDATA",
    "BROWSER",
    "DBUS_SESSION_BUS_ADDRESS",
    "DESKTOP_SESSION",
    "DISPLAY",
    "GNOME_DESKTOP_SESSION_ID",
    "HOMEDRIVE",
    "HOMEPATH",
    "KDE_FULL_SESSION",
    "KDE_SESSION_VERSION",
    "LOCALAPPDATA",
    "LOGNAME",
    "ProgramFiles",
    "SHELL",
    "SystemDrive",
    "WAYLAND_DISPLAY",
    "WSL_DISTRO_NAME",
    "WSL_INTEROP",
    "XAUTHORITY",
    "XDG_CONFIG_DIRS",
    "XDG_CONFIG_HOME",
    "XDG_CURRENT_DESKTOP",
    "XDG_DATA_DIRS",
    "XDG_DATA_HOME",
    "XDG_RUNTIME_DIR",
    "XDG_SESSION_TYPE",
];

/// A command with the variables for every program.
pub(super) fn plain(program: &str) -> Command {
    with(program, PLAIN.iter())
}

/// A command that can also find the terminal multiplexer it runs in.
pub(super) fn of_terminal(program: &str) -> Command {
    with(program, PLAIN.iter().chain(&["TMUX", "TMUX_PANE", "TMUX_TMPDIR"]))
}

/// A command that can also open windows.
pub(super) fn of_desktop(program: &str) -> Command {
    with(program, PLAIN.iter().chain(&OF_DESKTOPS))
}

fn with<'a>(program: &str, names: impl Iterator<Item = &'a &'a str>) -> Command {
    let mut command = Command::new(program);
    command.env_clear().envs(names.filter_map(|name| Some((name, env::var_os(name)?))));
    command
}

/// The user's home directory, if there is one.
pub(crate) fn home() -> Option<PathBuf> {
    directories::BaseDirs::new().map(|directories| directories.home_dir().to_owned())
}
