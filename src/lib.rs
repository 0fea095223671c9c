//! hieroscope: a terminal explorer and contract verifier for Hiero ledgers.
//!
//! The crates in `crates/` do not depend on the program; Cargo enforces their order:
//!
//! ```text
//!         ledger           types of the ledger
//!         ↑    ↑
//!         │  verification  types of verification
//!         │    ↑
//!   decode│    │           decodes bytes; uses `ledger` only
//!   evm   │    │           executes a message on a state; uses `ledger` only
//!         │   api          requests to servers and their answers, as data; uses `ledger` and `verification`
//!         │    ↑
//!         │  client        asks servers over HTTP
//!         replay           compares an execution with the ledger's record; uses all of these
//!   screen                 texts on cells, and cells on the terminal
//!   demo                   the embedded network; uses `ledger` and `evm`
//! ```
//!
//! The modules here use these crates. Their imports follow this order, enforced by `tests/architecture`:
//!
//! ```text
//!         message          messages between modules, including analyses of bytes and their results
//!         ↑      ↑
//!    PURE │      │ I/O
//!  widgets│      store     persistent state
//!    panes│      config    configuration, environment and flags
//!      app│      files     files that the user names
//!         ↑      ↑
//!         └─ runtime ─┘    the loop, the terminal, the clock, the executor
//!               ↑
//!              cli         commands that need no terminal
//! ```
//!
//! The left side is pure: it does no I/O. The right side does I/O and never draws. Only [`runtime`] uses both.

pub mod app;
pub mod cli;
pub mod config;
pub mod files;
pub mod message;
pub mod panes;
pub mod runtime;
pub mod store;
pub mod widgets;
