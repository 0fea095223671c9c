//! The pane for the place that the selected row of the list on screen links to. It opens once the list is drawn and
//! nothing else is to be done, and only once the selection rests, because quick key presses must open nothing; going to
//! the place then opens this same pane.

use ledger::Timestamp;

use super::{Entry, History};
use crate::message::Place;
use crate::panes::kit::{Subscriber, list::Steps};
use crate::panes::{Context, Pane};

/// How long a selection that a key has moved rests before its row's detail is opened, milliseconds.
const PAUSE_MILLIS: u64 = 150;

/// The preview of a row.
#[derive(Debug)]
pub(in crate::app) struct Preview {
    /// The place that the row links to.
    place: Place,
    state: State,
}

#[derive(Debug)]
enum State {
    /// The row is selected since this time, and is to rest for so many milliseconds.
    Waits(Timestamp, u64),
    Open(Box<Entry>),
    /// It is the pane that one came back from, which one can go forward to.
    Left(Box<Entry>),
}

impl Preview {
    /// The place that the row links to.
    pub(in crate::app) fn place(&self) -> &Place {
        &self.place
    }

    /// The pane, once it is open.
    pub(in crate::app) fn pane(&self) -> Option<(Subscriber, &dyn Pane)> {
        match &self.state {
            State::Waits(..) => None,
            State::Open(entry) | State::Left(entry) => Some((entry.key, entry.pane.as_ref())),
        }
    }

    /// The same, to be changed.
    pub(in crate::app) fn pane_mut(&mut self) -> Option<(Subscriber, &mut dyn Pane)> {
        match &mut self.state {
            State::Waits(..) => None,
            State::Open(entry) | State::Left(entry) => Some((entry.key, entry.pane.as_mut())),
        }
    }

    /// When the row is selected for long enough; `None` if the pane is open.
    pub(in crate::app) fn opens_at(&self) -> Option<Timestamp> {
        match self.state {
            State::Waits(since, pause) => Some(since.plus_millis(pause)),
            State::Open(_) | State::Left(_) => None,
        }
    }

    /// Whether it is time to open the preview. A selection time after `now` means that the clock was set back: it
    /// counts as due.
    fn is_due(&self, now: Timestamp) -> bool {
        match self.state {
            State::Waits(since, pause) => now < since || since.plus_millis(pause) <= now,
            State::Open(_) | State::Left(_) => false,
        }
    }
}

impl History {
    /// The preview of the selected row.
    pub(in crate::app) fn preview(&self) -> Option<&Preview> {
        self.preview.as_ref()
    }

    /// The pane in it, to be changed.
    pub(in crate::app) fn preview_mut(&mut self) -> Option<(Subscriber, &mut dyn Pane)> {
        self.preview.as_mut()?.pane_mut()
    }

    /// Makes the preview follow the row that links to this place; `None` closes it. `is_moved`: whether a key has moved
    /// the selection, and may move on. `true` if the preview reuses the pane that the user has just come back from.
    pub(in crate::app) fn follow_row(
        &mut self,
        place: Option<Place>,
        is_moved: bool,
        now: Timestamp,
    ) -> bool {
        if self.preview.as_ref().map(Preview::place) == place.as_ref() {
            return false;
        }
        self.close_preview();
        let Some(place) = place else { return false };
        let is_it = |entry: &mut Entry| {
            let shown = entry.steps.as_ref().map(Steps::shown);
            shown == Some(&place) && entry.network == self.top.network
        };
        let left = self.ahead.pop_if(is_it);
        let is_open = left.is_some();
        let pause = if is_moved { PAUSE_MILLIS } else { 0 };
        let state = left.map_or(State::Waits(now, pause), |entry| State::Left(Box::new(entry)));
        self.preview = Some(Preview { place, state });
        is_open
    }

    /// Opens the pane of a row that is selected for long enough, at the tab of the one before. `true` if it did.
    pub(in crate::app) fn open_preview(&mut self, ctx: &Context<'_>) -> bool {
        let due = self.preview.take_if(|preview| preview.is_due(ctx.now));
        let Some(Preview { place, .. }) = due else { return false };
        let mut entry = self.enter(&place, ctx);
        self.open_tab(&place, &mut entry);
        self.preview = Some(Preview { place, state: State::Open(Box::new(entry)) });
        true
    }

    /// Shows another place in the preview, which is that of the same row.
    pub(in crate::app) fn replace_preview(&mut self, place: &Place, ctx: &Context<'_>) {
        let mut entry = self.enter(place, ctx);
        if let Some(preview) = &self.preview {
            self.open_tab(&preview.place, &mut entry);
        }
        if let Some(Preview { state: State::Open(former) | State::Left(former), .. }) = &mut self.preview {
            self.closed.push(std::mem::replace(former.as_mut(), entry).key);
        }
    }

    /// Opens the tab that was open for the row before, if this one leads to the like.
    fn open_tab(&self, row: &Place, entry: &mut Entry) {
        if let Some((_, tab)) = self.tab.filter(|(kind, _)| *kind == row.kind()) {
            entry.pane.open_tab(tab);
        }
    }

    /// Closes the preview and cancels its requests. A pane that the user can go forward to is kept.
    pub(in crate::app) fn close_preview(&mut self) {
        let Some(preview) = self.preview.take() else { return };
        if let Some(tab) = preview.pane().and_then(|(_, pane)| pane.tab()) {
            self.tab = Some((preview.place.kind(), tab));
        }
        match preview.state {
            State::Open(entry) => self.closed.push(entry.key),
            State::Left(mut entry) => {
                entry.leave();
                self.ahead.push(*entry);
            }
            State::Waits(..) => {}
        }
    }

    /// Takes the pane out of the preview if it shows this place on this network. Otherwise closes the preview.
    pub(super) fn take_previewed(&mut self, place: &Place, network: &str) -> Option<Entry> {
        let is_it = |preview: &mut Preview| preview.place == *place;
        match self.preview.take_if(is_it).map(|preview| preview.state) {
            Some(State::Open(entry) | State::Left(entry)) if entry.network == network => Some(*entry),
            state => {
                // Another network's pane is of no use there.
                if let Some(State::Open(entry) | State::Left(entry)) = state {
                    self.closed.push(entry.key);
                }
                self.close_preview();
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_opened_once_it_is_selected_for_as_long_as_the_pause() {
        let at = |millis| Timestamp::from_secs(1_000).plus_millis(millis);
        let waits = |pause| Preview { place: Place::Home, state: State::Waits(at(1), pause) };
        let preview = waits(150);
        assert_eq!(preview.opens_at(), Some(at(151)));
        for (now, is_due) in [(1, false), (150, false), (151, true), (0, true)] {
            assert_eq!(preview.is_due(at(now)), is_due, "{now}");
        }
        assert!(waits(0).is_due(at(1)));
    }
}
