//! The list of files next to the text of one of them, and the search through all files.

use ledger::amount::grouped;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::message::{Action, Click};
use crate::panes::Context;
use crate::panes::kit::nouns::source_file::SourceFile;
use crate::widgets::line::{cut_middle, put, put_right, width};
use crate::widgets::scroll::SIDEWAYS_STEP_COLUMNS;
use crate::widgets::{Band, Role, Scroll, Split, scroll_bar, split::REST};

/// The files, and the position in each.
#[derive(Debug, Default)]
pub(super) struct Shelf {
    pub(super) files: Vec<SourceFile>,
    list: Scroll,
    /// Scroll position in each file.
    places: Vec<Scroll>,
    /// Number of text columns scrolled out on the left.
    left: usize,
    /// Whether the list has the focus, instead of the text.
    pub(super) in_list: bool,
}

/// Minimum width for list and text side by side, columns.
const MIN_SIDE_BY_SIDE_COLUMNS: u16 = 100;
/// Width of the list next to the text, columns.
const LIST_COLUMNS: u16 = 32;

impl Shelf {
    /// The files of a contract, with the one at this index shown; a single file needs no list.
    pub(super) fn new(files: Vec<SourceFile>, own: usize) -> Self {
        let places = files.iter().map(|_| Scroll::default()).collect();
        let mut shelf = Self { in_list: files.len() > 1, files, places, ..Self::default() };
        shelf.list.selected = own;
        shelf
    }

    /// Index of the shown file.
    pub(super) fn index(&self) -> usize {
        self.list.selected
    }

    pub(super) fn file(&self) -> Option<&SourceFile> {
        self.files.get(self.index())
    }

    pub(super) fn file_mut(&mut self) -> Option<&mut SourceFile> {
        self.files.get_mut(self.list.selected)
    }

    pub(super) fn has(&self, files: &[SourceFile]) -> bool {
        self.files.len() == files.len() && self.files.iter().zip(files).all(|(one, other)| one.is_same(other))
    }

    /// The selected line and its index from 0.
    pub(super) fn line(&self) -> Option<(usize, &str)> {
        let at = self.places.get(self.index())?.selected;
        self.file().map(|file| (at, file.line(at)))
    }

    /// Moves the selection. `None` if the action moves nothing.
    pub(super) fn act(&mut self, action: Action, body: Rect) -> Option<()> {
        let height = body.height;
        match action {
            Action::NextPart => self.turn(1, height),
            Action::PreviousPart => self.turn(self.files.len().saturating_sub(1), height),
            Action::Left => self.left = self.left.saturating_sub(SIDEWAYS_STEP_COLUMNS),
            Action::Right => self.left = self.left.saturating_add(SIDEWAYS_STEP_COLUMNS).min(4096),
            _ if self.in_list => {
                self.list.act(action, self.files.len(), height)?;
                self.left = 0;
            }
            _ => {
                let len = self.file()?.line_count();
                self.places.get_mut(self.list.selected)?.act(action, len, height)?;
            }
        }
        Some(())
    }

    fn turn(&mut self, steps: usize, height: u16) {
        let count = self.files.len();
        let next = (self.index() + steps).checked_rem(count).unwrap_or(0);
        self.list.select(next, count, height);
        self.left = 0;
    }

