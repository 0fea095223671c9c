//! A call, an answer, an error or an event as `name(argument: value, …)` in a few lines: where it does not fit, values
//! are shortened, and names are not.

use alloy_primitives::{U256, hex};
use decode::reading::{Argument, Candidate, Inner, Reading, Value as Read};
use decode::{TokenAmount, Word, is_caller};
use ledger::amount::grouped;
use ledger::{ContractRef, EntityId, EvmAddress, HexBytes};

use crate::panes::Context;
use crate::panes::kit::nouns::tokens;
use crate::widgets::Role;
use crate::widgets::line::{cut, cut_middle, width};
use crate::widgets::pieces::{firm, wrap_pieces};
use crate::widgets::table::Cell;

/// The longest values that are tried, columns, one after the other until all fits.
const VALUE_COLUMNS: [u16; 6] = [66, 42, 28, 20, 13, 9];
/// The most columns of a name: it may be a stranger's.
const MAX_NAME_COLUMNS: u16 = 40;
/// The most arguments, and members of a list or tuple, that are written out.
const MAX_ARGUMENTS: usize = 16;
const MAX_ITEMS: usize = 4;
/// The most calls within calls that are written out.
const MAX_DEPTH: usize = 3;
/// Minimum columns of a value for a token's symbol and all digits of a number.
const MIN_SYMBOL_COLUMNS: u16 = 20;
/// The most columns of a number that is never shortened.
const MIN_DIGITS_COLUMNS: u16 = 12;
/// The most columns of the beginning of long bytes.
const MAX_HEAD_COLUMNS: u16 = 20;
/// The most bytes of a value that can be seen.
const MAX_BYTES: usize = 64;
/// What lines but the first begin with.
const INDENT: &str = "  ";

/// Where a phrase has to fit in.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    pub columns: u16,
    pub lines: usize,
}

/// Lines of the longest values that fit; those of the shortest are cut if even they do not.
pub fn fitted(ctx: &Context<'_>, room: Room, write: impl Fn(u16) -> Vec<Cell>) -> Vec<Vec<Cell>> {
    let indent = if room.lines > 1 { 2 } else { 0 };
    let columns = room.columns.saturating_sub(indent);
    let sign = ctx.theme.glyphs.cut;
    let mut all = Vec::new();
    for length in VALUE_COLUMNS {
        all = wrap_pieces(&write(length), columns, room.lines + 1, sign);
        if all.len() <= room.lines {
            break;
        }
    }
    if all.len() > room.lines {
        let shortest = VALUE_COLUMNS.last().copied().unwrap_or_default();
        all = wrap_pieces(&write(shortest), columns, room.lines, sign);
    }
    for line in all.iter_mut().skip(1) {
        line.insert(0, (INDENT.to_owned(), Role::Plain));
    }
    all
}

/// The name of a candidate and its arguments, values of at most this many columns.
pub fn named(ctx: &Context<'_>, own: Option<ContractRef>, candidate: &Candidate, length: u16) -> Vec<Cell> {
    let (name, role) = match candidate.fault {
        Some(_) => (format!("{}?", short_name(ctx, candidate)), Role::Attention),
        None => (short_name(ctx, candidate), Role::Heading),
    };
    let name = (name, role);
    let fault = candidate.fault.map(|fault| (format!(" ({fault})"), Role::Attention));
    if candidate.fault.is_some() && candidate.arguments.is_empty() {
        return [name].into_iter().chain(fault).collect();
    }
    let arguments = Writer { ctx, length }.arguments(own, candidate, 0);
    [name, (format!("({arguments})"), Role::Plain)].into_iter().chain(fault).collect()
}

/// The arguments alone, such as what a function of `own` returned.
pub fn arguments(ctx: &Context<'_>, own: Option<ContractRef>, candidate: &Candidate, length: u16) -> String {
    Writer { ctx, length }.arguments(own, candidate, 0)
}

fn short_name(ctx: &Context<'_>, candidate: &Candidate) -> String {
    cut(&candidate.name.escaped(), MAX_NAME_COLUMNS, ctx.theme.glyphs.cut).into_owned()
}

/// The token that an argument is an amount of, and whether it is what is called or emits.
type Amount = (EntityId, bool);

/// Writes values of at most a length.
struct Writer<'a> {
    ctx: &'a Context<'a>,
    length: u16,
}

