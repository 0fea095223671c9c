//! The places that an id, address, time or hash can mean.

use decode::abi::WORD;
use decode::reading::bytes::SELECTOR_BYTES;
use decode::signatures::Signature;
use ledger::address::AddressFault;
use ledger::paste::{ChecksumVerdict, Shape, Slip, TransactionShape, shapes};
use ledger::query::{
    BlockHash, BlockNumber, BlockQuery, ContractQuery, EntityFilter, ExecutionQuery, Op, Order, ResultsQuery,
    SchedulesQuery, TimestampFilter, TransactionQuery,
};
use ledger::{
    AccountRef, ContractRef, EntityId, ExecutionRef, HexBytes, SystemEntity, SystemKind, Timestamp,
};
use verification::{CreationHash, JobId, Mode};

use super::{GoToContext, GoToFault, Reading, network};
use crate::message::Place;
use crate::message::place::{BytesPlace, JobPlace, ReadWith, VerifyPlace};

/// The hex digits of a transaction's own hash.
const LONG_HASH_DIGITS: usize = 96;
/// The hex digits of a word.
const WORD_DIGITS: usize = 2 * WORD;
/// The hex digits of a selector; heights in hex, as JSON-RPC writes them, have fewer.
const SELECTOR_DIGITS: usize = 2 * SELECTOR_BYTES;

/// Everything that the whole text can mean.
pub(super) fn readings_of_text(text: &str, ctx: &GoToContext<'_>) -> Vec<Reading> {
    if let Some(id) = JobId::parse(text) {
        return vec![Reading::new(Place::Job(JobPlace::Id(id)))];
    }
    let shapes = shapes(text, ctx.home());
    let of_shapes = shapes.into_iter().filter(|shape| {
        // Whole seconds are an id, or a time within a contract: next to no transaction falls on one.
        !matches!(shape, Shape::Time(_)) || text.contains('.') || ctx.contract().is_some()
    });
    let mut readings: Vec<Reading> = of_shapes.flat_map(|shape| readings_of_shape(shape, ctx)).collect();
    readings.extend(alias(text, ctx));
    // Hex digits alone are more often the beginning of an address, and eight of them a selector.
    let is_quantity =
        |digits: &str| digits.len() < SELECTOR_DIGITS && (digits == "0" || !digits.starts_with('0'));
    let is_plain =
        text.bytes().all(|byte| byte.is_ascii_digit()) || text.strip_prefix("0x").is_some_and(is_quantity);
    let is_height = is_plain || (ctx.contract().is_some() && !text.starts_with("0x"));
    if BlockNumber::parse(text).is_some() && is_height {
        readings.extend(block(text, ctx).unwrap_or_default());
    }
    readings
}

/// Bytes to decode without the word `decode`: a selector, or at least one word. Other lengths are cut addresses or hashes.
pub(super) fn bare_bytes(text: &str, ctx: &GoToContext<'_>) -> Option<Result<Vec<Reading>, GoToFault>> {
    let digits = text.bytes().filter(u8::is_ascii_hexdigit).count() - text.matches("0x").count();
    let is_number = text.bytes().all(|b| b.is_ascii_digit());
    let is_whole = digits == SELECTOR_DIGITS || digits >= WORD_DIGITS && digits != LONG_HASH_DIGITS;
    (is_whole && !is_number).then(|| bytes(text, ctx)).flatten()
}

/// Whether this is the topic of a known event.
pub(super) fn is_topic(text: &str) -> bool {
    let hash = HexBytes::parse(text).filter(|hash| hash.len() == WORD);
    hash.is_some_and(|hash| Signature::by_hash(hash.bytes()).next().is_some())
}

/// Bytes to decode, first with the interface of the contract on screen; `None` if the text is something else.
pub(super) fn bytes(text: &str, ctx: &GoToContext<'_>) -> Option<Result<Vec<Reading>, GoToFault>> {
    let place = match BytesPlace::read(text, ctx.home())? {
        Ok(place) => place,
        Err(message) => return Some(Err(GoToFault::Slip(Slip { at: None, message }))),
    };
    let here = ctx.contract().filter(|_| place.with.is_none());
    let by_here = here.map(|here| BytesPlace { with: Some(ReadWith::Contract(here)), ..place.clone() });
    let readings = by_here.into_iter().chain([place]).map(|place| Reading::new(Place::Bytes(place)));
    Some(Ok(readings.collect()))
}

