//! By which of its columns the rows of a list are counted, as data.

use decode::rows::By;

use crate::panes::kit::list::Columns;

/// A column in the counts of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted {
    /// The name of the column.
    column: &'static str,
    part: Part,
    /// What the rows without a value are called.
    nothing: &'static str,
}

/// What a column has to do with the counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// Rows are counted by it.
    By(By),
    /// It says whether something succeeded.
    Success,
    /// It has numbers of which percentiles are shown.
    Percentiles,
}

impl Counted {
    const fn new(column: &'static str, part: Part) -> Self {
        Self { column, part, nothing: "no value" }
    }

    /// Counted by its values.
    pub const fn values(column: &'static str) -> Self {
        Self::new(column, Part::By(By::Value))
    }

    /// Counted by the names that its values begin with.
    pub const fn names(column: &'static str) -> Self {
        Self::new(column, Part::By(By::Name))
    }

    /// Counted by spans of its times, over which the rows are drawn as well.
    pub const fn times(column: &'static str) -> Self {
        Self::new(column, Part::By(By::Time))
    }

    /// Whether something succeeded.
    pub const fn success(column: &'static str) -> Self {
        Self::new(column, Part::Success)
    }

    /// Numbers of which percentiles are shown.
    pub const fn percentiles(column: &'static str) -> Self {
        Self::new(column, Part::Percentiles)
    }

    /// The same with another name for the rows that have no value.
    #[must_use]
    pub const fn nothing(self, nothing: &'static str) -> Self {
        Self { nothing, ..self }
    }
}

/// What rows are counted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Dimension {
    /// The column's place among all.
    pub(super) column: usize,
    pub(super) name: &'static str,
    pub(super) by: By,
    pub(super) nothing: &'static str,
}

/// The columns in the counts of a list, by their places among all.
#[derive(Clone, Debug, Default)]
pub(super) struct CountedColumns {
    pub(super) dimensions: Vec<Dimension>,
    pub(super) success: Option<usize>,
    pub(super) time: Option<usize>,
    pub(super) numbers: Vec<(usize, &'static str)>,
}

impl CountedColumns {
    pub(super) fn new<C: Columns>() -> Self {
        let mut columns = Self::default();
        for counted in C::COUNTED {
            let Some(column) = C::ALL.iter().position(|column| column.name == counted.column) else {
                continue;
            };
            let Counted { column: name, nothing, .. } = *counted;
            match counted.part {
                Part::By(by) => {
                    columns.dimensions.push(Dimension { column, name, by, nothing });
                    columns.time = columns.time.or((by == By::Time).then_some(column));
                }
                Part::Success => columns.success = Some(column),
                Part::Percentiles => columns.numbers.push((column, name)),
            }
        }
        columns
    }
}
