//! The form that takes an interface: a file's path with completion, a pasted ABI, or a signature typed by hand.

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::facts;
use crate::decode::Finding;
use crate::decode::interface::Interface;
use crate::decode::study::{Question, Study};
use crate::ledger::ContractRef;
use crate::ledger::amount::grouped;
use crate::message::{
    Action, Answer, Ask, Effect, FileQuery, Input, Keep, Notice, Response, TaughtInterface, TaughtSignature,
};
use crate::panes::folder::{self, Folder, ROWS};
use crate::panes::{Context, Offer, Remote, path};
use crate::widgets::form::{self, Fault, Form, FormField};
use crate::widgets::line::put;
use crate::widgets::{Role, popup};

const TEXT: &str = "text";
const SCOPE: &str = "scope";
const SCOPES: &[(&str, &str)] = &[("this contract", "this"), ("every contract", "every")];
/// An ABI belongs to a contract.
const ONLY_SIGNATURES: &str = "only a signature can be for every contract: an ABI is of one";

/// The form, and what it waits for.
#[derive(Debug)]
pub(super) struct Add {
    contract: ContractRef,
    form: Form,
    folder: Folder,
    /// An ABI that was pasted: the field shows what it is, not all of it.
    pasted: Option<Arc<str>>,
    file: Remote<Arc<str>>,
    study: Remote<Arc<Finding>>,
    /// The text that is being looked at, and where it comes from.
    looked: Option<(String, Arc<str>)>,
    fault: Option<String>,
}

/// What became of an input or an answer.
pub(super) enum Typed {
    /// The form stays.
    Open(Vec<Effect>),
    /// It closes.
    Done(Vec<Effect>),
}

