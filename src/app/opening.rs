//! Which pane shows which place.

use crate::message::Place;
use crate::panes::{
    BatchPane, CodeComparisonPane, CodePane, Context, ContractPane, DifferencePane, EconomicsPane, HomePane,
    HuntPane, InterfacesPane, JobPane, JobsPane, LogsPane, Pane, RadarPane, ResultPane, ResultsPane,
    SchedulePane, SchedulesPane, SourcesPane, StatePane, TransactionLookupPane, TransactionPane,
    VerifiedPane, VerifyPane, VersionsPane, transaction_lookup,
};

/// The pane that shows a place.
pub(super) fn open(place: &Place, ctx: &Context<'_>) -> Box<dyn Pane> {
    match place {
        Place::Contract(query) => Box::new(ContractPane::open(query.clone())),
        Place::Verify(place) => Box::new(VerifyPane::open(place, ctx)),
        Place::Verified(chain, contract) => Box::new(VerifiedPane::open(chain.clone(), *contract)),
        Place::Sources(chain, contract) => Box::new(SourcesPane::open(chain.clone(), *contract)),
        Place::Code(contract) => Box::new(CodePane::open(*contract)),
        Place::CodeComparison(one, other) => Box::new(CodeComparisonPane::open([*one, *other])),
        Place::Jobs => Box::new(JobsPane::open(ctx)),
        Place::Batch => Box::new(BatchPane::open(ctx)),
        Place::Job(job) => Box::new(JobPane::open(job.clone(), ctx)),
        Place::Difference(job) => Box::new(DifferencePane::open(job.clone(), ctx)),
        Place::Results(query) => Box::new(ResultsPane::open(query.clone())),
        Place::Schedule(id) => Box::new(SchedulePane::open(*id)),
        Place::Logs(query) => Box::new(LogsPane::open(query.as_ref().clone(), ctx.now)),
        Place::State(query) => Box::new(StatePane::open(query.clone())),
        Place::Execution(query) => Box::new(ResultPane::of(query.clone())),
        Place::Result(contract, at) => Box::new(ResultPane::open(*contract, *at)),
        Place::Radar(query) => Box::new(RadarPane::open(query.clone(), ctx)),
        Place::Schedules(query) => Box::new(SchedulesPane::open(query.clone())),
        Place::Transaction(query) => Box::new(TransactionPane::open(query.clone())),
        Place::TransactionAt(at) => {
            let name = transaction_lookup::Name::At(*at);
            Box::new(TransactionLookupPane::open(name))
        }
        Place::TransactionOf(hash) => {
            let name = transaction_lookup::Name::Hash(hash.clone());
            Box::new(TransactionLookupPane::open(name))
        }
        Place::Economics(query) => Box::new(EconomicsPane::open(query.clone())),
        Place::Hunt(hunt) => Box::new(HuntPane::open(hunt.clone(), ctx)),
        Place::Interfaces(contract) => Box::new(InterfacesPane::open(*contract)),
        Place::AddInterface(contract, path) => Box::new(InterfacesPane::adding(*contract, path)),
        Place::Versions(contract) => Box::new(VersionsPane::open(*contract)),
        Place::Home => Box::new(HomePane::default()),
    }
}
