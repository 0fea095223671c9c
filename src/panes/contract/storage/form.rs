//! The filter form of the storage list, with every parameter of the operation, and the place a row opens.

use ledger::query::{Op, Order, StateQuery};
use ledger::{StateSlot, Timestamp, moment};

use crate::message::Place;
use crate::panes::Context;
use crate::panes::kit::list::{Filterable, Listed, Words, fields};
use crate::widgets::form::FormField;

impl Filterable for StateQuery {
    fn subject(&self) -> String {
        format!("storage of {}", self.contract)
    }

    fn place(&self) -> Place {
        Place::State(self.clone())
    }

    fn fields(&self) -> Vec<FormField> {
        let own = [
            fields::text(self, "slot", "slot", "0x…, several with commas, gt:0x… for a range"),
            fields::text(self, "timestamp", "as of", "2026-11-20 14:00, 2h ago, 1795216207.5"),
        ];
        own.into_iter().chain(fields::paging(self)).collect()
    }

    fn values(&self, name: &str, text: &str, ctx: &Context<'_>) -> Result<Vec<String>, String> {
        if name != "timestamp" {
            return Ok(fields::several(text));
        }
        // A condition stays as typed; a time in words means the storage as of then.
        let one = |text: &str| match Op::split(text) {
            Some((op, _)) if op != Op::Eq => Ok(text.to_owned()),
            _ => moment::point(text, ctx.clock()).map(|at| at.to_string()).map_err(|fault| fault.message),
        };
        text.split(',').map(str::trim).filter(|text| !text.is_empty()).map(one).collect()
    }
}

impl Listed for StateQuery {
    const WORDS: Words =
        Words { open: "result of the last write", copy: "copy the value", more: "load another page" };
    const ORDERS: &'static [(&'static str, &'static str)] =
        &[("smallest first", "asc"), ("largest first", "desc")];
    const USUAL: Order = Order::Asc;

    const TIMED: bool = false;

    fn title(&self, ctx: &Context<'_>) -> String {
        format!("{} {} storage", self.contract, ctx.theme.glyphs.crumb)
    }

    fn opened(&self, row: &StateSlot) -> Option<Place> {
        Some(Place::Result(self.contract, row.timestamp.value()?))
    }

    fn transaction(row: &StateSlot) -> Option<Timestamp> {
        row.timestamp.value()
    }
}
