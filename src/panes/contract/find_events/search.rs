//! A running search: it looks up addresses, then walks the pages and fetches a few results at a time.

use api::Failure;
use decode::event_search::{EventShape, Pattern, Wanted, value};
use decode::interface::Entry;
use ledger::query::ResultQuery;
use ledger::{ContractRef, EvmAddress};

use super::form::known_events;
use super::lookup::Lookup;
use super::scan::{Hit, Over, Pages, ResultKey, Scanner};
use crate::message::{Emitter, EventSearchPlace};
use crate::panes::Context;
use crate::panes::kit::Wants;

/// Number of results fetched in parallel.
const MAX_RESULTS_AT_ONCE: usize = 3;
/// No further page is requested while this many results are queued.
const MAX_WAITING_RESULTS: usize = 60;
/// The search pauses after this many hits, as all stay in memory.
const MAX_HITS_BEFORE_PAUSE: usize = 5_000;
/// The search pauses after this many consecutive failures.
const MAX_FAILURES_IN_A_ROW: usize = 3;

#[derive(Debug)]
pub(super) struct EventSearch {
    query: EventSearchPlace,
    shape: EventShape,
    lookup: Lookup,
    /// The scan; `None` until the addresses are known.
    scanner: Option<Scanner>,
    pages: Pages,
    /// The results being fetched.
    reading: [Option<ResultKey>; MAX_RESULTS_AT_ONCE],
    phase: Phase,
    failures: usize,
    failure: Option<Failure>,
    /// Number of hits at which the search pauses next.
    enough: usize,
}

/// The phase of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    Running,
    /// The user stopped it.
    Stopped,
    /// It failed, and waits for the user.
    Failed,
    /// All results were searched.
    Ended,
}

impl EventSearch {
    /// Creates the search for a place.
    ///
    /// # Errors
    /// The part that cannot be searched for.
    pub(super) fn new(query: &EventSearchPlace, known: &[Entry], ctx: &Context<'_>) -> Result<Self, String> {
        let shape = EventShape::find(&query.event, known).map_err(|fault| fault.to_string())?;
        let mut named: Vec<ContractRef> = Vec::new();
        match query.emitter {
            Emitter::Own => named.push(query.contract),
            Emitter::Other(other) => named.push(other),
            Emitter::Any => {}
        }
        arguments(query, &shape, ctx, |of| {
            named.push(of);
            Vec::new()
        })?;
        Ok(Self {
            pages: Pages::new(query),
            query: query.clone(),
            shape,
            lookup: Lookup::new(named),
            scanner: None,
            reading: Default::default(),
            phase: Phase::Running,
            failures: 0,
            failure: None,
            enough: MAX_HITS_BEFORE_PAUSE,
        })
    }

    /// Adds the next requests, up to the parallel limit.
    pub(super) fn wants(&self, ctx: &Context<'_>, wants: &mut Wants) {
        let Some(scanner) = self.scanner.as_ref().filter(|_| self.phase == Phase::Running) else {
            if self.phase == Phase::Running {
                self.lookup.wants(ctx, wants);
            }
            return;
        };
        self.reading.iter().flatten().for_each(|key| wants.add_optional(&query(*key)));
        if let Some(page) = self.pages.next().filter(|_| scanner.waiting() < MAX_WAITING_RESULTS) {
            wants.add_optional(page);
        }
    }

    /// Applies the answers, and continues the search.
    pub(super) fn advance(&mut self, ctx: &Context<'_>) {
        if self.phase != Phase::Running {
            return;
        }
        if self.scanner.is_none() {
            match self.lookup.outcome(ctx) {
                None => {}
                Some(Ok(())) => self.scanner = Some(Scanner::new(self.pattern(ctx))),
                Some(Err(failure)) => self.fail(failure),
            }
        }
        self.take_results(ctx);
        self.take_page(ctx);
        self.go_ahead();
    }

    fn take_results(&mut self, ctx: &Context<'_>) {
        let Some(scanner) = &mut self.scanner else { return };
        let mut failed = None;
        for place in &mut self.reading {
            let Some((key, outcome)) = place.and_then(|key| Some((key, ctx.get(&query(key)).outcome()?)))
            else {
                continue;
            };
            *place = None;
            match outcome {
                Ok(found) => {
                    self.failures = 0;
                    scanner.read_result(key, &found.result);
                }
                Err(failure) => {
                    scanner.lose(key);
                    self.failures += 1;
                    failed = Some(failure).filter(|_| self.failures >= MAX_FAILURES_IN_A_ROW);
                }
            }
        }
        if let Some(failure) = failed {
            self.fail(failure);
        }
    }

    fn take_page(&mut self, ctx: &Context<'_>) {
        let Some(scanner) = &mut self.scanner else { return };
        match self.pages.receive(ctx) {
            None => {}
            Some(Ok(rows)) => scanner.scan(self.query.contract, rows),
            Some(Err(failure)) => self.fail(failure),
        }
    }

    /// Picks the next results to fetch, or ends the search.
    fn go_ahead(&mut self) {
        let Some(scanner) = self.scanner.as_mut().filter(|_| self.phase == Phase::Running) else { return };
        if scanner.hits().len() >= self.enough || self.pages.is_repeating() {
            return self.stop();
        }
        for place in self.reading.iter_mut().filter(|place| place.is_none()) {
            *place = scanner.next();
        }
        if self.reading.iter().all(Option::is_none) && self.pages.over().is_some() {
            self.phase = Phase::Ended;
        }
    }

