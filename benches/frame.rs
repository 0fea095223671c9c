//! What a frame costs, from the state to the cells, and a key with the frame that follows it. It must be the same
//! for a hundred loaded rows as for a hundred thousand.

#![allow(clippy::expect_used, clippy::panic, reason = "a benchmark that cannot begin may end")]

mod recorded;

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use hieroscope::app::{App, Start};
use hieroscope::config::{self, Environment, Flags};
use hieroscope::ledger::{EntityId, Timestamp};
use hieroscope::message::event::Key;
use hieroscope::message::{Answer, Ask, Command, Event, Input, Network, Place, Request, Response};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use self::recorded::{ROWS, Recorded};

const NOW: Timestamp = Timestamp::of(1_795_219_200);
const SIZE: (u16, u16) = (120, 40);

fn start(place: &str) -> (App, Vec<Command>, Network) {
    let config = config::load(&Flags::default(), &Environment::default()).expect("a configuration");
    let start = Start {
        networks: config.networks,
        network: config.network.clone(),
        keymap: config.keymap,
        settings: config.settings,
        place: Place::parse(place, EntityId::of(0)).expect("a place"),
        size: SIZE,
        faults: Vec::new(),
        process: 1,
    };
    let (app, commands) = App::start(start, NOW);
    (app, commands, config.network)
}

fn asked(commands: Vec<Command>, wanted: impl Fn(&Ask) -> bool) -> Request {
    let request = commands.into_iter().find_map(|command| match command {
        Command::Send(request) if wanted(&request.ask) => Some(request),
        _ => None,
    });
    request.expect("a question")
}

fn answer(app: &mut App, request: Request, answer: Answer) {
    let response = Response { request, outcome: Ok(answer), at: NOW, url: String::new() };
    app.update(Event::Response(Box::new(response)), NOW);
}

fn press(app: &mut App, key: impl Into<hieroscope::message::event::KeyInput>) -> Vec<Command> {
    app.update(Event::Input(Input::Key(key.into())), NOW)
}

/// A list of results with so many pages loaded.
fn results(pages: usize) -> App {
    let (mut app, mut commands, network) = start("contract/0.0.5001/results");
    let recorded = Recorded::by(&network);
    for number in 0..pages {
        let request = asked(commands, |ask| matches!(ask, Ask::Results(..)));
        answer(&mut app, request, Answer::Results(recorded.page(number)));
        commands = press(&mut app, 'm');
    }
    app
}

fn contract() -> App {
    let (mut app, commands, network) = start("contract/0.0.5001");
    let request = asked(commands, |ask| matches!(ask, Ask::Contract(_)));
    let file = include_str!("../tests/fixtures/mirror/012-contract-busy.json");
    let contract = recorded::read(&network, &request.ask, file);
    answer(&mut app, request, contract);
    app
}

fn frames(criterion: &mut Criterion) {
    let mut buffer = Buffer::empty(Rect::new(0, 0, SIZE.0, SIZE.1));
    let mut draw = |app: &App| {
        buffer.reset();
        black_box(app.view(NOW, &mut buffer));
    };
    let mut group = criterion.benchmark_group("frame");
    let app = contract();
    group.bench_function("a contract", |bencher| bencher.iter(|| draw(&app)));
    for pages in [1, 1000] {
        let mut app = results(pages);
        let rows = pages * ROWS;
        group.bench_function(format!("{rows} results"), |bencher| bencher.iter(|| draw(&app)));
        press(&mut app, Key::End);
        group.bench_function(format!("{rows} results, at the end"), |bencher| bencher.iter(|| draw(&app)));
        let mut up = false;
        group.bench_function(format!("{rows} results, a key and its frame"), |bencher| {
            bencher.iter(|| {
                up = !up;
                press(&mut app, if up { Key::Up } else { Key::Down });
                draw(&app);
            });
        });
    }
    group.finish();
}

criterion_group!(benches, frames);
criterion_main!(benches);
