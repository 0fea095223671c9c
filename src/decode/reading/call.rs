//! A call read as a whole: what was asked, what was answered, and why it failed.

use super::{Candidate, Reader, Reading};
use crate::decode::response_code::Response;
use crate::decode::revert::Revert;
use crate::ledger::{ContractRef, HexBytes, Text};

/// A call to be read: of a contract result, a trace or a schedule.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct CallQuestion {
    /// The contract that was called, if it is known: `to`, `address` or `contract_id`.
    pub contract: Option<ContractRef>,
    /// What was asked: `function_parameters`.
    pub input: HexBytes,
    /// What was answered: `call_result`.
    pub output: Option<HexBytes>,
    /// Why it failed: `error_message`.
    pub error: Option<Text>,
}

/// What a call says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallReading {
    /// The function and its arguments.
    pub input: Reading,
    /// What the function returned, by the same signature; `None` if there is no answer, or it failed.
    pub output: Option<Reading>,
    /// The response code of a system contract, which may be of a failure though the call itself succeeded.
    pub response: Option<Response>,
    /// Why it failed.
    pub error: Option<ErrorReading>,
}

/// Why a call failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErrorReading {
    /// The kind of thing that the field holds.
    pub revert: Revert,
    /// The error that a contract defines, if it is one.
    pub custom: Option<Reading>,
}

impl Reader<'_> {
    /// Reads a call as a whole.
    pub fn read_call(&self, question: &CallQuestion) -> CallReading {
        let CallQuestion { contract, input, output, error } = question;
        let input = input.bytes();
        let error = error.as_ref().map(|error| self.read_error(*contract, Revert::read(error)));
        let failed = error.is_some();
        let output = output.as_ref().filter(|output| !failed && !output.is_empty()).map(HexBytes::bytes);
        CallReading {
            input: self.call(*contract, input),
            output: output.map(|output| self.returns(*contract, input, output)),
            response: output.and_then(|output| self.response(*contract, input, output)),
            error,
        }
    }

    /// Reads why a call of a contract failed.
    pub fn read_error(&self, contract: Option<ContractRef>, revert: Revert) -> ErrorReading {
        let custom = match &revert {
            Revert::Custom { selector, arguments } => {
                let data = [selector.as_slice(), arguments.bytes()].concat();
                Some(self.error(contract, &data))
            }
            _ => None,
        };
        ErrorReading { revert, custom }
    }
}

impl CallReading {
    /// The name of the function in a list: `transfer`, or its selector; empty if nothing was asked.
    pub fn method(&self) -> String {
        match (self.input.best(), self.input.raw) {
            (Some(best), _) => best.short_name(),
            (None, Some(super::Raw::Empty) | None) => String::new(),
            (None, Some(raw)) => raw.words(),
        }
    }

    /// Why it failed in one line: of the call, else of what the system contract answered to a call that succeeded.
    pub fn failure(&self) -> Option<String> {
        let answered = self.response.filter(|response| !response.is_success());
        self.error.as_ref().map(ErrorReading::words).or_else(|| answered.map(Response::words))
    }
}

impl ErrorReading {
    /// Why it failed, in one line.
    pub fn words(&self) -> String {
        match self.custom.as_ref().and_then(Reading::exact) {
            Some(candidate) => candidate.words(),
            None => self.revert.words(),
        }
    }
}

impl Candidate {
    /// The name, marked with `?` if this reading is doubtful.
    pub fn short_name(&self) -> String {
        let mark = if self.is_exact() { "" } else { "?" };
        format!("{}{mark}", self.name.shown())
    }
}
