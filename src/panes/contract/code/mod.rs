//! A contract's code: an overview, the dispatch table, and the instructions or bytes.
//!
//! ```text
//! ▌Overview   Functions 6   Runtime code 1,204   Creation code 1,236
//!
//!  000010 JUMPDEST                  from 000008
//!  000011 PUSH4 0xa9059cbb          transfer(address,uint256)  standard
//! ▌000017 PUSH2 0x0123              to 000123  transfer(address,uint256)
//! ```

mod functions;
mod listing;
mod overview;
mod tab;
mod workbench;

use std::fmt::Write as _;
use std::sync::Arc;

use api::PageOf;
use decode::Subject;
use decode::code::{Code, CodeReading, Codes};
use decode::proxy::{Slots, named_slots, slots_query};
use ledger::query::{ContractQuery, StateQuery};
use ledger::{Contract, ContractRef};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use self::listing::Shown;
use self::tab::Tab;
use self::workbench::Workbench;
use crate::message::{Action, Click, Copied, Effect, ExportOffer, Input, MouseButton, Place, TextOffer};
use crate::panes::kit::list::columns::ColumnList;
use crate::panes::kit::page::on_sheet;
use crate::panes::kit::{Fetched, PopupForm, Wants};
use crate::panes::verbs::by_verbs;
use crate::panes::{Context, Pane, Verbs, action_hint};
use crate::widgets::Link;
use crate::widgets::form::{Form, FormField};

#[derive(Debug)]
pub struct CodePane {
    named: ContractRef,
    bench: Workbench,
    other: Option<PopupForm>,
}

impl CodePane {
    pub fn open(named: ContractRef) -> Self {
        Self { named, bench: Workbench::default(), other: None }
    }

    fn found<'a>(&self, ctx: &Context<'a>) -> Fetched<'a, Arc<Contract>> {
        ctx.get(&ContractQuery::now(self.named))
    }

    fn codes(&self, ctx: &Context<'_>) -> Option<Codes> {
        self.found(ctx).value().map(|contract| Codes::from_contract(contract))
    }

    fn reading<'a>(&self, ctx: &Context<'a>) -> Option<&'a CodeReading> {
        ctx.get(&self.codes(ctx)?).value().map(AsRef::as_ref)
    }

    fn click(&mut self, click: Click, ctx: &Context<'_>) -> Vec<Effect> {
        if let Some(turn) = click.button.turn() {
            return (0..MouseButton::TURN).flat_map(|_| self.act(turn, ctx)).collect();
        }
        let again = self.reading(ctx).is_some_and(|reading| self.bench.press(click, reading, ctx));
        if again { self.act(Action::Open, ctx) } else { Vec::new() }
    }

    /// The query for the storage slots that the proxy code reads.
    fn slots(&self, reading: &CodeReading, ctx: &Context<'_>) -> Option<PageOf<StateQuery>> {
        let query = slots_query(self.best_ref(ctx), &named_slots(&reading.proxies), None)?;
        Some(PageOf { query, link: None })
    }

    /// The contract's id if known: every way to name a contract leads to the same place.
    fn best_ref(&self, ctx: &Context<'_>) -> ContractRef {
        let id = self.found(ctx).value().and_then(|contract| contract.contract_id.value());
        id.map_or(self.named, ContractRef::Id)
    }

    fn verbs<'c>(&self, ctx: &'c Context<'_>, verbs: &mut Verbs<'c, Self>) {
        if self.other.is_some() {
            return verbs.typed(action_hint::line("compare"));
        }
        if self.bench.is_typing() {
            return verbs.typed(action_hint::search());
        }
        if let Some(reading) = self.reading(ctx) {
            verbs.part(|pane| Some(&mut pane.bench), |verbs| self.bench.verbs(reading, ctx, verbs));
            verbs.hidden(Action::CopyMenu, "copy …").give(|| {
                let selected = self.bench.copied(reading).into_iter();
                let more = self.bench.sheet.copied_nearby();
                let more = more.into_iter().filter(|_| self.bench.tab == Tab::Overview);
                let function = self.bench.function_copies(reading);
                let all = selected.chain(function).chain(code_copies(reading)).chain(more);
                let request = on_sheet::copied_request(self.found(ctx).url());
                let place = [on_sheet::copied_place(&self.place())];
                Effect::CopyMenu(all.chain(place).chain(request).collect())
            });
            verbs.hidden(Action::Export, "write to a file").give(|| {
                let name = self.best_ref(ctx).to_string();
                Effect::Export(ExportOffer::Text(export(reading, &self.bench, &name)))
            });
            verbs.moves(|pane, action| pane.bench.go(action, reading, ctx));
        }
        verbs.add(Action::Compare, "compare with another").run(|pane| pane.other = Some(form()));
        verbs.add(Action::Contract, "contract").page();
        let failed = self.found(ctx).failure().is_some();
        verbs.hidden(Action::Refresh, "refresh").shown_if(failed).give(|| Effect::Refresh);
        let record = self.found(ctx).value();
        let none = record.is_none().then_some("the contract is not loaded");
        let raw = verbs.hidden(Action::Raw, "raw JSON").unless(none);
        raw.give(|| Effect::raw(self.title(ctx), record.map(|contract| contract.raw.clone())));
    }
}

