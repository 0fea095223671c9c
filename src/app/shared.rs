//! The state that all panes share: network, theme, followed jobs, and what earlier runs stored.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Start;
use super::announce::{self, IDLE_TITLE};
use super::batches::Batches;
use super::knowledge::Knowledge;
use super::layout::{Beside, areas};
use super::records::Records;
use super::toast::Toasts;
use crate::decode::Subject;
use crate::ledger::{Seen, Timestamp};
use crate::message::keymap::Keymap;
use crate::message::{
    Answer, Bookmark, ColumnChoices, Command, Draft, Effect, FoundResult, Network, Notice, Notifications,
    Persist, Request, Response, Saved, SavedFilter, Visit,
};
use crate::panes::Context;
use crate::panes::kit::request_log::RequestLog;
use crate::panes::kit::watch::Watch;
use crate::panes::kit::{PaneKey, Requests, Wants};
use crate::verification::{Chains, Followed, JobEvent, JobKey};
use crate::widgets::Theme;

/// The app's state besides the panes.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) networks: Vec<Network>,
    pub(super) network: Network,
    pub(super) keymap: Keymap,
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
    visits: Vec<Visit>,
    /// How often rows of the palette were chosen, by their names there.
    chosen: BTreeMap<String, u32>,
    /// What is wanted of the columns of lists.
    columns: ColumnChoices,
    drafts: Vec<Draft>,
    /// Bookmarks, newest first.
    bookmarks: Vec<Bookmark>,
    /// The watch list, oldest first.
    pub(super) watching: Vec<Watch>,
    /// Filters that were kept, newest first.
    pub(super) filters: Vec<SavedFilter>,
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
    /// What was asked of servers.
    pub(super) request_log: RequestLog,
    /// The pane on screen.
    pub(super) pane: PaneKey,
    process: u32,
    /// That a recording is replayed, in words.
    pub(super) replay: Option<String>,
    notify: Notifications,
    /// When the program was started.
    started: Timestamp,
    /// The title that the terminal's window has.
    title: String,
    /// How many of what was waited for have come since the user last did something.
    pub(super) unseen_rows: usize,
}

/// The most visited places in the list.
const MAX_VISITS: usize = 200;

