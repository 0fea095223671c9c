//! Opens the pane of a place.

use api::TokenQuery;
use ledger::query::AccountQuery;

use crate::message::Place;
use crate::panes::account::detail::AccountPane;
use crate::panes::block::BlockPane;
use crate::panes::bytes::BytesPane;
use crate::panes::comparison::ComparisonPane;
use crate::panes::contract::code::CodePane;
use crate::panes::contract::code_comparison::CodeComparisonPane;
use crate::panes::contract::find_events::EventSearchPane;
use crate::panes::contract::gas_usage::GasUsagePane;
use crate::panes::contract::interfaces::InterfacesPane;
use crate::panes::contract::list::ContractsPane;
use crate::panes::contract::logs::LogsPane;
use crate::panes::contract::overview::ContractPane;
use crate::panes::contract::read::ReadPane;
use crate::panes::contract::results::ResultsPane;
use crate::panes::contract::sources::SourcesPane;
use crate::panes::contract::storage::StoragePane;
use crate::panes::contract::versions::VersionsPane;
use crate::panes::home::HomePane;
use crate::panes::labels::LabelsPane;
use crate::panes::request_log::RequestLogPane;
use crate::panes::result::ResultPane;
use crate::panes::result::replay::ReplayPane;
use crate::panes::schedule::detail::SchedulePane;
use crate::panes::schedule::list::SchedulesPane;
use crate::panes::schedule::pending::PendingSchedulesPane;
use crate::panes::token::detail::TokenPane;
use crate::panes::token::holders::HoldersPane;
use crate::panes::transaction::TransactionPane;
use crate::panes::transaction::list::TransactionsPane;
use crate::panes::transaction::lookup::{self, TransactionLookupPane};
use crate::panes::verification::batch::BatchPane;
use crate::panes::verification::code_diff::CodeDiffPane;
use crate::panes::verification::form::VerifyPane;
use crate::panes::verification::job::JobPane;
use crate::panes::verification::jobs::JobsPane;
use crate::panes::verification::verified::VerifiedPane;
use crate::panes::{Context, Pane};

/// The pane that shows a place.
pub(in crate::app) fn open(place: &Place, ctx: &Context<'_>) -> Box<dyn Pane> {
    match place {
        Place::Contract(query) => Box::new(ContractPane::open(query.clone())),
        Place::Verify(place) => Box::new(VerifyPane::open(place, ctx)),
        Place::Verified(chain, contract) => Box::new(VerifiedPane::open(chain.clone(), *contract)),
        Place::Sources(chain, contract) => Box::new(SourcesPane::open(chain.clone(), *contract)),
        Place::Code(contract) => Box::new(CodePane::open(*contract)),
        Place::CodeComparison(one, other) => Box::new(CodeComparisonPane::open([*one, *other])),
        Place::Comparison(compared) => Box::new(ComparisonPane::open(compared.as_ref().clone())),
        Place::Jobs => Box::new(JobsPane::open(ctx)),
        Place::Batch => Box::new(BatchPane::open(ctx)),
        Place::Job(job) => Box::new(JobPane::open(job.clone(), ctx)),
        Place::Difference(job) => Box::new(CodeDiffPane::open(job.clone(), ctx)),
        Place::Contracts(query) => Box::new(ContractsPane::open(query.clone())),
        Place::Results(query) => Box::new(ResultsPane::open(query.clone())),
        Place::Account(account) => Box::new(AccountPane::open(AccountQuery::now(account.clone()))),
        Place::Token(id) => Box::new(TokenPane::open(TokenQuery(*id))),
        Place::TokenBalances(query) => Box::new(HoldersPane::open(query.clone())),
        Place::Block(block) => Box::new(BlockPane::open(block.clone())),
        Place::Schedule(id) => Box::new(SchedulePane::open(*id)),
        Place::Logs(query) => Box::new(LogsPane::open(query.as_ref().clone(), ctx.now)),
        Place::State(query) => Box::new(StoragePane::open(query.clone())),
        Place::Execution(query) => Box::new(ResultPane::new(query.clone())),
        Place::Result(contract, at) => Box::new(ResultPane::open(*contract, *at)),
        Place::Replay(place) => Box::new(ReplayPane::open(place.as_ref().clone())),
        Place::Pending(query) => Box::new(PendingSchedulesPane::open(query.clone(), ctx)),
        Place::Schedules(query) => Box::new(SchedulesPane::open(query.clone())),
        Place::Transaction(query) => Box::new(TransactionPane::open(query.clone())),
        Place::Transactions(query) => Box::new(TransactionsPane::open(query.as_ref().clone())),
        Place::TransactionAt(at) => {
            let name = lookup::Name::At(*at);
            Box::new(TransactionLookupPane::open(name))
        }
        Place::TransactionOf(hash) => {
            let name = lookup::Name::Hash(hash.clone());
            Box::new(TransactionLookupPane::open(name))
        }
        Place::GasUsage(query) => match query.contract {
            Some(contract) => Box::new(GasUsagePane::open(contract, query.clone())),
            None => Box::new(ResultsPane::open(query.clone())),
        },
        Place::EventSearch(query) => Box::new(EventSearchPane::open(query.clone(), ctx)),
        Place::Interfaces(contract) => Box::new(InterfacesPane::open(*contract)),
        Place::AddInterface(contract, path) => Box::new(InterfacesPane::adding(*contract, path)),
        Place::Read(contract) => Box::new(ReadPane::open(*contract)),
        Place::Versions(contract) => Box::new(VersionsPane::open(*contract)),
        Place::Requests => Box::new(RequestLogPane::open(ctx)),
        Place::Bytes(place) => Box::new(BytesPane::open(place.clone())),
        Place::Home => Box::new(HomePane::default()),
        Place::Labels => Box::new(LabelsPane::open(ctx)),
    }
}
