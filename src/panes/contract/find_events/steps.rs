//! The hits as they are stepped through. A search that is stepped beyond its last hit goes on.

use super::hits::Known;
use super::{EventSearchPane, Phase, Readings};
use crate::message::{Effect, Failure, Place};
use crate::panes::Context;
use crate::panes::kit::list::step::Lead;
use crate::panes::kit::list::{Columns as _, MemoryRows as _, StepRows, Value};

/// The hits of a search.
pub(super) struct Hits<'a>(pub(super) &'a mut EventSearchPane);

impl StepRows for Hits<'_> {
    fn count(&self) -> usize {
        self.0.local.len(&self.0.rows())
    }

    fn needs_room(&self) -> bool {
        self.0.local.is_counting()
    }

    fn are_chosen(&self) -> bool {
        self.count() < self.0.rows().len()
    }

    fn selected(&self) -> usize {
        self.0.local.cursor()
    }

    fn select(&mut self, row: usize, ctx: &Context<'_>) {
        self.0.select(row, ctx);
    }

    fn place(&self, row: usize, lead: Lead) -> Option<Place> {
        let (contract, at) = self.0.hit(row)?.key;
        Some(match lead {
            Lead::Row => Place::Result(contract, at),
            Lead::Transaction => Place::TransactionAt(at),
        })
    }

    fn value(&self, row: usize, column: &str, _ctx: &Context<'_>) -> Option<Value> {
        let hit = self.0.hit(row)?;
        Readings::value(&Known { hit, readings: &self.0.readings }, column)
    }

    fn end(&self) -> Option<&'static str> {
        (self.0.phase().is_none_or(|phase| phase == Phase::Ended)).then_some("this is the last event found")
    }

    fn load_more(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        if self.0.phase() != Some(Phase::Running) {
            self.0.stop_or_go_on(ctx);
        }
        Vec::new()
    }

    fn is_loading(&self, _ctx: &Context<'_>) -> bool {
        self.0.phase() == Some(Phase::Running)
    }

    fn failure(&self, _ctx: &Context<'_>) -> Option<String> {
        let search = self.0.search.as_ref()?.as_ref().ok()?;
        search.failure().map(Failure::sentence)
    }
}
