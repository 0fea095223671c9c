//! The interface of a pane, which fills the screen between header and footer.

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

/// A pane. `place`, `title` and `view` are required; everything else has a default.
pub trait Pane: Debug {
    fn place(&self) -> Place;

    /// The left side of the header.
    fn title(&self, ctx: &Context<'_>) -> String;

    /// Draws the pane; returns the cursor's position if a field has the focus.
    fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position>;

    /// The actions that are available now. A pane with a table of [`Verbs`](super::Verbs) derives this,
    /// [`Self::hint`] and [`Self::act`] from it.
    fn hints(&self, _ctx: &Context<'_>) -> Vec<ActionHint> {
        Vec::new()
    }

    fn hint(&self, action: Action, ctx: &Context<'_>) -> Option<ActionHint> {
        self.hints(ctx).into_iter().find(|hint| hint.action == action)
    }

    /// Performs an action. The app calls this only for available actions.
    fn act(&mut self, _action: Action, _ctx: &Context<'_>) -> Vec<Effect> {
        Vec::new()
    }

    /// Whether a field takes typed text. Exactly then [`Self::view`] returns a cursor.
    fn is_typing(&self) -> bool {
        false
    }

    /// Offers an input to a focused field or to the mouse handling. `None` if the pane does not use it.
    fn handle_input(&mut self, _input: &Input, _ctx: &Context<'_>) -> Option<Vec<Effect>> {
        None
    }

    /// The links in view, where [`Self::view`] draws them. The app finds ids and addresses that are drawn in full
    /// without this.
    fn links(&self, _ctx: &Context<'_>) -> Vec<Link> {
        Vec::new()
    }

    /// The right side of the header, and the banner if any.
    fn status(&self, ctx: &Context<'_>) -> Status {
        ctx.status()
    }

    /// When the pane must be drawn again without input, for example for a countdown; `None` if nothing moves.
    fn wake_at(&self, _ctx: &Context<'_>) -> Option<Timestamp> {
        None
    }

    /// Rebuilds cached lines after a change of size, unit, time style or network data.
    fn rebuild_view(&mut self, _ctx: &Context<'_>) {}

    /// Declares the answers that the pane needs. The app requests, repeats, shares and cancels them;
    /// [`Context::get`] returns them with their progress, and [`Self::rebuild_view`] is called when they change.
    fn wants(&self, _ctx: &Context<'_>, _wants: &mut Wants) {}

    /// Effects that need no key, such as a poll that is due. Called for the pane on screen after every event,
    /// including the time of [`Self::wake_at`].
    fn due_effects(&mut self, _ctx: &Context<'_>) -> Vec<Effect> {
        Vec::new()
    }

    /// The rows that a detail pane steps through; `None` if the pane is not a list.
    fn step_rows(&mut self) -> Option<Box<dyn StepRows + '_>> {
        None
    }

    /// The local filter and order of the loaded rows; `None` if the pane is not a list.
    fn arrangement(&self) -> Option<Arrangement> {
        None
    }

    /// Applies a local filter and order. Reports and skips the parts that do not parse.
    fn set_arrangement(&mut self, _arrangement: &Arrangement, _ctx: &Context<'_>) -> Vec<Effect> {
        Vec::new()
    }

    /// The list whose columns can be configured; `None` without a list or while text is typed.
    fn columns(&self, _ctx: &Context<'_>) -> Option<&dyn ColumnList> {
        None
    }

    /// The sheets of the pane, each with its name; a single sheet has an empty name.
    fn sheets(&self) -> Vec<(&'static str, &Sheet)> {
        Vec::new()
    }

    /// A more precise reason than the server's why the entity is missing; `None` without one.
    fn denial(&self, _ctx: &Context<'_>) -> Option<String> {
        None
    }

    /// The pane as data, once all its answers have arrived. By default the facts of its sheets, else the entries of
    /// its copy menu.
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

    /// The pane's record as an object with stable keys, which `docs/details.md` lists. `None` if the pane shows no
    /// single record or it is not loaded.
    fn document(&self, _ctx: &Context<'_>) -> Option<Json> {
        None
    }

    /// The key layer of this page; `None` if only the common keys apply.
    fn layer(&self) -> Option<Layer> {
        None
    }

    /// The index of the open tab; `None` without tabs.
    fn tab(&self) -> Option<usize> {
        None
    }

    fn open_tab(&mut self, _tab: usize) {}

    /// Drops large state that can be rebuilt. Called when another pane takes the screen.
    fn rest(&mut self) {}

    /// An estimate of the memory that the loaded rows take, bytes.
    fn loaded_bytes(&self) -> usize {
        0
    }

    /// Frees about this many bytes: first derived data if the pane is off screen, then the loaded rows farthest
    /// from the window.
    fn give_back(&mut self, _bytes: usize, _is_on_screen: bool) -> GivenBack {
        GivenBack::default()
    }

    /// The contract that the page belongs to, on the current network.
    fn contract(&self, ctx: &Context<'_>) -> Option<ContractRef> {
        siblings::contract(&self.place(), ctx)
    }
}

impl dyn Pane + '_ {
    /// Performs an action, including links to the other pages of a contract.
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

    /// Follows a link, and selects its row if that still exists.
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

    /// The actions that are available now, including links to the other pages of a contract.
    pub fn all_hints(&self, ctx: &Context<'_>) -> Vec<ActionHint> {
        let mut hints = self.hints(ctx);
        let own: Vec<Action> =
            hints.iter().map(|hint| hint.action).filter(|action| siblings::is_page(*action)).collect();
        hints.extend(self.common_hints(ctx).filter(|hint| !own.contains(&hint.action)));
        hints
    }

    /// The hint of one action among those of `all_hints`.
    pub fn find_hint(&self, action: Action, ctx: &Context<'_>) -> Option<ActionHint> {
        self.hint(action, ctx).or_else(|| self.common_hints(ctx).find(|hint| hint.action == action))
    }

    /// The hints that all panes share.
    fn common_hints(&self, ctx: &Context<'_>) -> impl Iterator<Item = ActionHint> {
        let stop = ctx.requests.is_waiting(ctx.pane).then(|| ActionHint::new(Action::Close, "stop"));
        let pages = self.contract(ctx).map(|_| siblings::hints(self.place().kind(), ctx));
        let is_list = self.columns(ctx).is_some();
        let columns = is_list.then(|| ActionHint::hidden(Action::Columns, "choose the columns"));
        stop.into_iter().chain(pages.into_iter().flatten()).chain(columns)
    }
}
