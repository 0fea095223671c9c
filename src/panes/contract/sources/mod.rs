//! The verified sources of a contract: a list of files, and one file's text with syntax colours.

mod shelf;

use std::sync::Arc;

use api::Extent;
use decode::source::SourceText;
use ledger::ContractRef;
use ledger::amount::grouped;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use verification::{ChainId, Verified};

use self::shelf::Shelf;
use crate::message::{Action, Copied, Effect, ExportOffer, FilesOffer, Input, MouseButton, Place, TextOffer};
use crate::panes::kit::ask::at_verifier::{ALTERED, AtVerifier};
use crate::panes::kit::nouns::source_file::SourceFile;
use crate::panes::kit::page::{no_verifier, on_sheet};
use crate::panes::kit::{Fetched, Taken, Wants};
use crate::panes::verbs::by_verbs;
use crate::panes::{Context, Pane, Verbs, action_hint};
use crate::widgets::line::{cut_middle, put, put_right, put_words};
use crate::widgets::{Find, Role, Split};

#[derive(Debug)]
pub struct SourcesPane {
    contract: AtVerifier,
    taken: Taken,
    shelf: Shelf,
    find: Find,
    missed: bool,
}

impl SourcesPane {
    pub fn open(chain: ChainId, named: ContractRef) -> Self {
        Self {
            contract: AtVerifier { chain, named },
            taken: Taken::default(),
            shelf: Shelf::default(),
            find: Find::default(),
            missed: false,
        }
    }

