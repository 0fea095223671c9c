//! What panes ask for ([`Effect`]) and what the loop carries out ([`Command`]).

use api::{Priority, Signatures};
use ledger::raw::Lines;
use ledger::{RawJson, Timestamp};
use strum::IntoStaticStr;
use verification::{ApiKey, Batch, BatchId, Job, JobKey, Retry, Submission};

use super::comparison::Side;
use super::contents::Copied;
use super::{
    Action, Arrangement, Bookmark, ColumnChoice, CustomAbi, CustomSignature, Desktop, Draft, Export,
    ExportOffer, FarRows, KeptAnswer, Label, OpenTab, Place, Request, SavedFilter, SlotName, Visit, Watched,
    WatchedEntity,
};

/// What a pane asks for. Some effects change the app; the rest become commands.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Open a place on top of this one.
    Go(Place),
    /// Open a place of another network, by its profile's name, on top of this one, which stays on its own.
    GoOn(String, Place),
    /// Show a place instead of this one.
    Replace(Place),
    /// Replace this list by another of its kind, with this local filter and sort.
    Arrange(Place, Arrangement),
    /// Compare with the remembered side, or remember this one.
    Compare(Side),
    /// Leave this place.
    Back,
    /// Show a notice.
    Notify(Notice),
    /// Alert the user, as configured, that this many awaited items arrived.
    Alert(usize, String),
    /// Repeat all requests of the pane, without the cache.
    Refresh,
    /// Cancel what the pane waits for.
    Stop,
    /// Put text on the clipboard.
    Copy(Copied),
    /// Offer these texts for copying.
    CopyMenu(Vec<Copied>),
    /// Copy the screen as it is, or ask where to write it.
    Screen(ScreenCopy),
    /// Show this document as received, under a title.
    Raw(String, RawJson),
    /// Pipe these values to the user's command.
    Pipe(Lines),
    /// Choose among the columns of the list on screen.
    Columns,
    /// Write a change to the store.
    Persist(Persist),
    /// Submit a verification: the job is recorded before the request is sent.
    Submit(Box<Job>, Submission),
    /// Send a submission again although its job cannot be recorded, as the user confirmed.
    SubmitUnrecorded(JobKey),
    /// Check whether the store can be written again after a failure.
    ProbeStore,
    /// Start or change a batch.
    Batch(BatchOrder),
    /// Follow a job.
    Follow(Box<Job>),
    /// Poll a job now.
    PollNow(JobKey),
    /// Load more of the stored jobs, if some were left out.
    LoadOlderJobs,
    /// Retry a job's submission now or later, or cancel the retry.
    Retry(JobKey, Retry),
    /// Forget a job.
    Forget(JobKey),
    /// Open an address in a web browser.
    Browse(String),
    /// Show another network, by its profile's name.
    Network(String),
    /// Open the export form for this offer.
    Export(ExportOffer),
    /// Write this to a file.
    Write(Export),
    /// Cancel the export to this path.
    CancelExport(String),
    /// Ask for the note of a bookmark of this place.
    Bookmark(Place),
    /// Put this on the watch list, or take it off.
    Watch(WatchedEntity),
    /// Perform an action on the pane on screen.
    Act(Action),
}

impl Effect {
    /// Opens the place, if there is one.
    pub fn go(place: Option<Place>) -> Vec<Self> {
        place.map(Self::Go).into_iter().collect()
    }

    /// Puts the text on the clipboard, if there is one.
    pub fn copy(copied: Option<Copied>) -> Vec<Self> {
        copied.map(Self::Copy).into_iter().collect()
    }

    /// Opens the address in a web browser, if there is one.
    pub fn browse(address: Option<String>) -> Vec<Self> {
        address.map(Self::Browse).into_iter().collect()
    }

    /// Shows the document as received, if there is one.
    pub fn raw(title: String, raw: Option<RawJson>) -> Vec<Self> {
        raw.map(|raw| Self::Raw(title, raw)).into_iter().collect()
    }
}

