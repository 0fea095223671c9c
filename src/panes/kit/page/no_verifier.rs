//! Shown instead of a verifier's answer, on a network without a verifier.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::panes::Context;
use crate::widgets::Role;
use crate::widgets::line::put_words;

/// Says so, and what to do. `what` is what was to be shown.
pub fn view(what: &str, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
    let network = &ctx.network.name;
    let missing = format!("{what} come from a verification server, and {network} has none.");
    let remedy = if ctx.networks.iter().any(|known| known.name == *network && known.chain.is_some()) {
        "Add verifier = \"https://…\" to its profile in config.toml, or start with --verifier URL."
    } else {
        "Add verifier = \"https://…\" and chain = … to its profile in config.toml, or start with --verifier URL and --chain ID."
    };
    put_words(buf, area, (0, 3), [(&*missing, Role::Attention), (remedy, Role::Plain)], ctx.theme);
}
