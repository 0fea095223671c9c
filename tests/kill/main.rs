//! Kills at random moments: real processes beside a verifier that keeps count, each killed at the moment that the number of
//! its round says, and started again until all has ended. Nothing is lost, and nothing is sent twice.
//!
//! What a round does follows from its number alone, which a failure names: `HIEROSCOPE_KILL_SEED` is the number of the first
//! round, `HIEROSCOPE_KILL_ROUNDS` how many are played instead of this commit's part. Nothing here sleeps: what waits, waits for a server or a process.

#![cfg(unix)]
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stderr,
    reason = "a test may end anywhere, and says what it has seen"
)]

mod alone;
mod beside;
mod deployed;
#[path = "../support/deployment.rs"]
mod deployment;
mod double;
mod moment;
#[path = "../support/part.rs"]
#[allow(dead_code, reason = "several test programs share this, each uses some")]
mod part;
mod process;
#[path = "../terminal/program.rs"]
#[allow(dead_code, reason = "several test programs share this, each uses some")]
mod program;
mod round;
mod screen;
mod store;
mod talk;
mod truth;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use self::part::Part;
use self::round::{Kind, Round};

/// How many rounds a run of all sweeps plays.
const ROUNDS: u64 = 200;

/// Numbers of first rounds are below this: short, and far from each other.
const MAX_FIRST: u64 = 1_000_000;

/// How many are played at a time: most of them wait.
const AT_ONCE: usize = 12;

#[expect(clippy::disallowed_methods, reason = "the environment of a test is no configuration")]
fn number(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable} is no number: {text}")))
}

/// What was seen of the rounds.
#[derive(Default)]
struct Seen {
    /// How many rounds there were of each kind.
    kinds: [u64; Kind::ALL.len()],
    /// How many processes were killed.
    kills: usize,
    /// How many submissions came, and how many of them were cut off.
    submissions: usize,
    cut_off: usize,
    failures: Vec<String>,
}

#[test]
fn nothing_is_lost_and_nothing_is_sent_twice_whatever_moment_a_kill_comes() {
    let part = Part::chosen();
    let rounds = number("HIEROSCOPE_KILL_ROUNDS").unwrap_or_else(|| part.count(ROUNDS));
    let first = number("HIEROSCOPE_KILL_SEED").unwrap_or_else(|| part.seed() % MAX_FIRST + 1);
    let (next, seen) = (AtomicU64::new(0), Mutex::new(Seen::default()));
    let play = || {
        loop {
            let number = first + next.fetch_add(1, Ordering::Relaxed);
            if number >= first + rounds {
                return;
            }
            let ended = catch_unwind(AssertUnwindSafe(|| Round::play(number)));
            let mut all = seen.lock().unwrap();
            match ended {
                Ok(it) => {
                    all.kinds[it.kind as usize] += 1;
                    all.kills += it.kills;
                    all.submissions += it.submissions;
                    all.cut_off += it.cut_off;
                }
                Err(panic) => {
                    let words = panic.downcast_ref::<String>().map_or("no words", String::as_str);
                    all.failures
                        .push(format!("HIEROSCOPE_KILL_ROUNDS=1 HIEROSCOPE_KILL_SEED={number}: {words}"));
                }
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(play);
        }
    });
    let Seen { kinds, kills, submissions, cut_off, failures } = seen.into_inner().unwrap();
    assert!(
        failures.is_empty(),
        "{} of {rounds} rounds failed:\n\n{}",
        failures.len(),
        failures.join("\n\n")
    );
    eprintln!(
        "{rounds} rounds, {kinds:?} of each kind: {kills} kills, {submissions} submissions, {cut_off} cut off"
    );
    if rounds >= ROUNDS {
        assert!(kinds.iter().all(|count| *count > 0), "a kind was never played: {kinds:?}");
        let rounds = usize::try_from(rounds).unwrap();
        assert!(kills > rounds / 2 && submissions > rounds / 2, "{kills} kills, {submissions} submissions");
        assert!(cut_off > rounds / 50, "only {cut_off} submissions were cut off");
    }
}
