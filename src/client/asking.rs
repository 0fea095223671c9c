//! A question on its way.

use super::Rank;
use super::call::Call;
use super::secrets::Guard;
use crate::message::OperationRequest;

/// The request, its call, and what keeps keys out of the response.
pub(super) struct Asking<'a> {
    pub(super) request: &'a OperationRequest,
    pub(super) call: Call,
    pub(super) guard: Guard,
    pub(super) rank: &'a Rank,
}
