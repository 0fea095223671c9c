//! The labels and bookmarks of the current network, with their notes. They can be exported to a file.

mod import;

use ledger::amount::counted;
use ledger::{Labelled, Text};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use self::import::Import;
use crate::message::{
    Action, Bookmark, Effect, ExportOffer, Input, Label, Notice, Persist, Place, TextOffer,
};
use crate::panes::kit::Wants;
use crate::panes::kit::list::{
    Column, ColumnOf, Columns, MemoryList, MemoryPane, MemoryRows, MemorySource, Value, say,
};
use crate::panes::kit::nouns::labels;
use crate::panes::{ActionHint, Context, Status, Verbs, action_hint};
use crate::widgets::Role;
use crate::widgets::table::Cell;

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
        self.entries = entries(ctx);
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

/// The key of a row.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Name {
    Label(Labelled),
    Bookmark(Place),
}

#[derive(Clone, Debug)]
pub struct Entry {
    name: Name,
    /// The label, or the text that the bookmarked place shows.
    called: String,
    /// The labelled entity, or the text of the place.
    of: String,
    note: String,
    /// The link of the row.
    place: Option<Place>,
}

/// The labels and bookmarks of the current network.
fn entries(ctx: &Context<'_>) -> Vec<Entry> {
    let all = ctx.known.labels().into_iter().map(|(of, label)| Entry {
        name: Name::Label(of.clone()),
        called: label.name.escaped(),
        of: of.to_string(),
        note: label.note.escaped(),
        place: labels::place(ctx, of),
    });
    let here = ctx.bookmarks.iter().filter(|bookmark| bookmark.network == ctx.network.name);
    let marked = here.map(|Bookmark { place, note, .. }| Entry {
        name: Name::Bookmark(place.clone()),
        called: Text::new(labels::in_text(ctx, &place.label())).escaped(),
        of: Text::new(place.to_string()).escaped(),
        note: note.escaped(),
        place: Some(place.clone()),
    });
    all.chain(marked).collect()
}

pub struct EntryRows<'a>(&'a [Entry]);

impl MemoryRows for EntryRows<'_> {
    type Name = Name;
    type Columns = EntryColumns;

    const FIRST_COPY: Option<&'static str> = Some("of");

    fn columns(&self) -> &EntryColumns {
        &EntryColumns
    }

    fn len(&self) -> usize {
        self.0.len()
    }

    fn name(&self, at: usize) -> Option<Name> {
        self.0.get(at).map(|entry| entry.name.clone())
    }

    fn row(&self, at: usize) -> Option<&Entry> {
        self.0.get(at)
    }

    fn opened(&self, at: usize) -> Option<Place> {
        self.0.get(at)?.place.clone()
    }
}

pub struct EntryColumns;

impl EntryColumns {
    fn kind(entry: &Entry) -> &'static str {
        match entry.name {
            Name::Label(_) => "label",
            Name::Bookmark(_) => "bookmark",
        }
    }
}

fn said(text: &str) -> Value {
    if text.is_empty() { Value::Nothing } else { Value::text(Some(text)) }
}

impl Columns for EntryColumns {
    type Row<'a> = &'a Entry;

    const LIST: &'static str = "labels";

    const ALL: &'static [ColumnOf<Self>] = &[
        Column::text("kind", 8).titled("").rank(2).dim(|entry| Value::text(Some(Self::kind(entry)))),
        Column::text("name", 16).grows(2).up_to(44).of(|entry| said(&entry.called)),
        Column::text("of", 16).grows(2).up_to(66).dim(|entry| said(&entry.of)),
        Column::text("note", 12).grows(3).rank(1).of(|entry| said(&entry.note)),
    ];

    /// Labels have a column to themselves.
    fn cell(column: &ColumnOf<Self>, entry: &Self::Row<'_>, ctx: &Context<'_>) -> Cell {
        column.cell(entry, ctx)
    }

    fn label(_: &ColumnOf<Self>, _: &Self::Row<'_>, _: &Context<'_>) -> Option<String> {
        None
    }
}
