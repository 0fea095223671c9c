//! The search form: the event, a field for each indexable argument, and where to search.

use std::collections::HashSet;

use decode::event_search::{EventShape, value};
use decode::interface::{Entry, Kind};
use decode::signatures::Signature;
use ledger::{EvmAddress, moment};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::message::event::Key;
use crate::message::{Action, Emitter, EventSearchPlace, Input, MouseButton};
use crate::panes::kit::form::popup_form::Filled;
use crate::panes::kit::nouns::labels;
use crate::panes::{ActionHint, Context, action_hint};
use crate::widgets::form::{Fault, Form, FormField, Typed};
use crate::widgets::{Picker, Split, popup, split::REST};

/// The names of the argument fields, in order.
const ARGUMENTS: [&str; 8] = ["1", "2", "3", "4", "5", "6", "7", "8"];
/// Maximum number of suggested events.
const MAX_SUGGESTIONS: u16 = 6;

/// The open form.
#[derive(Clone, Debug)]
pub(super) struct EventSearchForm {
    pub(super) form: Form,
    faults: Vec<Fault>,
    events: Picker,
    known: Vec<Entry>,
    shape: Option<EventShape>,
}

/// The contract's events in all known interfaces.
pub(super) fn known_events(query: &EventSearchPlace, ctx: &Context<'_>) -> Vec<Entry> {
    let mut events: Vec<Entry> = Vec::new();
    for (_, interface) in ctx.known.interfaces_for(Kind::Event, Some(query.contract)) {
        let more = interface.entries().iter().filter(|entry| entry.kind == Kind::Event && !entry.anonymous);
        events.extend(more.cloned());
    }
    events
}

impl EventSearchForm {
    /// Opens the form with the values of a search.
    pub(super) fn new(query: &EventSearchPlace, ctx: &Context<'_>) -> Self {
        let known = known_events(query, ctx);
        let mut query = query.clone();
        let shape = EventShape::find(&query.event, &known).ok();
        if let (Some(shape), Err(_)) = (&shape, EventShape::parse(&query.event, &known)) {
            query.event = shape.signature.clone().unwrap_or_default();
        }
        let shipped = Signature::events().filter_map(Signature::entry);
        let mut shipped: Vec<String> = shipped.map(|entry| entry.signature.escaped()).collect();
        // Of equally good matches, the shorter name is closer.
        shipped.sort_by_cached_key(|row| {
            (row.find('(').unwrap_or(row.len()), row.matches(',').count(), row.clone())
        });
        let mut seen: HashSet<String> = HashSet::new();
        let all = known.iter().map(|entry| entry.signature.escaped()).chain(shipped);
        let rows = all.filter(|row| seen.insert(row.clone())).collect();
        let mut form = Self {
            form: Form::new(vec![FormField::text("event", "event", EVENT, &query.event)]),
            faults: Vec::new(),
            events: Picker::new(rows),
            shape,
            known,
        };
        form.lay_out(&query);
        form.events.search(&query.event);
        form
    }

    /// Inserts a field for each argument of the event.
    fn lay_out(&mut self, query: &EventSearchPlace) {
        let focused = self.form.focused();
        let mut fields = vec![FormField::text("event", "event", EVENT, &query.event)];
        let arguments = self.shape.iter().flat_map(EventShape::indexed);
        for ((at, argument), name) in arguments.filter_map(|(at, it)| Some(((at, it), ARGUMENTS.get(at)?))) {
            let number = (at + 1).to_string();
            let typed = query.values.iter().find(|(name, _)| *name == number || *name == argument.name);
            let label =
                if argument.name.is_empty() { format!("argument {number}") } else { argument.name.clone() };
            let unsure = if argument.indexed.is_none() { ", if it is indexed" } else { "" };
            let kind = if argument.kind.is_empty() { "any value" } else { &argument.kind };
            let wanted = format!("{kind}{unsure}; empty for any");
            fields.push(FormField::text(name, label, wanted, typed.map_or("", |(_, value)| value)));
        }
        let emitter = match query.emitter {
            Emitter::Own => String::new(),
            Emitter::Any => "any".to_owned(),
            Emitter::Other(contract) => contract.to_string(),
        };
        let times: Vec<String> = query.timestamp.iter().map(ToString::to_string).collect();
        let internal = if query.internal { "true" } else { "false" };
        fields.extend([
            FormField::text("emitter", "emitter", "the contract itself; any; or an id or address", &emitter),
            FormField::text(
                "timestamp",
                "consensus time",
                "last 2d, 2026-11-20 14:00..15:00, gte:…",
                &times.join(", "),
            ),
            FormField::choice(
                "internal",
                "child transactions",
                &[("include", "true"), ("leave out", "false")],
                internal,
            ),
        ]);
        self.form = Form::new(fields);
        self.form.focus(focused);
    }