/// What the field holds.
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
            FormField::choice(SCOPE, "holds for", SCOPES, "this"),
        ];
        Self {
            contract,
            form: Form::new(fields),
            folder: Folder::default(),
            pasted: None,
            file: Remote::default(),
            study: Remote::default(),
            looked: None,
            fault: None,
        }
    }

    /// The form with a file's path in it.
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

    /// Takes an input. `None` if it is not for the form.
    pub(super) fn type_in(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Typed> {
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
                self.folder.pick(&path);
                Some(Typed::Open(Vec::new()))
            }
            form::Typed::Apply => match self.folder.taken(&path).filter(|_| self.picks()) {
                Some(taken) => {
                    self.form.set(TEXT, &taken);
                    self.folder.pick(&taken);
                    Some(Typed::Open(Vec::new()))
                }
                None => Some(self.apply(ctx)),
            },
        }
    }

    /// Whether an entry of the directory can be picked now.
    fn picks(&self) -> bool {
        let typing = self.form.focused() == TEXT && self.pasted.is_none();
        typing && matches!(self.meant(), Meant::Path) && self.folder.picker(&self.path()).is_some()
    }

    /// Says at once what is wrong with a signature. One that is not closed yet is still being typed.
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
            return Typed::Open(self.look_at(format!("pasted at {clock}"), pasted, ctx));
        }
        match self.meant() {
            Meant::Nothing => {
                self.fault = Some("type a file's path or a signature, or paste an ABI".to_owned());
            }
            Meant::Signature(line) => match Interface::parse_line(line) {
                Ok(entry) => {
                    let words = format!("{} is known now", entry.signature.shown());
                    let line = line.to_owned();
                    let keep = if self.everywhere() {
                        Keep::Signature(TaughtSignature { text: line, at: ctx.now })
                    } else {
                        self.taught(line.clone(), line.into(), ctx)
                    };
                    return Typed::Done(vec![Effect::Keep(keep), Effect::Notify(Notice::success(words))]);
                }
                Err(refusal) => self.fault = Some(refusal.to_string()),
            },
            Meant::Path if self.everywhere() => self.fault = Some(ONLY_SIGNATURES.to_owned()),
            Meant::Path => {
                let query = FileQuery::Text(self.path());
                return Typed::Open(self.file.again(ctx.request(Ask::File(query)), ctx.now));
            }
        }
        Typed::Open(Vec::new())
    }

    /// Has a text read off the loop's thread before it is taken.
    fn look_at(&mut self, origin: String, text: Arc<str>, ctx: &Context<'_>) -> Vec<Effect> {
        if self.everywhere() {
            self.fault = Some(ONLY_SIGNATURES.to_owned());
            return Vec::new();
        }
        self.looked = Some((origin, Arc::clone(&text)));
        let study = Study { known: ctx.known.clone(), question: Question::Interface(text) };
        self.study.again(ctx.request(Ask::Study(study)), ctx.now)
    }

    /// Takes the file's text, and what was found in it.
    pub(super) fn hear(&mut self, response: &Response, ctx: &Context<'_>) -> Typed {
        if self.folder.hear(response) {
            let path = self.path();
            self.folder.pick(&path);
        }
        let read = self.file.hear(response, |answer| match answer {
            Answer::Text(text) => Some(Arc::clone(text)),
            _ => None,
        });
        if read {
            let failure = self.file.failure();
            self.fault = failure.map(|failure| format!("{} {}", failure.sentence(), failure.next_step()));
            let text = self.file.value().filter(|_| self.fault.is_none()).cloned();
            return Typed::Open(text.map(|text| self.look_at(self.path(), text, ctx)).unwrap_or_default());
        }
        let found = self.study.hear(response, |answer| match answer {
            Answer::Finding(finding) => Some(Arc::clone(finding)),
            _ => None,
        });
        let finding = self.study.value().filter(|_| found).map(AsRef::as_ref);
        let Some(Finding::Interface(finding)) = finding else { return Typed::Open(Vec::new()) };
        match finding {
            Err(refusal) => self.fault = Some(refusal.to_string()),
            Ok(found) if found.entries().is_empty() => {
                let first = found.refused().first().map(|refusal| format!(": {refusal}")).unwrap_or_default();
                self.fault = Some(format!("nothing in it can be read{first}"));
            }
            Ok(found) => {
                let words = format!("{} are known now", facts::counts(found.entries()));
                if let Some((origin, text)) = self.looked.take() {
                    let keep = self.taught(origin, text, ctx);
                    return Typed::Done(vec![Effect::Keep(keep), Effect::Notify(Notice::success(words))]);
                }
            }
        }
        Typed::Open(Vec::new())
    }

    fn taught(&self, origin: String, text: Arc<str>, ctx: &Context<'_>) -> Keep {
        let network = ctx.network.name.clone();
        let (contract, at) = (self.contract, ctx.now);
        Keep::Interface(Box::new(TaughtInterface { network, contract, origin, text, at }))
    }

    /// What is asked for without a key: the directory of the path that is typed.
    pub(super) fn due(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        match self.meant() {
            Meant::Path if self.pasted.is_none() => {
                let path = self.path();
                self.folder.list(&path, ctx)
            }
            _ => Vec::new(),
        }
    }

    pub(super) fn offers(&self) -> Vec<Offer> {
        let open = if self.picks() { "take" } else { "add" };
        vec![Offer::new(Action::Open, open), Offer::quiet(Action::Close, "leave the form")]
    }

    /// Stops what is asked.
    pub(super) fn stop(&mut self) -> Vec<Effect> {
        self.folder.stop().into_iter().chain(self.file.stop()).chain(self.study.stop()).collect()
    }

    pub(super) fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        let title = format!("Add an interface of {}", self.contract);
        let inner = popup::open(ctx.look, area, &title, ROWS + 6, buf);
        if inner.is_empty() {
            return None;
        }
        let faults: Vec<Fault> = Vec::new();
        let cursor = self.form.view(ctx.look, inner, &faults, buf);
        if self.picks() {
            let path = self.path();
            if let Some(picker) = self.folder.picker(&path) {
                let room = Rect { height: inner.height.saturating_sub(1), ..inner };
                folder::view(picker, ctx, room, 2, buf);
            }
        } else if let (None, Meant::Signature(line)) = (&self.fault, self.meant())
            && let Ok(entry) = Interface::parse_line(line)
        {
            let selector = alloy_primitives::hex::encode_prefixed(entry.selector());
            let words = format!("{selector}  {}", entry.signature.shown());
            put(buf, inner, 2, 3, &words, ctx.look.theme.style(Role::Success));
        }
        popup::foot(ctx.look, ctx.keymap, inner, self.fault.as_deref(), buf);
        cursor
    }
}
