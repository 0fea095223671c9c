//! The verifier's record of a contract: its matches and sources.

mod facts;

use std::sync::Arc;

use api::{Extent, Failure};
use decode::Metadata;
use ledger::ContractRef;
use ledger::query::ContractQuery;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use verification::{ChainId, Grade, Verified};

use crate::message::place::VerifyPlace;
use crate::message::{Action, Copied, Effect, ExportOffer, FilesOffer, Input, Place};
use crate::panes::kit::ask::at_verifier::AtVerifier;
use crate::panes::kit::nouns::{job_text, labels};
use crate::panes::kit::page::{no_verifier, on_sheet};
use crate::panes::kit::{Fetched, Wants};
use crate::panes::verbs::by_verbs;
use crate::panes::{Context, Pane, Verbs};
use crate::widgets::line::{put, put_words};
use crate::widgets::{Link, Role, Sheet, Split};

#[derive(Debug)]
pub struct VerifiedPane {
    contract: AtVerifier,
    /// Requests fewer fields after the verifier refused some.
    extent: Extent,
    sheet: Sheet,
}

impl VerifiedPane {
    pub fn open(chain: ChainId, named: ContractRef) -> Self {
        Self { contract: AtVerifier { chain, named }, extent: Extent::Whole, sheet: Sheet::default() }
    }

    fn found<'a>(&self, ctx: &Context<'a>) -> Option<&'a Arc<Verified>> {
        self.contract.found(self.extent, ctx)?.value()
    }

    /// Why the contract cannot be requested: an id has no meaning on other chains.
    fn nameless(&self, ctx: &Context<'_>) -> Option<String> {
        let unresolved = !self.contract.is_here(ctx) && self.contract.address(ctx).is_none();
        unresolved.then(|| {
            let (id, chain, name) = (self.contract.named, &self.contract.chain, &ctx.network.name);
            format!(
                "{id} means something on {name} only: name a contract on chain {chain} by its EVM address."
            )
        })
    }

    /// The query for the code of a contract whose match lacks only the metadata; `None` for other matches.
    fn code_query(&self, ctx: &Context<'_>) -> Option<ContractQuery> {
        let raisable = self.found(ctx).is_some_and(|found| found.contract.lacks_metadata_only());
        (raisable && self.contract.is_here(ctx)).then(|| ContractQuery::now(self.contract.named))
    }

    /// Whether the deployed code has no metadata, which makes an exact match impossible.
    fn is_bare(&self, ctx: &Context<'_>) -> bool {
        let record = self.code_query(ctx).and_then(|query| ctx.get(&query).value());
        let code = record.and_then(|record| record.runtime_bytecode.known());
        code.is_some_and(|code| Metadata::is_lacking(code.bytes()))
    }

    /// The form for this contract.
    fn form(&self, ctx: &Context<'_>) -> VerifyPlace {
        let contract = self.contract.address(ctx).map_or(self.contract.named, ContractRef::Address);
        VerifyPlace {
            chain: Some(self.contract.chain.clone()),
            contract: Some(contract),
            ..VerifyPlace::default()
        }
    }

    /// The web page of the verified sources.
    fn sources(&self, ctx: &Context<'_>) -> Option<String> {
        let found = self.found(ctx).filter(|found| found.grade() != Grade::Not);
        found
            .and(self.contract.address(ctx))
            .and_then(|address| ctx.network.explorer.sources_of(&self.contract.chain, address))
    }

    fn copies(&self, ctx: &Context<'_>) -> Vec<Copied> {
        let copied = |what: &str, text: String| Copied::new(what, text);
        let address =
            self.contract.address(ctx).map(|address| copied("contract address", address.checksummed()));
        let page = self.sources(ctx).map(|text| copied("page of the sources", text));
        let place = on_sheet::copied_place(&self.place());
        let url = self.contract.found(self.extent, ctx).map(Fetched::url).unwrap_or_default();
        let request = on_sheet::copied_request(url);
        let documents = self.found(ctx).into_iter().flat_map(|found| {
            let documents =
                [("ABI", &found.abi), ("metadata", &found.metadata), ("storage layout", &found.layout)];
            documents
                .map(|(what, json)| Some(copied(&format!("{what} as JSON"), json.as_ref()?.raw().to_owned())))
        });
        [place].into_iter().chain(address).chain(page).chain(documents.flatten()).chain(request).collect()
    }

    /// The files to export; `None` if the contract is not verified.
    fn files(&self, ctx: &Context<'_>) -> Option<FilesOffer> {
        self.found(ctx).filter(|found| found.grade() != Grade::Not)?;
        self.contract.files(self.place(), ctx)
    }

    fn verbs<'c>(&self, ctx: &'c Context<'_>, verbs: &mut Verbs<'c, Self>) {
        let found = self.found(ctx);
        let none = found.is_none().then_some("nothing is known yet");
        let elsewhere = (!self.contract.is_here(ctx)).then_some("its contract is on another network");
        let grade = found.map(|found| found.grade());
        let unverified = grade.is_none_or(|grade| grade == Grade::Not);
        let unverified = unverified.then_some("there are no verified sources");
        let exact =
            (grade == Some(Grade::Exact)).then_some("it is verified exactly: there is nothing to raise");
        let bare = self.is_bare(ctx).then_some("its code has no metadata: there is no better match");
        let words = if grade == Some(Grade::Raisable) { "verify better" } else { "verify" };
        let verify = verbs.add(Action::Verify, words).unless(exact.or(bare));
        verify.give(|| Effect::Go(Place::Verify(self.form(ctx))));
        if found.is_some() {
            let sheet = (&self.sheet, sheet_area(ctx.body).height);
            on_sheet::verbs(verbs, sheet, |pane| &mut pane.sheet, || self.copies(ctx));
        }
        let AtVerifier { chain, named } = &self.contract;
        let sources = verbs.add(Action::Sources, "sources").unless(unverified);
        sources.give(|| Effect::Go(Place::Sources(chain.clone(), *named)));
        verbs.add(Action::Contract, "contract").unless(elsewhere).page();
        verbs.add(Action::Refresh, "refresh").give(|| Effect::Refresh);
        let raw = verbs.add(Action::Raw, "raw JSON").unless(none);
        raw.give(|| Effect::raw(self.title(ctx), found.map(|found| found.raw.clone())));
        let export = verbs.add(Action::Export, "write to files").unless(unverified);
        export.give(|| self.files(ctx).map(|offer| Effect::Export(ExportOffer::Files(offer))));
        let page = self.sources(ctx);
        let no_page = page.is_none().then_some("there is no page of its sources to open");
        verbs.add(Action::Browse, "sources on the web").unless(no_page).give(|| Effect::browse(page));
    }
}

