//! Faults of every kind, planted, to show that they are caught; and what must pass.

use crate::faults;
use crate::house::House;

/// All faults of a source, as if it stood in this file of a house with a neighbourhood of two panes, a pane of its own,
/// and what they share.
fn caught(file: &str, source: &str) -> Vec<String> {
    let house = House::of(
        [
            ("src/panes/mod.rs", "pub use contract::logs::Logs; pub use context::Context;"),
            ("src/panes/contract/mod.rs", ""),
            ("src/panes/contract/logs/mod.rs", ""),
            ("src/panes/contract/results/mod.rs", ""),
            ("src/panes/home/view.rs", ""),
            ("src/panes/kit/list/mod.rs", ""),
            ("src/store/mod.rs", "pub(crate) use crate::panes::Pane as Address;"),
            ("src/message/mod.rs", "pub use place::Place;"),
        ]
        .into_iter(),
    );
    [
        faults::of_form(file, source),
        faults::of_imports(file, source, &house),
        faults::of_modules(file, source),
        faults::of_touch(file, source),
    ]
    .concat()
}

#[test]
fn planted_faults_are_caught() {
    for (file, source, wanted) in [
        ("src/message/a.rs", "use crate::widgets::Row;", "`message` may not import room `widgets`"),
        ("src/message/a.rs", "use super::super::widgets::Row;", "`message` may not import room `widgets`"),
        ("src/message/a.rs", "fn f() { crate::app::run() }", "`message` may not import room `app`"),
        ("src/message/a.rs", "use crate::{place::{Text, Key}, widgets::{a::B}};", "import room `widgets`"),
        ("src/widgets/a.rs", "use decode::reading::Reader;", "`widgets` may not import room `decode`"),
        ("src/widgets/a.rs", "mod tests { use crate::panes::Pane; }", "import room `panes`"),
        ("src/panes/home/a.rs", "use crate::app::App;", "import room `app`"),
        (
            "src/panes/home/a.rs",
            "use crate::panes::contract::words;",
            "pane `home` may not import pane `contract`",
        ),
        ("src/panes/home/a.rs", "use super::super::contract::logs::Logs;", "not import pane `contract/logs`"),
        ("src/panes/home/a.rs", "use crate::panes::Logs;", "not import pane `contract/logs`"),
        (
            "src/panes/contract/results/a.rs",
            "use super::super::logs::Logs;",
            "not import pane `contract/logs`",
        ),
        ("src/panes/contract/words.rs", "use super::logs::Logs;", "not import pane `contract/logs`"),
        (
            "src/panes/context.rs",
            "use super::contract::logs;",
            "pane `context` may not import pane `contract/logs`",
        ),
        ("src/panes/kit/list/a.rs", "use crate::panes::home::Home;", "pane `kit` may not import pane `home`"),
        ("src/panes/kit/ask/a.rs", "use ratatui::layout::Rect;", "may not name `ratatui`"),
        ("src/panes/kit/ask/a.rs", "use crate::panes::kit::nouns::values;", "may not name `kit::nouns`"),
        ("src/files/a.rs", "use crate::store::Address;", "import room `panes`"),
        ("src/message/a.rs", "use crate as c; fn f() { c::app::run() }", "no other name"),
        ("src/message/a.rs", "#[path = \"../app/mod.rs\"]\nmod a;", "has the name of its file"),
        ("crates/ledger/src/a.rs", "use std::sync::atomic::AtomicU8;", "`Atomic*`"),
        ("src/panes/home/a.rs", "struct A(std::cell::Cell<u8>);", "`cell::Cell`"),
        ("src/app/a.rs", "use std::sync::mpsc;", "`mpsc`"),
        ("src/attic/a.rs", "", "in no room"),
        ("src/app/a.rs", "fn f() { std::time::Instant::now(); }", "`Instant::now`"),
        ("src/app/a.rs", "use std::time; fn f() { time::SystemTime::now(); }", "`SystemTime::now`"),
        ("src/panes/home/a.rs", "let at = jiff::Timestamp::now();", "`Timestamp::now`"),
        ("src/panes/home/a.rs", "let at = jiff::Zoned::now();", "`Zoned::now`"),
        ("src/message/a.rs", "use tokio::sync::mpsc;", "`tokio`"),
        ("src/message/a.rs", "use tokio as t; fn f() { t::spawn(g()) }", "`tokio`"),
        ("src/message/a.rs", "#[tokio::test] async fn f() {}", "`tokio`"),
        ("src/widgets/a.rs", "use crossterm::event::Event;", "`crossterm`"),
        ("crates/verification/src/a.rs", "async fn f(c: reqwest::Client) {}", "`reqwest`"),
        ("crates/ledger/src/a.rs", "use std::{fmt, fs::File};", "`std::fs`"),
        ("crates/ledger/src/a.rs", "use std::net::IpAddr;", "`std::net`"),
        ("crates/ledger/src/a.rs", "fn f() { std::env::var(\"A\"); }", "`std::env`"),
        ("src/app/a.rs", "use std::process;", "`std::process`"),
        ("src/app/a.rs", "use std::thread;", "`std::thread`"),
        ("src/app/a.rs", "use std::io; fn f() { io::stdout(); }", "`io::std*`"),
        ("src/message/a.rs", "use ratatui::style::Style;", "`ratatui`"),
        ("crates/client/src/a.rs", "use ratatui::style::Style;", "`ratatui`"),
        ("src/store/a.rs", "use crossterm::terminal;", "`crossterm`"),
        ("src/config/a.rs", "use tokio::fs;", "`tokio`"),
        ("src/store/a.rs", "use keybinds::Key;", "`keybinds`"),
        ("src/panes/home/a.rs", "struct A(std::cell::RefCell<u8>);", "`RefCell`"),
        ("src/app/a.rs", "use std::sync::{Arc, Mutex};", "`Mutex`"),
        ("src/app/a.rs", "static A: OnceLock<u8> = OnceLock::new();", "`OnceLock`"),
        ("src/app/a.rs", "static mut A: u8 = 0;", "`static mut`"),
    ] {
        let faults = caught(file, &format!("//! A file.\n{source}"));
        assert!(faults.iter().any(|fault| fault.contains(wanted)), "{source}: {faults:?}");
        assert!(faults.iter().all(|fault| fault.starts_with(file)), "{faults:?}");
    }
    assert_eq!(caught("crates/ledger/src/a.rs", "// A file.").len(), 1);
    assert_eq!(caught("crates/ledger/src/a.rs", &format!("//! A file.\n{}", "//\n".repeat(400))).len(), 1);
}

