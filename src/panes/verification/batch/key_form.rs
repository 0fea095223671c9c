//! The form for the API key when lines are sent again: the key is never stored, and wiped when the batch ends.

use verification::{ApiKey, Batch, submission_text};

use crate::message::Network;
use crate::panes::Context;
use crate::panes::kit::PopupForm;
use crate::widgets::form::{Form, FormField};

const NAME: &str = "apiKey";

/// The form. `retries`: whether it is for the failed lines instead of the waiting ones.
pub(super) fn form(retries: bool) -> PopupForm {
    let verb = if retries { "Retry" } else { "Continue" };
    let hint = "it was never stored; leave empty to continue without one";
    let field = FormField::masked(NAME, "API key", hint);
    PopupForm::new(format!("{verb} with the key for the explorer"), vec![field]).live()
}

/// The typed key, if the batch's verifier may receive it.
pub(super) fn parse_key(form: &Form, batch: &Batch, ctx: &Context<'_>) -> Result<Option<ApiKey>, String> {
    let profile = ctx.networks.iter().find(|network| network.name == batch.network);
    let text = form.value(NAME);
    profile.map_or_else(|| submission_text::api_key(text), |network: &Network| network.api_key(text))
}
