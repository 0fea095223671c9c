//! The labels and bookmarks of the network on screen, with their notes; they are shared as a file.

mod import;
mod rows;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use self::import::Import;
use self::rows::{Entries, Entry, EntryColumns, Name};
use crate::ledger::Text;
use crate::ledger::amount::counted;
use crate::message::{
    Action, Arrangement, Bookmark, Contents, Copied, Effect, ExportOffer, Input, Label, Notice, Persist,
    Place, TextOffer,
};
use crate::panes::kit::Wants;
use crate::panes::kit::list::columns::ColumnList;
use crate::panes::kit::list::{MemoryRows as _, RowsInMemory, say};
use crate::panes::{ActionHint, Context, Pane, Status, action_hint};
use crate::widgets::{Link, Role, Split};

/// The pane.
#[derive(Debug)]
pub struct LabelsPane {
    local: RowsInMemory<Name>,
    entries: Entries,
    import: Option<Import>,
}

impl LabelsPane {
    /// Opens the pane.
    pub fn open(ctx: &Context<'_>) -> Self {
        let mut pane = Self { local: RowsInMemory::default(), entries: Entries::default(), import: None };
        pane.rebuild_view(ctx);
        pane
    }

    fn selected(&self) -> Option<&Entry> {
        self.local.selected(&self.entries).and_then(|at| self.entries.row(at))
    }

    fn table(&self, ctx: &Context<'_>) -> Rect {
        self.local.within(ctx).body
    }

    fn act_on_selected(&mut self, action: Action, ctx: &Context<'_>) -> Vec<Effect> {
        let Some(entry) = self.selected() else { return Vec::new() };
        match action {
            Action::Open => Effect::go(entry.place.clone()),
            Action::Edit => vec![match &entry.name {
                Name::Label(_) => Effect::Act(Action::Label),
                Name::Bookmark(place) => Effect::Bookmark(place.clone()),
            }],
            Action::Forget => forget(entry, ctx),
            Action::Copy => copies(entry).into_iter().take(1).map(Effect::Copy).collect(),
            Action::CopyMenu => {
                let marked = self.local.marked_copies(&self.entries, ctx);
                vec![Effect::CopyMenu(marked.into_iter().chain(copies(entry)).collect())]
            }
            _ => {
                let height = self.table(ctx).below(1).height;
                self.local.move_by(action, &self.entries, height);
                Vec::new()
            }
        }
    }
}

/// What can be copied of a row.
fn copies(entry: &Entry) -> Vec<Copied> {
    let all = [("what it is of", &entry.of), ("name", &entry.called), ("note", &entry.note)];
    let some = all.into_iter().filter(|(_, text)| !text.is_empty());
    some.map(|(what, text)| Copied::new(what, text.clone())).collect()
}

fn forget(entry: &Entry, ctx: &Context<'_>) -> Vec<Effect> {
    let (network, none, at) = (ctx.network.name.clone(), Text::default, ctx.now);
    let forgotten = match &entry.name {
        Name::Label(of) => {
            Persist::Labels(vec![Label { network, of: of.clone(), name: none(), note: none(), at }])
        }
        Name::Bookmark(place) => {
            Persist::ForgetBookmark(Bookmark { network, place: place.clone(), note: none(), at })
        }
    };
    vec![Effect::Persist(forgotten), Effect::Notify(Notice::info(format!("forgotten: {}", entry.called)))]
}

impl Pane for LabelsPane {
    fn act(&mut self, action: Action, ctx: &Context<'_>) -> Vec<Effect> {
        let table = self.table(ctx);
        let effects = if let Some(effects) = self.local.act(action, &self.entries, table, ctx) {
            effects
        } else {
            match action {
                Action::Adopt => {
                    self.import = Some(Import::new(ctx));
                    Vec::new()
                }
                Action::Export => vec![Effect::Export(ExportOffer::Text(TextOffer {
                    title: format!("Write the labels and bookmarks of {} to a file", ctx.network.name).into(),
                    path: "labels.toml".to_owned(),
                    text: import::known(ctx).write(),
                }))],
                _ => self.act_on_selected(action, ctx),
            }
        };
        self.rebuild_view(ctx);
        effects
    }

