//! Common parts of panes with a sheet: moving, following links, copying.

use crate::message::{Action, Copied, Effect, Place};
use crate::panes::Verbs;
use crate::widgets::Sheet;

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

/// Adds the verbs of a sheet: those of the selection, and the moves. `copies` are in the copy menu too.
pub fn verbs<'c, P: 'c>(
    verbs: &mut Verbs<'c, P>,
    (sheet, height): (&Sheet, u16),
    of: fn(&mut P) -> &mut Sheet,
    copies: impl FnOnce() -> Vec<Copied>,
) {
    selected(verbs, sheet, copies);
    verbs.moves(move |pane, action| _ = of(pane).act(action, height));
}

/// Adds the verbs of the selection.
pub fn selected<'c, P: 'c>(verbs: &mut Verbs<'c, P>, sheet: &Sheet, copies: impl FnOnce() -> Vec<Copied>) {
    open(verbs, sheet);
    copy(verbs, sheet);
    verbs.hidden(Action::CopyMenu, "copy …").give(|| copy_menu(sheet, copies()));
}

/// Adds the verb that opens the selected value's place.
pub fn open<'c, P: 'c>(verbs: &mut Verbs<'c, P>, sheet: &Sheet) {
    let nowhere = sheet.place().is_none().then_some("nothing to open");
    verbs.add(Action::Open, "follow").unless(nowhere).give(|| Effect::go(sheet.place()));
}

/// Adds the verb that copies the selected value.
pub fn copy<'c, P: 'c>(verbs: &mut Verbs<'c, P>, sheet: &Sheet) {
    let nothing = (!sheet.has_copy()).then_some("there is no value to copy here");
    verbs.add(Action::Copy, "copy").unless(nothing).give(|| Effect::copy(sheet.copied()));
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
