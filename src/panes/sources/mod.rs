//! The verified sources of a contract: a list of files, and the text of one of them in colours.

mod file;
mod shelf;

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use self::file::File;
use self::shelf::Shelf;
use super::{Context, Offer, Pane, Remote, Status, no_verifier, offer, on_sheet};
use crate::decode::source::SourceText;
use crate::decode::{Finding, Question, Study};
use crate::ledger::amount::grouped;
use crate::ledger::query::ContractQuery;
use crate::ledger::{Contract, ContractRef, EvmAddress, Timestamp};
use crate::message::{
    Action, Answer, Ask, Copied, Effect, Export, Extent, Input, MouseButton, Place, Response, Retrying,
};
use crate::verification::{ChainId, Verified, preflight};
use crate::widgets::line::{cut_middle, put, put_right, wrap_words};
use crate::widgets::{Find, Role};

/// The pane.
#[derive(Debug)]
pub struct SourcesPane {
    chain: ChainId,
    named: ContractRef,
    /// The contract's record, which tells the address that the verifier knows it by.
    record: Remote<Arc<Contract>>,
    lookup: Remote<Arc<Verified>>,
    shelf: Shelf,
    /// The colours of a file, by its number.
    colours: Remote<Arc<Finding>>,
    wanted: usize,
    find: Find,
    missed: bool,
}

impl SourcesPane {
    /// Opens the pane and asks the verifier, once the address is known that it has the contract under.
    pub fn open(chain: ChainId, named: ContractRef, ctx: &Context<'_>) -> (Self, Vec<Effect>) {
        let mut pane = Self {
            chain,
            named,
            record: Remote::default(),
            lookup: Remote::default(),
            shelf: Shelf::default(),
            colours: Remote::default(),
            wanted: usize::MAX,
            find: Find::default(),
            missed: false,
        };
        let effects = pane.ask(ctx);
        (pane, effects)
    }

    /// Asks for what is needed first: the record, if only it tells the address, else the verifier.
    fn ask(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        if ctx.network.verifier.is_none() {
            return Vec::new();
        }
        let named_itself = matches!(self.named, ContractRef::Address(at) if at.entity_num().is_none());
        if self.is_here(ctx) && !named_itself {
            let query = ContractQuery::now(self.named);
            return self.record.again(ctx.request(Ask::Contract(query)), ctx.now);
        }
        self.look_up(ctx)
    }

    fn look_up(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        let Some(address) = self.address() else { return Vec::new() };
        let ask = Ask::Verified(self.chain.clone(), address, Extent::Sources);
        self.lookup.again(ctx.request(ask), ctx.now)
    }

    /// The address that the verifier has the contract under.
    fn address(&self) -> Option<EvmAddress> {
        preflight::sent(self.named, self.record.value().map(AsRef::as_ref)).map(|sent| sent.address)
    }

    /// Whether the chain is the network's own, whose records are about this contract.
    fn is_here(&self, ctx: &Context<'_>) -> bool {
        ctx.network.chain.as_ref().is_none_or(|own| *own == self.chain)
    }

    fn hit(&mut self, back: bool, skip: bool, ctx: &Context<'_>) {
        let text = self.find.text().trim().to_owned();
        let body = self.body(ctx.body);
        self.missed = !text.is_empty() && !self.shelf.find(&text, back, skip, body);
    }

    /// Which file is shown, and where the reader is in it.
    fn view_head(&self, file: &File, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
        let theme = &ctx.look.theme;
        let line = self.shelf.line().map_or(0, |(at, _)| at + 1);
        let files = self.shelf.files.len();
        let place = format!("line {} of {}", grouped(&line), grouped(&file.len()));
        let count = format!("{} of {files}  ", self.shelf.at() + 1);
        let column = put(buf, area, 1, 0, &count, theme.style(Role::Dim));
        let room = area.width.saturating_sub(column + crate::widgets::line::width(&place) + 3);
        let name = file.name.shown();
        put(buf, area, column, 0, &cut_middle(&name, room, ctx.look.glyphs.cut), theme.style(Role::Heading));
        let inner = Rect { width: area.width.saturating_sub(1), ..area };
        put_right(buf, inner, 0, &place, theme.style(Role::Dim));
    }

    fn copied(&self) -> Option<Copied> {
        let (at, line) = self.shelf.line()?;
        Some(Copied { what: format!("line {}", at + 1), text: line.to_owned() })
    }

    fn copies(&self) -> Vec<Copied> {
        let mut copies: Vec<Copied> = self.copied().into_iter().collect();
        if let Some(file) = self.shelf.file() {
            let name = String::from_utf8_lossy(file.name.raw()).into_owned();
            copies.push(Copied { what: "text of this file".to_owned(), text: file.text().to_owned() });
            copies.push(Copied { what: "name of this file".to_owned(), text: name });
        }
        copies.push(on_sheet::copied_place(&self.place()));
        copies.extend(on_sheet::copied_request(self.lookup.url()));
        copies
    }

