//! The money trail of a transaction or its family: net changes, flows, the gas next to the fee, and a check that
//! nothing is missing.

use decode::family::Family;
use decode::money::{Bill, Missing, Rest, Trail};
use ledger::amount::grouped;
use ledger::query::ResultQuery;
use ledger::{Transaction, Unit};

use super::amounts::{aligned, padded, signed};
use super::flow_columns::Flows;
use super::{balances, flow_columns, kind, tree};
use crate::message::{Copied, Place};
use crate::panes::Context;
use crate::panes::kit::list::export::{csv, markdown};
use crate::panes::kit::nouns::money_flows::{amount, flow_text, role, rows, unit};
use crate::panes::kit::nouns::{labels, values};
use crate::widgets::{Role, Sheet, Value};

#[derive(Debug, Default)]
pub(super) struct MoneyTab {
    pub(super) sheet: Sheet,
    trail: Trail,
    alone: bool,
}

impl MoneyTab {
    /// Toggles between the whole family and the selected member.
    pub(super) fn turn(&mut self) {
        self.alone = !self.alone;
    }

    /// The label of the toggle.
    pub(super) fn turn_words(&self) -> &'static str {
        if self.alone { "the whole family" } else { "this one alone" }
    }

    /// Recomputes the trail, for the member at this index or for the family.
    pub(super) fn rebuild_view(&mut self, family: &Family, at: usize, height: u16, ctx: &Context<'_>) {
        let alone = self.alone || !family.is_tree();
        let members: Vec<(usize, &Transaction)> =
            family.transactions().filter(|(place, _)| !alone || *place == at).collect();
        self.trail = Trail::new(members.iter().copied());
        let transactions: Vec<&Transaction> = members.iter().map(|(_, transaction)| *transaction).collect();
        let heading = match (family.is_tree(), alone) {
            (false, _) => "Net per account".to_owned(),
            (true, true) => "Net per account, of this transaction alone".to_owned(),
            (true, false) => format!("Net per account over all {} transactions", members.len()),
        };
        let sheet = balances::table(Sheet::default(), &heading, &self.trail, &transactions, ctx);
        let sheet = if self.trail.net.accounts.is_empty() {
            sheet.heading(heading).note(Value::none("Nobody gained or lost anything."))
        } else {
            sheet
        };
        let sheet = add_flows(sheet, &self.trail, (!alone).then_some(family), ctx);
        let sheet = missing(sheet, &self.trail.missing, ctx);
        let sheet = match family.members.get(at) {
            Some(member) => add_gas(sheet, &member.transaction, ctx),
            None => sheet,
        };
        self.sheet = labels::on_sheet(ctx, sheet).after(&self.sheet, height);
    }

    /// The flows as CSV and as a Markdown table.
    pub(super) fn copies(&self, family: &Family, ctx: &Context<'_>) -> Vec<Copied> {
        let rows = rows(&self.trail);
        if rows.is_empty() {
            return Vec::new();
        }
        let of = if self.alone || !family.is_tree() { "" } else { " of the family" };
        let copied = |what: String, text| Copied::new(what, text);
        let known = || rows.iter().map(|flow| flow_columns::Row::new(flow, family));
        vec![
            copied(format!("money trail{of} as CSV"), csv::<Flows>(known())),
            copied(format!("money trail{of} as Markdown"), markdown(&Flows, known(), ctx)),
        ]
    }
}

/// Movements that the record reports but no transfer list contains.
fn missing(sheet: Sheet, missing: &[Missing], ctx: &Context<'_>) -> Sheet {
    if missing.is_empty() {
        return sheet;
    }
    missing.iter().fold(sheet.heading("Reported, but missing from the transfers"), |sheet, it| {
        let amount = signed(ctx, it.amount, it.asset);
        let words = format!("{amount} {} for {}", unit(ctx, it.asset), it.account);
        let value = Value::styled(Role::Attention, format!("{} {words}", ctx.theme.glyphs.attention));
        sheet.fact(it.kind.label(), value.copied(words))
    })
}

