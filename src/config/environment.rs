//! The process's environment as data, which tests can set.

use std::path::PathBuf;

/// The part of the environment that matters here.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Environment {
    pub no_color: Option<String>,
    pub term: Option<String>,
    /// The language and character set of text: the first of `LC_ALL`, `LC_CTYPE` and `LANG` that says something.
    pub locale: Option<String>,
    /// The directory of the configuration file.
    pub config_dir: Option<PathBuf>,
    /// The directory for what outlives the process.
    pub data_dir: Option<PathBuf>,
}

/// Terminals that cannot be drawn on as others can.
const UNDRAWABLE: [&str; 4] = ["", "dumb", "vt52", "unknown"];

impl Environment {
    /// The process's own environment and the system's customs for directories.
    pub fn of_process() -> Self {
        let variable = |name| std::env::var_os(name).map(|value| value.to_string_lossy().into_owned());
        let directories = directories::ProjectDirs::from("", "", "hieroscope");
        Self {
            no_color: variable("NO_COLOR"),
            term: variable("TERM"),
            locale: ["LC_ALL", "LC_CTYPE", "LANG"]
                .into_iter()
                .filter_map(variable)
                .find(|value| !value.is_empty()),
            config_dir: directories.as_ref().map(|dirs| dirs.config_dir().to_owned()),
            data_dir: directories.as_ref().map(|dirs| dirs.data_local_dir().to_owned()),
        }
    }

    /// Whether only ASCII is understood: by a locale whose characters are not those of UTF-8. Where none is set, terminals
    /// of today understand more.
    pub fn wants_ascii(&self) -> bool {
        let utf8 = |locale: &str| locale.to_ascii_lowercase().replace('-', "").contains("utf8");
        self.locale.as_deref().is_some_and(|locale| !utf8(locale))
    }

    /// Why nothing can be drawn on this terminal, if so, and what to do.
    pub fn undrawable(&self) -> Option<String> {
        let term = self.term.as_deref().filter(|term| UNDRAWABLE.contains(term))?;
        let term = if term.is_empty() { "empty" } else { term };
        Some(format!("this terminal cannot be drawn on (TERM is {term}): start hieroscope in another one\n"))
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
    fn a_locale_without_utf8_wants_ascii_and_none_does_not() {
        let with = |locale: Option<&str>| {
            Environment { locale: locale.map(str::to_owned), ..Environment::default() }.wants_ascii()
        };
        for locale in ["C", "POSIX", "de_DE", "en_US.ISO-8859-1"] {
            assert!(with(Some(locale)), "{locale}");
        }
        for locale in [None, Some("C.UTF-8"), Some("en_US.utf8"), Some("C.utf-8")] {
            assert!(!with(locale), "{locale:?}");
        }
    }

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
