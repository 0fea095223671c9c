//! The checks before sending: the findings, how they are drawn, and the next step that they suggest.

use decode::Metadata;
use decode::proxy::minimal_proxy_target;
use ledger::ContractRef;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use verification::preflight::{Asked, Finding, Known, Standing, Step, Topic};
use verification::{Mode, preflight, submission_text};

use super::contents::{ADDRESS, CHAIN, HASH};
use super::fields::Fields;
use super::subject::{Subject, is_here};
use super::{VerifyPane, subject};
use crate::message::{Effect, Place};
use crate::panes::Context;
use crate::panes::verification::on_job;
use crate::widgets::line::{cut, put, put_right, width};
use crate::widgets::{Glyphs, Role, Split};

/// The findings in a fixed order.
pub(super) fn findings(fields: &Fields, subject: &Subject, ctx: &Context<'_>) -> Vec<Finding> {
    let Some(server) = ctx.network.verifier.as_deref() else { return Vec::new() };
    let chain = submission_text::chain(fields.text(CHAIN)).ok();
    let contract = submission_text::contract(fields.text(ADDRESS), ctx.network.naming()).ok();
    let here = chain.as_ref().is_some_and(|chain| is_here(chain, ctx));
    let record = contract.map_or(Asked::Not, |contract| subject.record(contract, ctx));
    let code = match &record {
        Asked::Known(record) => record.runtime_bytecode.known(),
        _ => None,
    };
    let address = contract.and_then(|contract| subject.address(contract, here, ctx).ok());
    let verified = match (&chain, address) {
        (Some(chain), Some(sent)) => subject.verified(chain, sent.address, ctx),
        _ => Asked::Not,
    };
    preflight::findings(&Known {
        now: ctx.now,
        network: &ctx.network.name,
        home: ctx.network.home,
        server,
        mode: fields.mode(),
        chain: chain.as_ref(),
        here,
        contract,
        target: code.and_then(|code| minimal_proxy_target(code.bytes())),
        bare: code.is_some_and(|code| Metadata::is_lacking(code.bytes())),
        record,
        creation: contract.map_or(Asked::Not, |contract| subject.creation(contract, ctx)),
        hash: submission_text::creation_hash(fields.text(HASH)).ok().flatten(),
        own_chain: contract.map_or(Asked::Not, |contract| subject.own_chain(contract, ctx)),
        confirmed: contract.zip(chain.as_ref()).is_some_and(|(of, chain)| subject.is_confirmed(of, chain)),
        chains: subject::chains(ctx),
        verified,
        jobs: ctx.jobs,
    })
}

/// A line of the panel.
pub(super) enum Line<'a> {
    Of(&'a Finding),
    /// The number of findings that do not fit, and whether all of them are fine.
    More(usize, bool),
}

/// The lines that fit into `rows`, in order. Findings that prevent sending are dropped last.
pub(super) fn lines(findings: &[Finding], rows: usize) -> Vec<Line<'_>> {
    if findings.len() <= rows {
        return findings.iter().map(Line::Of).collect();
    }
    let mut kept: Vec<&Finding> = findings.iter().collect();
    kept.sort_by_key(|finding| weight(finding.standing));
    let dropped = kept.split_off(rows.saturating_sub(1).min(kept.len()));
    kept.sort_by_key(|finding| finding.topic);
    let fine = dropped.iter().all(|finding| finding.standing == Standing::Fine);
    let more = (rows > 0).then_some(Line::More(dropped.len(), fine));
    kept.into_iter().map(Line::Of).chain(more).collect()
}

/// The priority of a finding; lower values are dropped later.
fn weight(standing: Standing) -> u8 {
    match standing {
        Standing::Refuses => 0,
        Standing::Confirm => 1,
        Standing::Attention => 2,
        Standing::Asking => 3,
        Standing::Unknown => 4,
        Standing::Fine => 5,
    }
}

