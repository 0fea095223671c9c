//! The form of what is to be otherwise before the result is executed again.

use crate::message::place::{change_pairs, set_change};
use crate::panes::kit::PopupForm;
use crate::replay::Changes;
use crate::widgets::form::{Form, FormField};

/// The changes by their names in places, what each is called, and what is typed.
const FIELDS: [(&str, &str, &str); 7] = [
    ("from", "sender", "an EVM address; empty as recorded"),
    ("value", "value", "whole base units (tinybar)"),
    ("data", "call data", "hex"),
    ("time", "block time", "whole seconds since 1970"),
    ("prevrandao", "prevrandao", "32 bytes in hex"),
    ("slot", "slots", "ADDRESS:SLOT:VALUE, several with blanks between"),
    ("balance", "balances", "ADDRESS:TINYBARS, several with blanks between"),
];

/// The form, holding the changes that are made already.
pub(super) fn form(changes: &Changes) -> PopupForm {
    let pairs = change_pairs(changes);
    let typed = |name: &str| {
        let texts = pairs.iter().filter(|(other, _)| *other == name).map(|(_, text)| text.as_str());
        texts.collect::<Vec<_>>().join(" ")
    };
    let field = |(name, label, hint)| FormField::text(name, label, hint, &typed(name));
    PopupForm::new("What if: change, and execute again", FIELDS.map(field).into())
        .live()
        .note("What comes of it is not what happened, and is marked so. Nothing is sent to a ledger.")
        .verb("execute")
}

/// The changes that are typed.
pub(super) fn parse(form: &Form) -> Result<Changes, String> {
    let mut changes = Changes::default();
    for (name, label, _) in FIELDS {
        for text in form.value(name).split_whitespace() {
            set_change(&mut changes, name, text).map_err(|fault| format!("{label}: {}", fault.message))?;
        }
    }
    Ok(changes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_comes_back() {
        let mut form = form(&Changes::default());
        for (name, text) in [
            ("from", "0x00000000000000000000000000000000000003ea"),
            ("value", "7"),
            (
                "slot",
                "0x0000000000000000000000000000000000001389:0x1:0x2 0x0000000000000000000000000000000000001389:3:4",
            ),
        ] {
            form.form_mut().set(name, text);
        }
        let changes = parse(form.form()).unwrap();
        assert_eq!((changes.value, changes.slots.len()), (Some(7), 2));
        assert_eq!(parse(super::form(&changes).form()), Ok(changes));
        form.form_mut().set("value", "a lot");
        assert_eq!(parse(form.form()).unwrap_err(), "value: write whole base units (tinybar)");
    }
}
