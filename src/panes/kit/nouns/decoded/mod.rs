//! Decoded bytes as rows of a sheet: a signature, the source of its name, and its arguments, each a value to
//! copy or open. Calls within calls are indented.

pub mod phrase;
pub mod shown;
pub mod subjects;
pub mod words;

use decode::reading::{Argument, Candidate, Inner, Provenance, Reading, Value as Read};
use decode::response_code::Response;
use decode::{TokenAmount, is_caller};
use ledger::{ContractRef, EntityId};

use self::shown::text_of;
use super::{labels, tokens, values};
use crate::panes::Context;
use crate::widgets::line::width;
use crate::widgets::{Role, Sheet, Value};

/// Maximum number of rows of one decoding; the raw bytes have the rest.
const MAX_ROWS: usize = 400;
/// Maximum number of list items with a row each.
const MAX_ITEMS: usize = 64;
/// Columns of most labels of a sheet, with the gaps around them.
const MAX_LABEL_COLUMNS: u16 = 30;
/// Maximum indentation, levels.
const MAX_DEPTH: u16 = 8;

/// The candidate at this index; `None` from `turns` on, where the bytes are shown.
pub fn chosen(reading: &Reading, turn: usize, turns: usize) -> Option<(usize, &Candidate)> {
    let last = reading.candidates.len().checked_sub(1)?;
    let at = turn.min(last);
    (turn < turns).then_some(())?;
    reading.candidates.get(at).map(|candidate| (at, candidate))
}

/// Maximum number of candidates of these readings; the bytes follow as a last choice.
pub fn turns<'a>(readings: impl Iterator<Item = &'a Reading>) -> usize {
    readings.map(|reading| reading.candidates.len()).max().unwrap_or(0)
}

/// The function's name, and those of the functions it forwards to: `redirectForToken → transfer`.
pub fn method(candidate: &Candidate) -> String {
    let within: Vec<&Candidate> = candidate
        .arguments
        .iter()
        .flat_map(|argument| match &argument.value {
            Read::List(members) => members.iter().filter_map(Read::nested).collect(),
            one => Vec::from_iter(one.nested()),
        })
        .filter_map(Reading::exact)
        .collect();
    match within.as_slice() {
        [] => candidate.short_name(),
        [one] => format!("{} → {}", candidate.short_name(), method(one)),
        [one, more @ ..] => format!("{} → {} +{}", candidate.short_name(), method(one), more.len()),
    }
}

/// A candidate in one line, with the reason if it is doubtful: `transfer?(…) (4 bytes follow …)`.
pub fn with_doubt(candidate: &Candidate) -> String {
    match candidate.fault {
        Some(fault) if candidate.arguments.is_empty() => format!("{} ({fault})", candidate.short_name()),
        Some(fault) => format!("{} ({fault})", candidate.summary()),
        None => candidate.summary(),
    }
}

/// A candidate in one line, with amounts of a token of `own` in whole ones once its decimals are known: `transfer(to
/// 0.0.1003, amount 2.50 USDC)`.
pub fn line(ctx: &Context<'_>, own: Option<ContractRef>, candidate: &Candidate) -> String {
    let amount = TokenAmount::find(own, candidate, ctx.network.home);
    let called = candidate.arguments.iter().find_map(|argument| argument.value.address());
    let called = called.map(ContractRef::Address).or(own).filter(|_| is_caller(candidate));
    candidate.summary_with(|at, value| match (amount, value.nested()) {
        (Some(amount), _) if amount.argument == at => tokens::short(ctx, amount.token, value.small()?),
        (_, Some(call)) => call.exact().map(|call| line(ctx, called, call)),
        // What is shortened is not there for others to find the label of.
        (_, None) => {
            let address = value.address().filter(|address| address.entity_num().is_none())?;
            let label = labels::of(ctx, ContractRef::Address(address))?;
            Some(format!("{label} {}", value.summary()))
        }
    })
}

/// The context of a decoding's rows.
#[derive(Clone, Copy, Debug)]
pub struct Head<'a> {
    /// The label of the signature.
    pub label: &'a str,
    /// Indentation of the signature.
    pub indent: u16,
    /// The called or emitting contract: amounts are in whole tokens if it is a token.
    pub own: Option<ContractRef>,
}

