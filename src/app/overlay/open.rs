//! Opens overlays, with the data that they need from the pane.

use ledger::amount::counted;
use ledger::shell::shell_word;
use ledger::{Labelled, Timestamp};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::links::mentions;
use super::{Links, Overlay, Palette};
use crate::app::App;
use crate::message::export::ScreenOffer;
use crate::message::{Action, Copied, Effect, ExportOffer, Notice, Place, ScreenCopy};
use crate::panes::Context;
use crate::widgets::{Link, Target, screenshot};

impl App {
    /// Opens the palette over the pane, with a note on why if that was not asked for.
    pub(in crate::app) fn open_palette(&mut self, note: Option<String>, now: Timestamp) {
        let typing = self.is_typing();
        let ctx = self.shared.whole_context(now);
        let below = (self.place(), self.hints(now));
        self.overlay = Some(Overlay::Palette(Box::new(Palette::new(below, note, typing, &ctx))));
    }

    /// Where nothing can be searched, for this reason if there is one, the letters that follow are no commands: the
    /// palette takes them.
    pub(in crate::app) fn seek_elsewhere(&mut self, reason: Option<&str>, now: Timestamp) {
        let filters = self.hint(Action::Filter, now).is_some_and(|hint| hint.disabled.is_none());
        let key = self.shared.screen.keymap.keys_of(Action::Filter).into_iter().next().filter(|_| filters);
        let words = match reason {
            Some(reason) => format!("No search: {reason}"),
            None => "This page has no search".to_owned(),
        };
        let close = self.shared.screen.keymap.key_while_typing(Action::Close);
        let instead = key.map(|key| format!("; {close}, then {key} filters it")).unwrap_or_default();
        self.open_palette(Some(format!("{words}{instead}.")), now);
    }

    /// Puts letters over everything in view that leads somewhere, or says that nothing does.
    pub(in crate::app) fn open_links(&mut self, now: Timestamp) {
        let drawn = self.drawn(now);
        let links = Links::new(self.links_in_view(&self.shared.context(now), &drawn));
        let words = match links.len() {
            0 => "nothing in view can be followed".to_owned(),
            many => format!("{}: type the letters of one", counted(many, "link")),
        };
        self.shared.screen.toasts.push_here(Notice::info(words), now);
        if links.len() > 0 {
            self.overlay = Some(Overlay::Links(links));
        }
    }

    /// What leads elsewhere from the screen as it is drawn, row by row: what the pane says of it, and the ids and
    /// addresses between.
    pub(in crate::app) fn links_in_view(&self, ctx: &Context<'_>, drawn: &Buffer) -> Vec<Link> {
        let here = self.place();
        let mut links = self.stack.history.top().links(ctx);
        links.extend(self.stack.side_links(&self.shared, ctx.now));
        for mention in mentions(drawn, self.shared.whole_context(ctx.now).body, &here, ctx) {
            if !links.iter().any(|link| link.area.intersects(mention.area)) {
                links.push(mention);
            }
        }
        let here = Target::Place(here);
        links.retain(|link| link.to != here);
        links.sort_by_key(|link| (link.area.y, link.area.x));
        links
    }

    /// The screen as it is drawn at this moment.
    pub(in crate::app) fn drawn(&self, now: Timestamp) -> Buffer {
        let (columns, rows) = self.shared.screen.size;
        let mut drawn = Buffer::empty(Rect::new(0, 0, columns, rows));
        self.view(now, &mut drawn);
        drawn
    }

    /// What copies the screen, or asks where to write it.
    pub(in crate::app) fn screen_copy(&self, form: ScreenCopy, now: Timestamp) -> Effect {
        let drawn = self.drawn(now);
        let copied = |what: &str, text| Effect::Copy(Copied::new(what, text));
        match form {
            ScreenCopy::Text => copied("screen as text", screenshot::text(&drawn)),
            ScreenCopy::Ansi => copied("screen as ANSI", screenshot::ansi(&drawn)),
            ScreenCopy::File => Effect::Export(ExportOffer::Screen(ScreenOffer {
                place: self.place(),
                forms: vec![
                    ("svg", screenshot::svg(&drawn, self.shared.screen.theme.base())),
                    ("txt", screenshot::text(&drawn)),
                    ("ans", screenshot::ansi(&drawn)),
                ],
            })),
        }
    }

