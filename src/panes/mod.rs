//! What fills the screen: one folder a pane, and what they share. No pane knows another; they speak in places. What
//! panes made of a list share has a folder too, [`list`].
//!
//! A pane's whole surface: `open`, `act` (a verb it offers), `type_in` (a focused field eats keys and pastes
//! first), `hear` and `retrying` (answers to what it asked), `offers` (what can be done here, now: footer, help
//! and the app's gate read it), `place`, `title`, `status`, `view`, `wake_at`, `due`, `refit` and `close`.

pub mod batch;
pub mod beside;
pub mod beside_bands;
pub mod beside_listing;
pub mod beside_sides;
pub mod code;
pub mod code_comparison;
pub mod context;
pub mod contract;
pub mod difference;
pub mod difference_values;
pub mod difference_words;
pub mod document;
pub mod economics;
pub mod folder;
pub mod home;
pub mod hunt;
pub mod interfaces;
pub mod job;
pub mod job_report;
pub mod job_words;
pub mod jobs;
pub mod key_forms;
pub mod lifecycle;
pub mod list;
pub mod logs;
pub mod mismatch;
pub mod next_step;
pub mod no_verifier;
pub mod offer;
pub mod on_job;
pub mod on_sheet;
pub mod path;
pub mod prompt;
pub mod proxy_words;
pub mod radar;
pub mod readings;
pub mod readings_subjects;
pub mod readings_values;
pub mod remote;
pub mod result;
pub mod results;
pub mod schedule;
pub mod schedule_words;
pub mod schedules;
pub mod siblings;
pub mod slot_name;
pub mod slots;
pub mod sources;
pub mod state;
pub mod tokens;
pub mod transaction;
pub mod transaction_lookup;
pub mod values;
pub mod verified;
pub mod verify;
pub mod versions;

pub use batch::BatchPane;
pub use code::CodePane;
pub use code_comparison::CodeComparisonPane;
pub use context::{Context, Status};
pub use contract::ContractPane;
pub use difference::DifferencePane;
pub use economics::EconomicsPane;
pub use home::HomePane;
pub use hunt::HuntPane;
pub use interfaces::InterfacesPane;
pub use job::JobPane;
pub use jobs::JobsPane;
pub use logs::LogsPane;
pub use offer::Offer;
pub use radar::RadarPane;
pub use remote::Remote;
pub use result::ResultPane;
pub use results::ResultsPane;
pub use schedule::SchedulePane;
pub use schedules::SchedulesPane;
pub use sources::SourcesPane;
pub use state::StatePane;
pub use transaction::TransactionPane;
pub use transaction_lookup::TransactionLookupPane;
pub use verified::VerifiedPane;
pub use verify::VerifyPane;
pub use versions::VersionsPane;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::ledger::{ContractRef, Timestamp};
use crate::message::{Action, Effect, Input, Place, Response, Retrying};

/// The panes there are.
#[derive(Debug)]
pub enum Pane {
    /// Home.
    Home(Box<HomePane>),
    /// One contract.
    Contract(Box<ContractPane>),
    /// The results of a contract.
    Results(Box<ResultsPane>),
    /// The verification form.
    Verify(Box<VerifyPane>),
    /// What a verifier has of a contract.
    Verified(Box<VerifiedPane>),
    /// The verified sources of a contract.
    Sources(Box<SourcesPane>),
    /// A contract's code, read.
    Code(Box<CodePane>),
    /// The codes of two contracts, side by side.
    CodeComparison(Box<CodeComparisonPane>),
    /// Every verification that is followed.
    Jobs(Box<JobsPane>),
    /// Many verifications from lines.
    Batch(Box<BatchPane>),
    /// One verification.
    Job(Box<JobPane>),
    /// The codes of a failed verification, side by side.
    Difference(Box<DifferencePane>),
    /// One schedule.
    Schedule(Box<SchedulePane>),
    /// One result.
    Result(Box<ResultPane>),
    /// The events of a contract.
    Logs(Box<LogsPane>),
    /// The storage of a contract.
    State(Box<StatePane>),
    /// The schedules that are pending.
    Radar(Box<RadarPane>),
    /// The scheduled transactions.
    Schedules(Box<SchedulesPane>),
    /// The transactions of one id.
    Transaction(Box<TransactionPane>),
    /// A transaction that is looked up by its time or its hash.
    TransactionLookup(Box<TransactionLookupPane>),
    /// The versions of a contract.
    Versions(Box<VersionsPane>),
    /// A hunt for an event.
    Hunt(Box<HuntPane>),
    /// What calls of a contract cost.
    Economics(Box<EconomicsPane>),
    /// What is known of a contract's interface.
    Interfaces(Box<InterfacesPane>),
}

