//! The verbs of JSON, and what they copy: a value without quotes or exactly as received, its path, and the document.

use ratatui::layout::Rect;

use super::JsonView;
use crate::message::{Action, Copied, Effect};
use crate::panes::{Verbs, action_hint};

impl JsonView {
    /// Adds the verbs of the document, which is drawn in this area.
    pub fn verbs(&self, area: Rect, verbs: &mut Verbs<'_, Self>) {
        if self.path.is_typing() {
            return verbs.typed(action_hint::line("filter"));
        }
        if self.find.is_typing() {
            return verbs.typed(action_hint::search());
        }
        let lines = self.document.lines();
        let fold = if self.document.is_folded(lines.opening(self.line)) { "unfold" } else { "fold" };
        let no_hit = match self.find.text() {
            "" => Some("there is no search"),
            _ => self.document.hits().is_empty().then_some("not found"),
        };
        let no_path = self.document.path().is_none().then_some("no path is set");
        let no_fold = (!self.document.has_folds()).then_some("nothing is folded");
        let flat = lines.is_empty().then_some("there are no lines");
        let turn_fold = move |view: &mut Self| view.turn_fold(view.line, area);
        let fold_all = move |view: &mut Self, all| {
            view.document.fold_all(all);
            view.follow_line(area);
        };
        verbs.add(Action::NextHit, "next hit").unless(no_hit).run(move |view| view.hit(area, true, false));
        let previous = verbs.add(Action::PreviousHit, "previous hit").unless(no_hit);
        previous.run(move |view| view.hit(area, true, true));
        verbs.add(Action::Open, fold).unless(self.foldable()).run(turn_fold);
        verbs.hidden(Action::Mark, fold).unless(self.foldable()).run(turn_fold);
        verbs.hidden(Action::Fold, "fold or unfold what this is in").unless(flat).run(move |view| {
            let lines = view.document.lines();
            let at = lines.opening(view.line);
            let of = if lines.closing(at).is_some() { Some(at) } else { lines.around(at).next() };
            if let Some(at) = of {
                view.turn_fold(at, area);
            }
        });
        verbs.hidden(Action::FoldAll, "fold all").unless(flat).run(move |view| fold_all(view, true));
        verbs.hidden(Action::UnfoldAll, "unfold all").unless(no_fold).run(move |view| fold_all(view, false));
        verbs.add(Action::Find, "find").run(|view| {
            view.find.open();
            view.document.forget_hits();
        });
        let path = verbs.add(Action::Filter, "path").unless(flat.filter(|_| no_path.is_some()));
        path.run(|view| {
            let path = view.document.path().map(str::to_owned);
            let path = path.unwrap_or_else(|| view.document.lines().path(view.line));
            view.fault = None;
            view.path.open_with(&path);
        });
        verbs.hidden(Action::Reset, "show all again").unless(no_path).run(move |view| {
            view.path.clear();
            view.narrow(None, area);
        });
        let copy = if self.is_at_whole() { "copy all" } else { "copy value" };
        verbs.add(Action::Copy, copy).give(|| Effect::Copy(self.copied()));
        verbs.hidden(Action::CopyMenu, "copy …").give(|| Effect::CopyMenu(self.copies()));
        let pipe = || format!("pipe to {}", self.pipe.as_deref().unwrap_or("a command"));
        verbs.hidden(Action::Pipe, pipe).unless(self.no_pipe()).give(|| Effect::Pipe(lines.clone()));
        verbs.moves(move |view, action| {
            let _ = view.scroll.act(action, view.document.rows(), view.body(area).height);
            view.line = view.document.line_on(view.scroll.selected);
        });
    }

    /// What the close key clears, if anything is open within the view.
    pub fn closes(&self) -> Option<&'static str> {
        if self.find.is_shown() {
            return Some("end the search");
        }
        self.holds_close().then_some("show all")
    }

    /// Why piping is not available; `None` if it is.
    pub fn no_pipe(&self) -> Option<&'static str> {
        if self.pipe.is_none() {
            return Some("off: set pipe = [\"jq\", \".\"] in the configuration");
        }
        self.document.lines().is_empty().then_some("there are no lines")
    }

    /// Why the line cannot be folded; `None` if it can.
    pub(super) fn foldable(&self) -> Option<&'static str> {
        let lines = self.document.lines();
        lines.closing(lines.opening(self.line)).is_none().then_some("a single value")
    }

    /// Whether the whole document is selected.
    fn is_at_whole(&self) -> bool {
        self.document.path().is_none() && self.document.lines().opening(self.line) == 0
    }

    /// The value of the line; a string without its quotes.
    pub(super) fn copied(&self) -> Copied {
        if self.is_at_whole() {
            return self.whole_document();
        }
        let json = self.value();
        let text = match (Copied::enough(json), json.strip_prefix('"')) {
            // A part of a text is read as a text, too.
            (part, Some(_)) if part.len() < json.len() => serde_json::from_str(&format!("{part}\"")),
            (part, _) => serde_json::from_str(part),
        };
        Copied::new("value", text.unwrap_or_else(|_| Copied::enough(json).to_owned()))
    }

    /// All copies.
    pub(super) fn copies(&self) -> Vec<Copied> {
        let copied = |what: &str, text: String| Copied::new(what, text);
        let lines = self.document.lines();
        let mut all = vec![self.copied()];
        if lines.is_empty() {
            return vec![self.whole_document()];
        }
        if self.value().starts_with('"') {
            all.push(copied("value in quotes", Copied::enough(self.value()).to_owned()));
        }
        all.push(copied("path", lines.path(self.line)));
        if let Some(key) = lines.key(self.line) {
            all.push(copied("key", serde_json::from_str(key).unwrap_or_else(|_| key.to_owned())));
        }
        all.push(copied("this line", lines.part(self.line, 0..Copied::MAX_BYTES + 1).trim().to_owned()));
        if self.document.path().is_some() {
            all.push(copied("all values of the path", self.all_values()));
        }
        if !self.is_at_whole() {
            all.push(self.whole_document());
        }
        all
    }

    /// The values of the path, one a line, up to the size that a terminal takes.
    fn all_values(&self) -> String {
        let mut text = String::new();
        for value in self.document.lines().values() {
            if text.len() > Copied::MAX_BYTES {
                break;
            }
            text.push_str(if text.is_empty() { "" } else { "\n" });
            text.push_str(Copied::enough(value.raw()));
        }
        text
    }

    /// The value of the line as received.
    fn value(&self) -> &str {
        let lines = self.document.lines();
        lines.raw().raw().get(lines.value(self.line)).unwrap_or_default()
    }

    fn whole_document(&self) -> Copied {
        Copied::new(self.name, self.document.raw())
    }
}
