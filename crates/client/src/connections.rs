//! The HTTP clients, each built on first use: loading the system's certificates takes time that a plain or local
//! server does not need.

use std::net::IpAddr;
use std::time::Duration;

use reqwest::{Url, redirect};
use tokio::sync::OnceCell;

/// How the program names itself to servers.
const USER_AGENT: &str = concat!("hieroscope/", env!("CARGO_PKG_VERSION"));

/// Idle timeout of plain connections: verification servers close theirs after five seconds, and a submission
/// must not run into that.
const PLAIN_IDLE: Duration = Duration::from_secs(4);
/// Idle timeout of TLS connections: they are expensive to open, and servers keep them longer.
const SECURE_IDLE: Duration = Duration::from_secs(50);

/// HTTP clients by kind of server, each created on first use.
#[derive(Debug)]
pub(super) struct Connections {
    connect: Duration,
    /// For this machine: never through a proxy.
    local: OnceCell<reqwest::Client>,
    /// For `http://`.
    plain: OnceCell<reqwest::Client>,
    /// For `https://`, with the system's certificates.
    secure: OnceCell<reqwest::Client>,
}

impl Connections {
    /// No client is built before the ciphers are chosen; those that are chosen already stay.
    pub(super) fn new(connect: Duration) -> Self {
        let _ = rustls::crypto::ring::default_provider().install_default();
        Self { connect, local: OnceCell::new(), plain: OnceCell::new(), secure: OnceCell::new() }
    }

    /// The client that may ask this address.
    pub(super) async fn to(&self, url: &Url) -> reqwest::Result<&reqwest::Client> {
        if url.scheme() == "https" {
            return self.secure.get_or_try_init(async || self.builder(SECURE_IDLE).build()).await;
        }
        let plain = self.builder(PLAIN_IDLE).tls_certs_only([]);
        if is_local(url) {
            self.local.get_or_try_init(async || plain.no_proxy().build()).await
        } else {
            self.plain.get_or_try_init(async || plain.build()).await
        }
    }

    fn builder(&self, idle: Duration) -> reqwest::ClientBuilder {
        reqwest::Client::builder()
            .user_agent(USER_AGENT)
            .connect_timeout(self.connect)
            .pool_idle_timeout(idle)
            .redirect(redirect::Policy::none())
            .retry(reqwest::retry::never())
            .referer(false)
    }
}

/// Whether an address is on this machine.
pub(super) fn is_local(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loopback_is_told_from_the_rest() {
        for (url, local) in [
            ("http://127.0.0.1:80/x", true),
            ("http://[::1]/", true),
            ("http://localhost:5551", true),
            ("http://127.evil.example", false),
            ("http://10.0.0.1", false),
        ] {
            assert_eq!(is_local(&Url::parse(url).unwrap()), local, "{url}");
        }
    }
}
