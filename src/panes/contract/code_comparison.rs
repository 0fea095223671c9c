//! The codes of two contracts side by side, with differences in metadata and immutables set apart, and the
//! findings in words.

use std::sync::Arc;

use decode::Comparison;
use decode::code::{Code, Codes};
use decode::difference::{Filled, Finding, Kind, Verdict};
use decode::metadata::Metadata;
use ledger::amount::{counted, grouped};
use ledger::query::ContractQuery;
use ledger::{Contract, ContractRef};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::message::{Action, Copied, Effect, Input, Place};
use crate::panes::kit::ask::analyses::CodeDiff;
use crate::panes::kit::nouns::code_diff::values::{functions, offset};
use crate::panes::kit::nouns::code_diff::verdict::{Message, differ, kind};
use crate::panes::kit::nouns::code_diff::{CodeDiffView, Diffs};
use crate::panes::kit::page::on_sheet;
use crate::panes::kit::{Fetched, Taken, Wants};
use crate::panes::verbs::by_verbs;
use crate::panes::{Context, Pane, Verbs};
use crate::widgets::Role;
use crate::widgets::line::put;

#[derive(Debug)]
pub struct CodeComparisonPane {
    named: [ContractRef; 2],
    titles: [String; 2],
    /// The comparison; `None` until both codes were loaded.
    compared: Option<CodeDiff>,
    taken: Taken,
    diff: CodeDiffView,
}

impl CodeComparisonPane {
    pub fn open(named: [ContractRef; 2]) -> Self {
        let titles = named.map(|contract| contract.to_string());
        Self { named, titles, compared: None, taken: Taken::default(), diff: CodeDiffView::default() }
    }

    fn contracts<'a>(&self, ctx: &Context<'a>) -> [Fetched<'a, Arc<Contract>>; 2] {
        self.named.map(|contract| ctx.get(&ContractQuery::now(contract)))
    }

    fn found<'a>(&self, ctx: &Context<'a>) -> Option<&'a [Comparison]> {
        ctx.get(self.compared.as_ref()?).value().map(Vec::as_slice)
    }

    fn diffs<'a>(&'a self, ctx: &Context<'a>) -> Diffs<'a> {
        diffs(self.found(ctx), &self.titles)
    }

    fn copies(&self, ctx: &Context<'_>) -> Vec<Copied> {
        let diffs = self.diffs(ctx);
        let mut copies: Vec<Copied> = self.diff.copied(diffs).into_iter().collect();
        let lines: Vec<String> = diffs.all.iter().flat_map(|it| lines(it, diffs.titles)).collect();
        if !lines.is_empty() {
            copies.push(Copied::new("findings", lines.join("\n")));
        }
        copies.push(on_sheet::copied_place(&self.place()));
        copies
    }

    fn verbs<'c>(&self, ctx: &'c Context<'_>, verbs: &mut Verbs<'c, Self>) {
        let go = |pane: &mut Self, action| {
            let found = pane.found(ctx);
            let _ = pane.diff.act(action, diffs(found, &pane.titles), ctx);
        };
        self.diff.verbs(self.diffs(ctx), verbs, go, || self.copies(ctx));
        let other = verbs.add(Action::Contract, "the other contract");
        other.give(|| Effect::Go(Place::contract(self.named[1])));
        let failed = self.contracts(ctx).iter().any(|contract| contract.failure().is_some());
        verbs.hidden(Action::Refresh, "refresh").shown_if(failed).give(|| Effect::Refresh);
    }
}

impl Pane for CodeComparisonPane {
    by_verbs!();

    fn handle_input(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        let Input::Mouse(click) = input else { return None };
        let found = self.found(ctx);
        self.diff.click(*click, diffs(found, &self.titles), ctx);
        Some(Vec::new())
    }

    fn wants(&self, ctx: &Context<'_>, wants: &mut Wants) {
        self.named.iter().for_each(|contract| wants.add(&ContractQuery::now(*contract)));
        // Waits for both requests to settle: the codes are compared once.
        if let Some(codes) =
            self.compared.as_ref().filter(|_| !self.contracts(ctx).iter().any(|it| it.is_loading()))
        {
            wants.add(codes);
        }
    }

    fn place(&self) -> Place {
        let [one, other] = self.named;
        Place::CodeComparison(one, other)
    }

    fn title(&self, ctx: &Context<'_>) -> String {
        let [one, other] = &self.titles;
        format!("codes {} {one} and {other}", ctx.theme.glyphs.crumb)
    }

    fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        if self.diff.view(self.diffs(ctx), ctx, area, buf) {
            return None;
        }
        let contracts = self.contracts(ctx);
        let missing = contracts.iter().zip(&self.titles).find(|(contract, _)| contract.value().is_none());
        if let Some((contract, title)) = missing {
            let subject = format!("contract {title} on {}", ctx.network.name);
            contract.view_missing(ctx, &subject, area, buf);
        } else if self.found(ctx).is_some() {
            let words = "There is nothing to compare: the server has no code of one of them.";
            put(buf, area, (1, 0), words, ctx.theme.style(Role::Attention));
        } else if let Some(codes) = &self.compared {
            ctx.get(codes).view_missing(ctx, "the comparison of both codes", area, buf);
        }
        None
    }

    fn rebuild_view(&mut self, ctx: &Context<'_>) {
        let contracts = self.contracts(ctx);
        for ((title, contract), named) in self.titles.iter_mut().zip(contracts).zip(self.named) {
            let id = contract.value().and_then(|contract| contract.contract_id.value());
            *title = id.map_or_else(|| named.to_string(), |id| id.to_string());
        }
        if let [Some(one), Some(other)] = contracts.map(Fetched::value) {
            self.compared = Some(CodeDiff(Codes::from_contract(one), Codes::from_contract(other)));
        }
        let Some(found) = self.compared.as_ref().map(|codes| ctx.get(codes)) else { return };
        let diffs = diffs(found.value().map(Vec::as_slice), &self.titles);
        if self.taken.if_new(found).is_some() {
            self.diff.renew(diffs, ctx);
        }
        self.diff.rebuild_view(diffs, ctx);
    }
}

fn diffs<'a>(found: Option<&'a [Comparison]>, titles: &'a [String; 2]) -> Diffs<'a> {
    Diffs { all: found.unwrap_or_default(), titles: titles.each_ref().map(String::as_str), say: findings }
}

/// Length of the prefix of runtime code by which a verifier finds similar contracts, bytes.
const SIMILARITY_PREFIX_BYTES: usize = 75;
/// Maximum number of values of a kind that are listed.
const MAX_NAMES: usize = 3;

/// All findings, most severe first. For runtime code, also whether a similarity search can find one contract by
/// the other.
fn findings(comparison: &Comparison, titles: [&str; 2]) -> Vec<Message> {
    let mut messages = vec![verdict(comparison)];
    // In different code, equal words at one offset are a coincidence.
    let is_other = matches!(comparison.verdict(), Verdict::Other | Verdict::Settings);
    let by_chance =
        |finding: &&Finding| is_other && matches!(finding, Finding::Immutables(_) | Finding::Links(_));
    let findings = comparison.findings.iter().filter(|finding| !by_chance(finding));
    messages.extend(findings.filter_map(|finding| describe(comparison, finding, titles)));
    if comparison.kind == Kind::Runtime && comparison.verdict() != Verdict::Same {
        messages.push(prefix(comparison));
    }
    messages
}

/// The findings as lines of text.
fn lines(comparison: &Comparison, titles: [&str; 2]) -> Vec<String> {
    let messages = findings(comparison, titles).into_iter();
    messages.map(|message| format!("{}: {}", kind(comparison.kind), message.text)).collect()
}

fn say(role: Role, text: String) -> Message {
    Message { role, text, hint: None }
}

fn verdict(comparison: &Comparison) -> Message {
    match comparison.verdict() {
        Verdict::Same => say(Role::Success, "both are the same, byte for byte".to_owned()),
        Verdict::Explained | Verdict::SoFar => {
            say(Role::Success, "the same code: only metadata or what deployment fills in differs".to_owned())
        }
        Verdict::Changed => say(Role::Attention, "mostly the same code, with changes".to_owned()),
        Verdict::Settings => say(
            Role::Attention,
            "the same functions, written otherwise: most of the instructions differ".to_owned(),
        ),
        Verdict::Other => say(Role::Failure, "different code: most of the instructions differ".to_owned()),
    }
}

