//! The state that all panes share: network, theme, what is asked and what is known.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Start;
use super::announce::{self, IDLE_TITLE};
use super::batches::Batches;
use super::knowledge::Knowledge;
use super::layout::{Beside, areas};
use super::records::Records;
use super::remembered::Remembered;
use crate::decode::{Snapshot, Subject};
use crate::ledger::{Seen, Timestamp};
use crate::message::keymap::Keymap;
use crate::message::{
    Answer, Command, FoundResult, Network, Notice, Notifications, Persist, Priority, Response, Saved,
};
use crate::panes::Context;
use crate::panes::kit::inner_calls;
use crate::panes::kit::request_log::RequestLog;
use crate::panes::kit::watch::Watch;
use crate::panes::kit::{Loaded, Requests, Subscriber, Wants};
use crate::verification::{Chains, Followed};
use crate::widgets::Theme;

/// The app's state besides the panes.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) networks: Vec<Network>,
    pub(super) network: Network,
    pub(super) keymap: Keymap,
    /// The command to which JSON is piped.
    pub(super) pipe: Arc<[String]>,
    pub(super) theme: Theme,
    /// The same for the preview.
    pub(super) passive_theme: Theme,
    pub(super) size: (u16, u16),
    /// Whether lists have a preview beside them where there is room, and whether the user said so since the start.
    pub(super) previews: bool,
    is_preview_switched: bool,
    /// Whether something can be beside the pane on screen, a list or a detail of one, and what is.
    pub(super) may_divide: bool,
    pub(super) beside: Beside,
    pub(super) followed: Followed,
    pub(super) batches: Batches,
    pub(super) knowledge: Knowledge,
    pub(super) remembered: Remembered,
    /// The watch list, oldest first.
    pub(super) watching: Vec<Watch>,
    /// The chains of the verifiers that were asked for them, by the verifier's address.
    chains: BTreeMap<String, Arc<Chains>>,
    /// What became of recording jobs.
    pub(super) records: Records,
    /// Outcomes of executions, from single records, by network.
    seen: BTreeMap<String, Seen>,
    /// The empty outcomes of a network without single records.
    unseen: Seen,
    /// What panes have asked.
    pub(super) requests: Requests,
    /// What is loaded.
    pub(super) loaded: Loaded,
    /// What was asked of servers.
    pub(super) request_log: RequestLog,
    /// The pane on screen.
    pub(super) pane: Subscriber,
    pub(super) process: u32,
    /// That a recording is replayed, in words.
    pub(super) replay: Option<String>,
    notify: Notifications,
    /// When the program was started.
    started: Timestamp,
    /// The title that the terminal's window has.
    title: String,
    /// How many of what was waited for have come since the user last did something.
    pub(super) unseen_rows: usize,
    /// How urgent it is what panes ask for while an event is taken in.
    pub(super) priority: Priority,
}

impl Shared {
    pub(super) fn new(start: &Start, now: Timestamp) -> Self {
        let theme = Theme::new(&start.settings);
        Self {
            networks: start.networks.clone(),
            network: start.network.clone(),
            keymap: start.keymap.clone(),
            loaded: Loaded { bytes: 0, max_bytes: start.settings.max_loaded_bytes() },
            pipe: Arc::clone(&start.settings.pipe),
            theme,
            passive_theme: theme.passive(),
            size: start.size,
            previews: start.settings.preview,
            is_preview_switched: false,
            may_divide: false,
            beside: Beside::default(),
            followed: Followed::default(),
            batches: Batches::default(),
            knowledge: Knowledge::new(start.settings.signatures.clone()),
            remembered: Remembered::default(),
            watching: Vec::new(),
            chains: BTreeMap::new(),
            records: Records::default(),
            seen: BTreeMap::new(),
            unseen: Seen::default(),
            requests: Requests::new(start.heals),
            request_log: RequestLog::default(),
            pane: Subscriber::default(),
            process: start.process,
            replay: start.replay.clone(),
            notify: start.settings.notify,
            started: now,
            title: IDLE_TITLE.to_owned(),
            unseen_rows: 0,
            priority: Priority::default(),
        }
    }

