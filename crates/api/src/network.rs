//! A network profile: the addresses of its two APIs, their spellings, how short ids are completed, and the timeouts and
//! request rates of its servers.

use ledger::{EntityId, EvmAddress, LedgerId, Timestamp};
use verification::submission_text::Naming;
use verification::{ApiKey, ChainId, submission_text};

/// One network, as a profile describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    /// The profile's name.
    pub name: String,
    /// Base URL of the mirror node, possibly with a path, without a trailing slash.
    pub mirror: String,
    /// Base URL of the verification API, possibly with a path; none where a network has no verifier.
    pub verifier: Option<String>,
    /// The EVM chain id.
    pub chain: Option<ChainId>,
    /// The ledger id, an input of id checksums.
    pub ledger: Option<LedgerId>,
    /// Shard and realm that complete short ids; its number is zero.
    pub home: EntityId,
    /// Where a web explorer shows things.
    pub explorer: ExplorerLinks,
    /// The name of the unit parameter: `coin` as documented, `hbar` on public servers.
    pub unit_parameter: String,
    /// The path segment of import: `blockexplorer` as documented, `etherscan` on public servers.
    pub import_segment: String,
    /// Whether a key may be sent to the verifier over plain HTTP, readable in transit.
    pub plain_http_key: bool,
    /// The request rate for each of its servers.
    pub budget: RequestBudget,
    /// The timeouts of its servers.
    pub answer_wait: AnswerWait,
    /// Whether this is the embedded network, whose records are generated.
    pub generated: bool,
}

/// URL patterns of a web explorer, with `{}` for the id. An empty pattern means no link.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ExplorerLinks {
    /// A contract, by id or EVM address.
    pub contract: String,
    /// A transaction, by id.
    pub transaction: String,
    /// A schedule, by id.
    pub schedule: String,
    /// Verified sources, with `{chain}` and `{address}`.
    pub sources: String,
}

impl ExplorerLinks {
    /// The page with the verified sources of a contract, if there is a pattern for it.
    pub fn sources_of(&self, chain: &ChainId, address: EvmAddress) -> Option<String> {
        let page = self.sources.replace("{chain}", &chain.to_string());
        (!page.is_empty()).then(|| page.replace("{address}", &address.checksummed()))
    }
}

impl Network {
    /// The documented name of the unit parameter.
    pub const UNIT_PARAMETER: &'static str = "coin";
    /// The documented path segment of import.
    pub(crate) const IMPORT_SEGMENT: &'static str = "blockexplorer";

    /// A profile with a name only and the documented spellings.
    pub fn documented(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            mirror: String::new(),
            verifier: None,
            chain: None,
            ledger: None,
            home: EntityId::from_num(0),
            explorer: ExplorerLinks::default(),
            unit_parameter: Self::UNIT_PARAMETER.to_owned(),
            import_segment: Self::IMPORT_SEGMENT.to_owned(),
            plain_http_key: false,
            budget: RequestBudget::default(),
            answer_wait: AnswerWait::default(),
            generated: false,
        }
    }

    /// Why a key must not go to the verifier: it would travel unencrypted. `None` if it may.
    pub fn withholds_key(&self) -> Option<String> {
        let server = self.verifier.as_deref().filter(|server| !self.plain_http_key && is_open(server))?;
        Some(format!(
            "{server} is plain http, where others can read a key: use https, or set plain-http-key = true in the \
             profile {}",
            self.name
        ))
    }

    /// Reads a key that was typed for an explorer, if one was.
    ///
    /// # Errors
    /// Says what a key cannot hold, without repeating it, or why none may go to the verifier.
    pub fn api_key(&self, text: &str) -> Result<Option<ApiKey>, String> {
        let key = submission_text::api_key(text)?;
        match self.withholds_key().filter(|_| key.is_some()) {
            Some(fault) => Err(fault),
            None => Ok(key),
        }
    }

    /// The naming of its entities.
    pub fn naming(&self) -> Naming<'_> {
        Naming { network: &self.name, home: self.home, ledger: self.ledger }
    }
}

