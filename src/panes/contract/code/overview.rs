//! Overview of the code: sizes, compiler, detected proxies and interfaces.

use decode::code::{Code, CodeReading, PieceKind};
use decode::dispatch::MAX_DEPLOYED_BYTES;
use decode::metadata::MetadataHash;
use decode::proxy::{ADMIN, Proxy, ProxyKind, SLOTS, Slot, Slots};
use decode::{Metadata, Opcode};
use ledger::amount::grouped;
use ledger::{ContractRef, EvmAddress, HexBytes};

use crate::message::Place;
use crate::panes::Context;
use crate::panes::contract::label_and_meaning;
use crate::panes::kit::nouns::decoded::Head;
use crate::panes::kit::nouns::{decoded, values};
use crate::widgets::{Role, Sheet, Value};

/// Maximum number of constructor argument words that are shown.
const MAX_ARGUMENT_WORDS: usize = 16;

/// The sheet of a contract's code.
pub(super) fn sheet(reading: &CodeReading, slots: Slots<'_>, ctx: &Context<'_>) -> Sheet {
    let mut sheet = Sheet::default()
        .heading("Code")
        .fact("runtime code", runtime(reading, ctx))
        .fact("creation code", creation(reading, ctx))
        .fact("keccak-256 of runtime", values::bytes(ctx, &reading.hash))
        .fact("instructions", Value::plain(grouped(&instructions(&reading.runtime))).note("in runtime code"));
    if let Some(since) = since(&reading.runtime) {
        sheet = sheet.fact("EVM version", Value::plain(format!("{} or later", since.0)).note(since.1));
    }
    sheet = compiler(sheet, &reading.runtime);
    sheet = sheet.heading("Proxy");
    if reading.proxies.is_empty() {
        sheet = sheet.note(Value::none(if reading.passes_none {
            "Not a proxy."
        } else {
            "No proxy recognised: the code can delegate calls."
        }));
    }
    for proxy in &reading.proxies {
        sheet = facts(sheet, proxy, &reading.runtime);
        if let Some(slot) = proxy.slot {
            sheet = target(sheet, proxy.kind, slots.held(slot), reading);
        }
    }
    if let Some(admin) = slots.held(ADMIN) {
        let value = values::contract_address(&admin).note("in its slot now");
        sheet = sheet.fact("admin", value);
    }
    sheet = standards(sheet, reading);
    arguments(sheet, reading, ctx)
}

/// The contract in a slot: its current value, else the constructor's first argument.
fn target(sheet: Sheet, kind: ProxyKind, held: Option<EvmAddress>, reading: &CodeReading) -> Sheet {
    let label = if kind == ProxyKind::Beacon { "beacon" } else { "target" };
    if let Some(held) = held {
        return sheet.fact(label, values::contract_address(&held).note("in its slot now"));
    }
    let behind = reading.creation.bytes().get(reading.creation.end()..).unwrap_or_default();
    let first = behind.split_first_chunk::<32>().and_then(|(word, _)| word.split_last_chunk::<20>());
    let first = first.filter(|(padding, address)| {
        padding.iter().all(|byte| *byte == 0) && address.iter().filter(|byte| **byte != 0).count() > 1
    });
    match first {
        Some((_, address)) => {
            let address = EvmAddress::new(*address);
            let note = "the first argument of its constructor; it may have changed since";
            sheet.fact(format!("{label}, as created"), values::contract_address(&address).note(note))
        }
        None => sheet.fact(label, Value::none("not known: see the state of the contract")),
    }
}

/// The size of the runtime code relative to the EVM's limit.
fn runtime(reading: &CodeReading, ctx: &Context<'_>) -> Value {
    let size = reading.lengths.runtime;
    if size == 0 {
        return Value::none("none: there is nothing at this address, or the server did not send it");
    }
    let cells = size.saturating_mul(20).div_ceil(MAX_DEPLOYED_BYTES).min(20);
    let gauge = ctx.theme.glyphs.gauge(cells, 20);
    let part = size.saturating_mul(100) / MAX_DEPLOYED_BYTES;
    let role = if size > MAX_DEPLOYED_BYTES { Role::Failure } else { Role::Dim };
    let copied = HexBytes::from(reading.runtime.bytes().to_vec()).to_hex();
    let value = Value::plain(format!("{} bytes", grouped(&size)))
        .and(role, format!("{gauge} {part} % of the limit of {}", grouped(&MAX_DEPLOYED_BYTES)));
    cut_off(value, size, &reading.runtime, ctx).copied(copied)
}

/// Adds how much of a long code was analysed.
fn cut_off(value: Value, size: usize, code: &Code, ctx: &Context<'_>) -> Value {
    let read = code.bytes().len();
    if read == size {
        return value;
    }
    let words = format!("{} only the first {} are read", ctx.theme.glyphs.attention, grouped(&read));
    value.and(Role::Attention, words)
}

fn creation(reading: &CodeReading, ctx: &Context<'_>) -> Value {
    let code = &reading.creation;
    if code.bytes().is_empty() {
        return Value::none("none: the server did not send it");
    }
    let size = reading.lengths.creation;
    let value = cut_off(Value::plain(format!("{} bytes", grouped(&size))), size, code, ctx);
    let arguments = code.bytes().len().saturating_sub(code.end());
    let value = match arguments {
        0 => value,
        _ => value.note(format!("{} of them behind the code: arguments", grouped(&arguments))),
    };
    value.copied(&HexBytes::from(code.bytes().to_vec()))
}

fn instructions(code: &Code) -> usize {
    code.pieces().iter().filter(|piece| matches!(piece.kind, PieceKind::Instruction(_))).count()
}

