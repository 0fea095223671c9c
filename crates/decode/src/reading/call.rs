//! Decodes a complete call: input, output and failure, also of the calls within it.

use ledger::{CallOutcome, ContractRef, HexBytes, Text};

use super::{Argument, Candidate, CreationReading, Inner, Provenance, Raw, Reader, Reading, Value};
use crate::abi::WORD;
use crate::response_code::Response;
use crate::revert::Revert;
use crate::unfold;
use crate::unfold::Budget;

/// A call to decode, from a contract result, a trace or a schedule.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct CallQuestion {
    /// The contract that was called, if it is known: `to`, `address` or `contract_id`.
    pub contract: Option<ContractRef>,
    /// `function_parameters`.
    pub input: HexBytes,
    /// `call_result`.
    pub output: Option<HexBytes>,
    /// Why it failed: `error_message`.
    pub error: Option<Text>,
    /// Whether the call created a contract: the input is then init code with constructor arguments, or arguments only.
    pub creates: bool,
}

impl CallQuestion {
    /// A read-only call with its outcome, in the form of a contract result.
    pub fn executed(contract: ContractRef, input: HexBytes, outcome: &CallOutcome) -> Self {
        let (output, error) = match outcome {
            CallOutcome::Returned(data) => (Some(data.clone()), None),
            CallOutcome::Estimated(_) => (None, None),
            CallOutcome::Reverted { data, detail } if data.is_empty() => (None, Some(detail.clone())),
            CallOutcome::Reverted { data, .. } => (None, Some(Text::new(data.to_hex()))),
            CallOutcome::Halted { status, .. } => (None, Some(status.clone())),
        };
        Self { contract: Some(contract), input, output, error, creates: false }
    }
}

/// A decoded call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallReading {
    /// The function and its arguments.
    pub input: Reading,
    /// The return values by the same signature; `None` for a failed call or one without output.
    pub output: Option<Reading>,
    /// The response code of a system contract, which may report a failure of a successful call.
    pub response: Option<Response>,
    /// Why it failed.
    pub error: Option<ErrorReading>,
    /// The decoded init code; `None` unless the call created a contract.
    pub creation: Option<CreationReading>,
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
    /// Decodes a complete call.
    pub fn read_call(&self, question: &CallQuestion) -> CallReading {
        let CallQuestion { contract, input, output, error, creates } = question;
        let input = input.bytes();
        let is_redirected = unfold::behind_redirect(input).is_some();
        let revert = |error: &Text| {
            if is_redirected { Revert::parse(error).of_system() } else { Revert::parse(error) }
        };
        let error = error.as_ref().map(|error| self.read_error(*contract, revert(error)));
        let failed = error.is_some();
        let output = output.as_ref().filter(|output| !failed && !output.is_empty()).map(HexBytes::bytes);
        let creation = (*creates && !input.is_empty()).then(|| self.creation(*contract, input));
        if creation.is_some() {
            let input = Reading::raw(Raw::Creation);
            return CallReading { input, output: None, response: None, error, creation };
        }
        let asked = self.call(*contract, input);
        CallReading {
            output: output.map(|output| {
                self.returns_within((*contract, input), Some(&asked), output, &mut Budget::default())
            }),
            response: output.and_then(|output| self.response(*contract, input, output)),
            input: asked,
            error,
            creation,
        }
    }

    /// Decodes the failure of a contract call.
    pub fn read_error(&self, contract: Option<ContractRef>, revert: Revert) -> ErrorReading {
        self.failure_within(contract, revert, &mut Budget::default())
    }
}

impl CallReading {
    /// The name of the function in a list: `transfer`, `constructor`, or its selector; empty if nothing was asked.
    pub fn method(&self) -> String {
        match (self.input.best(), self.input.raw) {
            (Some(best), _) => best.short_name(),
            (None, Some(Raw::Empty) | None) => String::new(),
            (None, Some(Raw::Creation)) => "constructor".to_owned(),
            (None, Some(raw)) => raw.reason(),
        }
    }

    /// Why it failed in one line: of the call, else of what the system contract answered to a call that succeeded.
    pub fn failure(&self) -> Option<String> {
        self.failed(ErrorReading::summary)
    }

    /// The same with every value whole.
    pub fn failure_in_full(&self) -> Option<String> {
        self.failed(ErrorReading::in_full)
    }

    fn failed(&self, words: fn(&ErrorReading) -> String) -> Option<String> {
        let answered = self.response.filter(|response| !response.is_success());
        self.error.as_ref().map(words).or_else(|| answered.map(Response::explanation))
    }
}

impl ErrorReading {
    /// The error in one line, with long values shortened.
    pub fn summary(&self) -> String {
        self.words(Candidate::summary)
    }

    /// The same with every value whole.
    pub fn in_full(&self) -> String {
        self.words(Candidate::in_full)
    }

    fn words(&self, custom: fn(&Candidate) -> String) -> String {
        self.custom.as_ref().and_then(Reading::exact).map_or_else(|| self.revert.summary(), custom)
    }
}

impl Candidate {
    /// The response code in front of what a system contract returned, if these are its answers.
    pub fn response(&self) -> Option<Response> {
        let first = self.arguments.first().filter(|first| first.name.is("responseCode"))?;
        let number = first.value.small().filter(|_| self.provenance == Provenance::System)?;
        u64::try_from(number).ok().map(Response::new)
    }

    /// The name, marked with `?` if this reading is doubtful.
    pub fn short_name(&self) -> String {
        let mark = if self.is_exact() { "" } else { "?" };
        format!("{}{mark}", self.name.escaped())
    }

    /// Whether bytes among the arguments, at any depth, may be an error that has no name yet.
    pub fn has_unread_error(&self) -> bool {
        any(&self.arguments, &mut |bytes, inner| match inner {
            None => (bytes.len() % WORD == 4).then_some(()),
            Some(inner) => inner.reading()?.exact()?.has_unread_error().then_some(()),
        })
        .is_some()
    }

    /// The first failure among the answers: of a forwarded call, or from a system contract.
    pub fn hidden_failure(&self) -> Option<String> {
        any(&self.arguments, &mut |_, inner| match inner? {
            Inner::Failed { error, .. } => Some(error.summary()),
            Inner::Returned { reading, .. } => {
                let best = reading.best()?;
                let refused = best.response().filter(|response| !response.is_success());
                refused.map(Response::explanation).or_else(|| best.hidden_failure())
            }
            Inner::Call(_) => None,
        })
    }
}

/// The first thing that is found in bytes among arguments, or in what they mean.
fn any<T>(
    arguments: &[Argument],
    find: &mut impl FnMut(&HexBytes, Option<&Inner>) -> Option<T>,
) -> Option<T> {
    arguments.iter().find_map(|argument| within(&argument.value, find))
}

fn within<T>(value: &Value, find: &mut impl FnMut(&HexBytes, Option<&Inner>) -> Option<T>) -> Option<T> {
    match value {
        Value::Bytes(bytes, inner) => find(bytes, inner.as_deref()),
        Value::List(values) => values.iter().find_map(|value| within(value, find)),
        Value::Tuple(members) => members.iter().find_map(|member| within(&member.value, find)),
        _ => None,
    }
}

impl Reading {
    /// See [`Candidate::hidden_failure`]: only of answers that were read for certain.
    pub fn hidden_failure(&self) -> Option<String> {
        self.exact().and_then(Candidate::hidden_failure)
    }
}
