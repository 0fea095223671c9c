//! What happens to the program, as data.

use std::sync::Arc;

pub use keybinds::{Key, KeyInput, KeySeq, Mods};
use strum::IntoStaticStr;

use super::{Action, ExportNews, Gathering, Notice, OlderJobs, Response, Retrying, Saved, Stored, Told};
use verification::{JobKey, JobRecord};

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Event {
    /// The user did something.
    Input(Input),
    /// The terminal has this many columns and rows now.
    Resize(u16, u16),
    /// An answer came.
    Response(Box<Response>),
    /// A request failed in passing and will be repeated.
    Retrying(Box<Retrying>),
    /// Some of the records that a replay needs are there.
    Gathering(Box<Gathering>),
    /// A request was sent, or came to its end: news for the request log.
    Told(Box<Told>),
    /// The state stored by earlier runs.
    Restored(Box<Saved>),
    /// Other instances have changed the store.
    Stored(Box<Stored>),
    /// Something outside the networks has news for the user: the store, the browser.
    Notice(Notice),
    /// An export goes on, or ended.
    Export(ExportNews),
    /// No web browser could be started for this address.
    NoBrowser(String),
    /// Something could not be recorded that nobody waits for; why, in a sentence.
    StoreFault(String),
    /// What could not be recorded before can be now.
    StoreWorks,
    /// A job could not be recorded, so its submission was not sent; why, in a sentence.
    Unrecorded(JobKey, String),
    /// Stored jobs that were left out before.
    OlderJobs(Box<OlderJobs>),
    /// The whole record of a job that is looked at, or why it cannot be read, in a sentence.
    Record(JobKey, Result<Arc<JobRecord>, String>),
    /// A deadline that the app asked for has passed.
    Woke,
}

/// What the user does.
#[derive(Clone, Debug, PartialEq, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Input {
    Key(KeyInput),
    /// A paste, as one event.
    Paste(String),
    Mouse(Click),
}

/// A mouse event: where, and what. What is dragged is where it was pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Click {
    /// Column from the left, from 0.
    pub column: u16,
    /// Row from the top, from 0.
    pub row: u16,
    pub button: MouseButton,
}

/// What the mouse did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MouseButton {
    /// The main button was pressed.
    Press,
    /// The wheel turned up.
    WheelUp,
    /// The wheel turned down.
    WheelDown,
    /// The mouse was moved to this row with the main button held.
    Drag(u16),
}

impl MouseButton {
    /// How many rows the wheel turns at once.
    pub const TURN: usize = 3;

    /// Which way the wheel turned, by [`Self::TURN`] rows; `None` for the main button.
    pub fn turn(self) -> Option<Action> {
        match self {
            Self::WheelUp => Some(Action::Up),
            Self::WheelDown => Some(Action::Down),
            Self::Press | Self::Drag(_) => None,
        }
    }
}