    fn found<'a>(&self, ctx: &Context<'a>) -> Option<Fetched<'a, Arc<Verified>>> {
        self.contract.found(Extent::Sources, ctx)
    }

    fn verified<'a>(&self, ctx: &Context<'a>) -> Option<&'a Arc<Verified>> {
        self.found(ctx)?.value()
    }

    /// The query for the shown file's colours; `None` once they are loaded.
    fn uncoloured(&self, ctx: &Context<'_>) -> Option<SourceText> {
        let language = self.verified(ctx).and_then(|found| found.compilation.known()?.language.known());
        self.shelf.file()?.uncoloured(language)
    }

    fn hit(&mut self, back: bool, skip: bool, ctx: &Context<'_>) {
        let text = self.find.text().trim().to_owned();
        let body = self.body(ctx.body);
        self.missed = !text.is_empty() && !self.shelf.find(&text, back, skip, body);
    }

    /// Draws the file's name and the position in it.
    fn view_head(&self, file: &SourceFile, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
        let theme = ctx.theme;
        let line = self.shelf.line().map_or(0, |(at, _)| at + 1);
        let files = self.shelf.files.len();
        let place = format!("line {} of {}", grouped(&line), grouped(&file.line_count()));
        let is_altered = self.verified(ctx).is_some_and(|found| found.altered.contains(&file.name));
        let altered = if is_altered { format!("{ALTERED}  ") } else { String::new() };
        let wide = crate::widgets::line::width(&altered) + crate::widgets::line::width(&place);
        let count = format!("{} of {files}  ", self.shelf.index() + 1);
        let column = put(buf, area, (1, 0), &count, theme.style(Role::Dim));
        let room = area.width.saturating_sub(column + wide + 3);
        let name = file.name.escaped();
        put(
            buf,
            area,
            (column, 0),
            &cut_middle(&name, room, ctx.theme.glyphs.cut),
            theme.style(Role::Heading),
        );
        put_right(buf, area.left_of(1), 0, &place, theme.style(Role::Dim));
        let before = area.left_of(crate::widgets::line::width(&place) + 1);
        put_right(buf, before, 0, &altered, theme.style(Role::Attention));
    }

    fn copied(&self) -> Option<Copied> {
        let (at, line) = self.shelf.line()?;
        Some(Copied::new(format!("line {}", at + 1), line.to_owned()))
    }

    fn copies(&self, ctx: &Context<'_>) -> Vec<Copied> {
        let mut copies: Vec<Copied> = self.copied().into_iter().collect();
        if let Some(file) = self.shelf.file() {
            let name = String::from_utf8_lossy(file.name.raw()).into_owned();
            copies.push(Copied::new("text of this file", file.text().to_owned()));
            copies.push(Copied::new("name of this file", name));
        }
        copies.push(on_sheet::copied_place(&self.place()));
        let url = self.found(ctx).map(Fetched::url).unwrap_or_default();
        copies.extend(on_sheet::copied_request(url));
        copies
    }

    /// The shown file in a Markdown fence longer than any in it; or all that the verifier has.
    fn export(&self, ctx: &Context<'_>) -> Option<Effect> {
        let file = self.shelf.file()?;
        let name: String = file
            .name
            .escaped()
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
            .take(80)
            .collect();
        let mut fence = "```".to_owned();
        while file.text().contains(&fence) && fence.len() < 64 {
            fence.push('`');
        }
        let text = format!("# {}\n\n{fence}\n{}\n{fence}\n", file.name.escaped(), file.text());
        let text = TextOffer { title: TextOffer::TITLE, path: format!("source-{name}.md"), text };
        Some(Effect::Export(match self.contract.files(self.place(), ctx) {
            Some(offer) => ExportOffer::Files(FilesOffer { file: Some(text), ..offer }),
            None => ExportOffer::Text(text),
        }))
    }

    fn verbs<'c>(&self, ctx: &'c Context<'_>, verbs: &mut Verbs<'c, Self>) {
        if self.find.is_typing() {
            return verbs.typed(action_hint::search());
        }
        if self.shelf.file().is_some() {
            self.verbs_of_file(ctx, verbs);
        }
        let elsewhere = (!self.contract.is_here(ctx)).then_some("its contract is on another network");
        let none = self.verified(ctx).is_none().then_some("nothing is known yet");
        let no_verifier = ctx.network.verifier.is_none().then_some("this network has no verifier");
        let record = self.contract.record(ctx).and_then(Fetched::failure);
        let failed = record.is_some() || self.found(ctx).and_then(Fetched::failure).is_some();
        let AtVerifier { chain, named } = &self.contract;
        let verified = verbs.add(Action::Verified, "how it is verified").unless(no_verifier);
        verified.give(|| Effect::Go(Place::Verified(chain.clone(), *named)));
        verbs.add(Action::Contract, "contract").unless(elsewhere).page();
        let refresh = verbs.hidden(Action::Refresh, "refresh").shown_if(failed).unless(no_verifier);
        refresh.give(|| Effect::Refresh);
        let raw = verbs.hidden(Action::Raw, "raw JSON").unless(none);
        raw.give(|| Effect::raw(self.title(ctx), self.verified(ctx).map(|found| found.raw.clone())));
    }

    fn verbs_of_file<'c>(&self, ctx: &'c Context<'_>, verbs: &mut Verbs<'c, Self>) {
        let one = (self.shelf.files.len() < 2).then_some("there is no other file");
        let none = self.find.text().is_empty().then_some("there is no search");
        let go = |pane: &mut Self, action| _ = pane.shelf.act(action, pane.body(ctx.body));
        if self.shelf.in_list {
            verbs.add(Action::Open, "read").run(|pane| pane.shelf.in_list = false);
        }
        verbs.add(Action::NextPart, "next file").unless(one).go(go);
        verbs.hidden(Action::PreviousPart, "previous file").unless(one).go(go);
        verbs.add(Action::Find, "find in all files").run(|pane| {
            pane.find.open();
            pane.missed = false;
        });
        verbs.hidden(Action::NextHit, "next hit").unless(none).run(|pane| pane.hit(false, true, ctx));
        verbs.hidden(Action::PreviousHit, "previous hit").unless(none).run(|pane| pane.hit(true, true, ctx));
        verbs.hidden(Action::Left, "scroll left").go(go);
        verbs.hidden(Action::Right, "scroll right").go(go);
        verbs.add(Action::Copy, "copy this line").give(|| Effect::copy(self.copied()));
        verbs.hidden(Action::CopyMenu, "copy …").give(|| Effect::CopyMenu(self.copies(ctx)));
        verbs.hidden(Action::Export, "write to files").give(|| self.export(ctx));
        verbs.moves(go);
        if self.find.is_shown() {
            verbs.add(Action::Close, "end the search").run(|pane| {
                pane.find.clear();
                pane.missed = false;
            });
        } else if one.is_none() && !self.shelf.in_list {
            verbs.add(Action::Close, "to the files").run(|pane| pane.shelf.in_list = true);
        }
    }

    /// The area of list and text: below the file's name, above the search prompt.
    fn body(&self, area: Rect) -> Rect {
        self.find.above(area).below(2)
    }
}

