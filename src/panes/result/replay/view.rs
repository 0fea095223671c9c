//! Draws a replay: the headline, the tab bar, and the visible parts.

use decode::Opcode;
use ledger::Text;
use ledger::amount::{counted, grouped};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::part::{Part, areas, tab_bar, visible};
use super::shown::Shown;
use super::steps::last_step;
use super::{ReplayPane, calls, memory, proof, source};
use crate::panes::Context;
use crate::panes::kit::list::say;
use crate::widgets::line::{cut, put, put_right, rule};
use crate::widgets::{Role, Split, tabs};

impl ReplayPane {
    /// The number of lines of a scrolling part.
    pub(super) fn len(&self, shown: &Shown<'_>, part: Part, area: Rect) -> usize {
        match part {
            Part::Calls => shown.execution().calls.len(),
            Part::Memory => memory::len(shown, area),
            Part::Storage => self.storage.len(shown),
            Part::Gas => self.gas.len(),
            _ => 0,
        }
    }

    /// Draws the pane; returns the cursor's position while text is typed.
    pub(super) fn draw(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        let Some(of) = &self.replayed else {
            let subject = format!("{} on {}", self.query.of.place().label(), ctx.network.name);
            ctx.get(&self.query).view_missing(ctx, &subject, area, buf);
            return None;
        };
        let Some(shown) = self.shown(ctx) else {
            let why = "Nothing was executed: the records of the server lack what an execution needs.";
            let empty = (String::new(), Role::Plain);
            let lines = [(of.0.sentence(), Role::Attention), empty, (why.to_owned(), Role::Dim)];
            say(&lines, ctx, area, buf);
            return self.what_if.as_ref().and_then(|form| form.view(ctx, area, buf));
        };
        let [head, bar, rest] = areas(area);
        self.head(&shown, head, buf);
        tabs::view(&tab_bar(), &self.part, ctx.theme, bar, buf);
        let rest = self.find.above(rest);
        let all = visible(self.part, rest);
        for (part, place) in &all {
            let lines = if all.len() > 1 {
                self.title(*part, &shown, *place, buf);
                place.below(1)
            } else {
                *place
            };
            self.part(*part, &shown, lines, buf);
        }
        let found = self.found_words(ctx);
        let cursor = self.find.view(ctx.theme, area, (&found, Role::Dim), buf);
        self.what_if.as_ref().and_then(|form| form.view(ctx, area, buf)).or(cursor)
    }

    fn found_words(&self, ctx: &Context<'_>) -> String {
        match self.found(ctx) {
            Some(found) if found.is_empty() => "no step".to_owned(),
            Some(found) => {
                let at = found.partition_point(|step| *step <= self.at);
                format!("{} of {}", grouped(&at), counted(found.len(), "step"))
            }
            None => String::new(),
        }
    }

    /// Draws the verdict, or the line at fault with its error, and the step.
    fn head(&self, shown: &Shown<'_>, area: Rect, buf: &mut Buffer) {
        let theme = shown.ctx.theme;
        let (agreeing, told) = shown.replayed.agreeing();
        let count = format!("{agreeing} of {told} points");
        put_right(buf, area.left_of(1), 0, &count, theme.style(Role::Dim));
        let room = area.left_of(u16::try_from(count.len()).unwrap_or_default() + 3);
        let mut column = 1;
        let mut say = |text: String, role: Role| {
            let text = cut(&text, room.width.saturating_sub(column), theme.glyphs.cut).into_owned();
            column = put(buf, room, (column, 0), &text, theme.style(role));
        };
        if !self.query.changes.is_none() {
            say("NOT WHAT HAPPENED  ".to_owned(), Role::Attention);
        }
        say(shown.replayed.sentence(), proof::role(shown.replayed));
        if let Some(failed) = shown.replayed.line_at_fault()
            && let Some(place) = &failed.place
        {
            say(format!("  {place}  {}", place.excerpt.escaped()), Role::Failure);
        }
        if let Some(words) = shown.replayed.failed.last().and_then(|it| self.reading(it.call, shown.ctx)) {
            say(words.failure().map(|words| format!("  {words}")).unwrap_or_default(), Role::Failure);
        }
        step_words(shown, self.count, area, buf);
    }

    /// Draws the title of a part on a rule, if several parts are visible.
    fn title(&self, part: Part, shown: &Shown<'_>, area: Rect, buf: &mut Buffer) {
        let theme = shown.ctx.theme;
        let more = match part {
            Part::Source => self.source.name().map(Text::escaped).unwrap_or_default(),
            Part::Memory => memory::words(shown),
            Part::Stack => shown.state.map(|state| counted(state.stack.len(), "item")).unwrap_or_default(),
            _ => String::new(),
        };
        rule(buf, area, 0, theme.glyphs.rule, theme.style(Role::Rule));
        let role = if part == self.part { Role::Heading } else { Role::Dim };
        let column = put(buf, area, (1, 0), &format!(" {} ", part.name()), theme.style(role));
        if !more.is_empty() {
            let more = cut(&more, area.width.saturating_sub(column + 1), theme.glyphs.cut);
            put(buf, area, (column, 0), &format!("{more} "), theme.style(Role::Dim));
        }
    }

    fn part(&self, part: Part, shown: &Shown<'_>, area: Rect, buf: &mut Buffer) {
        let has_focus = part == self.part;
        match part {
            Part::Proof => self.proof.view(shown.ctx.theme, area, buf),
            Part::Data => self.data.view(shown.ctx.theme, area, buf),
            Part::Source => self.source.view(shown, area, buf),
            Part::Calls => calls::view(shown, &self.calls, has_focus, area, buf),
            Part::Opcodes => source::view_opcodes(shown, area, buf),
            Part::Stack => memory::view_stack(shown, area, buf),
            Part::Memory => memory::view(shown, &self.memory, has_focus, area, buf),
            Part::Storage => self.storage.view(shown, has_focus, area, buf),
            Part::Gas => self.gas.view(shown, area, buf),
        }
    }
}

/// The step's instruction, line, call and remaining gas.
fn step_words(shown: &Shown<'_>, count: Option<u32>, area: Rect, buf: &mut Buffer) {
    let theme = shown.ctx.theme;
    let Some(row) = area.rows().nth(1) else { return };
    let execution = shown.execution();
    let last = last_step(execution);
    let step = execution.steps.get(shown.at);
    let opcode = step.and_then(|step| Opcode(step.opcode).name()).unwrap_or_default();
    let gas = shown.state.filter(|state| state.step == shown.at).map(|state| grouped(&state.gas));
    let gas = gas.map(|gas| format!("  {gas} gas left")).unwrap_or_default();
    let place = shown.replayed.sources.place(execution, shown.at);
    let place = place.map(|place| format!("  {place}")).unwrap_or_default();
    let call = shown.call().map(|(at, call)| format!("  call {at} {}", shown.call_words(at, call)));
    let cut_off = if execution.steps.count() > execution.steps.kept() { "+" } else { "" };
    let count = count.map(|count| format!("{count} {}  ", theme.glyphs.times)).unwrap_or_default();
    let pieces = [
        (count, Role::Attention),
        (format!("step {} of {}{cut_off}", grouped(&shown.at), grouped(&last)), Role::Plain),
        (format!("  {opcode}"), Role::Heading),
        (place, Role::Link),
        (call.unwrap_or_default(), Role::Plain),
        (gas, Role::Dim),
    ];
    let mut column = 1;
    for (text, role) in pieces {
        let text = cut(&text, row.width.saturating_sub(column), theme.glyphs.cut);
        column = put(buf, row, (column, 0), &text, theme.style(role));
    }
}
