//! Steps from a detail to the next or previous row of its list, without the list on screen: among all rows, or
//! among rows like the shown one. The list's selection follows.

mod rows;

pub use rows::{Among, LAST_ROW, Lead, StepRows};

use ledger::amount::{counted, grouped};

use crate::message::{Action, Effect, Place};
use crate::panes::{ActionHint, Context};
use crate::widgets::line::fits;

/// Maximum number of rows searched per key.
const MAX_ROWS_PER_KEY: usize = 300;
/// Maximum number of pages requested per key, while none has a matching row.
const MAX_PAGES_PER_KEY: usize = 8;

/// The steps of a detail that was opened from a row, and the shown row.
#[derive(Debug)]
pub struct Steps {
    lead: Lead,
    among: Among,
    /// The place of the shown row.
    shown: Place,
    /// Index of the shown row, number of rows, and whether these are only some of the loaded ones.
    row: usize,
    count: usize,
    are_chosen: bool,
    /// Why no row can follow the loaded ones.
    end: Option<&'static str>,
    /// The groups of rows to step among from the shown row.
    choices: Vec<Among>,
    /// The open tab, the same in each detail.
    pub tab: Option<usize>,
    search: Option<Search>,
}

/// A step in progress, or one whose row was not found yet.
#[derive(Clone, Copy, Debug)]
struct Search {
    forward: bool,
    /// Number of searched rows after the shown one.
    distance: usize,
    /// Number of those since the key, and number of requested pages.
    rows: usize,
    pages: usize,
    /// Whether it waits for rows.
    waits: bool,
}

/// The outcome of a step.
#[derive(Debug, PartialEq)]
pub enum Stepped {
    /// Show this place instead.
    To(Place),
    /// The row opens the shown place.
    Same,
    /// Rows are being loaded by these effects of the list.
    Waits(Vec<Effect>),
    /// There is no row to step to, for this reason.
    Stays(String),
}

impl Steps {
    /// The steps from a place that is being opened; `None` unless the selected row opens it.
    pub fn from(rows: &dyn StepRows, shown: &Place, ctx: &Context<'_>) -> Option<Self> {
        let row = rows.selected();
        let lead = Lead::ALL.into_iter().find(|lead| rows.place(row, *lead, ctx).as_ref() == Some(shown))?;
        let mut steps = Self {
            lead,
            among: Among::All,
            shown: shown.clone(),
            row,
            count: 0,
            are_chosen: false,
            end: None,
            choices: Vec::new(),
            tab: None,
            search: None,
        };
        steps.note(row, rows, ctx);
        Some(steps)
    }

    /// The place of the shown row.
    pub fn shown(&self) -> &Place {
        &self.shown
    }

    /// Finds the shown row again after the list was on screen.
    pub fn look_again(&mut self, rows: &dyn StepRows, ctx: &Context<'_>) {
        if let Some(row) = self.find(rows, ctx) {
            self.note(row, rows, ctx);
        }
    }

    /// Notes the shown row, and the groups of rows like it.
    fn note(&mut self, row: usize, rows: &dyn StepRows, ctx: &Context<'_>) {
        (self.row, self.count, self.end) = (row, rows.count(), rows.end());
        self.are_chosen = rows.are_chosen();
        self.choices = Among::choices(|column| rows.value(row, column, ctx));
    }

    /// Steps on the user's request. After a search without a match, it continues further on.
    pub fn step(&mut self, forward: bool, rows: &mut dyn StepRows, ctx: &Context<'_>) -> Stepped {
        let before = self.search.take().filter(|search| search.forward == forward);
        let distance = before.map_or(0, |search| search.distance);
        let search = Search { forward, distance, rows: 0, pages: 0, waits: false };
        self.look(search, true, rows, ctx)
    }

    /// Continues a step that waits for rows; `None` while it still waits.
    pub fn resume(&mut self, rows: &mut dyn StepRows, ctx: &Context<'_>) -> Option<Stepped> {
        let search = self.search.take_if(|search| search.waits)?;
        let stepped = self.look(search, false, rows, ctx);
        Some(stepped).filter(|stepped| *stepped != Stepped::Waits(Vec::new()))
    }

    fn look(
        &mut self,
        mut search: Search,
        pressed: bool,
        rows: &mut dyn StepRows,
        ctx: &Context<'_>,
    ) -> Stepped {
        let Some(shown) = self.find(rows, ctx) else {
            return Stepped::Stays("its row is no longer near the selected one".to_owned());
        };
        self.note(shown, rows, ctx);
        let wanted = self.among.wanted(|column| rows.value(shown, column, ctx));
        while search.rows < MAX_ROWS_PER_KEY {
            let further = search.distance + 1;
            let at = if search.forward { shown.checked_add(further) } else { shown.checked_sub(further) };
            let Some(at) = at.filter(|at| *at < rows.count()) else {
                return self.at_the_edge(search, pressed, rows, ctx);
            };
            if rows.fetch(at) {
                if let Some(failure) = rows.failure(ctx) {
                    return Stepped::Stays(failure);
                }
                self.search = Some(Search { waits: true, ..search });
                return Stepped::Waits(Vec::new());
            }
            (search.distance, search.rows) = (further, search.rows + 1);
            let is_wanted = wanted.is_met(|column| rows.value(at, column, ctx));
            if let Some(place) = rows.place(at, self.lead, ctx).filter(|_| is_wanted) {
                rows.select(at, ctx);
                self.note(at, rows, ctx);
                let is_same = self.shown == place;
                self.shown = place.clone();
                return if is_same { Stepped::Same } else { Stepped::To(place) };
            }
        }
        self.search = Some(Search { waits: false, ..search });
        let (row, rows) = (self.among.row(), counted(search.distance, "row"));
        Stepped::Stays(format!("no {row} within {rows}: press it again to look further"))
    }

