//! The links of a result's cells.

use ledger::ContractRef;
use ledger::query::{BlockNumber, BlockQuery, ResultsQuery};

use super::cells::created;
use crate::message::Place;
use crate::panes::Context;
use crate::panes::contract::calls::Known;
use crate::panes::kit::nouns::values;

/// The link of a cell: a sender leads to its results of the same contract, other cells to the named entity.
pub(super) fn leads(column: &str, it: &Known<'_>, ctx: &Context<'_>) -> Option<Place> {
    let row = it.row;
    let results = || {
        let id = row.contract_id.value().map(ContractRef::Id);
        id.or_else(|| row.address.value().map(ContractRef::Address)).map(ResultsQuery::all)
    };
    match column {
        "sender" => {
            let from = Some(values::sender(row.from.value()?, ctx));
            Some(Place::Results(ResultsQuery { from, ..results()? }))
        }
        "block" => {
            let number = u64::try_from(it.get(|row| &row.block_number).value()?).ok()?;
            Some(Place::Block(BlockQuery::Number(BlockNumber(number))))
        }
        "to" => row.to.value().map(|to| Place::contract(values::sender(to, ctx))),
        "contract id" | "contract address" => {
            let id = row.contract_id.value().map(ContractRef::Id);
            id.or_else(|| row.address.value().map(ContractRef::Address)).map(Place::contract)
        }
        "created" => created(row).next().map(|id| Place::contract(ContractRef::Id(id))),
        "transaction hash" => row.timestamp.value().map(Place::TransactionAt),
        _ => None,
    }
}
