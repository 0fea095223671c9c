//! hieroscope: a terminal explorer and contract verifier for Hiero ledgers.
//!
//! The crates below `crates/` know nothing of the program; cargo keeps them apart:
//!
//! ```text
//!         ledger           nouns of the ledger
//!         ↑    ↑
//!         │  verification  nouns of verification
//!         │    ↑
//!   decode│    │           bytes in, meaning out; above `ledger` only
//!   evm   │    │           executes a message on a state; above `ledger` only
//!         replay           holds an execution against what the ledger recorded; above all of these
//!   demo                   the embedded network; above `ledger` and `evm`
//! ```
//!
//! The modules here stand above them. Their imports run one way, downhill; `tests/architecture` says so:
//!
//! ```text
//!         message          what modules say to each other; also questions about bytes, and what was found
//!         ↑      ↑
//!  THINKS │      │ TALKS
//!  widgets│      client    async API client of both servers
//!    panes│      store     what must outlive the process
//!      app│      config    configuration, environment and flags
//!         │      files     what the user names on disk
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
pub mod files;
pub mod message;
pub mod panes;
pub mod runtime;
pub mod store;
pub mod widgets;
