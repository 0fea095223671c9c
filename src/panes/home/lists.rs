//! Home's lists: their rows, their areas, and the search in them.

use std::cmp::Reverse;

use ledger::moment::Clock;
use ratatui::layout::Rect;

use super::row::Row;
use super::watched;
use crate::message::goto::{GoToContext, readings};
use crate::message::place::JobPlace;
use crate::message::samples::SAMPLES;
use crate::message::{Bookmark, Effect, Place, Visit};
use crate::panes::Context;
use crate::panes::kit::nouns::labels;
use crate::widgets::fuzzy::{Fit, Fuzzy};
use crate::widgets::{Role, Split};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Part {
    /// Examples on the embedded network.
    #[default]
    Samples,
    /// The watch list and its findings.
    Watched,
    Bookmarks,
    Visits,
    Jobs,
}

/// A row that matches a search.
pub(super) struct Found {
    /// Its index in the unfiltered list.
    pub(super) at: usize,
    /// The matching letters, as grapheme indices into [`Part::sought`], ascending.
    pub(super) letters: Vec<u32>,
}

/// The minimum width for lists side by side.
const MIN_WIDE_COLUMNS: u16 = 100;
/// The minimum height for stacked lists; below it only the list with the selection is shown.
const MIN_STACK_ROWS: u16 = 12;
/// The most stacked lists.
const MAX_STACKED: usize = 3;

impl Part {
    /// The lists of this network, in display order.
    pub(super) fn all(ctx: &Context<'_>) -> Vec<Self> {
        let some = [
            (watched::is_any(ctx), Self::Watched),
            (ctx.network.generated, Self::Samples),
            (bookmarks(ctx).next().is_some(), Self::Bookmarks),
        ];
        let some = some.into_iter().filter_map(|(is_there, part)| is_there.then_some(part));
        some.chain([Self::Visits, Self::Jobs]).collect()
    }

    pub(super) fn title(self) -> &'static str {
        match self {
            Self::Samples => "Places to see",
            Self::Watched => "Watched",
            Self::Bookmarks => "Bookmarks",
            Self::Visits => "Recent",
            Self::Jobs => "Verifications",
        }
    }

    /// The text of an empty list.
    pub(super) fn empty(self) -> &'static str {
        match self {
            Self::Bookmarks => "No bookmarks.",
            Self::Watched => "Nothing is watched.",
            Self::Samples | Self::Visits => "No recent places.",
            Self::Jobs => "Nothing was submitted yet.",
        }
    }

    /// The width of the notes on the right.
    pub(super) fn note_columns(self) -> u16 {
        match self {
            Self::Samples => 24,
            Self::Watched => watched::NOTE_COLUMNS,
            Self::Bookmarks => 0,
            Self::Visits | Self::Jobs => 12,
        }
    }

    fn len(self, ctx: &Context<'_>) -> usize {
        match self {
            Self::Samples => SAMPLES.len(),
            Self::Watched => watched::lines(ctx).len(),
            Self::Bookmarks => bookmarks(ctx).count(),
            Self::Visits => visits(ctx).count(),
            Self::Jobs => ctx.jobs.jobs().len(),
        }
    }

    /// The rows that match the search, best first; all rows without a search.
    pub(super) fn found(self, sought: &str, ctx: &Context<'_>) -> Vec<Found> {
        let all = 0..self.len(ctx);
        if sought.trim().is_empty() {
            return all.map(|at| Found { at, letters: Vec::new() }).collect();
        }
        let mut fuzzy = Fuzzy::strict(sought);
        let fit = |at: usize| {
            let Fit { score, letters } = fuzzy.fit(&self.sought(&self.row(at, ctx)?))?;
            Some((Reverse(score), Found { at, letters }))
        };
        let mut found: Vec<_> = all.filter_map(fit).collect();
        found.sort_by_key(|(score, found)| (*score, found.at));
        found.into_iter().map(|(_, found)| found).collect()
    }

    /// The text to search: includes a sample's input, but no times.
    fn sought(self, row: &Row) -> String {
        if self == Self::Samples { format!("{}  {}", row.text, row.note) } else { row.text.clone() }
    }

    pub(super) fn row(self, at: usize, ctx: &Context<'_>) -> Option<Row> {
        match self {
            Self::Samples => SAMPLES.get(at).map(|sample| Row {
                text: sample.shows.to_owned(),
                role: Role::Plain,
                note: sample.typed.to_owned(),
            }),
            Self::Watched => watched::row(at, ctx),
            Self::Bookmarks => bookmarks(ctx).nth(at).map(|bookmark| {
                let shows = labels::in_text(ctx, &bookmark.place.label()).into_owned();
                let note = bookmark.note.escaped();
                let text = if note.is_empty() { shows } else { format!("{note}  {shows}") };
                Row { text, role: Role::Plain, note: String::new() }
            }),
            Self::Visits => visits(ctx).nth(at).map(|visit| Row::visit(visit, ctx)),
            Self::Jobs => ctx.jobs.jobs().get(at).map(|job| Row::job(job, ctx)),
        }
    }

    /// The place that a row links to.
    pub(super) fn place(self, at: usize, ctx: &Context<'_>) -> Option<Place> {
        match self {
            Self::Samples => {
                let here = GoToContext {
                    network: ctx.network,
                    networks: ctx.networks,
                    here: None,
                    clock: &Clock::from(ctx.now),
                };
                let read = readings(SAMPLES.get(at)?.typed, &here).ok()?;
                read.into_iter().next().map(|reading| reading.place)
            }
            Self::Watched => watched::place(at, ctx),
            Self::Bookmarks => bookmarks(ctx).nth(at).map(|bookmark| bookmark.place.clone()),
            Self::Visits => visits(ctx).nth(at).map(|visit| visit.place.clone()),
            Self::Jobs => ctx.jobs.jobs().get(at).map(|job| Place::Job(JobPlace::Key(job.key))),
        }
    }

    /// Opens the place that a row links to.
    pub(super) fn open(self, at: usize, ctx: &Context<'_>) -> Vec<Effect> {
        match self {
            Self::Watched => watched::open(at, ctx),
            _ => Effect::go(self.place(at, ctx)),
        }
    }
}

