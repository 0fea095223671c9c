//! The one table of places: how each is written, what it shows, and the words that lead there. The go-to line, the
//! command line's help, the README's table, the ways between the pages of a contract and the sweeps of the tests are
//! made of it.

use super::PlaceKind;
use crate::message::Action;

/// What there is to know of a kind of place.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The kind.
    pub kind: PlaceKind,
    /// What a page of a contract is called there, in a word or two; for others, what leads there.
    pub name: &'static str,
    /// Its texts; what is in capitals is filled in.
    pub forms: &'static [&'static str],
    /// What it shows, for the README.
    pub shows: &'static str,
    /// What may stand before a colon and a name on the go-to line; empty if nothing may.
    pub prefix: &'static str,
    /// The words that lead there on the go-to line.
    pub words: &'static [&'static str],
    /// The verb that opens it: of the contract on screen, or from anywhere.
    pub action: Option<Action>,
    /// One of the kind on the embedded network.
    pub example: &'static str,
}

/// Every kind of place, the pages of a contract in the order in which they are named.
pub const PLACES: [Row; 23] = [
    Row {
        kind: PlaceKind::Home,
        name: "home",
        forms: &["home"],
        shows: "recent places and jobs",
        prefix: "",
        words: &[],
        action: Some(Action::Home),
        example: "home",
    },
    Row {
        kind: PlaceKind::Contract,
        name: "contract",
        forms: &["contract/ID", "contract/ID@TIME"],
        shows: "a contract, now or as of a time",
        prefix: "c",
        words: &["contract", "contracts", "contract_id", "contractid"],
        action: Some(Action::Contract),
        example: "contract/0.0.5001",
    },
    Row {
        kind: PlaceKind::Results,
        name: "results",
        forms: &["contract/ID/results?FILTERS"],
        shows: "its results; filters are `from`, `timestamp`, `block.number`, `block.hash`, `transaction.index`, `internal`, `order`, `limit`",
        prefix: "r",
        words: &["results"],
        action: Some(Action::Results),
        example: "contract/0.0.5001/results",
    },
    Row {
        kind: PlaceKind::Code,
        name: "code",
        forms: &["code/ID"],
        shows: "its code: functions, instructions, metadata",
        prefix: "",
        words: &["code", "bytecode"],
        action: Some(Action::Bytecode),
        example: "code/0.0.5001",
    },
    Row {
        kind: PlaceKind::Logs,
        name: "events",
        forms: &["contract/ID/logs?FILTERS"],
        shows: "its events; filters are `topic0` to `topic3`, `index`, `timestamp`, `order`, `limit`",
        prefix: "",
        words: &["logs", "events"],
        action: Some(Action::Logs),
        example: "contract/0.0.5001/logs",
    },
    Row {
        kind: PlaceKind::State,
        name: "storage",
        forms: &["contract/ID/state?FILTERS"],
        shows: "its storage, now or as of a time; filters are `slot`, `timestamp`, `order`, `limit`",
        prefix: "",
        words: &["state", "storage"],
        action: Some(Action::State),
        example: "contract/0.0.5001/state",
    },
    Row {
        kind: PlaceKind::Versions,
        name: "versions",
        forms: &["contract/ID/versions"],
        shows: "its versions, and what changed with each",
        prefix: "",
        words: &["versions"],
        action: Some(Action::Versions),
        example: "contract/0.0.5001/versions",
    },
    Row {
        kind: PlaceKind::Interfaces,
        name: "interfaces",
        forms: &["contract/ID/interfaces", "contract/ID/interfaces?add=PATH"],
        shows: "its functions, events and errors, and where each is from; with `add`, the form to add the ABI in a file",
        prefix: "",
        words: &["interfaces", "interface", "abi"],
        action: Some(Action::Interfaces),
        example: "contract/0.0.5001/interfaces",
    },
    Row {
        kind: PlaceKind::EventSearch,
        name: "find events",
        forms: &["contract/ID/find?event=EVENT"],
        shows: "the results in which an event was logged, found without the server's help",
        prefix: "",
        words: &["find", "hunt"],
        action: Some(Action::FindEvents),
        example: "contract/0.0.5022/find",
    },
    Row {
        kind: PlaceKind::GasUsage,
        name: "gas usage",
        forms: &["contract/ID/gas?FILTERS"],
        shows: "the gas that its calls used, by method; filters are those of its results",
        prefix: "",
        words: &["gas", "economics"],
        action: Some(Action::GasUsage),
        example: "contract/0.0.5001/gas",
    },
    Row {
        kind: PlaceKind::Sources,
        name: "sources",
        forms: &["sources/CHAIN/ID"],
        shows: "its verified sources",
        prefix: "",
        words: &["sources", "source"],
        action: Some(Action::Sources),
        example: "sources/298/0.0.5215",
    },
    Row {
        kind: PlaceKind::Verified,
        name: "verified",
        forms: &["verified/CHAIN/ID"],
        shows: "what the verifier has of it: how well it is verified, and with what",
        prefix: "vd",
        words: &["verified"],
        action: Some(Action::Verified),
        example: "verified/298/0.0.5038",
    },
    Row {
        kind: PlaceKind::CodeComparison,
        name: "compare codes",
        forms: &["code/ID/compare/ID"],
        shows: "the codes of two contracts side by side",
        prefix: "",
        words: &[],
        action: None,
        example: "code/0.0.5001/compare/0.0.5002",
    },
    Row {
        kind: PlaceKind::Result,
        name: "result",
        forms: &["result/ID/TIME", "result/TRANSACTION?nonce=N", "result/HASH"],
        shows: "one result, by its contract and consensus time, its transaction's id, or its hash",
        prefix: "x",
        words: &["result"],
        action: None,
        example: "result/0.0.5001/1795216207.123456789",
    },
    Row {
        kind: PlaceKind::Transaction,
        name: "transaction",
        forms: &["transaction/ID?nonce=N&scheduled=true", "transaction/TIME", "transaction/HASH"],
        shows: "the transactions of one id, also found by a consensus time or a hash of 48 bytes",
        prefix: "t",
        words: &["transaction", "transactions", "tx", "txn", "transaction_id", "transactionid"],
        action: None,
        example: "transaction/0.0.1005-1795216518-468117137",
    },
    Row {
        kind: PlaceKind::Schedules,
        name: "schedules",
        forms: &["schedules?FILTERS"],
        shows: "scheduled transactions, newest first; filters are `account.id`, `schedule.id`, `order`, `limit`",
        prefix: "",
        words: &[],
        action: Some(Action::Schedules),
        example: "schedules",
    },
    Row {
        kind: PlaceKind::Pending,
        name: "pending schedules",
        forms: &["pending?account.id=ID&contract=ID"],
        shows: "pending schedules, soonest end first",
        prefix: "",
        words: &[],
        action: Some(Action::PendingSchedules),
        example: "pending",
    },
    Row {
        kind: PlaceKind::Schedule,
        name: "schedule",
        forms: &["schedule/ID"],
        shows: "one schedule",
        prefix: "s",
        words: &["schedule", "schedules", "schedule_id", "scheduleid"],
        action: None,
        example: "schedule/0.0.7001",
    },
    Row {
        kind: PlaceKind::Verify,
        name: "verify",
        forms: &["verify/CHAIN/ID?mode=MODE"],
        shows: "the verification form; the mode is `similarity`, `import`, `standard-json` or `metadata`, and `creationTransactionHash` may follow",
        prefix: "v",
        words: &["verify", "verification"],
        action: Some(Action::Verify),
        example: "verify/298/0.0.5001",
    },
    Row {
        kind: PlaceKind::Batch,
        name: "batch",
        forms: &["batch"],
        shows: "many verifications, from lines",
        prefix: "",
        words: &[],
        action: Some(Action::Batch),
        example: "batch",
    },
    Row {
        kind: PlaceKind::Jobs,
        name: "jobs",
        forms: &["jobs"],
        shows: "the verifications that are followed",
        prefix: "",
        words: &[],
        action: Some(Action::Jobs),
        example: "jobs",
    },
    Row {
        kind: PlaceKind::Job,
        name: "job",
        forms: &["job/UUID"],
        shows: "one of them",
        prefix: "j",
        words: &["job", "jobs", "verificationid"],
        action: None,
        example: "job/2f4aeb11-6b52-4e0e-9a44-1a2b3c4d5e6f",
    },
    Row {
        kind: PlaceKind::Difference,
        name: "difference",
        forms: &["job/UUID/difference"],
        shows: "the deployed and the recompiled code of one that failed, side by side",
        prefix: "",
        words: &[],
        action: None,
        example: "job/2f4aeb11-6b52-4e0e-9a44-1a2b3c4d5e6f/difference",
    },
];

impl Row {
    /// The first words of this kind's texts.
    fn first_words(&self) -> impl Iterator<Item = &'static str> {
        self.forms.iter().map(|form| form.split(['/', '?']).next().unwrap_or(form))
    }

    /// What this kind is called where it is typed: its name, its words and the first words of its texts.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        [self.name].into_iter().chain(self.words.iter().copied()).chain(self.first_words())
    }

    /// Whether a place's text may begin with this word.
    pub fn begins(word: &str) -> bool {
        PLACES.iter().any(|row| row.first_words().any(|first| first == word))
    }

    /// The first words of all texts, each once.
    pub fn beginnings() -> Vec<&'static str> {
        let mut all: Vec<_> = PLACES.iter().flat_map(Self::first_words).collect();
        let mut seen = std::collections::BTreeSet::new();
        all.retain(|word| seen.insert(*word));
        all
    }
}
