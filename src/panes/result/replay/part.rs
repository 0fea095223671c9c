//! The parts of a replay, their bar, and where each is: one at a time, or side by side where there is room.

use ratatui::layout::Rect;

use crate::widgets::split::REST;
use crate::widgets::{Role, Split, tabs};

/// A part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) enum Part {
    /// The verdict, point by point, and what was assumed.
    #[default]
    Proof,
    Source,
    /// The calls as a tree.
    Calls,
    /// The instructions as they were executed.
    Opcodes,
    Stack,
    Memory,
    Storage,
    /// What the call was given, and what came back.
    Data,
    /// Where the gas went.
    Gas,
}

impl Part {
    /// All of them, from left to right.
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

    /// Its place from the left.
    pub(super) fn place(self) -> usize {
        Self::ALL.iter().position(|part| *part == self).unwrap_or_default()
    }

    /// The part so many steps to the right, around the end.
    pub(super) fn turn(self, steps: usize) -> Self {
        Self::ALL.iter().copied().cycle().nth(self.place() + steps).unwrap_or_default()
    }

    /// Whether moves go from step to step here, and not through a list of the part's own.
    pub(super) fn steps(self) -> bool {
        matches!(self, Self::Source | Self::Opcodes | Self::Stack)
    }

    /// Whether it shows the step, and stands beside others that do where there is room.
    pub(super) fn is_of_step(self) -> bool {
        !matches!(self, Self::Proof | Self::Gas | Self::Data)
    }
}

/// The bar of all parts.
pub(super) fn bar() -> [tabs::Tab<Part>; 9] {
    Part::ALL.map(|part| tabs::Tab {
        id: part,
        name: part.name().to_owned(),
        short: part.name().to_owned(),
        role: Role::Plain,
    })
}

/// The least columns for parts side by side.
const MIN_WIDE_COLUMNS: u16 = 120;
/// The columns of memory of which a row has eight bytes, in hex and as text.
const MEMORY_COLUMNS: u16 = 42;
/// The least rows for that.
const MIN_WIDE_ROWS: u16 = 12;

/// Where the verdict and the step are told, where the bar is, and what is left.
pub(super) fn areas(body: Rect) -> [Rect; 3] {
    let [head, bar, _, rest] = body.stack([2, 1, 1, REST]);
    [head, bar, rest]
}

/// The parts that are drawn while this one is chosen, and where. Each but a single one has a title on its first row.
pub(super) fn shown(chosen: Part, rest: Rect) -> Vec<(Part, Rect)> {
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

/// Where a part's own lines are, below its title if others stand beside it; nowhere if it is not drawn.
pub(super) fn lines_of(part: Part, chosen: Part, rest: Rect) -> Rect {
    let all = shown(chosen, rest);
    let found = all.iter().find(|(other, _)| *other == part).map(|(_, area)| *area).unwrap_or_default();
    if all.len() > 1 { found.below(1) } else { found }
}
