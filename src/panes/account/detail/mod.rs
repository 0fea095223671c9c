//! An account: its key, what it holds, what it did, and all other fields of its record.

mod facts;

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::ledger::checksum::checksum;
use crate::ledger::query::ContractQuery;
use crate::ledger::{Account, AccountRef, ContractRef, EntityId, EvmAddress};
use crate::message::question::AccountQuery;
use crate::message::{Action, Copied, Effect, Input, Place};
use crate::panes::kit::{Fetched, Wants, keys, labels, on_sheet, tokens};
use crate::panes::{ActionHint, Context, Pane};
use crate::widgets::{Link, Sheet};

/// The pane.
#[derive(Debug)]
pub struct AccountPane {
    account: AccountRef,
    sheet: Sheet,
}

impl AccountPane {
    /// Opens the pane.
    pub fn open(account: AccountRef) -> Self {
        Self { account, sheet: Sheet::default() }
    }

    fn found<'a>(&self, ctx: &Context<'a>) -> Fetched<'a, Arc<Account>> {
        ctx.get(&AccountQuery(self.account.clone()))
    }

    fn record<'a>(&self, ctx: &Context<'a>) -> Option<&'a Arc<Account>> {
        self.found(ctx).value()
    }

    /// The id, once it is known: every name of an account leads to the same place.
    fn id(&self, ctx: &Context<'_>) -> Option<EntityId> {
        let named = || self.account.entity_id(ctx.network.home);
        self.record(ctx).and_then(|account| account.account.value()).or_else(named)
    }

    /// The contract that the account is of, if it is known to be one's; contracts have accounts, too.
    fn contract(&self, ctx: &Context<'_>) -> Option<ContractRef> {
        let contract = ContractRef::Id(self.record(ctx)?.account.value()?);
        ctx.get(&ContractQuery::now(contract)).value().map(|_| contract)
    }

    fn copies(&self, ctx: &Context<'_>) -> Vec<Copied> {
        let mut copies = vec![on_sheet::copied_place(&self.place())];
        if let Some(id) = self.id(ctx) {
            let long_zero = EvmAddress::long_zero(id).to_string();
            let sum = ctx.network.ledger.map(|ledger| format!("{id}-{}", checksum(id, ledger)));
            copies.extend(sum.map(|text| Copied { what: "account id with checksum".to_owned(), text }));
            copies.push(Copied { what: "long-zero address".to_owned(), text: long_zero });
        }
        copies.extend(self.record(ctx).map(|it| keys::copies(&it.key, self.id(ctx))).unwrap_or_default());
        copies.extend(on_sheet::copied_request(self.found(ctx).url()));
        copies
    }
}

impl Pane for AccountPane {
    fn act(&mut self, action: Action, ctx: &Context<'_>) -> Vec<Effect> {
        match action {
            Action::Refresh => vec![Effect::Refresh],
            Action::Results => Effect::go(self.id(ctx).map(facts::sent)),
            Action::Transaction => Effect::go(self.id(ctx).map(facts::transactions)),
            Action::Contract => Effect::go(self.contract(ctx).map(Place::contract)),
            Action::Raw => Effect::raw(self.title(ctx), self.record(ctx).map(|account| account.raw.clone())),
            _ => {
                let copies = self.copies(ctx);
                on_sheet::act(&mut self.sheet, action, ctx.body.height, copies)
            }
        }
    }

    fn handle_input(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        let Input::Mouse(click) = input else { return None };
        let is_again = self.sheet.click(*click, ctx.body);
        Some(if is_again { self.act(Action::Open, ctx) } else { Vec::new() })
    }

    fn links(&self, ctx: &Context<'_>) -> Vec<Link> {
        if self.record(ctx).is_some() { self.sheet.links(ctx.body) } else { Vec::new() }
    }

    fn wants(&self, ctx: &Context<'_>, wants: &mut Wants) {
        wants.add(&AccountQuery(self.account.clone()));
        let Some(account) = self.record(ctx) else { return };
        if let Some(id) = account.account.value() {
            wants.add_optional(&ContractQuery::now(ContractRef::Id(id)));
        }
        let held = facts::held(account).iter().filter_map(|token| token.token_id.value());
        for subject in tokens::subjects(held) {
            wants.resolve(subject);
        }
    }

    fn hints(&self, ctx: &Context<'_>) -> Vec<ActionHint> {
        let none = self.record(ctx).is_none().then_some("the account is not loaded");
        let other = self.contract(ctx).is_none().then_some("the account is no contract's");
        let mut hints = if none.is_none() { on_sheet::hints(&self.sheet) } else { Vec::new() };
        hints.extend([
            ActionHint::new(Action::Results, "results of what it sent").disabled_if(none),
            ActionHint::new(Action::Transaction, "its transactions").disabled_if(none),
            ActionHint::new(Action::Contract, "contract").disabled_if(none.or(other)),
            ActionHint::new(Action::Refresh, "refresh"),
            ActionHint::new(Action::Raw, "raw JSON").disabled_if(none),
        ]);
        hints
    }

    fn sheets(&self) -> Vec<(&'static str, &Sheet)> {
        vec![("", &self.sheet)]
    }

    fn place(&self) -> Place {
        Place::Account(self.account.clone())
    }

    fn title(&self, ctx: &Context<'_>) -> String {
        let name = self.id(ctx).map_or_else(|| self.account.to_string(), |id| id.to_string());
        let is_deleted = self.record(ctx).is_some_and(|account| account.deleted.value() == Some(true));
        format!("account {name}{}", if is_deleted { "  DELETED" } else { "" })
    }

    fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        if self.record(ctx).is_some() {
            self.sheet.view(ctx.theme, area, buf);
        } else {
            let subject = format!("account {} on {}", self.account, ctx.network.name);
            self.found(ctx).view_missing(ctx, &subject, area, buf);
        }
        None
    }

    fn rebuild_view(&mut self, ctx: &Context<'_>) {
        if let Some(account) = self.record(ctx) {
            self.sheet = labels::on_sheet(ctx, facts::sheet(account, self.contract(ctx), ctx))
                .after(&self.sheet, ctx.body.height);
        }
    }
}