/// Adds a candidate: its signature under this label, the doubts about it, and its arguments.
pub fn rows(
    sheet: Sheet,
    ctx: &Context<'_>,
    head: Head<'_>,
    reading: &Reading,
    (at, candidate): (usize, &Candidate),
) -> Sheet {
    let mut rows = Rows { sheet, ctx, left: MAX_ROWS };
    rows.candidate(head, candidate, (at, reading.candidates.len()));
    rows.others(head.indent, reading, at);
    rows.sheet
}

/// Adds what a call of a function of `own` was given, decoded and as bytes, and what it returned.
pub fn call(
    mut sheet: Sheet,
    ctx: &Context<'_>,
    own: Option<ContractRef>,
    (input, bytes): (Option<&Reading>, Value),
    output: Option<&Reading>,
) -> Sheet {
    if let Some((input, best)) = input.and_then(|input| Some((input, input.best()?))) {
        sheet = rows(sheet, ctx, Head { label: "function", indent: 0, own }, input, (0, best));
    }
    sheet = sheet.fact("input", bytes);
    let Some(best) = output.and_then(Reading::best) else { return sheet };
    let returned = Value::styled(chip(best.provenance), best.provenance.to_string());
    arguments(sheet.fact("returned", returned), ctx, 1, own, best)
}

/// The arguments alone, such as what a function of `own` returned.
pub fn arguments(
    sheet: Sheet,
    ctx: &Context<'_>,
    indent: u16,
    own: Option<ContractRef>,
    candidate: &Candidate,
) -> Sheet {
    let mut rows = Rows { sheet, ctx, left: MAX_ROWS };
    rows.doubt(indent, candidate);
    rows.own_arguments(indent, own, candidate);
    rows.sheet
}

/// A signature with where it comes from, and which of how many it is.
pub fn signature(candidate: &Candidate, (at, of): (usize, usize)) -> Value {
    let role = if candidate.is_exact() { Role::Heading } else { Role::Attention };
    let signature = candidate.signature.escaped();
    let value =
        Value::styled(role, signature.clone()).and(chip(candidate.provenance), candidate.provenance.label());
    let value = if of > 1 { value.and(Role::Attention, format!("{} of {of}", at + 1)) } else { value };
    value.copied(signature)
}

/// The response code of a system contract, which may refuse within a successful call.
pub fn response_code(response: Response) -> Value {
    Value::styled(if response.is_success() { Role::Success } else { Role::Failure }, response.explanation())
}

/// The style of a source by how far it is trusted.
pub fn chip(provenance: Provenance) -> Role {
    match provenance {
        Provenance::User | Provenance::Verified { .. } | Provenance::System => Role::Success,
        Provenance::Shipped => Role::Dim,
        Provenance::Online | Provenance::Guess => Role::Attention,
    }
}

struct Rows<'a> {
    sheet: Sheet,
    ctx: &'a Context<'a>,
    left: usize,
}

