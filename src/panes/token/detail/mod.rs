//! A token: its name, its supply, its fees, its keys, and all other fields of its record.

mod facts;
mod fees;

use std::sync::Arc;

use decode::Subject;
use ledger::{ContractRef, Document, EvmAddress, RawJson, Text, Token};
use serde_json::Value as Json;

use crate::message::operation::TokenQuery;
use crate::message::{Copied, Place};
use crate::panes::Context;
use crate::panes::kit::{RecordPane, Recorded, Wants};
use crate::widgets::Sheet;

pub type TokenPane = RecordPane<TokenQuery>;

impl Recorded for TokenQuery {
    const KIND: &'static str = "token";

    fn place(&self) -> Place {
        Place::Token(self.0)
    }

    fn name(&self) -> String {
        self.0.to_string()
    }

    fn title(&self, token: Option<&Arc<Token>>, _ctx: &Context<'_>) -> String {
        let symbol = token.and_then(|token| token.symbol.known()).map(Text::escaped).unwrap_or_default();
        let symbol = if symbol.is_empty() { symbol } else { format!(" {symbol}") };
        let is_deleted = token.is_some_and(|token| token.deleted.value() == Some(true));
        format!("token {}{symbol}{}", self.0, if is_deleted { "  DELETED" } else { "" })
    }

    fn sheet(&self, token: &Arc<Token>, ctx: &Context<'_>) -> Sheet {
        facts::sheet(self.0, token, ctx)
    }

    fn other_name(&self) -> Option<ContractRef> {
        Some(ContractRef::Id(self.0))
    }

    fn raw(token: &Arc<Token>) -> RawJson {
        token.raw.clone()
    }

    fn document(token: &Arc<Token>) -> Json {
        token.document()
    }

    fn copies(&self, _token: Option<&Arc<Token>>, _ctx: &Context<'_>) -> Vec<Copied> {
        let text = EvmAddress::long_zero(self.0).to_string();
        vec![Copied::new("EVM address", text)]
    }

    fn wants(&self, token: &Arc<Token>, _ctx: &Context<'_>, wants: &mut Wants) {
        for id in fees::tokens(token) {
            wants.resolve(Subject::Token(id));
        }
    }
}