/// The EVM version that the newest opcode requires. An opcode must occur more than once if compilers emit it
/// often, as single bytes may be data decoded as code.
fn since(code: &Code) -> Option<(&'static str, &'static str)> {
    let count =
        |opcode| code.pieces().iter().filter(|piece| piece.kind == PieceKind::Instruction(opcode)).count();
    if count(Opcode::MCOPY) > 0 {
        Some(("cancun", "it uses MCOPY"))
    } else if count(Opcode::PUSH0) > 2 {
        Some(("shanghai", "it uses PUSH0"))
    } else {
        None
    }
}

fn compiler(sheet: Sheet, code: &Code) -> Sheet {
    let sheet = sheet.heading("Compiler");
    let Some(metadata) = code.metadata() else {
        return sheet.note(Value::none("No metadata: the code does not say what compiled it."));
    };
    let version = metadata.compiler.as_ref().map(ToString::to_string);
    let version = version.map_or_else(|| Value::none("not reported"), Value::plain);
    let mut sheet = sheet.fact("compiler", version);
    if let Some(hash) = &metadata.hash {
        let label = match hash {
            MetadataHash::Ipfs(_) => "metadata on IPFS",
            MetadataHash::Swarm(_) => "metadata on Swarm",
            MetadataHash::Integrity(_) => "hash of the sources",
        };
        sheet = sheet.fact(label, Value::plain(hash.encoded()));
    }
    if metadata.experimental {
        sheet = sheet.fact("experimental", Value::styled(Role::Attention, "experimental features were on"));
    }
    let Metadata { range, .. } = metadata;
    let place = format!("{:06x} to {:06x}", range.start, range.end);
    let trailer = code.bytes().get(range.clone()).unwrap_or_default();
    let copied = alloy_primitives::hex::encode_prefixed(trailer);
    let sheet =
        sheet.fact("bytes", Value::plain(place).note(format!("{} bytes", range.len())).copied(copied));
    match code.trailers().len() {
        0 | 1 => sheet,
        more => sheet.fact(
            "other metadata",
            Value::plain(grouped(&(more - 1))).note("it carries the code of contracts that it creates"),
        ),
    }
}

fn standards(sheet: Sheet, reading: &CodeReading) -> Sheet {
    let sheet = sheet.heading("Detected interfaces");
    if reading.interfaces.is_empty() {
        return sheet.note(Value::none("None recognised."));
    }
    reading.interfaces.iter().fold(sheet, |sheet, found| {
        let value = if found.is_whole() {
            Value::plain(if found.of == 1 {
                "its function is present"
            } else {
                "all of its functions are present"
            })
        } else {
            Value::styled(Role::Attention, format!("{} of {} functions", found.found, found.of))
        };
        sheet.fact(found.name, value.copied(found.name))
    })
}

/// The bytes after the creation code: constructor arguments if the constructor is known, else words.
fn arguments(sheet: Sheet, reading: &CodeReading, ctx: &Context<'_>) -> Sheet {
    let code = &reading.creation;
    let behind = code.bytes().get(code.end()..).unwrap_or_default();
    let made = reading.made.as_ref().map(|made| &made.constructor);
    if let Some((made, chosen)) = made.and_then(|made| Some((made, decoded::chosen(made, 0, 1)?)))
        && !chosen.1.arguments.is_empty()
    {
        let head = Head { label: "constructor", indent: 0, own: None };
        return decoded::rows(sheet.heading("Constructor arguments"), ctx, head, made, chosen);
    }
    if behind.is_empty() {
        return sheet;
    }
    let mut sheet = sheet.heading("Constructor arguments");
    for (at, word) in behind.chunks(32).take(MAX_ARGUMENT_WORDS).enumerate() {
        let value = values::bytes(ctx, &word.to_vec().into());
        sheet = sheet.fact(format!("word {at}"), value);
    }
    let more = behind.len().div_ceil(32).saturating_sub(MAX_ARGUMENT_WORDS);
    if more > 0 {
        sheet = sheet.note(Value::none(format!("{} more words: see the creation code", grouped(&more))));
    }
    sheet
}

/// Adds the facts of one proxy pattern.
pub(super) fn facts(sheet: Sheet, proxy: &Proxy, code: &Code) -> Sheet {
    let (name, words) = label_and_meaning(proxy.kind);
    let mut sheet = sheet.fact("kind", Value::styled(Role::Attention, name).note(words));
    if let Some(target) = &proxy.target {
        let place = Place::contract(ContractRef::Address(*target));
        let label = if proxy.kind == ProxyKind::Beacon { "beacon" } else { "target" };
        sheet = sheet.fact(label, values::address(target).link(place));
    }
    if let Some(slot) = proxy.slot {
        sheet = sheet.fact("its slot", slot_value(slot));
    }
    if !proxy.data.is_empty() {
        let data = code.bytes().get(proxy.data.clone()).unwrap_or_default();
        let hex = alloy_primitives::hex::encode_prefixed(data);
        sheet = sheet.fact("cloned with", Value::plain(hex).note(format!("{} bytes", data.len())));
    }
    sheet
}

fn slot_value(slot: Slot) -> Value {
    let hex = alloy_primitives::hex::encode_prefixed(slot);
    let name = SLOTS.iter().find(|(known, _)| *known == slot).map(|(_, name)| *name);
    match name {
        Some(name) => Value::plain(name).note(hex.clone()).copied(hex),
        None => Value::plain(match slot.split_last() {
            Some((number, rest)) if rest.iter().all(|byte| *byte == 0) => format!("slot {number}"),
            _ => hex.clone(),
        })
        .copied(hex),
    }
}
