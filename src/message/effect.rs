//! What panes ask for ([`Effect`]) and what the loop carries out ([`Command`]).

use super::{Action, CustomAbi, CustomSignature, Desktop, KeptAnswer, Place, Request, Signatures, SlotName};
use crate::ledger::{RawJson, Timestamp};
use crate::verification::{ApiKey, Batch, BatchId, Job, JobKey, Retry, Submission};

/// What a pane wants done. The app settles what stays inside and turns the rest into commands.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Open a place on top of this one.
    Go(Place),
    /// Open a place of another network, by its profile's name, on top of this one, which stays on its own.
    GoOn(String, Place),
    /// Show a place instead of this one.
    Replace(Place),
    /// Leave this place.
    Back,
    /// Say something to the user.
    Notify(Notice),
    /// Ask a server what no pane wants to know, such as the contract of a batch's line.
    Send(Request),
    /// Ask again for all that the pane wants, whatever answers are kept.
    Refresh,
    /// Stop what the pane waits for.
    Stop,
    /// Put text on the clipboard.
    Copy(Copied),
    /// Offer these texts for copying.
    CopyMenu(Vec<Copied>),
    /// Show this document as received, under a title.
    Raw(String, RawJson),
    /// Write something down.
    Persist(Persist),
    /// Submit a verification: the job is written down before the request leaves.
    Submit(Box<Job>, Submission),
    /// Send a submission again although its job cannot be recorded, as the user confirmed.
    SubmitUnrecorded(JobKey),
    /// Find out whether something can be recorded again, if it could not be.
    ProbeStore,
    /// Begin a batch, or have one do something.
    Batch(BatchOrder),
    /// Follow a job.
    Follow(Box<Job>),
    /// Look at a job now.
    LookNow(JobKey),
    /// Send a job's submission again, now or later, or stop doing so.
    Retry(JobKey, Retry),
    /// Forget a job.
    Forget(JobKey),
    /// Open an address in a web browser.
    Browse(String),
    /// Show another network, by its profile's name.
    Network(String),
    /// Ask where to write a text, and write it there.
    Export(Export),
    /// Write a text to a new file at this path.
    Write(Export),
    /// Do what a verb means on the pane on screen.
    Act(Action),
}

/// What the loop carries out in the world.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Ask a server, unless an answer that was kept still holds.
    Send(Request),
    /// Ask a server whatever is kept: the user wants to know how it is now.
    SendAnew(Request),
    /// Stop asking.
    Cancel(Request),
    /// Record the job, then send its submission. If it cannot be recorded, nothing is sent, and
    /// [`Event::Unrecorded`](super::Event::Unrecorded) says so.
    Submit(Box<Job>, Request),
    /// Send a submission whether or not its job can be recorded, as the user confirmed.
    SubmitUnrecorded(Box<Job>, Request),
    /// Put text on the clipboard.
    Copy(String),
    /// Open an address in a web browser.
    Browse(String),
    /// Write something down.
    Persist(Persist),
    /// Find out whether something can be recorded, after it could not: [`Event::StoreWorks`](super::Event::StoreWorks)
    /// says so if it can.
    ProbeStore,
    /// Write a text to a new file; where, or why not, comes as an event.
    Export(Export),
    /// Catch or release the mouse.
    Mouse(bool),
    /// Ring the terminal's bell.
    Bell,
    /// Have the terminal show a notification outside its window. The text is in words of our own.
    Notify(Desktop, String),
    /// Give the terminal's window this title, in words of our own.
    Title(String),
    /// Draw everything again.
    Redraw,
    /// Stop and give the terminal to the shell.
    Suspend,
    /// End the program.
    Quit,
}

impl Command {
    /// The command, asking whatever is kept if it asks.
    #[must_use]
    pub fn anew(self) -> Self {
        match self {
            Self::Send(request) => Self::SendAnew(request),
            other => other,
        }
    }
}

/// A text for a file of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Export {
    /// The file's path: as it is proposed, or as the user wrote it. The proposed one is of letters, digits and `-`,
    /// with an ending.
    pub path: String,
    /// Its text.
    pub text: String,
}

