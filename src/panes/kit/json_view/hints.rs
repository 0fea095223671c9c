//! What can be done with JSON.

use super::JsonView;
use crate::message::Action;
use crate::panes::{ActionHint, action_hint};

impl JsonView {
    /// The actions that are available here, now.
    pub fn hints(&self) -> Vec<ActionHint> {
        if self.path.is_typing() {
            return action_hint::line("filter");
        }
        if self.find.is_typing() {
            return action_hint::search();
        }
        let fold =
            if self.document.is_folded(self.document.lines().opening(self.line)) { "unfold" } else { "fold" };
        let no_hit = match self.find.text() {
            "" => Some("there is no search"),
            _ => self.document.hits().is_empty().then_some("not found"),
        };
        let no_path = self.document.path().is_none().then_some("no path is set");
        let no_fold = (!self.document.has_folds()).then_some("nothing is folded");
        let flat = self.document.lines().is_empty().then_some("there are no lines");
        let pipe = self.pipe.as_deref().unwrap_or("a command");
        let copy = if self.is_at_whole() { "copy all" } else { "copy value" };
        let mut hints = vec![
            ActionHint::new(Action::NextHit, "next hit").disabled_if(no_hit),
            ActionHint::new(Action::PreviousHit, "previous hit").disabled_if(no_hit),
            ActionHint::new(Action::Open, fold).disabled_if(self.foldable()),
            ActionHint::hidden(Action::Mark, fold).disabled_if(self.foldable()),
            ActionHint::hidden(Action::Fold, "fold or unfold what this is in").disabled_if(flat),
            ActionHint::hidden(Action::FoldAll, "fold all").disabled_if(flat),
            ActionHint::hidden(Action::UnfoldAll, "unfold all").disabled_if(no_fold),
            ActionHint::new(Action::Find, "find"),
            ActionHint::new(Action::Filter, "path").disabled_if(flat.filter(|_| no_path.is_some())),
            ActionHint::hidden(Action::Reset, "show all again").disabled_if(no_path),
            ActionHint::new(Action::Copy, copy),
            ActionHint::hidden(Action::CopyMenu, "copy …"),
            ActionHint::hidden(Action::Pipe, format!("pipe to {pipe}")).disabled_if(self.no_pipe()),
        ];
        hints.extend(action_hint::moves());
        hints
    }

    /// What closing does now, if there is anything to be closed within the view.
    pub fn closes(&self) -> Option<&'static str> {
        if self.find.is_shown() {
            return Some("end the search");
        }
        self.holds_close().then_some("show all")
    }

    /// Why nothing can be piped, if so.
    pub(super) fn no_pipe(&self) -> Option<&'static str> {
        if self.pipe.is_none() {
            return Some("off: set pipe = [\"jq\", \".\"] in the configuration");
        }
        self.document.lines().is_empty().then_some("there are no lines")
    }

    /// Why the line folds nothing, if so.
    pub(super) fn foldable(&self) -> Option<&'static str> {
        let lines = self.document.lines();
        lines.closing(lines.opening(self.line)).is_none().then_some("a single value")
    }
}
