//! The rows of the list: labels by name, then bookmarks, newest first.

use ledger::{Labelled, Text};

use crate::message::{Bookmark, Place};
use crate::panes::Context;
use crate::panes::kit::list::{Column, ColumnOf, Columns, MemoryRows, Value};
use crate::panes::kit::nouns::labels;
use crate::widgets::table::Cell;

/// The key of a row.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Name {
    Label(Labelled),
    Bookmark(Place),
}

#[derive(Clone, Debug)]
pub struct Entry {
    pub(super) name: Name,
    /// The label, or the text that the bookmarked place shows.
    pub(super) called: String,
    /// The labelled entity, or the text of the place.
    pub(super) of: String,
    pub(super) note: String,
    /// The link of the row.
    pub(super) place: Option<Place>,
}

/// The labels and bookmarks of the current network.
pub(super) fn entries(ctx: &Context<'_>) -> Vec<Entry> {
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

pub struct EntryRows<'a>(pub(super) &'a [Entry]);

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
