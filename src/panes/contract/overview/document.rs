//! A contract as JSON: its record, balance, verification and proxy targets.

use ::verification::Grade;
use ledger::document::{Document, document, joined};
use ledger::query::AccountQuery;
use serde_json::Value as Json;

use super::targets::{Target, Targets};
use super::verification::{self, Standing};
use super::{ContractPane, as_of};
use crate::panes::Context;
use crate::panes::contract::proxy_kinds::label_and_meaning;
use crate::panes::kit::Wants;

impl ContractPane {
    pub(super) fn record_document(&self, ctx: &Context<'_>) -> Option<Json> {
        let record = self.record(ctx)?;
        let own = self.best_ref(ctx);
        let as_of = (!self.query.timestamp.is_empty()).then(|| as_of::time(&self.query, ctx.now));
        let balance = ctx.get(&AccountQuery::now(own)).value().filter(|_| as_of.is_none());
        let more = document! {
            "as_of": as_of,
            "name": ctx.known.codes(own).next().and_then(|code| code.name.as_ref()),
            "balance": balance.map(|account| &account.balance),
            "verification": self.verification(ctx),
            "proxy": proxy(&self.targets(ctx, &mut Wants::default())),
        };
        Some(joined(record.document(), more))
    }

    /// The verification; null if the verifier was not asked.
    fn verification(&self, ctx: &Context<'_>) -> Option<Json> {
        let Standing::Known(found) = verification::standing(self.record(ctx)?, &self.query, ctx) else {
            return None;
        };
        let is_verified = found.grade() != Grade::Not;
        Some(document! { "is_verified": is_verified, "match": found.label() })
    }
}

/// The proxy targets; null if it is not a known proxy.
fn proxy(targets: &Targets<'_>) -> Option<Json> {
    let kind = targets.proxy().map(|proxy| label_and_meaning(proxy.kind).0);
    let target = |target: &Target| document! { "address": target.address, "by": target.by.words() };
    (kind.is_some() || !targets.found.is_empty()).then(|| {
        document! {
            "kind": kind,
            "targets": targets.found.iter().map(target).collect::<Vec<_>>(),
            "beacon": targets.beacon,
            "admin": targets.admin,
        }
    })
}