#[test]
fn what_is_allowed_passes() {
    for (file, source) in [
        ("crates/ledger/src/a.rs", "use super::query; use crate::Text; use std::{fmt, sync::LazyLock};"),
        (
            "crates/ledger/src/a.rs",
            "// use crate::app;\n/* tokio::spawn */ const A: &str = \"std::fs::read\"; const B: char = '\"';",
        ),
        ("crates/ledger/src/a.rs", "/// Like [`crate::app::App`] and `Instant::now`.\nfn f() {}"),
        ("src/message/a.rs", "use keybinds::Key; fn f(mutable: &mut u8) {}"),
        ("src/panes/home/a.rs", "use crate::panes::context::Context; use super::view; use ratatui::Frame;"),
        ("src/panes/home/a.rs", "use crate::panes::kit::list::List; use crate::panes::Context;"),
        (
            "src/panes/contract/results/a.rs",
            "use super::super::words; use super::rows; use crate::panes::kit;",
        ),
        ("src/panes/contract/mod.rs", "pub mod logs; use logs::Logs;"),
        ("src/panes/mod.rs", "use contract::logs::Logs; use crate::panes::home::Home;"),
        ("src/app/a.rs", "use std::time::Instant; fn f(now: Instant) { fs(now) }"),
        ("src/app/a.rs", "use std::io::Write; use std::sync::Arc; struct A { tokio: u8 }"),
        ("src/runtime/a.rs", "use crate::app::App; use tokio::net::TcpStream; use std::sync::Mutex;"),
        ("src/main.rs", "use hieroscope::runtime; fn main() { std::process::exit(runtime::run()) }"),
        ("crates/demo/src/clock.rs", "fn f() { std::time::SystemTime::now(); tokio::spawn(g()); }"),
    ] {
        let faults = caught(file, &format!("//! A file.\n{source}"));
        assert!(faults.is_empty(), "{source}: {faults:?}");
    }
}