/// A block, by its height or its hash, and first the results of the contract on screen in it; `None` if it is neither.
pub(super) fn block(text: &str, ctx: &GoToContext<'_>) -> Option<Vec<Reading>> {
    let (number, hash) = (BlockNumber::parse(text), BlockHash::parse(text));
    let block = BlockQuery::parse(text)?;
    let of_contract = ctx.contract().map(|contract| {
        let block_hash = if number.is_none() { hash } else { None };
        Place::Results(ResultsQuery { block_number: number, block_hash, ..ResultsQuery::all(contract) })
    });
    Some(of_contract.into_iter().chain([Place::Block(block)]).map(Reading::new).collect())
}

/// The readings of an account's id, address or alias: its page, its calls to the contract on screen, and its schedules.
/// Empty if the text is not an account.
pub(super) fn account(text: &str, ctx: &GoToContext<'_>) -> Vec<Reading> {
    let named = shapes(text, ctx.home());
    let Some(shape) = named.iter().find(|shape| matches!(shape, Shape::Entity(..) | Shape::Address { .. }))
    else {
        return alias(text, ctx).into_iter().collect();
    };
    let mut readings = entity(shape, ctx);
    readings.retain(|reading| {
        !matches!(reading.place, Place::Schedule(_) | Place::Contract(_) | Place::Token(_))
    });
    readings
}

/// The account of an alias.
fn alias(text: &str, ctx: &GoToContext<'_>) -> Option<Reading> {
    let account = AccountRef::parse(text, ctx.home())?;
    matches!(account, AccountRef::Alias(_)).then(|| Reading::new(Place::Account(account)))
}

fn readings_of_shape(shape: Shape, ctx: &GoToContext<'_>) -> Vec<Reading> {
    match shape {
        Shape::Entity(..) | Shape::Address { .. } => entity(&shape, ctx),
        Shape::Transaction(shape) => {
            let transaction = transaction(&shape, ctx);
            let of = ExecutionRef::Id(shape.id);
            let result = Place::Execution(ExecutionQuery { nonce: shape.nonce, ..ExecutionQuery::new(of) });
            let result = Reading { words: result.label(), place: result, ..transaction.clone() };
            vec![transaction, result]
        }
        Shape::Time(at) => readings_at(at, ctx),
        Shape::Hash(hash) => self::hash(hash, ctx),
    }
}

/// A contract; or an account; or a schedule; or what the account sent or created.
fn entity(shape: &Shape, ctx: &GoToContext<'_>) -> Vec<Reading> {
    let Some(first) = contract(shape, ctx) else { return Vec::new() };
    let Place::Contract(ContractQuery { contract: which, .. }) = first.place else { return vec![first] };
    let again = |place: Place| Reading { words: place.label(), place, ..first.clone() };
    let id = which.entity_id(ctx.home());
    let account = again(Place::Account(which.into()));
    let schedule = id.map(|id| again(Place::Schedule(id)));
    let token = id.map(|id| again(Place::Token(id)));
    let sent = ctx
        .contract()
        .filter(|here| *here != which)
        .map(|here| again(Place::Results(ResultsQuery { from: Some(which), ..ResultsQuery::all(here) })));
    let created = id.map(|id| {
        let account = Some(EntityFilter { op: Op::Eq, id });
        again(Place::Schedules(SchedulesQuery { account, ..SchedulesQuery::newest_first() }))
    });
    let named = first.noted(shape, ctx);
    [named, account].into_iter().chain(schedule).chain(sent).chain(created).chain(token).collect()
}

impl Reading {
    /// With the good news about the checksum of an id, and the bad about a system contract.
    fn noted(self, shape: &Shape, ctx: &GoToContext<'_>) -> Self {
        let Shape::Entity(id, sum) = shape else { return self };
        let right = verdict(*id, sum.as_deref(), ctx) == Some(ChecksumVerdict::Right);
        let system = SystemEntity::by_id(*id).filter(|entity| entity.kind == SystemKind::Contract);
        self.noting(right.then_some("checksum ok"))
            .doubting(system.map(|_| "it answers calls, but has no contract record to show".to_owned()))
    }

