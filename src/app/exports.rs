//! Exports in progress: their messages, and how they are cancelled.

use ledger::Timestamp;
use ledger::amount::{counted, grouped};
use ledger::text::visible;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::overlay::Overlay;
use super::shared::Toasts;
use crate::message::{Action, Command, Export, ExportNews, ExportProgress, ExportState, Notice, RowProgress};
use crate::panes::{ActionHint, Context};
use crate::widgets::Role;
use crate::widgets::line::{put_right, width};

/// The exports that are in progress, by their paths, the newest last.
#[derive(Debug, Default)]
pub(super) struct Exports(Vec<(String, ExportProgress)>);

impl Exports {
    /// The path of the newest one.
    pub(super) fn newest(&self) -> Option<&str> {
        self.0.last().map(|(path, _)| path.as_str())
    }

    /// Whether one to this path is in progress.
    pub(super) fn has(&self, path: &str) -> bool {
        self.0.iter().any(|(known, _)| known == path)
    }

    fn set(&mut self, path: String, progress: ExportProgress) {
        match self.0.iter_mut().find(|(known, _)| *known == path) {
            Some((_, known)) => *known = progress,
            None => self.0.push((path, progress)),
        }
    }

    /// Forgets one that has ended, and says how far it was. `None` if it was not in progress.
    fn end(&mut self, path: &str) -> Option<ExportProgress> {
        let at = self.0.iter().position(|(known, _)| known == path)?;
        Some(self.0.remove(at).1)
    }

    /// The warning about running exports to show before quitting; `None` if all have finished.
    pub(super) fn unfinished(&self) -> Option<String> {
        let (path, progress) = self.0.last()?;
        let path = visible(path);
        let so_far = match progress {
            ExportProgress::Rows(RowProgress { rows, .. }) => {
                format!(" ({} so far)", counted(usize::try_from(*rows).unwrap_or(usize::MAX), "row"))
            }
            ExportProgress::Asking(_) | ExportProgress::Files(..) => String::new(),
        };
        let mut words = match self.0.len() {
            1 => format!("The export to {path} is not finished{so_far}."),
            count => {
                format!("{} exports are not finished, the newest to {path}{so_far}.", grouped(&count))
            }
        };
        if self.0.iter().any(|(_, progress)| matches!(progress, ExportProgress::Rows(_))) {
            words += " What is written stays beside the file as a part: exporting the same to the same file resumes \
                      it, where rows are ordered by time.";
        }
        if self.0.iter().any(|(_, progress)| !matches!(progress, ExportProgress::Rows(_))) {
            words += " Of files that the verifier has, none is left then.";
        }
        Some(words)
    }

    /// What cancels the newest one.
    pub(super) fn hint(&self) -> Option<ActionHint> {
        let words = format!("cancel the export to {}", visible(self.newest()?));
        Some(ActionHint { footer: false, ..ActionHint::global(Action::CancelExport, words) })
    }

    /// Draws how far the newest one is at the right of a rule of which so many columns are taken, as much of it as fits.
    pub(super) fn view(&self, ctx: &Context<'_>, rule: Rect, taken: u16, buf: &mut Buffer) {
        let Some((path, progress)) = self.0.last() else { return };
        let room = rule.width.saturating_sub(taken + 6);
        let fitting = words(path, *progress, self.0.len()).into_iter().find(|words| width(words) <= room);
        if let Some(words) = fitting {
            let rule = Rect { width: rule.width.saturating_sub(2), ..rule };
            put_right(buf, rule, 0, &format!(" {words} "), ctx.theme.style(Role::Plain));
        }
    }
}

/// How far an export is, in fewer and fewer words.
fn words(path: &str, progress: ExportProgress, count: usize) -> Vec<String> {
    let name = visible(path.rsplit('/').next().unwrap_or(path));
    let name = if count > 1 { format!("{name} (+{})", count - 1) } else { name };
    let of_files = |state: String| vec![format!("exporting {name}  {state}"), format!("exporting  {state}")];
    match progress {
        ExportProgress::Asking(1) => of_files("asking the verifier".to_owned()),
        ExportProgress::Asking(attempt) => of_files(format!("asking the verifier, attempt {attempt}")),
        ExportProgress::Files(done, of) => of_files(format!("{} of {}", grouped(&done), counted(of, "file"))),
        ExportProgress::Rows(progress) => words_of_rows(&name, progress).into(),
    }
}

