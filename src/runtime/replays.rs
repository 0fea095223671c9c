//! Replays of results. State is fetched from servers in rounds, each for what the last execution lacked. Executions run
//! on separate threads with a timeout, and stop when the request is dropped.

use std::collections::{BTreeMap, BTreeSet};
use std::pin::Pin;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use alloy_primitives::{Address, B256};
use api::{Extent, Failure, OpcodesQuery, PageOf, PrestateQuery, Unanswered, VerifiedQuery};
use client::Rank;
use evm::{Execution, execute};
use ledger::query::{
    AccountQuery, BlockNumber, BlockQuery, ContractQuery, Op, SlotFilter, StateQuery, TimestampFilter,
};
use ledger::{CallAction, ContractRef, EntityId, EvmAddress, ExecutionRef, HexBytes, Next, Timestamp};
use replay::{
    Changes, Found, GasUse, Gathered, MAX_ACTIONS, MAX_ROUNDS, MachineState, Need, Reexecution, Replayed,
    SourceLookup, replay,
};
use tokio::task::JoinSet;
use verification::ChainId;

use super::clients::Clients;
use super::clock::now;
use super::pool::Pool;
use crate::message::{
    GasQuery, NOT_ANALYSED, Question, ReplayQuery, Request, SameReplay, StepQuery, StepSearch,
};

/// The timeout of one execution with its variations.
const MAX_TIME: Duration = Duration::from_secs(2);
/// The timeout for sources, which the outcome does not depend on.
const MAX_WAIT_FOR_SOURCES: Duration = Duration::from_secs(10);
/// The timeout for the state before the result; without it, state is assumed.
const MAX_WAIT_FOR_PRESTATE: Duration = Duration::from_secs(2);
/// The most contracts whose sources are asked for.
const MAX_SOURCES: usize = 32;

/// Sends the requests of one replay, with its priority.
#[derive(Clone)]
struct RecordAsker {
    clients: Clients,
    network: String,
    rank: Rank,
    home: EntityId,
}

/// An answer that is awaited.
type Asking<'a, T> = Pin<Box<dyn Future<Output = Result<T, Unanswered>> + Send + 'a>>;

impl Clients {
    pub(super) async fn replay(
        &self,
        network: &str,
        query: &ReplayQuery,
        rank: &Rank,
        gathering: impl FnMut(usize, usize) + Send,
    ) -> Result<Arc<Replayed>, Unanswered> {
        let profile = self.network(network).ok_or(Failure::Defect)?;
        let chain =
            profile.chain.as_ref().and_then(|chain| chain.to_string().parse().ok()).unwrap_or_default();
        let asker = self.record_asker(network, rank)?;
        let gathered = asker.gather(query, chain, gathering).await?;
        let (gathered, outcome) = aside(move |stop| {
            let outcome = replay(&gathered, stop);
            (gathered, outcome)
        })
        .await?;
        let replayed = aside(move |_| Replayed::new(gathered, outcome)).await?;
        Ok(Arc::new(replayed))
    }

    /// The same replay with its sources.
    pub(super) async fn replay_sources(
        &self,
        network: &str,
        of: &Replayed,
        rank: &Rank,
    ) -> Result<Arc<Replayed>, Unanswered> {
        let asker = self.record_asker(network, rank)?;
        let (lookups, of) = (asker.sources(of).await?, of.clone());
        Ok(Arc::new(aside(move |_| of.with_sources(lookups)).await?))
    }

    /// Compares a replay with the server's own execution.
    pub(super) async fn reexecution(
        &self,
        network: &str,
        SameReplay(of): &SameReplay,
        rank: &Rank,
    ) -> Result<Arc<Reexecution>, Unanswered> {
        let hash = of.gathered.result.hash.known().cloned();
        let query = OpcodesQuery(hash.and_then(ExecutionRef::of_hash).ok_or(NOT_ANALYSED)?);
        let trace = self.record_asker(network, rank)?.ask(&query).await?;
        let of = Arc::clone(of);
        aside(move |_| {
            let replay = of.outcome.as_ref().map_err(|_| NOT_ANALYSED)?;
            Ok(Arc::new(Reexecution::compare(&trace, &replay.execution)))
        })
        .await?
    }

    fn record_asker(&self, network: &str, rank: &Rank) -> Result<RecordAsker, Unanswered> {
        let home = self.network(network).ok_or(Failure::Defect)?.home;
        Ok(RecordAsker { clients: self.clone(), network: network.to_owned(), rank: rank.clone(), home })
    }
}

