//! The copy menu: window and method in words, and the columns of the selection.

use super::rows::on_screen;
use super::{GasUsagePane, methods, window};
use crate::message::Copied;
use crate::panes::kit::page::on_sheet;
use crate::panes::{Context, Pane as _};

impl GasUsagePane {
    pub(super) fn all_copies(&self, ctx: &Context<'_>) -> Vec<Copied> {
        let head = window::header(&self.calls, &self.pricing, ctx).map(|(text, _)| text);
        let method =
            self.selected().map(|(method, sums)| methods::detail_lines(method, sums, self.naming.names()));
        let method = method.unwrap_or_default().into_iter().map(|(text, _)| text).collect::<Vec<_>>();
        let mut copies = on_screen!(self, |list, rows| list.copies(&rows, ctx));
        copies.extend([
            Copied::new("the window in words", head.join("\n")),
            Copied::new("the method in words", method.join("\n")),
            on_sheet::copied_place(&self.place()),
        ]);
        copies.extend(on_sheet::copied_request(self.list.url(ctx)));
        copies
    }
}
