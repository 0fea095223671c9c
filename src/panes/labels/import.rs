//! The form that imports labels and bookmarks from a file. It shows the differences before it imports anything.

use std::sync::Arc;

use decode::known::labels::LabelText;
use ledger::Labelled;
use ledger::amount::grouped;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::message::label_file::{Differences, LabelFile};
use crate::message::{Effect, FileText, Input, Label, Notice, Persist};
use crate::panes::Context;
use crate::panes::kit::form::{path, popup_form::Filled};
use crate::panes::kit::{Once, PopupForm, Wants};
use crate::widgets::form::FormField;

const PATH: &str = "path";
const DIFFERENT: &str = "different";
const CHOICES: &[(&str, &str)] = &[("leave as they are here", "leave"), ("take from the file", "take")];
const NOTE: &str = "nothing is taken before you have seen what is new";

/// The form and the file that it read.
#[derive(Debug)]
pub(super) struct Import {
    pub(super) form: PopupForm,
    file: Once<FileText>,
    /// The path of the file, and its differences from the stored labels.
    read: Option<(String, Differences)>,
}

impl Import {
    pub(super) fn new(ctx: &Context<'_>) -> Self {
        let fields = vec![
            FormField::text(PATH, "file", "the path of a TOML file with labels and bookmarks", ""),
            FormField::choice(DIFFERENT, "different ones", CHOICES, "leave"),
        ];
        let title = format!("Import labels and bookmarks of {}", ctx.network.name);
        let form = PopupForm::new(title, fields).note(NOTE).verb("read, then take");
        Self { form, file: Once::default(), read: None }
    }

    /// Handles an input; returns the effects, and whether the form closes. `None` if the input is not for the form.
    pub(super) fn handle_input(&mut self, input: &Input) -> Option<(Vec<Effect>, bool)> {
        let filled =
            self.form.handle_input(input, |form| match path::plain(form.value(PATH)).into_owned() {
                path if path.is_empty() => Err("write the path of a file".to_owned()),
                path => Ok((path, form.value(DIFFERENT) == "take")),
            })?;
        Some(match filled {
            Filled::Left => (Vec::new(), true),
            Filled::Open => (Vec::new(), false),
            Filled::Applied((path, replaces)) => {
                if let Some((_, found)) = self.read.take_if(|(read, _)| *read == path) {
                    (taken(found, replaces), true)
                } else {
                    self.file.ask(FileText(path));
                    (Vec::new(), false)
                }
            }
        })
    }

    /// Compares the loaded file with the stored labels and bookmarks.
    pub(super) fn receive(&mut self, ctx: &Context<'_>) {
        match self.file.receive(ctx) {
            None => {}
            Some((_, Err(failure))) => {
                self.form.fail(format!("{} {}", failure.sentence(), failure.next_step()));
            }
            Some((FileText(path), Ok(text))) => match LabelFile::parse(text, ctx.now) {
                Err(words) => self.form.fail(words),
                Ok(mut file) => {
                    let all = file.len();
                    file.keep_network(&ctx.network.name);
                    let elsewhere = match all - file.len() {
                        0 => String::new(),
                        some => format!(", {some} of other networks left out"),
                    };
                    let found = file.compared(&known(ctx));
                    self.form.set_note(format!("{}{elsewhere}", found.summary()));
                    self.read = Some((path, found));
                }
            },
        }
    }

    pub(super) fn want(&self, wants: &mut Wants) {
        self.file.want(wants);
    }

    pub(super) fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        self.form.view(ctx, area, buf)
    }
}

/// The labels and bookmarks of the current network.
pub(super) fn known(ctx: &Context<'_>) -> LabelFile {
    let network = &ctx.network.name;
    let label = |(of, label): (&Labelled, &Arc<LabelText>)| {
        let (name, note) = (label.name.clone(), label.note.clone());
        Label { network: network.clone(), of: of.clone(), name, note, at: ctx.now }
    };
    let labels = ctx.known.labels().into_iter().map(label).collect();
    let here = ctx.bookmarks.iter().filter(|bookmark| bookmark.network == *network);
    LabelFile { labels, bookmarks: here.cloned().collect() }
}

fn taken(found: Differences, replaces: bool) -> Vec<Effect> {
    let Differences { new: mut all, different, .. } = found;
    if replaces {
        all.labels.extend(different.labels);
        all.bookmarks.extend(different.bookmarks);
    }
    let words = match all.len() {
        0 => "nothing was taken: there is nothing new".to_owned(),
        some => format!("taken: {}", grouped(&some)),
    };
    let mut effects = Vec::new();
    effects.extend((!all.labels.is_empty()).then_some(Effect::Persist(Persist::Labels(all.labels))));
    effects.extend((!all.bookmarks.is_empty()).then_some(Effect::Persist(Persist::Bookmarks(all.bookmarks))));
    effects.push(Effect::Notify(Notice::success(words)));
    effects
}