    /// Requests more rows at the end of the loaded ones, if there may be more.
    fn at_the_edge(
        &mut self,
        mut search: Search,
        pressed: bool,
        rows: &mut dyn StepRows,
        ctx: &Context<'_>,
    ) -> Stepped {
        let stays = Stepped::Stays;
        if !search.forward {
            return stays(match self.among {
                Among::All => "this is the first row".to_owned(),
                among => format!("there is no {} above this one", among.row()),
            });
        }
        if let Some(why) = rows.end() {
            return stays(match self.among {
                Among::All => why.to_owned(),
                among => format!("there is no further {}", among.row()),
            });
        }
        let effects = if pressed || !rows.is_loading(ctx) {
            if let Some(failure) = rows.failure(ctx).filter(|_| !pressed) {
                return stays(format!("the next page could not be loaded: {failure}"));
            }
            if search.pages >= MAX_PAGES_PER_KEY {
                self.search = Some(Search { waits: false, ..search });
                let pages = counted(search.pages, "page");
                return stays(format!("no {} in {pages}: press it again to look further", self.among.row()));
            }
            search.pages += 1;
            rows.load_more(ctx)
        } else {
            Vec::new()
        };
        self.search = Some(Search { waits: true, ..search });
        Stepped::Waits(effects)
    }

    /// Index of the shown row: the selected one, unless the user selected another since.
    fn find(&self, rows: &dyn StepRows, ctx: &Context<'_>) -> Option<usize> {
        let selected = rows.selected();
        let about = |by| [selected.checked_sub(by), selected.checked_add(by)];
        let mut near = (0..MAX_ROWS_PER_KEY).flat_map(about).flatten();
        near.find(|row| rows.place(*row, self.lead, ctx).as_ref() == Some(&self.shown))
    }

    /// Switches to the next group of rows.
    pub fn next_among(&mut self) {
        let at = self.choices.iter().position(|among| *among == self.among);
        let next = at.and_then(|at| self.choices.get(at + 1)).copied();
        self.among = next.unwrap_or(Among::All);
        self.search = None;
    }

    /// Whether a step waits for rows.
    pub fn waits(&self) -> bool {
        self.search.is_some_and(|search| search.waits)
    }

    /// Cancels a waiting step.
    pub fn stop(&mut self) {
        self.search.take_if(|search| search.waits);
    }

    /// The shown row and the group of rows; with the keys, if there is room for them.
    pub fn label(&self, ctx: &Context<'_>, room: u16) -> String {
        let alike = (self.choices.len() > 1).then_some((Action::StepWithin, "alike"));
        let keys = [(Action::NextRow, "next"), (Action::PreviousRow, "previous")].into_iter().chain(alike);
        let keys: Vec<String> = keys.filter_map(|(key, does)| ctx.key_does(key, does)).collect();
        let dot = format!(" {} ", ctx.theme.glyphs.dot);
        let among = if self.are_chosen { "shown" } else { "loaded" };
        let row = format!("row {} of {} {among}", grouped(&(self.row + 1)), grouped(&self.count));
        let waits = self.waits().then(|| "loading more".to_owned());
        let parts = [Some(row), self.among.label(), waits];
        let words = parts.into_iter().flatten().collect::<Vec<_>>().join(&dot);
        let whole = format!("{words}{dot}{}", keys.join(", "));
        if !keys.is_empty() && fits(&whole, room) { whole } else { words }
    }

    /// The available steps.
    pub fn hints(&self) -> [ActionHint; 3] {
        let all = self.among == Among::All;
        let last = self.end.filter(|_| all && self.row + 1 >= self.count);
        let first = (all && self.row == 0).then_some("this is the first row");
        let alike = (self.choices.len() < 2).then_some("the list says nothing that rows could share");
        [
            hint(Action::NextRow).disabled_if(last),
            hint(Action::PreviousRow).disabled_if(first),
            hint(Action::StepWithin).disabled_if(alike),
        ]
    }
}

/// The steps of a detail that was not opened from a list.
pub fn no_list() -> [ActionHint; 3] {
    let why = Some("this page was not opened from a list");
    [Action::NextRow, Action::PreviousRow, Action::StepWithin].map(|action| hint(action).disabled_if(why))
}

fn hint(action: Action) -> ActionHint {
    ActionHint::hidden(
        action,
        match action {
            Action::NextRow => "next row of the list",
            Action::PreviousRow => "previous row of the list",
            _ => "step among all rows, or those alike",
        },
    )
}
