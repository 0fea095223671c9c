//! Fuzzes the property `declarations`.
#![no_main]

#[path = "../../tests/fuzz/properties/mod.rs"]
#[allow(dead_code, reason = "each fuzzer tries one property of all")]
mod properties;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| properties::check("declarations", bytes));
