//! Checks of the chain: the contract is on it, and the verifier supports it.

use ledger::{ContractResult, Field, Text};

use super::finding::{Finding, Source, Standing, Step, Topic};
use super::known::{Asked, Known};
use crate::{ChainId, Mode};

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
