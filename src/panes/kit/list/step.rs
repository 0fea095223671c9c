//! Steps from a detail to the next or the previous row of the list that it was opened from, without the list on
//! screen: among all rows, or among those that are like the row shown. The list's selection follows.

mod among;
mod rows;

pub use self::among::Among;
pub use self::rows::{LAST_ROW, Lead, StepRows};

use ledger::amount::{counted, grouped};

use crate::message::{Action, Effect, Place};
use crate::panes::{ActionHint, Context};
use crate::widgets::line::fits;

/// The most rows that one key looks through.
const MAX_ROWS_PER_KEY: usize = 300;
/// The most pages that one key asks for, one after another, while they bring no row to step to.
const MAX_PAGES_PER_KEY: usize = 8;

/// How a detail was opened from a row, and which row it shows now.
#[derive(Debug)]
pub struct Steps {
    lead: Lead,
    among: Among,
    /// Where the row leads that is shown.
    shown: Place,
    /// The index of that row, how many there are, and whether these are only some of the loaded ones.
    row: usize,
    count: usize,
    are_chosen: bool,
    /// Why no row follows the loaded ones.
    end: Option<&'static str>,
    /// Among which rows one can step from the row shown.
    choices: Vec<Among>,
    /// The tab that is open in each detail.
    pub tab: Option<usize>,
    search: Option<Search>,
}

/// A step that is looked for, or whose row was not found yet.
#[derive(Clone, Copy, Debug)]
struct Search {
    forward: bool,
    /// How many rows behind the row shown were looked through.
    distance: usize,
    /// How many of them since the key, and how many pages were asked for.
    rows: usize,
    pages: usize,
    /// Whether rows are waited for.
    waits: bool,
}

/// What a step led to.
#[derive(Debug, PartialEq)]
pub enum Stepped {
    /// This place is to be shown instead.
    To(Place),
    /// The row leads to what is shown already.
    Same,
    /// Rows are being loaded, for which the list asks this.
    Waits(Vec<Effect>),
    /// There is no row to step to, for this reason.
    Stays(String),
}

impl Steps {
    /// The steps from a place that is about to be opened; `None` unless the selected row leads there.
    pub fn from(rows: &dyn StepRows, shown: &Place, ctx: &Context<'_>) -> Option<Self> {
        let row = rows.selected();
        let lead = Lead::ALL.into_iter().find(|lead| rows.place(row, *lead).as_ref() == Some(shown))?;
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

    /// Where the row leads that is shown.
    pub fn shown(&self) -> &Place {
        &self.shown
    }

    /// Looks where the row is that is shown, after the list was on screen.
    pub fn look_again(&mut self, rows: &dyn StepRows, ctx: &Context<'_>) {
        if let Some(row) = self.find(rows) {
            self.note(row, rows, ctx);
        }
    }

    /// Notes which row is shown, and what can be stepped to from it.
    fn note(&mut self, row: usize, rows: &dyn StepRows, ctx: &Context<'_>) {
        (self.row, self.count, self.end) = (row, rows.count(), rows.end());
        self.are_chosen = rows.are_chosen();
        self.choices = Among::choices(|column| rows.value(row, column, ctx));
    }

    /// Takes a step because the user wants it. One that was looked for in vain is looked for further on.
    pub fn step(&mut self, forward: bool, rows: &mut dyn StepRows, ctx: &Context<'_>) -> Stepped {
        let before = self.search.take().filter(|search| search.forward == forward);
        let distance = before.map_or(0, |search| search.distance);
        let search = Search { forward, distance, rows: 0, pages: 0, waits: false };
        self.look(search, true, rows, ctx)
    }

    /// Takes a step that waits for rows; `None` while it still does.
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
        let Some(shown) = self.find(rows) else {
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
            if let Some(place) = rows.place(at, self.lead).filter(|_| is_wanted) {
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

    /// Asks for more rows where the loaded ones end, if there may be more.
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

    /// The row that is shown: the selected one, unless the user selected another since.
    fn find(&self, rows: &dyn StepRows) -> Option<usize> {
        let selected = rows.selected();
        let about = |by| [selected.checked_sub(by), selected.checked_add(by)];
        let mut near = (0..MAX_ROWS_PER_KEY).flat_map(about).flatten();
        near.find(|row| rows.place(*row, self.lead).as_ref() == Some(&self.shown))
    }

    /// Steps among other rows from now on.
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

    /// Gives up a step that waits.
    pub fn stop(&mut self) {
        self.search.take_if(|search| search.waits);
    }

    /// Which row is shown, and among which one steps; with the keys, if there is room for them.
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

    /// The steps as they are available now.
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

/// The steps on a detail that was not opened from a list.
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
