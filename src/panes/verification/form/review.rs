//! The review before a file is sent: warnings, the request, and every file in it.
//!
//! ```text
//!   ! runtime code only …                      verifier lookup
//!   Send this? Enter sends it, escape goes back to the form.
//!   POST /v2/verify/metadata/298/0x51955f…
//!   Sends 2 files in 2,218 bytes, leaves out 1:
//!   src/Counter.sol     607 bytes  0x5f1c9a02 matches, in the file
//!   src/Sums.sol      1,552 bytes  0x03b7e1d4 unchecked, in the file
//!   src/Other.sol       310 bytes  left out: the contract does not need it
//! ```

use ledger::amount::{counted, grouped};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use verification::preflight::{Finding, Standing};
use verification::{Selection, SourceFile};

use super::{VerifyPane, checks, request, source};
use crate::message::{Action, Input};
use crate::panes::Context;
use crate::panes::kit::form::folder;
use crate::widgets::line::{cut, cut_middle, put, put_right, width};
use crate::widgets::{Role, Split};

/// The minimum height of the file list with its title, if there are enough files.
const MIN_LIST_LINES: u16 = 4;
/// The columns reserved for the origin of a text.
const MIN_ORIGIN_COLUMNS: u16 = 24;

/// The remark on a file that is not sent.
const LEFT_OUT: &str = "left out, as it is not needed";

/// The parts of the review and their areas.
struct Layout {
    /// The files that are sent, and those left out.
    sent: Selection,
    bytes: usize,
    findings: Vec<Finding>,
    shown_findings: usize,
    request: Vec<(String, Role)>,
    /// The area of the file list, including its title.
    list: Rect,
}

impl Layout {
    /// `None` unless a file is under review.
    fn new(pane: &VerifyPane, ctx: &Context<'_>, area: Rect) -> Option<Self> {
        let fields = &pane.fields;
        let compilation =
            pane.source.known(&fields.path()).filter(|_| pane.confirming && fields.wants_file())?;
        let contract = source::contract(fields, compilation);
        let sent = compilation.sent(fields.mode(), contract.as_ref());
        let bytes = compilation.upload_bytes(fields.mode(), contract.as_ref()).unwrap_or(0);
        let count = sent.files.len() + sent.left_out.len();
        let top = pane.fields.area(area).height + 1;
        let room = area.height.saturating_sub(top);
        let wanted = u16::try_from(count).unwrap_or(u16::MAX).saturating_add(1);
        let least = wanted.min(MIN_LIST_LINES);
        let mut request = request::lines(pane, ctx, area);
        request.truncate(usize::from(room.saturating_sub(least)).max(1));
        let findings = checks::findings(fields, &pane.subject, ctx);
        let doubts = findings.iter().filter(|finding| finding.standing != Standing::Fine).count();
        let spare = room.saturating_sub(lines(&request));
        // Files without warnings are listed only if all files fit.
        let rows = usize::from(spare.saturating_sub(wanted.saturating_add(1)));
        let rows = rows.max(doubts.min(usize::from(spare.saturating_sub(least))));
        let shown_findings = findings.len().min(rows);
        let spare = spare.saturating_sub(u16::try_from(shown_findings).unwrap_or(u16::MAX));
        let gap = u16::from(spare > wanted);
        let [_, list] = area.stack([area.height.saturating_sub(spare - gap), wanted.min(spare)]);
        Some(Self { sent, bytes, findings, shown_findings, request, list })
    }

    /// The number of listed files: those to send, then those left out.
    fn count(&self) -> usize {
        self.sent.files.len() + self.sent.left_out.len()
    }

    /// The number of visible files.
    fn page(&self) -> usize {
        usize::from(self.list.height.saturating_sub(1))
    }

    /// The first visible file.
    fn first(&self, pane: &VerifyPane) -> usize {
        pane.first_file.min(self.count().saturating_sub(self.page()))
    }

    fn title(&self, pane: &VerifyPane) -> String {
        let (files, bytes) = (counted(self.sent.files.len(), "file"), grouped(&self.bytes));
        let left_out = match self.sent.left_out.len() {
            0 => String::new(),
            count => format!(", leaves out {}", grouped(&count)),
        };
        let first = self.first(pane);
        let last = first + self.page();
        if self.count() <= self.page() {
            format!("Sends {files} in {bytes} bytes{left_out}:")
        } else {
            let shown = format!("{} to {last}, up and down show the others:", first + 1);
            format!("Sends {files} in {bytes} bytes{left_out}; {shown}")
        }
    }
}

fn lines<T>(drawn: &[T]) -> u16 {
    u16::try_from(drawn.len()).unwrap_or(u16::MAX)
}

/// Scrolls the file list. `false` if the list does not handle the input.
pub(super) fn scroll(pane: &mut VerifyPane, input: &Input, ctx: &Context<'_>) -> bool {
    let action = match input {
        Input::Mouse(click) => click.button.turn(),
        _ => folder::arrow(input),
    };
    let Some(action) = action else { return false };
    let Some(layout) = Layout::new(pane, ctx, ctx.body) else { return false };
    let (top, rows) = (layout.first(pane), layout.page());
    let moved = match action {
        Action::Up => top.saturating_sub(1),
        Action::Down => top + 1,
        Action::PageUp => top.saturating_sub(rows.max(1)),
        Action::PageDown => top + rows.max(1),
        _ => return false,
    };
    let lowest = layout.count().saturating_sub(rows);
    pane.first_file = moved.min(lowest);
    true
}

/// Draws the review below the form; `false` if no file is under review.
pub(super) fn view(pane: &VerifyPane, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> bool {
    let Some(layout) = Layout::new(pane, ctx, area) else { return false };
    let theme = ctx.theme;
    let mut row = pane.fields.area(area).height + 1;
    for line in checks::lines(&layout.findings, layout.shown_findings) {
        checks::view(&line, ctx, area, row, buf);
        row += 1;
    }
    for (line, role) in &layout.request {
        put(buf, area, (2, row), line, theme.style(*role));
        row += 1;
    }
    let list = layout.list.left_of(2);
    put(
        buf,
        list,
        (2, 0),
        &cut(&layout.title(pane), list.width, ctx.theme.glyphs.cut),
        theme.style(Role::Heading),
    );
    let sent = layout.sent.files.iter().map(|file| (file, file.origin()));
    let left_out = layout.sent.left_out.iter().map(|file| (file, LEFT_OUT.to_owned()));
    let seen: Vec<_> = sent.chain(left_out).skip(layout.first(pane)).take(layout.page()).collect();
    rows(&seen, ctx, list, buf);
    true
}

/// A row per file: its path, its size, and the origin of its text, or that it is left out.
fn rows(files: &[(&SourceFile, String)], ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
    let sign = ctx.theme.glyphs.cut;
    let sizes = files.iter().map(|(file, _)| width(&file.size())).max().unwrap_or(0);
    let most = area.width.saturating_sub(sizes + MIN_ORIGIN_COLUMNS + 6);
    let paths = files.iter().map(|(file, _)| width(&file.path.escaped())).max().unwrap_or(0).min(most);
    let [left] = area.beside([paths + sizes + 4]);
    for ((file, origin), row) in files.iter().zip(1..area.height) {
        let style = ctx.theme.style(if origin == LEFT_OUT { Role::Dim } else { Role::Plain });
        put(buf, area, (2, row), &cut_middle(&file.path.escaped(), paths, sign), style);
        put_right(buf, left, row, &file.size(), style);
        let column = paths + sizes + 6;
        put(buf, area, (column, row), &cut(origin, area.width.saturating_sub(column), sign), style);
    }
}
