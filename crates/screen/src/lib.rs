//! The hot path of every frame: texts become cells, and the cells that differ become bytes for the terminal. It is a crate
//! of its own so that it is compiled for speed where the rest is compiled for size.

mod frame;
pub mod line;
mod steady;

pub use frame::{Screen, bounded, measured};
pub use steady::is_steady;