/// Adds a fact for each row: kind, sender, receiver and amount; for a family also the member.
fn add_flows(sheet: Sheet, trail: &Trail, family: Option<&Family>, ctx: &Context<'_>) -> Sheet {
    let rows = rows(trail);
    let sheet = sheet.heading("Flows");
    if rows.is_empty() {
        return sheet.note(Value::none("Nothing moved."));
    }
    let arrow = ctx.theme.glyphs.arrow;
    let from = padded(&rows.iter().map(|row| row.from.clone()).collect::<Vec<_>>());
    let to = padded(&rows.iter().map(|row| row.to.clone()).collect::<Vec<_>>());
    let amounts: Vec<String> = rows.iter().map(|row| amount(row, ctx)).collect();
    let amounts = aligned(amounts.iter().map(String::as_str));
    rows.iter().zip(from).zip(to).zip(amounts).fold(sheet, |sheet, (((row, from), to), amount)| {
        let mut value = Value::plain(format!("{from} {arrow} {to}")).and(role(row.kind), amount);
        value.pieces.push((format!(" {}", flow_text(row, ctx)), Role::Dim));
        value.copied = format!("{} -> {}: {}", row.from, row.to, row.amount).into();
        if let Some(member) = family.and_then(|family| family.members.get(row.member)) {
            value = value.note(tree::name(member));
        }
        sheet.fact(row.kind.label(), value)
    })
}

/// Adds a transaction's gas and fee to a sheet, or the progress of the contract result's request.
fn add_gas(sheet: Sheet, transaction: &Transaction, ctx: &Context<'_>) -> Sheet {
    let Some(query) = query(transaction) else { return sheet };
    let sheet = sheet.heading("Gas and the fee");
    let place = Place::Result(query.contract, query.timestamp);
    let found = ctx.get(&query);
    let value = match (found.value(), found.failure()) {
        (Some(found), _) => match Bill::new(transaction, &found.result) {
            Some(bill) => return written(sheet, &bill, place, ctx),
            None => Value::none("the result names no gas that was charged").link(place),
        },
        (None, Some(failure)) => {
            let words = format!("{} {}", ctx.theme.glyphs.failure, failure.sentence());
            Value::styled(Role::Failure, words)
        }
        (None, None) => Value::none("loading the contract result of the same time"),
    };
    sheet.fact("contract result", value)
}

/// The contract result to request; `None` if the transaction charged no fee.
pub(super) fn query(transaction: &Transaction) -> Option<ResultQuery> {
    transaction.charged_tx_fee.value().filter(|fee| *fee > 0)?;
    let Place::Result(contract, timestamp) = kind::result_place(transaction)? else { return None };
    Some(ResultQuery { contract, timestamp, weibar: false })
}

fn written(sheet: Sheet, bill: &Bill, place: Place, ctx: &Context<'_>) -> Sheet {
    let coin = |amount: &dyn ToString| values::amount(ctx, &amount.to_string(), Unit::Base);
    let gas = Value::plain(grouped(&bill.gas)).copied(bill.gas.to_string()).note("gas charged").link(place);
    let sheet = sheet.fact("contract result", gas).fact("charged fee", coin(&bill.charged));
    let sheet = match bill.rest {
        Rest::NoPrice => sheet.fact(
            "gas cost",
            Value::none("unknown: the result has no gas price, so the fee cannot be divided"),
        ),
        Rest::Left { cost, rest } => sheet
            .fact("gas cost", coin(&cost).note("gas charged times gas price"))
            .fact("the rest", coin(&rest).note("for the node and the network, besides the gas")),
        Rest::Above { cost, over } => {
            sheet.fact("gas cost", coin(&cost).note("gas charged times gas price")).fact(
                "above the fee",
                coin(&over).and(
                    Role::Attention,
                    format!("{} the price paid was lower than the result says", ctx.theme.glyphs.attention),
                ),
            )
        }
    };
    let whole = bill.payers.len() == 1;
    bill.payers.iter().fold(sheet, |sheet, payer| {
        let value = Value::plain(payer.account.to_string());
        let value = if whole {
            value.note("all of it")
        } else {
            value.and(Role::Plain, ctx.theme.amount(&payer.amount, Unit::Base)).note(ctx.theme.unit_name())
        };
        sheet.fact("paid by", value)
    })
}
