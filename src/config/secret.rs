//! Reads an API key from the environment variable that the command line names.

use std::ffi::OsString;

use secrecy::zeroize::Zeroizing;
use verification::ApiKey;

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
