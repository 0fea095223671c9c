//! Two sides of a comparison are chosen one after the other.

use super::App;
use crate::ledger::Timestamp;
use crate::message::comparison::Side;
use crate::message::{Action, Command, Comparison, Notice, Place};

impl App {
    /// Opens the comparison with the side that was chosen before; remembers this one if there is none of its kind, and
    /// forgets it if it is the same.
    pub(super) fn compare(&mut self, side: Side, now: Timestamp) -> Vec<Command> {
        let network = self.shared.networks.here.name.clone();
        let before = self.compared.take().filter(|(on, _)| *on == network).map(|(_, before)| before);
        let (noun, key) = (side.noun(), self.shared.screen.keymap.key_of(Action::Compare));
        let words = match before {
            Some(before) if before == side => format!("{noun} {side} is no longer one side of a comparison"),
            Some(before) if before.noun() == noun => {
                let compared = Comparison::new([before, side]).map(|it| Place::Comparison(Box::new(it)));
                return compared.map(|place| self.go(&place, now)).unwrap_or_default();
            }
            _ => {
                let words = format!("{noun} {side} is one side: {key} on another {noun} compares them");
                self.compared = Some((network, side));
                words
            }
        };
        self.shared.screen.toasts.push_here(Notice::info(words), now);
        Vec::new()
    }
}
