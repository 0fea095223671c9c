//! What a frame costs, from the state to the cells, and a key with the frame that follows it. It must be the same
//! for a hundred loaded rows as for a hundred thousand, and beside a value of a few bytes as beside one of megabytes.

#![allow(clippy::expect_used, clippy::panic, reason = "a benchmark that cannot begin may end")]

mod begun;
mod recorded;

use std::hint::black_box;
use std::sync::Arc;

use api::{AnyOperation, Network};
use client::{Client, Options};
use criterion::{Criterion, criterion_group, criterion_main};
use decode::analysis;
use decode::stop::Stop;
use hieroscope::app::App;
use hieroscope::message::event::Key;
use hieroscope::message::{Answer, AnyWork, Ask, Command, Event, Input, Request, Response};
use ledger::RawJson;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use self::begun::{NOW, SIZE, begun};
use self::recorded::{ROWS, Recorded};

/// How long a row is selected before its detail is beside the list, and longer.
const REST_MILLIS: u64 = 200;

fn asked(commands: Vec<Command>, wanted: impl Fn(&Ask) -> bool) -> Request {
    let request = commands.into_iter().find_map(|command| match command {
        Command::Send(request, _) if wanted(&request.ask) => Some(request),
        _ => None,
    });
    request.expect("a question")
}

fn answer(app: &mut App, request: Request, answer: Answer) {
    let response = Response::here(request, Ok(answer), NOW);
    app.update(Event::Response(Box::new(response)), NOW);
}

fn press(app: &mut App, key: impl Into<hieroscope::message::event::KeyInput>) -> Vec<Command> {
    app.update(Event::Input(Input::Key(key.into())), NOW)
}

/// A list of so many results.
fn results(rows: usize) -> App {
    let (mut app, mut commands, network) = begun("contract/0.0.5001/results");
    let recorded = Recorded::by(&network);
    for number in 0..rows.div_ceil(ROWS) {
        let request = asked(commands, |ask| matches!(ask, Ask::Server(AnyOperation::Results(_))));
        let mut page = recorded.page(number);
        page.rows.truncate(rows - number * ROWS);
        answer(&mut app, request, Answer::Server(api::Answer::Results(page)));
        commands = press(&mut app, 'm');
    }
    app
}

/// A result with so many bytes of call data, at this tab, with all that is to be found out of it.
fn result(bytes: usize, tab: usize) -> App {
    let (mut app, commands, network) = begun("result/0.0.5001/1795219000.000000001");
    let request = asked(commands, |ask| matches!(ask, Ask::Server(AnyOperation::Result(_))));
    let data = "5a".repeat(bytes);
    let body = format!(
        r#"{{"contract_id":"0.0.5001","timestamp":"1795219000.000000001","hash":"0x01","result":"SUCCESS",
        "function_parameters":"0x{data}","error_message":null,"logs":[],"bloom":"0x"}}"#
    );
    let network = Network { mirror: "http://localhost".to_owned(), ..network };
    let client = Client::new(&network, Options::default()).expect("a client");
    let Ask::Server(operation) = &request.ask else { panic!() };
    let read = client.parse_answer(operation, 200, RawJson::new(body)).expect("a result");
    let response = Response::here(request, Ok(read.into()), NOW);
    let mut commands = app.update(Event::Response(Box::new(response)), NOW);
    (0..tab).for_each(|_| commands.extend(press(&mut app, Key::Tab)));
    while let Some(command) = commands.pop() {
        let Command::Send(request, _) = command else { continue };
        let Ask::Here(AnyWork::Analysis(asked)) = &request.ask else { continue };
        let found = analysis::run(asked, &Stop::default()).expect("a finding");
        let outcome = Ok(Answer::Analysis(Arc::new(found)));
        let response = Response::here(request, outcome, NOW);
        commands.extend(app.update(Event::Response(Box::new(response)), NOW));
    }
    app
}

fn contract() -> App {
    let (mut app, commands, network) = begun("contract/0.0.5001");
    let request = asked(commands, |ask| matches!(ask, Ask::Server(AnyOperation::Contract(_))));
    let Ask::Server(operation) = &request.ask else { panic!() };
    let file = include_str!("../tests/fixtures/mirror/012-contract-busy.json");
    let contract = recorded::read(&network, operation, file);
    answer(&mut app, request, contract.into());
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
    for rows in [100, 10_000, 72_578, 100_000] {
        let mut app = results(rows);
        group.bench_function(format!("{rows} results"), |bencher| bencher.iter(|| draw(&app)));
        press(&mut app, Key::End);
        group.bench_function(format!("{rows} results, at the end"), |bencher| bencher.iter(|| draw(&app)));
        group.bench_function(format!("{rows} results, a key and its frame"), |bencher| {
            let mut keys = [Key::Up, Key::Down].into_iter().cycle();
            bencher.iter(|| {
                if let Some(key) = keys.next() {
                    press(&mut app, key);
                }
                draw(&app);
            });
        });
    }
    for rows in [100, 100_000] {
        let mut app = results(rows);
        group.bench_function(
            format!("{rows} results, a key, the preview it opens and their frame"),
            |bencher| {
                let mut keys = [Key::Up, Key::Down].into_iter().cycle();
                let mut now = NOW;
                let mut buffer = Buffer::empty(Rect::new(0, 0, SIZE.0, SIZE.1));
                bencher.iter(|| {
                    now = now.plus_millis(REST_MILLIS);
                    if let Some(key) = keys.next() {
                        app.update(Event::Input(Input::Key(key.into())), now);
                    }
                    now = now.plus_millis(REST_MILLIS);
                    app.update(Event::Woke, now);
                    buffer.reset();
                    black_box(app.view(now, &mut buffer));
                });
            },
        );
    }
    for bytes in [100, 15 << 20] {
        for (name, tab) in [("summary", 0), ("input", 1), ("raw", 7)] {
            let mut app = result(bytes, tab);
            group.bench_function(format!("the {name} of {bytes} bytes, a key and its frame"), |bencher| {
                let mut keys = [Key::Down, Key::Up].into_iter().cycle();
                bencher.iter(|| {
                    if let Some(key) = keys.next() {
                        press(&mut app, key);
                    }
                    draw(&app);
                });
            });
        }
    }
    group.finish();
}

criterion_group!(benches, frames);
criterion_main!(benches);
