//! The palette: one line for everything. What is typed can name a place, and finds recent places, actions and commands.
//!
//! ```text
//!   typed text ── message::goto ──► places, ranked, first
//!              └─ fuzzy search ──► recent places, actions, commands
//! ```

mod items;
mod rank;
mod view;

pub(in crate::app) use self::items::Setting;
use self::items::{Item, actions, commands, labelled, recents};
use self::rank::rank;
use super::Outcome;
use crate::message::event::Key;
use crate::message::goto::{GoToContext, GoToFault, Reading, readings};
use crate::message::{Action, Effect, Input, MouseButton, Notice, Place};
use crate::panes::kit::nouns::labels;
use crate::panes::{ActionHint, Context};
use crate::widgets::{Menu, MenuRow, TextField};
use ledger::Labelled;
use ledger::moment::Clock;

/// How many things that have a label are listed, the best first.
const MAX_LABELLED: usize = 100;

/// The typed text and its matches.
#[derive(Debug)]
pub(crate) struct Palette {
    here: Place,
    /// Why it is open, if that was not asked for.
    note: Option<String>,
    /// Whether a field of the pane below has the focus: its letters are no keys then.
    typing: bool,
    hints: Vec<ActionHint>,
    /// How many places were visited when the items were made.
    visits: usize,
    field: TextField,
    read: Result<Vec<Reading>, GoToFault>,
    /// Whether more was typed than was read.
    is_stale: bool,
    /// In which zone a time in the text was read, where that is not UTC.
    zone: Option<String>,
    items: Vec<Item>,
    /// What has a label; none before anything was typed.
    labelled: Option<Vec<Item>>,
    /// The actions of the menu's rows, in order.
    found: Vec<Found>,
    menu: Menu,
}

/// The action of a menu row.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Found {
    /// The name under which it is counted; none for a place that was typed.
    name: Option<String>,
    run: Run,
}

/// What a chosen row does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::app) enum Run {
    /// Opens a place, on the network of this profile if that is another one.
    Go(Place, Option<String>),
    /// Opens what has a label.
    GoLabelled(Labelled),
    Act(Action),
    /// Says why it is not available.
    Refuse(String),
    Set(Setting),
    /// Opens the network of this profile's name.
    Network(String),
    ClearCache,
    Quit,
    /// Puts this into the line, for more to be typed.
    Complete(String),
}

impl Palette {
    /// The palette over a pane at this place with these hints.
    pub(in crate::app) fn new(
        (here, hints): (Place, Vec<ActionHint>),
        note: Option<String>,
        typing: bool,
        ctx: &Context<'_>,
    ) -> Self {
        let mut palette = Self {
            here,
            note,
            typing,
            hints,
            visits: 0,
            field: TextField::for_bytes(),
            read: Err(GoToFault::Empty),
            is_stale: false,
            zone: None,
            items: Vec::new(),
            labelled: None,
            found: Vec::new(),
            menu: Menu::default(),
        };
        palette.collect(ctx);
        palette
    }

    /// Updates the available items. The typed text and the selection stay.
    pub(in crate::app) fn update(&mut self, hints: Vec<ActionHint>, ctx: &Context<'_>) {
        if self.hints == hints && self.visits == ctx.visits.len() {
            return;
        }
        self.hints = hints;
        let (selected, earlier) = (self.selected().cloned(), self.menu.clone());
        self.collect(ctx);
        if let Some(at) = self.found.iter().position(|found| Some(found) == selected.as_ref()) {
            self.menu.resume(at, &earlier);
        }
    }

    fn collect(&mut self, ctx: &Context<'_>) {
        self.visits = ctx.visits.len();
        self.items = recents(&self.here, ctx);
        self.items.extend(actions(&self.hints, self.typing, ctx));
        self.items.extend(commands(ctx));
        self.find(ctx);
    }

    /// Processes the typed text once for any number of keys.
    pub(in crate::app) fn catch_up(&mut self, ctx: &Context<'_>) {
        if std::mem::take(&mut self.is_stale) {
            self.understand(ctx);
        }
    }

    fn understand(&mut self, ctx: &Context<'_>) {
        let text = labels::resolve(ctx, self.field.text());
        let text = text.as_deref().unwrap_or(self.field.text());
        let read = |clock: &Clock| {
            let (network, networks, here) = (ctx.network, ctx.networks, Some(&self.here));
            readings(text, &GoToContext { network, networks, here, clock })
        };
        let clock = ctx.clock();
        let found = read(&clock);
        // What another zone makes another place of has a time in it.
        let is_zoned = clock.is_local() && found.is_ok() && read(&ctx.now.into()) != found;
        self.zone = is_zoned.then(|| format!("The time is in {}.", clock.zone()));
        self.read = found;
        self.find(ctx);
    }

