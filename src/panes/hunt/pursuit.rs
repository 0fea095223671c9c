//! A hunt under way: first the addresses of what was named, then page after page, a few results at a time.

use std::ops::Range;
use std::sync::Arc;

use super::chase::{Chase, Trail};
use super::lookup::Lookup;
use super::pages::{Over, Pages};
use crate::decode::hunt::{EventShape, Quarry, Wanted, value};
use crate::decode::interface::Entry;
use crate::ledger::query::ResultQuery;
use crate::ledger::{ContractRef, Timestamp};
use crate::message::{Answer, Ask, Effect, Emitter, Failure, FoundResult, HuntPlace, Response, Retrying};
use crate::panes::{Context, Remote};

/// How many results are read at once.
const AT_ONCE: usize = 3;
/// No further page is asked for while so many results wait to be read.
const AHEAD: usize = 60;
/// After so many hits the hunt stops by itself, to be sent on: each is kept whole.
const ENOUGH: usize = 5_000;
/// After so many failures in a row the hunt stops by itself.
const FAILURES: usize = 3;

/// The hunt.
#[derive(Debug)]
pub(super) struct Pursuit {
    hunt: HuntPlace,
    shape: EventShape,
    lookup: Lookup,
    /// What was found so far; `None` until the addresses are known.
    chase: Option<Chase>,
    pages: Pages,
    slots: [Slot; AT_ONCE],
    phase: Phase,
    failures: usize,
    failure: Option<Failure>,
    /// How many hits there may be before it stops by itself.
    enough: usize,
}

/// Whether it goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// It goes on.
    Running,
    /// The user stopped it.
    Stopped,
    /// It failed, and waits to be sent on.
    Failed,
    /// There is nothing more to look through.
    Ended,
}

/// A result that is being read.
#[derive(Debug, Default)]
struct Slot {
    trail: Option<Trail>,
    result: Remote<()>,
}

impl Pursuit {
    /// A hunt for what the place names.
    ///
    /// # Errors
    /// Says which part cannot be hunted for.
    pub(super) fn of(hunt: &HuntPlace, known: &[Entry], ctx: &Context<'_>) -> Result<Self, String> {
        let shape = EventShape::read(&hunt.event, known).map_err(|fault| fault.to_string())?;
        let mut named: Vec<ContractRef> = Vec::new();
        match hunt.emitter {
            Emitter::Own => named.push(hunt.contract),
            Emitter::Other(other) => named.push(other),
            Emitter::Any => {}
        }
        arguments(hunt, &shape, ctx, |of| {
            named.push(of);
            Vec::new()
        })?;
        Ok(Self {
            pages: Pages::of(hunt),
            hunt: hunt.clone(),
            shape,
            lookup: Lookup::of(named),
            chase: None,
            slots: Default::default(),
            phase: Phase::Running,
            failures: 0,
            failure: None,
            enough: ENOUGH,
        })
    }

    /// Takes its next steps, as many as may be taken at once.
    pub(super) fn step(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        if self.phase != Phase::Running || self.lookup.asked().asked().is_some() {
            return Vec::new();
        }
        if self.chase.is_none() {
            if let Some(ask) = self.lookup.ask(ctx) {
                return vec![ask];
            }
            self.chase = Some(Chase::of(self.quarry(ctx)));
        }
        let Some(chase) = &mut self.chase else { return Vec::new() };
        if chase.hits().len() >= self.enough || self.pages.is_repeating() {
            return self.stop();
        }
        let mut effects = Vec::new();
        for slot in self.slots.iter_mut().filter(|slot| slot.trail.is_none()) {
            let Some(trail) = chase.next() else { break };
            let query = ResultQuery { contract: trail.0, timestamp: trail.1, weibar: false };
            slot.trail = Some(trail);
            effects.push(slot.result.ask(ctx.request(Ask::Result(query)), ctx.now));
        }
        if chase.waiting() < AHEAD {
            effects.extend(self.pages.ask(ctx));
        }
        let idle = self.slots.iter().all(|slot| slot.trail.is_none()) && self.pages.asked().asked().is_none();
        if idle && chase.waiting() == 0 && self.pages.over().is_some() {
            self.phase = Phase::Ended;
        }
        effects
    }

    fn quarry(&self, ctx: &Context<'_>) -> Quarry {
        let emitters = match self.hunt.emitter {
            Emitter::Any => Vec::new(),
            Emitter::Own => self.lookup.addresses(self.hunt.contract),
            Emitter::Other(other) => self.lookup.addresses(other),
        };
        let addresses = |of| self.lookup.addresses(of);
        let arguments = arguments(&self.hunt, &self.shape, ctx, addresses).unwrap_or_default();
        Quarry::new(emitters, Some(self.shape.topic), arguments)
    }