    /// Handles an input. `None` if the form does not take it.
    pub(super) fn handle_input(
        &mut self,
        input: &Input,
        query: &EventSearchPlace,
        ctx: &Context<'_>,
    ) -> Option<Filled<EventSearchPlace>> {
        if let Input::Mouse(click) = input {
            if click.button == MouseButton::Press {
                self.form.click(click.row, popup::inside(ctx.body, self.lines()));
            }
            return Some(Filled::Open);
        }
        if self.picks()
            && let Input::Key(key) = input
        {
            let verb = match key.key() {
                Key::Up => Some(Action::Up),
                Key::Down => Some(Action::Down),
                _ => None,
            };
            if let Some(verb) = verb {
                self.events.act(verb, MAX_SUGGESTIONS);
                return Some(Filled::Open);
            }
            if key.key() == Key::Enter
                && self.shape.is_none()
                && let Some(event) = self.events.chosen().map(str::to_owned)
            {
                self.form.set("event", &event);
                self.edited(query, ctx);
                self.form.focus(ARGUMENTS[0]);
                return Some(Filled::Open);
            }
        }
        match self.form.input(input) {
            Typed::Ignored => return None,
            Typed::Leave => return Some(Filled::Left),
            Typed::Moved => {}
            Typed::Edited => self.edited(query, ctx),
            Typed::Apply => match self.parse(query, ctx) {
                Ok(query) => return Some(Filled::Applied(query)),
                Err(faults) => {
                    if let Some((name, _)) = faults.first() {
                        self.form.focus(name);
                    }
                    self.faults = faults;
                }
            },
        }
        Some(Filled::Open)
    }

    /// Whether suggestions are shown: while the event field has the focus.
    fn picks(&self) -> bool {
        self.form.focused() == "event" && !self.events.is_empty()
    }

    /// Updates the argument fields and the faults after a change.
    fn edited(&mut self, query: &EventSearchPlace, ctx: &Context<'_>) {
        let event = self.form.value("event").to_owned();
        let shape = EventShape::parse(&event, &self.known).ok();
        if self.form.focused() == "event" {
            self.events.search(&event);
            if shape != self.shape {
                self.shape = shape;
                let text = self.event_field();
                let kept = EventSearchPlace { event, ..self.typed(query) };
                self.lay_out(&kept);
                if let (Some(field), Some(kept)) = (self.form.field_mut("event"), text) {
                    *field = kept;
                }
            }
        }
        self.faults = match self.parse(query, ctx) {
            Err(faults) => faults,
            Ok(_) => Vec::new(),
        };
        // An incomplete event is still being typed; its fault is shown when the form is applied.
        self.faults.retain(|(name, _)| *name != "event");
    }

    fn event_field(&self) -> Option<FormField> {
        self.form.fields().first().cloned()
    }

    /// The search with the fields other than the event, unparsed.
    fn typed(&self, query: &EventSearchPlace) -> EventSearchPlace {
        let values = ARGUMENTS.iter().map(|name| ((*name).to_owned(), self.form.value(name).to_owned()));
        EventSearchPlace { values: values.filter(|(_, value)| !value.is_empty()).collect(), ..query.clone() }
    }