impl Shared {
    pub(super) fn new(start: &Start, now: Timestamp) -> Self {
        let theme = Theme::new(&start.settings);
        Self {
            networks: start.networks.clone(),
            network: start.network.clone(),
            keymap: start.keymap.clone(),
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
            visits: Vec::new(),
            chosen: BTreeMap::new(),
            columns: ColumnChoices::new(),
            drafts: Vec::new(),
            bookmarks: Vec::new(),
            watching: Vec::new(),
            filters: Vec::new(),
            chains: BTreeMap::new(),
            records: Records::default(),
            seen: BTreeMap::new(),
            unseen: Seen::default(),
            requests: Requests::default(),
            request_log: RequestLog::default(),
            pane: PaneKey::default(),
            process: start.process,
            replay: start.replay.clone(),
            notify: start.settings.notify,
            started: now,
            title: IDLE_TITLE.to_owned(),
            unseen_rows: 0,
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
            visits: &self.visits,
            previews: self.previews,
            chosen: &self.chosen,
            columns: &self.columns,
            drafts: &self.drafts,
            bookmarks: &self.bookmarks,
            watched: &self.watching,
            chains: self
                .network
                .verifier
                .as_ref()
                .and_then(|verifier| self.chains.get(verifier))
                .map(AsRef::as_ref),
            known: self.knowledge.snapshot(&self.network.name),
            keymap: &self.keymap,
            store_fault: self.records.fault(),
            unrecorded: self.records.missing(),
            seen: self.seen.get(&self.network.name).unwrap_or(&self.unseen),
            requests: &self.requests,
            request_log: &self.request_log,
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
    pub(super) fn restore(&mut self, saved: Saved, now: Timestamp) -> Vec<Command> {
        self.knowledge.restore(&saved);
        let changed = self.followed.merge(saved.jobs, &saved.elsewhere, now);
        self.followed.set_older(saved.older_jobs);
        self.batches.merge(saved.batches);
        for visit in saved.visits {
            if !self.visits.iter().any(|v| v.place == visit.place && v.network == visit.network) {
                self.visits.push(visit);
            }
        }
        for draft in saved.drafts {
            if !self.drafts.iter().any(|d| d.form == draft.form) {
                self.drafts.push(draft);
            }
        }
        for bookmark in saved.bookmarks {
            if !self.bookmarks.iter().any(|known| known.is(&bookmark)) {
                self.bookmarks.push(bookmark);
            }
        }
        self.restore_watched(saved.watched);
        for filter in saved.filters {
            if !self.filters.iter().any(|known| known.is(&filter)) {
                self.filters.push(filter);
            }
        }
        if let Some(on) = saved.preview.filter(|_| !self.is_preview_switched) {
            self.previews = on;
        }
        for (name, times) in saved.chosen {
            let known = self.chosen.entry(name).or_default();
            *known = known.saturating_add(times);
        }
        for (list, choice) in saved.columns {
            self.columns.entry(list).or_insert(choice);
        }
        self.keep_jobs(&changed)
    }

    /// Has lists have a preview beside them, or not, from now on.
    pub(super) fn switch_preview(&mut self, on: bool) -> Persist {
        (self.previews, self.is_preview_switched) = (on, true);
        Persist::Preview(on)
    }

    /// Counts a choice in the palette.
    pub(super) fn choose(&mut self, name: String, now: Timestamp) -> Persist {
        let times = self.chosen.entry(name.clone()).or_default();
        *times = times.saturating_add(1);
        Persist::Chosen(name, now)
    }

    /// Records these jobs.
    pub(super) fn keep_jobs(&self, keys: &[JobKey]) -> Vec<Command> {
        let jobs = keys.iter().filter_map(|key| self.followed.get(*key));
        jobs.map(|job| Command::Persist(Persist::Job(Box::new(job.clone())))).collect()
    }

    /// The next step of the batches.
    pub(super) fn step_batches(&mut self, now: Timestamp) -> Vec<Effect> {
        self.batches.step(&self.followed, now, self.process)
    }

    /// Puts a place on top of the visited ones.
    pub(super) fn visited(&mut self, visit: Visit) -> Persist {
        self.visits.retain(|v| v.place != visit.place || v.network != visit.network);
        self.visits.insert(0, visit.clone());
        self.visits.truncate(MAX_VISITS);
        Persist::Visit(visit)
    }

    /// Remembers what is being kept, if panes ask for it: forms, filters and columns.
    pub(super) fn remember(&mut self, keep: &Persist) {
        match keep {
            Persist::Draft(draft) => {
                self.drafts.retain(|d| d.form != draft.form);
                self.drafts.push(draft.clone());
            }
            Persist::Filter(filter) => {
                self.filters.retain(|known| !known.is(filter));
                self.filters.insert(0, (**filter).clone());
            }
            Persist::Columns(list, choice) => {
                self.columns.insert(list.clone(), choice.clone());
            }
            Persist::Bookmarks(bookmarks) => {
                for bookmark in bookmarks {
                    self.bookmarks.retain(|known| !known.is(bookmark));
                    self.bookmarks.insert(0, bookmark.clone());
                }
            }
            Persist::ForgetBookmark(bookmark) => self.bookmarks.retain(|known| !known.is(bookmark)),
            Persist::ForgetFilter(filter) => self.filters.retain(|known| !known.is(filter)),
            _ => {}
        }
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
            Ok(Answer::Result(FoundResult { result, .. })) => {
                let seen = self.seen.entry(network()).or_default();
                seen.result(result, !response.request.ask.is_in_weibar());
                if response.request.ask.is_in_weibar() {
                    seen.in_weibar(result);
                }
            }
            Ok(Answer::Transaction(family)) => _ = self.seen.entry(network()).or_default().family(family),
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

    /// Requests to resolve a subject, unless they were sent before.
    pub(super) fn queue_lookups(&mut self, subject: Subject, now: Timestamp) -> Vec<Command> {
        let asked = self.knowledge.resolve(subject, &self.network, now).into_iter();
        asked.map(Command::Send).collect()
    }

    /// What is to be done about that which has no name yet.
    pub(super) fn lookup(&mut self) -> Vec<Effect> {
        self.knowledge.lookup(&self.network)
    }

    /// Notices about partial knowledge.
    pub(super) fn notices(&mut self) -> Vec<Notice> {
        self.knowledge.notices()
    }

    /// Whether somebody waits for the answer to this: a pane, a batch, a job, or what learns of contracts.
    pub(super) fn awaits(&self, request: &Request) -> bool {
        self.knowledge.awaits(request)
            || self.requests.awaits(request)
            || self.batches.await_answer(request)
            || self.awaits_look_up(request)
    }

    /// What is to be asked so that a pane knows what it wants.
    pub(super) fn want(&mut self, pane: PaneKey, wants: Wants, now: Timestamp) -> Vec<Command> {
        let known = self.knowledge.snapshot(&self.network.name);
        self.requests.want(pane, &self.network.name, wants, known, now)
    }

    /// Applies an answer about a subject: returns the next requests, and whether more is known now.
    pub(super) fn apply_answer(&mut self, response: &Response) -> (Vec<Request>, bool) {
        let network = self.networks.iter().find(|network| network.name == response.request.network);
        network.map(|network| self.knowledge.on_response(response, network)).unwrap_or_default()
    }

    /// Applies an event to a job: records it, and notifies the user of a final state.
    pub(super) fn apply_job_event(
        &mut self,
        key: JobKey,
        event: JobEvent,
        now: Timestamp,
        toasts: &mut Toasts,
    ) -> Vec<Command> {
        let Some(before) = self.followed.get(key).map(|job| job.state) else { return Vec::new() };
        let Some(job) = self.followed.apply(key, event, now) else { return Vec::new() };
        let quiet = self.batches.hold(key);
        let mut commands = vec![Command::Persist(Persist::Job(Box::new(job.clone())))];
        if !quiet && job.state != before && (job.state.is_final() || job.state.needs_attention()) {
            let words = announce::sentence(job, now);
            let good = job.state.is_success();
            if job.is_over() {
                commands.extend(self.alert(&words));
            }
            toasts.push(if good { Notice::success(words) } else { Notice::warning(words) }, now);
        }
        commands
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
