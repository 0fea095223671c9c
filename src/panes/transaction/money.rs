//! The money trail of a transaction or its family: net changes, flows, and a check that nothing is missing.

use decode::family::Family;
use decode::money::{Missing, Trail};
use ledger::Transaction;

use super::amounts::signed;
use super::flow_columns::{self, Flows};
use super::{balances, bill, flow_rows};
use crate::message::Copied;
use crate::panes::Context;
use crate::panes::kit::list::export::{csv, markdown};
use crate::panes::kit::nouns::{
    labels,
    money_flows::{self, unit},
};
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
        let sheet = flow_rows::add(sheet, &self.trail, (!alone).then_some(family), ctx);
        let sheet = missing(sheet, &self.trail.missing, ctx);
        let sheet = match family.members.get(at) {
            Some(member) => bill::add(sheet, &member.transaction, ctx),
            None => sheet,
        };
        self.sheet = labels::on_sheet(ctx, sheet).after(&self.sheet, height);
    }

    /// The flows as CSV and as a Markdown table.
    pub(super) fn copies(&self, family: &Family, ctx: &Context<'_>) -> Vec<Copied> {
        let rows = money_flows::rows(&self.trail);
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