    fn handle_input(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        if let Some(import) = &mut self.import {
            let (effects, is_done) = import.handle_input(input)?;
            if is_done {
                self.import = None;
            }
            return Some(effects);
        }
        let table = self.table(ctx);
        if self.local.handle_input(input, &self.entries, table, ctx) {
            self.rebuild_view(ctx);
            return Some(Vec::new());
        }
        let Input::Mouse(click) = input else { return None };
        let pressed = self.local.click(*click, &self.entries, table, ctx);
        Some(pressed.effects(|| self.act(Action::Open, ctx)))
    }

    fn links(&self, ctx: &Context<'_>) -> Vec<Link> {
        self.local.links(&self.entries, ctx, self.table(ctx))
    }

    fn hints(&self, _: &Context<'_>) -> Vec<ActionHint> {
        if self.import.is_some() {
            return action_hint::form("read, then take");
        }
        if let Some(hints) = self.local.line_hints() {
            return hints;
        }
        let none = self.entries.is_empty().then_some("there is nothing yet");
        let mut hints = Vec::new();
        if let Some(entry) = self.selected() {
            let nowhere = entry.place.is_none().then_some("nothing to open");
            hints.push(ActionHint::new(Action::Open, "open").disabled_if(nowhere));
            hints.push(ActionHint::new(Action::Edit, "edit"));
            hints.push(ActionHint::new(Action::Forget, "forget"));
            hints.push(ActionHint::hidden(Action::Copy, "copy what it is of"));
            hints.push(ActionHint::hidden(Action::CopyMenu, "copy …"));
            hints.extend(action_hint::moves());
        }
        hints.push(ActionHint::new(Action::Adopt, "import"));
        hints.push(ActionHint::new(Action::Export, "export").disabled_if(none));
        self.local.hints(hints, &self.entries, none)
    }

    fn wants(&self, _: &Context<'_>, wants: &mut Wants) {
        self.local.wants(wants);
        if let Some(import) = &self.import {
            import.want(wants);
        }
    }

    fn contents(&mut self, ctx: &Context<'_>) -> Contents {
        self.local.contents(&self.entries, ctx)
    }

    fn arrangement(&self) -> Option<Arrangement> {
        Some(self.local.arrangement())
    }

    fn set_arrangement(&mut self, arrangement: &Arrangement, ctx: &Context<'_>) -> Vec<Effect> {
        self.local.set_arrangement::<EntryColumns>(arrangement, ctx)
    }

    fn columns(&self, _: &Context<'_>) -> Option<&dyn ColumnList> {
        (self.import.is_none() && !self.entries.is_empty()).then_some(&EntryColumns)
    }

    fn place(&self) -> Place {
        Place::Labels
    }

    fn title(&self, _: &Context<'_>) -> String {
        "labels and bookmarks".to_owned()
    }

    fn status(&self, _: &Context<'_>) -> Status {
        let labels = self.entries.0.iter().filter(|entry| matches!(entry.name, Name::Label(_))).count();
        let words =
            format!("{}, {}", counted(labels, "label"), counted(self.entries.len() - labels, "bookmark"));
        Status { words, role: Role::Dim, banner: None }
    }

    fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        let body = self.local.view_chips(ctx, area, buf);
        let is_empty = self.local.is_empty(&self.entries);
        if let Some(lines) = self.local.none_passes(ctx).filter(|_| is_empty) {
            say(&lines, ctx, body, buf);
        } else if is_empty {
            say(&nothing_yet(ctx), ctx, body, buf);
        } else {
            self.local.view(&self.entries, ctx, body, buf);
        }
        if self.local.line_hints().is_some() {
            return self.local.view_line(ctx, area, buf);
        }
        self.import.as_ref().and_then(|import| import.view(ctx, area, buf))
    }

    fn rebuild_view(&mut self, ctx: &Context<'_>) {
        if let Some(import) = &mut self.import {
            import.receive(ctx);
        }
        self.entries = Entries::new(ctx);
        self.local.update(&self.entries, ctx);
        let height = self.table(ctx).below(1).height;
        self.local.settle(&self.entries, height);
    }
}

/// How labels and bookmarks come to be.
fn nothing_yet(ctx: &Context<'_>) -> Vec<(String, Role)> {
    let does = [
        (Action::Label, "gives what is selected a label, anywhere"),
        (Action::Bookmark, "bookmarks the place on screen with a note"),
        (Action::Adopt, "imports a file that others have written"),
    ];
    let lines =
        does.into_iter().filter_map(|(action, does)| Some((ctx.key_does(action, does)?, Role::Plain)));
    let head = (format!("No labels and no bookmarks on {} yet.", ctx.network.name), Role::Heading);
    [head].into_iter().chain(lines).collect()
}
