//! Executes the code of the network's contracts.

mod constructed;
mod entities;
pub(crate) mod query;
