//! The proof of a wrapped Ethereum transaction: asked for once its tab is opened.

use std::sync::Arc;

use decode::envelope::{Envelope, NotProvable, Proof, SenderMatch, Signed, match_sender};
use ledger::query::AccountQuery;
use ledger::{Account, ContractResult, EvmAddress};

use super::answers::Answers;
use crate::message::Place;
use crate::panes::Context;
use crate::panes::kit::nouns::result_money::Money;
use crate::panes::kit::nouns::values;
use crate::panes::kit::{Fetched, Wants};
use crate::widgets::{Role, Sheet, Value};

/// The proof of the wrapped transaction, computed once its tab is opened.
#[derive(Debug, Default)]
pub(super) struct EnvelopeProof {
    /// Whether the tab was ever opened.
    is_wanted: bool,
    /// The transaction rebuilt from the record, or why that is impossible. `None` until the record is loaded.
    envelope: Option<Result<Arc<Envelope>, NotProvable>>,
    sender: Option<AccountQuery>,
}

type Sender<'a> = (&'a AccountQuery, Fetched<'a, Arc<Account>>);

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
