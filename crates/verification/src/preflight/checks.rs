//! The checks of a contract, of its chain, and of its history at the verifier and in the jobs followed here.

use ledger::amount::grouped;
use ledger::{
    Contract, ContractRef, ContractResult, EntityId, EvmAddress, Field, SystemEntity, SystemKind, Text,
};

use super::{Asked, Finding, Known, Sent, Source, Standing, Step, Topic};
use crate::{ChainId, Grade, Mode};

/// The system contract or precompile at this address, which has no code to verify.
fn system(named: ContractRef) -> Option<SystemEntity> {
    let entity = SystemEntity::named(named);
    entity.filter(|entity| matches!(entity.kind, SystemKind::Contract | SystemKind::Precompile))
}

/// A finding for names that have nothing to verify on any network.
pub(super) fn of_the_ledger(named: ContractRef) -> Option<Finding> {
    system(named).map(|system| {
        let words = format!("{} is part of the ledger: there is no code to verify", system.name);
        Finding::new(Topic::Contract, Standing::Refuses, words, Source::BuiltIn)
    })
}

/// A finding for a contract on another chain: nothing is known about it here, so the user must confirm the chain.
pub(super) fn elsewhere(known: &Known<'_>, named: ContractRef) -> Finding {
    let Known { network, .. } = known;
    if matches!(named, ContractRef::Id(_)) {
        let words = format!("an id means something on {network} only: write the EVM address");
        return Finding::new(Topic::Contract, Standing::Refuses, words, Source::Here);
    }
    if known.confirmed {
        let words = format!("the chain is not that of {network}: nothing is known of the contract here");
        return Finding::new(Topic::Contract, Standing::Attention, words, Source::Here);
    }
    let words = format!("the chain is not that of {network}: confirm that it is meant");
    Finding::new(Topic::Contract, Standing::Confirm, words, Source::Here).step(Step::ConfirmChain)
}

/// Whether it exists and is not deleted.
pub(super) fn existence(known: &Known<'_>, named: ContractRef) -> Finding {
    let finding =
        |standing, words: String| Finding::new(Topic::Contract, standing, words, Source::MirrorNode);
    // Without a record an id has no address.
    let without = match named {
        ContractRef::Id(_) => Standing::Refuses,
        ContractRef::Address(_) => Standing::Unknown,
    };
    match &known.record {
        Asked::Not => finding(Standing::Unknown, "the contract is not looked up yet".to_owned()),
        Asked::Asking => Finding::asking(Topic::Contract, Source::MirrorNode),
        Asked::Failed(words) => {
            let name = if without == Standing::Refuses { named.to_string() } else { "it".to_owned() };
            finding(without, format!("{name} could not be looked up: {words}"))
        }
        Asked::Missing => match named {
            ContractRef::Id(_) => {
                finding(without, format!("there is no contract {named} on {}", known.network))
            }
            ContractRef::Address(_) => {
                finding(Standing::Attention, format!("{} knows no contract at this address", known.network))
            }
        },
        Asked::Known(record) if record.deleted.value() == Some(true) => {
            let outcome = match known.mode {
                Mode::Similarity => "verifiers refuse it",
                _ => "the job will fail",
            };
            finding(Standing::Attention, format!("the contract is deleted: {outcome} for want of code"))
        }
        Asked::Known(record) => {
            let id = record.contract_id.value().map_or_else(|| named.to_string(), |id| id.to_string());
            finding(Standing::Fine, format!("{id} exists and is not deleted"))
        }
    }
}

/// The address to send, and the reason for it.
pub(super) fn address(known: &Known<'_>, named: ContractRef) -> Finding {
    let finding = |standing, words: &str| Finding::new(Topic::Address, standing, words, Source::MirrorNode);
    match (&known.record, known.sent()) {
        (Asked::Asking, _) => Finding::asking(Topic::Address, Source::MirrorNode),
        (Asked::Known(_), Some(sent)) => finding(Standing::Fine, &sent.reason()),
        (_, Some(sent)) => Finding { source: Source::Here, ..finding(Standing::Fine, &sent.reason()) },
        (_, None) => finding(Standing::Unknown, &format!("the EVM address of {named} is not known")),
    }
}

