//! How things are shown: colours, signs, units and the style of times. The user changes it; panes only read it.

use ledger::timestamp::DAY_SECONDS;
use ledger::{Timestamp, Unit, amount};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::line::put;
use super::styles::Styles;
use super::{Glyphs, Role, glyphs};
use crate::message::{Settings, ThemeName};

/// Everything that decides how a value looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    styles: Styles,
    /// Signs.
    pub glyphs: Glyphs,
    /// The unit of amounts.
    pub unit: Unit,
    /// The style of times.
    pub times: TimeStyle,
    /// Whether anything may move.
    pub motion: bool,
    /// Whether ids and addresses have signs before them.
    pub identities: bool,
    /// Whether the selected row is subdued because the pane lacks the focus.
    is_passive: bool,
}

/// How a time is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum TimeStyle {
    /// `2026-11-20 23:59:48.123456789`.
    #[default]
    Utc,
    /// In the machine's zone, with its offset.
    Local,
    /// `3 s ago`.
    Relative,
    /// `1795219188.123456789`.
    Seconds,
}

impl TimeStyle {
    /// Every style and its name in a command.
    pub const ALL: [(&'static str, Self); 4] = [
        ("utc", Self::Utc),
        ("local", Self::Local),
        ("relative", Self::Relative),
        ("seconds", Self::Seconds),
    ];

    /// The next style.
    #[must_use]
    pub fn next(self) -> Self {
        match self {
            Self::Utc => Self::Local,
            Self::Local => Self::Relative,
            Self::Relative => Self::Seconds,
            Self::Seconds => Self::Utc,
        }
    }

    /// The name on screen.
    pub fn label(self) -> &'static str {
        match self {
            Self::Utc => "UTC",
            Self::Local => "local time",
            Self::Relative => "relative",
            Self::Seconds => "seconds",
        }
    }
}

impl Theme {
    /// The theme that the settings ask for, in whole coins and UTC.
    pub fn new(settings: &Settings) -> Self {
        Self {
            styles: Styles::new(settings),
            glyphs: if settings.ascii { glyphs::ASCII } else { glyphs::UNICODE },
            unit: Unit::Coin,
            times: TimeStyle::Utc,
            motion: settings.motion,
            identities: settings.identities,
            is_passive: false,
        }
    }

    /// The theme of a pane without the focus, with a subdued selection.
    #[must_use]
    pub fn passive(self) -> Self {
        Self { is_passive: true, ..self }
    }

    /// Whether it is the theme of a pane without the focus.
    pub fn is_passive(&self) -> bool {
        self.is_passive
    }

    /// The theme's name.
    pub fn name(&self) -> ThemeName {
        self.styles.name()
    }

    /// Takes the colours of another theme.
    pub fn set_name(&mut self, name: ThemeName) {
        self.styles = self.styles.with_theme(name);
    }

    /// The style of the whole screen.
    pub fn base(&self) -> Style {
        self.styles.base()
    }

    /// The style of a role, laid over the base.
    pub fn style(&self, role: Role) -> Style {
        self.styles.style(role)
    }

    /// Whether only ASCII is drawn.
    pub fn is_ascii(&self) -> bool {
        self.glyphs == glyphs::ASCII
    }

    /// The style of an identity's sign, laid over what is there.
    pub fn identity(&self, number: u8) -> Style {
        self.styles.identity(number)
    }

    /// The style over a row's own: of the selection, else none.
    pub fn over(&self, selected: bool) -> Style {
        self.styles.over(selected && !self.is_passive)
    }