    /// Takes an answer. Where among the hits it brought new ones; `None` if it was not for this.
    pub(super) fn hear(&mut self, response: &Response) -> Option<Range<usize>> {
        if self.lookup.hear(response) {
            if let Some(failure) = self.lookup.failure().cloned() {
                self.fail(Some(failure));
            }
            return Some(0..0);
        }
        if let Some(rows) = self.pages.hear(response) {
            let failure = self.pages.failure().cloned();
            if let Some(chase) = &mut self.chase {
                chase.scan(self.hunt.contract, &rows);
            }
            if failure.is_some() {
                self.fail(failure);
            }
            return Some(0..0);
        }
        let mut slots = self.slots.iter_mut();
        let slot = slots.find(|slot| slot.result.asked() == Some(&response.request))?;
        let mut result = None;
        slot.result.hear(response, |answer| match answer {
            Answer::Result(FoundResult { result: read, .. }) => {
                result = Some(Arc::clone(read));
                Some(())
            }
            _ => None,
        });
        let failure = slot.result.failure().cloned();
        let (Some(trail), Some(chase)) = (slot.trail.take(), &mut self.chase) else { return Some(0..0) };
        if let Some(result) = result {
            self.failures = 0;
            return Some(chase.read(trail, &result));
        }
        chase.lose(trail);
        self.failures += 1;
        if self.failures >= FAILURES {
            self.fail(failure);
        }
        Some(0..0)
    }

    fn fail(&mut self, failure: Option<Failure>) {
        self.phase = Phase::Failed;
        self.failure = failure;
    }

    pub(super) fn retrying(&mut self, retrying: &Retrying) {
        self.lookup.retrying(retrying);
        self.pages.retrying(retrying);
        self.slots.iter_mut().for_each(|slot| _ = slot.result.retrying(retrying));
    }

    /// Stops; what was under way is put back in line.
    pub(super) fn stop(&mut self) -> Vec<Effect> {
        if self.phase == Phase::Running {
            self.phase = Phase::Stopped;
        }
        let mut effects: Vec<Effect> = self.lookup.stop().into_iter().chain(self.pages.stop()).collect();
        for slot in &mut self.slots {
            effects.extend(slot.result.stop());
            if let (Some(trail), Some(chase)) = (slot.trail.take(), &mut self.chase) {
                chase.put_back(trail);
            }
        }
        effects
    }

    /// Goes on where it stopped or failed, and tries again what could not be read.
    pub(super) fn go_on(&mut self) {
        if let Some(chase) = &mut self.chase {
            chase.retry();
            self.enough = chase.hits().len().saturating_add(ENOUGH);
        }
        self.pages.forgive();
        self.failures = 0;
        self.failure = None;
        self.phase = Phase::Running;
    }

    pub(super) fn phase(&self) -> Phase {
        self.phase
    }

    /// What was found so far; `None` while addresses are looked up.
    pub(super) fn chase(&self) -> Option<&Chase> {
        self.chase.as_ref()
    }

    /// The event that is hunted for.
    pub(super) fn shape(&self) -> &EventShape {
        &self.shape
    }

    /// Why there is no further page.
    pub(super) fn over(&self) -> Option<Over> {
        self.pages.over()
    }

    /// Whether it stopped because it has found enough to look at.
    pub(super) fn has_enough(&self) -> bool {
        let hits = self.chase.as_ref().map_or(0, |chase| chase.hits().len());
        self.phase == Phase::Stopped && hits >= self.enough
    }

    /// Whether it stopped because the server's pages repeat their rows.
    pub(super) fn is_repeating(&self) -> bool {
        self.phase == Phase::Stopped && self.pages.is_repeating()
    }

    /// Why it failed.
    pub(super) fn failure(&self) -> Option<&Failure> {
        self.failure.as_ref()
    }

    /// The address that was asked last for a page.
    pub(super) fn url(&self) -> &str {
        self.pages.asked().url()
    }

    /// The request that its state is shown of: the lookup, a page, or a result.
    pub(super) fn shown(&self) -> &Remote<()> {
        let slots = self.slots.iter().map(|slot| &slot.result);
        let all = [self.lookup.asked(), self.pages.asked()].into_iter().chain(slots);
        all.into_iter().find(|remote| remote.asked().is_some()).unwrap_or(self.pages.asked())
    }

    pub(super) fn wake_at(&self, now: Timestamp) -> Option<Timestamp> {
        self.shown().wake_at(now)
    }
}

/// The values of indexed arguments as topics; each entity that they name is resolved by `addresses`.
fn arguments(
    hunt: &HuntPlace,
    shape: &EventShape,
    ctx: &Context<'_>,
    mut addresses: impl FnMut(ContractRef) -> Vec<crate::ledger::EvmAddress>,
) -> Result<Vec<Wanted>, String> {
    let mut wanted = Vec::new();
    for (at, argument) in shape.arguments.iter().enumerate() {
        let number = (at + 1).to_string();
        let named = hunt
            .values
            .iter()
            .find(|(name, _)| *name == number || !name.is_empty() && *name == argument.name);
        let Some((name, text)) = named.filter(|(_, text)| !text.trim().is_empty()) else { continue };
        let places = shape.topics_of(at);
        let places = places.ok_or_else(|| format!("{name} is not indexed: its value stands in no topic"))?;
        let topics = value::topics(text, &argument.kind, ctx.network.home, &mut addresses)
            .map_err(|fault| format!("{name}: {fault}"))?;
        wanted.push(Wanted { places, topics });
    }
    let known = |name: &str| {
        let number = name.parse::<usize>().is_ok_and(|at| (1..=shape.arguments.len()).contains(&at));
        number || shape.arguments.iter().any(|argument| argument.name == name)
    };
    match hunt.values.iter().find(|(name, _)| !known(name)) {
        Some((name, _)) => Err(format!("the event has no argument {:?}", crate::ledger::text::visible(name))),
        None => Ok(wanted),
    }
}
