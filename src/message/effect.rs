//! What panes ask for ([`Effect`]) and what the loop carries out ([`Command`]).

use ledger::raw::Lines;
use ledger::{RawJson, Timestamp};
use strum::IntoStaticStr;
use verification::{ApiKey, Batch, BatchId, Job, JobKey, Retry, Submission};

use super::comparison::Side;
use super::copied::Copied;
use super::{
    Action, Arrangement, Bookmark, ColumnChoice, CustomAbi, CustomSignature, Desktop, Draft, Export,
    ExportOffer, FarRows, KeptAnswer, Label, OpenTab, Place, Priority, Request, SavedFilter, Signatures,
    SlotName, Visit, Watched, WatchedEntity,
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
    /// Show a list instead of this one of its kind, with its loaded rows chosen and ordered so.
    Arrange(Place, Arrangement),
    /// Compare with what was remembered for that, or remember it as one side.
    Compare(Side),
    /// Leave this place.
    Back,
    /// Show a notice.
    Notify(Notice),
    /// Tell the user in the ways of the settings, the bell among them, that so many of what was waited for have come.
    Alert(usize, String),
    /// Request everything that the pane wants anew, without the cache.
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
    /// Find out whether something can be recorded again, if it could not be.
    ProbeStore,
    /// Start or change a batch.
    Batch(BatchOrder),
    /// Follow a job.
    Follow(Box<Job>),
    /// Poll a job now.
    PollNow(JobKey),
    /// Load more of the stored jobs, if some were left out.
    LoadOlderJobs,
    /// Send a job's submission again, now or later, or not at all.
    Retry(JobKey, Retry),
    /// Forget a job.
    Forget(JobKey),
    /// Open an address in a web browser.
    Browse(String),
    /// Show another network, by its profile's name.
    Network(String),
    /// Ask what of this to write, and where, and write it there.
    Export(ExportOffer),
    /// Write this to a file.
    Write(Export),
    /// Cancel what is being written to the file of this path.
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
    /// Put rows on disk that are far from what can be seen.
    PutAway(FarRows),
    /// Remove what is kept of answers on disk, and say what that was.
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
    /// Find out whether something can be recorded, after it could not: [`Event::StoreWorks`](super::Event::StoreWorks)
    /// says so if it can.
    ProbeStore,
    /// Write this to a new file; what becomes of it comes as [`Event::Export`](super::Event::Export).
    Export(Export),
    /// Cancel what is being written to the file of this path, and remove what is there of it.
    CancelExport(String),
    /// Turn mouse capture on or off.
    Mouse(bool),
    /// Ring the terminal's bell.
    Bell,
    /// Have the terminal show a notification outside its window. The text is the program's own.
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

/// What is made of the screen for a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScreenCopy {
    /// Text without colours, for the clipboard.
    Text,
    /// Text with the sequences that colour it in a terminal, for the clipboard.
    Ansi,
    /// Either of these or a picture, in a file.
    File,
}

/// A message to the user that disappears by itself.
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
    /// A filter is kept, in place of the one that [is](SavedFilter::is) the same.
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
    /// A row of the palette, by its name there, was chosen once more at this time.
    Chosen(String, Timestamp),
    /// Lists show the detail of the selected row beside them from now on, or do not.
    Preview(bool),
    /// What is wanted of the columns of the list of this name.
    Columns(String, ColumnChoice),
}

/// An order to a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BatchOrder {
    /// Start, with the explorer's API key if it needs one.
    Begin(Box<Batch>, Option<ApiKey>),
    /// Pause: send no more lines for now.
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
