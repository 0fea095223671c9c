//! The load on each server: requests in flight, the remaining budget, and how long the server asks to wait.

use ledger::Timestamp;
use ledger::amount::grouped;

use crate::message::exchange::MAX_AT_ONCE;
use crate::message::request_log::RequestLog;
use crate::message::{Api, HostBudget, RequestBudget, Stage};
use crate::panes::Context;
use crate::widgets::Role;
use crate::widgets::table::Cell;

/// The most servers shown; the most recent ones are kept.
const MAX_HOSTS: usize = 4;
/// Nanoseconds per second.
const SECOND: u128 = 1_000_000_000;

/// A server in the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Host {
    api: Api,
    name: String,
    /// The number of requests in the log.
    asked: usize,
    under_way: usize,
    waiting: usize,
    /// The end of the wait that the server asked for.
    until: Option<Timestamp>,
    budget: Option<HostBudget>,
}

impl Host {
    /// The servers in the log, most recent first.
    pub(super) fn all(log: &RequestLog) -> Vec<Self> {
        let mut hosts: Vec<Self> = Vec::new();
        for exchange in log.iter().map(|entry| &entry.exchange) {
            let (api, name) = (exchange.api, exchange.host());
            let at = hosts.iter().position(|host| host.api == api && host.name == name);
            let at = match at {
                Some(at) => at,
                None if hosts.len() == MAX_HOSTS => continue,
                None => {
                    let name = name.to_owned();
                    let budget = log.budget(&name).filter(|budget| budget.burst < RequestBudget::MAX);
                    hosts.push(Self { api, name, asked: 0, under_way: 0, waiting: 0, until: None, budget });
                    hosts.len() - 1
                }
            };
            let Some(host) = hosts.get_mut(at) else { continue };
            host.asked += 1;
            match &exchange.stage {
                Stage::UnderWay => host.under_way += 1,
                Stage::Waiting => host.waiting += 1,
                Stage::Answered(answered) => host.until = host.until.max(answered.until),
                _ => {}
            }
        }
        hosts
    }

    /// The end of the wait that the server asked for; `None` once it has passed.
    pub(super) fn until(&self, now: Timestamp) -> Option<Timestamp> {
        let paused = self.budget.and_then(|budget| budget.paused_until(now));
        self.until.filter(|until| *until > now).max(paused)
    }

    /// The time until the displayed text changes, in nanoseconds; `None` if it is constant.
    pub(super) fn changes_in(&self, now: Timestamp) -> Option<u128> {
        if let Some(until) = self.until(now) {
            let left = until.since(now) % SECOND;
            return Some(if left == 0 { SECOND } else { left });
        }
        self.budget.filter(|budget| budget.left(now) < budget.burst).map(|_| SECOND)
    }

    pub(super) fn cells(&self, ctx: &Context<'_>) -> Vec<Cell> {
        let dot = ctx.theme.glyphs.dot;
        let mut cells = vec![
            (format!("{} {}", self.api.label(), self.name), Role::Heading),
            (format!("  {} of {MAX_AT_ONCE} under way", self.under_way), Role::Plain),
        ];
        if self.waiting > 0 {
            cells
                .push((format!(" {dot} {} waiting for their turn", grouped(&self.waiting)), Role::Attention));
        }
        if let Some(until) = self.until(ctx.now) {
            let seconds = until.since(ctx.now).div_ceil(SECOND);
            cells.push((format!(" {dot} asks to wait {seconds} s"), Role::Attention));
        } else if let Some(budget) = self.budget {
            let (left, burst) = (budget.left(ctx.now), budget.burst);
            let role = if left == 0 { Role::Attention } else { Role::Plain };
            let rate = rate(budget.refill_millis);
            cells.push((format!(" {dot} {left} of {burst} left, {rate} a second"), role));
        }
        cells.push((format!(" {dot} {} in the log", grouped(&self.asked)), Role::Dim));
        cells
    }
}

/// The requests per second, given one per `millis` milliseconds.
fn rate(millis: u32) -> String {
    let tenths = 10_000_u32.checked_div(millis).unwrap_or(10_000);
    match tenths % 10 {
        0 => grouped(&(tenths / 10)),
        tenth => format!("{}.{tenth}", tenths / 10),
    }
}
