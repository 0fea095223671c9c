//! The messages between modules: everything that happens is data that can be printed, compared and replayed.
//!
//! Keys become [`Action`]s; panes answer with [`Effect`]s; the loop carries out [`Command`]s; what comes back
//! is an [`Event`]. A [`Place`] is an address on screen, a [`Request`] a question, to a server or to this machine.

pub mod action;
pub mod answer_cache;
pub mod answer_wait;
pub mod arrangement;
pub mod bookmark;
pub mod colours;
pub mod column_choice;
pub mod comparison;
pub mod contents;
mod copied;
pub mod custom_abi;
pub mod edit_keys;
pub mod effect;
pub mod event;
pub mod event_search;
pub mod exchange;
pub mod export;
pub mod failure;
mod far_rows;
pub mod file;
pub mod goto;
pub mod job_event;
pub mod keymap;
pub mod label;
pub mod label_file;
pub mod network;
pub mod operation;
pub mod other_file;
pub mod pipe;
pub mod place;
pub mod priority;
pub mod project_match;
mod query_text;
pub mod question;
pub mod recording;
pub mod registry;
pub mod replay;
pub mod request;
pub mod request_budget;
pub mod request_log;
pub mod result_name;
pub mod samples;
pub mod saved;
pub mod saved_filter;
pub mod settings;
pub mod watched;
mod word;

pub use action::Action;
pub use answer_cache::{AnswerCache, AnswerSource, CachedBody, CachedHead};
pub use answer_wait::AnswerWait;
pub use arrangement::{Arrangement, OpenPane, OpenTab};
pub use bookmark::Bookmark;
pub use colours::{Colour, Coloured, OwnColours, Role};
pub use column_choice::{ColumnChoice, ColumnChoices};
pub use comparison::Comparison;
pub use contents::{Contents, Fact, Section, Table};
pub use copied::{Copied, CopyText};
pub use custom_abi::{CustomAbi, CustomSignature, KeptAnswer, SlotName};
pub use effect::{BatchOrder, Command, Effect, Notice, Persist, ScreenCopy, Tone};
pub use event::{Click, Event, Input, MouseButton};
pub use event_search::{Emitter, EventSearchPlace};
pub use exchange::{Answered, Api, Exchange, Stage, Told};
pub use export::{
    Export, ExportNews, ExportOffer, ExportProgress, ExportState, Exported, FilesOffer, LeftOut, RowExport,
    RowProgress, TextOffer, Unfinished, VerifiedFiles, WrittenFile, WrittenFiles,
};
pub use failure::Failure;
pub use far_rows::FarRows;
pub use file::{CompilationFile, DeploymentFile, Directory, Entry, FileFault, FileText, Listing};
pub use job_event::job_event;
pub use keymap::{Binding, KeyMatch, Keymap};
pub use label::Label;
pub use network::Network;
pub use operation::{
    AllChainsQuery, ChainsQuery, ContractLookup, Extent, FoundResult, JobPoll, Lookup, OpcodesQuery,
    Operation, PageOf, Polled, PrestateQuery, ScheduleQuery, Signatures, Submit, Submitted, TokenQuery,
    TransactionAt, TransactionOf, VerifiedQuery,
};
pub use other_file::OtherFile;
pub use pipe::{PipeQuery, Piped};
pub use place::Place;
pub use priority::Priority;
pub use project_match::{Compared, ProjectMatch, ProjectQuery, Unchosen};
pub use question::{Question, Topic};
pub use registry::{Answer, AnyOperation, AnyWork, Ask};
pub use replay::{GasQuery, ReexecutionQuery, ReplayQuery, SameReplay, SourcesQuery, StepQuery, StepSearch};
pub use request::{Gathering, OperationRequest, OperationResponse, Request, Response, Retrying, Unanswered};
pub use request_budget::{HostBudget, RequestBudget};
pub use result_name::{NamedResult, ResultName};
pub use saved::{Draft, OlderJobs, Saved, Stored, Visit};
pub use saved_filter::SavedFilter;
pub use settings::{Desktop, Notifications, Settings, ThemeName};
pub use watched::{Watched, WatchedEntity};
pub use word::Word;