impl Pane for SourcesPane {
    by_verbs!();

    fn is_typing(&self) -> bool {
        self.find.is_typing()
    }

    fn handle_input(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        match self.find.handle_input(input) {
            Some(true) => self.hit(false, false, ctx),
            Some(false) => {}
            None => {
                let Input::Mouse(click) = input else { return None };
                let body = self.body(ctx.body);
                match click.button.turn() {
                    Some(turn) => (0..MouseButton::TURN).for_each(|_| _ = self.shelf.act(turn, body)),
                    None => self.shelf.press(*click, body),
                }
            }
        }
        Some(Vec::new())
    }

    fn wants(&self, ctx: &Context<'_>, wants: &mut Wants) {
        self.contract.want(Extent::Sources, ctx, wants);
        if let Some(source) = self.uncoloured(ctx) {
            wants.add_optional(&source);
        }
    }

    fn place(&self) -> Place {
        Place::Sources(self.contract.chain.clone(), self.contract.named)
    }

    fn title(&self, ctx: &Context<'_>) -> String {
        let name = self.verified(ctx).and_then(|found| found.compilation.known()?.name.known());
        let name = name.map(|name| format!("  {}", name.escaped())).unwrap_or_default();
        format!("sources {} {}{name}", ctx.theme.glyphs.crumb, self.contract.named)
    }

    fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        if let Some(file) = self.shelf.file() {
            self.view_head(file, ctx, area, buf);
            self.shelf.view(ctx, self.body(area), buf);
            let status = if self.missed { ("not found", Role::Attention) } else { ("", Role::Dim) };
            return self.find.view(ctx.theme, area, status, buf);
        }
        if ctx.network.verifier.is_none() {
            no_verifier::view("Verified sources", ctx, area, buf);
        } else if self.verified(ctx).is_some() {
            let words = "The verifier has no sources of this contract: it is not verified, or the verifier does not list them.";
            put_words(buf, area, (0, 3), [(words, Role::Attention)], ctx.theme);
        } else if let Some(found) = self.found(ctx) {
            let subject = format!("sources of {} on chain {}", self.contract.named, self.contract.chain);
            found.view_missing(ctx, &subject, area, buf);
        } else if let Some(record) = self.contract.record(ctx) {
            record.view_missing(ctx, &format!("contract {}", self.contract.named), area, buf);
        } else {
            let words = "Name a contract of another chain by its EVM address.";
            put(buf, area, (1, 0), words, ctx.theme.style(Role::Attention));
        }
        None
    }

    fn rebuild_view(&mut self, ctx: &Context<'_>) {
        if let Some(verified) = self.found(ctx).and_then(|found| self.taken.if_new(found)) {
            let texts = verified.sources.iter();
            let mut files: Vec<SourceFile> =
                texts.filter_map(|(name, text)| Some(SourceFile::new(name.clone(), text.known()?))).collect();
            files.sort_by_key(|file| file.name.escaped());
            if !self.shelf.has(&files) {
                let own = own_file(verified).and_then(|own| files.iter().position(|file| file.name.is(&own)));
                self.shelf = Shelf::new(files, own.unwrap_or(0));
            }
        }
        let colours = self.uncoloured(ctx).and_then(|source| ctx.get(&source).value());
        if let (Some(colours), Some(file)) = (colours, self.shelf.file_mut()) {
            file.colours = Some(colours.clone());
        }
        let body = self.body(ctx.body);
        self.shelf.settle(body);
    }
}

/// The contract's own file: its fully qualified name up to the last colon.
fn own_file(verified: &Verified) -> Option<String> {
    let full = verified.compilation.known()?.full_name.known()?;
    let full = std::str::from_utf8(full.raw()).ok()?;
    full.rsplit_once(':').map(|(path, _)| path.to_owned())
}