    /// Parses the fields into a search.
    fn parse(&self, query: &EventSearchPlace, ctx: &Context<'_>) -> Result<EventSearchPlace, Vec<Fault>> {
        let mut faults: Vec<Fault> = Vec::new();
        let event = self.form.value("event").to_owned();
        let shape = EventShape::parse(&event, &self.known);
        let mut values = Vec::new();
        match &shape {
            Err(fault) => faults.push(("event", fault.to_string())),
            Ok(shape) => {
                for ((at, argument), name) in
                    shape.indexed().filter_map(|(at, it)| Some(((at, it), ARGUMENTS.get(at)?)))
                {
                    let text = match labels::resolve(ctx, self.form.value(name)) {
                        Ok(text) if text.is_empty() => continue,
                        Ok(text) => text,
                        Err(fault) => {
                            faults.push((name, fault));
                            continue;
                        }
                    };
                    let long_zero = |_| vec![EvmAddress::new([0; 20])];
                    if let Err(fault) = value::topics(&text, &argument.kind, ctx.network.home, long_zero) {
                        faults.push((name, fault));
                    }
                    let plain = !argument.name.is_empty()
                        && !EventSearchPlace::PARAMETERS.contains(&argument.name.as_str());
                    let name = if plain { argument.name.clone() } else { (at + 1).to_string() };
                    values.push((name, text.into_owned()));
                }
            }
        }
        let emitter = labels::resolve(ctx, self.form.value("emitter")).and_then(|text| {
            let words = "leave it empty, or write any, or a contract's id or address";
            Emitter::parse(&text, ctx.network.home).ok_or_else(|| words.to_owned())
        });
        let emitter = emitter.map_err(|fault| faults.push(("emitter", fault))).ok();
        let timestamp = moment::filters(self.form.value("timestamp"), ctx.clock());
        if let Err(fault) = &timestamp {
            faults.push(("timestamp", fault.message.clone()));
        }
        match (emitter, timestamp) {
            (Some(emitter), Ok(timestamp)) if faults.is_empty() => Ok(EventSearchPlace {
                contract: query.contract,
                event,
                emitter,
                values,
                internal: self.form.value("internal") == "true",
                timestamp,
            }),
            _ => Err(faults),
        }
    }

    /// The actions available in the form.
    pub(super) fn hints(&self) -> Vec<ActionHint> {
        let mut hints =
            action_hint::form(if self.picks() && self.shape.is_none() { "use it" } else { "begin" });
        if self.picks() {
            hints.push(ActionHint::hidden(Action::Up, "event above"));
            hints.push(ActionHint::hidden(Action::Down, "event below"));
        }
        hints
    }

    fn lines(&self) -> u16 {
        let fields = u16::try_from(self.form.fields().len()).unwrap_or(12);
        fields.saturating_add(3 + MAX_SUGGESTIONS)
    }

    /// Draws the form over the pane.
    pub(super) fn view(
        &self,
        query: &EventSearchPlace,
        ctx: &Context<'_>,
        area: Rect,
        buf: &mut Buffer,
    ) -> Option<Position> {
        let (of, zone) = (query.contract, ctx.clock().zone());
        let title = format!("Find an event in results of {of}, times in {zone}");
        let inner = popup::open(ctx.theme, area, &title, self.lines(), buf);
        if inner.is_empty() {
            return None;
        }
        let fields = u16::try_from(self.form.fields().len()).unwrap_or(inner.height);
        let [rows, _, offered] = inner.above(2).stack([fields, 1, REST]);
        let cursor = self.form.view(ctx.theme, rows, &self.faults, buf);
        if self.picks() {
            self.events.view(ctx.theme, offered, buf);
            popup::scrolled(
                ctx.theme,
                (inner, offered),
                &self.events.window(offered.height),
                self.events.len(),
                buf,
            );
        }
        let keys = ctx.keymap.hints_while_typing(if self.picks() && self.shape.is_none() {
            &[
                (Action::Up, "and"),
                (Action::Down, "choose an event"),
                (Action::Open, "use it"),
                (Action::Close, "cancel"),
            ]
        } else {
            &[(Action::Open, "begin"), (Action::NextPart, "next field"), (Action::Close, "cancel")]
        });
        popup::footer_with_keys(
            ctx.theme,
            inner,
            self.faults.first().map(|(_, words)| words.as_str()),
            &keys,
            buf,
        );
        cursor
    }
}

/// Hint of the event field.
const EVENT: &str = "a name, Transfer(address,…), or 0x and 64 hex digits";