/// Whether what is sent to this address leaves the machine unencrypted.
fn is_open(address: &str) -> bool {
    let Some((scheme, rest)) = address.trim().split_once("://") else { return false };
    let authority = rest.split(['/', '\\', '?', '#']).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default();
    let host = match host.strip_prefix('[') {
        Some(host) => host.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    let local = host.eq_ignore_ascii_case("localhost") || host == "::1" || is_of_127(host);
    !scheme.eq_ignore_ascii_case("https") && !local
}

/// Whether a host is one of the IPv4 addresses that mean this machine.
fn is_of_127(host: &str) -> bool {
    let parts: Vec<&str> = host.split('.').collect();
    let is_byte = |part: &&str| part.bytes().all(|byte| byte.is_ascii_digit()) && part.parse::<u8>().is_ok();
    parts.len() == 4 && parts.first() == Some(&"127") && parts.iter().all(is_byte)
}

/// The timeouts of a profile, in seconds; `None` uses the client's default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AnswerWait {
    /// Per attempt, for the whole answer.
    pub answer: Option<u32>,
    /// For the answer to a submission.
    pub submission: Option<u32>,
}

impl AnswerWait {
    /// The longest timeout that a profile can set, seconds.
    pub const MAX_SECONDS: u32 = 3_600;
}

/// The request rate for one host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RequestBudget {
    /// Sustained requests per second.
    pub per_second: u32,
    /// The most requests at once after a pause.
    pub burst: u32,
}

impl RequestBudget {
    /// The most that a profile can set, for each.
    pub const MAX: u32 = 1_000;
    /// The budget for the program's own server: unlimited.
    pub const OWN_SERVER: Self = Self { per_second: Self::MAX, burst: Self::MAX };

    /// The stricter of both.
    #[must_use]
    pub fn least(self, other: Self) -> Self {
        Self { per_second: self.per_second.min(other.per_second), burst: self.burst.min(other.burst) }
    }
}

impl Default for RequestBudget {
    /// Public servers limit requests per client address, which other programs may share.
    fn default() -> Self {
        Self { per_second: 10, burst: 20 }
    }
}

/// What a host's budget was at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HostBudget {
    /// When the other fields were true.
    pub at: Timestamp,
    /// The number of requests that could be sent at once.
    pub left: u32,
    /// The upper limit of [`Self::left`].
    pub burst: u32,
    /// Time per additional request, milliseconds; it grows with each rate limit response.
    pub refill_millis: u32,
    /// The end of the pause that the host asked for.
    pub paused_until: Option<Timestamp>,
}

impl HostBudget {
    /// How many requests can be sent at once now, if none was sent since.
    pub fn left(&self, now: Timestamp) -> u32 {
        let millis = if now > self.at { now.since(self.at) / 1_000_000 } else { 0 };
        let more = millis.checked_div(self.refill_millis.into()).unwrap_or(u128::MAX);
        self.left.saturating_add(u32::try_from(more).unwrap_or(u32::MAX)).min(self.burst)
    }

    /// The end of the pause that the host asked for, if in the future.
    pub fn paused_until(&self, now: Timestamp) -> Option<Timestamp> {
        self.paused_until.filter(|until| *until > now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_leaves_the_machine_unencrypted_is_open() {
        for address in [
            "http://verifier.example/server",
            "HTTP://10.0.0.1:5555",
            "http://127.0.0.1.example",
            "http://localhost.example:80",
            "http://127.0.0.1:80@example",
            "http://[::2]:80/127.0.0.1",
            "http://127.0.0.1.",
            "http://127.0.0.+1",
            "http://",
        ] {
            assert!(is_open(address), "{address}");
        }
        for address in [
            "",
            "https://verifier.example",
            "HTTPS://x",
            "http://127.0.0.1:80/x",
            "http://[::1]",
            "http://LOCALHOST:1",
        ] {
            assert!(!is_open(address), "{address}");
        }
    }

    #[test]
    fn what_is_left_grows_with_time_and_not_beyond_the_burst() {
        let at = Timestamp::from_secs(1_000);
        let budget = HostBudget { at, left: 3, burst: 20, refill_millis: 100, paused_until: None };
        let left = |millis| budget.left(at.plus_millis(millis));
        assert_eq!([left(0), left(99), left(100), left(1_650), left(9_999)], [3, 3, 4, 19, 20]);
        assert_eq!(budget.left(at.minus_seconds(5)), 3, "the clock was set back");
    }
}