    /// The file that is shown, in a fence that it does not hold.
    fn export(&self) -> Option<Effect> {
        let file = self.shelf.file()?;
        let name: String = file
            .name
            .shown()
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
            .take(80)
            .collect();
        let mut fence = "```".to_owned();
        while file.text().contains(&fence) && fence.len() < 64 {
            fence.push('`');
        }
        let text = format!("# {}\n\n{fence}\n{}\n{fence}\n", file.name.shown(), file.text());
        Some(Effect::Export(Export { path: format!("source-{name}.md"), text }))
    }

    /// Where files and text are: below the file's name, above what is looked for.
    fn body(&self, area: Rect) -> Rect {
        let above = 2.min(area.height);
        let below = u16::from(self.find.is_shown());
        let height = (area.height - above).saturating_sub(below);
        Rect { y: area.y.saturating_add(above), height, ..area }
    }
}

impl Pane for SourcesPane {
    /// Has the file that is shown put into colours, unless that was done.
    fn due(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        let at = self.shelf.at();
        if self.wanted == at || self.shelf.is_coloured() {
            return Vec::new();
        }
        let Some(file) = self.shelf.file() else { return Vec::new() };
        let language = self.lookup.value().and_then(|found| found.compilation.known()?.language.known());
        let source =
            SourceText { name: file.name.clone(), language: language.cloned(), text: file.text().into() };
        self.wanted = at;
        let study = Study { known: ctx.known.clone(), question: Question::Source(source) };
        self.colours.again(ctx.request(Ask::Study(study)), ctx.now)
    }

    fn act(&mut self, action: Action, ctx: &Context<'_>) -> Vec<Effect> {
        let body = self.body(ctx.body);
        match action {
            Action::Close if self.find.clear() => self.missed = false,
            Action::Close if self.shelf.files.len() > 1 && !self.shelf.in_list => self.shelf.in_list = true,
            Action::Close => return self.close(),
            Action::Refresh => return self.ask(ctx),
            Action::Contract => return vec![Effect::Go(Place::contract(self.named))],
            Action::Verified => {
                return vec![Effect::Go(Place::Verified(self.chain.clone(), self.named))];
            }
            Action::Raw => {
                let raw = self.lookup.value().map(|found| found.raw.clone());
                return raw.map(|raw| Effect::Raw(self.title(ctx), raw)).into_iter().collect();
            }
            Action::Open => self.shelf.in_list = false,
            Action::Find => {
                self.find.open();
                self.missed = false;
            }
            Action::NextHit => self.hit(false, true, ctx),
            Action::PreviousHit => self.hit(true, true, ctx),
            Action::Copy => return self.copied().map(Effect::Copy).into_iter().collect(),
            Action::CopyMenu => return vec![Effect::CopyMenu(self.copies())],
            Action::Export => return self.export().into_iter().collect(),
            _ => _ = self.shelf.act(action, body),
        }
        Vec::new()
    }

    fn type_in(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        match self.find.type_in(input) {
            Some(true) => self.hit(false, false, ctx),
            Some(false) => {}
            None => {
                let Input::Mouse(click) = input else { return None };
                let body = self.body(ctx.body);
                match click.button {
                    MouseButton::WheelUp => (0..3).for_each(|_| _ = self.shelf.act(Action::Up, body)),
                    MouseButton::WheelDown => (0..3).for_each(|_| _ = self.shelf.act(Action::Down, body)),
                    MouseButton::Press => self.shelf.press(click.column, click.row, body),
                }
            }
        }
        Some(Vec::new())
    }

    fn hear(&mut self, response: &Response, ctx: &Context<'_>) -> Vec<Effect> {
        let told = self.record.hear(response, |answer| match answer {
            Answer::Contract(contract) => Some(Arc::clone(contract)),
            _ => None,
        });
        if told {
            return self.look_up(ctx);
        }
        let found = self.lookup.hear(response, |answer| match answer {
            Answer::Verified(found) => Some(Arc::clone(found)),
            _ => None,
        });
        if let Some(verified) = self.lookup.value().filter(|_| found) {
            let texts = verified.sources.iter();
            let mut files: Vec<File> =
                texts.filter_map(|(name, text)| Some(File::new(name.clone(), text.known()?))).collect();
            files.sort_by_key(|file| file.name.shown());
            self.shelf = Shelf::new(files);
            self.wanted = usize::MAX;
            return self.due(ctx);
        }
        let coloured = self.colours.hear(response, |answer| match answer {
            Answer::Finding(finding) => Some(Arc::clone(finding)),
            _ => None,
        });
        if coloured && let Some(finding) = self.colours.value() {
            self.shelf.colour(self.wanted, Arc::clone(finding));
        }
        Vec::new()
    }

    fn retrying(&mut self, retrying: &Retrying) {
        let _ = self.record.retrying(retrying) || self.lookup.retrying(retrying);
    }

