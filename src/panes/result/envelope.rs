//! The Ethereum transaction that wrapped the execution, if any, and whether the record matches its hash and its
//! signer.

use std::sync::Arc;

use decode::envelope::{Envelope, NotProvable, Proof, SenderMatch, Signed, match_sender};
use ledger::query::AccountQuery;
use ledger::result::{AccessEntry, AccessList, Authorization};
use ledger::{Account, ContractResult, EvmAddress, Field, HexBytes, Quantity};

use super::answers::Answers;
use super::shown::Shown;
use super::words;
use crate::message::Place;
use crate::panes::Context;
use crate::panes::kit::nouns::result_money::Money;
use crate::panes::kit::nouns::values;
use crate::panes::kit::{Fetched, Wants};
use crate::widgets::{Role, Sheet, Value};

pub(super) fn sheet(shown: &Shown<'_>) -> Sheet {
    let (result, ctx, money) = (shown.result, shown.ctx, &shown.money);
    let wrapped = result.is_wrapped();
    let nonce = match &result.nonce {
        Field::Null if !wrapped => {
            Value::none(format!("{} null: not a wrapped Ethereum transaction", ctx.theme.glyphs.none))
        }
        nonce => values::field(ctx, nonce, values::ordinal),
    };
    let mut sheet = Sheet::default();
    if !wrapped {
        sheet = sheet
            .note(Value::none("No Ethereum transaction was wrapped: no nonce, and no signature to prove."));
    }
    sheet = sheet
        .heading("Envelope")
        .fact("type", values::field(ctx, &result.r#type, |kind| kind_words(*kind, wrapped)))
        .fact("nonce", nonce)
        .fact("chain id", values::field(ctx, &result.chain_id, |chain| chain_id(ctx, chain)))
        .fact("transaction hash", values::field(ctx, &result.hash, |hash| values::bytes(ctx, hash)))
        .fact("gas price", money.gas_price(ctx))
        .fact("maximum fee", money.price(ctx, &money.record.max_fee_per_gas))
        .fact("maximum priority fee", money.price(ctx, &money.record.max_priority_fee_per_gas))
        .heading("Signature")
        .fact("v", values::field(ctx, &result.v, |v| recovery(*v)))
        .fact("r", values::field(ctx, &result.r, |r| values::bytes(ctx, r)))
        .fact("s", values::field(ctx, &result.s, |s| values::bytes(ctx, s)));
    sheet = shown.proof.section(sheet, shown.result, shown.ctx).heading("Access list");
    sheet = access_list(sheet, ctx, &result.access_list);
    if result.r#type.value() == Some(4) || result.authorization_list.known().is_some() {
        sheet = authorizations(sheet.heading("Authorizations"), ctx, &result.authorization_list);
    }
    sheet
}

/// The EIP-7702 authorizations: the code that each account delegates to, and the signatures.
fn authorizations(sheet: Sheet, ctx: &Context<'_>, list: &Field<Vec<Authorization>>) -> Sheet {
    match list {
        Field::Known(all) if all.is_empty() => sheet.fact("entries", Value::none("none")),
        Field::Known(all) => all.iter().fold(sheet, |sheet, it| {
            let quantity = |quantity: &Quantity| Value::plain(quantity.0.unwrap_or_default().to_string());
            sheet
                .fact("code of", values::field(ctx, &it.address, values::address))
                .inner(1, "chain id", values::field(ctx, &it.chain_id, quantity))
                .inner(1, "nonce", values::field(ctx, &it.nonce, values::ordinal))
                .inner(1, "y parity", values::field(ctx, &it.y_parity, quantity))
                .inner(1, "r", values::field(ctx, &it.r, |r| values::bytes(ctx, r)))
                .inner(1, "s", values::field(ctx, &it.s, |s| values::bytes(ctx, s)))
        }),
        other => sheet.fact("entries", values::field(ctx, other, |_| Value::default())),
    }
}

fn kind_words(kind: i64, wrapped: bool) -> Value {
    let value = Value::plain(kind.to_string());
    value.note(match kind {
        _ if !wrapped => "filled in by the server",
        0 => "legacy",
        1 => "with an access list (EIP-2930)",
        2 => "with maximum fees (EIP-1559)",
        3 => "with blobs (EIP-4844)",
        4 => "sets the code of accounts (EIP-7702)",
        _ => "unknown type",
    })
}

/// The chain id in hex and decimal, and whether it is the network's.
fn chain_id(ctx: &Context<'_>, chain: &Quantity) -> Value {
    let Some(id) = chain.0 else {
        return Value::none(format!(
            "{} none (0x): signed for any chain, before EIP-155",
            ctx.theme.glyphs.none
        ))
        .copied("0x");
    };
    let value = Value::plain(id.to_string()).and(Role::Dim, format!("{id:#x}"));
    let Some(own) = &ctx.network.chain else { return value };
    if own.to_string() == id.to_string() {
        value.and(Role::Success, format!("{} the chain of {}", ctx.theme.glyphs.success, ctx.network.name))
    } else {
        let words = format!("{} {} is chain {own}", ctx.theme.glyphs.attention, ctx.network.name);
        value.and(Role::Attention, words)
    }
}

/// The meaning of the recovery id: the parity of the curve point, and in old forms the chain.
fn recovery(v: i64) -> Value {
    let parity = |bit: i64| if bit % 2 == 0 { "even" } else { "odd" };
    let value = Value::plain(v.to_string());
    match v {
        0 | 1 => value.note(format!("{} parity", parity(v))),
        27 | 28 => value.note(format!("27 + parity ({}), no chain: before EIP-155", parity(v - 27))),
        35.. => {
            let chain = (v - 35) / 2;
            value.note(format!("35 + twice the chain ({chain}) + parity ({})", parity(v - 35)))
        }
        _ => value.note("unknown recovery id"),
    }
}

fn access_list(sheet: Sheet, ctx: &Context<'_>, list: &Field<AccessList>) -> Sheet {
    match list {
        Field::Known(AccessList::Entries(entries)) if entries.is_empty() => {
            sheet.fact("entries", Value::none("none"))
        }
        Field::Known(AccessList::Entries(entries)) => {
            entries.iter().fold(sheet, |sheet, entry| access(sheet, ctx, entry))
        }
        Field::Known(AccessList::Hex(bytes)) if bytes.is_empty() => {
            sheet.fact("entries", Value::none("none (0x)").copied("0x"))
        }
        Field::Known(AccessList::Hex(bytes)) => {
            sheet.fact("as bytes", Value::plain(bytes.to_hex()).note(words::size(ctx, bytes).line()))
        }
        other => sheet.fact("entries", values::field(ctx, other, |_| Value::default())),
    }
}

fn access(sheet: Sheet, ctx: &Context<'_>, entry: &AccessEntry) -> Sheet {
    let mut sheet = sheet.fact("address", values::field(ctx, &entry.address, values::address));
    match &entry.storage_keys {
        Field::Known(keys) if keys.is_empty() => {
            sheet = sheet.inner(1, "keys", Value::none("none: the address alone"));
        }
        Field::Known(keys) => {
            for (place, key) in keys.iter().enumerate() {
                let value = values::field(ctx, key, |key: &HexBytes| words::value(ctx, key.bytes()));
                sheet = sheet.inner(1, format!("key {place}"), value);
            }
        }
        other => sheet = sheet.inner(1, "keys", values::field(ctx, other, |_| Value::default())),
    }
    sheet
}

/// The proof of the wrapped transaction, computed once its tab is opened.
#[derive(Debug, Default)]
pub(super) struct EnvelopeProof {
    /// Whether the tab was ever opened.
    is_wanted: bool,
    /// The transaction rebuilt from the record, or why that is impossible. `None` until the record is loaded.
    envelope: Option<Result<Arc<Envelope>, NotProvable>>,
    sender: Option<AccountQuery>,
}

impl EnvelopeProof {
    /// Starts the proof, when the tab is opened.
    pub(super) fn begin(&mut self, answers: &mut Answers) {
        self.is_wanted = true;
        self.go_on(answers, false);
    }

    /// Requests exact prices, once the result is known to be a wrapped transaction.
    pub(super) fn go_on(&self, answers: &mut Answers, are_prices_shown: bool) {
        if self.is_wanted || are_prices_shown {
            answers.tell_exactly();
        }
    }

    /// Rebuilds the transaction from the current record.
    pub(super) fn rebuild_view(&mut self, money: &Money<'_>, ctx: &Context<'_>) {
        let read = Envelope::read(money.record, money.unit);
        self.sender = sender(money.record, ctx).filter(|_| read.is_ok());
        if !matches!((&self.envelope, &read), (Some(Ok(old)), Ok(new)) if old.as_ref() == new) {
            self.envelope = Some(read.map(Arc::new));
        }
    }

    /// Adds the proof, once exact prices have arrived or failed, and the sender's account.
    pub(super) fn wants(&self, answers: &Answers, ctx: &Context<'_>, wants: &mut Wants) {
        if !self.is_wanted {
            return;
        }
        if let Some(Ok(envelope)) = &self.envelope
            && !answers.awaits_weibar(ctx)
        {
            wants.add_optional(envelope);
        }
        if let Some(sender) = &self.sender {
            wants.add_optional(sender);
        }
    }

    /// Adds the section if the result is a wrapped transaction.
    pub(super) fn section(&self, sheet: Sheet, result: &ContractResult, ctx: &Context<'_>) -> Sheet {
        let awaited = || Value::none(ctx.theme.glyphs.cut);
        let (sheet, envelope) = match &self.envelope {
            Some(Err(NotProvable::Native)) => return sheet,
            None => return sheet.heading("Proof").fact("hash", awaited()),
            Some(Err(why)) => {
                return sheet.heading("Proof").fact("hash", Value::none(format!("not provable: {why}")));
            }
            Some(Ok(envelope)) => (sheet.heading("Proof"), envelope),
        };
        let fetched = ctx.get(envelope);
        let Some(proof) = fetched.value() else {
            let words = fetched.failure().map(|failure| format!("not proven: {}", failure.sentence()));
            return sheet.fact("hash", words.map_or_else(awaited, Value::none));
        };
        let account = self.sender.as_ref().map(|sender| (sender, ctx.get(sender)));
        let compared = |form: &Signed| compare(form, result.from.value(), account.as_ref());
        match proof {
            Proof::Proven(form) => {
                let words = format!("{} what was signed has this hash", ctx.theme.glyphs.success);
                let signer = match &form.signer {
                    Some(signer) => values::address(signer).note("recovered from the signature"),
                    None => Value::none("nobody: r, s and v are no signature of it"),
                };
                let sheet = sheet
                    .fact("hash", Value::styled(Role::Success, words))
                    .fact("signed to", receiver(form))
                    .fact("signer", signer);
                match compared(form) {
                    Some(found) => sheet.fact("account", account_value(ctx, found, account.as_ref())),
                    None => sheet,
                }
            }
            Proof::HashDiffers { tried, doubts } => {
                let words = format!(
                    "{} not proven: what the fields make has another hash",
                    ctx.theme.glyphs.attention
                );
                let sheet = sheet.fact("hash", Value::styled(Role::Attention, words));
                let sheet = doubts
                    .iter()
                    .fold(sheet, |sheet, doubt| sheet.fact("possible cause", Value::plain(doubt.words())));
                let by_sender = tried.iter().find(|form| compared(form).is_some_and(SenderMatch::is_sender));
                match by_sender.and_then(|form| Some((form, form.signer?, compared(form)?))) {
                    Some((form, signer, found)) => sheet
                        .fact("signed to", receiver(form))
                        .fact(
                            "signer",
                            values::address(&signer).note("recovered, if these fields were signed"),
                        )
                        .fact("account", account_value(ctx, found, account.as_ref())),
                    None => {
                        sheet.fact("signer", Value::none("unknown: any other hash leads to another address"))
                    }
                }
            }
        }
    }
}

fn sender(result: &ContractResult, ctx: &Context<'_>) -> Option<AccountQuery> {
    Some(AccountQuery::now(values::sender(result.from.value()?, ctx)))
}

/// The receiver in its signed form.
fn receiver(form: &Signed) -> Value {
    match &form.to {
        None => Value::none("nobody: a contract was made"),
        Some(to) if to.entity_num().is_some() => Value::plain(to.checksummed()).note("the long-zero address"),
        Some(to) => Value::plain(to.checksummed()).note("the EVM address"),
    }
}

type Sender<'a> = (&'a AccountQuery, Fetched<'a, Arc<Account>>);

fn compare(form: &Signed, from: Option<EvmAddress>, account: Option<&Sender<'_>>) -> Option<SenderMatch> {
    let account = account.and_then(|(_, fetched)| fetched.value());
    Some(match_sender(form.signer?, from, account.map(Arc::as_ref)))
}

fn account_value(ctx: &Context<'_>, found: SenderMatch, account: Option<&Sender<'_>>) -> Value {
    let Some((query, fetched)) = account else {
        return Value::none("not compared: the record has no sender");
    };
    let glyphs = &ctx.theme.glyphs;
    let (role, words) = match found {
        SenderMatch::Recorded => (Role::Success, format!("{} the signer", glyphs.success)),
        SenderMatch::Address => {
            (Role::Success, format!("{} its EVM address is the signer's", glyphs.success))
        }
        SenderMatch::Key => (Role::Success, format!("{} its key is the signer's", glyphs.success)),
        SenderMatch::Other(address) => {
            let words =
                format!("{} its EVM address is another one: {}", glyphs.attention, address.checksummed());
            (Role::Attention, words)
        }
        SenderMatch::Unknown if fetched.is_loading() => (Role::Dim, glyphs.cut.to_owned()),
        SenderMatch::Unknown => (Role::Dim, "not compared: its EVM address is not known".to_owned()),
    };
    Value::plain(query.account.to_string()).link(Place::Account(query.account.clone())).and(role, words)
}