    /// With what the checksum behind an id speaks against it.
    fn checked(self, id: EntityId, letters: Option<&str>, ctx: &GoToContext<'_>) -> Self {
        let (Some(letters), Some(verdict)) = (letters, verdict(id, letters, ctx)) else { return self };
        let here = &ctx.network.name;
        match verdict {
            ChecksumVerdict::Right => self,
            ChecksumVerdict::Elsewhere(name) => {
                let doubt = format!("the checksum {letters} is right for {name}, and {here} is open");
                let network = network::named(name, ctx).and_then(|elsewhere| elsewhere.profile);
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
pub(super) fn contract(shape: &Shape, ctx: &GoToContext<'_>) -> Option<Reading> {
    match shape {
        Shape::Entity(id, sum) => {
            let reading = Reading::new(Place::contract(ContractRef::Id(*id)));
            Some(reading.checked(*id, sum.as_deref(), ctx))
        }
        Shape::Address { address, wrong_case } => {
            let reading = Reading::new(Place::contract(ContractRef::Address(*address)));
            Some(reading.doubting(wrong_case.then(|| AddressFault::Checksum.to_string())))
        }
        _ => None,
    }
}

pub(super) fn transaction(shape: &TransactionShape, ctx: &GoToContext<'_>) -> Reading {
    let query = TransactionQuery { id: shape.id, nonce: shape.nonce, scheduled: shape.scheduled, at: None };
    let reading = Reading::new(Place::Transaction(query));
    let right = verdict(shape.id.payer, shape.checksum.as_deref(), ctx) == Some(ChecksumVerdict::Right);
    reading.noting(right.then_some("checksum ok")).checked(shape.id.payer, shape.checksum.as_deref(), ctx)
}

fn verdict(id: EntityId, letters: Option<&str>, ctx: &GoToContext<'_>) -> Option<ChecksumVerdict> {
    letters.map(|letters| ChecksumVerdict::check(id, letters, ctx.network.ledger))
}

/// The transaction of a time; within a contract, also its result at that time, the contract as of that time, and the
/// results since.
pub(super) fn readings_at(at: Timestamp, ctx: &GoToContext<'_>) -> Vec<Reading> {
    let transaction = Reading::new(Place::TransactionAt(at));
    let Some(contract) = ctx.contract() else { return vec![transaction] };
    let result = Reading::new(Place::Result(contract, at));
    let as_of = TimestampFilter { op: Op::Eq, at };
    let as_of = Reading::new(Place::Contract(ContractQuery { contract, timestamp: vec![as_of] }));
    let onward = TimestampFilter { op: Op::Gte, at };
    let onward =
        ResultsQuery { timestamp: vec![onward], order: Some(Order::Asc), ..ResultsQuery::all(contract) };
    let onward = Reading::new(Place::Results(onward));
    // Almost nothing falls on a whole second.
    let whole_second = at.nanos == 0;
    if whole_second {
        vec![as_of, onward, result, transaction]
    } else {
        vec![result, transaction, as_of, onward]
    }
}

/// The transaction with this hash, or by its Ethereum hash a result.
pub(super) fn of_hash(hash: &HexBytes) -> Option<Reading> {
    let of = ExecutionRef::of_hash(hash.clone())?;
    Some(Reading::new(match of.transaction_hash() {
        Some(hash) => Place::TransactionOf(hash.clone()),
        None => Place::Execution(ExecutionQuery::new(of)),
    }))
}

/// The transaction or the result with this hash; within a contract the results in the block of this hash, or the verification with
/// it as the creation hash.
fn hash(hash: HexBytes, ctx: &GoToContext<'_>) -> Vec<Reading> {
    let hash_text = hash.to_hex();
    let (block, creation) = (BlockHash::parse(&hash.to_hex()), CreationHash::parse(&hash.to_hex()));
    let first = of_hash(&hash);
    let result = ExecutionRef::of_hash(hash);
    let result = result.map(|of| Reading::new(Place::Execution(ExecutionQuery::new(of))));
    let result = result.filter(|result| first.as_ref() != Some(result));
    let of_contract = ctx.contract().map(|contract| {
        let block = block.map(|block| {
            let query = ResultsQuery { block_hash: Some(block), ..ResultsQuery::all(contract) };
            Reading::new(Place::Results(query))
        });
        let verify = creation.map(|hash| {
            let place = VerifyPlace {
                chain: ctx.network.chain.clone(),
                contract: Some(contract),
                mode: Some(Mode::Similarity),
                creation_hash: Some(hash),
            };
            Reading::new(Place::Verify(place))
        });
        [block, verify].into_iter().flatten()
    });
    let named = block_of(&hash_text);
    let readings: Vec<Reading> =
        first.into_iter().chain(result).chain(of_contract.into_iter().flatten()).chain(named).collect();
    let verifying = matches!(ctx.here, Some(Place::Verify(_)));
    if verifying { readings.into_iter().rev().collect() } else { readings }
}

/// The block with a hash of 48 bytes; of 32 bytes it is next to always a transaction's.
fn block_of(hash: &str) -> Option<Reading> {
    let hash = BlockHash::parse(hash).filter(|_| hash.len() > SHORT_HASH_LETTERS)?;
    Some(Reading::new(Place::Block(BlockQuery::Hash(hash))))
}

/// The letters of 32 bytes in hex behind `0x`.
const SHORT_HASH_LETTERS: usize = 66;