impl Pane for VerifiedPane {
    by_verbs!();

    fn handle_input(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        let Input::Mouse(click) = input else { return None };
        let follow = self.sheet.click(*click, sheet_area(ctx.body));
        Some(if follow { self.act(Action::Open, ctx) } else { Vec::new() })
    }

    fn links(&self, ctx: &Context<'_>) -> Vec<Link> {
        if self.found(ctx).is_some() { self.sheet.links(sheet_area(ctx.body)) } else { Vec::new() }
    }

    fn wants(&self, ctx: &Context<'_>, wants: &mut Wants) {
        self.contract.want(self.extent, ctx, wants);
        if let (Some(_), Some(address)) = (self.found(ctx), self.contract.address(ctx)) {
            facts::want_other_chains(address, &self.contract.chain, ctx, wants);
        }
        if let Some(code) = self.code_query(ctx) {
            wants.add_optional(&code);
        }
        // The sources are compared with the metadata.
        let is_verified = self.found(ctx).is_some_and(|found| found.grade() != Grade::Not);
        if let Some(sources) = self.contract.question(Extent::Sources, ctx).filter(|_| is_verified) {
            wants.add_optional(&sources);
        }
    }

    fn sheets(&self) -> Vec<(&'static str, &Sheet)> {
        vec![("", &self.sheet)]
    }

    fn place(&self) -> Place {
        Place::Verified(self.contract.chain.clone(), self.contract.named)
    }

    fn title(&self, ctx: &Context<'_>) -> String {
        let name = self.found(ctx).and_then(|found| found.compilation.known()?.name.known());
        let name = name.map(|name| format!("  {}", name.escaped())).unwrap_or_default();
        format!("verified {} {}{name}", ctx.theme.glyphs.crumb, self.contract.named)
    }

    fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        let verifier = ctx.network.verifier.as_deref().map_or("the verifier", job_text::server);
        let style = |role| ctx.theme.style(role);
        if ctx.network.verifier.is_none() {
            no_verifier::view("Verifications", ctx, area, buf);
        } else if let Some(found) = self.found(ctx) {
            let (sign, words, role) =
                facts::headline(found, &self.contract.chain, verifier, self.is_bare(ctx), ctx);
            put(buf, area, (1, 0), &format!("{sign} {words}"), style(role));
            self.sheet.view(ctx.theme, sheet_area(area), buf);
        } else if let Some(words) = self.nameless(ctx) {
            put_words(buf, area, (0, 4), [(words, Role::Attention)], ctx.theme);
        } else if let Some(found) = self.contract.found(self.extent, ctx) {
            let AtVerifier { chain, named } = &self.contract;
            let subject = format!("verification of {named} on chain {chain} at {verifier}");
            found.view_missing(ctx, &subject, area, buf);
        } else if let Some(record) = self.contract.record(ctx) {
            let subject = format!("contract {} on {}", self.contract.named, ctx.network.name);
            record.view_missing(ctx, &subject, area, buf);
        }
        None
    }

    fn rebuild_view(&mut self, ctx: &Context<'_>) {
        // A server that does not know one of the fields rejects the whole request.
        let failure = self.contract.found(Extent::Whole, ctx).and_then(Fetched::failure);
        if failure.and_then(Failure::code).is_some_and(|code| code.is("invalid_parameter")) {
            self.extent = Extent::Match;
        }
        if let Some(found) = self.found(ctx) {
            let here = self.contract.is_here(ctx).then_some(self.contract.named);
            let there = (&self.contract.chain, self.contract.address(ctx));
            let sources = self.contract.found(Extent::Sources, ctx).and_then(Fetched::value);
            let altered = sources.map(|found| found.altered.as_slice()).unwrap_or_default();
            self.sheet = labels::on_sheet(ctx, facts::sheet(found, there, here, altered, ctx))
                .after(&self.sheet, sheet_area(ctx.body).height);
        }
    }
}

/// The area of the sheet, below the headline and a blank line.
fn sheet_area(body: Rect) -> Rect {
    body.below(2)
}
