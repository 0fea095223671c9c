//! The verifier's record of a contract, as a headline and a sheet with the other chains of the same address.

use api::{AllChainsQuery, ChainsQuery};
use decode::known::MAX_BEHIND;
use ledger::amount::grouped;
use ledger::query::{BlockNumber, ResultsQuery};
use ledger::{ContractRef, EvmAddress, Field, Text};
use verification::verified::{Compilation, CompilerSettings, Deployment, ProxyResolution};
use verification::{ChainId, Grade, JobContract, Verified};

use crate::message::Place;
use crate::panes::Context;
use crate::panes::kit::Wants;
use crate::panes::kit::ask::at_verifier::ALTERED;
use crate::panes::kit::nouns::values;
use crate::widgets::{Role, Sheet, Value};

/// The headline: a sign, a sentence, and its role.
pub(super) fn headline(
    found: &Verified,
    chain: &ChainId,
    verifier: &str,
    bare: bool,
    ctx: &Context<'_>,
) -> (&'static str, String, Role) {
    let glyphs = &ctx.theme.glyphs;
    match found.grade() {
        Grade::Exact => {
            (glyphs.success, "Verified: runtime and creation code match exactly.".to_owned(), Role::Success)
        }
        Grade::Raisable if bare => {
            let words =
                format!("Verified: {}. Its code has no metadata: there is no better match.", found.label());
            (glyphs.success, words, Role::Success)
        }
        Grade::Raisable => {
            let words = format!("Verified: {}. A better match is still accepted.", found.label());
            (glyphs.success, words, Role::Success)
        }
        Grade::Not => {
            let words = format!("Not verified on chain {chain}, according to {verifier}.");
            (glyphs.none, words, Role::Plain)
        }
    }
}

/// The sheet. `here` is the contract if its chain is the current network's; `address_there` is its address at the
/// verifier, used to look up other chains. `altered` lists the sources that differ from the compiled ones.
pub(super) fn sheet(
    found: &Verified,
    (chain, address_there): (&ChainId, Option<EvmAddress>),
    here: Option<ContractRef>,
    altered: &[Text],
    ctx: &Context<'_>,
) -> Sheet {
    let text = |field: &Field<Text>| values::field(ctx, field, Value::text);
    let mut sheet = Sheet::default();
    if found.grade() != Grade::Not {
        let contract = &found.contract;
        sheet = sheet
            .heading("Match")
            .fact("runtime code", values::matched(ctx, &contract.runtime))
            .fact("creation code", values::matched(ctx, &contract.creation))
            .fact(
                "verified at",
                values::field(ctx, &contract.verified_at, |at| values::written_time(ctx, at)),
            )
            .fact("match id", text(&contract.match_id));
    }
    sheet = sheet
        .heading("Contract")
        .fact("chain id", Value::plain(chain.to_string()))
        .fact("address", address(found, here.is_some(), ctx));
    if let Some(address) = address_there {
        sheet = add_other_chains(sheet, address, chain, ctx);
    }
    if let Some(compilation) = found.compilation.known() {
        sheet = compiled(sheet, compilation, ctx);
    }
    if let Some(deployment) = found.deployment.known() {
        sheet = deployed(sheet, deployment, here, ctx);
    }
    if let Some(proxy) = found.proxy.known() {
        sheet = proxied(sheet, proxy, chain, here.is_some(), ctx);
    }
    if !found.files.is_empty() {
        sheet = sheet.heading("Source files");
        for (at, file) in found.files.iter().enumerate() {
            let value = Value::text(file);
            let is_altered = altered.contains(file);
            let value = if is_altered { value.and(Role::Attention, format!("  {ALTERED}")) } else { value };
            sheet = sheet.fact(format!("{}", at + 1), value);
        }
    }
    sheet
}

fn address(found: &Verified, here: bool, ctx: &Context<'_>) -> Value {
    values::field(ctx, &found.contract.address, |text| {
        let read = str::from_utf8(text.raw()).ok().and_then(|text| EvmAddress::parse_any_case(text).ok());
        match read {
            Some(address) if here => values::contract_address(&address),
            Some(address) => values::address(&address),
            None => Value::text(text),
        }
    })
}

fn compiled(sheet: Sheet, compilation: &Compilation, ctx: &Context<'_>) -> Sheet {
    let text = |field: &Field<Text>| values::field(ctx, field, Value::text);
    let compiler = compilation.compiler.known().map(Text::escaped).unwrap_or_default();
    let sheet = sheet
        .heading("Compilation")
        .fact("name", text(&compilation.name))
        .fact("full name", text(&compilation.full_name))
        .fact("language", text(&compilation.language))
        .fact("compiler", values::field(ctx, &compilation.version, |it| Value::text(it).note(compiler)));
    match &compilation.settings {
        Field::Known(settings) => sheet.fact("settings", Value::plain(in_short(settings))),
        other => sheet.fact("settings", values::field(ctx, other, |_| Value::default())),
    }
}