    /// Lists the matches: places that the text names, then matching items.
    fn find(&mut self, ctx: &Context<'_>) {
        let read = self.read.as_deref().unwrap_or_default();
        let (mut found, mut rows): (Vec<Found>, Vec<MenuRow>) = read
            .iter()
            .map(|reading| {
                let run = Run::Go(reading.place.clone(), reading.network.clone());
                (Found { name: None, run }, view::row(reading, ctx))
            })
            .unzip();
        let sought = self.field.text().trim().trim_start_matches(':');
        if self.labelled.is_none() && !sought.is_empty() {
            self.labelled = Some(labelled(ctx));
        }
        let labelled = self.labelled.as_deref().filter(|_| !sought.is_empty()).unwrap_or_default();
        let items: Vec<&Item> = labelled.iter().chain(&self.items).collect();
        let mut places = 0;
        for (at, row) in rank(&items, sought, ctx.chosen) {
            let Some(item) = items.get(at) else { continue };
            let run = match &item.run {
                Run::GoLabelled(_) if places == MAX_LABELLED => continue,
                Run::GoLabelled(of) => {
                    places += 1;
                    let Some(place) = labels::place(ctx, of) else { continue };
                    Run::Go(place, None)
                }
                run => run.clone(),
            };
            if !found.iter().any(|found| found.run == run) {
                found.push(Found { name: Some(item.name.clone()), run });
                rows.push(row);
            }
        }
        self.found = found;
        self.menu.set_rows(rows, 0);
    }

    fn selected(&self) -> Option<&Found> {
        self.found.get(self.menu.selected()?)
    }

    /// The completion from the selected row; `None` if it is already typed.
    fn completion(&self) -> Option<String> {
        let text = match &self.selected()?.run {
            Run::Go(place, None) => place.to_string(),
            Run::Go(place, Some(network)) => format!("{place} on {network}"),
            Run::Complete(text) => text.clone(),
            Run::Set(_) | Run::Network(_) | Run::ClearCache | Run::Quit => {
                self.menu.rows().get(self.menu.selected()?)?.text.clone()
            }
            Run::Act(_) | Run::Refuse(_) | Run::GoLabelled(_) => return None,
        };
        (text != self.field.text()).then_some(text)
    }

    pub(super) fn handle_input(&mut self, input: &Input, ctx: &Context<'_>) -> Outcome {
        let edits = self.field.input(input);
        self.is_stale |= edits;
        if edits {
            return Outcome::Stay;
        }
        self.catch_up(ctx);
        match input {
            Input::Key(key) => match key.key() {
                Key::Esc => return Outcome::Leave(Vec::new()),
                Key::Enter => return self.choose(ctx),
                Key::Tab => {
                    if let Some(text) = self.completion() {
                        self.complete(text, ctx);
                    }
                }
                Key::Down | Key::Up => {
                    let action = if key.key() == Key::Up { Action::Up } else { Action::Down };
                    return self.act(action, ctx);
                }
                _ => return Outcome::Pass,
            },
            Input::Paste(_) => {}
            Input::Mouse(click) => {
                let pressed = self.menu.click(*click, self.rows(ctx.body, ctx));
                if pressed && click.button == MouseButton::Press {
                    return self.choose(ctx);
                }
            }
        }
        Outcome::Stay
    }

    pub(super) fn act(&mut self, action: Action, ctx: &Context<'_>) -> Outcome {
        let height = self.rows(ctx.body, ctx).height;
        self.menu.act(action, height);
        Outcome::Stay
    }

    /// The actions that are available here.
    pub(super) fn hints(&self) -> Vec<ActionHint> {
        let does = match self.selected().map(|found| &found.run) {
            Some(Run::Go(..) | Run::GoLabelled(_) | Run::Network(_)) => Some("go"),
            Some(Run::Complete(_)) => Some("choose a value"),
            Some(Run::Refuse(_)) => Some("say why not"),
            Some(Run::Act(_) | Run::Set(_) | Run::ClearCache | Run::Quit) => Some("run"),
            None => None,
        };
        let many = self.found.len() > 1;
        let mut hints: Vec<ActionHint> =
            does.map(|does| ActionHint::new(Action::Open, does)).into_iter().collect();
        if many {
            hints.push(ActionHint::new(Action::Down, "choose another"));
        }
        if self.completion().is_some() {
            hints.push(ActionHint::new(Action::NextPart, "complete"));
        }
        hints.push(ActionHint::new(Action::Close, "close"));
        if many {
            let moves = [
                (Action::Up, "choose the one above"),
                (Action::PageDown, "page down"),
                (Action::PageUp, "page up"),
            ];
            hints.extend(moves.map(|(action, words)| ActionHint::hidden(action, words)));
        }
        hints
    }

    fn complete(&mut self, text: String, ctx: &Context<'_>) {
        self.field = TextField::holding(text);
        self.understand(ctx);
    }

    fn choose(&mut self, ctx: &Context<'_>) -> Outcome {
        let Some(Found { name, run }) = self.selected().cloned() else { return Outcome::Stay };
        match run {
            Run::Complete(text) => {
                self.complete(text, ctx);
                Outcome::Stay
            }
            Run::Refuse(reason) => Outcome::Follow(vec![Effect::Notify(Notice::info(reason))]),
            run => Outcome::Run(name, run),
        }
    }
}
