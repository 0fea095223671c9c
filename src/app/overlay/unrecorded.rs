//! Confirms sending something that cannot be recorded. The box may open while keys are being pressed, so it is
//! answered by a letter that sends nothing anywhere else.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use verification::{BatchId, JobKey};

use super::Outcome;
use crate::message::event::{Key, Mods};
use crate::message::{Action, BatchOrder, Effect, Input};
use crate::panes::Context;
use crate::widgets::line::{put, wrap_words};
use crate::widgets::{Role, popup};

/// The letters of the answers. They are fixed, not verbs of the keymap: the key of a verb may be pressed by mistake.
const YES: char = 'y';
const NO: char = 'n';

/// The command that waits for the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Waiting {
    /// The submission of this job.
    Job(JobKey),
    /// The lines of this batch.
    Batch(BatchId),
}

#[derive(Clone, Debug)]
pub(crate) struct Unrecorded {
    waiting: Waiting,
    /// Why it cannot be recorded, in a sentence.
    fault: String,
}

impl Unrecorded {
    pub(super) fn new(waiting: Waiting, fault: String) -> Self {
        Self { waiting, fault }
    }

    pub(super) fn handle_input(&self, input: &Input) -> Outcome {
        match input {
            Input::Key(key) if !key.mods().intersects(Mods::CTRL | Mods::ALT) => match key.key() {
                Key::Char(c) if c.eq_ignore_ascii_case(&YES) => Outcome::Leave(vec![self.effect()]),
                Key::Char(c) if c.eq_ignore_ascii_case(&NO) => Outcome::Leave(Vec::new()),
                _ => Outcome::Pass,
            },
            _ => Outcome::Pass,
        }
    }

    fn effect(&self) -> Effect {
        match self.waiting {
            Waiting::Job(key) => Effect::SubmitUnrecorded(key),
            Waiting::Batch(id) => Effect::Batch(BatchOrder::GoOnUnrecorded(id)),
        }
    }

    pub(super) fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
        let close = ctx.keymap.keys_of(Action::Close).into_iter().next();
        let no = close.map_or(NO.to_string(), |close| format!("{NO} or {close}"));
        let (nothing, keys) = match self.waiting {
            Waiting::Job(_) => (
                "Nothing was sent yet: the job cannot be recorded.",
                format!("{YES} sends it without a record, {no} does not send it"),
            ),
            Waiting::Batch(_) => (
                "The batch is waiting: the jobs of its lines cannot be recorded.",
                format!("{YES} sends its lines without a record, {no} leaves them waiting"),
            ),
        };
        let loss = "Jobs without a record are in no list after this program has ended: only the verifier knows of them.";
        let columns = popup::inside(area, 1).width.saturating_sub(2);
        let texts = [
            (nothing, Role::Attention),
            (&self.fault, Role::Plain),
            (loss, Role::Plain),
            ("", Role::Plain),
            (&keys, Role::Key),
        ];
        let lines: Vec<_> = texts
            .iter()
            .flat_map(|(text, role)| match *text {
                "" => vec![(String::new(), role)],
                text => {
                    let lines = wrap_words(text, columns, 5, ctx.theme.glyphs.cut);
                    lines.into_iter().map(|line| (line, role)).collect()
                }
            })
            .collect();
        let height = u16::try_from(lines.len()).unwrap_or(u16::MAX);
        let inner = popup::open(ctx.theme, area, "Send without a record?", height, buf);
        // The keys are seen on the smallest screen, too.
        let skipped = usize::from(height.saturating_sub(inner.height));
        for (row, (line, role)) in (0..inner.height).zip(lines.iter().skip(skipped)) {
            put(buf, inner, (1, row), line, ctx.theme.style(**role));
        }
    }
}
