//! A headless session: the real loop on the embedded network, with a clock that stands still.

mod beginning;
pub(crate) mod fault_page;
mod faulty;
mod host;
mod kept;
pub(crate) mod part;
pub(crate) mod places;
mod recorded;
mod styles;
pub(crate) mod transaction_case;
mod waiting;

use std::time::Duration;

use api::{JobPoll, Lookup};
use hieroscope::app::App;
use hieroscope::message::event::{KeyInput, KeySeq, Mods};
use hieroscope::message::{Command, Event, Input, Request, Saved};
use hieroscope::runtime::cycle;
use hieroscope::widgets::glyphs;
use ledger::Timestamp;
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use tokio::runtime::Runtime;

use self::beginning::plain_config;
use self::host::TestHost;

/// The time at which every session stands: 2026-11-21 00:00:00 UTC.
pub(crate) const NOW: Timestamp = Timestamp::from_secs(1_795_219_200);

/// The size at which sessions begin.
const SIZE: (u16, u16) = (120, 40);

/// Where nobody listens.
const NOBODY: &str = "http://127.0.0.1:1";

/// A session under test.
pub(crate) struct Session {
    app: App,
    host: TestHost,
    server: String,
    runtime: Runtime,
}

impl Session {
    /// Runs the loop until the world stands still.
    fn run(&mut self) {
        self.runtime.block_on(cycle::run(&mut self.app, &mut self.host)).unwrap();
    }

    /// Another size of the screen.
    pub(crate) fn size(mut self, columns: u16, rows: u16) -> Self {
        self.event(Event::Resize(columns, rows));
        self
    }

    /// Presses keys, each written as in the keymap: `"j j enter"`.
    pub(crate) fn press(&mut self, keys: &str) -> &mut Self {
        for key in keys.split(' ').filter(|key| !key.is_empty()) {
            let sequence: KeySeq = key_name(key).parse().unwrap_or_else(|fault| panic!("{key}: {fault}"));
            for input in sequence.as_slice() {
                self.event(Event::Input(Input::Key(*input)));
            }
        }
        self
    }

    /// Types a text, letter by letter, faster than anything is answered.
    pub(crate) fn type_text(&mut self, text: &str) -> &mut Self {
        for c in text.chars() {
            self.host.inputs.send(Event::Input(Input::Key(KeyInput::new(c, Mods::NONE)))).unwrap();
        }
        self.run();
        self
    }

