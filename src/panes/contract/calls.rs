//! The decoded call and the outcome of a result, for every page that shows results.

use decode::reading::summary::{list, list_in_full};
use decode::reading::{Argument, CallReading, Reading};
use decode::revert::Revert;
use ledger::{ContractResult, EntityId, EvmAddress, Field, HexBytes, Seen, Success, Text};

use crate::panes::kit::nouns::{decoded, execution, inner_calls};
use crate::widgets::Role;
use crate::widgets::table::Cell;

/// What the rows of a list share.
#[derive(Clone, Copy, Debug)]
pub(super) struct Around<'a> {
    /// Fields seen on single records, which lists leave out.
    pub(super) seen: &'a Seen,
    /// Whether child transactions are among the rows.
    pub(super) children: bool,
    /// The network's shard and realm.
    pub(super) home: EntityId,
    /// The contract whose results these are, if its id is known.
    pub(super) contract: Option<EntityId>,
}

/// A result with its decoded call and its outcome.
pub struct Known<'a> {
    pub(super) row: &'a ContractResult,
    /// The single record; `None` until it was loaded.
    details: Option<&'a ContractResult>,
    /// The decoded call.
    pub(super) reading: Option<&'a RowReading>,
    /// Argument types inferred from the contract's code, for a function without a name.
    pub(super) inferred: Option<&'a str>,
    /// Whether it succeeded.
    pub(super) success: Success,
    /// Whether an inner call is known to have failed.
    hides_failure: bool,
    /// The network's name for the outcome.
    pub(super) code: Option<&'a Text>,
    pub(super) home: EntityId,
    /// See [`Around::contract`].
    pub(super) contract: Option<EntityId>,
}

impl<'a> Known<'a> {
    /// Combines a row with its decoded call and its single record.
    pub(super) fn new(
        row: &'a ContractResult,
        reading: Option<&'a RowReading>,
        inferred: Option<&'a str>,
        Around { seen, children, home, contract }: Around<'a>,
    ) -> Self {
        // What a system contract refused was returned, too: then returned data proves nothing.
        let refused = reading.is_some_and(|read| read.failure.is_some());
        let unnamed = reading.is_none_or(RowReading::is_unnamed);
        Self {
            row,
            details: seen.details(row),
            reading,
            inferred: inferred.filter(|_| unnamed),
            success: seen.success(row, children || refused),
            hides_failure: seen.hides_failure(row),
            code: seen.outcome(row).and_then(|ending| ending.result.known()).or(row.result.known()),
            home,
            contract,
        }
    }

    /// A field of the row, or of its single record if the row leaves it out.
    pub(super) fn get<T: 'a>(&self, field: impl Fn(&'a ContractResult) -> &'a Field<T>) -> &'a Field<T> {
        let own = field(self.row);
        match self.details {
            Some(details) if own.is_absent() => field(details),
            _ => own,
        }
    }

    /// Whether the row has every field of its single record.
    pub(super) fn has_details(&self) -> bool {
        self.details.is_some() || !self.row.lacks_details()
    }

    /// The network's name for the outcome; `None` for a plain success.
    fn ending(&self) -> Option<String> {
        self.code.map(Text::escaped).filter(|name| name != "SUCCESS")
    }
}

/// The decoded call of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RowReading {
    /// The function and the one it forwards to: `redirectForToken → transfer`. Empty if unknown.
    pub(super) method: String,
    /// The call with its arguments in one line. Empty if it was not decoded.
    pub(super) call: String,
    /// The arguments alone: `to 0.0.1003, amount 250`. Empty if they were not decoded.
    pub(super) arguments: String,
    /// The returned values by the function's signature. Empty if that is unknown.
    pub(super) returned: String,
    /// The role of the call: a doubtful decoding is a warning.
    pub(super) role: Role,
    /// Why the call failed, or what a system contract refused within a success.
    pub(super) failure: Option<String>,
}

impl RowReading {
    /// Whether no name is known for the called function.
    pub(super) fn is_unnamed(&self) -> bool {
        self.method.is_empty()
    }

    /// Formats a call for the screen, with long values shortened.
    pub(super) fn new(call: &CallReading) -> Self {
        Self { failure: call.failure(), ..Self::with(call, list) }
    }

    /// Formats a call with every value in full.
    pub(super) fn in_full(call: &CallReading) -> Self {
        Self { failure: call.failure_in_full(), ..Self::with(call, list_in_full) }
    }

    fn with(call: &CallReading, list: fn(&[Argument]) -> String) -> Self {
        let returned = call.output.as_ref().and_then(Reading::exact);
        Self {
            method: call.input.best().map(decoded::method).unwrap_or_default(),
            call: call.input.best().map(decoded::with_doubt).unwrap_or_default(),
            arguments: call.input.best().map(|best| list(&best.arguments)).unwrap_or_default(),
            returned: returned.map(|returned| list(&returned.arguments)).unwrap_or_default(),
            role: if call.input.exact().is_some() { Role::Plain } else { Role::Attention },
            failure: None,
        }
    }
}

/// The entity id of a long-zero address; other addresses as they are, shortened by the table.
pub(super) fn party(address: &EvmAddress, home: EntityId) -> String {
    match address.entity_num() {
        Some(num) => EntityId { num, ..home }.to_string(),
        None => address.checksummed(),
    }
}

/// The function that was called, by its name, else by its selector.
pub(super) fn method(known: &Known<'_>) -> Cell {
    let Known { row, reading, .. } = *known;
    if let Some(read) = reading.filter(|read| !read.method.is_empty()) {
        return (read.method.clone(), Role::Plain);
    }
    let data = row.call_data();
    let data = data.as_deref().map(HexBytes::bytes).unwrap_or_default();
    match data.get(..4) {
        // The ledger does not keep the init code of native contract creations.
        _ if row.is_creation() => ("creation".to_owned(), Role::Dim),
        Some(selector) => (alloy_primitives::hex::encode_prefixed(selector), Role::Plain),
        None if data.is_empty() && row.to == Field::Null => ("no call data".to_owned(), Role::Dim),
        None if data.is_empty() => ("transfer".to_owned(), Role::Dim),
        None => (alloy_primitives::hex::encode_prefixed(data), Role::Plain),
    }
}

/// Why it failed, in words, or what the server called its success.
pub(super) fn outcome(known: &Known<'_>) -> Cell {
    let Known { row, reading, success, .. } = *known;
    let role = if success == Success::No { Role::Failure } else { Role::Attention };
    if let Some(failure) = reading.and_then(|read| read.failure.clone()) {
        return (failure, role);
    }
    if let Some(revert) = execution::revert(row).filter(|it| *it != Revert::NoReason) {
        return (revert.summary(), role);
    }
    match (success, known.ending()) {
        (Success::No, Some(name)) => (name, Role::Failure),
        (Success::No, None) => (Revert::NoReason.summary(), Role::Failure),
        (Success::Yes, _) if known.hides_failure => (inner_calls::FAILED.to_owned(), Role::Attention),
        (Success::Yes, named) => (named.unwrap_or_default(), Role::Plain),
        (Success::Unknown, _) => ("unknown".to_owned(), Role::Dim),
    }
}
