//! The state that all panes share.

mod kept;
mod networks;
pub(super) mod notices;
mod records;
pub(super) mod screen;

pub(super) use self::kept::Kept;
pub(super) use self::networks::Networks;
pub(super) use self::notices::Toasts;
pub(super) use self::screen::Screen;

use api::Priority;
use decode::Snapshot;
use ledger::Timestamp;

use self::screen::areas;
use super::Start;
use crate::message::request_log::RequestLog;
use crate::message::{Command, Notice, Persist, Response, Saved};
use crate::panes::Context;
use crate::panes::context::Loaded;
use crate::panes::kit::{Asking, Requests, Subscriber, Wants};

/// The app's state besides the panes.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) screen: Screen,
    pub(super) networks: Networks,
    pub(super) asked: Asked,
    pub(super) kept: Kept,
}

/// The open requests to servers.
#[derive(Debug)]
pub(super) struct Asked {
    /// The open requests, their subscribers, and their responses.
    pub(super) requests: Requests,
    pub(super) log: RequestLog,
    pub(super) loaded: Loaded,
    pub(super) pane: Subscriber,
    /// How urgent the wants of panes are while an event is taken in.
    pub(super) priority: Priority,
    /// Whether nothing else waits to be taken in, and what was taken in is drawn.
    pub(super) is_idle: bool,
}

impl Shared {
    pub(super) fn new(start: &Start, now: Timestamp) -> Self {
        let asked = Asked {
            requests: Requests::new(start.heals),
            log: RequestLog::default(),
            loaded: Loaded { bytes: 0, max_bytes: start.settings.max_loaded_bytes() },
            pane: Subscriber::default(),
            priority: Priority::default(),
            is_idle: false,
        };
        Self {
            screen: Screen::new(start, now),
            networks: Networks::new(start),
            asked,
            kept: Kept::new(start.process),
        }
    }