impl Pane for CodePane {
    by_verbs!();

    fn is_typing(&self) -> bool {
        self.other.as_ref().map_or(self.bench.is_typing(), PopupForm::is_typing)
    }

    fn handle_input(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        if self.other.is_some() {
            let read = |form: &Form| parse(form, self.named, ctx);
            return PopupForm::handle_or_close(&mut self.other, input, read);
        }
        let reading = self.reading(ctx)?;
        if self.bench.handle_input(input, reading, ctx) {
            return Some(Vec::new());
        }
        let Input::Mouse(click) = input else { return None };
        Some(self.click(*click, ctx))
    }

    fn links(&self, ctx: &Context<'_>) -> Vec<Link> {
        let reading = self.reading(ctx).filter(|_| self.other.is_none());
        reading.map(|reading| self.bench.links(reading, ctx)).unwrap_or_default()
    }

    fn wants(&self, ctx: &Context<'_>, wants: &mut Wants) {
        wants.add(&ContractQuery::now(self.named));
        if let Some(codes) = self.codes(ctx) {
            wants.add(&codes);
            wants.resolve(Subject::Contract(self.best_ref(ctx)));
        }
        if let Some(slots) = self.reading(ctx).and_then(|reading| self.slots(reading, ctx)) {
            wants.add_optional(&slots);
        }
    }

    fn columns(&self, ctx: &Context<'_>) -> Option<&dyn ColumnList> {
        let reading = self.reading(ctx).filter(|_| self.other.is_none())?;
        self.bench.columns(reading)
    }

    fn place(&self) -> Place {
        Place::Code(self.named)
    }

    fn title(&self, ctx: &Context<'_>) -> String {
        format!("contract {} {} code", self.best_ref(ctx), ctx.theme.glyphs.crumb)
    }

    fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        let cursor = match (self.reading(ctx), self.codes(ctx)) {
            (Some(reading), _) => self.bench.view(reading, ctx, area, buf),
            (None, Some(codes)) => {
                let subject = format!("the analysis of the code of {}", self.named);
                ctx.get(&codes).view_missing(ctx, &subject, area, buf);
                None
            }
            (None, None) => {
                let subject = format!("contract {} on {}", self.named, ctx.network.name);
                self.found(ctx).view_missing(ctx, &subject, area, buf);
                None
            }
        };
        self.other.as_ref().map_or(cursor, |other| other.view(ctx, area, buf))
    }

    fn rebuild_view(&mut self, ctx: &Context<'_>) {
        if let Some(reading) = self.reading(ctx) {
            let slots = Slots(self.slots(reading, ctx).and_then(|query| ctx.get(&query).value()));
            self.bench.rebuild_view(reading, slots, ctx);
        }
    }

    fn contract(&self, ctx: &Context<'_>) -> Option<ContractRef> {
        Some(self.best_ref(ctx))
    }
}

