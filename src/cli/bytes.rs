//! `hieroscope decode` and `hieroscope sig`: what bytes say, and what a signature hashes to. Nothing is asked of a
//! server.

use alloy_primitives::hex;

use super::Outcome;
use super::console::result;
use crate::config::{DecodeTask, SigTask};
use crate::decode::Known;
use crate::decode::interface::{Interface, Kind};
use crate::decode::reading::{CallQuestion, Candidate, LogQuestion, Reader, Reading};
use crate::decode::revert::Revert;
use crate::decode::signatures::Signature;
use crate::ledger::{HexBytes, Text};
use crate::message::goto::GoToFault;

/// Why a command does not say anything.
pub(super) type Fault = (Outcome, String);

/// Says what the bytes of a call, an event or an error mean, by the signatures that come with the program.
///
/// # Errors
/// When they are no bytes, or nothing is known of them.
pub(super) fn decode(task: &DecodeTask) -> Result<(), Fault> {
    let data = bytes(&task.data)?;
    let topics = task.topics.iter().map(|topic| bytes(topic)).collect::<Result<Vec<_>, _>>()?;
    let known = Known::default();
    let reader = Reader::new(&known);
    let reading = if task.error {
        let revert = Revert::parse(&Text::new(data.to_hex()));
        let error = reader.read_error(None, revert);
        let Some(custom) = error.custom else {
            let words = match error.revert.clone().of_system() {
                system if system == error.revert => system.summary(),
                system => {
                    format!("{}, if a system contract answered: {}", error.revert.summary(), system.summary())
                }
            };
            let json = || serde_json::json!({ "error": words }).to_string();
            return result(&if task.json { json() } else { words.clone() });
        };
        custom
    } else if topics.is_empty() {
        reader.read_call(&CallQuestion { input: data, ..CallQuestion::default() }).input
    } else {
        reader.read_log(&LogQuestion { contract: None, topics, data })
    };
    let Some(best) = reading.best() else { return Err((Outcome::Failed, reading.summary())) };
    result(&if task.json { best.to_json().to_string() } else { words(best, &reading) })
}

/// The best reading, an argument a line, and how many others there are.
fn words(best: &Candidate, reading: &Reading) -> String {
    let head = format!("{}  {}", best.signature.escaped(), best.provenance.label());
    let fault = best.fault.map(|fault| format!("doubtful: {fault}"));
    let argument = |argument: &crate::decode::reading::Argument| {
        let value = match argument.value.to_json() {
            serde_json::Value::String(text) => Text::new(text).escaped(),
            value => value.to_string(),
        };
        format!("  {} {}  {value}", argument.kind.escaped(), argument.name.escaped())
    };
    let others = reading.candidates.len().saturating_sub(1);
    let others = (others > 0).then(|| format!("{others} other signatures fit, too"));
    let lines = [head].into_iter().chain(fault).chain(best.arguments.iter().map(argument)).chain(others);
    lines.collect::<Vec<_>>().join("\n")
}

/// Says what a signature hashes to, or which signatures have this hash.
///
/// # Errors
/// When it is neither a signature nor a hash, or nothing is known of the hash.
pub(super) fn signature(task: &SigTask) -> Result<(), Fault> {
    let text = task.text.join(" ");
    let lines = match HexBytes::parse(text.trim()) {
        Some(hash) => named(&hash)?,
        None => hashed(&text)?,
    };
    result(&lines.join("\n"))
}

fn named(hash: &HexBytes) -> Result<Vec<String>, Fault> {
    let names: Vec<String> = Signature::by_hash(hash.bytes()).map(|it| it.line.to_owned()).collect();
    match hash.len() {
        4 | 32 if !names.is_empty() => {
            Ok(vec![GoToFault::Signature { hash: hash.to_hex(), names }.to_string()])
        }
        4 | 32 => {
            Err((Outcome::Failed, format!("no signature that comes with the program has {}", hash.to_hex())))
        }
        _ => Err((Outcome::Usage, "a selector has 4 bytes, and a topic 32".to_owned())),
    }
}

fn hashed(text: &str) -> Result<Vec<String>, Fault> {
    let entry = Interface::parse_line(text).map_err(|refusal| (Outcome::Usage, refusal.to_string()))?;
    let (signature, topic) = (entry.signature.escaped(), hex::encode_prefixed(entry.hash));
    let selector = hex::encode_prefixed(entry.selector());
    Ok(match entry.kind {
        Kind::Event if entry.anonymous => {
            vec![format!("event {signature} anonymous: its logs have no topic of their own")]
        }
        Kind::Event => vec![format!("{topic}  event {signature}")],
        Kind::Function => vec![format!("{selector}  {signature}"), format!("{topic}  as an event")],
        Kind::Error => vec![format!("{selector}  error {signature}")],
    })
}

fn bytes(text: &str) -> Result<HexBytes, Fault> {
    HexBytes::parse(text.trim())
        .ok_or_else(|| (Outcome::Usage, format!("{text:?} is not hex, such as 0xa9059cbb")))
}
