//! A replay as one JSON object.

use alloy_primitives::Address;
use evm::{ExecutedCall, Use};
use replay::{Agreement, Difference, FailedCall, Point, Replay, Replayed, taken_for};
use serde::ser::{Serialize, SerializeMap as _, Serializer};
use serde_json::{Value, json};

use crate::message::place::change_pairs;

/// What the calls of a replay say, each by its place.
pub trait CallWords {
    /// The name of the function.
    fn method(&self, at: usize, call: &ExecutedCall) -> String;

    /// Why it failed, as the contract names it that threw the error.
    fn error(&self, replayed: &Replayed, at: usize) -> Option<String>;
}

/// The verdict with all that it rests on, and the calls if they are wanted. Each call is made into JSON when it is
/// written: there may be hundreds of thousands.
pub struct ReplayDocument<'a> {
    head: Value,
    trace: Option<Trace<'a>>,
}

struct Trace<'a> {
    replayed: &'a Replayed,
    replay: &'a Replay,
    words: &'a dyn CallWords,
}

impl<'a> ReplayDocument<'a> {
    pub fn new(replayed: &'a Replayed, words: &'a dyn CallWords, trace: bool) -> Self {
        let trace = replayed.outcome.as_ref().ok().filter(|_| trace);
        Self { head: head(replayed, words), trace: trace.map(|replay| Trace { replayed, replay, words }) }
    }

    /// Adds a member.
    pub fn set(&mut self, name: &str, value: Value) {
        if let Some(members) = self.head.as_object_mut() {
            members.insert(name.to_owned(), value);
        }
    }
}

impl Serialize for ReplayDocument<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut members = to.serialize_map(None)?;
        for (name, value) in self.head.as_object().into_iter().flatten() {
            members.serialize_entry(name, value)?;
        }
        if let Some(trace) = &self.trace {
            members.serialize_entry("trace", trace)?;
        }
        members.end()
    }
}

impl Serialize for Trace<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let calls = self.replay.execution.calls.iter().enumerate();
        to.collect_seq(calls.map(|(at, call)| called(self.replayed, self.replay, self.words, at, call)))
    }
}

/// All but the calls.
fn head(replayed: &Replayed, words: &dyn CallWords) -> Value {
    let hash = replayed.gathered.result.hash.known().map(ledger::HexBytes::to_hex);
    let mut object = json!({
        "verdict": replayed.name(),
        "changes": changes(replayed),
        "message": replayed.sentence(),
        "hash": hash,
        "points": [],
        "assumptions": [],
        "answered": [],
        "cut": replayed.cuts().iter().map(ToString::to_string).collect::<Vec<_>>(),
        "steps": null,
        "calls": null,
        "gas_used": null,
        "failure": null,
    });
    let (Ok(replay), Some(members)) = (&replayed.outcome, object.as_object_mut()) else { return object };
    let execution = &replay.execution;
    let calls = || execution.calls.iter().enumerate();
    let answered = calls().filter(|(_, call)| call.is_answered);
    let answered = answered.map(|(at, call)| json!({ "call": at, "contract": name(replay, call.code_of) }));
    let mut set = |name: &str, value: Value| _ = members.insert(name.to_owned(), value);
    set("points", replay.comparison.points().iter().map(|it| point(replay, it)).collect());
    set("assumptions", execution.uses.iter().map(|used| assumption(replay, *used)).collect());
    set("answered", answered.collect());
    set("steps", json!(execution.steps.count()));
    set("calls", json!(execution.calls.len()));
    set("gas_used", json!(execution.gas_used));
    set("failure", failure(replayed, replay, words));
    object
}

fn point(replay: &Replay, (point, agreement): &(Point, Agreement)) -> Value {
    let name = point.name();
    match (agreement, replay.hangs_on(*point)) {
        (Agreement::Agrees, _) => json!({ "name": name, "agrees": true }),
        (Agreement::Differs(Difference { call, step, words }), Some(on)) => {
            let on: Vec<String> = on.iter().map(ToString::to_string).collect();
            json!({ "name": name, "agrees": null, "undetermined": words, "hangs_on": on, "call": call, "step": step })
        }
        (Agreement::Differs(Difference { call, step, words }), None) => {
            json!({ "name": name, "agrees": false, "difference": words, "call": call, "step": step })
        }
        (Agreement::Unknown(words), _) => json!({ "name": name, "agrees": null, "unknown": words }),
    }
}

fn assumption(replay: &Replay, used: Use) -> Value {
    let hanging = replay.hanging.iter().filter(|(_, on)| on.contains(&used.assumed));
    let points: Vec<&str> = hanging.map(|(point, _)| point.name()).collect();
    json!({
        "assumed": used.assumed.to_string(),
        "value": taken_for(used.assumed),
        "step": used.step,
        "call": replay.execution.call_at(used.step),
        "points": points,
    })
}

/// Null where nothing failed.
fn failure(replayed: &Replayed, replay: &Replay, words: &dyn CallWords) -> Value {
    let Some(last) = replayed.failed.last() else { return Value::Null };
    let error = words.error(replayed, last.call);
    let at_fault = replayed.line_at_fault().and_then(|failed| failed.place.as_ref());
    let frame = |failed: &FailedCall| {
        let call = replay.execution.calls.get(failed.call);
        let place = failed.place.as_ref();
        json!({
            "call": failed.call,
            "depth": call.map(|call| call.depth),
            "contract": call.map(|call| name(replay, call.code_of)),
            "source": place.map(ToString::to_string),
            "line": place.map(|place| place.excerpt.escaped()),
        })
    };
    json!({
        "source": at_fault.map(ToString::to_string),
        "line": at_fault.map(|place| place.excerpt.escaped()),
        "error": error,
        "frames": replayed.failed.iter().map(frame).collect::<Vec<_>>(),
    })
}

fn called(
    replayed: &Replayed,
    replay: &Replay,
    words: &dyn CallWords,
    at: usize,
    call: &ExecutedCall,
) -> Value {
    let data = call.end.as_ref().map(|end| alloy_primitives::hex::encode_prefixed(end.data()));
    json!({
        "call": at,
        "depth": call.depth,
        "operation": call.operation.name(),
        "contract": name(replay, call.code_of),
        "address": call.code_of.to_string(),
        "function": words.method(at, call),
        "input": alloy_primitives::hex::encode_prefixed(&call.input),
        "value": call.value.to_string(),
        "succeeded": call.end.as_ref().is_some_and(evm::End::is_success),
        "output": data,
        "error": words.error(replayed, at),
        "gas": call.gas,
        "gas_used": call.gas_used,
        "steps": call.end_step - call.first_step,
        "is_answered": call.is_answered,
        "source": replayed.made_at(at).map(|place| place.to_string()),
    })
}

/// What was changed before, each by its name; empty if it is what happened.
fn changes(replayed: &Replayed) -> Vec<Value> {
    let changes = change_pairs(&replayed.gathered.changes).into_iter();
    changes.map(|(name, text)| json!({ "name": name, "value": text })).collect()
}

/// The entity at an address if it is known, else the address.
pub fn name(replay: &Replay, address: Address) -> String {
    let id = replay.inputs.entity_num(address).map(|num| format!("0.0.{num}"));
    id.unwrap_or_else(|| address.to_string())
}