    /// What presses keys from elsewhere, while something is under way here.
    pub(crate) fn keyboard(&self) -> impl Fn(&str) + Send + 'static {
        let inputs = self.host.inputs.clone();
        move |key: &str| {
            let sequence: KeySeq = key_name(key).parse().unwrap();
            for input in sequence.as_slice() {
                inputs.send(Event::Input(Input::Key(*input))).unwrap();
            }
        }
    }

    /// Pastes a text as one event.
    pub(crate) fn paste(&mut self, text: &str) -> &mut Self {
        self.event(Event::Input(Input::Paste(text.to_owned())));
        self
    }

    /// Hears something that the network did not send by itself, and what comes of it.
    pub(crate) fn event(&mut self, event: Event) -> &mut Self {
        if let Event::Resize(columns, rows) = event {
            self.host.resize(columns, rows);
        }
        self.host.inputs.send(event).unwrap();
        self.run();
        self
    }

    /// Lets time pass, in steps to each deadline of the app, and hears what comes of it.
    pub(crate) fn pass(&mut self, span: Duration) -> &mut Self {
        let end = self.host.clock.now().plus_millis(u64::try_from(span.as_millis()).unwrap());
        loop {
            let now = self.host.clock.now();
            let next = self.app.wake_at(now).unwrap_or(end).min(end).max(now.plus_millis(1));
            let step = u64::try_from(next.since(now)).unwrap();
            self.host.clock.advance(Duration::from_nanos(step));
            self.host.hidden = next < end;
            self.event(Event::Woke);
            if next >= end {
                return self;
            }
        }
    }

    /// Puts the clock back, as a correction by the system does.
    pub(crate) fn put_clock_back(&mut self, span: Duration) -> &mut Self {
        self.host.clock.put_back(span);
        self
    }

    /// The time.
    pub(crate) fn now(&self) -> Timestamp {
        self.host.clock.now()
    }

    /// From now on nothing can be recorded, for this reason; with none, it can be again.
    pub(crate) fn break_store(&mut self, fault: Option<&str>) -> &mut Self {
        self.host.broken = fault.map(str::to_owned);
        self
    }

    /// The question how the newest job stands.
    pub(crate) fn poll(&self) -> Request {
        let job = self.host.saved.jobs.first().unwrap();
        let (id, server) = (job.id.clone().unwrap(), job.server.clone());
        let poll = JobPoll { key: job.key, id, server, etag: None, may_repeat_key: false };
        Request::new("demo", &poll)
    }

    /// Whether anything would move by itself.
    pub(crate) fn is_quiet(&self) -> bool {
        self.app.wake_at(self.host.clock.now()).is_none()
    }

    /// When anything would move by itself, in milliseconds from now.
    pub(crate) fn wakes_in(&self) -> Option<u128> {
        self.app.wake_at(self.now()).map(|at| at.since(self.now()) / 1_000_000)
    }

    /// Where the session is.
    pub(crate) fn place(&self) -> String {
        self.app.place().to_string()
    }

    /// Whether something takes what is typed, or a box is open: else the footer says how the page is left.
    pub(crate) fn is_open(&self) -> bool {
        let screen = self.screen();
        let footer = screen.lines().last().unwrap_or_default();
        !footer.ends_with("q back") && !footer.ends_with("q quit")
    }

    /// How many questions were sent so far, studies of bytes that are here already not counted.
    pub(crate) fn asked(&self) -> usize {
        self.host.asked
    }

    /// How many questions were sent to the network so far, also those that wait or were given up.
    pub(crate) fn sent(&self) -> usize {
        self.host.sent
    }

    /// How often the loop wanted a frame so far.
    pub(crate) fn frames(&self) -> usize {
        self.host.frames
    }

    /// What a signature server was asked, question by question.
    pub(crate) fn looked_up(&self) -> &[Lookup] {
        &self.host.looked_up
    }

    /// What the store would hand to the next run.
    pub(crate) fn saved(&self) -> &Saved {
        &self.host.saved
    }

    /// What was carried out besides questions, oldest first.
    pub(crate) fn carried(&self) -> &[Command] {
        &self.host.carried
    }

    /// Forgets what was carried out.
    pub(crate) fn forget_carried(&mut self) {
        self.host.carried.clear();
    }

    /// What is loaded, bytes.
    pub(crate) fn loaded_bytes(&self) -> usize {
        self.app.loaded_bytes()
    }

    /// The screen as lines of text, without scroll bars and blanks at their ends.
    pub(crate) fn screen(&self) -> String {
        without_bars(&self.text(&self.host.screen))
    }

    /// The state drawn on a screen of this size, whether or not the session has heard of it.
    pub(crate) fn drawn(&self, columns: u16, rows: u16) -> String {
        without_bars(&self.text(&self.view(Buffer::empty(Rect::new(0, 0, columns, rows)))))
    }

    /// The state drawn over these cells.
    fn view(&self, mut cells: Buffer) -> Buffer {
        self.app.view_over(self.host.clock.now(), &mut cells);
        cells
    }

    /// The state drawn on a screen of the session's size, once so much time has passed without an event.
    pub(crate) fn drawn_after(&self, millis: u64) -> String {
        let mut cells = Buffer::empty(self.host.screen.area);
        self.app.view(self.now().plus_millis(millis), &mut cells);
        self.text(&cells)
    }

    fn text(&self, buffer: &Buffer) -> String {
        let area = buffer.area;
        let row = |y| {
            let cells = (0..area.width).filter_map(|x| buffer.cell((x, y)));
            cells.map(Cell::symbol).collect::<String>().trim_end().to_owned()
        };
        (0..area.height).map(row).collect::<Vec<_>>().join("\n").replace(&self.server, "SERVER")
    }
}

/// Scroll bars say nothing that the text does not: where it is looked for, they are blank, and the border of a box is whole.
fn without_bars(screen: &str) -> String {
    let (thumb, border) = (glyphs::UNICODE.thumb, glyphs::UNICODE.upright);
    let line = |line: &str| {
        let line = line
            .strip_suffix(thumb)
            .unwrap_or(line)
            .replace(&format!("{thumb}{border}"), &format!(" {border}"));
        let instead = if line.contains(border) { border } else { " " };
        line.replace(thumb, instead).trim_end().to_owned()
    };
    screen.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

/// The keymap's spelling of a key as the key library reads it.
fn key_name(key: &str) -> String {
    let (mods, name) = key.rsplit_once('-').filter(|(_, name)| !name.is_empty()).unwrap_or(("", key));
    let name = match name {
        "enter" => "Enter",
        "esc" => "Esc",
        "tab" => "Tab",
        "up" => "Up",
        "down" => "Down",
        "left" => "Left",
        "right" => "Right",
        "pgup" => "PageUp",
        "pgdn" => "PageDown",
        "home" => "Home",
        "end" => "End",
        "backspace" => "Backspace",
        "del" => "Delete",
        "space" => "Space",
        other => other,
    };
    let mods = mods.replace("ctrl", "Ctrl").replace("alt", "Alt").replace("shift", "Shift").replace('-', "+");
    if mods.is_empty() { name.to_owned() } else { format!("{mods}+{name}") }
}