/// The state before a step.
pub(super) async fn state_at(StepQuery { of, step }: StepQuery) -> Result<Arc<MachineState>, Failure> {
    let state = aside(move |stop| of.0.state_at(step, stop)).await?;
    state.map(Arc::new).ok_or(NOT_ANALYSED)
}

/// The gas of a replay by lines and calls.
pub(super) async fn gas_use(GasQuery(of): GasQuery) -> Result<Arc<GasUse>, Failure> {
    aside(move |stop| Arc::new(of.0.gas_use(stop))).await
}

/// The steps of a replay that match.
pub(super) async fn matching_steps(StepSearch { of, text }: StepSearch) -> Result<Arc<[u64]>, Failure> {
    aside(move |stop| of.0.find(&text, stop).into()).await
}

/// The stack of the threads that execute, bytes: what calls nest in is on the heap.
const STACK_BYTES: usize = 2 << 20;

static POOL: Pool = Pool::new("replay", STACK_BYTES);

/// Runs `work` on another thread. Its argument returns whether to stop: on timeout, or when the future was dropped.
async fn aside<T: Send + 'static>(
    work: impl FnOnce(&dyn Fn() -> bool) -> T + Send + 'static,
) -> Result<T, Failure> {
    let until = Instant::now() + MAX_TIME;
    let work = move |waiting: Weak<()>| {
        tracing::debug!(name: "begun", target: "hieroscope::replay", "");
        work(&|| waiting.strong_count() == 0 || Instant::now() > until)
    };
    POOL.run(work).await.ok_or(Failure::Defect)
}

