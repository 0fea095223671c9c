//! The line in which a local filter is typed, and what it leaves while it is.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::{List, Listed, Pages};
use crate::decode::rows::{Fault, Filter, field_name};
use crate::message::{Effect, Input};
use crate::panes::Context;
use crate::panes::kit::prompt::{Prompt, Prompted};
use crate::widgets::Role;

/// The label of the line.
const LABEL: &str = "/ ";
/// The filter of the key for failed rows alone.
const FAILED: &str = "status=failed";

/// A local filter that is being typed.
#[derive(Debug)]
pub(super) struct TypedFilter {
    prompt: Prompt,
    /// The names of the columns.
    columns: Vec<&'static str>,
    /// The filter before, which comes back if the line is left.
    before: Filter,
    fault: Option<Fault>,
}

impl<Q: Listed, P: Pages<Q>> List<Q, P> {
    /// The local filter as it was typed; empty if there is none.
    pub fn local_filter(&self) -> &str {
        self.arranging.filter().text()
    }

    /// Opens the line in which the local filter is typed.
    pub(super) fn type_filter(&mut self, columns: Vec<&'static str>) {
        let before = self.arranging.filter().clone();
        let prompt = Prompt::new(LABEL, before.text());
        self.typed = Some(TypedFilter { prompt, columns, before, fault: None });
    }

    /// Handles an input to the line. `None` if it is not the line's.
    pub(super) fn type_in_filter(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        let typed = self.typed.as_mut()?;
        match typed.prompt.handle_input(input) {
            Prompted::Ignored => return None,
            Prompted::Left => {
                let before = typed.before.clone();
                self.typed = None;
                self.arranging.set_filter(before);
            }
            Prompted::Done => {
                if typed.fault.is_none() {
                    self.typed = None;
                }
            }
            Prompted::Typed => match Filter::parse(typed.prompt.text(), &typed.columns, ctx.now) {
                Ok(filter) => {
                    typed.fault = None;
                    if filter != *self.arranging.filter() {
                        self.arranging.set_filter(filter);
                    }
                }
                Err(fault) => typed.fault = Some(fault),
            },
        }
        Some(Vec::new())
    }

    /// Leaves the failed rows alone, or takes that back.
    pub(super) fn toggle_failed(&mut self, columns: &[&str], ctx: &Context<'_>) {
        let others: Vec<&str> =
            self.local_filter().split_whitespace().filter(|term| *term != FAILED).collect();
        let had = others.len() < self.local_filter().split_whitespace().count();
        let text = [others.join(" "), if had { String::new() } else { FAILED.to_owned() }].join(" ");
        if let Ok(filter) = Filter::parse(&text, columns, ctx.now) {
            self.arranging.set_filter(filter);
        }
    }

    /// Shows all rows again, in their own order.
    pub(super) fn clear_local(&mut self) {
        self.arranging.set_filter(Filter::default());
        self.arranging.set_sort(None);
    }

    /// Draws the line; returns where the cursor is.
    pub(super) fn view_typed(&self, ctx: &Context<'_>, line: Rect, buf: &mut Buffer) -> Option<Position> {
        let typed = self.typed.as_ref()?;
        let words = match &typed.fault {
            Some(fault) => (fault.to_string(), Role::Attention),
            None if typed.prompt.text().is_empty() => (example(&typed.columns), Role::Dim),
            None => (self.count_words(), Role::Dim),
        };
        Some(typed.prompt.view_beside(ctx, line, words, buf))
    }

    /// How many rows pass.
    pub(super) fn count_words(&self) -> String {
        let Some(feed) = self.feed() else { return String::new() };
        if self.arranging.is_behind(feed) && self.arranging.examined() < feed.loaded() {
            return format!("{} of {} examined", self.arranging.examined(), feed.loaded());
        }
        format!("{} of {} loaded", feed.len(), feed.loaded())
    }
}

/// What can be typed, for this list.
fn example(columns: &[&str]) -> String {
    let fields: Vec<String> = columns.iter().map(|column| field_name(column)).collect();
    format!("text, !text, re:pattern, or a field: {}", fields.join(" "))
}
