//! Headless sessions: keys go in, screens come out, on the embedded network.
#![cfg(feature = "demo")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail loudly")]

#[path = "../support/mod.rs"]
#[allow(dead_code, reason = "several test programs share these, each uses some")]
mod support;

/// Compares a screen with the one that was accepted, but for the ids that the embedded verifier makes up.
macro_rules! snapshot {
    ($screen:expr) => {
        insta::with_settings!({filters => vec![
            (r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "12345678-9abc-4def-8123-456789abcdef"),
            (r"errorId: [0-9a-f-]{1,35}…", "errorId: 12…"),
            (r"guid=[0-9a-f]+", "guid=123456789abc4def8123"),
            (r"127\.0\.0\.1:\d{5}", "127.0.0.1:12345"),
            (r"\b[0-9a-f]{32}\b", "123456789abc4def8123456789abcdef"),
        ]}, {
            insta::assert_snapshot!($screen);
        });
    };
}

mod account;
mod aggregates;
mod agreeing;
mod alive;
mod app_tabs;
mod batch;
mod bytes;
mod cached;
mod cockpit;
mod code;
mod code_diff;
mod columns;
mod comparison;
mod contract;
mod copy_menu;
mod debugger;
mod deployment;
mod details;
mod every_list;
mod export;
mod facts;
mod fault_matrix;
mod find_events;
mod fitting;
mod gas_usage;
mod hints;
mod home;
mod identities;
mod interfaces;
mod job;
mod jobs;
mod key_cost;
mod labels;
mod large;
mod late;
mod latest_calls;
mod ledger_things;
mod links;
mod list_cost;
mod local_filter;
mod local_lists;
mod logs;
mod marks;
mod marks_in_memory;
mod memory;
mod met;
mod movement;
mod online;
mod outcomes;
mod overlays;
mod paging;
mod palette;
mod pending;
mod piping;
mod player;
mod preflight;
mod preview;
mod prices;
mod proof;
mod quiet;
mod raw_json;
mod read;
mod readings;
mod rebound;
mod recording;
mod refusals;
mod reopening;
mod replay;
mod request_log;
mod result;
mod result_answers;
mod result_fields;
mod result_named;
mod result_story;
mod result_tokens;
mod result_trace;
mod results;
mod retries;
mod saved_filters;
mod schedules;
mod screenshot;
mod scroll_bars;
mod sequences;
mod sharing;
mod sizes;
mod sources;
mod sparing;
mod state;
mod stepping;
mod steps;
mod tail;
mod transaction;
mod unanswered;
mod verified;
mod verify;
mod verify_file;
mod verify_project;
mod verify_sources;
mod versions;
mod watch;
mod ways_in;
mod xray;
