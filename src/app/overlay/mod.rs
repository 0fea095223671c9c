//! Overlays: boxes over a pane, at most one at a time.

mod choice;
mod columns;
mod help;
mod links;
mod note_forms;
mod open;
mod palette;
mod raw;
mod save;
mod saved_filters;
mod unrecorded;
mod words;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use self::choice::Choice;
use self::columns::ColumnChooser;
use self::help::Help;
use self::note_forms::{BookmarkForm, LabelForm};
use self::raw::{Output, RawView};
use self::save::Save;
use self::saved_filters::SavedFilters;
use self::unrecorded::Unrecorded;
use self::words::Words;
use super::shared::Shared;
use crate::message::keymap::Keymap;
use crate::message::{Action, Copied, Effect, ExportOffer, Input, OpenPane, PipeQuery, Place, SavedFilter};
use crate::panes::kit::Wants;
use crate::panes::kit::list::columns::ColumnList;
use crate::panes::{ActionHint, Context, action_hint};
use crate::widgets::Link;
use ledger::{Labelled, RawJson};
pub(super) use links::Links;
pub(super) use palette::{Palette, Run, Setting};
pub(super) use unrecorded::Waiting;

#[derive(Debug)]
pub(super) enum Overlay {
    /// The command palette.
    Palette(Box<Palette>),
    /// The available actions, and the overlay that help was opened from.
    Help(Help, Option<Box<Overlay>>),
    /// A list to choose from, such as copies or networks, and the overlay that it was opened from.
    Choice(Choice, Option<Box<Overlay>>),
    /// The columns of the list below.
    Columns(ColumnChooser),
    /// A document as received.
    Raw(Box<RawView>),
    /// What the user's command has made of JSON, and the overlay that it was given by.
    Output(Box<Output>, Option<Box<Overlay>>),
    /// Letters over what can be followed.
    Links(Links),
    /// The content to write to a file, and its path.
    Save(Box<Save>),
    /// The filters that were kept for a list.
    SavedFilters(Box<SavedFilters>),
    /// The form for a label.
    Label(Box<LabelForm>),
    /// Why a place is kept.
    Bookmark(Box<BookmarkForm>),
    /// What is wrong with the configuration.
    Faults(Words),
    /// Whether to quit while submissions are on their way.
    Quit(Words),
    /// Whether to send what cannot be recorded.
    Unrecorded(Unrecorded),
}

/// The outcome of an input to an overlay.
#[derive(Debug)]
pub(super) enum Outcome {
    /// It is not for the overlay's text.
    Pass,
    Stay,
    /// The overlay stays, and this follows.
    Follow(Vec<Effect>),
    /// The overlay closes, and this follows.
    Leave(Vec<Effect>),
    /// The overlay closes, and this link is followed.
    Link(Link),
    /// The overlay closes, and the action's key is pressed.
    Press(Action),
    /// The palette closes, and this row of it is carried out, with the name under which it is counted.
    Run(Option<String>, Run),
    Quit,
}

impl Overlay {
    /// The help for a pane.
    pub(super) fn help(hints: &[ActionHint], keymap: &Keymap, typing: bool) -> Self {
        Self::Help(Help::new(hints, keymap, false, typing), None)
    }

    /// The help for this overlay, which returns when help is closed. Help itself stays open.
    pub(super) fn helped(self, keymap: &Keymap, typing: bool) -> Self {
        if self.is_help() {
            return self;
        }
        Self::Help(Help::new(&self.hints(), keymap, true, typing), Some(Box::new(self)))
    }

    pub(super) fn is_help(&self) -> bool {
        matches!(self, Self::Help(..))
    }

    /// The overlay below it, shown again when this one closes.
    pub(super) fn under(self) -> Option<Self> {
        match self {
            Self::Help(_, under) | Self::Choice(_, under) | Self::Output(_, under) => {
                under.map(|under| *under)
            }
            _ => None,
        }
    }

    pub(super) fn faults(faults: Vec<String>) -> Self {
        Self::Faults(Words::new("Invalid settings (defaults used)", faults))
    }

    pub(super) fn unrecorded(waiting: Waiting, fault: String) -> Self {
        Self::Unrecorded(Unrecorded::new(waiting, fault))
    }

    /// The warnings to show before quitting.
    pub(super) fn quit(paragraphs: Vec<String>) -> Self {
        Self::Quit(Words::new("Quit?", paragraphs))
    }

