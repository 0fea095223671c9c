//! What the program's state is for other programs: the contents of the pane on screen, and whether they are all there.

use decode::Known;
use ledger::document::{document, joined};
use ledger::{RawJson, Timestamp};
use serde_json::Value as Json;

use super::App;
use crate::message::{Action, Contents, Effect, ExportOffer, Failure, VerifiedFiles};

impl App {
    /// Whether anything that the pane on screen wants is in progress, or waits for its next try.
    pub fn is_waiting(&self) -> bool {
        self.shared.asked.requests.under_way(self.shared.asked.pane).is_some()
    }

    /// The failure of a request that the pane on screen needs, if one failed.
    pub fn failure(&self) -> Option<&Failure> {
        let (progress, is_known) = self.shared.asked.requests.progress(self.shared.asked.pane)?;
        progress.failure().filter(|_| !is_known)
    }

    /// The URL of the latest request of the pane on screen.
    pub fn asked_url(&self) -> &str {
        self.shared.asked.requests.progress(self.shared.asked.pane).map_or("", |(progress, _)| progress.url())
    }

    /// Why the subject of the pane on screen is missing, if the pane knows.
    pub fn denial(&self, now: Timestamp) -> Option<String> {
        self.stack.history.top().denial(&self.shared.context(now))
    }

    /// Opens a tab of the pane on screen, counted from the left; `false` if it has no such tab.
    pub fn open_tab(&mut self, tab: usize) -> bool {
        let pane = self.stack.history.top_mut();
        pane.open_tab(tab);
        pane.tab() == Some(tab)
    }

    /// The data about the network on screen, including its labels.
    pub fn known(&self) -> &Known {
        self.shared.networks.knowledge.snapshot(&self.shared.networks.here.name)
    }

    /// The raw response behind the pane on screen.
    pub fn received(&mut self, now: Timestamp) -> Option<RawJson> {
        let effects = self.stack.history.top_mut().press(Action::Raw, &self.shared.context(now));
        effects.into_iter().find_map(|effect| if let Effect::Raw(_, raw) = effect { Some(raw) } else { None })
    }

    /// The files of the pane on screen that can be written to a directory.
    pub fn files(&mut self, now: Timestamp) -> Option<VerifiedFiles> {
        let effects = self.stack.history.top_mut().press(Action::Export, &self.shared.context(now));
        effects.into_iter().find_map(|effect| match effect {
            Effect::Export(ExportOffer::Files(offer)) => Some(offer.of),
            _ => None,
        })
    }

    /// What the pane on screen is about, as a document: its kind, place and network, then the record. `None` if it has
    /// none.
    pub fn document(&self, now: Timestamp) -> Option<Json> {
        let ctx = self.shared.context(now);
        let record = self.stack.history.top().document(&ctx)?;
        let place = self.place();
        let head = document! {
            "kind": place.kind().row().name,
            "place": place.to_string(),
            "network": self.shared.networks.here.name,
        };
        Some(joined(head, record))
    }

    /// The contents of the pane on screen.
    pub fn contents(&mut self, now: Timestamp) -> Contents {
        self.stack.history.top_mut().contents(&self.shared.context(now))
    }

    /// What is loaded, about, bytes.
    pub fn loaded_bytes(&self) -> usize {
        self.stack.loaded_bytes(&self.shared)
    }
}
