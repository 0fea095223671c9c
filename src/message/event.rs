//! Events: everything that happens to the program, as data. Includes the edits that a text field makes on a key.

use std::sync::Arc;

use api::Told;
use strum::IntoStaticStr;
use verification::{JobKey, JobRecord};

use super::{Action, ExportNews, Gathering, Notice, OlderJobs, Response, Retrying, Saved, Stored};

pub use keybinds::{Key, KeyInput, KeySeq, Mods};

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
    /// A request failed transiently and will be retried.
    Retrying(Box<Retrying>),
    /// Progress in loading the records that a replay needs.
    Gathering(Box<Gathering>),
    /// A request was sent or finished: news for the request log.
    Told(Box<Told>),
    /// The state stored by earlier runs.
    Restored(Box<Saved>),
    /// Other instances have changed the store.
    Stored(Box<Stored>),
    /// Something outside the networks has news for the user: the store, the browser.
    Notice(Notice),
    /// An export made progress or ended.
    Export(ExportNews),
    /// No web browser could be started for this address.
    NoBrowser(String),
    /// A background write to the store failed; why, in a sentence.
    StoreFault(String),
    /// The store can be written again.
    StoreWorks,
    /// A job could not be recorded, so its submission was not sent; why, in a sentence.
    Unrecorded(JobKey, String),
    /// A page of older jobs.
    OlderJobs(Box<OlderJobs>),
    /// The whole record of the job on screen, or why it cannot be read, in a sentence.
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

/// A mouse event. A drag has the position of the press.
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
    /// Rows per step of the mouse wheel.
    pub const TURN: usize = 3;

    /// The scroll action of the wheel, repeated [`Self::TURN`] times; `None` for the main button.
    pub fn turn(self) -> Option<Action> {
        match self {
            Self::WheelUp => Some(Action::Up),
            Self::WheelDown => Some(Action::Down),
            Self::Press | Self::Drag(_) => None,
        }
    }
}

/// What a key does to a line that is being typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edit {
    /// Puts a character in.
    Insert(char),
    /// Deletes the character before the cursor.
    DeleteBefore,
    /// Deletes the word before the cursor.
    DeleteWordBefore,
    /// Deletes the character at the cursor.
    DeleteAfter,
    /// Deletes the word after the cursor.
    DeleteWordAfter,
    /// Deletes everything before the cursor.
    DeleteToStart,
    /// Deletes everything after the cursor.
    DeleteToEnd,
    /// Moves the cursor to the character before.
    Left,
    /// Moves the cursor to the character after.
    Right,
    /// Moves the cursor to the word before.
    WordLeft,
    /// Moves the cursor to the word after.
    WordRight,
    /// Moves the cursor before all of it.
    Start,
    /// Moves the cursor behind all of it.
    End,
}

impl Edit {
    /// What this key does, if it does anything to text.
    pub fn from_key(key: KeyInput) -> Option<Self> {
        let ctrl = key.mods().contains(Mods::CTRL);
        let alt = key.mods().contains(Mods::ALT);
        Some(match (key.key(), ctrl, alt) {
            (Key::Char(c), false, false) => Self::Insert(c),
            (Key::Backspace, false, false) => Self::DeleteBefore,
            (Key::Backspace, ..) | (Key::Char('w'), true, false) => Self::DeleteWordBefore,
            (Key::Delete, false, false) => Self::DeleteAfter,
            (Key::Delete, ..) => Self::DeleteWordAfter,
            (Key::Left, false, false) => Self::Left,
            (Key::Right, false, false) => Self::Right,
            (Key::Left, ..) => Self::WordLeft,
            (Key::Right, ..) => Self::WordRight,
            (Key::Home, ..) | (Key::Char('a'), true, false) => Self::Start,
            (Key::End, ..) | (Key::Char('e'), true, false) => Self::End,
            (Key::Char('u'), true, false) => Self::DeleteToStart,
            (Key::Char('k'), true, false) => Self::DeleteToEnd,
            _ => return None,
        })
    }
}