    /// The context of what lies over all panes.
    pub(super) fn whole_context(&self, now: Timestamp) -> Context<'_> {
        Context { body: areas(self.screen.size).body, ..self.context(now) }
    }

    /// The context of the pane on screen.
    pub(super) fn context(&self, now: Timestamp) -> Context<'_> {
        let Self { screen, networks, asked, kept } = self;
        Context {
            now,
            network: &networks.here,
            theme: &screen.theme,
            networks: &networks.all,
            body: screen.parts().pane,
            jobs: &kept.followed,
            batches: kept.batches.all(),
            visits: &kept.remembered.visits,
            previews: screen.previews,
            chosen: &kept.remembered.chosen,
            columns: &kept.remembered.columns,
            drafts: &kept.remembered.drafts,
            bookmarks: &kept.remembered.bookmarks,
            watched: &kept.watching,
            chains: networks.chains(),
            known: networks.known(),
            keymap: &screen.keymap,
            pipe: &screen.pipe,
            store_fault: kept.records.fault(),
            unrecorded: kept.records.missing(),
            seen: networks.seen(),
            requests: &asked.requests,
            request_log: &asked.log,
            loaded: asked.loaded,
            pane: asked.pane,
            process: kept.process,
        }
    }

    /// Restores the stored data; changes since the start win.
    pub(super) fn restore(&mut self, mut saved: Saved, now: Timestamp) -> Vec<Command> {
        self.networks.knowledge.restore(&saved);
        self.screen.restore_preview(saved.preview);
        let kept = &mut self.kept;
        let changed = kept.followed.merge(std::mem::take(&mut saved.jobs), &saved.elsewhere, now);
        kept.followed.set_older(saved.older_jobs, saved.older_than);
        kept.batches.merge(std::mem::take(&mut saved.batches));
        kept.restore_watched(std::mem::take(&mut saved.watched));
        kept.remembered.restore(saved);
        kept.save_jobs(&changed)
    }

    /// Applies a change that is being stored. `true` if the screen may show something else now.
    pub(super) fn apply_kept(&mut self, keep: &Persist) -> bool {
        let is_bookmark = matches!(keep, Persist::Bookmarks(_) | Persist::ForgetBookmark(_));
        is_bookmark || self.kept.keep_watched(keep) || self.networks.knowledge.apply(keep)
    }

    /// Sends the lookups that the lines of batches wait for.
    pub(super) fn want_lookups(&mut self, now: Timestamp) -> Vec<Command> {
        let wants = self.kept.batches.wants().flat_map(|(id, network, wants)| {
            let subscriber = (Subscriber::Batch(id), Priority::Poll);
            subscribe(&mut self.asked.requests, subscriber, network, wants, now)
        });
        wants.collect()
    }

    /// Requests missing data about contracts and names. The notice of the signature server is shown first, as that
    /// server is asked last, for what still has no name.
    pub(super) fn want_knowledge(&mut self, now: Timestamp) -> Vec<Command> {
        let Networks { knowledge, here, .. } = &mut self.networks;
        let (notice, lookup) = knowledge.lookup(here);
        let mut names = Wants::default();
        if let Some(lookup) = &lookup {
            names.add(lookup);
        }
        let of_contracts = knowledge.wants(&here.name);
        let mut commands = Vec::new();
        for (subscriber, wants) in [
            ((Subscriber::Knowledge, Priority::Background), of_contracts),
            ((Subscriber::Names, Priority::Poll), names),
        ] {
            commands.extend(subscribe(&mut self.asked.requests, subscriber, &here.name, wants, now));
        }
        if let Some(notice) = notice {
            self.screen.toasts.push_here(notice, now);
        }
        commands
    }

    /// Sets the requests that a pane wants, and returns the commands that send them.
    pub(super) fn want(&mut self, pane: Subscriber, wants: Wants, now: Timestamp) -> Vec<Command> {
        let priority = if pane == Subscriber::WatchList { Priority::Tail } else { self.asked.priority };
        let network = &self.networks.here.name;
        let asking = Asking { network, priority, known: self.networks.known(), now };
        self.asked.requests.want(pane, wants, &asking)
    }

    /// Sends a pane's requests. The second value is whether any of them is new.
    pub(super) fn ask(&mut self, pane: Subscriber, wants: Wants, now: Timestamp) -> (Vec<Command>, bool) {
        let subjects = self.asked.requests.unresolved(pane, &wants);
        let news = self.asked.requests.is_news(pane, &self.networks.here.name, &wants);
        let commands = self.want(pane, wants, now);
        for subject in subjects {
            self.networks.resolve(subject);
        }
        (commands, news)
    }

    /// Learns from answers that panes got a few seconds ago. `true` if there were any.
    pub(super) fn learn_at_hand(&mut self, now: Timestamp) -> bool {
        let (network, requests) = (&self.networks.here.name, &self.asked.requests);
        let open = self.networks.knowledge.open_questions(network);
        let at_hand: Vec<Response> = open.filter_map(|topic| requests.at_hand(network, topic, now)).collect();
        for response in &at_hand {
            let _ = self.networks.learn(response);
        }
        !at_hand.is_empty()
    }

    /// Opens a network and reports that. `false` if no network has this name.
    pub(super) fn open_network(&mut self, name: &str, now: Timestamp) -> bool {
        let opened = self.networks.open(name);
        let notice = if opened {
            Notice::info(format!("now on {name}"))
        } else {
            Notice::failure(format!("there is no network called {name:?}"))
        };
        self.screen.toasts.push(notice, now);
        opened
    }

    /// The new title of the window, if it changed.
    pub(super) fn retitle(&mut self) -> Option<Command> {
        self.screen.title.change(&self.kept.followed, &self.screen.theme)
    }
}

/// Sets the wants of a subscriber other than a pane. Without wants it leaves the table.
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
    let known = Snapshot::default();
    requests.want(subscriber, wants, &Asking { network, priority, known: &known, now })
}
