//! The process's environment as data, which tests can set, and the API key in a variable that the command line names.

use std::ffi::OsString;
use std::path::PathBuf;

use secrecy::zeroize::Zeroizing;
use verification::ApiKey;

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

/// Why there is no key. None of the sentences holds a value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SecretFault {
    /// The value is not a variable name; it may be the key itself, and is not repeated.
    #[error("--api-key-env wants the name of an environment variable, not a key: letters, digits and _ only")]
    Name,
    /// There is no such variable; what should be its name may be the key itself, so it is not repeated.
    #[error(
        "the environment variable that --api-key-env names is not set: export it with your key at the explorer, \
         and give its name, not the key"
    )]
    Unset,
    /// The variable holds nothing.
    #[error("the environment variable {0} is empty: export it with your key at the explorer")]
    Empty(String),
    /// The variable holds no key.
    #[error(
        "the environment variable {0} holds no key: a key has no blank, & or #, which servers would misread"
    )]
    Value(String),
}

/// The key that this environment variable holds.
///
/// # Errors
/// When there is no such variable, or no key in it.
pub fn api_key(name: &str) -> Result<ApiKey, SecretFault> {
    read_key(name, |name| std::env::var_os(name))
}

fn read_key(name: &str, variable: impl Fn(&str) -> Option<OsString>) -> Result<ApiKey, SecretFault> {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) || !name.chars().all(word) {
        return Err(SecretFault::Name);
    }
    let value = variable(name).ok_or(SecretFault::Unset)?;
    let value = Zeroizing::new(value.into_encoded_bytes());
    let value = str::from_utf8(&value).map_err(|_| SecretFault::Value(name.to_owned()))?;
    if value.trim().is_empty() {
        return Err(SecretFault::Empty(name.to_owned()));
    }
    ApiKey::parse(value).ok_or_else(|| SecretFault::Value(name.to_owned()))
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

    #[test]
    fn only_a_named_variable_gives_a_key_and_no_fault_repeats_it() {
        let of = |name: &str, value: Option<&str>| read_key(name, |_| value.map(OsString::from));
        assert_eq!(of("KEY", Some(" hunter2\n")).unwrap().reveal(), "hunter2");
        for (name, value, wanted) in [
            ("hunter2", None, "is not set"),
            ("KEY", Some(" "), "KEY is empty"),
            ("KEY", Some("hunter2&x"), "KEY holds no key"),
            ("hunter2-is-my-key", Some("x"), "wants the name"),
            ("2hunter2", Some("x"), "wants the name"),
            ("", Some("x"), "wants the name"),
        ] {
            let words = of(name, value).unwrap_err().to_string();
            assert!(words.contains(wanted) && !words.contains("hunter2"), "{name}: {words}");
        }
    }
}
