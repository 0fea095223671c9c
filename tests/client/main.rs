//! The client over real HTTP on loopback: what it sends, what it makes of every recorded answer, how patient it
//! is, and where it stops.

#![cfg(feature = "demo")]

mod asks;
mod operations;
mod retries;
mod server;
