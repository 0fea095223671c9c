//! Opens the pane of a place.

use api::TokenQuery;
use ledger::query::AccountQuery;

use crate::message::Place;
use crate::panes::{
    Context, Pane, account, block, bytes, comparison, contract, home, labels, request_log, result, schedule,
    token, transaction, verification,
};

/// The pane that shows a place.
pub(in crate::app) fn open(place: &Place, ctx: &Context<'_>) -> Box<dyn Pane> {
    match place {
        Place::Contract(query) => Box::new(contract::overview::ContractPane::open(query.clone())),
        Place::Verify(place) => Box::new(verification::form::VerifyPane::open(place, ctx)),
        Place::Verified(chain, contract) => {
            Box::new(verification::verified::VerifiedPane::open(chain.clone(), *contract))
        }
        Place::Sources(chain, contract) => {
            Box::new(contract::sources::SourcesPane::open(chain.clone(), *contract))
        }
        Place::Code(contract) => Box::new(contract::code::CodePane::open(*contract)),
        Place::CodeComparison(one, other) => {
            Box::new(contract::code_comparison::CodeComparisonPane::open([*one, *other]))
        }
        Place::Comparison(compared) => Box::new(comparison::ComparisonPane::open(compared.as_ref().clone())),
        Place::Jobs => Box::new(verification::jobs::JobsPane::open(ctx)),
        Place::Batch => Box::new(verification::batch::BatchPane::open(ctx)),
        Place::Job(job) => Box::new(verification::job::JobPane::open(job.clone(), ctx)),
        Place::Difference(job) => Box::new(verification::code_diff::CodeDiffPane::open(job.clone(), ctx)),
        Place::Contracts(query) => Box::new(contract::list::ContractsPane::open(query.clone())),
        Place::Results(query) => Box::new(contract::results::ResultsPane::open(query.clone())),
        Place::Account(account) => {
            Box::new(account::detail::AccountPane::open(AccountQuery::now(account.clone())))
        }
        Place::Token(id) => Box::new(token::detail::TokenPane::open(TokenQuery(*id))),
        Place::TokenBalances(query) => Box::new(token::holders::HoldersPane::open(query.clone())),
        Place::Block(block) => Box::new(block::BlockPane::open(block.clone())),
        Place::Schedule(id) => Box::new(schedule::detail::SchedulePane::open(*id)),
        Place::Logs(query) => Box::new(contract::logs::LogsPane::open(query.as_ref().clone(), ctx.now)),
        Place::State(query) => Box::new(contract::storage::StoragePane::open(query.clone())),
        Place::Execution(query) => Box::new(result::ResultPane::new(query.clone())),
        Place::Result(contract, at) => Box::new(result::ResultPane::open(*contract, *at)),
        Place::Replay(place) => Box::new(result::replay::ReplayPane::open(place.as_ref().clone())),
        Place::Pending(query) => Box::new(schedule::pending::PendingSchedulesPane::open(query.clone(), ctx)),
        Place::Schedules(query) => Box::new(schedule::list::SchedulesPane::open(query.clone())),
        Place::Transaction(query) => Box::new(transaction::TransactionPane::open(query.clone())),
        Place::Transactions(query) => {
            Box::new(transaction::list::TransactionsPane::open(query.as_ref().clone()))
        }
        Place::TransactionAt(at) => {
            let name = transaction::lookup::Name::At(*at);
            Box::new(transaction::lookup::TransactionLookupPane::open(name))
        }
        Place::TransactionOf(hash) => {
            let name = transaction::lookup::Name::Hash(hash.clone());
            Box::new(transaction::lookup::TransactionLookupPane::open(name))
        }
        Place::GasUsage(query) => match query.contract {
            Some(contract) => Box::new(contract::gas_usage::GasUsagePane::open(contract, query.clone())),
            None => Box::new(contract::results::ResultsPane::open(query.clone())),
        },
        Place::EventSearch(query) => {
            Box::new(contract::find_events::EventSearchPane::open(query.clone(), ctx))
        }
        Place::Interfaces(contract) => Box::new(contract::interfaces::InterfacesPane::open(*contract)),
        Place::AddInterface(contract, path) => {
            Box::new(contract::interfaces::InterfacesPane::adding(*contract, path))
        }
        Place::Read(contract) => Box::new(contract::read::ReadPane::open(*contract)),
        Place::Versions(contract) => Box::new(contract::versions::VersionsPane::open(*contract)),
        Place::Requests => Box::new(request_log::RequestLogPane::open(ctx)),
        Place::Bytes(place) => Box::new(bytes::BytesPane::open(place.clone())),
        Place::Home => Box::new(home::HomePane::default()),
        Place::Labels => Box::new(labels::LabelsPane::open(ctx)),
    }
}
