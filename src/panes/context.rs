//! The context that the app passes to panes, and the status that a pane returns for the header.

use std::collections::{BTreeMap, BTreeSet};

use api::Network;
use decode::Snapshot;
use ledger::moment::Clock;
use ledger::{Seen, Timestamp};
use ratatui::layout::Rect;
use verification::{Batch, Chains, Followed, JobKey};

use crate::message::keymap::Keymap;
use crate::message::request_log::RequestLog;
use crate::message::{Action, Bookmark, ColumnChoices, Draft, Question, Visit};
use crate::panes::kit::nouns::watch::Watch;
use crate::panes::kit::{Fetched, Requests, Subscriber};
use crate::widgets::{Role, Theme, TimeStyle};

/// The context of every call to a pane. It is cloned occasionally, so some lists are `&Vec`, half the size of a
/// slice.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// The current time. Panes never read a clock.
    pub now: Timestamp,
    pub network: &'a Network,
    pub theme: &'a Theme,
    /// The pane's area on the screen.
    pub body: Rect,
    pub networks: &'a [Network],
    /// The followed verification jobs.
    pub jobs: &'a Followed,
    /// The batches of verifications, newest first.
    pub batches: &'a [Batch],
    /// The visited places, newest first.
    pub visits: &'a [Visit],
    /// Whether lists show a preview of the selected row on wide screens.
    pub previews: bool,
    /// How often each row of the palette was chosen, by its name there.
    pub chosen: &'a BTreeMap<String, u32>,
    /// The user's column settings for lists.
    pub columns: &'a ColumnChoices,
    /// The last contents of forms.
    pub drafts: &'a [Draft],
    /// The bookmarks of all networks, newest first.
    pub bookmarks: &'a Vec<Bookmark>,
    /// The watch list of all networks, oldest first.
    pub watched: &'a Vec<Watch>,
    /// The chains that the network's verifier supports; `None` until loaded.
    pub chains: Option<&'a Chains>,
    /// The interfaces and names known on this network.
    pub known: &'a Snapshot,
    /// The current key bindings, for texts that name a key.
    pub keymap: &'a Keymap,
    /// The command that JSON is piped to, split into words; empty without one.
    pub pipe: &'a [String],
    /// Why the store cannot be written, as a sentence; `None` if it can or nothing has failed yet.
    pub store_fault: Option<&'a str>,
    /// The jobs that are not stored.
    pub unrecorded: &'a BTreeSet<JobKey>,
    /// The outcomes of executions that were loaded one by one.
    pub seen: &'a Seen,
    /// The requests of all panes, with their answers.
    pub requests: &'a Requests,
    /// The log of requests to servers.
    pub request_log: &'a RequestLog,
    /// The memory that loaded rows take.
    pub loaded: Loaded,
    /// The pane that this context is for: the main one or the preview.
    pub pane: Subscriber,
    /// The process id, for the keys of new jobs.
    pub process: u32,
}

/// A pane's status in the header.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Status {
    /// A few words on the right: the age of the data, or the progress of a request.
    pub words: String,
    pub role: Role,
    /// Replaces the rule below the header: an error while older data is shown, or the as-of time.
    pub banner: Option<(String, Role)>,
}

impl<'a> Context<'a> {
    /// The current time in the time zone on screen, which also applies to typed times without a zone.
    pub fn clock(&self) -> Clock {
        if self.theme.times == TimeStyle::Local { Clock::local(self.now) } else { self.now.into() }
    }

    /// The answer to a question on the current network. Questions are requested only while the pane declares them
    /// in [`Pane::wants`](super::Pane::wants).
    pub fn get<Q: Question>(&self, question: &Q) -> Fetched<'a, Q::Answer> {
        self.requests.get(self.pane, &self.network.name, question)
    }

    /// Whether this pane requested the answer. If it did and no request is in progress, the cached answer is at
    /// least as new as that request.
    pub fn wants<Q: Question>(&self, question: &Q) -> bool {
        self.requests.wants(self.pane, &self.network.name, question)
    }

    /// The combined progress of the pane's requests.
    pub fn status(&self) -> Status {
        let progress = self.requests.progress(self.pane);
        progress.map(|(progress, old)| progress.status(old, self)).unwrap_or_default()
    }

    /// A hint such as "m tries again"; `None` if the action has no key.
    pub fn key_does(&self, action: Action, does: &str) -> Option<String> {
        self.keymap.keys_of(action).first().map(|key| format!("{key} {does}"))
    }
}

/// The memory that loaded rows take, and its limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loaded {
    /// An estimate, bytes.
    pub bytes: usize,
    pub max_bytes: usize,
}

impl Loaded {
    /// The text for the screen, in mebibytes, rounded up.
    pub fn words(self) -> String {
        let [loaded, ceiling] = [self.bytes, self.max_bytes].map(|bytes| bytes.div_ceil(1 << 20));
        format!("{loaded} of {ceiling} MiB loaded")
    }
}
