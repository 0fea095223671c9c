//! An app whose questions are not answered, or answered with a failure.

use hieroscope::app::{App, Start};
use hieroscope::config::{self, Environment, Flags};
use hieroscope::ledger::{EntityId, Text};
use hieroscope::message::{Command, Event, Failure, Place, Request, Response, Retrying};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::support::NOW;

/// The app, and what it has asked.
pub(crate) struct Unanswered {
    app: App,
    asked: Vec<Request>,
}

impl Unanswered {
    /// An app that begins at this place.
    pub(crate) fn at(place: &str) -> Self {
        let flags = Flags { network: Some("demo".to_owned()), ..Flags::default() };
        let config = config::load(&flags, &Environment::default()).unwrap();
        let start = Start {
            networks: config.networks,
            network: config.network,
            keymap: config.keymap,
            settings: config.settings,
            place: Place::parse(place, EntityId::of(0)).unwrap(),
            size: (120, 40),
            faults: Vec::new(),
            process: 1,
        };
        let (app, commands) = App::start(start, NOW);
        let asked = commands.into_iter().filter_map(|command| match command {
            Command::Send(request) | Command::SendAnew(request) => Some(request),
            _ => None,
        });
        Self { app, asked: asked.collect() }
    }

    /// Every question has failed and is to be repeated.
    pub(crate) fn retry(mut self, failure: &Failure) -> Self {
        for request in std::mem::take(&mut self.asked) {
            let at = NOW.plus_millis(12_000);
            let retrying = Retrying { request, failure: failure.clone(), attempt: 2, of: 5, at };
            self.app.update(Event::Retrying(Box::new(retrying)), NOW);
        }
        self
    }

    /// Every question has failed.
    pub(crate) fn fail(mut self, failure: &Failure) -> Self {
        for request in std::mem::take(&mut self.asked) {
            let url = "http://127.0.0.1:1/".repeat(20);
            let response = Response { request, outcome: Err(failure.clone()), at: NOW, url };
            self.app.update(Event::Response(Box::new(response)), NOW);
        }
        self
    }

    /// Draws it at all sizes, when it is fresh and after a while.
    pub(crate) fn draw(mut self, sizes: &[(u16, u16)]) {
        for (columns, rows) in sizes.iter().copied() {
            self.app.update(Event::Resize(columns, rows), NOW);
            for millis in [0, 100_000_000] {
                let mut buffer = Buffer::empty(Rect::new(0, 0, columns, rows));
                self.app.view(NOW.plus_millis(millis), &mut buffer);
            }
        }
    }
}

/// Failures with few words, with many, and with those of a hostile server.
pub(crate) fn failures() -> Vec<Failure> {
    let hostile = Text::new("\u{1b}[31m\u{202e}\0\n".repeat(500));
    vec![
        Failure::NotFound { words: Vec::new(), code: None },
        Failure::Invalid {
            words: vec![hostile.clone(); 50],
            field: Some("timestamp".to_owned()),
            code: Some(Text::new("invalid_parameter")),
        },
        Failure::RateLimited {
            until: Some(NOW.plus_millis(60_000)),
            words: vec![hostile.clone()],
            code: None,
        },
        Failure::Unreachable { words: hostile, sent: true },
        Failure::TimedOut { after: u64::MAX },
        Failure::NotUnderstood { at: "results[1].gas_used".repeat(20), words: Text::new("") },
    ]
}
