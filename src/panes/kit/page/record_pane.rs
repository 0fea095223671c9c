//! The pane of one record: everything but the fields of its sheet.

use std::fmt::Debug;

use ledger::{ContractRef, RawJson};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use serde_json::Value as Json;

use crate::message::{Action, Copied, Effect, Input, Place, Question};
use crate::panes::kit::nouns::labels;
use crate::panes::kit::page::{
    elsewhere::{self, Elsewhere},
    on_sheet,
};
use crate::panes::kit::{Fetched, Wants};
use crate::panes::verbs::by_verbs;
use crate::panes::{Context, Pane, Verbs};
use crate::widgets::{Link, Sheet};

/// A query for a single record, which has a page.
pub trait Recorded: Question<Answer: 'static> + Debug + Sized + 'static {
    /// The kind of record, in a word.
    const KIND: &'static str;

    /// The place of the page.
    fn place(&self) -> Place;

    /// The name in the question.
    fn name(&self) -> String;

    /// See [`Pane::title`].
    fn title(&self, record: Option<&Self::Answer>, ctx: &Context<'_>) -> String;

    /// The sheet of all its fields.
    fn sheet(&self, record: &Self::Answer, ctx: &Context<'_>) -> Sheet;

    /// The record as it was received.
    fn raw(record: &Self::Answer) -> RawJson;

    /// The record as a document.
    fn document(record: &Self::Answer) -> Json;

    /// Further copies, after the place, the values and the request.
    fn copies(&self, _record: Option<&Self::Answer>, _ctx: &Context<'_>) -> Vec<Copied> {
        Vec::new()
    }

    /// Adds the page's own verbs. `unloaded` is the reason for a missing record, if it is missing.
    fn verbs<'c>(
        &self,
        _record: Option<&'c Self::Answer>,
        _unloaded: Option<&str>,
        _ctx: &'c Context<'_>,
        _verbs: &mut Verbs<'c, RecordPane<Self>>,
    ) {
    }

    /// The name to look up as another kind of entity, if there is no such record.
    fn other_name(&self) -> Option<ContractRef> {
        None
    }

    /// Adds the questions about the record.
    fn wants(&self, _record: &Self::Answer, _ctx: &Context<'_>, _wants: &mut Wants) {}
}

/// The page of a record.
#[derive(Debug)]
pub struct RecordPane<Q> {
    question: Q,
    sheet: Sheet,
    /// Other kinds of entities that the name may be, if there is no such record.
    elsewhere: Elsewhere,
}

impl<Q: Recorded> RecordPane<Q> {
    pub fn open(question: Q) -> Self {
        Self { question, sheet: Sheet::default(), elsewhere: Elsewhere::default() }
    }

    fn found<'a>(&self, ctx: &Context<'a>) -> Fetched<'a, Q::Answer> {
        ctx.get(&self.question)
    }

    fn record<'a>(&self, ctx: &Context<'a>) -> Option<&'a Q::Answer> {
        self.found(ctx).value()
    }

    /// The name, once no such record is known to exist.
    fn other_name(&self, ctx: &Context<'_>) -> Option<ContractRef> {
        self.question.other_name().filter(|_| self.found(ctx).is_missing())
    }

    fn copies(&self, ctx: &Context<'_>) -> Vec<Copied> {
        let mut copies = vec![on_sheet::copied_place(&self.place())];
        copies.extend(self.question.copies(self.record(ctx), ctx));
        copies.extend(on_sheet::copied_request(self.found(ctx).url()));
        copies
    }

    fn verbs<'c>(&self, ctx: &'c Context<'_>, verbs: &mut Verbs<'c, Self>) {
        let record = self.record(ctx);
        let unloaded = record.is_none().then(|| format!("the {} is not loaded", Q::KIND));
        if record.is_some() {
            let sheet = (&self.sheet, ctx.body.height);
            on_sheet::verbs(verbs, sheet, |pane| &mut pane.sheet, || self.copies(ctx));
        } else if self.other_name(ctx).is_some() {
            verbs.part(|pane| Some(&mut pane.elsewhere), |verbs| self.elsewhere.verbs(ctx, verbs));
        }
        self.question.verbs(record, unloaded.as_deref(), ctx, verbs);
        verbs.add(Action::Refresh, "refresh").run(|_| Effect::Refresh);
        let raw = verbs.add(Action::Raw, "raw JSON").unless(unloaded);
        raw.run(move |pane| Effect::raw(pane.title(ctx), record.map(Q::raw)));
    }
}

impl<Q: Recorded> Pane for RecordPane<Q> {
    fn place(&self) -> Place {
        self.question.place()
    }

    fn title(&self, ctx: &Context<'_>) -> String {
        self.question.title(self.record(ctx), ctx)
    }

    fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        if self.record(ctx).is_some() {
            self.sheet.view(ctx.theme, area, buf);
        } else {
            let subject = format!("{} {} on {}", Q::KIND, self.question.name(), ctx.network.name);
            let above = self.other_name(ctx).map(|_| self.elsewhere.view(ctx, area, buf));
            self.found(ctx).view_missing(ctx, &subject, above.unwrap_or(area), buf);
        }
        None
    }

    by_verbs!();

    fn handle_input(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        let Input::Mouse(click) = input else { return None };
        let is_again = match self.other_name(ctx) {
            Some(_) => self.elsewhere.click(*click, ctx),
            None => self.sheet.click(*click, ctx.body),
        };
        Some(if is_again { self.act(Action::Open, ctx) } else { Vec::new() })
    }

    fn links(&self, ctx: &Context<'_>) -> Vec<Link> {
        match (self.record(ctx), self.other_name(ctx)) {
            (Some(_), _) => self.sheet.links(ctx.body),
            (None, Some(_)) => self.elsewhere.links(ctx),
            (None, None) => Vec::new(),
        }
    }

    fn rebuild_view(&mut self, ctx: &Context<'_>) {
        if let Some(record) = self.record(ctx) {
            let sheet = labels::on_sheet(ctx, self.question.sheet(record, ctx));
            self.sheet = sheet.after(&self.sheet, ctx.body.height);
        } else {
            self.elsewhere.update(self.other_name(ctx), self.place().kind(), ctx);
        }
    }

    fn wants(&self, ctx: &Context<'_>, wants: &mut Wants) {
        wants.add(&self.question);
        if let Some(record) = self.record(ctx) {
            self.question.wants(record, ctx, wants);
        } else if let Some(named) = self.other_name(ctx) {
            elsewhere::wants(named, self.place().kind(), ctx, wants);
        }
    }

    fn due_effects(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        let other = self.other_name(ctx);
        other.map(|named| elsewhere::open(named, self.place().kind(), ctx)).unwrap_or_default()
    }

    fn document(&self, ctx: &Context<'_>) -> Option<Json> {
        self.record(ctx).map(Q::document)
    }

    fn sheets(&self) -> Vec<(&'static str, &Sheet)> {
        vec![("", &self.sheet)]
    }
}
