//! `hieroscope decode` and `hieroscope sig`: what bytes say, and what a signature hashes to. Only a contract's interface
//! is asked of a server.

use std::sync::Arc;

use alloy_primitives::hex;
use decode::Known;
use decode::abi::WORD;
use decode::interface::{Interface, Kind};
use decode::reading::bytes::{BytesQuestion, BytesRole, Meaning, SELECTOR_BYTES, read_bytes};
use decode::reading::{Argument, Candidate, Inner, Reading, Value};
use decode::revert::Revert;
use decode::signatures::Signature;
use ledger::{ContractRef, HexBytes};

use super::Outcome;
use super::console::result;
use crate::config::{DecodeTask, SigTask};
use crate::message::FileText;
use crate::message::goto::GoToFault;
use crate::{files, runtime};

/// Why a command does not say anything.
pub(super) type Fault = (Outcome, String);

/// Decodes the bytes of a call, an event or an error with the given signatures, those of a contract, and the built-in
/// ones.
///
/// # Errors
/// If the input is not bytes, or no signature matches.
pub(super) fn decode(task: &DecodeTask, contract: Option<ContractRef>, known: &Known) -> Result<(), Fault> {
    let topics = task.topics.iter().map(String::as_str);
    let parts = topics.chain([task.data.concat().as_str()]).map(bytes).collect::<Result<Vec<_>, _>>()?;
    let mut added: Vec<(String, Arc<str>)> =
        task.signature.iter().map(|line| ("--signature".to_owned(), Arc::from(line.as_str()))).collect();
    if let Some(path) = &task.abi {
        let home = runtime::home();
        let text = files::text(&FileText(path.clone()), home.as_deref())
            .map_err(|fault| usage(format!("--abi: {}", fault.sentence())))?;
        added.push(("--abi".to_owned(), text));
    }
    let mut read = read_bytes(known, &BytesQuestion { contract, parts, added });
    if let Some((origin, refusal)) = read.refused.first() {
        return Err(usage(format!("{origin}: {refusal}")));
    }
    if task.error {
        read.meanings.retain(|meaning| meaning.role == BytesRole::Error);
        read.revert = read.revert.or_else(|| Some(Revert::from_data(read.data.clone())));
    }
    match (read.meanings.first(), &read.revert) {
        (Some(Meaning { reading, .. }), revert) if reading.exact().is_some() || revert.is_none() => {
            let best = reading
                .best()
                .map(|best| if task.json { best.to_json().to_string() } else { words(best, reading) });
            result(&best.unwrap_or_default())
        }
        (_, Some(revert)) => failed(revert, task.json),
        (_, None) => {
            if !task.json && read.data.len() > SELECTOR_BYTES {
                result(&in_words(&read.data))?;
            }
            let hash = task.topics.first().map_or_else(|| read.data.to_hex(), Clone::clone);
            let hash = hash.get(..SELECTOR_DIGITS).filter(|_| task.topics.is_empty()).unwrap_or(&hash);
            let words = format!("no name is known for {hash}: give --signature, --abi or --contract");
            Err((Outcome::Failed, words))
        }
    }
}

/// The characters of a selector, `0x` included.
const SELECTOR_DIGITS: usize = 2 + 2 * SELECTOR_BYTES;

/// Says why a call failed where no contract defines the error.
fn failed(revert: &Revert, json: bool) -> Result<(), Fault> {
    let words = match revert.clone().of_system() {
        system if system == *revert => system.summary(),
        system => format!("{}, if a system contract answered: {}", revert.summary(), system.summary()),
    };
    result(&if json { serde_json::json!({ "error": words }).to_string() } else { words })
}

/// The selector, if the data has one, and the words behind it by their offsets.
fn in_words(data: &HexBytes) -> String {
    let selector_bytes = if data.len().is_multiple_of(WORD) { 0 } else { SELECTOR_BYTES };
    let (selector, words) = data.bytes().split_at_checked(selector_bytes).unwrap_or_default();
    let word = |(at, word): (usize, &[u8])| format!("  0x{:02x}  {}", at * WORD, hex::encode(word));
    let words = words.chunks(WORD).enumerate().map(word);
    let selector = (!selector.is_empty()).then(|| hex::encode_prefixed(selector));
    selector.into_iter().chain(words).collect::<Vec<_>>().join("\n")
}

/// The best reading, an argument a line, and how many others there are.
fn words(best: &Candidate, reading: &Reading) -> String {
    let mut lines = Vec::new();
    add_lines(best, "", &mut lines);
    let others = reading.candidates.len().saturating_sub(1);
    lines.extend((others > 0).then(|| format!("{others} other signatures fit, too")));
    lines.join("\n")
}

/// A signature and its arguments, the calls within each below it.
fn add_lines(candidate: &Candidate, indent: &str, lines: &mut Vec<String>) {
    lines.push(format!("{indent}{}  {}", candidate.signature.escaped(), candidate.provenance.label()));
    lines.extend(candidate.fault.map(|fault| format!("{indent}doubtful: {fault}")));
    for Argument { kind, name, value, .. } in &candidate.arguments {
        let words = match value {
            Value::Bytes(bytes, _) => bytes.to_hex(),
            value => value.in_full(),
        };
        lines.push(format!("{indent}  {} {}  {words}", kind.escaped(), name.escaped()));
        add_calls(value, &format!("{indent}    "), lines);
    }
}

fn add_calls(value: &Value, indent: &str, lines: &mut Vec<String>) {
    match value {
        Value::Bytes(_, Some(inner)) => match (inner.reading().and_then(Reading::exact), &**inner) {
            (Some(exact), _) => add_lines(exact, indent, lines),
            (None, Inner::Failed { error, .. }) => lines.push(format!("{indent}{}", error.summary())),
            (None, _) => {}
        },
        Value::List(values) => values.iter().for_each(|value| add_calls(value, indent, lines)),
        Value::Tuple(members) => members.iter().for_each(|member| add_calls(&member.value, indent, lines)),
        _ => {}
    }
}

/// Shows the hash of a signature, or the signatures with a given hash.
///
/// # Errors
/// If the input is neither a signature nor a hash, or no signature with the hash is found.
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

pub(super) fn usage(words: impl Into<String>) -> Fault {
    (Outcome::Usage, words.into())
}

/// The bytes of hex that may be over several lines.
fn bytes(text: &str) -> Result<HexBytes, Fault> {
    let text: String = text.split_whitespace().collect();
    let read = HexBytes::parse(&text);
    let read = read.ok_or_else(|| usage(format!("{text:?} is not hex, such as 0xa9059cbb")))?;
    match text.trim_start_matches("0x").len() {
        odd if odd % 2 == 1 => Err(usage(format!("{odd} hex digits: an odd number, and a byte has two"))),
        _ => Ok(read),
    }
}
