//! hieroscope: a terminal explorer and contract verifier for Hiero ledgers.
//!
//! The house has rooms, and imports run one way, downhill; `tests/architecture.rs` says so.
//!
//! ```text
//!         ledger           nouns of the ledger
//!            ↑
//!        verification      nouns of verification
//!            ↑
//!   decode  ↑              bytes in, meaning out; above `ledger` only
//!   evm     ↑              executes a message on a state; above `ledger` only
//!   replay  ↑              holds an execution against what the ledger recorded; above `evm` and `verification`
//!         message          what rooms say to each other; also questions about bytes, and what was found
//!         ↑      ↑
//!  THINKS │      │ TALKS
//!  widgets│      client    async API client of both servers
//!    panes│      store     what must outlive the process
//!      app│      config    configuration, environment and flags
//!         │      files     what the user names on disk
//!         │      demo      the embedded network
//!         ↑      ↑
//!         └─ runtime ─┘    the loop, the terminal, the clock, the executor
//!               ↑
//!              cli         the commands that need no terminal
//! ```
//!
//! One wing thinks and never touches the world; the other talks to the world and never draws. They meet in
//! [`runtime`] alone.

pub mod app;
pub mod cli;
pub mod client;
pub mod config;
pub mod decode;
#[cfg(feature = "demo")]
pub mod demo;
pub mod evm;
pub mod files;
pub mod ledger;
pub mod message;
pub mod panes;
pub mod replay;
pub mod runtime;
pub mod store;
pub mod verification;
pub mod widgets;