impl Rows<'_> {
    fn row(&mut self, indent: u16, label: impl Into<String>, value: Value) {
        let Some(left) = self.left.checked_sub(1) else { return };
        self.left = left;
        let value = match left {
            0 => Value::none("and more: the bytes have all of it"),
            _ => value,
        };
        self.sheet = std::mem::take(&mut self.sheet).inner(indent.min(MAX_DEPTH), label, value);
    }

    fn candidate(&mut self, head: Head<'_>, candidate: &Candidate, count: (usize, usize)) {
        let whole = signature(candidate, count);
        if width(&whole.line()) + MAX_LABEL_COLUMNS > self.ctx.body.width {
            // Without room after the signature, the source goes below it.
            let mut name = whole;
            let by = name.pieces.split_off(name.pieces.len().min(1));
            self.row(head.indent, head.label, name);
            self.row(head.indent + 1, "named by", Value { pieces: by, ..Value::default() });
        } else {
            self.row(head.indent, head.label, whole);
        }
        self.doubt(head.indent + 1, candidate);
        self.own_arguments(head.indent + 1, head.own, candidate);
    }

    /// The other signatures with the same selector, each with the doubts about it.
    fn others(&mut self, indent: u16, reading: &Reading, shown: usize) {
        let of = reading.candidates.len();
        for (at, other) in reading.candidates.iter().enumerate().filter(|(at, _)| *at != shown) {
            let value = signature(other, (at, of));
            let value = match other.fault {
                Some(fault) => value.note(fault.to_string()),
                None => value,
            };
            self.row(indent, "or", value);
        }
    }

    fn own_arguments(&mut self, indent: u16, own: Option<ContractRef>, candidate: &Candidate) {
        let amount = TokenAmount::find(own, candidate, self.ctx.network.home);
        // The target of inner calls is certain only for functions that do nothing else with these arguments.
        let within = Within { own, calls: is_caller(candidate) };
        self.arguments(indent, &candidate.arguments, amount, within);
    }

    /// Decodes bytes that hold more than data, such as a call.
    fn inner(&mut self, indent: u16, inner: &Inner, called: Option<ContractRef>) {
        let (label, own) = match inner {
            Inner::Call(_) => ("call", called),
            Inner::Returned { of, .. } => ("returned by", *of),
            Inner::Failed { of, .. } => ("error", *of),
        };
        let reading = inner.reading();
        match (inner, reading.and_then(Reading::best)) {
            (Inner::Failed { error, .. }, None) => {
                self.row(indent, label, Value::styled(Role::Failure, error.summary()));
            }
            (Inner::Returned { .. }, Some(best)) => {
                if let Some(response) = best.response() {
                    self.row(indent, "response code", response_code(response));
                }
            }
            _ => {}
        }
        if let Some((reading, best)) = reading.and_then(|reading| Some((reading, reading.best()?))) {
            self.candidate(Head { label, indent, own }, best, (0, reading.candidates.len()));
            self.others(indent, reading, 0);
        }
    }

    fn doubt(&mut self, indent: u16, candidate: &Candidate) {
        if let Some(fault) = candidate.fault {
            self.row(indent, "doubt", Value::styled(Role::Attention, fault.to_string()));
        }
    }

    fn arguments(
        &mut self,
        indent: u16,
        arguments: &[Argument],
        amount: Option<TokenAmount>,
        within: Within,
    ) {
        // As for the interfaces of inner calls: the first address among the arguments is the called contract.
        let first = arguments.iter().find_map(|argument| argument.value.address());
        let own = first.map(ContractRef::Address).or(within.own).filter(|_| within.calls);
        let within = Within { own, ..within };
        for (at, argument) in arguments.iter().enumerate() {
            let name = if argument.name.is_empty() { format!("#{at}") } else { argument.name.escaped() };
            let kind = argument.kind.escaped();
            let kind = if argument.indexed { format!("{kind} indexed") } else { kind };
            let token = amount.filter(|amount| amount.argument == at).map(|amount| amount.token);
            self.value((indent, name), &kind, (&argument.value, token), within);
        }
    }

    fn value(
        &mut self,
        (indent, label): (u16, String),
        kind: &str,
        (value, token): (&Read, Option<EntityId>),
        within: Within,
    ) {
        let typed = |value: Value| if kind.is_empty() { value } else { value.note(kind.to_owned()) };
        match value {
            Read::List(members) => {
                self.row(indent, label, typed(Value::plain(shown::count(members.len()))));
                for (at, member) in members.iter().take(MAX_ITEMS).enumerate() {
                    self.value((indent + 1, format!("[{at}]")), "", (member, token), within);
                }
                if members.len() > MAX_ITEMS {
                    let more = format!("and {} more", members.len() - MAX_ITEMS);
                    self.row(indent + 1, self.ctx.theme.glyphs.cut, Value::none(more));
                }
            }
            Read::Tuple(members) => {
                self.row(indent, label, typed(Value::none(text_of(value))));
                self.arguments(indent + 1, members, None, within);
            }
            Read::Bytes(bytes, Some(inner)) => {
                self.row(indent, label, typed(values::bytes(self.ctx, bytes)));
                self.inner(indent + 1, inner, within.own);
            }
            _ => {
                let shown = shown::value(self.ctx, value);
                let whole = token.and_then(|token| tokens::value_in_tokens(self.ctx, token, value.small()?));
                let shown = whole.map_or_else(|| shown.clone(), |whole| shown.clone().note(whole));
                self.row(indent, label, typed(shown));
            }
        }
    }
}

/// The relation of calls within arguments to their function.
#[derive(Clone, Copy)]
struct Within {
    /// The called contract, if certain.
    own: Option<ContractRef>,
    /// Whether the function uses the bytes as call data.
    calls: bool,
}
