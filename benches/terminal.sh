#!/usr/bin/env bash
# What a user feels: start, keys, a held key, quitting, memory and rest, beside the least that a program on this stack
# can do (benches/floor). Ratios carry over from machine to machine, milliseconds do not. Needs Linux and Python 3.
#
#   benches/terminal.sh [ROUNDS]
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --quiet --release --bin hieroscope
cargo build --quiet --release --manifest-path benches/floor/Cargo.toml --target-dir target/floor
exec python3 benches/terminal.py "${CARGO_TARGET_DIR:-target}/release/hieroscope" target/floor/release/floor "${1:-9}"