/// Text for the clipboard, and what it is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Copied {
    /// What it is, such as `contract id`.
    pub what: String,
    /// The whole value.
    pub text: String,
}

impl Copied {
    /// The most bytes of text that go through a terminal's clipboard sequence: longer ones are dropped.
    pub const MAX_BYTES: usize = 74_994;
}

/// A message for the user that leaves by itself.
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

/// What must outlive the process.
#[derive(Clone, Debug, PartialEq)]
pub enum Persist {
    /// A job.
    Job(Box<Job>),
    /// A job is to be forgotten.
    ForgetJob(JobKey),
    /// A place was visited.
    Visit(Visit),
    /// A form holds this now.
    Draft(Draft),
    /// A batch.
    Batch(Box<Batch>),
    /// An interface of a contract was added, or read anew.
    Interface(Box<CustomAbi>),
    /// An interface is to be forgotten; its text does not matter.
    ForgetInterface(Box<CustomAbi>),
    /// A signature was added.
    Signature(CustomSignature),
    /// The signature of this text is to be forgotten.
    ForgetSignature(String),
    /// A storage slot was named, or its name taken away.
    SlotName(SlotName),
    /// A verifier answered about a contract.
    Answer(Box<KeptAnswer>),
    /// Names from a signature server, whose hashes match, at this time.
    CachedSignatures(Box<Signatures>, Timestamp),
}

/// What a batch is to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BatchOrder {
    /// To begin, with the key for the explorer if it has one.
    Begin(Box<Batch>, Option<ApiKey>),
    /// To send no more lines for now.
    Pause(BatchId),
    /// To send what waits, with a key that was typed again.
    GoOn(BatchId, Option<ApiKey>),
    /// To send no line any more.
    Stop(BatchId),
    /// To skip the line at this place, or to take it back.
    Skip(BatchId, usize),
    /// To send the lines that failed once more, with a key that was typed again.
    Retry(BatchId, Option<ApiKey>),
    /// Continues although the jobs of its lines cannot be recorded, as the user confirmed.
    GoOnUnrecorded(BatchId),
}

/// A visited place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Visit {
    /// The network's profile name.
    pub network: String,
    /// The place.
    pub place: Place,
    /// When.
    pub at: Timestamp,
}

/// The contents of a form: names and texts, never a secret.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Draft {
    /// Which form.
    pub form: String,
    /// The fields' names and texts.
    pub fields: Vec<(String, String)>,
}

/// What was kept from earlier runs.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Saved {
    /// Jobs, newest first: all that go on, and the newest of those that have ended.
    pub jobs: Vec<Job>,
    /// Those that another running instance handles.
    pub elsewhere: Vec<JobKey>,
    /// How many older ones are not among them.
    pub older_jobs: usize,
    /// Visited places, newest first.
    pub visits: Vec<Visit>,
    /// Forms.
    pub drafts: Vec<Draft>,
    /// Batches, newest first.
    pub batches: Vec<Batch>,
    /// Interfaces that the user added, oldest first.
    pub interfaces: Vec<CustomAbi>,
    /// Signatures that the user added, oldest first.
    pub signatures: Vec<CustomSignature>,
    /// Names of storage slots.
    pub slots: Vec<SlotName>,
    /// Answers of verifiers, oldest first.
    pub answers: Vec<KeptAnswer>,
    /// Names from signature servers, of each kind the oldest first.
    pub signature_cache: Signatures,
}

/// What other instances have changed in the store since it was read.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Stored {
    /// Jobs as they are kept now.
    pub jobs: Vec<Job>,
    /// Those that another running instance handles.
    pub elsewhere: Vec<JobKey>,
    /// Jobs that were forgotten.
    pub forgotten: Vec<JobKey>,
    /// Batches as they are kept now.
    pub batches: Vec<Batch>,
    /// The job that was to be sent from here and was not, because another instance was faster.
    pub unsent: Option<JobKey>,
}
