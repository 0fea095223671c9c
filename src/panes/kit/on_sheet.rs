//! What every pane made of a sheet does alike: moving, following, copying.

use crate::message::{Action, Copied, Effect, Place};
use crate::panes::{ActionHint, action_hint};
use crate::widgets::Sheet;

/// Does a verb that a sheet understands, other than [`copy_menu`].
pub fn act(sheet: &mut Sheet, action: Action, height: u16) -> Vec<Effect> {
    match action {
        Action::Open => Effect::go(sheet.place()),
        Action::Copy => Effect::copy(sheet.copied()),
        _ => {
            let _ = sheet.act(action, height);
            Vec::new()
        }
    }
}

/// Opens the copy menu: the selected value, the `extra` copies of the pane, and the values around it.
pub fn copy_menu(sheet: &Sheet, extra: Vec<Copied>) -> Vec<Effect> {
    let selected = sheet.copied();
    let mut copies: Vec<Copied> = selected.iter().cloned().collect();
    copies.extend(extra.into_iter().filter(|copied| Some(copied) != selected.as_ref()));
    let mut others = sheet.copied_nearby();
    others.retain(|copied| !copies.contains(copied));
    copies.append(&mut others);
    vec![Effect::CopyMenu(copies)]
}

/// What a sheet offers for its selection.
pub fn hints(sheet: &Sheet) -> Vec<ActionHint> {
    let nowhere = sheet.place().is_none().then_some("nothing to open");
    let nothing = (!sheet.has_copy()).then_some("there is no value to copy here");
    let mut hints = vec![
        ActionHint::new(Action::Open, "follow").disabled_if(nowhere),
        ActionHint::new(Action::Copy, "copy").disabled_if(nothing),
        ActionHint::hidden(Action::CopyMenu, "copy …"),
    ];
    hints.extend(action_hint::moves());
    hints
}

/// A place as something to copy.
pub fn copied_place(place: &Place) -> Copied {
    Copied::new("this place", place.to_string())
}

/// A request's address and the command that repeats it, as things to copy.
pub fn copied_request(url: &str) -> Vec<Copied> {
    if url.is_empty() {
        return Vec::new();
    }
    let quoted = url.replace('\'', "%27");
    vec![
        Copied::new("address of the request", url.to_owned()),
        Copied::new("request as a curl command", format!("curl -s '{quoted}'")),
    ]
}