impl RecordAsker {
    /// Sends a request. The boxed type breaks the cycle of a replay being a question itself.
    fn ask<Q: Question<Answer: Clone>>(&self, question: &Q) -> Asking<'_, Q::Answer> {
        let request = Request::new(&self.network, question.ask());
        Box::pin(
            async move { self.clients.ask(&request, self.rank.clone(), now(), drop).await.read(Q::read) },
        )
    }

    /// Gathers a result's records and what its execution lacks.
    async fn gather(
        &self,
        query: &ReplayQuery,
        chain_id: u64,
        mut gathering: impl FnMut(usize, usize) + Send,
    ) -> Result<Gathered, Unanswered> {
        let found = self.ask(&query.of.question(false)).await?;
        let (result, changes) = (found.result, Changes::clone(&query.changes));
        let mut gathered = Gathered { chain_id, result, changes, ..Gathered::default() };
        let mut execution: Option<Execution> = None;
        for _ in 0..MAX_ROUNDS {
            let needs = gathered.needs(execution.as_ref());
            if needs.is_empty() && execution.is_some() {
                break;
            }
            self.fetch(&mut gathered, needs, &mut gathering).await?;
            let is_complete = gathered.needs(None).is_empty();
            execution = if is_complete { executed(&gathered).await? } else { None };
            let is_stopped = execution.as_ref().is_some_and(|execution| execution.stopped.is_some());
            if is_complete && execution.is_none() || is_stopped {
                break;
            }
        }
        Ok(gathered)
    }

    /// Requests all of these concurrently. What a server lacks or does not offer stays unknown.
    async fn fetch(
        &self,
        gathered: &mut Gathered,
        needs: BTreeSet<Need>,
        gathering: &mut (impl FnMut(usize, usize) + Send),
    ) -> Result<(), Unanswered> {
        let mut asked = JoinSet::new();
        let of = gathered.asked.len() + needs.len();
        let at = gathered.result.timestamp.value();
        let result = gathered.result.hash.known().cloned().and_then(ExecutionRef::of_hash);
        for need in needs {
            let (this, result) = (self.clone(), result.clone());
            asked.spawn(async move { (need, this.one(need, result, at).await) });
        }
        while let Some(done) = asked.join_next().await {
            let (need, found) = done.map_err(|_| Failure::Defect)?;
            match found {
                Ok(found) => gathered.take(need, found),
                Err(Unanswered {
                    failure: Failure::NotFound { .. } | Failure::NotOffered { .. } | Failure::Invalid { .. },
                    ..
                }) => gathered.take(need, Found::Nothing),
                Err(fault) => return Err(fault),
            }
            gathering(gathered.asked.len(), of);
        }
        Ok(())
    }

    async fn one(
        &self,
        need: Need,
        of: Option<ExecutionRef>,
        at: Option<Timestamp>,
    ) -> Result<Found, Unanswered> {
        let as_of = |op| at.map(|at| TimestampFilter { op, at }).into_iter().collect();
        match need {
            Need::Actions => match of {
                Some(of) => self.actions(of).await.map(Found::Actions),
                None => Ok(Found::Nothing),
            },
            Need::Prestate => Ok(self.prestate(of).await),
            Need::Block(of) | Need::BlockHash(of) => {
                self.ask(&BlockQuery::Number(BlockNumber(of))).await.map(Found::Block)
            }
            Need::Contract(address) => {
                let query = ContractQuery { contract: self.named(address), timestamp: as_of(Op::Eq) };
                self.ask(&query).await.map(Found::Contract)
            }
            Need::Account(address) => {
                let query = AccountQuery { account: self.named(address).into(), timestamp: at };
                self.ask(&query).await.map(Found::Account)
            }
            Need::Slot(address, slot) => {
                let slot = HexBytes::from(B256::from(slot).to_vec());
                let slot = vec![SlotFilter { op: Op::Eq, slot }];
                let timestamp = as_of(Op::Lt);
                let query = StateQuery { slot, timestamp, ..StateQuery::all(self.named(address)) };
                self.ask(&PageOf::first(query)).await.map(|page| Found::Slots(page.rows))
            }
        }
    }

    /// The state before, if the server offers it and answers in time. A server that does not offer it is not asked
    /// again.
    async fn prestate(&self, of: Option<ExecutionRef>) -> Found {
        let Some(of) = of.filter(|_| self.clients.tells_prestate(&self.network)) else {
            return Found::Nothing;
        };
        match tokio::time::timeout(MAX_WAIT_FOR_PRESTATE, self.ask(&PrestateQuery(of))).await {
            Ok(Ok(state)) => Found::Prestate(state),
            Ok(Err(Unanswered { failure: Failure::NotOffered { .. }, .. })) => {
                self.clients.note_no_prestate(&self.network);
                Found::Nothing
            }
            _ => Found::Nothing,
        }
    }

    async fn actions(&self, of: ExecutionRef) -> Result<Vec<Arc<CallAction>>, Unanswered> {
        let (mut all, mut link) = (Vec::new(), None);
        loop {
            let page = self.ask(&PageOf { query: of.clone(), link }).await?;
            all.extend(page.rows);
            match page.next {
                Next::More(next) if all.len() <= MAX_ACTIONS => link = Some(next),
                _ => break,
            }
        }
        // One extra row shows that there are more.
        all.truncate(MAX_ACTIONS + 1);
        Ok(all)
    }

    /// An entity by its number where the address has one.
    fn named(&self, address: Address) -> ContractRef {
        let address = EvmAddress::new(address.into_array());
        address
            .entity_num()
            .map_or(ContractRef::Address(address), |num| ContractRef::Id(EntityId { num, ..self.home }))
    }

    /// The verifier's records of all executed contracts, except those that miss the timeout.
    ///
    /// # Errors
    /// When the verifier answers for no contract.
    async fn sources(&self, of: &Replayed) -> Result<BTreeMap<Address, SourceLookup>, Unanswered> {
        let chain = ChainId::parse(&of.gathered.chain_id().to_string()).ok_or(Failure::Defect)?;
        let mut asked = JoinSet::new();
        // Late answers are ignored.
        let mut lookups = BTreeMap::new();
        for address in of.ran().into_iter().take(MAX_SOURCES) {
            let this = self.clone();
            let query = VerifiedQuery {
                chain: chain.clone(),
                address: EvmAddress::new(address.into_array()),
                extent: Extent::SourceMaps,
            };
            asked.spawn(async move { (address, this.ask(&query).await) });
            lookups.insert(address, SourceLookup::Unavailable);
        }
        let mut last_fault = None;
        let all = async {
            while let Some(Ok((address, answered))) = asked.join_next().await {
                let lookup = match answered {
                    Ok(verified) => SourceLookup::of(verified),
                    Err(Unanswered { failure: Failure::NotFound { .. }, .. }) => SourceLookup::NotVerified,
                    Err(fault) => {
                        last_fault = Some(fault);
                        continue;
                    }
                };
                lookups.insert(address, lookup);
            }
        };
        let _ = tokio::time::timeout(MAX_WAIT_FOR_SOURCES, all).await;
        let is_silent = lookups.values().all(|lookup| matches!(lookup, SourceLookup::Unavailable));
        last_fault.filter(|_| is_silent).map_or(Ok(lookups), Err)
    }
}

/// Executes once to find missing state; `None` if there is nothing to execute.
async fn executed(gathered: &Gathered) -> Result<Option<Execution>, Failure> {
    let Ok(inputs) = gathered.inputs() else { return Ok(None) };
    aside(move |stop| execute(&inputs, stop).ok()).await
}
