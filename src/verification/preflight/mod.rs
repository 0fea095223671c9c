//! What is known before a submission is sent: which address stands for the contract, and which hash for its
//! creation. Forms and scripts ask the same functions.

mod address;
mod creation;

pub use address::{Sent, Why, sent};
pub use creation::creation_hash;
