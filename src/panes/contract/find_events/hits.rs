//! The hits as rows, with their logs decoded off the main loop.

use std::ops::Range;

use alloy_primitives::hex;
use decode::reading::{Candidate, LogQuestion, Questions, Reading};
use ledger::{ContractRef, HexBytes};

use super::scan::{Hit, ResultKey};
use crate::message::{Copied, Place};
use crate::panes::Context;
use crate::panes::contract::calls::party;
use crate::panes::kit::nouns::{execution, values};
use crate::panes::kit::{
    Wants,
    list::{Column, ColumnOf, Columns, Counted, MemoryRows, RowAnalyses, Value},
};
use crate::widgets::Role;

/// Identifies a hit: its result, and the log's index in it.
pub(super) type Name = (ResultKey, Option<i64>);

/// Decoded logs of the hits.
#[derive(Debug, Default)]
pub struct Readings {
    /// Logs that could not be decoded stay raw, and are not retried.
    rows: RowAnalyses<Name, Reading, Questions<LogQuestion>>,
}

impl Readings {
    /// Decodes the logs near the window that are not decoded, or were with less knowledge.
    pub(super) fn update(&mut self, hits: &[Hit], window: &Range<usize>, ctx: &Context<'_>) {
        let question = |hits: &[&Hit]| hits.iter().map(|hit| execution::log(&hit.log)).collect();
        self.rows.update((|at| hits.get(at), hits.len(), window), ctx, |hit| Some(name(hit)), question);
    }

    pub(super) fn wants(&self, wants: &mut Wants) {
        self.rows.wants(wants);
    }

    pub(super) fn receive(&mut self, ctx: &Context<'_>) {
        self.rows.receive(ctx, Clone::clone);
    }

    /// A hit in one line: the event with its arguments, else its topics.
    pub(super) fn summary(&self, hit: &Hit) -> String {
        self.words(hit, Candidate::summary)
    }

    /// Like [`Self::summary`], with every value in full.
    fn in_full(&self, hit: &Hit) -> String {
        self.words(hit, Candidate::in_full)
    }

    fn words(&self, hit: &Hit, words: fn(&Candidate) -> String) -> String {
        self.rows.get(&name(hit)).and_then(Reading::best).map_or_else(|| topics(hit), words)
    }
}

fn name(hit: &Hit) -> Name {
    (hit.key, hit.log.index.value())
}

fn topics_of(hit: &Hit) -> impl Iterator<Item = &HexBytes> {
    hit.log.topics.known().into_iter().flatten().filter_map(|topic| topic.known())
}

/// The topics after the first as sent, without leading zeros.
fn topics(hit: &Hit) -> String {
    let short = |topic: &HexBytes| {
        let zeros = topic.bytes().iter().take_while(|byte| **byte == 0).count();
        let zeros = zeros.min(topic.len().saturating_sub(1));
        hex::encode_prefixed(topic.bytes().get(zeros..).unwrap_or_default())
    };
    let topics: Vec<String> = topics_of(hit).skip(1).map(short).collect();
    if topics.is_empty() { "no indexed arguments".to_owned() } else { topics.join(" ") }
}

/// A hit and its decoded log.
pub struct Known<'a> {
    pub(super) hit: &'a Hit,
    pub(super) readings: &'a Readings,
}

impl Columns for Readings {
    type Row<'a> = Known<'a>;

    const LIST: &'static str = "events found";

    const COUNTED: &'static [Counted] = &[
        Counted::names("event in words"),
        Counted::values("emitter").nothing("not reported"),
        Counted::times("consensus time"),
    ];

    fn leads(column: &'static str, it: &Known<'_>, ctx: &Context<'_>) -> Option<Place> {
        let id = it.hit.log.contract_id.value().map(ContractRef::Id);
        let emitter = id.or_else(|| Some(values::sender(it.hit.log.address.value()?, ctx)));
        emitter.filter(|_| column == "emitter").map(Place::contract)
    }

    const ALL: &'static [ColumnOf<Self>] = &[
        Column::time("consensus time").of(|it| Value::Time(it.hit.key.1)),
        Column::text("emitter", 11).rank(1).shows(
            |it, ctx| (emitter(it.hit, ctx), Role::Plain),
            |it| {
                let id = it.hit.log.contract_id.value().map(|id| id.to_string());
                Value::text(id.or_else(|| it.hit.log.address.value().map(|at| at.checksummed())))
            },
        ),
        Column::number("log", 4).rank(2).dim(|it| Value::number(it.hit.log.index.value())),
        Column::text("event in words", 16).titled("event").grows(1).shows(
            |it, _| (it.readings.summary(it.hit), Role::Plain),
            |it| Value::Text(it.readings.in_full(it.hit)),
        ),
    ];
}

/// The hits as rows.
#[derive(Clone, Copy)]
pub struct HitRows<'a> {
    pub(super) hits: &'a [Hit],
    pub(super) readings: &'a Readings,
}

impl MemoryRows for HitRows<'_> {
    type Name = Name;
    type Columns = Readings;

    fn columns(&self) -> &Readings {
        self.readings
    }

    fn version(&self) -> Option<(usize, usize)> {
        Some((self.hits.len(), self.readings.rows.changes()))
    }

    fn len(&self) -> usize {
        self.hits.len()
    }

    fn name(&self, at: usize) -> Option<Name> {
        self.hits.get(at).map(name)
    }

    fn row(&self, at: usize) -> Option<Known<'_>> {
        Some(Known { hit: self.hits.get(at)?, readings: self.readings })
    }

    fn opened(&self, at: usize) -> Option<Place> {
        self.hits.get(at).map(|hit| Place::Result(hit.key.0, hit.key.1))
    }

    fn copies(&self, at: usize) -> Vec<Copied> {
        let Some(hit) = self.hits.get(at) else { return Vec::new() };
        let place = self.opened(at).map(|place| Copied::new("place", place.to_string()));
        let topics = topics_of(hit).enumerate();
        let topics = topics.map(|(place, topic)| Copied::new(format!("topic {place}"), topic.to_hex()));
        let data = hit.log.data.known().filter(|data| !data.is_empty());
        let data = data.map(|data| Copied::new("data", data.to_hex()));
        let columns = Readings::copied(&Known { hit, readings: self.readings });
        place.into_iter().chain(columns).chain(topics).chain(data).collect()
    }
}

/// The emitting contract's id, else its address.
pub(super) fn emitter(hit: &Hit, ctx: &Context<'_>) -> String {
    match (hit.log.contract_id.value(), hit.log.address.value()) {
        (Some(id), _) => id.to_string(),
        (None, Some(address)) => party(&address, ctx.network.home),
        (None, None) => "not reported".to_owned(),
    }
}
