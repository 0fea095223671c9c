//! What fills the screen between header and footer.

use std::fmt::Debug;

use ledger::{ContractRef, Timestamp};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use serde_json::Value as Json;

use super::{ActionHint, Context, Status};
use crate::message::keymap::Layer;
use crate::message::{
    Action, Arrangement, Click, Contents, Effect, Fact, Input, MouseButton, Place, Section,
};
use crate::panes::kit::page::siblings;
use crate::panes::kit::{Wants, list::StepRows, list::columns::ColumnList};
use crate::widgets::feed::GivenBack;
use crate::widgets::{Link, Sheet, Target};

/// A pane. Place, title and view are required; everything else has a default.
pub trait Pane: Debug {
    /// Where this is.
    fn place(&self) -> Place;

    /// The header's left side.
    fn title(&self, ctx: &Context<'_>) -> String;

    /// Draws the pane; returns where the cursor is, if a field has the focus.
    fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position>;

    /// The actions that are available here, now. A pane with a table of [`Verbs`](super::Verbs) has this, [`Self::hint`]
    /// and [`Self::act`] from it.
    fn hints(&self, _ctx: &Context<'_>) -> Vec<ActionHint> {
        Vec::new()
    }

    /// The hint of one action.
    fn hint(&self, action: Action, ctx: &Context<'_>) -> Option<ActionHint> {
        self.hints(ctx).into_iter().find(|hint| hint.action == action)
    }

    /// Does what a verb means here. The app asks only for what is offered.
    fn act(&mut self, _action: Action, _ctx: &Context<'_>) -> Vec<Effect> {
        Vec::new()
    }

    /// Whether a field takes typed text. [`Self::view`] shows the cursor then, and only then.
    fn is_typing(&self) -> bool {
        false
    }

    /// Offers an input to a focused field or the mouse. `None` if the pane has no use for it.
    fn handle_input(&mut self, _input: &Input, _ctx: &Context<'_>) -> Option<Vec<Effect>> {
        None
    }

    /// What is in view that leads somewhere, as [`Self::view`] draws it. Ids and addresses that are drawn in full need
    /// not be among it: the app reads them off the screen.
    fn links(&self, _ctx: &Context<'_>) -> Vec<Link> {
        Vec::new()
    }

    /// The header's right side, and the banner if there is one.
    fn status(&self, ctx: &Context<'_>) -> Status {
        ctx.status()
    }

    /// When something moves on this pane by itself; `None` while nothing does.
    fn wake_at(&self, _ctx: &Context<'_>) -> Option<Timestamp> {
        None
    }

    /// Fits the pane to another size, unit, time style or network data.
    fn rebuild_view(&mut self, _ctx: &Context<'_>) {}

    /// Declares the answers that the pane needs. They are requested, repeated, shared with other panes and
    /// cancelled automatically; [`Context::get`] returns them with their progress, and [`Self::rebuild_view`]
    /// is called when that changes.
    fn wants(&self, _ctx: &Context<'_>, _wants: &mut Wants) {}

    /// What is asked for without a key: another look whose time has come, or what the look of the moment needs.
    /// Called for the pane on screen after everything that happens, the passing of [`Self::wake_at`] among it.
    fn due_effects(&mut self, _ctx: &Context<'_>) -> Vec<Effect> {
        Vec::new()
    }

    /// The rows that details are opened from, to step through them while a detail is on screen; `None` if the pane
    /// is no list.
    fn step_rows(&mut self) -> Option<Box<dyn StepRows + '_>> {
        None
    }

    /// What chooses among the loaded rows; `None` if the pane is no list.
    fn arrangement(&self) -> Option<Arrangement> {
        None
    }

    /// Has the loaded rows chosen and ordered so. What is not understood is said, and left out.
    fn set_arrangement(&mut self, _arrangement: &Arrangement, _ctx: &Context<'_>) -> Vec<Effect> {
        Vec::new()
    }

    /// The list on screen whose columns can be chosen; `None` if there is none, or something is being typed.
    fn columns(&self, _ctx: &Context<'_>) -> Option<&dyn ColumnList> {
        None
    }

    /// The sheets with all that this says, each with its name; without one if there is but one.
    fn sheets(&self) -> Vec<(&'static str, &Sheet)> {
        Vec::new()
    }

    /// Why what is named is not there, if more is known of that than what the server said.
    fn denial(&self, _ctx: &Context<'_>) -> Option<String> {
        None
    }

    /// What this has to say, as data, once all that it wants is here: by default what its sheets say, or what its copy
    /// menu offers.
    fn contents(&mut self, ctx: &Context<'_>) -> Contents {
        let sections =
            self.sheets().iter().flat_map(|(name, sheet)| sheet.sections(name)).collect::<Vec<_>>();
        if !sections.is_empty() {
            return Contents::Facts(sections);
        }
        let offered = self.act(Action::CopyMenu, ctx).into_iter().find_map(|effect| match effect {
            Effect::CopyMenu(copies) => Some(copies),
            _ => None,
        });
        let facts = offered.unwrap_or_default().into_iter().map(Fact::from).collect();
        Contents::Facts(vec![Section { title: String::new(), facts }])
    }

    /// The record that this is about as an object with stable keys, which `docs/details.md` lists. `None` if it is not
    /// about one, or nothing is known of it.
    fn document(&self, _ctx: &Context<'_>) -> Option<Json> {
        None
    }

    /// Which keys are this page's own; `None` if it has those of every page.
    fn layer(&self) -> Option<Layer> {
        None
    }

    /// The open tab, counted from the left; `None` without tabs.
    fn tab(&self) -> Option<usize> {
        None
    }

    /// Opens a tab.
    fn open_tab(&mut self, _tab: usize) {}

    /// Drops large state that can be rebuilt, while another pane is on screen.
    fn rest(&mut self) {}

    /// What the loaded rows take of memory, about, bytes.
    fn loaded_bytes(&self) -> usize {
        0
    }

    /// Has about so many bytes leave memory: off the screen, what can be worked out again; then loaded rows, the farthest
    /// from the window first.
    fn give_back(&mut self, _bytes: usize, _is_on_screen: bool) -> GivenBack {
        GivenBack::default()
    }

    /// The contract whose page this is, on the network on screen.
    fn contract(&self, ctx: &Context<'_>) -> Option<ContractRef> {
        siblings::contract(&self.place(), ctx)
    }
}

impl dyn Pane + '_ {
    /// Does what a verb means here, the ways to the other pages of a contract included.
    pub fn press(&mut self, action: Action, ctx: &Context<'_>) -> Vec<Effect> {
        if siblings::is_page(action)
            && let Some(contract) = self.contract(ctx)
            && self.hint(action, ctx).is_none_or(|hint| hint.page)
        {
            return siblings::go(action, contract, ctx);
        }
        if action == Action::Columns {
            return vec![Effect::Columns];
        }
        if action == Action::Close && ctx.requests.is_waiting(ctx.pane) {
            return vec![Effect::Stop];
        }
        self.act(action, ctx)
    }

    /// Follows a link. What it is drawn on is selected, if it is still there.
    pub fn follow(&mut self, link: &Link, ctx: &Context<'_>) -> Vec<Effect> {
        let (clicks, effect) = match &link.to {
            Target::Place(place) => (1, Some(Effect::Go(place.clone()))),
            Target::Web(address) => (1, Some(Effect::Browse(address.clone()))),
            Target::Clicks(clicks) => (*clicks, None),
        };
        let is_drawn = self.links(ctx).contains(link);
        let click = Click { column: link.area.x, row: link.area.y, button: MouseButton::Press };
        let mut clicked = Vec::new();
        for _ in 0..if is_drawn { clicks } else { 0 } {
            clicked.extend(self.handle_input(&Input::Mouse(click), ctx).unwrap_or_default());
        }
        effect.map_or(clicked, |effect| vec![effect])
    }

    /// The actions that are available here, the ways to the other pages of a contract included.
    pub fn all_hints(&self, ctx: &Context<'_>) -> Vec<ActionHint> {
        let mut hints = self.hints(ctx);
        let own: Vec<Action> =
            hints.iter().map(|hint| hint.action).filter(|action| siblings::is_page(*action)).collect();
        hints.extend(self.common_hints(ctx).filter(|hint| !own.contains(&hint.action)));
        hints
    }

    /// The hint of one action, of those that `all_hints` lists.
    pub fn find_hint(&self, action: Action, ctx: &Context<'_>) -> Option<ActionHint> {
        self.hint(action, ctx).or_else(|| self.common_hints(ctx).find(|hint| hint.action == action))
    }

    /// What every pane offers in the same way.
    fn common_hints(&self, ctx: &Context<'_>) -> impl Iterator<Item = ActionHint> {
        let stop = ctx.requests.is_waiting(ctx.pane).then(|| ActionHint::new(Action::Close, "stop"));
        let pages = self.contract(ctx).map(|_| siblings::hints(self.place().kind(), ctx));
        let is_list = self.columns(ctx).is_some();
        let columns = is_list.then(|| ActionHint::hidden(Action::Columns, "choose the columns"));
        stop.into_iter().chain(pages.into_iter().flatten()).chain(columns)
    }
}
