//! Base addresses of servers, with an optional path, and the addresses below them.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use reqwest::Url;

/// Unescaped in a query: the characters of times, ids, operators and lists, besides
/// letters and digits.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'.').remove(b':').remove(b'-').remove(b'_').remove(b',');

/// An invalid address in a network's profile.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClientFault {
    /// The text is not an address.
    #[error(
        "{0:?} is not an address: write http:// or https://, the host, and the path of the API if it has one"
    )]
    Address(String),
    /// An address with a user's name or password in it, which would be shown and stored.
    #[error("an address must not carry a user name or a password")]
    Credentials,
}

/// The address that an API's paths are appended to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Base(Url);

impl Base {
    /// Reads `http://host/path` or `https://host:port`; a query or fragment is dropped.
    pub(super) fn parse(text: &str) -> Result<Self, ClientFault> {
        let fault = || ClientFault::Address(ledger::text::visible(text));
        let mut url = Url::parse(text.trim()).map_err(|_| fault())?;
        if !matches!(url.scheme(), "http" | "https") || !url.has_host() {
            return Err(fault());
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(ClientFault::Credentials);
        }
        url.set_query(None);
        url.set_fragment(None);
        let path = url.path().trim_end_matches('/').to_owned();
        url.set_path(&path);
        Ok(Self(url))
    }

    pub(super) fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// The address of a path below the base, with query parameters.
    pub(super) fn url<'a>(
        &self,
        segments: impl IntoIterator<Item = &'a str>,
        pairs: &[(&str, String)],
    ) -> Url {
        let mut url = self.0.clone();
        if let Ok(mut path) = url.path_segments_mut() {
            path.pop_if_empty().extend(segments);
        }
        if !pairs.is_empty() {
            let escaped = |text: &str| utf8_percent_encode(text, ESCAPED).to_string();
            let pairs = pairs.iter().map(|(name, value)| format!("{}={}", escaped(name), escaped(value)));
            url.set_query(Some(&pairs.collect::<Vec<_>>().join("&")));
        }
        url
    }

    /// The address that a link leads to, if it stays on this origin and below `/api/`.
    ///
    /// A link is a path from the origin by custom; a base with a path is put before one that lacks it.
    pub(super) fn resolve(&self, link: &str) -> Option<Url> {
        let mut url = self.0.join(link).ok()?;
        if url.origin() != self.0.origin() {
            return None;
        }
        let base = self.0.path().trim_end_matches('/');
        let within = url.path().strip_prefix(base).is_some_and(|rest| rest.starts_with("/api/"));
        if !within {
            if !url.path().starts_with("/api/") {
                return None;
            }
            let path = format!("{base}{}", url.path());
            url.set_path(&path);
        }
        let _ = url.set_username("");
        let _ = url.set_password(None);
        url.set_fragment(None);
        Some(url)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn base(text: &str) -> Base {
        Base::parse(text).unwrap()
    }

    #[test]
    fn a_base_keeps_its_path() {
        for text in ["https://host/server", "https://host/server/", "https://host/server?x=1#y"] {
            assert_eq!(
                base(text).url(["v2", "verify", "a b"], &[]).as_str(),
                "https://host/server/v2/verify/a%20b"
            );
        }
        assert_eq!(base("http://h:1").url(["api", "v1"], &[]).as_str(), "http://h:1/api/v1");
    }

    #[test]
    fn queries_are_readable_and_safe() {
        let url = base("http://h").url(["x"], &[("timestamp", "gte:1.5".into()), ("a&b", "c=d".into())]);
        assert_eq!(url.as_str(), "http://h/x?timestamp=gte:1.5&a%26b=c%3Dd");
    }

    #[test]
    fn what_is_no_address_is_refused() {
        for text in ["", "host", "ftp://host", "http://", "/path", "http:///"] {
            assert!(Base::parse(text).is_err(), "{text}");
        }
        assert!(Base::parse("x\u{1b}").unwrap_err().to_string().contains("\\\\x1b"));
    }

    #[test]
    fn links_stay_on_the_origin() {
        let plain = base("https://host");
        let link = "/api/v1/schedules?schedule.id=gt:0.0.7040";
        assert_eq!(plain.resolve(link).unwrap().as_str(), format!("https://host{link}"));
        assert_eq!(
            plain.resolve(&format!("https://host:443{link}")).unwrap().as_str(),
            format!("https://host{link}")
        );
        for foreign in
            ["https://other/api/v1/x", "//other/api/v1/x", "http://host/api/v1/x", "https://host:444/api"]
        {
            assert_eq!(plain.resolve(foreign), None, "{foreign}");
        }
        for elsewhere in ["/", "/admin", "/api/v1/../../admin", "x"] {
            assert_eq!(plain.resolve(elsewhere), None, "{elsewhere}");
        }
        assert_eq!(plain.resolve("https://me:x@host/api/v1").unwrap().as_str(), "https://host/api/v1");
    }

    #[test]
    fn a_link_without_the_base_path_gets_it() {
        for path in ["/mirror", "/api"] {
            let base = base(&format!("http://host{path}"));
            assert_eq!(base.resolve("/api/v1/x").unwrap().path(), format!("{path}/api/v1/x"));
            assert_eq!(base.resolve(&format!("{path}/api/v1/x")).unwrap().path(), format!("{path}/api/v1/x"));
        }
    }

    #[test]
    fn credentials_are_refused_and_not_repeated() {
        let fault = Base::parse("https://me:secret@host").unwrap_err();
        assert!(!fault.to_string().contains("secret"), "{fault}");
    }
}