    /// The warning to show before quitting while `count` submissions are being sent. `recorded`: whether all of them
    /// are recorded.
    pub(super) fn in_flight(count: usize, recorded: bool) -> String {
        let submissions = if count == 1 {
            "1 submission has not been answered yet".to_owned()
        } else {
            format!("{count} submissions have not been answered yet")
        };
        let known = match (recorded, count) {
            (true, 1) => "It is recorded; what the server makes of it is not known before it answers.",
            (true, _) => "They are recorded; what the server makes of them is not known before it answers.",
            (false, 1) => "It is not recorded: after quitting, only the server knows of it.",
            (false, _) => "Not all of them are recorded: after quitting, only the server knows of those.",
        };
        format!("{submissions}. {known}")
    }

    /// The actions that are available here, now: the footer and help show it.
    pub(super) fn hints(&self) -> Vec<ActionHint> {
        match self {
            Self::Palette(palette) => palette.hints(),
            Self::Raw(raw) => raw.hints(),
            Self::Output(output, _) => output.hints(),
            Self::Links(_) => Links::hints(),
            Self::Choice(choice, _) => choice.hints(),
            Self::Columns(chooser) => chooser.hints(),
            Self::Save(save) => save.hints(),
            Self::Label(_) | Self::Bookmark(_) => action_hint::form("keep"),
            Self::Unrecorded(_) => vec![ActionHint::new(Action::Close, "do not send")],
            Self::SavedFilters(filters) => filters.hints(),
            Self::Help(help, _) => help.hints(),
            Self::Faults(_) => Words::hints(),
            Self::Quit(_) => vec![
                ActionHint::new(Action::Open, "quit"),
                ActionHint::hidden(Action::Quit, "quit"),
                ActionHint::hidden(Action::Leave, "quit"),
                ActionHint::new(Action::Close, "stay"),
            ],
        }
    }

    /// The choice of values to copy, on top of the overlay that contains them.
    pub(super) fn copies(copies: Vec<Copied>, keymap: &Keymap, under: Option<Self>) -> Self {
        Self::Choice(Choice::copies(copies, keymap), under.map(Box::new))
    }

    pub(super) fn columns(columns: &dyn ColumnList, ctx: &Context<'_>) -> Self {
        Self::Columns(ColumnChooser::new(columns, ctx))
    }

    /// The chooser of columns, if it is open, also under help.
    pub(super) fn column_chooser(&mut self) -> Option<&mut ColumnChooser> {
        match self {
            Self::Columns(chooser) => Some(chooser),
            Self::Help(_, Some(under)) => under.column_chooser(),
            _ => None,
        }
    }

    pub(super) fn networks(shared: &Shared) -> Self {
        Self::Choice(Choice::networks(&shared.networks.all, &shared.networks.here.name), None)
    }

    pub(super) fn raw(title: String, raw: &RawJson, pipe: &[String]) -> Self {
        Self::Raw(Box::new(RawView::new(title, raw, pipe)))
    }

    /// A run of the user's command, over the overlay that has the JSON.
    pub(super) fn output(query: PipeQuery, under: Option<Self>) -> Self {
        Self::Output(Box::new(Output::new(query)), under.map(Box::new))
    }

    pub(super) fn saved_filters(list: OpenPane, all: &[SavedFilter]) -> Self {
        Self::SavedFilters(Box::new(SavedFilters::new(list, all)))
    }

    /// The form for the label of one of these.
    pub(super) fn label(offered: &[Labelled], ctx: &Context<'_>) -> Self {
        Self::Label(Box::new(LabelForm::new(offered, ctx)))
    }

    pub(super) fn bookmark(place: Place, ctx: &Context<'_>) -> Self {
        Self::Bookmark(Box::new(BookmarkForm::new(place, ctx)))
    }

    /// The form for an export; `running` is the path of one that is in progress.
    pub(super) fn save(offer: ExportOffer, ctx: &Context<'_>, running: Option<&str>) -> Self {
        Self::Save(Box::new(Save::new(offer, ctx, running)))
    }

    /// The palette, if it is open.
    pub(super) fn palette(&mut self) -> Option<&mut Palette> {
        if let Self::Palette(palette) = self { Some(palette) } else { None }
    }

    /// Adds the requests that the overlay needs.
    pub(super) fn wants(&self, ctx: &Context<'_>, wants: &mut Wants) {
        match self {
            Self::Raw(raw) => raw.wants(ctx, wants),
            Self::Output(output, under) => {
                output.wants(wants);
                if let Some(under) = under {
                    under.wants(ctx, wants);
                }
            }
            Self::Help(_, Some(under)) | Self::Choice(_, Some(under)) => under.wants(ctx, wants),
            _ => {}
        }
    }

