//! The format of recordings: JSON lines. The first line has the time and the network; each other line is an exchange
//! with a server, or the profile of another network. An array of exchanges in one document is read, too.
//!
//! A recording is as untrusted as any answer: unreadable lines are counted, sizes are bounded, and no path or address
//! in it is used.

use std::collections::{BTreeMap, BTreeSet};

use ledger::text::is_treacherous;
use ledger::{EntityId, LedgerId, Timestamp};
use serde::{Deserialize, Serialize};
use verification::ChainId;

use crate::{AnswerWait, Api, Exchange, ExplorerLinks, Network, RequestBudget};

/// The format's version.
const VERSION: u32 = 1;
/// The longest recording, bytes.
pub const MAX_BYTES: u64 = 256 << 20;
/// The most exchanges read from a recording.
const MAX_EXCHANGES: usize = 100_000;
/// The longest body, bytes: same as for a server's answer.
const MAX_BODY_BYTES: usize = 32 << 20;
/// The longest path or name, bytes.
const MAX_PATH_BYTES: usize = 64 << 10;
const MAX_NAME_BYTES: usize = 64;

/// What was recorded.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Recording {
    /// When it begins.
    pub at: Option<Timestamp>,
    /// The networks in the recording; the first is the one that was on screen first.
    pub networks: Vec<Network>,
    /// In the order of the lines.
    pub exchanges: Vec<Recorded>,
    /// The number of unreadable lines.
    pub unread: usize,
}

/// An exchange that was recorded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recorded {
    /// When the request began, in seconds and nanoseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// The network's profile name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub network: Option<String>,
    /// The API; derived from the path if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    api: Option<String>,
    /// `GET` or `POST`.
    pub method: String,
    /// The path with its query.
    pub path: String,
    /// The body of a question that is a POST.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked: Option<String>,
    /// The HTTP status, 100 to 599.
    pub status: u16,
    /// The headers that matter, by their names in lower case.
    #[serde(default)]
    pub headers: BTreeMap<String, String>,
    /// The decompressed body of the answer.
    pub body: String,
}

/// The first line.
#[derive(Serialize, Deserialize)]
struct Head {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    recording: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    at: Option<String>,
    profile: Profile,
}

/// A network's profile, without its addresses.
#[derive(Serialize, Deserialize)]
struct Profile {
    name: String,
    #[serde(default)]
    mirror: String,
    #[serde(default)]
    verifier: Option<String>,
    #[serde(default)]
    chain: Option<String>,
    #[serde(default)]
    ledger: Option<u8>,
    #[serde(default)]
    home: Option<String>,
    #[serde(default)]
    unit_parameter: Option<String>,
    #[serde(default)]
    import_segment: Option<String>,
    #[serde(default)]
    generated: bool,
}

/// Makes the lines of a recording.
#[derive(Debug)]
pub struct Lines {
    networks: Vec<Network>,
    /// The networks whose profile has been written.
    named: BTreeSet<String>,
}

impl Lines {
    /// Starts a recording on a network; also returns its first line.
    pub fn begin(network: &Network, networks: Vec<Network>, now: Timestamp) -> (Self, String) {
        let (recording, at) = (Some(VERSION), Some(now.to_string()));
        let head = line(&Head { recording, at, profile: Profile::of(network) });
        (Self { networks, named: BTreeSet::from([network.name.clone()]) }, head)
    }

    /// The lines for an exchange; `None` without an answer whose body is in memory.
    pub fn of(&mut self, exchange: &Exchange) -> Option<String> {
        let recorded = line(&Recorded::of(exchange)?);
        let is_new = self.named.insert(exchange.network.clone());
        let network = self.networks.iter().find(|network| is_new && network.name == exchange.network);
        let profile =
            network.map(|network| line(&Head { recording: None, at: None, profile: Profile::of(network) }));
        Some(profile.into_iter().chain([recorded]).collect())
    }
}

/// A value as one line of JSON.
fn line(value: &impl Serialize) -> String {
    // Serialization fails only for non-string keys, which these types lack.
    let mut line = serde_json::to_string(value).unwrap_or_default();
    line.push('\n');
    line
}

impl Recorded {
    fn of(exchange: &Exchange) -> Option<Self> {
        let answered = exchange.answered()?;
        let header = |(name, value): &(String, ledger::Text)| {
            (name.clone(), String::from_utf8_lossy(value.raw()).into_owned())
        };
        Some(Self {
            at: Some(exchange.at.to_string()),
            network: Some(exchange.network.clone()),
            api: Some(name(exchange.api).to_owned()),
            method: exchange.method().to_owned(),
            path: exchange.path().to_owned(),
            asked: exchange.asked.clone(),
            status: answered.status,
            headers: answered.headers.iter().map(header).collect(),
            body: answered.body.as_ref()?.raw().to_owned(),
        })
    }

    /// The kind of server that answered.
    pub fn api(&self) -> Api {
        match self.api.as_deref() {
            Some("verifier") => Api::Verifier,
            Some("signatures") => Api::Signatures,
            Some("mirror") => Api::MirrorNode,
            _ if self.path.contains("/api/v1/") => Api::MirrorNode,
            _ if self.path.contains("/signature-database/") => Api::Signatures,
            _ => Api::Verifier,
        }
    }

