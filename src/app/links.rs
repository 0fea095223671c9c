//! Follows what is on screen by letters.

use ratatui::buffer::Buffer;

use super::App;
use super::overlay::{Links, Overlay, mentions};
use crate::ledger::Timestamp;
use crate::ledger::amount::counted;
use crate::message::{Command, Notice};
use crate::panes::Context;
use crate::widgets::{Link, Target};

impl App {
    /// Puts letters over everything in view that leads somewhere, or says that nothing does.
    pub(super) fn open_links(&mut self, now: Timestamp) {
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
    pub(super) fn links_in_view(&self, ctx: &Context<'_>, drawn: &Buffer) -> Vec<Link> {
        let here = self.place();
        let mut links = self.history.top().links(ctx);
        links.extend(self.side_links(ctx.now));
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

    /// Follows a link of the pane on screen.
    pub(super) fn follow(&mut self, link: &Link, now: Timestamp) -> Vec<Command> {
        self.shared.screen.toasts.leave();
        let effects = self.history.top_mut().follow(link, &self.shared.context(now));
        self.settle(effects, now)
    }
}
