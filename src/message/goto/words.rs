//! Places in words: for the line that says what a text was understood as, and for the list of visits.

use crate::ledger::query::{Op, TimestampFilter};
use crate::ledger::text::visible;
use crate::ledger::{ContractRef, EntityId, ExecutionRef, SystemEntity};
use crate::message::Place;
use crate::message::place::JobPlace;
use crate::verification::Mode;

impl Place {
    /// What the place shows, in words.
    pub fn words(&self) -> String {
        match self {
            Place::Home => "home".to_owned(),
            Place::Jobs => "verification jobs".to_owned(),
            Place::Batch => "batch of verifications".to_owned(),
            Place::Contract(query) => {
                let times: Vec<String> = query.timestamp.iter().map(time).collect();
                let times = if times.is_empty() { String::new() } else { format!(" {}", times.join(", ")) };
                format!("contract {}{times}", contract(&query.contract))
            }
            Place::Results(query) => {
                format!("results of {}{}", contract(&query.contract), with(&query.pairs()))
            }
            Place::EventSearch(query) if query.event.is_empty() => {
                format!("find events in {}", contract(&query.contract))
            }
            Place::EventSearch(query) => {
                format!("find {} in {}", visible(&query.event), contract(&query.contract))
            }
            Place::GasUsage(query) => format!("gas usage of {}", contract(&query.contract)),
            Place::AddInterface(of, path) => {
                format!("add the interface in {} to {}", visible(path), contract(of))
            }
            Place::Interfaces(of) => format!("interfaces of {}", contract(of)),
            Place::Versions(of) => format!("versions of {}", contract(of)),
            Place::Execution(query) => {
                let nonce = query.nonce.map(|nonce| format!(", nonce {nonce}")).unwrap_or_default();
                match &query.of {
                    ExecutionRef::Id(id) => format!("contract result of the transaction {id}{nonce}"),
                    ExecutionRef::Hash(hash) => {
                        format!("contract result with the hash {}{nonce}", hash.to_hex())
                    }
                }
            }
            Place::Logs(query) => format!("events of {}{}", contract(&query.contract), with(&query.pairs())),
            Place::State(query) => {
                format!("storage of {}{}", contract(&query.contract), with(&query.pairs()))
            }
            Place::Result(of, at) => format!("result of {} at {at}", contract(of)),
            Place::Transaction(query) => {
                let child = query.nonce.map(|nonce| format!(", nonce {nonce}")).unwrap_or_default();
                let scheduled = if query.scheduled == Some(true) { ", the scheduled execution" } else { "" };
                format!("transaction {}{child}{scheduled}", query.id)
            }
            Place::TransactionAt(at) => format!("transaction at {}", at.utc()),
            Place::TransactionOf(hash) => format!("transaction with the hash {}", hash.to_hex()),
            Place::Schedules(query) => {
                // Newest first goes without saying.
                let pairs: Vec<_> = query.pairs().into_iter().filter(|(name, _)| *name != "order").collect();
                format!("schedules{}", with(&pairs))
            }
            Place::Pending(query) => {
                let contract = query.contract.map(|of| format!(" that call {}", contract(&of)));
                let creator = query.creator.map(|id| format!(" created by {id}"));
                let [contract, creator] = [contract, creator].map(Option::unwrap_or_default);
                format!("pending schedules{contract}{creator}")
            }
            Place::Schedule(id) => format!("schedule {id}{}", system(SystemEntity::by_id(*id))),
            Place::Verify(place) => {
                let what = place.contract.as_ref().map(|of| format!(" {}", contract(of))).unwrap_or_default();
                let how = place.mode.map(|mode| match mode {
                    Mode::Similarity => " by similarity",
                    Mode::Import => " by import",
                    Mode::StandardJson => " by standard JSON",
                    Mode::Metadata => " by metadata",
                });
                let hash =
                    place.creation_hash.map(|_| ", with this creation transaction hash").unwrap_or_default();
                format!("verify{what}{}{hash}", how.unwrap_or_default())
            }
            Place::Sources(chain, of) => format!("verified sources of {} on chain {chain}", contract(of)),
            Place::Code(contract) => format!("code of contract {contract}"),
            Place::CodeComparison(one, other) => format!("codes of contracts {one} and {other}"),
            Place::Verified(chain, of) => {
                format!("how {} is verified on chain {chain}", contract(of))
            }
            Place::Job(JobPlace::Id(id)) => format!("verification job {id}"),
            Place::Job(JobPlace::Key(key)) => format!("verification job {key} of this machine"),
            Place::Difference(JobPlace::Id(id)) => format!("the codes of verification job {id}, compared"),
            Place::Difference(JobPlace::Key(key)) => {
                format!("the codes of verification job {key} of this machine, compared")
            }
        }
    }
}

/// The filters behind what they are of.
fn with(pairs: &[(&str, String)]) -> String {
    let filters: Vec<String> = pairs.iter().map(|(name, value)| format!(" {name}={value}")).collect();
    if filters.is_empty() { String::new() } else { format!(" with{}", filters.concat()) }
}

fn contract(contract: &ContractRef) -> String {
    match contract {
        ContractRef::Id(id) => format!("{id}{}", system(SystemEntity::by_id(*id))),
        ContractRef::Address(address) => {
            let entity = address.entity_num().map(|num| format!(" = entity {}", EntityId::of(num)));
            format!(
                "{}{}{}",
                address.checksummed(),
                entity.unwrap_or_default(),
                system(SystemEntity::at(*address))
            )
        }
    }
}

fn system(entity: Option<SystemEntity>) -> String {
    entity.map(|entity| format!(" ({})", entity.words())).unwrap_or_default()
}

fn time(filter: &TimestampFilter) -> String {
    let op = match filter.op {
        Op::Eq => "as of",
        Op::Gt => "valid after",
        Op::Gte => "valid from",
        Op::Lt => "valid before",
        Op::Lte => "valid up to",
        Op::Ne => "valid but at",
    };
    format!("{op} {}", filter.at.utc())
}
