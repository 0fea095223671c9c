//! Servers with strangers in every field, and the program on screen: nothing but its own sequences and harmless letters
//! reaches the terminal, and nothing stays there that is not there any more.

use std::process::Command;
use std::time::Duration;
use std::{fs, thread};

use super::hostile::corpus::corpus;
use super::hostile::double::{Double, PASSES};
use super::hostile::harmless::faults;
use super::part::Part;
use super::places::places;
use super::program::{Program, Start};

/// What is pressed at every place to see its parts.
const PARTS: [&str; 4] = ["\t", "\t", "\t", "G"];

/// What opens something over a place or beside it.
const OVER: [&str; 16] = ["J", "Y", "?", "A", "o", "e", "f", "l", "c", "gf", "|", "C", "U", "@", "gb", "!"];

/// How many of these are opened at a place, unless all are.
const MAX_OVER: usize = 4;

/// How long a key may take to show what it does.
const KEY: Duration = Duration::from_millis(30);

/// How long everything may take that a page has asked for.
const PAGE: Duration = Duration::from_millis(100);

/// How much longer one waits each time something has changed: an answer may have come late. Less than a second in all,
/// since a page that counts seconds writes every second.
const LATER: Duration = Duration::from_millis(300);

const COLUMNS: u16 = 150;

fn press(program: &mut Program, key: &str, long: Duration) {
    program.send(key);
    program.wait_for_silence(long);
}

/// The first row, which says where one is.
fn head(program: &Program) -> Option<String> {
    program.screen().rows(0, COLUMNS).next()
}

/// The cells on screen with their styles, row by row.
fn cells(program: &Program) -> Vec<Vec<String>> {
    let screen = program.screen();
    let (rows, columns) = screen.size();
    let cell = |row, column| {
        let cell = screen.cell(row, column).unwrap();
        let around = format!("{:?} {} {}", cell.bgcolor(), cell.underline(), cell.inverse());
        match cell.contents() {
            // Nobody sees in which colour nothing is written.
            "" | " " => format!("  {around}"),
            letter => format!("{letter} {around} {:?} {} {}", cell.fgcolor(), cell.bold(), cell.dim()),
        }
    };
    let row = |row| (0..columns.get()).map(|column| cell(row, column)).collect();
    (0..rows.get()).map(row).collect()
}

/// What is on screen and goes when everything is drawn again, if anything does, once nothing was written for so long.
fn ghost(program: &mut Program, long: Duration) -> Option<String> {
    program.wait_for_silence(long);
    let before = cells(program);
    press(program, "\x0c", long);
    let after = cells(program);
    let row = before.iter().zip(&after).position(|(before, after)| before != after)?;
    let column = before[row].iter().zip(&after[row]).position(|(before, after)| before != after)?;
    Some(format!("row {row}, column {column}: {:?} and then {:?}", before[row][column], after[row][column]))
}

/// Opens what is over a place, and comes back to it.
fn look_over(program: &mut Program, keys: &[&str]) {
    for key in PARTS {
        press(program, key, KEY);
    }
    for key in keys {
        let before = head(program);
        press(program, key, KEY);
        press(program, "\x1b", KEY);
        // Where nothing was opened, the place itself was left.
        if head(program) != before {
            press(program, "]", KEY);
        }
    }
}

/// A program on the network of a pass, with bookmarks whose notes are those of strangers.
fn started(double: &Double, network: &str) -> Program {
    let start = Start::plain().with(["--network", network, "home"]).prepared(|home| {
        let config = format!("notify-desktop = \"osc9\"\npipe = [\"cat\"]\n{}", double.config());
        fs::write(home.join("config.toml"), config).unwrap();
        let note = |(at, note): (usize, &String)| {
            let note = serde_json::to_string(note).unwrap().replace('\u{7f}', "\\u007f");
            format!("[[bookmark]]\nnetwork = \"{network}\"\nplace = \"contract/0.0.{at}\"\nnote = {note}\n")
        };
        let short = corpus().iter().filter(|note| note.chars().count() <= 400);
        fs::write(home.join("labels.toml"), short.enumerate().map(note).collect::<String>()).unwrap();
        let taken = Command::new(env!("CARGO_BIN_EXE_hieroscope"))
            .args(["labels", "import", "labels.toml", "--config", "config.toml", "--network", network])
            .args(["--data-dir", "data"])
            .current_dir(home)
            .output()
            .unwrap();
        assert!(taken.status.success(), "{taken:?}");
    });
    let mut program = start.with_config().size(COLUMNS, 40).run();
    program.see("? help");
    program
}

