//! An account: its key, its balances, its activity, and all other fields of its record.

mod facts;

use std::sync::Arc;

use ledger::checksum::checksum;
use ledger::query::AccountQuery;
use ledger::query::ContractQuery;
use ledger::{Account, AccountRef, ContractRef, Document, EntityId, EvmAddress, RawJson};
use serde_json::Value as Json;

use crate::message::{Action, Copied, Effect, Place};
use crate::panes::kit::nouns::{keys, tokens};
use crate::panes::kit::{RecordPane, Recorded, Wants};
use crate::panes::{Context, Verbs};
use crate::widgets::Sheet;

pub type AccountPane = RecordPane<AccountQuery>;

/// The id once it is loaded: every name of an account opens the same place.
fn id(question: &AccountQuery, account: Option<&Arc<Account>>, ctx: &Context<'_>) -> Option<EntityId> {
    let named = || question.account.entity_id(ctx.network.home);
    account.and_then(|account| account.account.value()).or_else(named)
}

/// The contract that owns the account; `None` for plain accounts and before the record is loaded.
fn contract(account: Option<&Arc<Account>>, ctx: &Context<'_>) -> Option<ContractRef> {
    let contract = ContractRef::Id(account?.account.value()?);
    ctx.get(&ContractQuery::now(contract)).value().map(|_| contract)
}

impl Recorded for AccountQuery {
    const KIND: &'static str = "account";

    fn place(&self) -> Place {
        Place::Account(self.account.clone())
    }

    fn name(&self) -> String {
        self.account.to_string()
    }

    fn title(&self, account: Option<&Arc<Account>>, ctx: &Context<'_>) -> String {
        let name = id(self, account, ctx).map_or_else(|| self.name(), |id| id.to_string());
        let is_deleted = account.is_some_and(|account| account.deleted.value() == Some(true));
        format!("account {name}{}", if is_deleted { "  DELETED" } else { "" })
    }

    fn sheet(&self, account: &Arc<Account>, ctx: &Context<'_>) -> Sheet {
        facts::sheet(account, contract(Some(account), ctx), ctx)
    }

    fn other_name(&self) -> Option<ContractRef> {
        match self.account {
            AccountRef::Entity(named) => Some(named),
            AccountRef::Alias(_) => None,
        }
    }

    fn raw(account: &Arc<Account>) -> RawJson {
        account.raw.clone()
    }

    fn document(account: &Arc<Account>) -> Json {
        account.document()
    }

    fn copies(&self, account: Option<&Arc<Account>>, ctx: &Context<'_>) -> Vec<Copied> {
        let id = id(self, account, ctx);
        let mut copies = Vec::new();
        if let Some(id) = id {
            let long_zero = EvmAddress::long_zero(id).to_string();
            let sum = ctx.network.ledger.map(|ledger| format!("{id}-{}", checksum(id, ledger)));
            copies.extend(sum.map(|text| Copied::new("account id with checksum", text)));
            copies.push(Copied::new("long-zero address", long_zero));
        }
        copies.extend(account.map(|it| keys::copies(&it.key, id)).unwrap_or_default());
        copies
    }

    fn verbs<'c>(
        &self,
        account: Option<&'c Arc<Account>>,
        unloaded: Option<&str>,
        ctx: &'c Context<'_>,
        verbs: &mut Verbs<'c, AccountPane>,
    ) {
        let (id, contract) = (id(self, account, ctx), contract(account, ctx));
        let other = contract.is_none().then_some("the account is no contract's");
        let results = verbs.add(Action::Results, "results of what it sent").unless(unloaded);
        results.run(move |_| Effect::go(id.map(facts::sent)));
        let transactions = verbs.add(Action::Transaction, "its transactions").unless(unloaded);
        transactions.run(move |_| Effect::go(id.map(facts::transactions)));
        let row = verbs.add(Action::Contract, "contract").unless(unloaded.or(other));
        row.run(move |_| Effect::go(contract.map(Place::contract)));
    }

    fn wants(&self, account: &Arc<Account>, _ctx: &Context<'_>, wants: &mut Wants) {
        if let Some(id) = account.account.value() {
            wants.add_optional(&ContractQuery::now(ContractRef::Id(id)));
        }
        let held = facts::held(account).iter().filter_map(|token| token.token_id.value());
        for subject in tokens::subjects(held) {
            wants.resolve(subject);
        }
    }
}