    /// What is laid over a row that has just come.
    pub fn new_row(&self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// What is laid over a cell that is chosen.
    pub fn chosen_cell(&self) -> Style {
        Style::new().add_modifier(Modifier::BOLD | Modifier::UNDERLINED)
    }

    /// The style of the letters over what can be followed.
    pub fn letters(&self) -> Style {
        self.style(Role::Attention).add_modifier(Modifier::BOLD | Modifier::REVERSED)
    }

    /// Marks a row of the screen if it is selected; returns what is laid over the styles of its text.
    pub fn mark_row(&self, row: Rect, selected: bool, buf: &mut Buffer) -> Style {
        let over = self.over(selected);
        if selected && self.is_passive {
            put(buf, row, (0, 0), self.glyphs.marker, self.style(Role::Dim));
        } else if selected {
            buf.set_style(row, over);
            put(buf, row, (0, 0), self.glyphs.marker, self.style(Role::Marker).patch(over));
        }
        over
    }

    /// A time in the style of the moment.
    pub fn time(&self, at: Timestamp, now: Timestamp) -> String {
        match self.times {
            TimeStyle::Utc => at.utc(),
            TimeStyle::Local => at.local(),
            TimeStyle::Relative => at.relative(now),
            TimeStyle::Seconds => at.to_string(),
        }
    }

    /// Month, day and minute where the style of the moment has days, else all of the time.
    pub fn minute(&self, at: Timestamp, now: Timestamp) -> String {
        let time = self.time(at, now);
        let day = matches!(self.times, TimeStyle::Utc | TimeStyle::Local);
        time.get(5..16).filter(|_| day).map_or(time.clone(), ToOwned::to_owned)
    }

    /// The time of day to the millisecond where the style of the moment has days, else all of the time.
    pub fn time_of_day(&self, at: Timestamp, now: Timestamp) -> String {
        let time = self.time(at, now);
        let day = matches!(self.times, TimeStyle::Utc | TimeStyle::Local);
        time.get(11..23).filter(|_| day).map_or(time.clone(), ToOwned::to_owned)
    }

    /// The day of a time, where the style of the moment has days.
    fn day(&self, at: Timestamp) -> Option<String> {
        let time = match self.times {
            TimeStyle::Utc => at.utc(),
            TimeStyle::Local => at.local(),
            TimeStyle::Relative | TimeStyle::Seconds => return None,
        };
        time.get(..10).map(ToOwned::to_owned)
    }

    /// The day of a time, if it is another than that of the time above it.
    pub fn new_day(&self, at: Timestamp, above: Timestamp) -> Option<String> {
        // Most rows of a list are of one day and are formatted in every frame, so days of UTC are compared by
        // a division.
        if self.times == TimeStyle::Utc && at.seconds / DAY_SECONDS == above.seconds / DAY_SECONDS {
            return None;
        }
        let day = self.day(at)?;
        self.day(above).is_some_and(|above| above != day).then_some(day)
    }

    /// A time in full, where [`Self::time_of_day`] leaves a part of it out.
    pub fn exact_time(&self, at: Timestamp) -> Option<String> {
        match self.times {
            TimeStyle::Utc | TimeStyle::Relative => Some(format!("{} UTC", at.utc())),
            TimeStyle::Local => Some(at.local()),
            TimeStyle::Seconds => None,
        }
    }

    /// A time of day with its zone, where the style of the moment has one.
    pub fn clock(&self, at: Timestamp, now: Timestamp) -> String {
        let time = self.time(at, now);
        let clock = time.get(11..19).filter(|_| matches!(self.times, TimeStyle::Utc | TimeStyle::Local));
        match (clock, self.times) {
            (Some(clock), TimeStyle::Utc) => format!("{clock} UTC"),
            (Some(clock), _) => format!("{clock} {}", time.rsplit(' ').next().unwrap_or_default()),
            (None, _) => time,
        }
    }

    /// The same behind a verb: `at 23:59:48 UTC`, but `3 s ago`.
    pub fn at_clock(&self, at: Timestamp, now: Timestamp) -> String {
        let clock = self.clock(at, now);
        if self.times == TimeStyle::Relative { clock } else { format!("at {clock}") }
    }

    /// The name of the current unit on this terminal.
    pub fn unit_name(&self) -> &'static str {
        match self.unit {
            Unit::Coin => self.glyphs.coin,
            unit => unit.label(),
        }
    }

    /// The name of the unit of gas prices.
    pub fn price_unit_name(&self) -> &'static str {
        self.unit.of_prices().label()
    }

    /// A price of gas given in `from`, in the unit of prices, exact, without the unit's name.
    pub fn price(&self, digits: &(impl ToString + ?Sized), from: Unit) -> String {
        amount::convert(&digits.to_string(), from, self.unit.of_prices())
    }

    /// An amount given in `from`, in the unit of the moment, exact, without the unit's name.
    pub fn amount(&self, digits: &(impl ToString + ?Sized), from: Unit) -> String {
        amount::convert(&digits.to_string(), from, self.unit)
    }
}