/// Draws a line on a row of the area.
pub(super) fn view(line: &Line<'_>, ctx: &Context<'_>, area: Rect, row: u16, buf: &mut Buffer) {
    let glyphs = &ctx.theme.glyphs;
    let style = |role| ctx.theme.style(role);
    let finding = match line {
        Line::Of(finding) => finding,
        Line::More(count, fine) => {
            let words = if *fine { format!("{count} more are fine") } else { format!("{count} more") };
            let (sign, role) = if *fine { (glyphs.success, Role::Success) } else { (glyphs.cut, Role::Dim) };
            put(buf, area, (2, row), sign, style(role));
            put(buf, area, (4, row), &words, style(Role::Dim));
            return;
        }
    };
    let (sign, role) = sign(finding.standing, glyphs);
    put(buf, area, (2, row), sign, style(role));
    let words = if finding.standing == Standing::Asking { topic(finding.topic) } else { &finding.words };
    let words_role = match finding.standing {
        Standing::Fine => Role::Plain,
        _ => role,
    };
    let room = area.width.saturating_sub(6);
    put(buf, area, (4, row), &cut(words, room, glyphs.cut), style(words_role));
    let source = finding.source.label();
    if width(words) + width(source) + 2 <= room {
        put_right(buf, area.left_of(2), row, source, style(Role::Dim));
    }
}

fn sign(standing: Standing, glyphs: &Glyphs) -> (&'static str, Role) {
    match standing {
        Standing::Fine => (glyphs.success, Role::Success),
        Standing::Attention | Standing::Confirm => (glyphs.attention, Role::Attention),
        Standing::Refuses => (glyphs.failure, Role::Failure),
        Standing::Asking => (glyphs.cut, Role::Dim),
        Standing::Unknown => (glyphs.unknown, Role::Dim),
    }
}

/// The label of a pending lookup.
fn topic(topic: Topic) -> &'static str {
    match topic {
        Topic::Contract => "whether it exists",
        Topic::Address => "its address",
        Topic::Code => "its code",
        Topic::Creation => "its creation",
        Topic::Chain => "the chain of its results",
        Topic::Support => "whether the chain is supported",
        Topic::Verified => "whether it is verified",
        Topic::Job => "jobs for it",
    }
}

impl VerifyPane {
    /// The most important step.
    pub(super) fn next_step(&self, ctx: &Context<'_>) -> Option<Step> {
        preflight::next_step(&findings(&self.fields, &self.subject, ctx))
    }

    /// Takes the step. A proxy's target goes into the same form; mode, chain and key stay as typed.
    pub(super) fn step(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        let Some(step) = self.next_step(ctx) else { return Vec::new() };
        let (chain, contract) = (submission_text::chain(self.fields.text(CHAIN)).ok(), self.place.contract);
        match (step, chain, contract) {
            (Step::Target(target), ..) => {
                self.fields.set(ADDRESS, &target.to_string());
                let effects = self.edited(ctx);
                self.lookup(ctx);
                effects
            }
            (Step::Similarity, ..) => {
                self.fields.set_mode(Mode::Similarity);
                self.edited(ctx)
            }
            (Step::Job(key), ..) => Effect::go(ctx.jobs.get(key).map(on_job::place)),
            (Step::ConfirmChain, Some(chain), Some(contract)) => {
                self.subject.confirm(contract, chain);
                Vec::new()
            }
            (Step::Verified, Some(chain), Some(contract)) => {
                let address = self.subject.address(contract, is_here(&chain, ctx), ctx).ok();
                let named = address.map_or(contract, |sent| ContractRef::Address(sent.address));
                vec![Effect::Go(Place::Verified(chain, named))]
            }
            (Step::ConfirmChain | Step::Verified, ..) => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use verification::preflight::Source;

    use super::*;

    fn finding(topic: Topic, standing: Standing) -> Finding {
        Finding { topic, standing, words: String::new(), source: Source::Here, step: None }
    }

    #[test]
    fn what_matters_is_kept_in_order_and_the_rest_is_counted() {
        let findings = [
            finding(Topic::Contract, Standing::Fine),
            finding(Topic::Code, Standing::Attention),
            finding(Topic::Support, Standing::Refuses),
            finding(Topic::Job, Standing::Fine),
        ];
        let shown = |rows| -> Vec<String> {
            let line = |line: &Line<'_>| match line {
                Line::Of(finding) => format!("{:?}", finding.topic),
                Line::More(count, fine) => format!("{count} {fine}"),
            };
            lines(&findings, rows).iter().map(line).collect()
        };
        assert_eq!(shown(4), ["Contract", "Code", "Support", "Job"]);
        assert_eq!(shown(3), ["Code", "Support", "2 true"]);
        assert_eq!(shown(2), ["Support", "3 false"]);
        assert_eq!(shown(1), ["4 false"]);
        assert!(shown(0).is_empty());
    }
}