/// The size of its code, and whether it is a proxy's code.
pub(super) fn code(known: &Known<'_>) -> Finding {
    let finding = |standing, words: String| Finding::new(Topic::Code, standing, words, Source::MirrorNode);
    let record = match &known.record {
        Asked::Known(record) => record,
        Asked::Asking => return Finding::asking(Topic::Code, Source::MirrorNode),
        _ => return finding(Standing::Unknown, "nothing is known of its code".to_owned()),
    };
    match (size(record), known.target) {
        (Some(size), Some(target)) => {
            let name = shortly(target, known.home);
            let words = format!("{size} bytes, a minimal proxy of {name}: verify that instead");
            finding(Standing::Attention, words).step(Step::Target(target))
        }
        (Some(0), None) => finding(Standing::Attention, "it has no runtime code to compare with".to_owned()),
        (Some(size), None) => finding(Standing::Fine, format!("{} bytes of runtime code", grouped(&size))),
        (None, _) => finding(Standing::Unknown, "its record does not tell its code".to_owned()),
    }
}

/// An address, short enough for a line: the entity that it names, or both of its ends.
fn shortly(address: EvmAddress, home: EntityId) -> String {
    if let Some(num) = address.entity_num() {
        return EntityId { num, ..home }.to_string();
    }
    let text = address.checksummed();
    let (head, tail) = (text.get(..8).unwrap_or_default(), text.get(36..).unwrap_or_default());
    format!("{head}…{tail}")
}

/// Length of the record's runtime code, bytes; `None` if unknown.
fn size(record: &Contract) -> Option<usize> {
    match &record.runtime_bytecode {
        Field::Known(code) => Some(code.len()),
        Field::Null => Some(0),
        Field::Absent | Field::Odd(_) => None,
    }
}

/// The source of the creation hash. `None` in a mode without one.
pub(super) fn creation(known: &Known<'_>) -> Option<Finding> {
    let of = |standing, words: &str, source| Finding::new(Topic::Creation, standing, words, source);
    if known.mode == Mode::Import {
        return None;
    }
    let missing = "made by another contract, it seems; a hash is optional, and saves time";
    Some(match (known.hash, &known.creation) {
        (Some(hash), Asked::Known(found)) if hash == *found => {
            of(Standing::Fine, "creation hash: found from its creation time", Source::OwnResults)
        }
        (Some(_), Asked::Known(_)) => of(
            Standing::Attention,
            "creation hash: another than its creation has; a wrong one costs its match",
            Source::OwnResults,
        ),
        (Some(_), _) => of(Standing::Fine, "creation hash: as it was given", Source::Here),
        (None, Asked::Asking) => Finding::asking(Topic::Creation, Source::OwnResults),
        (None, Asked::Known(_)) => {
            of(Standing::Fine, "creation hash: left out; it is optional", Source::Here)
        }
        (None, Asked::Not) if known.is_coming() => Finding::asking(Topic::Creation, Source::OwnResults),
        (None, Asked::Missing) => of(Standing::Unknown, missing, Source::OwnResults),
        (None, Asked::Not | Asked::Failed(_)) => of(
            Standing::Unknown,
            "no creation hash known: it is optional, but saves time",
            Source::OwnResults,
        ),
    })
}

/// The chain id of a result, in hex or in decimal digits. `None` if it has none, as in transactions from
/// before chain ids.
pub fn chain_of(result: &ContractResult) -> Option<ChainId> {
    let digits = match &result.chain_id {
        Field::Known(quantity) => quantity.0?.to_string(),
        Field::Odd(text) => {
            let text = text.escaped();
            let text = text.trim_matches('"').trim();
            text.trim_start_matches('0').to_owned()
        }
        Field::Absent | Field::Null => return None,
    };
    ChainId::parse(&digits).filter(|_| digits != "0")
}

/// Whether the contract's results belong to the named chain.
pub(super) fn agreement(known: &Known<'_>, chain: &ChainId) -> Finding {
    let finding = |standing, words: String| Finding::new(Topic::Chain, standing, words, Source::OwnResults);
    match &known.own_chain {
        Asked::Asking => Finding::asking(Topic::Chain, Source::OwnResults),
        Asked::Not if known.is_coming() => Finding::asking(Topic::Chain, Source::OwnResults),
        Asked::Known(Some(own)) if own == chain => {
            finding(Standing::Fine, format!("its results are of chain {chain}"))
        }
        Asked::Known(Some(own)) if known.confirmed => finding(
            Standing::Attention,
            format!("its results are of chain {own}; {chain} is meant all the same"),
        ),
        Asked::Known(Some(own)) => {
            let words = format!("its results are of chain {own}, not {chain}: confirm that {chain} is meant");
            finding(Standing::Confirm, words).step(Step::ConfirmChain)
        }
        Asked::Known(None) => finding(Standing::Unknown, "its results do not tell their chain".to_owned()),
        Asked::Missing => finding(Standing::Unknown, "it has no results that tell its chain".to_owned()),
        Asked::Not => finding(Standing::Unknown, "nothing tells which chain it is on".to_owned()),
        Asked::Failed(words) => finding(Standing::Unknown, format!("its results could not be read: {words}")),
    }
}