/// Passes a call to whichever pane it is.
macro_rules! each {
    ($self:expr, $pane:ident => $call:expr) => {
        match $self {
            Pane::Home($pane) => $call,
            Pane::Contract($pane) => $call,
            Pane::Results($pane) => $call,
            Pane::Verify($pane) => $call,
            Pane::Verified($pane) => $call,
            Pane::Sources($pane) => $call,
            Pane::Code($pane) => $call,
            Pane::CodeComparison($pane) => $call,
            Pane::Jobs($pane) => $call,
            Pane::Batch($pane) => $call,
            Pane::Job($pane) => $call,
            Pane::Difference($pane) => $call,
            Pane::Schedule($pane) => $call,
            Pane::Result($pane) => $call,
            Pane::Logs($pane) => $call,
            Pane::State($pane) => $call,
            Pane::Radar($pane) => $call,
            Pane::Schedules($pane) => $call,
            Pane::Transaction($pane) => $call,
            Pane::TransactionLookup($pane) => $call,
            Pane::Versions($pane) => $call,
            Pane::Hunt($pane) => $call,
            Pane::Economics($pane) => $call,
            Pane::Interfaces($pane) => $call,
        }
    };
}

impl Pane {
    /// Opens a place: the pane, and what it asks for first.
    pub fn open(place: &Place, ctx: &Context<'_>) -> (Self, Vec<Effect>) {
        match place {
            Place::Contract(query) => boxed(Self::Contract, ContractPane::open(query.clone(), ctx)),
            Place::Verify(place) => boxed(Self::Verify, VerifyPane::open(place, ctx)),
            Place::Verified(chain, contract) => {
                boxed(Self::Verified, VerifiedPane::open(chain.clone(), *contract, ctx))
            }
            Place::Sources(chain, contract) => {
                boxed(Self::Sources, SourcesPane::open(chain.clone(), *contract, ctx))
            }
            Place::Code(contract) => boxed(Self::Code, CodePane::open(*contract, ctx)),
            Place::CodeComparison(one, other) => {
                boxed(Self::CodeComparison, CodeComparisonPane::open([*one, *other], ctx))
            }
            Place::Jobs => boxed(Self::Jobs, JobsPane::open(ctx)),
            Place::Batch => boxed(Self::Batch, BatchPane::open(ctx)),
            Place::Job(job) => boxed(Self::Job, JobPane::open(job.clone(), ctx)),
            Place::Difference(job) => boxed(Self::Difference, DifferencePane::open(job.clone(), ctx)),
            Place::Results(query) => boxed(Self::Results, ResultsPane::open(query.clone(), ctx)),
            Place::Schedule(id) => boxed(Self::Schedule, SchedulePane::open(*id, ctx)),
            Place::Logs(query) => boxed(Self::Logs, LogsPane::open(query.as_ref().clone(), ctx)),
            Place::State(query) => boxed(Self::State, StatePane::open(query.clone(), ctx)),
            Place::Execution(query) => boxed(Self::Result, ResultPane::of(query.clone(), ctx)),
            Place::Result(contract, at) => boxed(Self::Result, ResultPane::open(*contract, *at, ctx)),
            Place::Radar(query) => boxed(Self::Radar, RadarPane::open(query.clone(), ctx)),
            Place::Schedules(query) => boxed(Self::Schedules, SchedulesPane::open(query.clone(), ctx)),
            Place::Transaction(query) => boxed(Self::Transaction, TransactionPane::open(query.clone(), ctx)),
            Place::TransactionAt(at) => {
                let name = transaction_lookup::Name::At(*at);
                boxed(Self::TransactionLookup, TransactionLookupPane::open(name, ctx))
            }
            Place::TransactionOf(hash) => {
                let name = transaction_lookup::Name::Hash(hash.clone());
                boxed(Self::TransactionLookup, TransactionLookupPane::open(name, ctx))
            }
            Place::Economics(query) => boxed(Self::Economics, EconomicsPane::open(query.clone(), ctx)),
            Place::Hunt(hunt) => boxed(Self::Hunt, HuntPane::open(hunt.clone(), ctx)),
            Place::Interfaces(contract) => boxed(Self::Interfaces, InterfacesPane::open(*contract, ctx)),
            Place::AddInterface(contract, path) => {
                boxed(Self::Interfaces, InterfacesPane::adding(*contract, path, ctx))
            }
            Place::Versions(contract) => boxed(Self::Versions, VersionsPane::open(*contract, ctx)),
            Place::Home => boxed(Self::Home, HomePane::open()),
        }
    }

    /// Does what a verb means here. The app asks only for what is offered.
    pub fn act(&mut self, action: Action, ctx: &Context<'_>) -> Vec<Effect> {
        if siblings::is_page(action)
            && let Some(contract) = self.contract(ctx)
            && !each!(self, pane => pane.offers(ctx)).iter().any(|offer| offer.action == action)
        {
            return siblings::go(action, contract, ctx);
        }
        each!(self, pane => pane.act(action, ctx))
    }

