//! The form that adds an interface: a file, a pasted ABI, or a typed signature.

use std::sync::Arc;

use decode::interface::Interface;
use ledger::ContractRef;
use ledger::amount::grouped;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::message::{Action, CustomAbi, CustomSignature, Effect, FileText, Input, Notice, Persist};
use crate::panes::contract::counts;
use crate::panes::kit::ask::analyses::InterfaceText;
use crate::panes::kit::form::{
    folder::{self, Folder, ROWS},
    path,
};
use crate::panes::kit::{Once, Wants};
use crate::panes::{ActionHint, Context};
use crate::widgets::form::{self, Form, FormField};
use crate::widgets::line::put;
use crate::widgets::{Role, Split, popup};

const TEXT: &str = "text";
const SCOPE: &str = "scope";
const SCOPES: &[(&str, &str)] = &[("this contract", "this"), ("every contract", "every")];
/// Shown when an ABI is added for every contract.
const ONLY_SIGNATURES: &str = "only a signature can be for every contract: an ABI is of one";

/// The form, and its pending requests.
#[derive(Debug)]
pub(super) struct Add {
    contract: ContractRef,
    pub(super) form: Form,
    folder: Folder,
    /// A pasted ABI; the field shows only a description.
    pasted: Option<Arc<str>>,
    file: Once<FileText>,
    /// The text being parsed.
    text: Once<InterfaceText>,
    fault: Option<String>,
}

/// The outcome of an input.
pub(super) enum Typed {
    /// The form stays open.
    Open(Vec<Effect>),
    /// The form closes.
    Done(Vec<Effect>),
}

/// The meaning of the field's text.
enum Meant<'a> {
    Nothing,
    Signature(&'a str),
    Path,
}

impl Add {
    pub(super) fn new(contract: ContractRef) -> Self {
        let hint = "a file's path, function f(uint256), or paste an ABI";
        let fields = vec![
            FormField::text(TEXT, "ABI", hint, ""),
            FormField::choice(SCOPE, "applies to", SCOPES, "this"),
        ];
        Self {
            contract,
            form: Form::new(fields),
            folder: Folder::default(),
            pasted: None,
            file: Once::default(),
            text: Once::default(),
            fault: None,
        }
    }

    /// Creates the form with a file's path.
    pub(super) fn of_file(contract: ContractRef, path: &str) -> Self {
        let mut add = Self::new(contract);
        add.form.set(TEXT, path);
        add
    }

