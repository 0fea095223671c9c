//! The messages between modules: everything that happens is data that can be printed, compared and replayed.
//!
//! Keys become [`Action`]s; panes answer with [`Effect`]s; the loop carries out [`Command`]s; what comes back
//! is an [`Event`]. A [`Place`] is an address on screen, a [`Request`] a question, to a server or to this machine.

pub mod action;
pub mod arrangement;
pub mod colours;
pub mod comparison;
pub mod contents;
pub mod effect;
pub mod event;
pub mod event_search;
pub mod export;
pub mod file;
pub mod goto;
pub mod keymap;
pub mod label;
pub mod label_file;
pub mod place;
pub mod registry;
pub mod request;
pub mod request_log;
pub mod result_name;
pub mod samples;
pub mod saved;
pub mod settings;
pub mod watched;
pub mod work;

use std::error::Error;
use std::fmt;

pub use action::Action;
pub use arrangement::{Arrangement, ColumnChoice, ColumnChoices, OpenPane, OpenTab, SavedFilter};
pub use colours::{Colour, Coloured, OwnColours, Role};
pub use comparison::Comparison;
pub use contents::{Contents, Copied, CopyText, Fact, Section, Table};
pub use effect::{BatchOrder, Command, Effect, Notice, Persist, ScreenCopy, Tone};
pub use event::{Click, Event, Input, MouseButton};
pub use event_search::{Emitter, EventSearchPlace};
pub use export::{
    Export, ExportNews, ExportOffer, ExportProgress, ExportState, Exported, FilesOffer, LeftOut, RowExport,
    RowProgress, TextOffer, Unfinished, VerifiedFiles, WrittenFile, WrittenFiles,
};
pub use file::{CompilationFile, DeploymentFile, Directory, Entry, FileFault, FileText, Listing, OtherFile};
pub use keymap::{Binding, KeyMatch, Keymap};
pub use label::{Bookmark, Label};
pub use place::Place;
pub use registry::{Answer, AnyWork, Ask, job_event};
pub use request::{Gathering, Question, Request, Response, Retrying, Topic};
pub use result_name::{NamedResult, ResultName};
pub use saved::{CustomAbi, CustomSignature, Draft, KeptAnswer, OlderJobs, Saved, SlotName, Stored, Visit};
pub use settings::{Desktop, Notifications, Settings, ThemeName};
pub use watched::{Watched, WatchedEntity};
pub use work::{
    Compared, FarRows, GasQuery, NOT_ANALYSED, PipeQuery, Piped, ProjectMatch, ProjectQuery, ROWS_LOST,
    ReexecutionQuery, ReplayQuery, SameReplay, SourcesQuery, StepQuery, StepSearch, Unchosen,
};

/// A constant word such as an action's name, never a value, user input or network data. It is the only event field that
/// crash reports include.
#[derive(Clone, Copy, Debug)]
pub struct Word(pub &'static str);

impl Word {
    /// The word as an event field; errors are the only kind of field that keeps its type.
    pub fn field(&self) -> &(dyn Error + 'static) {
        self
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl Error for Word {}