/// Notes what is wrong with what was written, from one place to the next.
#[derive(Default)]
struct Notes {
    network: &'static str,
    read: usize,
    found: Vec<String>,
}

impl Notes {
    fn take(&mut self, program: &Program, place: &str) {
        let new = faults(&program.whole()[self.read..]);
        let network = self.network;
        self.found.extend(new.into_iter().take(3).map(|fault| format!("{network} {place}: {fault}")));
        self.read = program.whole().len();
    }

    fn end(mut self, mut program: Program) -> Vec<String> {
        program.send("\x03");
        program.end();
        self.take(&program, "the end");
        self.found
    }
}

/// What is found at these places in one pass, each with its number.
fn found(double: &Double, network: &'static str, places: &[(usize, &str)], part: Part) -> Vec<String> {
    let mut program = started(double, network);
    let mut notes = Notes { network, ..Notes::default() };
    for (number, place) in places {
        let mut keys = OVER;
        keys.rotate_left(number * MAX_OVER % OVER.len());
        let keys = if part == Part::All { &keys[..] } else { &keys[..MAX_OVER] };
        let ghosts = (0..3).map_while(|turn| {
            press(&mut program, &format!(":\x1b[200~{place}\x1b[201~\r"), PAGE);
            look_over(&mut program, keys);
            ghost(&mut program, PAGE + LATER * turn)
        });
        let ghosts: Vec<String> = ghosts.collect();
        // What comes while it is looked at is none: a ghost is there each time, however long one waits.
        if ghosts.len() == 3 && ghosts.iter().all(|ghost| *ghost == ghosts[0]) {
            notes.found.push(format!("{network} {place}: {}", ghosts[0]));
        }
        notes.take(&program, place);
    }
    notes.end(program)
}

/// What is found at a job whose verdict says all that can be said.
fn found_at_a_job(double: &Double) -> Vec<String> {
    let mut program = started(double, "texts");
    press(&mut program, ":\x1b[200~verify/298/0.0.5020?mode=import\x1b[201~\r", PAGE);
    program.see("Will send").settle().send("\r");
    program.see("Send this?").send("\r");
    program.see("failed").settle();
    look_over(&mut program, &OVER);
    for place in ["jobs", "home"] {
        press(&mut program, &format!(":\x1b[200~{place}\x1b[201~\r"), PAGE);
        look_over(&mut program, &OVER[..MAX_OVER]);
    }
    let mut notes = Notes { network: "texts", ..Notes::default() };
    notes.take(&program, "a job");
    notes.end(program)
}

#[test]
fn nothing_of_strangers_acts_on_the_terminal_or_stays_on_it() {
    let double = Double::start(0);
    let (double, part) = (&double, Part::chosen());
    let places: Vec<(usize, &str)> = places().into_iter().enumerate().collect();
    let places = &places;
    let all = thread::scope(|scope| {
        let pass = |(turn, (network, _)): (usize, &(&'static str, _))| {
            let network = *network;
            let mine = move |(number, _): &&(usize, &str)| part.chooses(*number, turn, PASSES.len());
            scope.spawn(move || {
                found(double, network, &places.iter().filter(mine).copied().collect::<Vec<_>>(), part)
            })
        };
        let job = scope.spawn(|| found_at_a_job(double));
        let passes: Vec<_> = PASSES.iter().enumerate().map(pass).collect();
        passes.into_iter().chain([job]).flat_map(|pass| pass.join().unwrap()).collect::<Vec<_>>()
    });
    assert!(all.is_empty(), "{}", all.join("\n"));
}
