//! Exports that are in progress: what is said of them, and what cancels them.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::App;
use super::overlay::Overlay;
use crate::ledger::Timestamp;
use crate::ledger::amount::{counted, grouped};
use crate::ledger::text::visible;
use crate::message::{Action, Command, ExportNews, ExportProgress, ExportState, Notice};
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

    fn set(&mut self, path: String, progress: ExportProgress) {
        match self.0.iter_mut().find(|(known, _)| *known == path) {
            Some((_, known)) => *known = progress,
            None => self.0.push((path, progress)),
        }
    }

    /// Forgets one that has ended. `false` if it was not in progress.
    fn end(&mut self, path: &str) -> bool {
        let before = self.0.len();
        self.0.retain(|(known, _)| known != path);
        self.0.len() < before
    }

    /// What is to be known of them before quitting.
    pub(super) fn unfinished(&self) -> Option<String> {
        let (path, progress) = self.0.last()?;
        let rows = counted(usize::try_from(progress.rows).unwrap_or(usize::MAX), "row");
        let path = visible(path);
        let files = match self.0.len() {
            1 => format!("The export to {path} is not finished ({rows} so far)."),
            count => {
                format!("{} exports are not finished, the newest to {path} ({rows} so far).", grouped(&count))
            }
        };
        Some(format!(
            "{files} What is written stays beside the file as a part: exporting the same to the same file resumes it, \
             where rows are ordered by time."
        ))
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
fn words(path: &str, progress: ExportProgress, count: usize) -> [String; 4] {
    let ExportProgress { rows, pages, rows_per_second, seconds_left } = progress;
    let counted = |count: u64, what| counted(usize::try_from(count).unwrap_or(usize::MAX), what);
    let name = visible(path.rsplit('/').next().unwrap_or(path));
    let name = if count > 1 { format!("{name} (+{})", count - 1) } else { name };
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

impl App {
    /// Says what becomes of an export. Why nothing is written is said in the form that asked for the path.
    pub(super) fn export_news(&mut self, news: ExportNews, now: Timestamp) {
        let ExportNews { path, state } = news;
        match state {
            ExportState::Running(progress) => {
                self.close_export_form(&path);
                self.exports.set(path, progress);
            }
            ExportState::Written(place, rows) => {
                self.close_export_form(&path);
                self.exports.end(&path);
                let words = match rows {
                    None => format!("written to {place}"),
                    Some(rows) => {
                        let rows = counted(usize::try_from(rows).unwrap_or(usize::MAX), "row");
                        format!("{rows} written to {place}")
                    }
                };
                self.toasts.push(Notice::success(words), now);
            }
            ExportState::Files(written) => {
                self.close_export_form(&path);
                self.exports.end(&path);
                let notice = match written.left_out.first() {
                    None => Notice::success(written.summary()),
                    Some(first) => Notice::warning(format!("{} ({})", written.summary(), first.sentence())),
                };
                self.toasts.push(notice, now);
            }
            ExportState::Failed(words) => {
                self.exports.end(&path);
                self.toasts.push(Notice::failure(words), now);
            }
            ExportState::Cancelled => {
                if self.exports.end(&path) {
                    let words = format!("export cancelled: nothing is left of {}", visible(&path));
                    self.toasts.push(Notice::info(words), now);
                }
            }
            ExportState::Refused(_) | ExportState::Taken | ExportState::Unfinished(_) => {
                if let Some(Overlay::Save(save)) = &mut self.overlay {
                    save.refused(state);
                } else {
                    let words = format!("{} was not written: export it again", visible(&path));
                    self.toasts.push(Notice::failure(words), now);
                }
            }
        }
    }

    fn close_export_form(&mut self, path: &str) {
        if matches!(&self.overlay, Some(Overlay::Save(save)) if save.is_for(path)) {
            self.overlay = None;
        }
    }

    /// Cancels the export that was begun last.
    pub(super) fn cancel_export(&mut self, now: Timestamp) -> Vec<Command> {
        let newest = self.exports.newest().map(|path| Command::CancelExport(path.to_owned()));
        if newest.is_none() {
            self.toasts.push_here(Notice::info("no export is in progress"), now);
        }
        newest.into_iter().collect()
    }
}