fn describe(comparison: &Comparison, finding: &Finding, [one, other]: [&str; 2]) -> Option<Message> {
    Some(match finding {
        Finding::Same => return None,
        Finding::MinimalProxy(target) => {
            let words =
                format!("{one} is a minimal proxy: it forwards its calls to {}", target.checksummed());
            say(Role::Attention, words)
        }
        Finding::Code { first, instructions, bytes, of } => {
            let at = comparison.rows.get(*first).map(|row| comparison.pieces(row));
            let at = match at {
                Some((Some(piece), _)) => format!(", from byte {} of {one} on", offset(piece.at)),
                Some((None, Some(piece))) => format!(", from byte {} of {other} on", offset(piece.at)),
                _ => String::new(),
            };
            let words = format!("{} ({}){at}", differ(*instructions, *of), counted(*bytes, "byte"));
            say(Role::Failure, words)
        }
        Finding::Length { deployed, recompiled, .. } => {
            let words = format!("{one} has {} bytes, {other} has {}", grouped(deployed), grouped(recompiled));
            say(Role::Attention, words)
        }
        Finding::Compilers { deployed, recompiled } => {
            say(Role::Attention, format!("{one} was compiled with {deployed}, {other} with {recompiled}"))
        }
        Finding::NewerInstruction { opcode, deployed } => {
            let newer = if *deployed { one } else { other };
            let name = opcode.name().unwrap_or_default();
            say(Role::Attention, format!("only {newer} uses {name}: it was compiled for a later EVM version"))
        }
        Finding::SameSources => {
            say(Role::Attention, "the metadata names the same sources, yet the code differs".to_owned())
        }
        Finding::Addresses(values) | Finding::Links(values) => {
            say(Role::Dim, filled("address differs", "addresses differ", values))
        }
        Finding::OwnAddress(own) => {
            let words = format!("both are libraries and carry their own addresses: {}", pair(own));
            say(Role::Dim, words)
        }
        Finding::Immutables(values) => {
            say(Role::Dim, filled("immutable differs", "immutables differ", values))
        }
        Finding::Arguments { .. } => {
            let behind = |code: &Code| code.bytes().get(code.end()..).unwrap_or_default().to_vec();
            let (ours, theirs) = (behind(&comparison.deployed), behind(&comparison.recompiled));
            if ours == theirs {
                say(Role::Dim, "both were created with the same arguments".to_owned())
            } else {
                let sizes = format!("{} and {}", counted(ours.len(), "byte"), counted(theirs.len(), "byte"));
                say(Role::Dim, format!("they were created with different arguments: {sizes}"))
            }
        }
        Finding::Metadata { deployed, recompiled } => {
            say(Role::Dim, metadata(deployed.as_ref(), recompiled.as_ref(), [one, other]))
        }
        Finding::Functions(found) => say(Role::Dim, functions(*found, [one, other])),
        Finding::Placeholder { compared, of, .. } => {
            say(Role::Attention, format!("only {} of {} bytes were compared", grouped(compared), grouped(of)))
        }
        Finding::Cut(most) => {
            say(Role::Attention, format!("only the first {} bytes of each were compared", grouped(most)))
        }
    })
}

fn metadata(ours: Option<&Metadata>, theirs: Option<&Metadata>, [one, other]: [&str; 2]) -> String {
    let hash = |metadata: &Metadata| {
        let hash = metadata.hash.as_ref();
        hash.map_or_else(|| "no hash".to_owned(), |hash| format!("{} {}", hash.kind(), hash.encoded()))
    };
    match (ours, theirs) {
        (Some(_), None) => format!("only {one} has metadata"),
        (None, Some(_)) => format!("only {other} has metadata"),
        (Some(ours), Some(theirs)) => {
            format!("the metadata differs, so sources or settings do: {} and {}", hash(ours), hash(theirs))
        }
        (None, None) => "the metadata differs".to_owned(),
    }
}

fn filled(single: &str, many: &str, values: &[Filled]) -> String {
    let named: Vec<String> = values.iter().take(MAX_NAMES).map(pair).collect();
    let more = values.len().saturating_sub(MAX_NAMES);
    let more = if more > 0 { format!(" and {} more", grouped(&more)) } else { String::new() };
    let what = if values.len() == 1 { single } else { many };
    format!("{} {what}, as deployment fills them in: {}{more}", grouped(&values.len()), named.join("; "))
}

/// Both values, without leading zeros.
fn pair(value: &Filled) -> String {
    let short = |bytes: &[u8]| {
        let start = bytes.iter().position(|byte| *byte != 0).unwrap_or(bytes.len().saturating_sub(1));
        alloy_primitives::hex::encode_prefixed(bytes.get(start..).unwrap_or_default())
    };
    format!("{} and {}", short(value.deployed.bytes()), short(value.recompiled.bytes()))
}

/// Whether a verifier's similarity search can match these two.
fn prefix(comparison: &Comparison) -> Message {
    let [one, other] = [&comparison.deployed, &comparison.recompiled].map(Code::bytes);
    let same = one.iter().zip(other).take_while(|(one, other)| one == other).count();
    if same >= SIMILARITY_PREFIX_BYTES {
        let words = format!(
            "the first {SIMILARITY_PREFIX_BYTES} bytes are the same: verification by similarity can find one by the other"
        );
        return say(Role::Dim, words);
    }
    let words = format!(
        "first difference at byte {}, within the first {SIMILARITY_PREFIX_BYTES}: verification by similarity cannot find one by the other",
        offset(same)
    );
    say(Role::Attention, words)
}
