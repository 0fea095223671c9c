//! Gives labels to what is selected, or to anything that is typed, and bookmarks places.

use super::App;
use super::overlay::Overlay;
use crate::ledger::{Labelled, Timestamp};
use crate::message::{Action, Effect, Place};

impl App {
    /// Opens the form for the label of what is selected.
    pub(super) fn open_label(&mut self, now: Timestamp) {
        let offered = self.labelled_here(now);
        self.overlay = Some(Overlay::label(&offered, &self.shared.whole_context(now)));
    }

    /// Opens the form for the bookmark of a place.
    pub(super) fn open_bookmark(&mut self, place: Place, now: Timestamp) {
        self.overlay = Some(Overlay::bookmark(place, &self.shared.whole_context(now)));
    }

    /// What can be labelled here, the likeliest first: what is copied of what is selected, all else that can be
    /// copied, and what the place is of.
    fn labelled_here(&mut self, now: Timestamp) -> Vec<Labelled> {
        let home = self.shared.networks.here.home;
        let mut texts = Vec::new();
        for action in [Action::Copy, Action::CopyMenu] {
            if self.hint(action, now).is_none_or(|hint| hint.disabled.is_some()) {
                continue;
            }
            for effect in self.history.top_mut().press(action, &self.shared.context(now)) {
                match effect {
                    Effect::Copy(copied) => texts.push(copied),
                    Effect::CopyMenu(all) => texts.extend(all),
                    _ => {}
                }
            }
        }
        let place = self.place();
        let contract = place.contract_named().map(|contract| Labelled::new(contract, home));
        let schedule = if let Place::Schedule(id) = place { Some(Labelled::Id(id)) } else { None };
        let named =
            texts.iter().filter_map(|it| Labelled::parse(&it.text.beginning(Labelled::ROOM_BYTES), home));
        let mut offered = Vec::new();
        for of in named.chain(contract).chain(schedule) {
            if !offered.contains(&of) {
                offered.push(of);
            }
        }
        offered
    }
}
