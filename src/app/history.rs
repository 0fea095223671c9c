//! The panes that were opened, each with its state, so that going back is instant and exact.

use crate::message::{Effect, Place};
use crate::panes::{Context, Pane};

/// The stack of panes, and the ones that were left by going back.
#[derive(Debug)]
pub(super) struct History {
    /// The panes below the top.
    below: Vec<Pane>,
    top: Pane,
    ahead: Vec<Pane>,
}

/// How many panes are kept; the oldest is dropped beyond that.
const MOST: usize = 100;

impl History {
    /// A history that begins here.
    pub(super) fn open(place: &Place, ctx: &Context<'_>) -> (Self, Vec<Effect>) {
        let (top, effects) = Pane::open(place, ctx);
        (Self { below: Vec::new(), top, ahead: Vec::new() }, effects)
    }

    /// Opens a place on top. What the new pane asks, and what the dropped ones no longer do.
    pub(super) fn go(&mut self, place: &Place, ctx: &Context<'_>) -> (Vec<Effect>, Vec<Effect>) {
        let (pane, effects) = Pane::open(place, ctx);
        self.top.rest();
        self.below.push(std::mem::replace(&mut self.top, pane));
        let oldest = (self.below.len() > MOST).then(|| self.below.remove(0));
        let dropped = self.ahead.drain(..).chain(oldest).flat_map(|mut pane| pane.close()).collect();
        (effects, dropped)
    }

    /// Opens a place instead of the top one.
    pub(super) fn replace(&mut self, place: &Place, ctx: &Context<'_>) -> (Vec<Effect>, Vec<Effect>) {
        let (pane, effects) = Pane::open(place, ctx);
        let mut old = std::mem::replace(&mut self.top, pane);
        (effects, old.close())
    }

    /// Opens every place of the stack again, as after a switch of the network.
    pub(super) fn reopen(&mut self, ctx: &Context<'_>) -> (Vec<Effect>, Vec<Effect>) {
        let (mut effects, mut dropped) = (Vec::new(), Vec::new());
        for pane in self.below.iter_mut().chain([&mut self.top]) {
            let (fresh, asks) = Pane::open(&pane.place(), ctx);
            dropped.extend(std::mem::replace(pane, fresh).close());
            effects.extend(asks);
        }
        dropped.extend(self.ahead.drain(..).flat_map(|mut pane| pane.close()));
        (effects, dropped)
    }

    /// Goes back to the pane before. `false` if there is none.
    pub(super) fn back(&mut self) -> bool {
        let Some(pane) = self.below.pop() else { return false };
        self.top.rest();
        self.ahead.push(std::mem::replace(&mut self.top, pane));
        true
    }

    /// Goes forward again. `false` if there is nowhere to go.
    pub(super) fn forward(&mut self) -> bool {
        let Some(pane) = self.ahead.pop() else { return false };
        self.top.rest();
        self.below.push(std::mem::replace(&mut self.top, pane));
        true
    }

    /// The pane on screen.
    pub(super) fn top(&self) -> &Pane {
        &self.top
    }

    /// The pane on screen, to be changed.
    pub(super) fn top_mut(&mut self) -> &mut Pane {
        &mut self.top
    }

    /// How many panes there are, with the one on screen.
    pub(super) fn depth(&self) -> usize {
        self.below.len() + 1
    }

    /// Calls every pane, seen or not.
    pub(super) fn each(&mut self, mut f: impl FnMut(&mut Pane)) {
        self.below.iter_mut().chain([&mut self.top]).chain(&mut self.ahead).for_each(&mut f);
    }
}
