//! Parses addresses from settings: base URLs of servers and URL patterns of web explorers.

use reqwest::Url;

/// Parses a base URL: http or https, with an optional path; a trailing slash is dropped.
///
/// # Errors
/// Says what is valid.
fn base_url(text: &str) -> Result<String, String> {
    const EXAMPLE: &str = "such as https://mirror.example/path";
    if !text.starts_with("http://") && !text.starts_with("https://") {
        return Err(format!("write an address that begins with http:// or https://, {EXAMPLE}"));
    }
    let url = Url::parse(text).map_err(|fault| format!("not an address ({fault}): write one {EXAMPLE}"))?;
    if !url.username().is_empty() || url.password().is_some() {
        return Err("an address must not carry a user name or a password".to_owned());
    }
    if url.query().is_some() || url.fragment().is_some() {
        return Err(format!("a base address has neither ? nor #: write one {EXAMPLE}"));
    }
    Ok(url.as_str().trim_end_matches('/').to_owned())
}

/// Reads a mirror node's base URL. The path of its API, which people copy along, does not belong to it.
///
/// # Errors
/// A sentence on what would do.
pub(super) fn mirror_url(text: &str) -> Result<String, String> {
    base_url(text).map(|url| without_path(url, "/api/v1"))
}

/// Reads a verification API's base URL, in the same way.
///
/// # Errors
/// A sentence on what would do.
pub(super) fn verifier_url(text: &str) -> Result<String, String> {
    base_url(text).map(|url| without_path(url, "/v2"))
}

/// The address without this path at its end; unchanged if that would remove the host.
fn without_path(url: String, path: &str) -> String {
    let rest = url.strip_suffix(path).map(|rest| rest.trim_end_matches('/'));
    match rest.filter(|rest| Url::parse(rest).is_ok_and(|rest| rest.has_host())) {
        Some(rest) => rest.to_owned(),
        None => url,
    }
}

/// Parses an optional base URL; empty text means no URL.
///
/// # Errors
/// A sentence on which URLs are valid.
pub(super) fn optional_base_url(text: &str) -> Result<Option<String>, String> {
    if text.is_empty() { Ok(None) } else { base_url(text).map(Some) }
}

/// Reads a verification API's base URL that need not be there.
///
/// # Errors
/// A sentence on what would do.
pub(super) fn optional_verifier_url(text: &str) -> Result<Option<String>, String> {
    if text.is_empty() { Ok(None) } else { verifier_url(text).map(Some) }
}

/// Reads the pattern of a web explorer's addresses, in which each of `holes` must occur.
///
/// # Errors
/// A sentence on what would do.
pub(super) fn pattern(text: &str, holes: &[&str]) -> Result<String, String> {
    if text.is_empty() {
        return Ok(String::new());
    }
    if !text.starts_with("http://") && !text.starts_with("https://") {
        return Err("write an address that begins with http:// or https://".to_owned());
    }
    let filled = holes.iter().fold(text.to_owned(), |text, hole| text.replace(hole, "0"));
    Url::parse(&filled).map_err(|fault| format!("not an address ({fault})"))?;
    match holes.iter().find(|hole| !text.contains(**hole)) {
        Some(hole) => Err(format!("write {hole} where the value goes")),
        None => Ok(text.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_base_address_keeps_its_path_and_loses_its_last_slash() {
        for (text, wanted) in [
            ("http://localhost:8080", "http://localhost:8080"),
            ("http://localhost:8080/", "http://localhost:8080"),
            ("https://sourcify.dev/server/", "https://sourcify.dev/server"),
            ("https://HOST.example/a/b//", "https://host.example/a/b"),
            ("http://[::1]:9/x", "http://[::1]:9/x"),
        ] {
            assert_eq!(base_url(text).as_deref(), Ok(wanted), "{text}");
        }
    }

    #[test]
    fn the_path_of_the_api_is_not_doubled() {
        for (text, wanted) in [
            ("http://localhost:5551/api/v1", "http://localhost:5551"),
            ("http://localhost:5551/api/v1/", "http://localhost:5551"),
            ("https://gate.example/one/api/v1", "https://gate.example/one"),
            ("https://gate.example/api", "https://gate.example/api"),
            // Without a host of its own the address has the first part of its path for one.
            ("http:///api/v1", "http://api/v1"),
        ] {
            assert_eq!(mirror_url(text).as_deref(), Ok(wanted), "{text}");
        }
        assert_eq!(
            verifier_url("https://host.example/server/v2/").as_deref(),
            Ok("https://host.example/server")
        );
        assert_eq!(optional_verifier_url(""), Ok(None));
    }

    #[test]
    fn an_address_with_secrets_or_questions_is_refused() {
        for text in [
            "",
            "localhost:8080",
            "ftp://host/",
            "http://",
            "http://a b/",
            "http://host:99999/",
            "http://me@host/",
            "http://me:word@host/",
            "http://host/?key=1",
            "http://host/#part",
            "file:///etc",
        ] {
            assert!(base_url(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_pattern_needs_its_holes() {
        assert_eq!(pattern("", &["{}"]).as_deref(), Ok(""));
        assert!(pattern("https://host/contract/{}", &["{}"]).is_ok());
        assert!(pattern("https://host/contract/", &["{}"]).is_err());
        assert!(pattern("https://host/{chain}/", &["{chain}", "{address}"]).is_err());
        assert!(pattern("javascript:{}", &["{}"]).is_err());
    }
}
