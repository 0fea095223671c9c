//! The process's environment as data, so that tests can set it.

use std::path::PathBuf;

/// The part of the environment that matters here.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Environment {
    /// The variable `NO_COLOR`.
    pub no_color: Option<String>,
    /// The variable `TERM`.
    pub term: Option<String>,
    /// The directory of the configuration file.
    pub config_dir: Option<PathBuf>,
    /// The directory for what outlives the process.
    pub data_dir: Option<PathBuf>,
}

impl Environment {
    /// The process's own environment and the system's customs for directories.
    pub fn of_process() -> Self {
        let variable = |name| std::env::var_os(name).map(|value| value.to_string_lossy().into_owned());
        let directories = directories::ProjectDirs::from("", "", "hieroscope");
        Self {
            no_color: variable("NO_COLOR"),
            term: variable("TERM"),
            config_dir: directories.as_ref().map(|dirs| dirs.config_dir().to_owned()),
            data_dir: directories.as_ref().map(|dirs| dirs.data_local_dir().to_owned()),
        }
    }

    /// Whether colours are wanted: `NO_COLOR` that is set to anything refuses them, and a dumb terminal has none.
    pub fn wants_colour(&self) -> bool {
        self.no_color.as_deref().is_none_or(str::is_empty) && self.term.as_deref() != Some("dumb")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_no_color_refuses_nothing() {
        let with = |no_color: Option<&str>, term: Option<&str>| {
            Environment {
                no_color: no_color.map(str::to_owned),
                term: term.map(str::to_owned),
                ..Environment::default()
            }
            .wants_colour()
        };
        assert!(with(None, Some("xterm-256color")));
        assert!(with(Some(""), None));
        assert!(!with(Some("1"), Some("xterm")));
        assert!(!with(None, Some("dumb")));
    }
}