    /// The contract whose page this is, on the network on screen.
    fn contract(&self, ctx: &Context<'_>) -> Option<ContractRef> {
        match self {
            Self::Contract(pane) => Some(pane.best_ref()),
            Self::Code(pane) => Some(pane.best_ref()),
            Self::Result(pane) => pane.best_ref(),
            _ => match self.place() {
                Place::Results(query) | Place::Economics(query) => Some(query.contract),
                Place::Logs(query) => Some(query.contract),
                Place::State(query) => Some(query.contract),
                Place::Hunt(hunt) => Some(hunt.contract),
                Place::Versions(contract)
                | Place::Interfaces(contract)
                | Place::AddInterface(contract, _) => Some(contract),
                Place::Sources(chain, contract) | Place::Verified(chain, contract) => {
                    Some(contract).filter(|_| ctx.network.chain.as_ref() == Some(&chain))
                }
                _ => None,
            },
        }
    }

    /// Offers an input to a focused field or the mouse. `None` if the pane has no use for it.
    pub fn type_in(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        each!(self, pane => pane.type_in(input, ctx))
    }

    /// Hears an answer; a pane keeps only what it asked for.
    pub fn hear(&mut self, response: &Response, ctx: &Context<'_>) -> Vec<Effect> {
        each!(self, pane => pane.hear(response, ctx))
    }

    /// Hears that a request will be repeated.
    pub fn retrying(&mut self, retrying: &Retrying) {
        each!(self, pane => pane.retrying(retrying));
    }

    /// What can be done here, now.
    pub fn offers(&self, ctx: &Context<'_>) -> Vec<Offer> {
        let mut offers = each!(self, pane => pane.offers(ctx));
        if self.contract(ctx).is_some() {
            let more = siblings::offers(&self.place(), &offers, ctx);
            offers.extend(more);
        }
        offers
    }

    /// Where this is.
    pub fn place(&self) -> Place {
        each!(self, pane => pane.place())
    }

    /// The header's left side.
    pub fn title(&self, ctx: &Context<'_>) -> String {
        each!(self, pane => pane.title(ctx))
    }

    /// The header's right side, and the banner if there is one.
    pub fn status(&self, ctx: &Context<'_>) -> Status {
        each!(self, pane => pane.status(ctx))
    }

    /// Draws the pane; returns where the cursor is, if a field has the focus.
    pub fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        each!(self, pane => pane.view(ctx, area, buf))
    }

    /// When something moves on this pane by itself; `None` while nothing does.
    pub fn wake_at(&self, ctx: &Context<'_>) -> Option<Timestamp> {
        each!(self, pane => pane.wake_at(ctx))
    }

    /// Fits the pane to another size, unit, time style or network data.
    pub fn refit(&mut self, ctx: &Context<'_>) {
        each!(self, pane => pane.refit(ctx));
    }

    /// What is asked for without a key: another look whose time has come, or what the look of the moment needs.
    /// Called for the pane on screen after everything that happens, the passing of [`Self::wake_at`] among it.
    pub fn due(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        match self {
            Self::Sources(pane) => pane.due(ctx),
            Self::Code(pane) => pane.due(ctx),
            Self::CodeComparison(pane) => pane.due(ctx),
            Self::Difference(pane) => pane.due(ctx),
            Self::Logs(pane) => pane.due(ctx),
            Self::State(pane) => pane.due(ctx),
            Self::Radar(pane) => pane.due(ctx),
            Self::Economics(pane) => pane.due(ctx),
            Self::Hunt(pane) => pane.due(ctx),
            Self::Schedule(pane) => pane.due(ctx),
            Self::Schedules(pane) => pane.due(ctx),
            Self::Versions(pane) => pane.due(ctx),
            Self::Result(pane) => pane.due(ctx),
            Self::Results(pane) => pane.due(ctx),
            Self::Interfaces(pane) => pane.due(ctx),
            Self::Transaction(pane) => pane.due(ctx),
            Self::TransactionLookup(pane) => pane.due(),
            Self::Verify(pane) => pane.due(ctx),
            _ => Vec::new(),
        }
    }

    /// Drops what is large and can be had again, while another pane is looked at.
    pub fn rest(&mut self) {
        if let Self::Verify(pane) = self {
            pane.rest();
        }
    }

    /// What must be stopped when the pane is left for good.
    pub fn close(&mut self) -> Vec<Effect> {
        each!(self, pane => pane.close())
    }
}

fn boxed<P>(pane: fn(Box<P>) -> Pane, (opened, effects): (P, Vec<Effect>)) -> (Pane, Vec<Effect>) {
    (pane(Box::new(opened)), effects)
}