    fn offers(&self, ctx: &Context<'_>) -> Vec<Offer> {
        if self.find.is_typing() {
            return offer::search();
        }
        let elsewhere = (!self.is_here(ctx)).then_some("its contract is on another network");
        let mut offers = Vec::new();
        if self.shelf.file().is_some() {
            let one = (self.shelf.files.len() < 2).then_some("there is no other file");
            let none = self.find.text().is_empty().then_some("nothing is looked for");
            if self.shelf.in_list {
                offers.push(Offer::new(Action::Open, "read"));
            }
            offers.extend([
                Offer::new(Action::NextPart, "next file").unless(one),
                Offer::quiet(Action::PreviousPart, "previous file").unless(one),
                Offer::new(Action::Find, "find in all files"),
                Offer::quiet(Action::NextHit, "next hit").unless(none),
                Offer::quiet(Action::PreviousHit, "previous hit").unless(none),
                Offer::quiet(Action::Left, "scroll left"),
                Offer::quiet(Action::Right, "scroll right"),
                Offer::new(Action::Copy, "copy this line"),
                Offer::quiet(Action::CopyMenu, "copy …"),
                Offer::quiet(Action::Export, "write this file"),
            ]);
            offers.extend(offer::moves());
            if self.find.is_shown() {
                offers.push(Offer::new(Action::Close, "end the search"));
            } else if self.shelf.files.len() > 1 && !self.shelf.in_list {
                offers.push(Offer::new(Action::Close, "to the files"));
            }
        } else if self.record.stops_on(Action::Close) || self.lookup.stops_on(Action::Close) {
            offers.push(Offer::new(Action::Close, "stop"));
        }
        let none = self.lookup.value().is_none().then_some("nothing is known yet");
        let no_verifier = ctx.network.verifier.is_none().then_some("this network has no verifier");
        let failed = self.record.failure().is_some() || self.lookup.failure().is_some();
        offers.extend([
            Offer::new(Action::Verified, "how it is verified").unless(no_verifier),
            Offer::new(Action::Contract, "contract").unless(elsewhere),
            Offer::quiet(Action::Refresh, "refresh").shown_if(failed).unless(no_verifier),
            Offer::quiet(Action::Raw, "raw JSON").unless(none),
        ]);
        offers
    }

    fn place(&self) -> Place {
        Place::Sources(self.chain.clone(), self.named)
    }

    fn title(&self, ctx: &Context<'_>) -> String {
        let name = self.lookup.value().and_then(|found| found.compilation.known()?.name.known());
        let name = name.map(|name| format!("  {}", name.shown())).unwrap_or_default();
        format!("sources {} {}{name}", ctx.look.glyphs.crumb, self.named)
    }

    fn status(&self, ctx: &Context<'_>) -> Status {
        let record = self.record.asked().is_some() || self.record.failure().is_some();
        if record { self.record.status(ctx) } else { self.lookup.status(ctx) }
    }

    fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        if let Some(file) = self.shelf.file() {
            self.view_head(file, ctx, area, buf);
            self.shelf.view(ctx, self.body(area), buf);
            let said = if self.missed { ("not found", Role::Attention) } else { ("", Role::Dim) };
            return self.find.view(ctx.look, area, said, buf);
        }
        if ctx.network.verifier.is_none() {
            no_verifier::view("Verified sources", ctx, area, buf);
        } else if self.lookup.value().is_some() {
            let words =
                "The verifier has no sources of this contract: it is not verified, or they are not told.";
            let lines = wrap_words(words, area.width.saturating_sub(2), 3, ctx.look.glyphs.cut);
            for (row, line) in (0..area.height).zip(lines) {
                put(buf, area, 1, row, &line, ctx.look.theme.style(Role::Attention));
            }
        } else if self.lookup.asked().is_some() || self.lookup.failure().is_some() {
            let subject = format!("sources of {} on chain {}", self.named, self.chain);
            self.lookup.view_missing(ctx, &subject, area, buf);
        } else if self.record.asked().is_some() || self.record.failure().is_some() {
            self.record.view_missing(ctx, &format!("contract {}", self.named), area, buf);
        } else {
            let words = "Name a contract of another chain by its EVM address.";
            put(buf, area, 1, 0, words, ctx.look.theme.style(Role::Attention));
        }
        None
    }

    fn wake_at(&self, ctx: &Context<'_>) -> Option<Timestamp> {
        self.record.wake_at(ctx.now).or_else(|| self.lookup.wake_at(ctx.now))
    }

    fn refit(&mut self, ctx: &Context<'_>) {
        let body = self.body(ctx.body);
        self.shelf.settle(body);
    }

    fn close(&mut self) -> Vec<Effect> {
        let both = self.record.stop().into_iter().chain(self.lookup.stop());
        both.chain(self.colours.stop()).collect()
    }
}