/// What the loop carries out.
#[derive(Clone, Debug, PartialEq, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Command {
    /// Send a request, unless a cached answer is fresh.
    Send(Request, Priority),
    /// Give a request that was sent another priority.
    Prioritize(Request, Priority),
    /// Send a request without the cache.
    SendAnew(Request),
    /// Cancel a request.
    Cancel(Request),
    /// Record the job, then send its submission. If it cannot be recorded, nothing is sent, and
    /// [`Event::Unrecorded`](super::Event::Unrecorded) says so.
    Submit(Box<Job>, Request),
    /// Send a submission whether or not its job can be recorded, as the user confirmed.
    SubmitUnrecorded(Box<Job>, Request),
    /// Spill these rows to disk.
    PutAway(FarRows),
    /// Clear the response cache on disk, and report what was removed.
    ClearCache,
    /// Put text on the clipboard.
    Copy(String),
    /// Open an address in a web browser.
    Browse(String),
    /// Write a change to the store.
    Persist(Persist),
    /// Load the next page of jobs, which are older than this one; it comes as
    /// [`Event::OlderJobs`](super::Event::OlderJobs).
    LoadOlderJobs(JobKey),
    /// Load the whole record of a stored job; it comes as [`Event::Record`](super::Event::Record).
    LoadRecord(JobKey),
    /// Check whether the store can be written again; on success, [`Event::StoreWorks`](super::Event::StoreWorks)
    /// follows.
    ProbeStore,
    /// Write this to a new file; progress comes as [`Event::Export`](super::Event::Export).
    Export(Export),
    /// Cancel the export to this path, and remove its partial file.
    CancelExport(String),
    /// Turn mouse capture on or off.
    Mouse(bool),
    /// Ring the terminal's bell.
    Bell,
    /// Show a desktop notification through the terminal. The text is the program's own.
    Notify(Desktop, String),
    /// Set the window title; the text is the program's own.
    Title(String),
    /// Redraw everything.
    Redraw,
    /// Suspend, and return the terminal to the shell.
    Suspend,
    /// End the program.
    Quit,
}

impl Command {
    /// The same command without the cache.
    #[must_use]
    pub fn anew(self) -> Self {
        match self {
            Self::Send(request, _) => Self::SendAnew(request),
            other => other,
        }
    }
}

/// The form of a copied screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScreenCopy {
    /// Text without colours, for the clipboard.
    Text,
    /// Text with the sequences that colour it in a terminal, for the clipboard.
    Ansi,
    /// Either of these or a picture, in a file.
    File,
}

/// A message that disappears after a few seconds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// How it is meant.
    pub tone: Tone,
    /// One line.
    pub text: String,
}

impl Notice {
    /// A plain piece of news.
    pub fn info(text: impl Into<String>) -> Self {
        Self { tone: Tone::Info, text: text.into() }
    }

    /// Something that worked.
    pub fn success(text: impl Into<String>) -> Self {
        Self { tone: Tone::Success, text: text.into() }
    }

    /// Something to look at.
    pub fn warning(text: impl Into<String>) -> Self {
        Self { tone: Tone::Warning, text: text.into() }
    }

    /// Something that failed.
    pub fn failure(text: impl Into<String>) -> Self {
        Self { tone: Tone::Failure, text: text.into() }
    }
}

/// How a message is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// News.
    Info,
    /// It worked.
    Success,
    /// It needs attention.
    Warning,
    /// It failed.
    Failure,
}

/// A change to the store.
#[derive(Clone, Debug, PartialEq, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Persist {
    Job(Box<Job>),
    ForgetJob(JobKey),
    /// A place was visited.
    Visit(Visit),
    /// The tabs that are open.
    OpenTabs(Vec<OpenTab>),
    /// A saved filter, replacing the one that [is](SavedFilter::is) the same.
    Filter(Box<SavedFilter>),
    ForgetFilter(Box<SavedFilter>),
    /// The contents of a form.
    Draft(Draft),
    Batch(Box<Batch>),
    /// An interface of a contract was added, or read anew.
    Interface(Box<CustomAbi>),
    /// Forget an interface; its text is ignored.
    ForgetInterface(Box<CustomAbi>),
    /// A signature was added.
    Signature(CustomSignature),
    /// Forget the signature with this text.
    ForgetSignature(String),
    /// A storage slot was named, or its name removed.
    SlotName(SlotName),
    /// These got labels, or lost them.
    Labels(Vec<Label>),
    /// These places are bookmarked, in place of the bookmarks that [are](Bookmark::is) the same.
    Bookmarks(Vec<Bookmark>),
    ForgetBookmark(Bookmark),
    /// This is watched, in place of the entry that [is](Watched::is) the same.
    Watched(Box<Watched>),
    ForgetWatched(Box<Watched>),
    /// A verifier answered about a contract.
    Answer(Box<KeptAnswer>),
    /// Names from a signature server, whose hashes match, at this time.
    CachedSignatures(Box<Signatures>, Timestamp),
    /// A row of the palette, by its name, was chosen at this time.
    Chosen(String, Timestamp),
    /// Whether lists show the detail of the selected row in a preview.
    Preview(bool),
    /// The column settings of the list of this name.
    Columns(String, ColumnChoice),
}

/// An order to a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BatchOrder {
    /// Start, with the explorer's API key if it needs one.
    Begin(Box<Batch>, Option<ApiKey>),
    /// Pause: send no further lines for now.
    Pause(BatchId),
    /// Resume, with a key that was typed again.
    GoOn(BatchId, Option<ApiKey>),
    /// Stop: skip all waiting lines.
    Stop(BatchId),
    /// Skip the line at this index, or unskip it.
    Skip(BatchId, usize),
    /// Send failed lines again, with a key that was typed again.
    Retry(BatchId, Option<ApiKey>),
    /// Resume although the jobs of its lines cannot be recorded, as the user confirmed.
    GoOnUnrecorded(BatchId),
}