    /// The context of what lies over all panes.
    pub(super) fn whole_context(&self, now: Timestamp) -> Context<'_> {
        Context { body: areas(self.size).body, ..self.context(now) }
    }

    /// The context of the pane on screen.
    pub(super) fn context(&self, now: Timestamp) -> Context<'_> {
        Context {
            now,
            network: &self.network,
            theme: &self.theme,
            networks: &self.networks,
            body: self.parts().pane,
            jobs: &self.followed,
            batches: self.batches.all(),
            visits: &self.remembered.visits,
            previews: self.previews,
            chosen: &self.remembered.chosen,
            columns: &self.remembered.columns,
            drafts: &self.remembered.drafts,
            bookmarks: &self.remembered.bookmarks,
            watched: &self.watching,
            chains: self
                .network
                .verifier
                .as_ref()
                .and_then(|verifier| self.chains.get(verifier))
                .map(AsRef::as_ref),
            known: self.knowledge.snapshot(&self.network.name),
            keymap: &self.keymap,
            pipe: &self.pipe,
            store_fault: self.records.fault(),
            unrecorded: self.records.missing(),
            seen: self.seen.get(&self.network.name).unwrap_or(&self.unseen),
            requests: &self.requests,
            request_log: &self.request_log,
            loaded: self.loaded,
            pane: self.pane,
            process: self.process,
        }
    }

    /// Opens the network of this profile's name. `false` if there is none.
    pub(super) fn open_network(&mut self, name: &str) -> bool {
        let Some(network) = self.networks.iter().find(|network| network.name == name) else { return false };
        self.network.clone_from(network);
        true
    }

    /// Restores what was stored; changes since the start win.
    pub(super) fn restore(&mut self, mut saved: Saved, now: Timestamp) -> Vec<Command> {
        self.knowledge.restore(&saved);
        let changed = self.followed.merge(std::mem::take(&mut saved.jobs), &saved.elsewhere, now);
        self.followed.set_older(saved.older_jobs, saved.older_than);
        self.batches.merge(std::mem::take(&mut saved.batches));
        if let Some(on) = saved.preview.filter(|_| !self.is_preview_switched) {
            self.previews = on;
        }
        self.restore_watched(std::mem::take(&mut saved.watched));
        self.remembered.restore(saved);
        self.keep_jobs(&changed)
    }

    /// Has lists have a preview beside them, or not, from now on.
    pub(super) fn switch_preview(&mut self, on: bool) -> Persist {
        (self.previews, self.is_preview_switched) = (on, true);
        Persist::Preview(on)
    }

    /// Keeps what a verifier answered about its chains: it changes so rarely that a session asks once.
    pub(super) fn keep_chains(&mut self, response: &Response) {
        let network = self.networks.iter().find(|network| network.name == response.request.network);
        let verifier = network.and_then(|network| network.verifier.clone());
        if let (Ok(Answer::Chains(chains)), Some(verifier)) = (&response.outcome, verifier) {
            self.chains.insert(verifier, Arc::clone(chains));
        }
    }

    /// Remembers how executions ended, and what they sent below a base unit, where an answer tells.
    pub(super) fn see(&mut self, response: &Response) {
        let network = || response.request.network.clone();
        match &response.outcome {
            Ok(
                Answer::Result(FoundResult { result, .. }) | Answer::Execution(FoundResult { result, .. }),
            ) => {
                let seen = self.seen.entry(network()).or_default();
                seen.result(result, !response.request.ask.is_in_weibar());
                if response.request.ask.is_in_weibar() {
                    seen.in_weibar(result);
                }
            }
            Ok(
                Answer::Transaction(family) | Answer::TransactionAt(family) | Answer::TransactionOf(family),
            ) => _ = self.seen.entry(network()).or_default().family(family),
            Ok(Answer::Actions(page)) => {
                self.seen.entry(network()).or_default().trace(&page.rows, inner_calls::is_refused);
            }
            _ => {}
        }
    }

    /// Takes what is being kept for what it adds. `true` if what is on screen may be another now.
    pub(super) fn apply_kept(&mut self, keep: &Persist) -> bool {
        let is_bookmark = matches!(keep, Persist::Bookmarks(_) | Persist::ForgetBookmark(_));
        is_bookmark || self.keep_watched(keep) || self.knowledge.apply(keep)
    }

    /// Says that another pane is on screen.
    pub(super) fn opened(&mut self) {
        self.knowledge.opened();
    }

    /// Has a subject looked up, unless that was done before.
    pub(super) fn resolve(&mut self, subject: Subject) {
        let _ = self.knowledge.resolve(subject, &self.network);
    }

    /// Notices about partial knowledge.
    pub(super) fn notices(&mut self) -> Vec<Notice> {
        self.knowledge.notices()
    }

    /// Asks for what the lines of batches wait for.
    pub(super) fn want_lookups(&mut self, now: Timestamp) -> Vec<Command> {
        let wants = self.batches.wants().flat_map(|(id, network, wants)| {
            let subscriber = (Subscriber::Batch(id), Priority::Poll);
            subscribe(&mut self.requests, subscriber, network, wants, now)
        });
        wants.collect()
    }

    /// Asks for what is to be learned. What the signature server did is told first: it is asked last, for what has no
    /// name yet.
    pub(super) fn want_knowledge(&mut self, now: Timestamp) -> (Option<Notice>, Vec<Command>) {
        let (notice, lookup) = self.knowledge.lookup(&self.network);
        let mut names = Wants::default();
        if let Some(lookup) = &lookup {
            names.add(lookup);
        }
        let of_contracts = self.knowledge.wants(&self.network.name);
        let mut commands = Vec::new();
        for (subscriber, wants) in [
            ((Subscriber::Knowledge, Priority::Background), of_contracts),
            ((Subscriber::Names, Priority::Poll), names),
        ] {
            commands.extend(subscribe(&mut self.requests, subscriber, &self.network.name, wants, now));
        }
        (notice, commands)
    }

    /// What is to be asked so that a pane knows what it wants.
    pub(super) fn want(&mut self, pane: Subscriber, wants: Wants, now: Timestamp) -> Vec<Command> {
        let known = self.knowledge.snapshot(&self.network.name);
        let priority = if pane == Subscriber::WatchList { Priority::Tail } else { self.priority };
        self.requests.want(pane, &self.network.name, wants, priority, known, now)
    }

    /// Takes what is to be learned from answers that panes got a few seconds ago. `true` if there were any.
    pub(super) fn learn_at_hand(&mut self, now: Timestamp) -> bool {
        let (network, requests) = (&self.network, &self.requests);
        let open = self.knowledge.open_questions(&network.name);
        let at_hand: Vec<Response> =
            open.filter_map(|topic| requests.at_hand(&network.name, topic, now)).collect();
        for response in &at_hand {
            let _ = self.learn(response);
        }
        !at_hand.is_empty()
    }

    /// Learns from an answer. `true` if more is known now.
    pub(super) fn learn(&mut self, response: &Response) -> bool {
        let network = self.networks.iter().find(|network| network.name == response.request.network);
        network.is_some_and(|network| self.knowledge.on_response(response, network))
    }

    /// Tells that something is over or has come, in the ways that the user wants.
    pub(super) fn alert(&self, words: &str) -> Vec<Command> {
        announce::alert(self.notify, words)
    }

    /// The window's title, if it is to be another one now.
    pub(super) fn retitle(&mut self) -> Option<Command> {
        let title = announce::title(&self.followed, self.started, self.unseen_rows, &self.theme);
        if !self.notify.title || title == self.title {
            return None;
        }
        self.title.clone_from(&title);
        Some(Command::Title(title))
    }
}

/// Has one that is no pane want exactly this. One that wants nothing is not in the table.
fn subscribe(
    requests: &mut Requests,
    (subscriber, priority): (Subscriber, Priority),
    network: &str,
    wants: Wants,
    now: Timestamp,
) -> Vec<Command> {
    if wants.is_empty() {
        return requests.close(subscriber);
    }
    requests.want(subscriber, network, wants, priority, &Snapshot::default(), now)
}
