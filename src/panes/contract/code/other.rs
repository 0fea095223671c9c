//! The prompt for the contract to compare with.

use ledger::ContractRef;

use crate::message::{Effect, Place};
use crate::panes::Context;
use crate::panes::kit::PopupForm;
use crate::widgets::form::{Form, FormField};

const NAME: &str = "contract";

pub(super) fn form() -> PopupForm {
    let field = FormField::text(NAME, "with", "0.0.5002, 5002 or an EVM address", "");
    PopupForm::new("Compare with the code of another contract", vec![field])
}

/// Opens the comparison with the entered contract.
pub(super) fn parse(form: &Form, own: ContractRef, ctx: &Context<'_>) -> Result<Vec<Effect>, String> {
    match ContractRef::parse(form.value(NAME), ctx.network.home) {
        None => Err("write a contract: an id such as 0.0.5002, or an EVM address".to_owned()),
        Some(other) if other == own => Err("this is the same contract: write another one".to_owned()),
        Some(other) => Ok(vec![Effect::Go(Place::CodeComparison(own, other))]),
    }
}