    fn pattern(&self, ctx: &Context<'_>) -> Pattern {
        let addresses = |of| Lookup::addresses(of, ctx);
        let emitters = match self.query.emitter {
            Emitter::Any => Vec::new(),
            Emitter::Own => addresses(self.query.contract),
            Emitter::Other(other) => addresses(other),
        };
        let arguments = arguments(&self.query, &self.shape, ctx, addresses).unwrap_or_default();
        Pattern::new(emitters, Some(self.shape.topic), arguments)
    }

    fn fail(&mut self, failure: &Failure) {
        self.phase = Phase::Failed;
        self.failure = Some(failure.clone());
    }

    /// Stops. Cancelled requests are repeated when it continues.
    pub(super) fn stop(&mut self) {
        if self.phase == Phase::Running {
            self.phase = Phase::Stopped;
        }
    }

    /// Continues after a stop or failure, and retries failed results.
    pub(super) fn go_on(&mut self) {
        if let Some(scanner) = &mut self.scanner {
            scanner.retry();
            self.enough = scanner.hits().len().saturating_add(MAX_HITS_BEFORE_PAUSE);
        }
        self.pages.forgive();
        self.failures = 0;
        self.failure = None;
        self.phase = Phase::Running;
    }

    pub(super) fn phase(&self) -> Phase {
        self.phase
    }

    /// The scanner with its hits; `None` while addresses are looked up.
    pub(super) fn scanner(&self) -> Option<&Scanner> {
        self.scanner.as_ref()
    }

    /// The event that is searched for.
    pub(super) fn shape(&self) -> &EventShape {
        &self.shape
    }

    /// Why there is no further page.
    pub(super) fn over(&self) -> Option<Over> {
        self.pages.over()
    }

    /// Whether it paused at the hit limit.
    pub(super) fn has_enough(&self) -> bool {
        let hits = self.scanner.as_ref().map_or(0, |scanner| scanner.hits().len());
        self.phase == Phase::Stopped && hits >= self.enough
    }

    /// Whether it paused because pages repeat rows.
    pub(super) fn is_repeating(&self) -> bool {
        self.phase == Phase::Stopped && self.pages.is_repeating()
    }

    pub(super) fn failure(&self) -> Option<&Failure> {
        self.failure.as_ref()
    }

    /// URL of the last page.
    pub(super) fn url(&self) -> &str {
        self.pages.url()
    }
}

/// Starts the search with the contract's known events, or returns why it cannot start.
pub(super) fn begin(query: &EventSearchPlace, ctx: &Context<'_>) -> Result<EventSearch, String> {
    EventSearch::new(query, &known_events(query, ctx), ctx)
}

/// Restarts the search if a newly loaded interface describes the event better: argument values are then matched by
/// its signature. Without a signature only the hash counts.
pub(super) fn learned(
    search: Result<EventSearch, String>,
    query: &EventSearchPlace,
    ctx: &Context<'_>,
) -> Result<EventSearch, String> {
    match (search, begin(query, ctx)) {
        (Ok(old), Ok(new))
            if old.shape == new.shape || query.values.is_empty() && old.shape.topic == new.shape.topic =>
        {
            Ok(old)
        }
        (_, new) => new,
    }
}

/// The hits, newest first.
pub(super) fn hits(search: Option<&Result<EventSearch, String>>) -> &[Hit] {
    match search {
        Some(Ok(search)) => search.scanner().map(Scanner::hits).unwrap_or_default(),
        _ => &[],
    }
}

fn query((contract, timestamp): ResultKey) -> ResultQuery {
    ResultQuery { contract, timestamp, weibar: false }
}

/// The indexed arguments as topics; `addresses` resolves the entities in them.
fn arguments(
    query: &EventSearchPlace,
    shape: &EventShape,
    ctx: &Context<'_>,
    mut addresses: impl FnMut(ContractRef) -> Vec<EvmAddress>,
) -> Result<Vec<Wanted>, String> {
    let mut wanted = Vec::new();
    for (at, argument) in shape.arguments.iter().enumerate() {
        let number = (at + 1).to_string();
        let named = query
            .values
            .iter()
            .find(|(name, _)| *name == number || !name.is_empty() && *name == argument.name);
        let Some((name, text)) = named.filter(|(_, text)| !text.trim().is_empty()) else { continue };
        let places = shape.topics_of(at);
        let places = places.ok_or_else(|| format!("{name} is not indexed: its value is in no topic"))?;
        let topics = value::topics(text, &argument.kind, ctx.network.home, &mut addresses)
            .map_err(|fault| format!("{name}: {fault}"))?;
        wanted.push(Wanted { places, topics });
    }
    let known = |name: &str| {
        let number = name.parse::<usize>().is_ok_and(|at| (1..=shape.arguments.len()).contains(&at));
        number || shape.arguments.iter().any(|argument| argument.name == name)
    };
    match query.values.iter().find(|(name, _)| !known(name)) {
        Some((name, _)) => Err(format!("the event has no argument {:?}", ledger::text::visible(name))),
        None => Ok(wanted),
    }
}
