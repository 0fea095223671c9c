//! The outcome of a call, as text and as JSON.

use decode::functions::Callable;
use decode::reading::{Argument, CallReading, Candidate, Provenance, Reading};
use decode::response_code::Response;
use ledger::query::ContractCallQuery;
use ledger::{CallOutcome, ContractRef, HexBytes, Text};
use serde_json::{Value, json};

/// A call and its outcome.
pub(super) struct Written<'a> {
    pub(super) contract: ContractRef,
    pub(super) function: &'a Callable,
    pub(super) query: &'a ContractCallQuery,
    pub(super) outcome: &'a CallOutcome,
    pub(super) reading: &'a CallReading,
}

impl Written<'_> {
    /// The call in words, with the note that it was only simulated.
    pub(super) fn told(&self) -> String {
        let call = self
            .reading
            .input
            .exact()
            .map_or_else(|| self.function.entry.signature.escaped(), Candidate::summary);
        let block =
            self.query.block.as_ref().map_or("the latest block".to_owned(), |block| format!("block {block}"));
        let source = self.function.provenance.label();
        format!("{call} of {} at {block} ({source}): a query, nothing is sent to a ledger", self.contract)
    }

    /// The returned values, one per line, or the gas.
    pub(super) fn text(&self) -> String {
        match (self.outcome, self.values()) {
            (CallOutcome::Estimated(gas), _) => gas.to_string(),
            (_, Some(values)) => values.iter().map(line).collect::<Vec<_>>().join("\n"),
            (CallOutcome::Returned(data), None) => data.to_hex(),
            _ => String::new(),
        }
    }

    /// Why nothing was returned, if nothing was.
    pub(super) fn failure(&self) -> Option<String> {
        if let Some(declared) = self.undecoded() {
            let found = match self.outcome {
                CallOutcome::Returned(data) if data.is_empty() => "nothing".to_owned(),
                CallOutcome::Returned(data) => format!("{}, which is not that", data.to_hex()),
                _ => return None,
            };
            return Some(format!("{declared} was declared to be returned, and the call returned {found}"));
        }
        let said = self.reading.error.as_ref()?.summary();
        Some(match self.outcome {
            CallOutcome::Halted { status, detail } if !detail.is_empty() => {
                format!("{}: {said} ({})", status.escaped(), detail.escaped())
            }
            CallOutcome::Halted { .. } => format!("failed: {said}"),
            _ => format!("reverted: {said}"),
        })
    }

    pub(super) fn exit_code(&self) -> u8 {
        let failed = matches!(self.outcome, CallOutcome::Reverted { .. } | CallOutcome::Halted { .. });
        u8::from(failed || self.undecoded().is_some())
    }

    pub(super) fn json(&self) -> Value {
        let Self { function, query, outcome, reading, .. } = self;
        let (name, data, gas) = match outcome {
            CallOutcome::Returned(data) => ("returned", Some(data), None),
            CallOutcome::Estimated(gas) => ("estimated", None, Some(gas)),
            CallOutcome::Reverted { data, .. } => ("reverted", Some(data), None),
            CallOutcome::Halted { .. } => ("halted", None, None),
        };
        let custom = reading.error.as_ref().and_then(|error| error.custom.as_ref()).and_then(Reading::exact);
        let asked = reading.input.exact();
        let cast = asked.and_then(|asked| asked.cast_query(query, function.entry.outputs.as_deref()));
        json!({
            "outcome": name,
            "exit_code": self.exit_code(),
            "contract": self.contract.to_string(),
            "address": query.to.checksummed(),
            "function": function.entry.signature.escaped(),
            "source": function.provenance.label(),
            "arguments": asked.map(|asked| asked.arguments.iter().map(value).collect::<Vec<_>>()),
            "input": query.data.to_hex(),
            "block": query.block.as_ref().map(ToString::to_string),
            "from": query.from.map(|from| from.checksummed()),
            "value": query.value.to_string(),
            "data": data.map(HexBytes::to_hex),
            "values": self.values().map(|values| values.iter().map(value).collect::<Vec<_>>()),
            "response_code": reading.response.map(Response::explanation),
            "gas": gas,
            "error": self.failure(),
            "custom_error": custom.map(Candidate::to_json),
            "cast": cast,
        })
    }

    /// The declared return types, if the returned data does not match them.
    fn undecoded(&self) -> Option<String> {
        let declared = self.function.entry.outputs.as_deref().filter(|outputs| !outputs.is_empty())?;
        let returned = matches!(self.outcome, CallOutcome::Returned(_)) && self.values().is_none();
        let kinds = declared.iter().map(|output| output.kind.escaped()).collect::<Vec<_>>().join(", ");
        returned.then(|| format!("({kinds})"))
    }

    /// The decoded return values. If the user declared return types, only those apply.
    fn values(&self) -> Option<&[Argument]> {
        let declared = Provenance::User;
        let is_meant =
            |exact: &&Candidate| exact.provenance == declared || self.function.provenance != declared;
        let exact = self.reading.output.as_ref()?.exact().filter(is_meant)?;
        Some(&exact.arguments)
    }
}

/// A value whole, with its name where the function says one.
fn line(argument: &Argument) -> String {
    let value = match argument.value.to_json() {
        Value::String(text) => Text::new(text).escaped(),
        value => value.to_string(),
    };
    if argument.name.is_empty() { value } else { format!("{} {value}", argument.name.escaped()) }
}

fn value(argument: &Argument) -> Value {
    json!({
        "name": argument.name.escaped(),
        "type": argument.kind.escaped(),
        "value": argument.value.to_json(),
    })
}
