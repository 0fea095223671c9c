//! The filter form: the parameters `nonce` and `scheduled`, validated while typing.

use ledger::query::{Parameters as _, TransactionQuery};
use ledger::{EntityId, TransactionId};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::message::Input;
use crate::panes::Context;
use crate::panes::kit::form::popup_form::Filled;
use crate::widgets::form::{Fault, Form, FormField, Typed};
use crate::widgets::line::{cut, put};
use crate::widgets::{Role, Split, popup};

const NONCE: &str = "nonce";
const SCHEDULED: &str = "scheduled";
const CHOICES: &[(&str, &str)] = &[("all", ""), ("only scheduled", "true"), ("only others", "false")];

#[derive(Clone, Debug)]
pub(super) struct Filters {
    id: TransactionId,
    pub(super) form: Form,
}

impl Filters {
    /// The form, filled in with the current query.
    pub(super) fn new(query: &TransactionQuery) -> Self {
        let nonce = query.nonce.map(|nonce| nonce.to_string()).unwrap_or_default();
        let scheduled = query.scheduled.map(|on| on.to_string()).unwrap_or_default();
        let fields = vec![
            FormField::text(
                NONCE,
                NONCE,
                "0 for the submitted one, 1 and up for children; empty for all",
                &nonce,
            ),
            FormField::choice(SCHEDULED, SCHEDULED, CHOICES, &scheduled),
        ];
        Self { id: query.id, form: Form::new(fields) }
    }

    /// Handles an input. `None` if the input is not for a form.
    pub(super) fn handle_input(&mut self, input: &Input) -> Option<Filled<TransactionQuery>> {
        match self.form.input(input) {
            Typed::Ignored => None,
            Typed::Leave => Some(Filled::Left),
            Typed::Edited | Typed::Moved => Some(Filled::Open),
            Typed::Apply => Some(self.parse().map_or(Filled::Open, Filled::Applied)),
        }
    }

    fn parse(&self) -> Result<TransactionQuery, Vec<Fault>> {
        let pairs = [NONCE, SCHEDULED].map(|name| (name, self.form.value(name)));
        let pairs = pairs.into_iter().filter(|(_, value)| !value.is_empty());
        TransactionQuery::family(self.id)
            .with_pairs(pairs, EntityId::from_num(0))
            .map_err(|faults| faults.into_iter().map(|fault| (fault.parameter, fault.message)).collect())
    }

    /// Draws the form with the resulting request.
    pub(super) fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        let theme = ctx.theme;
        let inner = popup::open(theme, area, "Which transactions of this id", 5, buf);
        let read = self.parse();
        let faults = read.as_ref().err().map(Vec::as_slice).unwrap_or_default();
        let [fields] = inner.stack([2]);
        let cursor = self.form.view(theme, fields, faults, buf);
        if let Ok(query) = &read {
            let text = cut(&request(query), inner.width.saturating_sub(2), theme.glyphs.cut).into_owned();
            put(buf, inner.above(1), (1, 3), &text, theme.style(Role::Dim));
        }
        popup::footer(theme, ctx.keymap, inner, faults.first().map(|(_, words)| words.as_str()), buf);
        cursor
    }
}

/// The request in the notation of the API's documentation.
fn request(query: &TransactionQuery) -> String {
    let pairs: Vec<String> = query.pairs().iter().map(|(name, value)| format!("{name}={value}")).collect();
    let mark = if pairs.is_empty() { "" } else { "?" };
    format!("GET /api/v1/transactions/{}{mark}{}", query.id, pairs.join("&"))
}

/// The query with the next choice of `scheduled`: all, only scheduled, only unscheduled.
pub(super) fn next_scheduled(query: &TransactionQuery) -> TransactionQuery {
    let scheduled = match query.scheduled {
        None => Some(true),
        Some(true) => Some(false),
        Some(false) => None,
    };
    TransactionQuery { scheduled, at: None, ..query.clone() }
}

/// The label of the next choice of `scheduled`.
pub(super) fn next_words(query: &TransactionQuery) -> &'static str {
    match query.scheduled {
        None => "only scheduled",
        Some(true) => "only others",
        Some(false) => "scheduled or not",
    }
}