    fn is_sound(&self) -> bool {
        let short = |text: &Option<String>| text.as_ref().is_none_or(|text| text.len() <= MAX_NAME_BYTES);
        matches!(self.method.as_str(), "GET" | "POST")
            && self.path.starts_with('/')
            && self.path.len() <= MAX_PATH_BYTES
            && self.asked.as_ref().is_none_or(|asked| asked.len() <= MAX_BODY_BYTES)
            && self.body.len() <= MAX_BODY_BYTES
            && (100..600).contains(&self.status)
            && short(&self.at)
            && short(&self.network)
    }
}

fn name(api: Api) -> &'static str {
    match api {
        Api::MirrorNode => "mirror",
        Api::Verifier => "verifier",
        Api::Signatures => "signatures",
    }
}

impl Recording {
    /// Reads a recording.
    pub fn parse(text: &str) -> Self {
        let mut recording = Self::default();
        if text.trim_start().starts_with('[') {
            match serde_json::from_str::<Vec<Recorded>>(text) {
                Ok(all) => all.into_iter().for_each(|recorded| recording.take(recorded)),
                Err(_) => recording.unread += 1,
            }
            return recording;
        }
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            if let Ok(recorded) = serde_json::from_str::<Recorded>(line) {
                recording.take(recorded);
            } else if let Some(head) = serde_json::from_str(line).ok().filter(is_known) {
                recording.take_head(head);
            } else {
                recording.unread += 1;
            }
        }
        recording
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.exchanges.is_empty()
    }

    fn take(&mut self, recorded: Recorded) {
        if recorded.is_sound() && self.exchanges.len() < MAX_EXCHANGES {
            self.exchanges.push(recorded);
        } else {
            self.unread += 1;
        }
    }

    fn take_head(&mut self, head: Head) {
        self.at = self.at.or_else(|| Timestamp::parse(head.at.as_deref()?));
        match head.profile.network() {
            Some(network) if !self.networks.iter().any(|known| known.name == network.name) => {
                self.networks.push(network);
            }
            Some(_) => {}
            None => self.unread += 1,
        }
    }
}

fn is_known(head: &Head) -> bool {
    head.recording.is_none_or(|version| version == VERSION)
}

impl Profile {
    fn of(network: &Network) -> Self {
        Self {
            name: network.name.clone(),
            mirror: network.mirror.clone(),
            verifier: network.verifier.clone(),
            chain: network.chain.as_ref().map(ToString::to_string),
            ledger: network.ledger.map(|ledger| ledger.0),
            home: Some(network.home.to_string()),
            unit_parameter: Some(network.unit_parameter.clone()),
            import_segment: Some(network.import_segment.clone()),
            generated: network.generated,
        }
    }

    /// The network; `None` if its name is not printable.
    fn network(self) -> Option<Network> {
        let text = |text: Option<String>, usual: &str| text.unwrap_or_else(|| usual.to_owned());
        let is_fit = !self.name.is_empty()
            && self.name.len() <= MAX_NAME_BYTES
            && !self.name.chars().any(is_treacherous);
        is_fit.then(|| Network {
            chain: self.chain.as_deref().and_then(ChainId::parse),
            ledger: self.ledger.map(LedgerId),
            home: self.home.as_deref().and_then(EntityId::parse).unwrap_or(EntityId::from_num(0)),
            unit_parameter: text(self.unit_parameter, Network::UNIT_PARAMETER),
            import_segment: text(self.import_segment, Network::IMPORT_SEGMENT),
            name: self.name,
            mirror: self.mirror,
            verifier: self.verifier,
            explorer: ExplorerLinks::default(),
            plain_http_key: false,
            budget: RequestBudget::default(),
            answer_wait: AnswerWait::default(),
            generated: self.generated,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_read_is_counted_and_nothing_of_it_is_used() {
        let good = r#"{"method":"GET","path":"/api/v1/contracts/1","status":200,"body":"{}"}"#;
        let lines = [
            r#"{"recording":1,"at":"1795219200.000000000","profile":{"name":"demo","mirror":"http://h","chain":"298"}}"#,
            r#"{"profile":{"name":"a\u001b[31m"}}"#,
            r#"{"recording":2,"profile":{"name":"later"}}"#,
            good,
            r#"{"method":"DELETE","path":"/x","status":200,"body":""}"#,
            r#"{"method":"GET","path":"file:///etc/passwd","status":200,"body":""}"#,
            r#"{"method":"GET","path":"/x","status":7,"body":""}"#,
            "garbage",
            r#"{"method":"GET","path":"/v2/contract/1/0x","status":404,"bo"#,
        ];
        let recording = Recording::parse(&lines.join("\n"));
        assert_eq!((recording.exchanges.len(), recording.unread), (1, 7));
        assert_eq!(recording.exchanges[0].api(), Api::MirrorNode);
        assert_eq!(recording.networks.len(), 1);
        assert_eq!(recording.at, Some(Timestamp::from_secs(1_795_219_200)));
        let array = Recording::parse(&format!("[{good},{good}]"));
        assert_eq!((array.exchanges.len(), array.unread), (2, 0));
        assert_eq!(Recording::parse("[{}]").unread, 1);
    }
}