/// The areas of the lists: side by side on wide screens, stacked on narrow ones; small screens show only the list
/// with the selection.
pub(super) fn areas(lists: Rect, parts: &[Part], selected: Part) -> Vec<(Part, Rect)> {
    let rects = if lists.width >= MIN_WIDE_COLUMNS {
        if let [_, _] = parts {
            let half = (lists.width / 2).saturating_sub(1);
            lists.beside([half, u16::from(lists.width > 1), half]).into_iter().step_by(2).collect()
        } else {
            let left = lists.width * 3 / 5;
            let [first, _, right] = lists.beside([left, 1, lists.width.saturating_sub(left + 1)]);
            [first].into_iter().chain(stacked(right, parts.len().saturating_sub(1))).collect()
        }
    } else if lists.height < MIN_STACK_ROWS || parts.len() > MAX_STACKED {
        return vec![(selected, lists)];
    } else if let [_, _] = parts {
        stacked(lists, 2)
    } else {
        let less = (lists.height / 4).max(3);
        let more = lists.height.saturating_sub(2 * less + 2);
        lists.stack([more, 1, less, 1, less]).into_iter().step_by(2).collect()
    };
    parts.iter().copied().zip(rects).collect()
}

/// `count` stacked areas of equal height with a blank row between them; the last one takes the rest.
fn stacked(area: Rect, count: usize) -> Vec<Rect> {
    let number = u16::try_from(count.max(1)).unwrap_or(1);
    let each = (area.height / number).saturating_sub(1);
    let part = |at: u16| {
        let below = area.below(at * (each + 1));
        let is_last = at + 1 == number;
        Rect { height: if is_last { below.height } else { each.min(below.height) }, ..below }
    };
    (0..number).map(part).collect()
}

fn bookmarks<'a>(ctx: &Context<'a>) -> impl Iterator<Item = &'a Bookmark> + use<'a> {
    let name = &ctx.network.name;
    ctx.bookmarks.iter().filter(move |bookmark| bookmark.network == *name)
}

fn visits<'a>(ctx: &Context<'a>) -> impl Iterator<Item = &'a Visit> + use<'a> {
    let name = &ctx.network.name;
    ctx.visits.iter().filter(move |visit| visit.network == *name)
}
