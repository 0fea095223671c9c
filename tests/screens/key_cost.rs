//! What a key touches of 20,000 rows in memory: those about the window, never all. Counted, not timed.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

use api::Network;
use decode::Snapshot;
use hieroscope::message::request_log::RequestLog;
use hieroscope::message::{Action, Arrangement, ColumnChoices, Keymap, Place, Settings};
use hieroscope::panes::context::Loaded;
use hieroscope::panes::kit::list::{
    Column, ColumnOf, Columns, HasList as _, MemoryList, MemoryPane, MemoryRows, MemorySource, Source as _,
    Value,
};
use hieroscope::panes::kit::{Requests, Subscriber};
use hieroscope::panes::{Context, Pane as _, Verbs};
use hieroscope::widgets::Theme;
use ledger::{Seen, Timestamp};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use verification::Followed;

const ROWS: usize = 20_000;
const AREA: Rect = Rect { x: 0, y: 1, width: 80, height: 30 };
/// How often a key, and what is drawn after it, may look at a row: a few times at each that is in view.
const MAX_TOUCHED: usize = 8 * AREA.height as usize;

/// Numbers that count how often they are looked at.
#[derive(Debug, Default)]
struct Counted(Cell<usize>);

struct CountedRows<'a>(&'a Counted);

struct Number;

impl Columns for Number {
    type Row<'a> = usize;

    const LIST: &'static str = "numbers";

    const ALL: &'static [ColumnOf<Self>] =
        &[Column::number("number", 8).dim(|number| Value::number(Some(*number)))];
}

impl CountedRows<'_> {
    fn touch(&self, at: usize) -> Option<usize> {
        self.0.0.set(self.0.0.get() + 1);
        (at < ROWS).then_some(at)
    }
}

impl MemoryRows for CountedRows<'_> {
    type Name = usize;
    type Columns = Number;

    fn columns(&self) -> &Number {
        &Number
    }

    fn len(&self) -> usize {
        ROWS
    }

    fn name(&self, at: usize) -> Option<usize> {
        self.touch(at)
    }

    fn row(&self, at: usize) -> Option<usize> {
        self.touch(at)
    }

    fn opened(&self, at: usize) -> Option<Place> {
        self.touch(at).map(|_| Place::Labels)
    }
}

impl MemorySource for Counted {
    type Name = usize;
    type Columns = Number;
    type Rows<'a> = CountedRows<'a>;

    const COPY: &'static str = "copy";

    fn rows<'a>(&'a self, _ctx: &Context<'a>) -> CountedRows<'a> {
        CountedRows(self)
    }

    fn columns(&self, _ctx: &Context<'_>) -> &Number {
        &Number
    }

    fn place(&self) -> Place {
        Place::Labels
    }

    fn title(&self, _ctx: &Context<'_>) -> String {
        String::new()
    }

    fn no_rows(&self, _ctx: &Context<'_>) -> Option<&'static str> {
        None
    }

    fn verbs<'c>(&self, _: &MemoryList<usize>, _: &'c Context<'_>, _: &mut Verbs<'c, MemoryPane<Self>>) {}

    fn view_empty(&self, _ctx: &Context<'_>, _table: Rect, _buf: &mut Buffer) {}
}

/// Does something where there is nothing but a network.
fn in_context(does: impl FnOnce(&Context<'_>)) {
    let (theme, network) = (Theme::new(&Settings::default()), Network::documented("testnet"));
    let (requests, log) = (Requests::new(false), RequestLog::default());
    let (jobs, seen, known) = (Followed::default(), Seen::default(), Snapshot::default());
    let (columns, keymap) = (ColumnChoices::default(), Keymap::new(Vec::new(), false));
    let (chosen, unrecorded) = (BTreeMap::new(), BTreeSet::new());
    does(&Context {
        now: Timestamp::from_secs(1),
        network: &network,
        theme: &theme,
        body: AREA,
        networks: &[],
        jobs: &jobs,
        batches: &[],
        visits: &[],
        previews: false,
        chosen: &chosen,
        columns: &columns,
        drafts: &[],
        bookmarks: &Vec::new(),
        watched: &Vec::new(),
        chains: None,
        known: &known,
        keymap: &keymap,
        pipe: &[],
        store_fault: None,
        unrecorded: &unrecorded,
        seen: &seen,
        requests: &requests,
        request_log: &log,
        loaded: Loaded { bytes: 0, max_bytes: 0 },
        pane: Subscriber::default(),
        process: 0,
    });
}

/// How often a key looks at rows, with what is drawn after it.
fn touched(pane: &mut MemoryPane<Counted>, action: Action, ctx: &Context<'_>) -> usize {
    pane.source().0.set(0);
    assert_eq!(pane.hint(action, ctx).and_then(|hint| hint.disabled), None);
    pane.act(action, ctx);
    pane.view(ctx, AREA, &mut Buffer::empty(Rect::new(0, 0, 80, 32)));
    pane.source().0.get()
}

#[test]
fn a_key_touches_the_rows_in_view_however_many_are_loaded() {
    in_context(|ctx| {
        let mut pane = MemoryPane::of(Counted::default(), ctx);
        let by_number = Arrangement { filter: String::new(), sort: Some(("number".to_owned(), true)) };
        let keys = [Action::PageDown, Action::Down, Action::Mark, Action::MarkRange, Action::Down];
        for is_sorted in [false, true] {
            if is_sorted {
                pane.set_arrangement(&by_number, ctx);
                pane.rebuild_view(ctx);
            }
            for _ in 0..30 {
                for action in keys {
                    let touched = touched(&mut pane, action, ctx);
                    assert!(touched <= MAX_TOUCHED, "{action:?}, sorted {is_sorted}: {touched} rows");
                }
            }
        }
    });
}

#[test]
fn rows_that_come_are_not_searched_for_those_that_are_marked() {
    in_context(|ctx| {
        let mut pane = MemoryPane::of(Counted::default(), ctx);
        for action in [Action::MarkRange, Action::PageDown, Action::Mark, Action::PageDown] {
            pane.act(action, ctx);
        }
        pane.source().0.set(0);
        pane.rebuild_view(ctx);
        let (marked, touched) = (pane.list().marked(), pane.source().0.get());
        assert!(marked > 20 && touched <= marked + 10, "{touched} rows for {marked} marks");
    });
}
