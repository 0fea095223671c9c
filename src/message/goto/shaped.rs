//! From a text's shape to the places that it can mean.

use super::{Reading, Scene, network};
use crate::ledger::address::AddressFault;
use crate::ledger::paste::{ChecksumVerdict, Shape, TransactionShape, shapes};
use crate::ledger::query::{
    BlockHash, BlockNumber, ContractQuery, EntityFilter, ExecutionQuery, Op, Order, ResultsQuery,
    SchedulesQuery, TimestampFilter, TransactionQuery,
};
use crate::ledger::{ContractRef, EntityId, ExecutionRef, HexBytes, SystemEntity, SystemKind, Timestamp};
use crate::message::Place;
use crate::message::place::{JobPlace, VerifyPlace};
use crate::verification::{CreationHash, JobId, Mode};

/// Everything that the whole text can mean.
pub(super) fn read(text: &str, scene: &Scene<'_>) -> Vec<Reading> {
    if let Some(id) = JobId::parse(text) {
        return vec![Reading::new(Place::Job(JobPlace::Id(id)))];
    }
    let mut readings: Vec<Reading> =
        shapes(text, scene.home()).into_iter().flat_map(|shape| of(shape, scene)).collect();
    if let (Some(contract), Some(block)) = (scene.contract(), BlockNumber::parse(text)) {
        let query = ResultsQuery { block_number: Some(block), ..ResultsQuery::all(contract) };
        readings.push(Reading::new(Place::Results(query)));
    }
    readings
}

fn of(shape: Shape, scene: &Scene<'_>) -> Vec<Reading> {
    match shape {
        Shape::Entity(..) | Shape::Address { .. } => entity(&shape, scene),
        Shape::Transaction(shape) => {
            let transaction = transaction(&shape, scene);
            let of = ExecutionRef::Id(shape.id);
            let result = Place::Execution(ExecutionQuery { nonce: shape.nonce, ..ExecutionQuery::of(of) });
            let result = Reading { words: result.words(), place: result, ..transaction.clone() };
            vec![transaction, result]
        }
        Shape::Time(at) => scene.contract().map(|contract| time(contract, at)).unwrap_or_default(),
        Shape::Hash(hash) => self::hash(hash, scene),
    }
}

/// A contract; or a schedule; or an account, which shows as a sender or a creator.
fn entity(shape: &Shape, scene: &Scene<'_>) -> Vec<Reading> {
    let Some(first) = contract(shape, scene) else { return Vec::new() };
    let Place::Contract(ContractQuery { contract: which, .. }) = first.place else { return vec![first] };
    let again = |place: Place| Reading { words: place.words(), place, ..first.clone() };
    let id = which.entity_id(scene.home());
    let schedule = id.map(|id| again(Place::Schedule(id)));
    let sent = scene
        .contract()
        .filter(|here| *here != which)
        .map(|here| again(Place::Results(ResultsQuery { from: Some(which), ..ResultsQuery::all(here) })));
    let created = id.map(|id| {
        let account = Some(EntityFilter { op: Op::Eq, id });
        again(Place::Schedules(SchedulesQuery { account, ..SchedulesQuery::default() }))
    });
    let named = first.noted(shape, scene);
    [named].into_iter().chain(schedule).chain(sent).chain(created).collect()
}

impl Reading {
    /// With the good news about the checksum of an id, and the bad about a system contract.
    fn noted(self, shape: &Shape, scene: &Scene<'_>) -> Self {
        let Shape::Entity(id, sum) = shape else { return self };
        let right = verdict(*id, sum.as_deref(), scene) == Some(ChecksumVerdict::Right);
        let system = SystemEntity::by_id(*id).filter(|entity| entity.kind == SystemKind::Contract);
        self.noting(right.then_some("checksum ok"))
            .doubting(system.map(|_| "it answers calls, but has no contract record to show".to_owned()))
    }