impl Writer<'_> {
    fn arguments(&self, own: Option<ContractRef>, candidate: &Candidate, depth: usize) -> String {
        let amount = TokenAmount::find(own, candidate, self.ctx.network.home);
        let called = candidate.arguments.iter().find_map(|argument| argument.value.address());
        let called = called.map(ContractRef::Address).or(own).filter(|_| is_caller(candidate));
        let written = candidate.arguments.iter().take(MAX_ARGUMENTS).enumerate().map(|(at, argument)| {
            let token = amount.filter(|amount| amount.argument == at).map(|amount| amount.token);
            let is_own = own.and_then(|own| own.entity_id(self.ctx.network.home)) == token;
            self.argument(argument, token.map(|token| (token, is_own)), called, depth)
        });
        self.several(candidate.arguments.len(), MAX_ARGUMENTS, written)
    }

    fn several(&self, len: usize, most: usize, written: impl Iterator<Item = String>) -> String {
        let more = (len > most).then(|| firm(&format!("{} {} more", self.ctx.theme.glyphs.cut, len - most)));
        written.chain(more).collect::<Vec<_>>().join(", ")
    }

    fn argument(
        &self,
        argument: &Argument,
        token: Option<Amount>,
        called: Option<ContractRef>,
        depth: usize,
    ) -> String {
        let value = self.value(&argument.value, token, called, depth);
        if argument.name.is_empty() {
            return value;
        }
        let name = argument.name.escaped();
        let name = cut(&name, MAX_NAME_COLUMNS, self.ctx.theme.glyphs.cut);
        format!("{}{value}", firm(&format!("{name}: ")))
    }

    fn value(
        &self,
        value: &Read,
        token: Option<Amount>,
        called: Option<ContractRef>,
        depth: usize,
    ) -> String {
        let whole = token.and_then(|token| self.amount(token, value));
        match value {
            _ if whole.is_some() => firm(&whole.unwrap_or_default()),
            Read::Address(address) => self.address(*address),
            Read::Number(number, bits) => self.number(*number, *bits),
            Read::Signed(number, _) => {
                let sign = if number.is_negative() { "-" } else { "" };
                self.digits(sign, number.unsigned_abs())
            }
            Read::Bool(flag) => flag.to_string(),
            Read::Bytes(bytes, inner) => {
                let inner = inner.as_ref().filter(|_| depth < MAX_DEPTH);
                inner.and_then(|inner| self.inner(inner, called, depth)).unwrap_or_else(|| self.bytes(bytes))
            }
            Read::Word(bytes) => match (Word { offset: 0, bytes: bytes.bytes() }).text() {
                Some(text) => self.quoted(&text.escaped()),
                None => self.bytes(bytes),
            },
            Read::Hashed(bytes) => format!("{}{}", firm("hash "), self.bytes(bytes)),
            Read::Text(text) => self.quoted(&text.escaped()),
            Read::List(members) => {
                let written = members.iter().take(MAX_ITEMS);
                let written = written.map(|member| self.value(member, token, called, depth + 1));
                format!("[{}]", self.several(members.len(), MAX_ITEMS, written))
            }
            Read::Tuple(members) => {
                let written = members.iter().take(MAX_ITEMS);
                let written = written.map(|member| self.argument(member, None, called, depth + 1));
                format!("({})", self.several(members.len(), MAX_ITEMS, written))
            }
        }
    }

    /// An amount in whole tokens; where there is no room for the symbol, and the token's own name is before it, the
    /// digits alone.
    fn amount(&self, (token, is_own): Amount, value: &Read) -> Option<String> {
        let whole = tokens::short(self.ctx, token, value.small()?)?;
        let digits = whole.split(' ').next().filter(|_| is_own && self.length < MIN_SYMBOL_COLUMNS);
        Some(digits.map_or_else(|| whole.clone(), ToOwned::to_owned))
    }

    /// What bytes mean that are more than data, if that is certain.
    fn inner(&self, inner: &Inner, called: Option<ContractRef>, depth: usize) -> Option<String> {
        let named = |own, it: &Candidate| {
            format!("{}({})", short_name(self.ctx, it), self.arguments(own, it, depth + 1))
        };
        match inner {
            Inner::Call(reading) => Some(named(called, reading.exact()?)),
            Inner::Returned { of, reading } => {
                Some(format!("({})", self.arguments(*of, reading.exact()?, depth + 1)))
            }
            Inner::Failed { of, error } => match error.custom.as_ref().and_then(Reading::exact) {
                Some(custom) => Some(named(*of, custom)),
                None => Some(self.quoted(&error.revert.summary())),
            },
        }
    }

    /// An entity by its id, with a token's symbol; any other address as such.
    fn address(&self, address: EvmAddress) -> String {
        if address.bytes() == &[0; 20] {
            return "0x0".to_owned();
        }
        match ContractRef::Address(address).entity_id(self.ctx.network.home) {
            Some(id) => match tokens::symbol(self.ctx, id).filter(|_| self.length >= MIN_SYMBOL_COLUMNS) {
                Some(symbol) => firm(&format!("{id} {symbol}")),
                None => id.to_string(),
            },
            None => match self.ctx.known.account_at(address) {
                Some(id) => id.to_string(),
                None => self.short(&address.checksummed()),
            },
        }
    }

    fn number(&self, number: U256, bits: usize) -> String {
        let largest = U256::MAX.checked_shr(256_usize.saturating_sub(bits)).unwrap_or(U256::MAX);
        if bits >= 64 && number == largest {
            return firm(&format!("max uint{bits}"));
        }
        self.digits("", number)
    }

    /// A number keeps its digits as long as it can; where it cannot, it keeps its size: `9.1286…e13`.
    fn digits(&self, sign: &str, number: U256) -> String {
        let whole = format!("{sign}{}", grouped(&number));
        if width(&whole) <= self.length.max(MIN_DIGITS_COLUMNS) || self.length > MIN_SYMBOL_COLUMNS {
            return whole;
        }
        let digits = number.to_string();
        match digits.split_at_checked(1).zip(digits.get(1..5)) {
            Some(((first, rest), fraction)) => {
                format!("{sign}{first}.{fraction}{}e{}", self.ctx.theme.glyphs.cut, rest.len())
            }
            None => whole,
        }
    }

    fn bytes(&self, bytes: &HexBytes) -> String {
        match bytes.bytes().split_at_checked(MAX_BYTES) {
            Some((head, rest)) if !rest.is_empty() => {
                let head = hex::encode_prefixed(head);
                let head = cut(&head, self.length.min(MAX_HEAD_COLUMNS), self.ctx.theme.glyphs.cut);
                firm(&format!("{head} ({} bytes)", grouped(&bytes.len())))
            }
            _ => self.short(&bytes.to_hex()),
        }
    }

    fn quoted(&self, text: &str) -> String {
        format!("\"{}\"", cut(text, self.length, self.ctx.theme.glyphs.cut))
    }

    fn short(&self, text: &str) -> String {
        cut_middle(text, self.length, self.ctx.theme.glyphs.cut).into_owned()
    }
}
