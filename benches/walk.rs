//! How much faster a list is read whole than page by page, from a server that takes 20 ms for each answer: rows in a
//! second, of the program itself. `cargo bench --bench walk` prints both and their ratio.

#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "it measures the program, and says what came of it"
)]

use std::error::Error;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use demo::{self, Options};

/// The rows of the list; a server remembers 1,000 requests, and these are counted.
const ROWS: u64 = 80_000;
/// The rows that are read page by page: as many as the program reads so.
const ROWS_IN_TURN: u64 = 1_000;
/// The latency of the server.
const DELAY: Duration = Duration::from_millis(20);

fn main() -> Result<(), Box<dyn Error>> {
    let in_turn = read(&["--limit", &ROWS_IN_TURN.to_string()])?;
    let whole = read(&["--all"])?;
    let tenths = whole * 10 / in_turn.max(1);
    println!("page by page {in_turn} rows/s, whole {whole} rows/s: {}.{} times", tenths / 10, tenths % 10);
    Ok(())
}

/// How many rows are read in a second, from a server of their own.
fn read(rows: &[&str]) -> Result<u64, Box<dyn Error>> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let options = Options { results: ROWS, delay: DELAY, ..Options::default() };
    let server = runtime.block_on(demo::start(options))?;
    let kept = tempfile::tempdir()?;
    let begun = Instant::now();
    let output = Command::new(env!("CARGO_BIN_EXE_hieroscope"))
        .args(["get", "contract/0.0.5001/results", "--ndjson", "--mirror", &server.url(), "--data-dir"])
        .arg(kept.path())
        .args(rows)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .output()?;
    if !output.status.success() {
        return Err(format!("the list could not be read: {}", output.status).into());
    }
    let took = u64::try_from(begun.elapsed().as_millis())?.max(1);
    let read = u64::try_from(String::from_utf8_lossy(&output.stdout).lines().count())?;
    println!("{read} rows in {took} ms, by {} requests", server.requests().len());
    Ok(read * 1000 / took)
}