/// Whether the verifier supports the chain in this mode.
pub(super) fn support(known: &Known<'_>, chain: &ChainId) -> Finding {
    let finding = |standing, words: String| Finding::new(Topic::Support, standing, words, Source::ChainList);
    let chains = match &known.chains {
        Asked::Known(chains) => chains,
        Asked::Asking => return Finding::asking(Topic::Support, Source::ChainList),
        Asked::Failed(words) => {
            return finding(Standing::Unknown, format!("its chains could not be read: {words}"));
        }
        Asked::Not | Asked::Missing => {
            return finding(Standing::Unknown, "the verifier does not tell its chains".to_owned());
        }
    };
    let Some(entry) = chains.find(chain) else {
        return finding(Standing::Refuses, format!("the verifier does not know chain {chain}"));
    };
    let named = match entry.called().map(Text::escaped) {
        Some(name) => format!("{chain}, {name},"),
        None => chain.to_string(),
    };
    match (entry.supported.value(), entry.import.value(), known.mode) {
        (Some(false), ..) => finding(Standing::Refuses, format!("chain {named} is not supported any more")),
        (_, Some(false), Mode::Import) => {
            let words = format!("chain {named} has no import: search by similarity instead");
            finding(Standing::Refuses, words).step(Step::Similarity)
        }
        (_, None, Mode::Import) => {
            finding(Standing::Unknown, format!("chain {named} is known; whether import is, it does not tell"))
        }
        (Some(true), Some(false), _) => {
            finding(Standing::Fine, format!("chain {named} is supported; import is not"))
        }
        (Some(true), ..) => finding(Standing::Fine, format!("chain {named} is supported")),
        (None, ..) => {
            finding(Standing::Unknown, format!("chain {named} is known; if supported, it does not tell"))
        }
    }
}

/// Whether it is verified already.
pub(super) fn verified(known: &Known<'_>, chain: &ChainId) -> Finding {
    let finding = |standing, words: String| Finding::new(Topic::Verified, standing, words, Source::Lookup);
    match &known.verified {
        Asked::Asking => Finding::asking(Topic::Verified, Source::Lookup),
        Asked::Not if known.is_coming() => Finding::asking(Topic::Verified, Source::Lookup),
        Asked::Known(found) => match found.grade() {
            Grade::Not => finding(Standing::Fine, format!("not verified yet on chain {chain}")),
            Grade::Exact => {
                let words = "verified already, exactly: it would be refused (409)";
                finding(Standing::Refuses, words.to_owned()).step(Step::Verified)
            }
            Grade::Raisable if known.bare && found.contract.lacks_metadata_only() => {
                let words =
                    format!("verified already, {}: its code has none, so nothing is better", found.label());
                finding(Standing::Attention, words).step(Step::Verified)
            }
            Grade::Raisable => {
                let words = format!("verified already, {}: it may be raised", found.label());
                finding(Standing::Attention, words).step(Step::Verified)
            }
        },
        Asked::Not | Asked::Missing => {
            finding(Standing::Unknown, "the verifier does not tell what is verified".to_owned())
        }
        Asked::Failed(words) => {
            finding(Standing::Unknown, format!("how it is verified could not be read: {words}"))
        }
    }
}

/// The followed job for it: a running one blocks another.
pub(super) fn job(known: &Known<'_>, chain: &ChainId) -> Finding {
    let finding = |standing, words: String| Finding::new(Topic::Job, standing, words, Source::Here);
    let Some(Sent { address, .. }) = known.sent() else {
        return match known.record {
            Asked::Asking => Finding::asking(Topic::Job, Source::Here),
            _ => finding(Standing::Unknown, "without an address, no job can be matched to it".to_owned()),
        };
    };
    if let Some(job) = known.jobs.running_for(known.server, chain, address) {
        let since = job.key.made.relative(known.now);
        let words = format!("a job for it is under way already: {}, sent {since}", job.state.label());
        return finding(Standing::Refuses, words).step(Step::Job(job.key));
    }
    match known.jobs.latest_for(chain, address) {
        Some(job) => {
            let standing = if job.state.is_success() { Standing::Fine } else { Standing::Attention };
            let made = job.key.made.relative(known.now);
            finding(standing, format!("last job for it: {}, {made}", job.state.label()))
                .step(Step::Job(job.key))
        }
        None => finding(Standing::Fine, "no job for it is followed here".to_owned()),
    }
}