    /// With what the checksum behind an id speaks against it.
    fn checked(self, id: EntityId, letters: Option<&str>, scene: &Scene<'_>) -> Self {
        let (Some(letters), Some(verdict)) = (letters, verdict(id, letters, scene)) else { return self };
        let here = &scene.network.name;
        match verdict {
            ChecksumVerdict::Right => self,
            ChecksumVerdict::Elsewhere(name) => {
                let doubt = format!("the checksum {letters} is right for {name}, and {here} is open");
                let network = network::named(name, scene).and_then(|elsewhere| elsewhere.profile);
                Self { network, ..self.doubting(Some(doubt)) }
            }
            ChecksumVerdict::Wrong(Some(right)) => {
                self.doubting(Some(format!("the checksum {letters} is wrong: on {here} it is {id}-{right}")))
            }
            ChecksumVerdict::Wrong(None) => self.doubting(Some(format!(
                "the checksum {letters} is of no known network, and {here} has no ledger id to check by"
            ))),
        }
    }
}

/// The contract that an id or address names.
pub(super) fn contract(shape: &Shape, scene: &Scene<'_>) -> Option<Reading> {
    match shape {
        Shape::Entity(id, sum) => {
            let reading = Reading::new(Place::contract(ContractRef::Id(*id)));
            Some(reading.checked(*id, sum.as_deref(), scene))
        }
        Shape::Address { address, wrong_case } => {
            let reading = Reading::new(Place::contract(ContractRef::Address(*address)));
            Some(reading.doubting(wrong_case.then(|| AddressFault::Checksum.to_string())))
        }
        _ => None,
    }
}

pub(super) fn transaction(shape: &TransactionShape, scene: &Scene<'_>) -> Reading {
    let query = TransactionQuery { id: shape.id, nonce: shape.nonce, scheduled: shape.scheduled };
    let reading = Reading::new(Place::Transaction(query));
    let right = verdict(shape.id.payer, shape.checksum.as_deref(), scene) == Some(ChecksumVerdict::Right);
    reading.noting(right.then_some("checksum ok")).checked(shape.id.payer, shape.checksum.as_deref(), scene)
}

fn verdict(id: EntityId, letters: Option<&str>, scene: &Scene<'_>) -> Option<ChecksumVerdict> {
    letters.map(|letters| ChecksumVerdict::of(id, letters, scene.network.ledger))
}

/// The result at a time, the contract as it was then, and the results from then on.
pub(super) fn time(contract: ContractRef, at: Timestamp) -> Vec<Reading> {
    let result = Reading::new(Place::Result(contract, at));
    let as_of = TimestampFilter { op: Op::Eq, at };
    let as_of = Reading::new(Place::Contract(ContractQuery { contract, timestamp: vec![as_of] }));
    let onward = TimestampFilter { op: Op::Gte, at };
    let onward =
        ResultsQuery { timestamp: vec![onward], order: Some(Order::Asc), ..ResultsQuery::all(contract) };
    let onward = Reading::new(Place::Results(onward));
    // Almost no result falls on a whole second.
    if at.nanos == 0 { vec![as_of, onward, result] } else { vec![result, as_of, onward] }
}

/// The result with this hash; within a contract the results in the block of this hash, or the verification with
/// it as the creation hash.
fn hash(hash: HexBytes, scene: &Scene<'_>) -> Vec<Reading> {
    let (block, creation) = (BlockHash::parse(&hash.to_hex()), CreationHash::parse(&hash.to_hex()));
    let result = ExecutionRef::of_hash(hash);
    let result = result.map(|of| Reading::new(Place::Execution(ExecutionQuery::of(of))));
    let of_contract = scene.contract().map(|contract| {
        let block = block.map(|block| {
            let query = ResultsQuery { block_hash: Some(block), ..ResultsQuery::all(contract) };
            Reading::new(Place::Results(query))
        });
        let verify = creation.map(|hash| {
            let place = VerifyPlace {
                chain: scene.network.chain.clone(),
                contract: Some(contract),
                mode: Some(Mode::Similarity),
                creation_hash: Some(hash),
            };
            Reading::new(Place::Verify(place))
        });
        [block, verify].into_iter().flatten()
    });
    let readings: Vec<Reading> = result.into_iter().chain(of_contract.into_iter().flatten()).collect();
    let verifying = matches!(scene.here, Some(Place::Verify(_)));
    if verifying { readings.into_iter().rev().collect() } else { readings }
}