fn words_of_rows(name: &str, progress: RowProgress) -> [String; 4] {
    let RowProgress { rows, pages, rows_per_second, seconds_left } = progress;
    let counted = |count: u64, what| counted(usize::try_from(count).unwrap_or(usize::MAX), what);
    let rows = counted(rows, "row");
    let left = seconds_left.map(|seconds| format!("  {} left", time_left(seconds))).unwrap_or_default();
    [
        format!(
            "exporting {name}  {rows} in {}  {} rows/s{left}",
            counted(pages, "page"),
            grouped(&rows_per_second)
        ),
        format!("exporting {name}  {rows}{left}"),
        format!("exporting  {rows}{left}"),
        format!("exporting  {rows}"),
    ]
}

fn time_left(seconds: u64) -> String {
    match (seconds / 3_600, seconds / 60 % 60, seconds % 60) {
        (0, 0, seconds) => format!("{seconds} s"),
        (0, minutes, seconds) => format!("{minutes} min {seconds} s"),
        (hours, minutes, _) => format!("{hours} h {minutes} min"),
    }
}

impl Exports {
    /// Takes news of an export. The form that asked for the path says why nothing is written.
    pub(super) fn take(
        &mut self,
        news: ExportNews,
        overlay: &mut Option<Overlay>,
        toasts: &mut Toasts,
        now: Timestamp,
    ) {
        let ExportNews { path, state } = news;
        match state {
            ExportState::Running(progress) => {
                // The form asks about files that are there once it is known which those are.
                if !matches!(progress, ExportProgress::Asking(_)) {
                    close_form(overlay, &path);
                }
                self.set(path, progress);
            }
            ExportState::Written(place, rows) => {
                close_form(overlay, &path);
                self.end(&path);
                let words = match rows {
                    None => format!("written to {place}"),
                    Some(rows) => {
                        let rows = counted(usize::try_from(rows).unwrap_or(usize::MAX), "row");
                        format!("{rows} written to {place}")
                    }
                };
                toasts.push(Notice::success(words), now);
            }
            ExportState::Files(written) => {
                close_form(overlay, &path);
                self.end(&path);
                let whole = written.left_out.is_empty();
                let tell = if whole { Notice::success } else { Notice::warning };
                let notice = tell(written.notice());
                toasts.push(notice, now);
            }
            ExportState::Failed(words) => {
                self.end(&path);
                toasts.push(Notice::failure(words), now);
            }
            ExportState::Cancelled => {
                let words = match self.end(&path) {
                    None => return,
                    Some(ExportProgress::Rows(_)) => "nothing is left of",
                    Some(_) => "nothing is written to",
                };
                let words = format!("export cancelled: {words} {}", visible(&path));
                toasts.push(Notice::info(words), now);
            }
            ExportState::Refused(_) | ExportState::Taken | ExportState::Unfinished(_) => {
                self.end(&path);
                if let Some(Overlay::Save(save)) = overlay {
                    save.refused(state);
                } else {
                    let words = format!("{} was not written: export it again", visible(&path));
                    toasts.push(Notice::failure(words), now);
                }
            }
        }
    }

    /// Begins an export, unless one to the same path is in progress.
    pub(super) fn begin(&self, export: Export, overlay: &mut Option<Overlay>) -> Option<Command> {
        if !self.has(&export.path) {
            return Some(Command::Export(export));
        }
        if let Some(Overlay::Save(save)) = overlay {
            save.refused(ExportState::Refused(format!(
                "an export to {} is in progress: choose another path, or cancel it first",
                visible(&export.path)
            )));
        }
        None
    }

    /// Cancels the export that was begun last.
    pub(super) fn cancel(&self, toasts: &mut Toasts, now: Timestamp) -> Vec<Command> {
        let newest = self.newest().map(|path| Command::CancelExport(path.to_owned()));
        if newest.is_none() {
            toasts.push_here(Notice::info("no export is in progress"), now);
        }
        newest.into_iter().collect()
    }
}

fn close_form(overlay: &mut Option<Overlay>, path: &str) {
    if matches!(overlay, Some(Overlay::Save(save)) if save.is_for(path)) {
        *overlay = None;
    }
}
