//! What the verifier has of a contract: how well it is verified, and with what.

mod facts;

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::{Context, Offer, Pane, Remote, Status, job_words, no_verifier, on_sheet};
use crate::ledger::query::ContractQuery;
use crate::ledger::{Contract, ContractRef, EvmAddress, Timestamp};
use crate::message::place::VerifyPlace;
use crate::message::{
    Action, Answer, Ask, Copied, Effect, Extent, Failure, Input, Place, Response, Retrying,
};
use crate::verification::{ChainId, Grade, Verified, preflight};
use crate::widgets::line::{put, wrap_words};
use crate::widgets::{Role, Sheet};

/// The pane.
#[derive(Debug)]
pub struct VerifiedPane {
    chain: ChainId,
    named: ContractRef,
    /// The contract's record, which tells the address that the verifier knows it by.
    record: Remote<Arc<Contract>>,
    lookup: Remote<Arc<Verified>>,
    /// Less is asked for once the verifier has refused to tell all.
    extent: Extent,
    sheet: Sheet,
}

impl VerifiedPane {
    /// Opens the pane and asks the verifier, once the address is known that it has the contract under.
    pub fn open(chain: ChainId, named: ContractRef, ctx: &Context<'_>) -> (Self, Vec<Effect>) {
        let (record, lookup, sheet) = (Remote::default(), Remote::default(), Sheet::default());
        let mut pane = Self { chain, named, record, lookup, extent: Extent::Whole, sheet };
        let effects = pane.ask(ctx);
        (pane, effects)
    }

    /// Asks for what is needed first: the record, if only it tells the address, else the verifier.
    fn ask(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        if ctx.network.verifier.is_none() {
            return Vec::new();
        }
        let named_itself = matches!(self.named, ContractRef::Address(at) if at.entity_num().is_none());
        if self.is_here(ctx) && !named_itself {
            let query = ContractQuery::now(self.named);
            return vec![self.record.ask(ctx.request(Ask::Contract(query)), ctx.now)];
        }
        self.look_up(ctx).into_iter().collect()
    }

    fn look_up(&mut self, ctx: &Context<'_>) -> Option<Effect> {
        let address = self.address()?;
        let ask = Ask::Verified(self.chain.clone(), address, self.extent);
        Some(self.lookup.ask(ctx.request(ask), ctx.now))
    }

    /// The address that the verifier has the contract under.
    fn address(&self) -> Option<EvmAddress> {
        preflight::sent(self.named, self.record.value().map(AsRef::as_ref)).map(|sent| sent.address)
    }

    /// Whether the chain is the network's own, whose records and places are about this contract.
    fn is_here(&self, ctx: &Context<'_>) -> bool {
        ctx.network.chain.as_ref().is_none_or(|own| *own == self.chain)
    }

    /// Why nothing can be asked at all.
    fn nameless(&self, ctx: &Context<'_>) -> Option<String> {
        let unresolved = !self.is_here(ctx) && self.address().is_none();
        unresolved.then(|| {
            let (id, chain, name) = (self.named, &self.chain, &ctx.network.name);
            format!(
                "{id} means something on {name} only: name a contract on chain {chain} by its EVM address."
            )
        })
    }

    /// The form for this contract.
    fn form(&self) -> VerifyPlace {
        let contract = self.address().map_or(self.named, ContractRef::Address);
        VerifyPlace { chain: Some(self.chain.clone()), contract: Some(contract), ..VerifyPlace::default() }
    }

    /// The web page with the verified sources.
    fn sources(&self, ctx: &Context<'_>) -> Option<String> {
        let found = self.lookup.value().filter(|found| found.grade() != Grade::Not);
        found.and(self.address()).and_then(|address| ctx.network.explorer.sources_of(&self.chain, address))
    }

    fn copies(&self, ctx: &Context<'_>) -> Vec<Copied> {
        let copied = |what: &str, text: String| Copied { what: what.to_owned(), text };
        let address = self.address().map(|address| copied("contract address", address.checksummed()));
        let page = self.sources(ctx).map(|text| copied("page of the sources", text));
        let place = on_sheet::copied_place(&self.place());
        let request = on_sheet::copied_request(self.lookup.url());
        [place].into_iter().chain(address).chain(page).chain(request).collect()
    }
}

impl Pane for VerifiedPane {
    fn act(&mut self, action: Action, ctx: &Context<'_>) -> Vec<Effect> {
        match action {
            Action::Close => self.close(),
            Action::Refresh => {
                let stopped = self.close();
                stopped.into_iter().chain(self.ask(ctx)).collect()
            }
            Action::Verify => vec![Effect::Go(Place::Verify(self.form()))],
            Action::Sources => vec![Effect::Go(Place::Sources(self.chain.clone(), self.named))],
            Action::Contract => vec![Effect::Go(Place::contract(self.named))],
            Action::Browse => self.sources(ctx).map(Effect::Browse).into_iter().collect(),
            Action::Raw => {
                let raw = self.lookup.value().map(|found| found.raw.clone());
                raw.map(|raw| Effect::Raw(self.title(ctx), raw)).into_iter().collect()
            }
            _ => {
                let copies = self.copies(ctx);
                let height = sheet_area(ctx.body).height;
                on_sheet::act(&mut self.sheet, action, height, copies).unwrap_or_default()
            }
        }
    }

