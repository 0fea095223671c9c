//! The filters of a list that a server pages: the form that changes them, and the chips that show them together with
//! the local filter and the sort.

use std::fmt::Debug;

use ledger::EntityId;
use ledger::query::Parameters;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::chips::Chip;
use super::filter_form::FilterForm;
use super::view::Areas;
use super::{Listed, PagedList, Pages, Rows, chips};
use crate::message::{Action, Click, Effect, Input, KeyMatch, Place};
use crate::panes::kit::form::popup_form::Filled;
use crate::panes::kit::nouns::labels;
use crate::panes::{ActionHint, Context, Verbs, action_hint};
use crate::widgets::form::{Fault, Form, FormField};
use crate::widgets::table::Cell;
use crate::widgets::{Feed, Link, Role};

/// Values that complete the field of this name, the likeliest first.
pub type Completions = (&'static str, Vec<String>);

/// The fields whose values are ids and addresses, which labels complete.
const NAMING: [&str; 7] = ["from", "account.id", "schedule.id", "contract", "topic1", "topic2", "topic3"];

/// What is set already has no short ids to complete.
pub(super) const NO_HOME: EntityId = EntityId::from_num(0);

/// A question that can be narrowed by filters.
pub trait Filterable: Parameters + PartialEq + Debug {
    /// What is filtered, as in "Filter events of 0.0.5001".
    fn subject(&self) -> String;

    /// The place of the question.
    fn place(&self) -> Place;

    /// The same question with nothing set.
    #[must_use]
    fn unfiltered(&self) -> Self {
        self.cleared()
    }

    /// What is set under this name.
    fn value(&self, name: &str) -> Option<String> {
        self.pairs().into_iter().find(|(known, _)| *known == name).map(|(_, value)| value)
    }

    /// The same question with this value alone under a name, or none; unchanged if it is invalid.
    #[must_use]
    fn setting(&self, name: &str, value: Option<&str>) -> Self {
        let set = self.pairs();
        let others = set.iter().filter(|(known, _)| *known != name);
        let others = others.map(|(name, value)| (*name, value.as_str()));
        let pairs = others.chain(value.map(|value| (name, value)));
        self.with_pairs(pairs, NO_HOME).unwrap_or_else(|_| self.clone())
    }

    /// The fields of the form, holding what is set.
    fn fields(&self) -> Vec<FormField>;

    /// Parses a field's text into values. The text is trimmed, and not empty.
    ///
    /// # Errors
    /// Says why it is invalid.
    fn values(&self, _name: &str, text: &str, _ctx: &Context<'_>) -> Result<Vec<String>, String> {
        Ok(vec![text.to_owned()])
    }
}

/// A question, and the form over it while it is open.
#[derive(Clone, Debug)]
pub struct Filters<Q> {
    query: Q,
    form: Option<FilterForm>,
}

impl<Q: Filterable> Filters<Q> {
    /// The filters of this question, with the form closed.
    pub fn new(query: Q) -> Self {
        Self { query, form: None }
    }

    /// The question.
    pub fn query(&self) -> &Q {
        &self.query
    }

    /// The areas of a pane's body, with room for the chips.
    pub fn areas(&self, body: Rect) -> Areas {
        Areas::new(body, self.is_set())
    }

    /// Whether any filter is active. The order does not count.
    pub fn is_set(&self) -> bool {
        self.query.pairs().iter().any(is_filter)
    }

    /// The active filters.
    pub fn chips(&self) -> Vec<Chip> {
        self.query.pairs().into_iter().filter(is_filter).collect()
    }

    /// Opens the form. These values complete its fields, by their names.
    pub fn open(&mut self, completions: impl IntoIterator<Item = Completions>, ctx: &Context<'_>) {
        let (query, mut form) = (&self.query, Form::new(self.query.fields()));
        for (name, values) in completions {
            if let Some(field) = form.field_mut(name) {
                field.completions = values;
            }
        }
        for name in NAMING {
            if let Some(field) = form.field_mut(name) {
                field.completions.extend(labels::handles(ctx));
            }
        }
        let zone = form.field_mut("timestamp").map(|_| format!(", times in {}", ctx.clock().zone()));
        let title = format!("Filter {}{}", query.subject(), zone.unwrap_or_default());
        self.form = Some(FilterForm::new(title, form, |form| preview(query, form, ctx)));
    }

    /// Whether the form is open, and takes what is typed.
    pub fn is_open(&self) -> bool {
        self.form.is_some()
    }

    /// Whether a field of the form takes typed text.
    pub fn is_typing(&self) -> bool {
        self.form.as_ref().is_some_and(FilterForm::is_typing)
    }

    /// Gives an input to the open form. `None` if it is not the form's.
    pub fn handle_input(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        let (query, form) = (&self.query, self.form.as_mut()?);
        let read = |form: &Form| preview(query, form, ctx);
        match form.handle_input(input, ctx.body, read) {
            None if resets(input, ctx) => form.set(Form::new(query.unfiltered().fields()), read),
            None => return None,
            Some(Filled::Open) => {}
            Some(Filled::Left) => self.form = None,
            Some(Filled::Applied(())) => {
                let read = parse(query, form.form(), ctx);
                self.form = None;
                return Some(read.map(|query| self.to(&query)).unwrap_or_default());
            }
        }
        Some(Vec::new())
    }

    /// Takes a click on a chip, which takes that filter away. `None` if it was on none.
    pub fn click(&self, click: Click, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        let chips = self.chips();
        let at = chips::clicked(&chips, ctx, self.areas(ctx.body).chips, click)?;
        Some(self.without(chips.get(at)?, ctx))
    }

    /// The question without one of its filters.
    pub fn without(&self, chip: &Chip, ctx: &Context<'_>) -> Vec<Effect> {
        let pairs = self.query.pairs();
        let kept = pairs.iter().filter(|pair| *pair != chip).map(|(name, value)| (*name, value.as_str()));
        self.query.with_pairs(kept, ctx.network.home).map(|query| self.to(&query)).unwrap_or_default()
    }

    /// The pane of another question in place of this one, if it is another one.
    pub fn to(&self, query: &Q) -> Vec<Effect> {
        if *query == self.query { Vec::new() } else { vec![Effect::Replace(query.place())] }
    }

    /// Adds the verbs of the filters.
    pub fn verbs<'c, T: 'c>(&self, verbs: &mut Verbs<'c, T>, open: impl FnOnce(&mut T) + 'c) {
        verbs.add(Action::Filter, "filter").run(open);
        let unfiltered = (!self.is_set()).then_some("no filter is active");
        let reset = verbs.add(Action::Reset, "clear filters").unless(unfiltered);
        reset.give(|| self.to(&self.query.unfiltered()));
    }

    /// What can be done in the form, while it is open.
    pub fn form_hints(&self) -> Option<Vec<ActionHint>> {
        self.is_open().then(|| {
            let mut hints = action_hint::form("apply");
            hints.push(ActionHint::new(Action::Reset, "reset"));
            hints
        })
    }

    /// Draws the chips.
    pub fn view_chips(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
        chips::view(&self.chips(), ctx, area, buf);
    }

    /// Draws the form over the pane if it is open; returns where the cursor is.
    pub fn view_form(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        self.form.as_ref().and_then(|form| form.view(ctx, area, buf))
    }
}

fn is_filter((name, _): &Chip) -> bool {
    *name != "order"
}

/// Whether this is a key that resets the fields of an open form: one that resets filters, and is no text.
fn resets(input: &Input, ctx: &Context<'_>) -> bool {
    matches!(input, Input::Key(key) if ctx.keymap.lookup(&[*key]) == KeyMatch::Action(Action::Reset))
}

/// The question that the form's content means.
fn parse<Q: Filterable>(query: &Q, form: &Form, ctx: &Context<'_>) -> Result<Q, Vec<Fault>> {
    let mut faults: Vec<Fault> = Vec::new();
    let mut pairs: Vec<(&str, String)> = Vec::new();
    for field in form.fields() {
        match form.value(field.name).trim() {
            "" => {}
            text => match labels::resolve(ctx, text).and_then(|text| query.values(field.name, &text, ctx)) {
                Ok(values) => pairs.extend(values.into_iter().map(|value| (field.name, value))),
                Err(words) => faults.push((field.name, words)),
            },
        }
    }
    let pairs = pairs.iter().map(|(name, value)| (*name, value.as_str()));
    let read = query.with_pairs(pairs, ctx.network.home).map_err(|more| {
        faults.extend(more.into_iter().map(|fault| (fault.parameter, fault.message)));
    });
    read.ok().filter(|_| faults.is_empty()).ok_or(faults)
}

/// The query of the form's content, in the text form of places.
fn preview<Q: Filterable>(query: &Q, form: &Form, ctx: &Context<'_>) -> Result<String, Vec<Fault>> {
    let place = parse(query, form, ctx)?.place().to_string();
    Ok(place.split_once('?').map(|(_, query)| format!("?{query}")).unwrap_or_default())
}

impl<Q: Listed, P: Pages<Q>> PagedList<Q, P> {
    /// The areas of the body, with room for chips if there are any.
    pub(super) fn areas(&self, body: Rect) -> Areas {
        Areas::new(body, self.source.filters.is_set() || self.choice.is_active())
    }

    /// The local filter as typed; empty if not set.
    pub fn local_filter(&self) -> &str {
        self.choice.filter().text()
    }

    /// Whether the shown rows lag behind the loaded rows or the filter and sort.
    pub(super) fn is_behind(&self, feed: &Feed<Q::Row>) -> bool {
        self.source.arranged.is_behind(&self.choice, feed)
    }

    /// The visible links: see [`crate::panes::Pane::links`].
    pub fn links<R: Rows<Q, P>>(&self, rows: &R, ctx: &Context<'_>) -> Vec<Link> {
        if self.is_typed_over() {
            return Vec::new();
        }
        let areas = self.areas(ctx.body);
        let links = self.shown_in(&rows, areas.table, ctx).links();
        chips::links(&self.chips(), ctx, areas.chips).into_iter().chain(links).collect()
    }

    /// Whether a form or prompt is open, and takes the input.
    pub(super) fn is_typed_over(&self) -> bool {
        self.filters.is_open() || self.loader.is_typing() || self.choice.is_typing()
    }

    /// The active server filters, then the local filter and the sort.
    pub(super) fn chips(&self) -> Vec<Chip> {
        [self.source.filters.chips(), self.choice.chips()].concat()
    }

    /// Removes the filter or sort of a clicked chip. `None` if no chip was clicked.
    pub(super) fn click_chip(&mut self, click: Click, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        let (chips, band) = (self.chips(), self.areas(ctx.body).chips);
        let chip = chips.get(chips::clicked(&chips, ctx, band, click)?)?;
        Some(if self.choice.without(chip) { Vec::new() } else { self.source.filters.without(chip, ctx) })
    }

    /// The number of passing rows, in words.
    pub(super) fn count_words(&self) -> String {
        let Some(feed) = self.feed() else { return String::new() };
        if self.is_behind(feed) && self.source.arranged.examined() < feed.loaded() {
            return format!("{} of {} examined", self.source.arranged.examined(), feed.loaded());
        }
        format!("{} of {} loaded", feed.len(), feed.loaded())
    }

    /// Why no row is shown though some are loaded.
    pub(super) fn none_passes(&self, ctx: &Context<'_>) -> Vec<Cell> {
        let filter = self.local_filter();
        let mut lines = vec![(format!("No loaded row passes / {filter}"), Role::Heading)];
        lines.push((self.count_words(), Role::Plain));
        let keys = [(Action::MorePages, "loads another page"), (Action::Close, "shows all rows")];
        lines.extend(keys.into_iter().filter_map(|(key, does)| Some((ctx.key_does(key, does)?, Role::Dim))));
        lines
    }
}
