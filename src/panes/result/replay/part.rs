//! The parts of a replay and their areas: one at a time, or side by side on wide screens.

use ratatui::layout::Rect;

use crate::widgets::split::REST;
use crate::widgets::{Role, Split, tabs};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) enum Part {
    /// The verdict point by point, and the assumptions.
    #[default]
    Proof,
    Source,
    Calls,
    /// The executed instructions.
    Opcodes,
    Stack,
    Memory,
    Storage,
    /// The call's input and output.
    Data,
    Gas,
}

impl Part {
    pub(super) const ALL: [Self; 9] = [
        Self::Proof,
        Self::Source,
        Self::Calls,
        Self::Opcodes,
        Self::Stack,
        Self::Memory,
        Self::Storage,
        Self::Data,
        Self::Gas,
    ];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Proof => "Proof",
            Self::Source => "Source",
            Self::Calls => "Calls",
            Self::Opcodes => "Opcodes",
            Self::Stack => "Stack",
            Self::Memory => "Memory",
            Self::Storage => "Storage",
            Self::Data => "Data",
            Self::Gas => "Gas",
        }
    }

    /// Its index, from the left.
    pub(super) fn place(self) -> usize {
        Self::ALL.iter().position(|part| *part == self).unwrap_or_default()
    }

    /// The part `steps` to the right, wrapping around.
    pub(super) fn turn(self, steps: usize) -> Self {
        Self::ALL.iter().copied().cycle().nth(self.place() + steps).unwrap_or_default()
    }

    /// Whether moves step through the execution here instead of moving through a list.
    pub(super) fn steps(self) -> bool {
        matches!(self, Self::Source | Self::Opcodes | Self::Stack)
    }

    /// Whether the part shows the current step; such parts are drawn side by side on wide screens.
    fn is_of_step(self) -> bool {
        !matches!(self, Self::Proof | Self::Gas | Self::Data)
    }
}

pub(super) fn tab_bar() -> [tabs::Tab<Part>; 9] {
    Part::ALL.map(|part| tabs::Tab {
        id: part,
        name: part.name().to_owned(),
        short: part.name().to_owned(),
        role: Role::Plain,
    })
}

/// The minimum width for parts side by side.
const MIN_WIDE_COLUMNS: u16 = 120;
/// The width of memory rows with eight bytes, in hex and as text.
const MEMORY_COLUMNS: u16 = 42;
/// The minimum height for parts side by side.
const MIN_WIDE_ROWS: u16 = 12;

/// The areas of the headline, the tab bar, and the rest.
pub(super) fn areas(body: Rect) -> [Rect; 3] {
    let [head, tab_bar, _, rest] = body.stack([2, 1, 1, REST]);
    [head, tab_bar, rest]
}

/// The visible parts and their areas while `chosen` is selected. If there are several, each has a title on its
/// first row.
pub(super) fn visible(chosen: Part, rest: Rect) -> Vec<(Part, Rect)> {
    if !chosen.is_of_step() || rest.width < MIN_WIDE_COLUMNS || rest.height < MIN_WIDE_ROWS {
        return vec![(chosen, rest)];
    }
    let right = (rest.width * 3 / 10).max(MEMORY_COLUMNS);
    let left = rest.width / 5;
    let [left, _, middle, _, right] = rest.beside([left, 1, rest.width - left - right - 2, 1, REST]);
    let [source, opcodes] = middle.stack([rest.height * 3 / 5, REST]);
    let [stack, memory, storage] = right.stack([rest.height * 2 / 5, rest.height * 3 / 10, REST]);
    vec![
        (Part::Calls, left),
        (Part::Source, source),
        (Part::Opcodes, opcodes),
        (Part::Stack, stack),
        (Part::Memory, memory),
        (Part::Storage, storage),
    ]
}

/// The area of a part's lines, below its title if several parts are visible; empty if the part is hidden.
pub(super) fn lines_of(part: Part, chosen: Part, rest: Rect) -> Rect {
    let all = visible(chosen, rest);
    let found = all.iter().find(|(other, _)| *other == part).map(|(_, area)| *area).unwrap_or_default();
    if all.len() > 1 { found.below(1) } else { found }
}