    /// Updates the overlay with newly loaded data.
    pub(super) fn rebuild_view(&mut self, ctx: &Context<'_>) {
        match self {
            Self::Raw(raw) => raw.rebuild_view(ctx),
            Self::Output(output, under) => {
                output.rebuild_view(ctx);
                if let Some(under) = under {
                    under.rebuild_view(ctx);
                }
            }
            Self::Help(_, Some(under)) | Self::Choice(_, Some(under)) => under.rebuild_view(ctx),
            _ => {}
        }
    }

    /// Whether a field takes typed text. [`Self::view`] shows the cursor then, and only then.
    pub(super) fn is_typing(&self) -> bool {
        match self {
            Self::Palette(_) | Self::SavedFilters(_) => true,
            Self::Raw(raw) => raw.is_typing(),
            Self::Save(save) => save.form.is_typing(),
            Self::Label(label) => label.form.is_typing(),
            Self::Bookmark(bookmark) => bookmark.form.is_typing(),
            Self::Help(help, _) => help.is_typing(),
            Self::Output(..)
            | Self::Links(_)
            | Self::Choice(..)
            | Self::Columns(_)
            | Self::Faults(_)
            | Self::Quit(_)
            | Self::Unrecorded(_) => false,
        }
    }

    /// Offers an input to the overlay's text field or to the mouse.
    pub(super) fn handle_input(&mut self, input: &Input, ctx: &Context<'_>) -> Outcome {
        match self {
            Self::Palette(palette) => palette.handle_input(input, ctx),
            Self::Raw(raw) => raw.handle_input(input, ctx),
            Self::Output(output, _) => output.handle_input(input, ctx),
            Self::Links(links) => links.handle_input(input, ctx.keymap),
            Self::Choice(choice, _) => choice.handle_input(input, ctx),
            Self::Columns(chooser) => chooser.handle_input(input, ctx),
            Self::Save(save) => save.handle_input(input),
            Self::Label(label) => label.handle_input(input, ctx),
            Self::Bookmark(bookmark) => bookmark.handle_input(input, ctx),
            Self::SavedFilters(filters) => filters.handle_input(input, ctx),
            Self::Unrecorded(unrecorded) => unrecorded.handle_input(input),
            Self::Help(help, _) => help.handle_input(input, ctx),
            Self::Faults(words) | Self::Quit(words) => words.handle_input(input, ctx),
        }
    }

    /// Carries out a verb in the overlay.
    pub(super) fn act(&mut self, action: Action, ctx: &Context<'_>) -> Outcome {
        if let (Self::Quit(_), Action::Open | Action::Quit | Action::Leave) = (&self, action) {
            return Outcome::Quit;
        }
        let leaves = matches!(action, Action::Close | Action::Quit | Action::Back);
        match self {
            // What is searched for in it is left first.
            Self::Raw(raw) => raw.act(action, ctx),
            Self::Save(save) if leaves => save.leave(),
            _ if leaves => Outcome::Leave(Vec::new()),
            Self::Output(output, _) => output.act(action, ctx),
            Self::Save(_) | Self::Label(_) | Self::Bookmark(_) | Self::Unrecorded(_) => Outcome::Stay,
            Self::Links(_) => Links::act(action, ctx.keymap),
            Self::Palette(palette) => palette.act(action, ctx),
            Self::SavedFilters(filters) => filters.act(action, ctx),
            Self::Choice(choice, _) => choice.act(action, ctx),
            Self::Columns(chooser) => chooser.act(action, ctx),
            Self::Help(help, _) => help.act(action, ctx),
            Self::Faults(words) | Self::Quit(words) => words.act(action, ctx),
        }
    }

    /// Draws the overlay over the body; returns where the cursor is.
    pub(super) fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        match self {
            Self::Palette(palette) => palette.view(ctx, area, buf),
            Self::Raw(raw) => raw.view(ctx, area, buf),
            Self::Output(output, _) => output.view(ctx, area, buf),
            // The app draws them: they lie over the header, too.
            Self::Links(_) => None,
            Self::Choice(choice, under) => {
                if let Some(under) = under {
                    under.view(ctx, area, buf);
                }
                choice.view(ctx, area, buf)
            }
            Self::Columns(chooser) => {
                chooser.view(ctx, area, buf);
                None
            }
            Self::Save(save) => save.view(ctx, area, buf),
            Self::Label(label) => label.view(ctx, area, buf),
            Self::Bookmark(bookmark) => bookmark.view(ctx, area, buf),
            Self::SavedFilters(filters) => filters.view(ctx, area, buf),
            Self::Help(help, under) => {
                if let Some(under) = under {
                    under.view(ctx, area, buf);
                }
                help.view(ctx, area, buf)
            }
            Self::Faults(words) | Self::Quit(words) => words.view(ctx, area, buf),
            Self::Unrecorded(unrecorded) => {
                unrecorded.view(ctx, area, buf);
                None
            }
        }
    }
}
