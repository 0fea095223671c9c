//! A hunt under way: first the addresses of what was named, then page after page, a few results at a time.

use std::ops::Range;

use super::chase::{Chase, Trail};
use super::lookup::Lookup;
use super::pages::{Over, Pages};
use crate::decode::hunt::{EventShape, Quarry, Wanted, value};
use crate::decode::interface::Entry;
use crate::ledger::query::ResultQuery;
use crate::ledger::{ContractRef, EvmAddress};
use crate::message::{Emitter, Failure, HuntPlace};
use crate::panes::Context;
use crate::panes::kit::Wants;

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
    /// The results that are being read.
    reading: [Option<Trail>; AT_ONCE],
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
            reading: Default::default(),
            phase: Phase::Running,
            failures: 0,
            failure: None,
            enough: ENOUGH,
        })
    }

    /// Adds what it wants to know next, as much as may be asked at once.
    pub(super) fn wants(&self, ctx: &Context<'_>, wants: &mut Wants) {
        let Some(chase) = self.chase.as_ref().filter(|_| self.phase == Phase::Running) else {
            if self.phase == Phase::Running {
                self.lookup.wants(ctx, wants);
            }
            return;
        };
        self.reading.iter().flatten().for_each(|trail| wants.add_optional(&query(*trail)));
        if let Some(page) = self.pages.next().filter(|_| chase.waiting() < AHEAD) {
            wants.add_optional(page);
        }
    }

    /// Takes what has come, and goes on as far as that leads. Where among the hits it brought new ones, one after
    /// another.
    pub(super) fn advance(&mut self, ctx: &Context<'_>) -> Vec<Range<usize>> {
        if self.phase != Phase::Running {
            return Vec::new();
        }
        if self.chase.is_none() {
            match self.lookup.outcome(ctx) {
                None => {}
                Some(Ok(())) => self.chase = Some(Chase::of(self.quarry(ctx))),
                Some(Err(failure)) => self.fail(failure),
            }
        }
        let new = self.take_results(ctx);
        self.take_page(ctx);
        self.go_ahead();
        new
    }

    fn take_results(&mut self, ctx: &Context<'_>) -> Vec<Range<usize>> {
        let Some(chase) = &mut self.chase else { return Vec::new() };
        let mut new = Vec::new();
        let mut failed = None;
        for place in &mut self.reading {
            let Some((trail, outcome)) =
                place.and_then(|trail| Some((trail, ctx.get(&query(trail)).outcome()?)))
            else {
                continue;
            };
            *place = None;
            match outcome {
                Ok(found) => {
                    self.failures = 0;
                    new.push(chase.read(trail, &found.result));
                }
                Err(failure) => {
                    chase.lose(trail);
                    self.failures += 1;
                    failed = Some(failure).filter(|_| self.failures >= FAILURES);
                }
            }
        }
        if let Some(failure) = failed {
            self.fail(failure);
        }
        new
    }

    fn take_page(&mut self, ctx: &Context<'_>) {
        let Some(chase) = &mut self.chase else { return };
        match self.pages.take(ctx) {
            None => {}
            Some(Ok(rows)) => chase.scan(self.hunt.contract, rows),
            Some(Err(failure)) => self.fail(failure),
        }
    }

    /// Chooses the results that are read next, or sees that there is nothing more to do.
    fn go_ahead(&mut self) {
        let Some(chase) = self.chase.as_mut().filter(|_| self.phase == Phase::Running) else { return };
        if chase.hits().len() >= self.enough || self.pages.is_repeating() {
            return self.stop();
        }
        for place in self.reading.iter_mut().filter(|place| place.is_none()) {
            *place = chase.next();
        }
        if self.reading.iter().all(Option::is_none) && self.pages.over().is_some() {
            self.phase = Phase::Ended;
        }
    }

    fn quarry(&self, ctx: &Context<'_>) -> Quarry {
        let addresses = |of| Lookup::addresses(of, ctx);
        let emitters = match self.hunt.emitter {
            Emitter::Any => Vec::new(),
            Emitter::Own => addresses(self.hunt.contract),
            Emitter::Other(other) => addresses(other),
        };
        let arguments = arguments(&self.hunt, &self.shape, ctx, addresses).unwrap_or_default();
        Quarry::new(emitters, Some(self.shape.topic), arguments)
    }

    fn fail(&mut self, failure: &Failure) {
        self.phase = Phase::Failed;
        self.failure = Some(failure.clone());
    }

    /// Stops; what was under way is asked for again when it goes on.
    pub(super) fn stop(&mut self) {
        if self.phase == Phase::Running {
            self.phase = Phase::Stopped;
        }
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

    /// The address that answered last for a page.
    pub(super) fn url(&self) -> &str {
        self.pages.url()
    }
}

fn query((contract, timestamp): Trail) -> ResultQuery {
    ResultQuery { contract, timestamp, weibar: false }
}

/// The values of indexed arguments as topics; each entity that they name is resolved by `addresses`.
fn arguments(
    hunt: &HuntPlace,
    shape: &EventShape,
    ctx: &Context<'_>,
    mut addresses: impl FnMut(ContractRef) -> Vec<EvmAddress>,
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
