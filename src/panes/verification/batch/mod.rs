//! A batch of verifications: lines are pasted or typed, validated while typing, and sent a few at a time.
//!
//! ```text
//!     1 ✓ 298,0xB0551e9E…                              12 of 14 done · 11 verified · 1 failed · 2 under way
//!     2 ✗ 298,0xb0551   an address has 40 hex digits     line  chain  contract       state           result
//!   ▌ mode      (•) similarity  ( ) import           ▌    1    298  0xB0551e9E…    ✓ exact match   runtime + …
//!     2 lines: 1 ready, 1 invalid                         2    298  0xb0551        ✗ invalid       an address …
//!           the lines are entered                                   the batch runs, or has ended
//! ```

mod areas;
mod choices;
mod csv;
mod entry;
mod entry_files;
mod entry_view;
mod key_form;
mod line_verbs;
mod lines;
mod lines_view;
mod row;
mod show;

use verification::Batch;
use verification::batch::Phase;

use self::lines::Batches;
use self::show::Show;
use crate::message::Effect;
use crate::panes::Context;
use crate::panes::kit::list::MemoryPane;

/// The pane. The app owns the batches; the pane holds the typed text and the selection.
pub type BatchPane = MemoryPane<Batches>;

impl BatchPane {
    /// Opens the running batch, otherwise the entry.
    pub fn open(ctx: &Context<'_>) -> Self {
        Self::of(Batches::new(ctx), ctx)
    }

    /// Shows a batch from its first line, or the entry if it is `None`.
    fn show_batch(&mut self, batch: Option<&Batch>) {
        self.renew_list();
        self.source_mut().shown = batch.map(|batch| batch.id);
    }

    /// Opens the entry and appends these lines.
    fn enter(&mut self, rest: &[String], ctx: &Context<'_>) -> Vec<Effect> {
        self.show_batch(None);
        self.source_mut().show = Show::default();
        self.source_mut().entry.take_in(rest, ctx)
    }
}

/// The batch that has not ended.
fn open<'a>(ctx: &Context<'a>) -> Option<&'a Batch> {
    ctx.batches.iter().find(|batch| batch.phase != Phase::Ended)
}
