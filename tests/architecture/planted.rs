//! Faults of every kind, planted, to show that they are caught; and what must pass.

use crate::{faults, rooms};

/// All faults of a source, as if it stood in this file of a house with two panes and what they share.
fn caught(file: &str, source: &str) -> Vec<String> {
    let files = ["src/panes/contract/mod.rs", "src/panes/home/view.rs", "src/panes/list/mod.rs"];
    let panes = rooms::panes(files.into_iter());
    [faults::of_form(file, source), faults::of_imports(file, source, &panes), faults::of_touch(file, source)]
        .concat()
}

#[test]
fn planted_faults_are_caught() {
    for (file, source, wanted) in [
        ("src/ledger/a.rs", "use crate::message::Place;", "`ledger` may not import room `message`"),
        ("src/ledger/a.rs", "use super::super::message::Place;", "`ledger` may not import room `message`"),
        ("src/ledger/a.rs", "fn f() { crate::app::run() }", "`ledger` may not import room `app`"),
        ("src/decode/a.rs", "use crate::{ledger::{Text, Key}, widgets::{a::B}};", "import room `widgets`"),
        ("src/demo/a.rs", "use crate::client::Client;", "`demo` may not import room `client`"),
        ("src/widgets/a.rs", "mod tests { use crate::panes::Pane; }", "import room `panes`"),
        ("src/panes/home/a.rs", "use crate::app::App;", "import room `app`"),
        (
            "src/panes/home/a.rs",
            "use crate::panes::contract::Contract;",
            "pane `home` may not import pane `contract`",
        ),
        ("src/panes/home/a.rs", "use super::super::contract::Contract;", "may not import pane `contract`"),
        (
            "src/panes/shared.rs",
            "use super::contract::Contract;",
            "pane `shared` may not import pane `contract`",
        ),
        ("src/panes/list/a.rs", "use crate::panes::home::Home;", "pane `list` may not import pane `home`"),
        ("src/attic/a.rs", "", "in no room"),
        ("src/app/a.rs", "fn f() { std::time::Instant::now(); }", "`Instant::now`"),
        ("src/app/a.rs", "use std::time; fn f() { time::SystemTime::now(); }", "`SystemTime::now`"),
        ("src/panes/home/a.rs", "let at = jiff::Timestamp::now();", "`Timestamp::now`"),
        ("src/panes/home/a.rs", "let at = jiff::Zoned::now();", "`Zoned::now`"),
        ("src/message/a.rs", "use tokio::sync::mpsc;", "`tokio`"),
        ("src/message/a.rs", "use tokio as t; fn f() { t::spawn(g()) }", "`tokio`"),
        ("src/message/a.rs", "#[tokio::test] async fn f() {}", "`tokio`"),
        ("src/widgets/a.rs", "use crossterm::event::Event;", "`crossterm`"),
        ("src/verification/a.rs", "async fn f(c: reqwest::Client) {}", "`reqwest`"),
        ("src/ledger/a.rs", "use std::{fmt, fs::File};", "`std::fs`"),
        ("src/ledger/a.rs", "use std::net::IpAddr;", "`std::net`"),
        ("src/ledger/a.rs", "fn f() { std::env::var(\"A\"); }", "`std::env`"),
        ("src/app/a.rs", "use std::process;", "`std::process`"),
        ("src/app/a.rs", "use std::thread;", "`std::thread`"),
        ("src/app/a.rs", "use std::io; fn f() { io::stdout(); }", "`io::std*`"),
        ("src/message/a.rs", "use ratatui::style::Style;", "`ratatui`"),
        ("src/client/a.rs", "use ratatui::style::Style;", "`ratatui`"),
        ("src/store/a.rs", "use crossterm::terminal;", "`crossterm`"),
        ("src/config/a.rs", "use tokio::fs;", "`tokio`"),
        ("src/ledger/a.rs", "use keybinds::Key;", "`keybinds`"),
        ("src/panes/home/a.rs", "struct A(std::cell::RefCell<u8>);", "`RefCell`"),
        ("src/app/a.rs", "use std::sync::{Arc, Mutex};", "`Mutex`"),
        ("src/app/a.rs", "static A: OnceLock<u8> = OnceLock::new();", "`OnceLock`"),
        ("src/app/a.rs", "static mut A: u8 = 0;", "`static mut`"),
    ] {
        let faults = caught(file, &format!("//! A file.\n{source}"));
        assert!(faults.iter().any(|fault| fault.contains(wanted)), "{source}: {faults:?}");
        assert!(faults.iter().all(|fault| fault.starts_with(file)), "{faults:?}");
    }
    assert_eq!(caught("src/ledger/a.rs", "// A file.").len(), 1);
    assert_eq!(caught("src/ledger/a.rs", &format!("//! A file.\n{}", "//\n".repeat(400))).len(), 1);
}

#[test]
fn what_is_allowed_passes() {
    for (file, source) in [
        ("src/ledger/a.rs", "use super::query; use crate::ledger::Text; use std::{fmt, sync::LazyLock};"),
        (
            "src/ledger/a.rs",
            "// use crate::app;\n/* tokio::spawn */ const A: &str = \"std::fs::read\"; const B: char = '\"';",
        ),
        ("src/ledger/a.rs", "/// Like [`crate::app::App`] and `Instant::now`.\nfn f() {}"),
        ("src/message/a.rs", "use keybinds::Key; fn f(mutable: &mut u8) {}"),
        ("src/panes/home/a.rs", "use crate::panes::context::Context; use super::view; use ratatui::Frame;"),
        ("src/panes/home/a.rs", "use crate::panes::list::List;"),
        ("src/panes/mod.rs", "use contract::Contract; use crate::panes::home::Home;"),
        ("src/app/a.rs", "use std::time::Instant; fn f(now: Instant) { fs(now) }"),
        ("src/app/a.rs", "use std::io::Write; use std::sync::Arc; struct A { tokio: u8 }"),
        ("src/runtime/a.rs", "use crate::app::App; use tokio::net::TcpStream; use std::sync::Mutex;"),
        ("src/main.rs", "use hieroscope::runtime; fn main() { std::process::exit(runtime::run()) }"),
        ("src/demo/clock.rs", "fn f() { std::time::SystemTime::now(); tokio::spawn(g()); }"),
    ] {
        let faults = caught(file, &format!("//! A file.\n{source}"));
        assert!(faults.is_empty(), "{source}: {faults:?}");
    }
}