    fn type_in(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        let Input::Mouse(click) = input else { return None };
        let follow = self.sheet.click(*click, sheet_area(ctx.body));
        Some(if follow { self.act(Action::Open, ctx) } else { Vec::new() })
    }

    fn hear(&mut self, response: &Response, ctx: &Context<'_>) -> Vec<Effect> {
        let told = self.record.hear(response, |answer| match answer {
            Answer::Contract(contract) => Some(Arc::clone(contract)),
            _ => None,
        });
        if told {
            return self.look_up(ctx).into_iter().collect();
        }
        let found = self.lookup.hear(response, |answer| match answer {
            Answer::Verified(found) => Some(Arc::clone(found)),
            _ => None,
        });
        if found {
            self.refit(ctx);
        }
        // A server that does not know one of the members tells nothing at all.
        let refused =
            self.lookup.failure().and_then(Failure::code).is_some_and(|code| code.is("invalid_parameter"));
        if found && refused && self.extent == Extent::Whole {
            self.extent = Extent::Match;
            return self.look_up(ctx).into_iter().collect();
        }
        Vec::new()
    }

    fn retrying(&mut self, retrying: &Retrying) {
        let _ = self.record.retrying(retrying) || self.lookup.retrying(retrying);
    }

    fn offers(&self, ctx: &Context<'_>) -> Vec<Offer> {
        let found = self.lookup.value();
        let none = found.is_none().then_some("nothing is known yet");
        let elsewhere = (!self.is_here(ctx)).then_some("its contract is on another network");
        let unverified = found.is_none_or(|found| found.grade() == Grade::Not);
        let unverified = unverified.then_some("there are no verified sources");
        let exact = found.is_some_and(|found| found.grade() == Grade::Exact);
        let exact = exact.then_some("it is verified exactly: there is nothing to raise");
        let no_page = self.sources(ctx).is_none().then_some("there is no page of its sources to open");
        let verify = if found.is_some_and(|found| found.grade() == Grade::Raisable) {
            "verify better"
        } else {
            "verify"
        };
        let mut offers = vec![Offer::new(Action::Verify, verify).unless(exact)];
        if found.is_some() {
            offers.extend(on_sheet::offers(&self.sheet));
        }
        offers.extend([
            Offer::new(Action::Sources, "sources").unless(unverified),
            Offer::new(Action::Contract, "contract").unless(elsewhere),
            Offer::new(Action::Refresh, "refresh"),
            Offer::new(Action::Raw, "raw JSON").unless(none),
            Offer::new(Action::Browse, "sources on the web").unless(no_page),
        ]);
        if self.record.stops_on(Action::Close) || self.lookup.stops_on(Action::Close) {
            offers.push(Offer::new(Action::Close, "stop"));
        }
        offers
    }

    fn place(&self) -> Place {
        Place::Verified(self.chain.clone(), self.named)
    }

    fn title(&self, ctx: &Context<'_>) -> String {
        let name = self.lookup.value().and_then(|found| found.compilation.known()?.name.known());
        let name = name.map(|name| format!("  {}", name.shown())).unwrap_or_default();
        format!("verified {} {}{name}", ctx.look.glyphs.crumb, self.named)
    }

    fn status(&self, ctx: &Context<'_>) -> Status {
        let record = self.record.asked().is_some() || self.record.failure().is_some();
        if record { self.record.status(ctx) } else { self.lookup.status(ctx) }
    }

    fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        let verifier = ctx.network.verifier.as_deref().map_or("the verifier", job_words::server);
        let style = |role| ctx.look.theme.style(role);
        if ctx.network.verifier.is_none() {
            no_verifier::view("Verifications", ctx, area, buf);
        } else if let Some(found) = self.lookup.value() {
            let (sign, words, role) = facts::headline(found, &self.chain, verifier, ctx);
            put(buf, area, 1, 0, &format!("{sign} {words}"), style(role));
            self.sheet.view(ctx.look, sheet_area(area), buf);
        } else if let Some(words) = self.nameless(ctx) {
            let lines = wrap_words(&words, area.width.saturating_sub(2), 4, ctx.look.glyphs.cut);
            for (row, line) in (0..area.height).zip(lines) {
                put(buf, area, 1, row, &line, style(Role::Attention));
            }
        } else if self.lookup.asked().is_some() || self.lookup.failure().is_some() {
            let subject = format!("what {verifier} has of {} on chain {}", self.named, self.chain);
            self.lookup.view_missing(ctx, &subject, area, buf);
        } else {
            let subject = format!("contract {} on {}", self.named, ctx.network.name);
            self.record.view_missing(ctx, &subject, area, buf);
        }
        None
    }

    fn wake_at(&self, ctx: &Context<'_>) -> Option<Timestamp> {
        self.record.wake_at(ctx.now).or_else(|| self.lookup.wake_at(ctx.now))
    }

    fn refit(&mut self, ctx: &Context<'_>) {
        if let Some(found) = self.lookup.value() {
            let here = self.is_here(ctx).then_some(self.named);
            self.sheet =
                facts::sheet(found, &self.chain, here, ctx).after(&self.sheet, sheet_area(ctx.body).height);
        }
    }

    fn close(&mut self) -> Vec<Effect> {
        self.record.stop().into_iter().chain(self.lookup.stop()).collect()
    }
}

/// Where the sheet is: below the headline and a blank line.
fn sheet_area(body: Rect) -> Rect {
    let above = 2.min(body.height);
    Rect { y: body.y.saturating_add(above), height: body.height - above, ..body }
}