    fn meant(&self) -> Meant<'_> {
        match self.form.value(TEXT) {
            "" => Meant::Nothing,
            text if text.contains('(') && !text.contains('/') => Meant::Signature(text),
            _ => Meant::Path,
        }
    }

    fn path(&self) -> String {
        path::plain(self.form.value(TEXT)).into_owned()
    }

    fn everywhere(&self) -> bool {
        self.form.value(SCOPE) == "every"
    }

    /// Handles an input. `None` if the form does not take it.
    pub(super) fn handle_input(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Typed> {
        if let Input::Paste(text) = input
            && text.trim_start().starts_with(['[', '{'])
        {
            self.form.set(TEXT, &format!("pasted: {} bytes of JSON", grouped(&text.len())));
            self.pasted = Some(Arc::from(text.as_str()));
            self.fault = None;
            return Some(Typed::Open(Vec::new()));
        }
        let path = self.path();
        if let Some(action) = folder::arrow(input)
            && self.picks()
            && self.folder.picker_mut().is_some_and(|picker| picker.act(action, ROWS))
        {
            return Some(Typed::Open(Vec::new()));
        }
        match self.form.input(input) {
            form::Typed::Ignored => None,
            form::Typed::Leave => Some(Typed::Done(Vec::new())),
            form::Typed::Moved => Some(Typed::Open(Vec::new())),
            form::Typed::Edited => {
                if self.pasted.take().is_some() {
                    self.form.set(TEXT, "");
                }
                self.check();
                let path = self.path();
                self.folder.pick(&path, ctx);
                Some(Typed::Open(Vec::new()))
            }
            form::Typed::Apply => match self.folder.taken(&path).filter(|_| self.picks()) {
                Some(taken) => {
                    self.form.set(TEXT, &taken.path);
                    self.folder.pick(&taken.path, ctx);
                    Some(Typed::Open(Vec::new()))
                }
                None => Some(self.apply(ctx)),
            },
        }
    }

    /// Whether a directory entry can be picked.
    fn picks(&self) -> bool {
        let typing = self.form.focused() == TEXT && self.pasted.is_none();
        typing && matches!(self.meant(), Meant::Path) && self.folder.picker(&self.path()).is_some()
    }

    /// Shows a signature's fault while it is typed, unless its bracket is still open.
    fn check(&mut self) {
        self.fault = match self.meant() {
            Meant::Signature(line) if line.contains(')') => {
                Interface::parse_line(line).err().map(|refusal| refusal.to_string())
            }
            _ => None,
        };
    }

    fn apply(&mut self, ctx: &Context<'_>) -> Typed {
        self.fault = None;
        if let Some(pasted) = self.pasted.clone() {
            let clock = ctx.now.utc().get(..19).unwrap_or_default().to_owned();
            self.analyse(format!("pasted at {clock}"), pasted);
            return Typed::Open(Vec::new());
        }
        match self.meant() {
            Meant::Nothing => {
                self.fault = Some("type a file's path or a signature, or paste an ABI".to_owned());
            }
            Meant::Signature(line) => match Interface::parse_line(line) {
                Ok(entry) => {
                    let words = format!("added {}", entry.signature.escaped());
                    let line = line.to_owned();
                    let keep = if self.everywhere() {
                        Persist::Signature(CustomSignature { text: line, at: ctx.now })
                    } else {
                        self.custom_abis(line.clone(), line.into(), ctx)
                    };
                    return Typed::Done(vec![Effect::Persist(keep), Effect::Notify(Notice::success(words))]);
                }
                Err(refusal) => self.fault = Some(refusal.to_string()),
            },
            Meant::Path if self.everywhere() => self.fault = Some(ONLY_SIGNATURES.to_owned()),
            Meant::Path => self.file.ask(FileText(self.path())),
        }
        Typed::Open(Vec::new())
    }

    /// Starts parsing a text.
    fn analyse(&mut self, origin: String, text: Arc<str>) {
        if self.everywhere() {
            self.fault = Some(ONLY_SIGNATURES.to_owned());
        } else {
            self.text.ask(InterfaceText { origin, text });
        }
    }

    /// Receives the file's text, then the parsed interface. Returns the effects that add it, after which the form
    /// closes.
    pub(super) fn receive(&mut self, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        match self.file.receive(ctx) {
            Some((file, Ok(text))) => self.analyse(file.0, Arc::clone(text)),
            Some((_, Err(failure))) => {
                self.fault = Some(format!("{} {}", failure.sentence(), failure.next_step()));
            }
            None => {}
        }
        let (of, found) = self.text.receive(ctx)?;
        match found {
            Err(failure) => self.fault = Some(format!("{} {}", failure.sentence(), failure.next_step())),
            Ok(Err(refusal)) => self.fault = Some(refusal.to_string()),
            Ok(Ok(found)) if found.entries().is_empty() => {
                let first = found.refused().first().map(|refusal| format!(": {refusal}")).unwrap_or_default();
                self.fault = Some(format!("nothing in it can be read{first}"));
            }
            Ok(Ok(found)) => {
                let words = format!("added {}", counts(found.entries().iter()));
                let keep = self.custom_abis(of.origin, of.text, ctx);
                return Some(vec![Effect::Persist(keep), Effect::Notify(Notice::success(words))]);
            }
        }
        None
    }

    fn custom_abis(&self, origin: String, text: Arc<str>, ctx: &Context<'_>) -> Persist {
        let network = ctx.network.name.clone();
        let (contract, at) = (self.contract, ctx.now);
        Persist::Interface(Box::new(CustomAbi { network, contract, origin, text, at }))
    }

    /// Adds the directory of the typed path and the pending requests.
    pub(super) fn want(&self, wants: &mut Wants) {
        if matches!(self.meant(), Meant::Path) && self.pasted.is_none() {
            Folder::want(&self.path(), wants);
        }
        self.file.want(wants);
        self.text.want(wants);
    }

    /// Updates the picker after the directory was loaded.
    pub(super) fn rebuild_view(&mut self, ctx: &Context<'_>) {
        let path = self.path();
        self.folder.pick(&path, ctx);
    }

    pub(super) fn hints(&self) -> Vec<ActionHint> {
        let open = if self.picks() { "take" } else { "add" };
        vec![ActionHint::new(Action::Open, open), ActionHint::hidden(Action::Close, "leave the form")]
    }

    pub(super) fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        let title = format!("Add an interface of {}", self.contract);
        let inner = popup::open(ctx.theme, area, &title, ROWS + 6, buf);
        if inner.is_empty() {
            return None;
        }
        let cursor = self.form.view(ctx.theme, inner, &[], buf);
        if self.picks() {
            let path = self.path();
            if let Some(picker) = self.folder.picker(&path) {
                folder::view(picker, ctx, inner.above(1), 2, buf);
            }
        } else if let (None, Meant::Signature(line)) = (&self.fault, self.meant())
            && let Ok(entry) = Interface::parse_line(line)
        {
            let selector = alloy_primitives::hex::encode_prefixed(entry.selector());
            let words = format!("{selector}  {}", entry.signature.escaped());
            put(buf, inner, (2, 3), &words, ctx.theme.style(Role::Success));
        }
        popup::footer(ctx.theme, ctx.keymap, inner, self.fault.as_deref(), buf);
        cursor
    }
}
