//! `hieroscope call`: calls a contract's function without a transaction.

mod contract;
mod written;

use api::Failure;
use decode::Known;
use decode::functions::{self, Callable};
use decode::input::{self, Names, Typed};
use decode::interface::AddedInterface;
use decode::reading::{CallQuestion, Provenance, Reader};
use ledger::query::{BlockQuery, ContractCallQuery};
use ledger::{ContractRef, EvmAddress, HexBytes, Text};

use self::contract::Asked;
use self::written::Written;
use super::bytes::{Fault, usage};
use super::console::{complain, result, say};
use super::target::{self, Unopened};
use super::world::World;
use super::{Outcome, kept, next_step};
use crate::app::known_before;
use crate::config::{CallTask, Config};

/// The parsed call, before any request.
#[derive(Debug)]
pub(super) struct Prepared {
    contract: ContractRef,
    block: Option<BlockQuery>,
    known: Known,
}

/// Reads the command line, and what is kept.
///
/// # Errors
/// When it cannot be carried out.
pub(super) fn prepared(task: &CallTask, config: &mut Config) -> Result<Prepared, Fault> {
    let (contract, known) = named(&task.contract, config)?;
    let block = match task.block.as_deref() {
        None | Some("latest") => None,
        Some(text) => Some(BlockQuery::parse(text).ok_or_else(|| {
            let words = "write a block's height, such as 70002150, its hash, or latest";
            (Outcome::Usage, format!("--block {}: {words}", Text::new(text).escaped()))
        })?),
    };
    Ok(Prepared { contract, block, known })
}

/// The contract that a text names, and what is kept.
///
/// # Errors
/// When it names none, or what is kept cannot be read.
pub(super) fn named(text: &str, config: &mut Config) -> Result<(ContractRef, Known), Fault> {
    let target = target::open(text, config).map_err(|unopened| match unopened {
        Unopened::Answer(words) | Unopened::Fault(words) => (Outcome::Usage, words),
    })?;
    let contract = target.place.contract_named().ok_or_else(|| {
        let words = format!("{} is no contract: name it by its id or its address", target.place.label());
        (Outcome::Usage, words)
    })?;
    let saved = kept::saved_before(config).map_err(|fault| (Outcome::Usage, fault.to_string()))?;
    Ok((contract, known_before(&saved, &config.network.name)))
}

/// Adds the contract's interfaces from servers to `known`.
///
/// # Errors
/// If the mirror node does not answer.
pub(super) async fn learned(contract: ContractRef, known: Known, world: &World) -> Result<Known, Fault> {
    let mut asked = Asked { world, contract, known, code: HexBytes::default() };
    asked.learn().await?;
    Ok(asked.known)
}

/// Runs the call on the mirror node, prints the outcome, and returns the exit code.
///
/// # Errors
/// If the command line is invalid, a server does not answer, or the result cannot be written.
pub(super) async fn call(task: &CallTask, prepared: Prepared, world: &World) -> Result<u8, Fault> {
    let Prepared { contract, block, known } = prepared;
    let mut asked = Asked { world, contract, known, code: HexBytes::default() };
    let to = asked.learn().await?;
    let function =
        functions::find(&asked.known, contract, asked.code.bytes(), &task.function, task.arguments.len());
    let function = function.map_err(|fault| usage(fault.to_string()))?;
    let arguments = arguments(&function, task, &mut asked).await?;
    let data = input::encode_call(&function.entry, &arguments)
        .map_err(|fault| usage(format!("{}: {fault}", function.entry.signature.escaped())))?;
    let from = match &task.from {
        Some(from) => Some(sender(from, &mut asked).await?),
        None => None,
    };
    let query = ContractCallQuery {
        block,
        from,
        value: task.value,
        estimate: task.estimate,
        ..ContractCallQuery::new(to, data)
    };
    let outcome = world.ask(&query).await.map_err(|it| failed(&it.failure, &it.url))?;
    let Asked { mut known, .. } = asked;
    add_returns(&mut known, contract, &function, &task.function);
    let question = CallQuestion::executed(contract, query.data.clone(), &outcome);
    let reading = Reader::new(&known).read_call(&question);
    let written =
        Written { contract, function: &function, query: &query, outcome: &outcome, reading: &reading };
    say(&written.told());
    if task.json {
        result(&written.json().to_string())?;
    } else if let Some(words) = written.failure() {
        complain(&words);
    } else {
        result(&written.text())?;
    }
    Ok(written.exit_code())
}

/// The arguments, with the addresses of the entities among them looked up.
async fn arguments(function: &Callable, task: &CallTask, asked: &mut Asked<'_>) -> Result<Vec<Typed>, Fault> {
    let read = parsed(function, task, asked)?;
    let unlearned = input::unlearned(&read);
    if unlearned.is_empty() {
        return Ok(read);
    }
    for id in unlearned {
        asked.look_up(id).await?;
    }
    parsed(function, task, asked)
}

fn parsed(function: &Callable, task: &CallTask, asked: &Asked<'_>) -> Result<Vec<Typed>, Fault> {
    let inputs = function.entry.inputs.iter().enumerate();
    let one = |((at, input), text): ((usize, &_), &String)| {
        input::parse_argument(text, input, &names(asked)).map_err(|fault| {
            let name = input_name(at, input);
            let at = if fault.at > 0 { format!(", at character {}", fault.at + 1) } else { String::new() };
            usage(format!("{name}: {fault}{at}"))
        })
    };
    let read: Vec<Typed> = inputs.zip(&task.arguments).map(one).collect::<Result<_, _>>()?;
    if read.len() < task.arguments.len() {
        let fault =
            input::CallFault::Count { wanted: function.entry.inputs.len(), found: task.arguments.len() };
        return Err(usage(format!("{}: {fault}", function.entry.signature.escaped())));
    }
    Ok(read)
}

fn input_name(at: usize, input: &decode::interface::Parameter) -> String {
    let name = if input.name.is_empty() { format!("argument {}", at + 1) } else { input.name.escaped() };
    format!("{name} ({})", input.kind.escaped())
}

fn names<'a>(asked: &'a Asked<'_>) -> Names<'a> {
    let network = &asked.world.network;
    Names { known: &asked.known, network: &network.name, home: network.home }
}

async fn sender(text: &str, asked: &mut Asked<'_>) -> Result<EvmAddress, Fault> {
    let read = |asked: &Asked<'_>| {
        names(asked)
            .address(text)
            .map_err(|words| usage(format!("--from {}: {words}", Text::new(text).escaped())))
    };
    let (address, unlearned) = read(asked)?;
    let Some(input::Unlearned(id)) = unlearned else { return Ok(address) };
    asked.look_up(id).await?;
    read(asked).map(|(address, _)| address)
}

/// Adds the return types that the command line gives for a function.
fn add_returns(known: &mut Known, contract: ContractRef, function: &Callable, line: &str) {
    if function.provenance == Provenance::User && line.contains('(') {
        known.book_mut().add(AddedInterface::new(Some(contract), "command line".into(), line.into()));
    }
}

/// How a command ends whose question brought no answer.
fn failed(failure: &Failure, at: &str) -> Fault {
    let outcome = match failure {
        Failure::NotFound { .. } => Outcome::NotFound,
        Failure::NotOffered { .. } => {
            let words =
                "This mirror node executes no calls. Try another server of this network, if there is one.";
            return (Outcome::NotOffered, words.to_owned());
        }
        Failure::Invalid { .. } => Outcome::Usage,
        _ => Outcome::Unreachable,
    };
    (outcome, next_step::told(failure, at))
}