    /// Opens the copy menu; of the pane on screen with its place and command.
    pub(in crate::app) fn open_copies(&mut self, mut copies: Vec<Copied>) {
        if self.overlay.is_none() {
            copies.extend(self.copied_place_and_command());
        }
        self.overlay = Some(Overlay::copies(copies, &self.shared.screen.keymap, self.overlay.take()));
    }

    /// What can be copied of every pane on screen: its place as the palette takes it on any network, and the command
    /// that prints what it says.
    fn copied_place_and_command(&self) -> [Copied; 2] {
        let (place, network) = (self.place().to_string(), &self.shared.networks.here.name);
        let command = format!("hieroscope get {} --network {}", shell_word(&place), shell_word(network));
        let copied = |what: &str, text| Copied::new(what, text);
        [
            copied("place with its network", format!("{place} on {network}")),
            copied("command that prints this", command),
        ]
    }

    pub(in crate::app) fn open_columns(&mut self, now: Timestamp) {
        let ctx = self.shared.context(now);
        let columns = self.stack.history.top().columns(&ctx);
        self.overlay = columns.map(|columns| Overlay::columns(columns, &ctx));
    }

    /// Opens the filters that were kept for the list on screen.
    pub(in crate::app) fn open_saved_filters(&mut self, now: Timestamp) {
        if self.stack.history.top().arrangement().is_none() {
            return self
                .shared
                .screen
                .toasts
                .push_here(Notice::info("saved filters: this is no list with filters"), now);
        }
        let list = self.stack.history.top_open();
        self.overlay = Some(Overlay::saved_filters(list, &self.shared.kept.remembered.filters));
    }

    /// Opens the label form for the selected value.
    pub(in crate::app) fn open_label(&mut self, now: Timestamp) {
        let offered = self.labelled_here(now);
        self.overlay = Some(Overlay::label(&offered, &self.shared.whole_context(now)));
    }

    /// Opens the form for the bookmark of a place.
    pub(in crate::app) fn open_bookmark(&mut self, place: Place, now: Timestamp) {
        self.overlay = Some(Overlay::bookmark(place, &self.shared.whole_context(now)));
    }

    /// What can be labelled here, the likeliest first: what is copied of what is selected, all else that can be
    /// copied, and what the place is of.
    fn labelled_here(&mut self, now: Timestamp) -> Vec<Labelled> {
        let home = self.shared.networks.here.home;
        let mut texts = Vec::new();
        for action in [Action::Copy, Action::CopyMenu] {
            if self.hint(action, now).is_none_or(|hint| hint.disabled.is_some()) {
                continue;
            }
            for effect in self.stack.history.top_mut().press(action, &self.shared.context(now)) {
                match effect {
                    Effect::Copy(copied) => texts.push(copied),
                    Effect::CopyMenu(all) => texts.extend(all),
                    _ => {}
                }
            }
        }
        let place = self.place();
        let contract = place.contract_named().map(|contract| Labelled::new(contract, home));
        let schedule = if let Place::Schedule(id) = place { Some(Labelled::Id(id)) } else { None };
        let named =
            texts.iter().filter_map(|it| Labelled::parse(&it.text.beginning(Labelled::ROOM_BYTES), home));
        let mut offered = Vec::new();
        for of in named.chain(contract).chain(schedule) {
            if !offered.contains(&of) {
                offered.push(of);
            }
        }
        offered
    }

    /// Processes the text typed in the palette since the last frame.
    pub fn read_typed(&mut self, now: Timestamp) {
        let ctx = self.shared.whole_context(now);
        if let Some(palette) = self.overlay.as_mut().and_then(Overlay::palette) {
            palette.catch_up(&ctx);
        }
    }
}
