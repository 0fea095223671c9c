//! What a pane may know beside its own state, and what it says for the header.

use std::collections::{BTreeMap, BTreeSet};

use decode::Snapshot;
use ledger::moment::Clock;
use ledger::{Seen, Timestamp};
use ratatui::layout::Rect;
use verification::{Batch, Chains, Followed, JobKey};

use crate::message::keymap::Keymap;
use crate::message::request_log::RequestLog;
use crate::message::{Action, Bookmark, ColumnChoices, Draft, Network, Question, Visit};
use crate::panes::kit::nouns::watch::Watch;
use crate::panes::kit::{Fetched, Requests, Subscriber};
use crate::widgets::{Role, Theme, TimeStyle};

/// The context of every call to a pane. It is copied now and then: a vector's reference is half as long as a slice's.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// The time. Panes never read a clock.
    pub now: Timestamp,
    pub network: &'a Network,
    /// How things look.
    pub theme: &'a Theme,
    /// Where the pane's body is on the screen.
    pub body: Rect,
    /// Every network there is.
    pub networks: &'a [Network],
    /// The verifications that are followed.
    pub jobs: &'a Followed,
    /// The batches of verifications, newest first.
    pub batches: &'a [Batch],
    /// The places that were visited, newest first.
    pub visits: &'a [Visit],
    /// Whether lists show the detail of the selected row beside them, where there is room.
    pub previews: bool,
    /// How often rows of the palette were chosen, by their names there.
    pub chosen: &'a BTreeMap<String, u32>,
    /// What is wanted of the columns of lists.
    pub columns: &'a ColumnChoices,
    /// What forms held when they were last seen.
    pub drafts: &'a [Draft],
    /// The bookmarks of all networks, newest first.
    pub bookmarks: &'a Vec<Bookmark>,
    /// The watch list of all networks, oldest first.
    pub watched: &'a Vec<Watch>,
    /// The chains that the network's verifier knows, once they were asked for.
    pub chains: Option<&'a Chains>,
    /// Interfaces and names known on this network.
    pub known: &'a Snapshot,
    /// The live table of keys, for words that name one.
    pub keymap: &'a Keymap,
    /// The command to which JSON is piped, word by word; empty: none.
    pub pipe: &'a [String],
    /// Why nothing can be recorded, as far as that is known, in a sentence.
    pub store_fault: Option<&'a str>,
    /// The jobs that are not recorded.
    pub unrecorded: &'a BTreeSet<JobKey>,
    /// Outcomes of executions by their single records.
    pub seen: &'a Seen,
    /// What panes have asked, and what came of it.
    pub requests: &'a Requests,
    /// What was asked of servers, and what came of it.
    pub request_log: &'a RequestLog,
    /// What is loaded.
    pub loaded: Loaded,
    /// The pane: the one on screen, or the one beside it.
    pub pane: Subscriber,
    /// The process, for the keys of new jobs.
    pub process: u32,
}

/// What a pane says of itself in the header.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Status {
    /// A few words on the right: the age of the data, or what is going on.
    pub words: String,
    /// How they are meant.
    pub role: Role,
    /// The replacement for the rule below the header: a failure beside old data, or an as-of time.
    pub banner: Option<(String, Role)>,
}

impl<'a> Context<'a> {
    /// Now, in the zone in which times are shown: what is typed without one is of the same.
    pub fn clock(&self) -> Clock {
        if self.theme.times == TimeStyle::Local { Clock::local(self.now) } else { self.now.into() }
    }

    /// The answer to a question on the current network, as far as it is known. It is requested while the pane
    /// on screen wants it.
    pub fn get<Q: Question>(&self, question: &Q) -> Fetched<'a, Q::Answer> {
        self.requests.get(self.pane, &self.network.name, question)
    }

    /// Whether the pane on screen has asked this: what is known of it is no older than that, once nothing is
    /// in progress.
    pub fn wants<Q: Question>(&self, question: &Q) -> bool {
        self.requests.wants(self.pane, &self.network.name, question)
    }

    /// What the header says of what the pane on screen needs.
    pub fn status(&self) -> Status {
        let progress = self.requests.progress(self.pane);
        progress.map(|(progress, old)| progress.status(old, self)).unwrap_or_default()
    }

    /// A hint such as "m tries again"; `None` if the action has no key.
    pub fn key_does(&self, action: Action, does: &str) -> Option<String> {
        self.keymap.keys_of(action).first().map(|key| format!("{key} {does}"))
    }
}

/// What is loaded, of the most that may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loaded {
    /// About how many bytes.
    pub bytes: usize,
    /// The ceiling, bytes.
    pub max_bytes: usize,
}

impl Loaded {
    /// In mebibytes, rounded up.
    pub fn words(self) -> String {
        let [loaded, ceiling] = [self.bytes, self.max_bytes].map(|bytes| bytes.div_ceil(1 << 20));
        format!("{loaded} of {ceiling} MiB loaded")
    }
}
