//! A token: its name, its supply, its fees, its keys, and all other fields of its record.

mod facts;
mod fees;

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::decode::Subject;
use crate::ledger::{EntityId, EvmAddress, Text, Token};
use crate::message::question::TokenQuery;
use crate::message::{Action, Copied, Effect, Input, Place};
use crate::panes::kit::{Fetched, Wants, labels, on_sheet};
use crate::panes::{ActionHint, Context, Pane};
use crate::widgets::{Link, Sheet};

/// The pane.
#[derive(Debug)]
pub struct TokenPane {
    id: EntityId,
    sheet: Sheet,
}

impl TokenPane {
    /// Opens the pane.
    pub fn open(id: EntityId) -> Self {
        Self { id, sheet: Sheet::default() }
    }

    fn found<'a>(&self, ctx: &Context<'a>) -> Fetched<'a, Arc<Token>> {
        ctx.get(&TokenQuery(self.id))
    }

    fn record<'a>(&self, ctx: &Context<'a>) -> Option<&'a Arc<Token>> {
        self.found(ctx).value()
    }

    fn copies(&self, ctx: &Context<'_>) -> Vec<Copied> {
        let address = EvmAddress::long_zero(self.id).to_string();
        let mut copies = vec![
            on_sheet::copied_place(&self.place()),
            Copied { what: "EVM address".to_owned(), text: address },
        ];
        copies.extend(on_sheet::copied_request(self.found(ctx).url()));
        copies
    }
}

impl Pane for TokenPane {
    fn act(&mut self, action: Action, ctx: &Context<'_>) -> Vec<Effect> {
        match action {
            Action::Refresh => vec![Effect::Refresh],
            Action::Raw => Effect::raw(self.title(ctx), self.record(ctx).map(|token| token.raw.clone())),
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
        wants.add(&TokenQuery(self.id));
        if let Some(token) = self.record(ctx) {
            for id in fees::tokens(token) {
                wants.resolve(Subject::Token(id));
            }
        }
    }

    fn hints(&self, ctx: &Context<'_>) -> Vec<ActionHint> {
        let none = self.record(ctx).is_none().then_some("the token is not loaded");
        let mut hints = if none.is_none() { on_sheet::hints(&self.sheet) } else { Vec::new() };
        hints.extend([
            ActionHint::new(Action::Refresh, "refresh"),
            ActionHint::new(Action::Raw, "raw JSON").disabled_if(none),
        ]);
        hints
    }

    fn sheets(&self) -> Vec<(&'static str, &Sheet)> {
        vec![("", &self.sheet)]
    }

    fn place(&self) -> Place {
        Place::Token(self.id)
    }

    fn title(&self, ctx: &Context<'_>) -> String {
        let token = self.record(ctx);
        let symbol = token.and_then(|token| token.symbol.known()).map(Text::escaped).unwrap_or_default();
        let symbol = if symbol.is_empty() { symbol } else { format!(" {symbol}") };
        let is_deleted = token.is_some_and(|token| token.deleted.value() == Some(true));
        format!("token {}{symbol}{}", self.id, if is_deleted { "  DELETED" } else { "" })
    }

    fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        if self.record(ctx).is_some() {
            self.sheet.view(ctx.theme, area, buf);
        } else {
            let subject = format!("token {} on {}", self.id, ctx.network.name);
            self.found(ctx).view_missing(ctx, &subject, area, buf);
        }
        None
    }

    fn rebuild_view(&mut self, ctx: &Context<'_>) {
        if let Some(token) = self.record(ctx) {
            self.sheet =
                labels::on_sheet(ctx, facts::sheet(self.id, token, ctx)).after(&self.sheet, ctx.body.height);
        }
    }
}
