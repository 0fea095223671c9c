//! Home: what can be typed, recent places, and followed jobs.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::{ActionHint, Context, Pane, action_hint};
use crate::ledger::Timestamp;
use crate::message::place::JobPlace;
use crate::message::{Action, Copied, Effect, Input, Place, Visit};
use crate::panes::kit::job_text;
use crate::verification::Job;
use crate::widgets::line::{cut, cut_middle, put, wrap_words};
use crate::widgets::{Role, Scroll, Split, TimeStyle};

/// The pane.
#[derive(Clone, Debug, Default)]
pub struct HomePane {
    part: Part,
    visits: Scroll,
    jobs: Scroll,
}

/// The list that has the selection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Part {
    #[default]
    Visits,
    Jobs,
}

/// The least columns for lists side by side.
const MIN_WIDE_COLUMNS: u16 = 100;
/// The rows above the lists: a blank, what can be typed in three lines, a blank.
const INTRO_ROWS: u16 = 5;

impl HomePane {
    fn list(&self, body: Rect) -> Rect {
        places(body, self.part)
    }

    fn selected(&self, ctx: &Context<'_>) -> Option<Place> {
        match self.part {
            Part::Visits => visits(ctx).nth(self.visits.selected).map(|visit| visit.place.clone()),
            Part::Jobs => {
                ctx.jobs.jobs().get(self.jobs.selected).map(|job| Place::Job(JobPlace::Key(job.key)))
            }
        }
    }
}

impl Pane for HomePane {
    fn act(&mut self, action: Action, ctx: &Context<'_>) -> Vec<Effect> {
        match action {
            Action::NextPart | Action::PreviousPart | Action::Left | Action::Right => {
                self.part = if self.part == Part::Visits { Part::Jobs } else { Part::Visits };
            }
            Action::Open => return Effect::go(self.selected(ctx)),
            Action::Copy => {
                let what = "place".to_owned();
                let copied = self.selected(ctx).map(|place| Copied { what, text: place.to_string() });
                return Effect::copy(copied);
            }
            _ => {
                let height = self.list(ctx.body).height.saturating_sub(1);
                let _ = match self.part {
                    Part::Visits => self.visits.act(action, visits(ctx).count(), height),
                    Part::Jobs => self.jobs.act(action, ctx.jobs.jobs().len(), height),
                };
            }
        }
        Vec::new()
    }

    fn handle_input(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        let Input::Mouse(click) = input else { return None };
        for part in [Part::Visits, Part::Jobs] {
            let area = places(ctx.body, part);
            if !area.contains(Position { x: click.column, y: click.row }) {
                continue;
            }
            self.part = part;
            let (scroll, len) = match part {
                Part::Visits => (&mut self.visits, visits(ctx).count()),
                Part::Jobs => (&mut self.jobs, ctx.jobs.jobs().len()),
            };
            if scroll.click(*click, area.below(1), len).is_some() {
                return Some(self.act(Action::Open, ctx));
            }
        }
        Some(Vec::new())
    }

    fn hints(&self, ctx: &Context<'_>) -> Vec<ActionHint> {
        let none = self.selected(ctx).is_none().then_some("nothing is selected");
        let mut hints = vec![
            ActionHint::global(Action::GoTo, "go to"),
            ActionHint::new(Action::Open, "open").disabled_if(none),
            ActionHint::global(Action::Verify, "verify"),
            ActionHint::global(Action::Jobs, "jobs"),
            ActionHint::global(Action::Schedules, "schedules"),
            ActionHint::global(Action::PendingSchedules, "pending"),
            ActionHint::global(Action::Network, "network"),
            ActionHint::hidden(Action::Copy, "copy the place").disabled_if(none),
            ActionHint::hidden(Action::NextPart, "the other list"),
            ActionHint::hidden(Action::PreviousPart, "the other list"),
        ];
        hints.extend(action_hint::moves());
        hints
    }

    fn place(&self) -> Place {
        Place::Home
    }

    fn title(&self, _ctx: &Context<'_>) -> String {
        "hieroscope".to_owned()
    }

    fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        let theme = ctx.theme;
        put(buf, area, 2, 1, ":", theme.style(Role::Key));
        put(
            buf,
            area,
            4,
            1,
            "type or paste anything: contract, address, transaction, schedule, job, link",
            theme.style(Role::Plain),
        );
        if ctx.network.generated {
            let words = "This is the embedded network, generated inside this program. Try 0.0.5001.";
            let lines = wrap_words(words, area.width.saturating_sub(5), 2, ctx.theme.glyphs.cut);
            for (row, line) in (3..INTRO_ROWS).zip(lines) {
                put(buf, area, 4, row, &line, theme.style(Role::Attention));
            }
        } else {
            put(
                buf,
                area,
                4,
                2,
                "0.0.5001   0x and 40 digits   0.0.1005@1795216518.468117137   schedule/0.0.7002",
                theme.style(Role::Dim),
            );
        }
        let places = places(area, Part::Visits);
        list(
            ctx,
            places,
            "Recent",
            buf,
            visits(ctx).map(|visit| visit_row(visit, ctx)),
            (&self.visits, visits(ctx).count(), self.part == Part::Visits),
            "No recent places.",
        );
        let jobs = self::places(area, Part::Jobs);
        list(
            ctx,
            jobs,
            "Verifications",
            buf,
            ctx.jobs.jobs().iter().map(|job| job_row(job, ctx)),
            (&self.jobs, ctx.jobs.jobs().len(), self.part == Part::Jobs),
            "Nothing was submitted yet.",
        );
        None
    }

    fn wake_at(&self, ctx: &Context<'_>) -> Option<Timestamp> {
        job_text::wake_at(ctx.jobs.jobs(), ctx.now)
    }

    fn rebuild_view(&mut self, ctx: &Context<'_>) {
        let height = self.list(ctx.body).height.saturating_sub(1);
        self.visits.settle(visits(ctx).count(), height);
        self.jobs.settle(ctx.jobs.jobs().len(), height);
    }
}

/// Where a list is: side by side on wide screens, one above the other on narrow ones.
fn places(body: Rect, part: Part) -> Rect {
    let lists = body.below(INTRO_ROWS);
    let shares =
        |room: u16| [(room / 2).saturating_sub(1), u16::from(room > 1), (room / 2).saturating_sub(1)];
    let [visits, _, jobs] = if body.width >= MIN_WIDE_COLUMNS {
        lists.beside(shares(lists.width))
    } else {
        lists.stack(shares(lists.height))
    };
    if part == Part::Visits { visits } else { jobs }
}

fn visits<'a>(ctx: &Context<'a>) -> impl Iterator<Item = &'a Visit> + use<'a> {
    let name = &ctx.network.name;
    ctx.visits.iter().filter(move |visit| visit.network == *name)
}

fn visit_row(visit: &Visit, ctx: &Context<'_>) -> (String, Role, String) {
    let at = ctx.theme.time(visit.at, ctx.now);
    let when = match ctx.theme.times {
        TimeStyle::Utc | TimeStyle::Local => at.get(5..16).unwrap_or_default().to_owned(),
        TimeStyle::Relative | TimeStyle::Seconds => at,
    };
    (visit.place.label(), Role::Plain, when)
}

fn job_row(job: &Job, ctx: &Context<'_>) -> (String, Role, String) {
    let (state, role) = job_text::state(job, ctx.theme, ctx.now);
    let contract = cut_middle(&job_text::contract(job, ctx.theme), 16, ctx.theme.glyphs.cut).into_owned();
    let chain = job.chain.as_ref().map(|chain| format!("{chain} ")).unwrap_or_default();
    (format!("{state:<20} {contract}"), role, format!("{chain}{}", job_text::elapsed(job, ctx.now)))
}

fn list(
    ctx: &Context<'_>,
    area: Rect,
    title: &str,
    buf: &mut Buffer,
    rows: impl Iterator<Item = (String, Role, String)>,
    (scroll, len, focused): (&Scroll, usize, bool),
    empty: &str,
) {
    let theme = ctx.theme;
    put(buf, area, 2, 0, title, theme.style(if focused { Role::Heading } else { Role::Dim }));
    if len == 0 {
        put(buf, area, 2, 1, empty, theme.style(Role::Dim));
        return;
    }
    let window = scroll.window(len, area.height.saturating_sub(1));
    for (line, (at, (text, role, note))) in area.below(1).rows().zip(rows.enumerate().skip(window.start)) {
        let over = theme.mark_row(line, focused && at == scroll.selected, buf);
        let room = area.width.saturating_sub(16);
        put(buf, line, 2, 0, &cut(&text, room, ctx.theme.glyphs.cut), theme.style(role).patch(over));
        put(buf, line, area.width.saturating_sub(13), 0, &note, theme.style(Role::Dim).patch(over));
    }
}