    /// Selects the next line that contains the text, ignoring case; continues in the other files and wraps around.
    /// `skip` excludes the selected line. `false` without a match.
    pub(super) fn find(&mut self, text: &str, back: bool, skip: bool, body: Rect) -> bool {
        let wanted = text.to_lowercase();
        let files = self.files.len();
        let here = self.line().map_or(0, |(at, _)| at);
        let has = |file: &SourceFile, at: usize| file.line(at).to_lowercase().contains(&wanted);
        let mut hit = None;
        // The shown file is searched first from the selected line on, and last up to that line.
        for step in 0..=files {
            let number = if back {
                (self.index() + files - step % files.max(1)) % files.max(1)
            } else {
                (self.index() + step) % files.max(1)
            };
            let Some(file) = self.files.get(number) else { break };
            let mut lines = match (step, back) {
                (0, false) => here + usize::from(skip)..file.line_count(),
                (0, true) => 0..if skip { here } else { (here + 1).min(file.line_count()) },
                _ => 0..file.line_count(),
            };
            let found = if back { lines.rfind(|at| has(file, *at)) } else { lines.find(|at| has(file, *at)) };
            if let Some(found) = found {
                hit = Some((number, found));
                break;
            }
        }
        let Some((number, at)) = hit else { return false };
        self.in_list = false;
        let height = body.height;
        self.list.select(number, files, height);
        let len = self.file().map_or(0, SourceFile::line_count);
        if let Some(place) = self.places.get_mut(number) {
            place.select(at.saturating_add(usize::from(height / 2)), len, height);
            place.select(at, len, height);
        }
        true
    }

    /// Selects the clicked file or line.
    pub(super) fn press(&mut self, click: Click, body: Rect) {
        let [list, text] = self.areas(body);
        let at = (click.column, click.row).into();
        if list.contains(at) {
            self.in_list = true;
            if self.list.click(click, list, self.files.len()).is_some() {
                self.left = 0;
            }
        } else if text.contains(at) {
            let len = self.file().map_or(0, SourceFile::line_count);
            self.in_list = false;
            if let Some(place) = self.places.get_mut(self.list.selected) {
                place.click(click, text, len);
            }
        }
    }

    /// Keeps the selection visible after a resize.
    pub(super) fn settle(&mut self, body: Rect) {
        let height = body.height;
        self.list.settle(self.files.len(), height);
        for (place, file) in self.places.iter_mut().zip(&self.files) {
            place.settle(file.line_count(), height);
        }
    }

    /// Draws the list, the text, or both, as the width allows.
    pub(super) fn view(&self, ctx: &Context<'_>, body: Rect, buf: &mut Buffer) {
        let [list, text] = self.areas(body);
        self.view_list(ctx, list, buf);
        self.view_text(ctx, text, buf);
    }

    fn view_list(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
        let theme = ctx.theme;
        for (line, at) in area.rows().zip(self.list.window(self.files.len(), area.height)) {
            let Some(file) = self.files.get(at) else { break };
            let selected = at == self.index();
            let over = theme.over(selected && self.in_list);
            let role = if selected { Role::Heading } else { Role::Plain };
            if selected {
                let role = if self.in_list { Role::Marker } else { Role::Dim };
                put(buf, line, (0, 0), theme.glyphs.marker, theme.style(role));
            }
            let count = grouped(&file.line_count());
            let room = area.width.saturating_sub(4 + width(&count));
            let name = file.name.escaped();
            let name = cut_middle(&name, room, theme.glyphs.cut);
            put(buf, line, (1, 0), &name, theme.style(role).patch(over));
            put_right(buf, line.left_of(2), 0, &count, theme.style(Role::Dim).patch(over));
        }
        self.list.view_bar(theme, area, self.files.len(), buf);
    }

    fn view_text(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
        let (Some(file), Some(place)) = (self.file(), self.places.get(self.index())) else { return };
        let lines = scroll_bar::beside(area, file.line_count());
        for (line, at) in lines.rows().zip(place.window(file.line_count(), area.height)) {
            let selected = at == place.selected && !self.in_list;
            file.view_line(at, self.left, Band::new(ctx.theme, line, selected, buf), buf);
        }
        place.view_bar(ctx.theme, area, file.line_count(), buf);
    }

    /// The areas of list and text: side by side if there is room, else only the focused one. A single file needs
    /// no list.
    fn areas(&self, body: Rect) -> [Rect; 2] {
        let list = match (self.files.len() > 1, body.width >= MIN_SIDE_BY_SIDE_COLUMNS) {
            (true, true) => LIST_COLUMNS,
            (true, false) if self.in_list => REST,
            _ => 0,
        };
        body.beside([list, REST])
    }
}
