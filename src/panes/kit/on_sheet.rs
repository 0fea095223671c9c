//! What every pane made of a sheet does alike: moving, following, copying.

use crate::message::{Action, Copied, Effect, Place};
use crate::panes::{ActionHint, action_hint};
use crate::widgets::Sheet;

/// Does a verb that a sheet understands. `extra` is added to the copy menu.
pub fn act(sheet: &mut Sheet, action: Action, height: u16, extra: Vec<Copied>) -> Vec<Effect> {
    match action {
        Action::Open => Effect::go(sheet.place()),
        Action::Copy => Effect::copy(sheet.copied()),
        Action::CopyMenu => {
            let selected = sheet.copied();
            let extra: Vec<Copied> =
                extra.into_iter().filter(|copied| Some(copied) != selected.as_ref()).collect();
            let others = sheet.all_copied();
            let others = others.iter().filter(|it| Some(*it) != selected.as_ref() && !extra.contains(it));
            vec![Effect::CopyMenu(selected.iter().chain(&extra).chain(others).cloned().collect())]
        }
        _ => {
            let _ = sheet.act(action, height);
            Vec::new()
        }
    }
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
    Copied { what: "this place".to_owned(), text: place.to_string() }
}

/// A request's address and the command that repeats it, as things to copy.
pub fn copied_request(url: &str) -> Vec<Copied> {
    if url.is_empty() {
        return Vec::new();
    }
    let quoted = url.replace('\'', "%27");
    vec![
        Copied { what: "address of the request".to_owned(), text: url.to_owned() },
        Copied { what: "request as a curl command".to_owned(), text: format!("curl -s '{quoted}'") },
    ]
}
