//! Which pane shows which place.

use crate::message::{Effect, Place};
use crate::panes::{
    BatchPane, CodeComparisonPane, CodePane, Context, ContractPane, DifferencePane, EconomicsPane, HomePane,
    HuntPane, InterfacesPane, JobPane, JobsPane, LogsPane, Pane, RadarPane, ResultPane, ResultsPane,
    SchedulePane, SchedulesPane, SourcesPane, StatePane, TransactionLookupPane, TransactionPane,
    VerifiedPane, VerifyPane, VersionsPane, transaction_lookup,
};

/// Opens a place: the pane, and what it asks for first.
pub(super) fn open(place: &Place, ctx: &Context<'_>) -> (Box<dyn Pane>, Vec<Effect>) {
    match place {
        Place::Contract(query) => quiet(ContractPane::open(query.clone())),
        Place::Verify(place) => quiet(VerifyPane::open(place, ctx)),
        Place::Verified(chain, contract) => quiet(VerifiedPane::open(chain.clone(), *contract)),
        Place::Sources(chain, contract) => quiet(SourcesPane::open(chain.clone(), *contract)),
        Place::Code(contract) => quiet(CodePane::open(*contract)),
        Place::CodeComparison(one, other) => quiet(CodeComparisonPane::open([*one, *other])),
        Place::Jobs => quiet(JobsPane::open(ctx)),
        Place::Batch => quiet(BatchPane::open(ctx)),
        Place::Job(job) => boxed(JobPane::open(job.clone(), ctx)),
        Place::Difference(job) => quiet(DifferencePane::open(job.clone(), ctx)),
        Place::Results(query) => quiet(ResultsPane::open(query.clone())),
        Place::Schedule(id) => quiet(SchedulePane::open(*id)),
        Place::Logs(query) => quiet(LogsPane::open(query.as_ref().clone(), ctx.now)),
        Place::State(query) => quiet(StatePane::open(query.clone())),
        Place::Execution(query) => quiet(ResultPane::of(query.clone())),
        Place::Result(contract, at) => quiet(ResultPane::open(*contract, *at)),
        Place::Radar(query) => quiet(RadarPane::open(query.clone(), ctx)),
        Place::Schedules(query) => quiet(SchedulesPane::open(query.clone())),
        Place::Transaction(query) => quiet(TransactionPane::open(query.clone())),
        Place::TransactionAt(at) => {
            let name = transaction_lookup::Name::At(*at);
            quiet(TransactionLookupPane::open(name))
        }
        Place::TransactionOf(hash) => {
            let name = transaction_lookup::Name::Hash(hash.clone());
            quiet(TransactionLookupPane::open(name))
        }
        Place::Economics(query) => quiet(EconomicsPane::open(query.clone())),
        Place::Hunt(hunt) => quiet(HuntPane::open(hunt.clone(), ctx)),
        Place::Interfaces(contract) => quiet(InterfacesPane::open(*contract)),
        Place::AddInterface(contract, path) => quiet(InterfacesPane::adding(*contract, path)),
        Place::Versions(contract) => quiet(VersionsPane::open(*contract)),
        Place::Home => quiet(HomePane::default()),
    }
}

fn boxed<P: Pane + 'static>((pane, effects): (P, Vec<Effect>)) -> (Box<dyn Pane>, Vec<Effect>) {
    (Box::new(pane), effects)
}

fn quiet<P: Pane + 'static>(pane: P) -> (Box<dyn Pane>, Vec<Effect>) {
    (Box::new(pane), Vec::new())
}
