//! Executes the code of the network's contracts.

mod constructed;
mod entities;
mod execute;
mod outcome;
mod plan;
pub(crate) mod query;
#[cfg(test)]
mod tests;

pub(crate) use constructed::storage as constructed_storage;
pub(crate) use execute::{create, execute, trace};
pub(crate) use outcome::Outcome;
pub(crate) use plan::{Call, Plan, Service};
