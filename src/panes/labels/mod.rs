//! The labels and bookmarks of the current network, with their notes. They can be exported to a file.

mod import;
mod rows;

use ledger::Text;
use ledger::amount::counted;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use self::import::Import;
use self::rows::{Entry, EntryColumns, EntryRows, Name};
use crate::message::{
    Action, Bookmark, Effect, ExportOffer, Input, Label, Notice, Persist, Place, TextOffer,
};
use crate::panes::kit::{
    Wants,
    list::{MemoryList, MemoryPane, MemorySource, say},
};
use crate::panes::{ActionHint, Context, Status, Verbs, action_hint};
use crate::widgets::Role;

pub type LabelsPane = MemoryPane<Labels>;

impl LabelsPane {
    pub fn open(ctx: &Context<'_>) -> Self {
        Self::of(Labels::default(), ctx)
    }
}

#[derive(Debug, Default)]
pub struct Labels {
    entries: Vec<Entry>,
    import: Option<Import>,
}

impl Labels {
    fn selected(&self, list: &MemoryList<Name>) -> Option<&Entry> {
        self.entries.get(list.selected(&EntryRows(&self.entries))?)
    }
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

impl MemorySource for Labels {
    type Name = Name;
    type Columns = EntryColumns;
    type Rows<'a> = EntryRows<'a>;

    const COPY: &'static str = "copy what it is of";

    fn rows<'a>(&'a self, _: &Context<'a>) -> EntryRows<'a> {
        EntryRows(&self.entries)
    }

    fn columns(&self, _: &Context<'_>) -> &EntryColumns {
        &EntryColumns
    }

    fn place(&self) -> Place {
        Place::Labels
    }

    fn title(&self, _: &Context<'_>) -> String {
        "labels and bookmarks".to_owned()
    }

    fn status(&self, _: &Context<'_>) -> Status {
        let labels = self.entries.iter().filter(|entry| matches!(entry.name, Name::Label(_))).count();
        let words =
            format!("{}, {}", counted(labels, "label"), counted(self.entries.len() - labels, "bookmark"));
        Status { words, role: Role::Dim, banner: None }
    }

    fn receive(&mut self, ctx: &Context<'_>) {
        if let Some(import) = &mut self.import {
            import.receive(ctx);
        }
        self.entries = rows::entries(ctx);
    }

    fn wants(&self, _: &Context<'_>, wants: &mut Wants) {
        if let Some(import) = &self.import {
            import.want(wants);
        }
    }

    fn no_rows(&self, _: &Context<'_>) -> Option<&'static str> {
        self.entries.is_empty().then_some("there is nothing yet")
    }

    fn verbs<'c>(&self, list: &MemoryList<Name>, ctx: &'c Context<'_>, verbs: &mut Verbs<'c, LabelsPane>) {
        let entry = self.selected(list);
        let none = entry.is_none().then_some("no row is selected");
        let place = entry.and_then(|entry| entry.place.clone());
        let nowhere = place.is_none().then_some("nothing to open");
        verbs.add(Action::Open, "open").unless(none.or(nowhere)).give(|| Effect::go(place));
        verbs.add(Action::Edit, "edit").unless(none).give(|| {
            entry.map(|entry| match &entry.name {
                Name::Label(_) => Effect::Act(Action::Label),
                Name::Bookmark(place) => Effect::Bookmark(place.clone()),
            })
        });
        let forgotten = || entry.map(|entry| forget(entry, ctx)).unwrap_or_default();
        verbs.add(Action::Forget, "forget").unless(none).give(forgotten);
        verbs.add(Action::Adopt, "import").run(move |pane| pane.source_mut().import = Some(Import::new(ctx)));
        verbs.add(Action::Export, "export").unless(self.no_rows(ctx)).give(|| {
            Effect::Export(ExportOffer::Text(TextOffer {
                title: format!("Write the labels and bookmarks of {} to a file", ctx.network.name).into(),
                path: "labels.toml".to_owned(),
                text: import::known(ctx).write(),
            }))
        });
    }

    fn form_hints(&self) -> Option<Vec<ActionHint>> {
        self.import.is_some().then(|| action_hint::form("read, then take"))
    }

    fn is_typing(&self) -> bool {
        self.import.as_ref().is_some_and(|it| it.form.is_typing())
    }

    fn type_in_form(&mut self, input: &Input, _: &Context<'_>) -> Option<Option<Vec<Effect>>> {
        let typed = self.import.as_mut()?.handle_input(input);
        if let Some((_, true)) = typed {
            self.import = None;
        }
        Some(typed.map(|(effects, _)| effects))
    }

    fn view_form(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        self.import.as_ref().and_then(|import| import.view(ctx, area, buf))
    }

    /// Explains how to create labels and bookmarks.
    fn view_empty(&self, ctx: &Context<'_>, table: Rect, buf: &mut Buffer) {
        let does = [
            (Action::Label, "gives what is selected a label, anywhere"),
            (Action::Bookmark, "bookmarks the place on screen with a note"),
            (Action::Adopt, "imports a file that others have written"),
        ];
        let lines =
            does.into_iter().filter_map(|(action, does)| Some((ctx.key_does(action, does)?, Role::Plain)));
        let head = (format!("No labels and no bookmarks on {} yet.", ctx.network.name), Role::Heading);
        say(&[head].into_iter().chain(lines).collect::<Vec<_>>(), ctx, table, buf);
    }
}