/// The settings that affect the code, on one line.
fn in_short(settings: &CompilerSettings) -> String {
    let optimizer = match (settings.optimized.value(), settings.runs.value()) {
        (Some(true), Some(runs)) => format!("optimizer on, {runs} runs"),
        (Some(true), None) => "optimizer on".to_owned(),
        (Some(false), _) => "optimizer off".to_owned(),
        (None, _) => "optimizer not reported".to_owned(),
    };
    let evm = settings.evm_version.known().map(|evm| format!("EVM {}", evm.escaped()));
    let via_ir = settings.via_ir.value().filter(|on| *on).map(|_| "via IR".to_owned());
    [Some(optimizer), evm, via_ir].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn deployed(sheet: Sheet, deployment: &Deployment, here: Option<ContractRef>, ctx: &Context<'_>) -> Sheet {
    let in_block = |number: &i64| {
        let value = values::ordinal(number);
        let block = here.zip(BlockNumber::parse(&number.to_string()));
        match block {
            Some((contract, block)) => {
                let query = ResultsQuery { block_number: Some(block), ..ResultsQuery::all(contract) };
                value.link(Place::Results(query)).note("its results in this block")
            }
            None => value,
        }
    };
    let by = |deployer: &EvmAddress| match here {
        Some(contract) => {
            let from = Some(ContractRef::Address(*deployer));
            let query = ResultsQuery { from, ..ResultsQuery::all(contract) };
            values::party(ctx, deployer).link(Place::Results(query))
        }
        None => values::address(deployer),
    };
    sheet
        .heading("Deployment")
        .fact(
            "transaction hash",
            values::field(ctx, &deployment.transaction_hash, |hash| values::bytes(ctx, hash)),
        )
        .fact("block", values::field(ctx, &deployment.block_number, in_block))
        .fact("transaction index", values::field(ctx, &deployment.transaction_index, values::ordinal))
        .fact("deployer", values::field(ctx, &deployment.deployer, by))
}

fn proxied(sheet: Sheet, proxy: &ProxyResolution, chain: &ChainId, here: bool, ctx: &Context<'_>) -> Sheet {
    let kind = proxy.kind.known().map(Text::escaped).unwrap_or_default();
    let mut sheet = sheet
        .heading("Proxy")
        .fact("is a proxy", values::field(ctx, &proxy.is_proxy, |is| values::flag(is).note(kind)));
    let all = proxy.implementations.known().map(Vec::as_slice).unwrap_or_default();
    for one in all.iter().take(MAX_BEHIND) {
        let name = one.name.known().map(Text::escaped).unwrap_or_default();
        let value = values::field(ctx, &one.address, |address| {
            let contract = ContractRef::Address(*address);
            let place =
                if here { Place::contract(contract) } else { Place::Verified(chain.clone(), contract) };
            values::address(address).link(place).note(name)
        });
        sheet = sheet.fact("implementation", value);
    }
    match all.len().saturating_sub(MAX_BEHIND) {
        0 => sheet,
        more => {
            let words = format!("and {} more: the raw answer has them all", grouped(&more));
            sheet.fact("implementation", Value::none(words))
        }
    }
}

/// The most chains to list; the verifier's raw answer has all.
const MAX_CHAINS: usize = 100;

const OTHER_CHAINS: &str = "Other chains";

/// Adds the lookup, and the names of chains once there are any.
pub(super) fn want_other_chains(address: EvmAddress, chain: &ChainId, ctx: &Context<'_>, wants: &mut Wants) {
    let question = AllChainsQuery(address);
    wants.add_optional(&question);
    let has_others = ctx.get(&question).value().is_some_and(|all| others(&all.0, chain).next().is_some());
    if has_others && ctx.chains.is_none() {
        wants.add_optional(&ChainsQuery);
    }
}

/// Adds the section: a fact per chain, linked to the contract there.
fn add_other_chains(sheet: Sheet, address: EvmAddress, chain: &ChainId, ctx: &Context<'_>) -> Sheet {
    let found = ctx.get(&AllChainsQuery(address));
    let mut sheet = sheet.heading(OTHER_CHAINS);
    let Some(all) = found.value() else {
        let words = found.failure().map_or_else(
            || ctx.theme.glyphs.cut.to_owned(),
            |failure| format!("not known: {}", failure.sentence()),
        );
        return sheet.fact("verified on", Value::none(words));
    };
    let count = others(&all.0, chain).count();
    if count == 0 {
        return sheet.fact("verified on", Value::none("no other chain"));
    }
    for one in others(&all.0, chain).take(MAX_CHAINS) {
        let id = chain_of(one);
        let name = match &id {
            Some(id) => format!("chain {id}"),
            None => "a chain without a readable id".to_owned(),
        };
        sheet = sheet.fact(name, value(one, id, address, ctx));
    }
    match count.saturating_sub(MAX_CHAINS) {
        0 => sheet,
        more => sheet.fact("and more", Value::none(format!("{} other chains", grouped(&more)))),
    }
}

/// The match on that chain, the chain's name, and the date.
fn value(one: &JobContract, id: Option<ChainId>, address: EvmAddress, ctx: &Context<'_>) -> Value {
    let role = if one.grade() == Grade::Not { Role::Plain } else { Role::Success };
    let mut value = Value::styled(role, one.label());
    let chains = ctx.chains.or_else(|| ctx.get(&ChainsQuery).value().map(AsRef::as_ref));
    if let Some(name) = id.as_ref().and_then(|id| chains?.find(id)?.called()) {
        value = value.and(Role::Plain, name.escaped());
    }
    if let Some(at) = one.verified_at.known() {
        value = value.note(values::written_time(ctx, at).line());
    }
    match id {
        Some(id) => value.link(Place::Verified(id, ContractRef::Address(address))),
        None => value,
    }
}

/// The records on other chains.
fn others<'a>(all: &'a [JobContract], chain: &'a ChainId) -> impl Iterator<Item = &'a JobContract> {
    all.iter().filter(move |one| chain_of(one).as_ref() != Some(chain))
}

fn chain_of(one: &JobContract) -> Option<ChainId> {
    one.chain_id.known().map(Text::escaped).and_then(|id| ChainId::parse(id.trim()))
}
