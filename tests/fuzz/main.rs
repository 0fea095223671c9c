//! What holds whatever comes from outside, within bounds: the properties that the fuzzers in `fuzz/` try without. What one
//! of them has found is kept in `fuzz/seeds`, and is tried first.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may fail loudly"
)]

mod inputs;
mod listed;
mod properties;

use std::panic::{AssertUnwindSafe, catch_unwind};

use proptest::test_runner::{Config, RngSeed, TestCaseError, TestRunner};

/// Tries what is kept, then new inputs, as many as `PROPTEST_CASES` says: the same in every run, so that what fails here
/// fails for everybody.
fn hold(name: &str) {
    for (file, seed) in inputs::kept(name) {
        let held = catch_unwind(|| properties::check(name, &seed));
        assert!(held.is_ok(), "{name} does not hold for {}", file.display());
    }
    let config = Config { failure_persistence: None, rng_seed: RngSeed::Fixed(15), ..Config::default() };
    let held = TestRunner::new(config).run(&inputs::inputs(name), |input| {
        catch_unwind(AssertUnwindSafe(|| properties::check(name, &input))).map_err(|_| {
            TestCaseError::fail(format!("keep this in fuzz/seeds/{name}: {}", input.escape_ascii()))
        })
    });
    if let Err(fault) = held {
        panic!("{name} does not hold: {fault}");
    }
}

/// A test for each property, by its name.
macro_rules! held {
    ($($name:ident)*) => {
        $(#[test] fn $name() { hold(stringify!($name)); })*

        /// The properties that are tried here.
        const HELD: &[&str] = &[$(stringify!($name)),*];
    };
}

held! {
    artifacts
    code
    configuration
    declarations
    ids
    interfaces
    links
    maps
    pasted
    paths
    protobuf
    recordings
    times
    typed
    wire
}

/// Openers of everything that nests in some language that is read here.
const OPENERS: [&[u8]; 16] = [
    b"[",
    b"(",
    b"{",
    b"{\"a\":",
    b"[?@",
    b"[?(",
    b"!",
    b"-",
    b"tuple(",
    b"f((",
    b"a[",
    b"a.",
    b"((a",
    b"<<",
    b"\x81",
    b"\xd8\x40",
];

/// Recursion is bounded wherever a stranger chooses the depth: what is not ends the whole program.
#[test]
fn nesting_without_end_overflows_no_stack() {
    for property in properties::ALL {
        for opener in OPENERS {
            for lead in ["", "$", "f(uint256)\n"] {
                (property.check)(&[lead.as_bytes(), &opener.repeat(6_400)].concat());
            }
        }
    }
}