/// The codes and their parts.
fn code_copies(reading: &CodeReading) -> Vec<Copied> {
    let hex = |what: &str, bytes: &[u8]| Copied::new(what, alloy_primitives::hex::encode_prefixed(bytes));
    let trailer = |code: &Code| {
        let range = code.metadata()?.range.clone();
        code.bytes().get(range).map(<[u8]>::to_vec)
    };
    let mut copies = Vec::new();
    for (name, code) in [("runtime", &reading.runtime), ("creation", &reading.creation)] {
        if !code.bytes().is_empty() {
            copies.push(hex(&format!("{name} code"), code.bytes()));
        }
    }
    if let Some(bytes) = trailer(&reading.runtime) {
        copies.push(hex("metadata", &bytes));
        let end = reading.runtime.metadata().map_or(0, |metadata| metadata.range.start);
        copies.push(hex(
            "runtime code without metadata",
            reading.runtime.bytes().get(..end).unwrap_or_default(),
        ));
    }
    let behind = reading.creation.bytes().get(reading.creation.end()..).unwrap_or_default();
    if !behind.is_empty() {
        copies.push(hex("constructor arguments", behind));
    }
    let selectors: Vec<String> =
        reading.dispatch.functions.iter().map(|function| line(function, reading)).collect();
    if !selectors.is_empty() {
        copies.push(Copied::new("selectors and names", selectors.join("\n")));
    }
    copies
}

fn line(function: &decode::dispatch::Function, reading: &CodeReading) -> String {
    let (name, _) = functions::name(function, reading);
    format!("{} {name}", alloy_primitives::hex::encode_prefixed(function.selector))
}

/// The shown tab in full, for export: the instructions or bytes of a code, or the functions.
fn export(reading: &CodeReading, bench: &Workbench, contract: &str) -> TextOffer {
    let (what, text) = match bench.code(reading) {
        None => ("functions", functions_text(reading)),
        Some(shown) if bench.as_hex() => ("bytes", hex_text(shown.code)),
        Some(shown) => ("instructions", instructions_text(shown)),
    };
    let part = match bench.tab {
        Tab::Creation => "creation",
        _ => "runtime",
    };
    let name: String = contract.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    TextOffer {
        title: TextOffer::TITLE,
        path: format!("code-{name}-{part}-{what}.md"),
        text: format!("# Contract {contract}: {part} code, {what}\n\n```text\n{text}```\n"),
    }
}

fn functions_text(reading: &CodeReading) -> String {
    reading.dispatch.functions.iter().fold(String::new(), |mut text, function| {
        let offset = function.offset.map_or("unknown".to_owned(), |offset| format!("{offset:06x}"));
        let _ = writeln!(text, "{offset} {}", line(function, reading));
        text
    })
}

fn hex_text(code: &Code) -> String {
    code.bytes().chunks(32).fold(String::new(), |mut text, row| {
        let _ = writeln!(text, "{}", alloy_primitives::hex::encode(row));
        text
    })
}

fn instructions_text(shown: Shown<'_>) -> String {
    shown.code.pieces().iter().enumerate().fold(String::new(), |mut text, (at, piece)| {
        let note = shown.note(at, piece).map(|(note, _)| format!("  ; {note}")).unwrap_or_default();
        let _ = writeln!(text, "{:06x} {}{note}", piece.at, shown.text(piece).0);
        text
    })
}

const NAME: &str = "contract";

fn form() -> PopupForm {
    let field = FormField::text(NAME, "with", "0.0.5002, 5002 or an EVM address", "");
    PopupForm::new("Compare with the code of another contract", vec![field])
}

/// Opens the comparison with the entered contract.
fn parse(form: &Form, own: ContractRef, ctx: &Context<'_>) -> Result<Vec<Effect>, String> {
    match ContractRef::parse(form.value(NAME), ctx.network.home) {
        None => Err("write a contract: an id such as 0.0.5002, or an EVM address".to_owned()),
        Some(other) if other == own => Err("this is the same contract: write another one".to_owned()),
        Some(other) => Ok(vec![Effect::Go(Place::CodeComparison(own, other))]),
    }
}
