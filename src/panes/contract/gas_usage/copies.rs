//! What can be copied: the window and the method in words, and the columns of what is selected.

use super::call_columns::MethodCalls;
use super::methods::{self, Methods};
use super::{GasUsagePane, window};
use crate::message::Copied;
use crate::panes::kit::list::{Columns as _, MemoryRows as _};
use crate::panes::kit::on_sheet;
use crate::panes::{Context, Pane as _};

impl GasUsagePane {
    pub(super) fn copies(&self, ctx: &Context<'_>) -> Vec<Copied> {
        let head = window::header(&self.calls, &self.pricing, ctx).map(|(text, _)| text);
        let method =
            self.selected().map(|(method, sums)| methods::detail_lines(method, sums, self.naming.names()));
        let method = method.unwrap_or_default().into_iter().map(|(text, _)| text).collect::<Vec<_>>();
        let titled = |what: &str, text| Copied::new(what, text);
        let mut copies = match &self.opened {
            Some(opened) => opened.local.marked_copies(&self.call_rows(opened.method), ctx).collect(),
            None => self.local.marked_copies(&self.method_rows(), ctx).collect::<Vec<_>>(),
        };
        copies.extend([
            titled("the window in words", head.join("\n")),
            titled("the method in words", method.join("\n")),
            on_sheet::copied_place(&self.place()),
        ]);
        copies.extend(self.row_copies());
        copies.extend(on_sheet::copied_request(self.list.url(ctx)));
        copies
    }

    /// The columns of the selected method, or of the selected one of its calls.
    fn row_copies(&self) -> Vec<Copied> {
        if let Some(opened) = &self.opened {
            let rows = self.call_rows(opened.method);
            let call = opened.local.selected(&rows).and_then(|at| rows.row(at));
            return call.map(|call| MethodCalls::copied(&call)).unwrap_or_default();
        }
        let rows = self.method_rows();
        let row = self.local.selected(&rows).and_then(|at| rows.row(at));
        row.map(|row| Methods::copied(&row)).unwrap_or_default()
    }
}
