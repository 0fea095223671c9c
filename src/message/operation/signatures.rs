//! The query of a signature server and its answer: the signatures behind selectors and topics.

use ledger::{HexBytes, Text};

/// `GET /signature-database/v1/lookup?function={selectors}&event={topics}`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Lookup {
    /// Base URL of the signature server; empty for the one that the embedded network has.
    pub server: String,
    /// The first four bytes of calls and errors. The server does not distinguish them.
    pub selectors: Vec<[u8; 4]>,
    /// The first topics of logs.
    pub topics: Vec<[u8; 32]>,
}

/// A server's signatures for hashes. Anyone can submit them: whether they match the hashes is not checked yet.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Signatures {
    /// `result.function`: of functions and errors.
    pub functions: Vec<Text>,
    /// `result.event`: of events. They do not say which arguments are indexed.
    pub events: Vec<Text>,
}

impl Lookup {
    /// The most hashes per request, to keep the URL short enough for all servers.
    pub const MAX_HASHES: usize = 48;

    /// The query parameters; a kind without hashes is omitted.
    pub fn pairs(&self) -> Vec<(&'static str, String)> {
        let selectors = list(self.selectors.iter().map(<[u8; 4]>::as_slice));
        let topics = list(self.topics.iter().map(<[u8; 32]>::as_slice));
        let pairs = [("function", selectors), ("event", topics)];
        pairs.into_iter().filter(|(_, hashes)| !hashes.is_empty()).collect()
    }
}

fn list<'a>(hashes: impl Iterator<Item = &'a [u8]>) -> String {
    hashes.map(|hash| HexBytes::from(hash.to_vec()).to_hex()).collect::<Vec<_>>().join(",")
}
