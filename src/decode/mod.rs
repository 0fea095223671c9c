//! Bytes in, meaning out: what reverts, response codes, call data, keys and bodies say. Every reader takes any
//! bytes and never fails: what cannot be read is shown as it is.

pub mod abi;
pub mod hexdump;
pub mod response_code;
pub mod revert;

pub use response_code::ResponseCode;
pub use revert::Revert;
