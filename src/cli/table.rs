//! Cells in aligned columns.

/// The rows as lines, each column as wide as it must be.
pub(super) fn aligned<C: AsRef<str>>(rows: &[impl AsRef<[C]>]) -> String {
    let mut widths: Vec<usize> = Vec::new();
    for row in rows {
        for (at, cell) in row.as_ref().iter().enumerate() {
            let width = cell.as_ref().chars().count();
            match widths.get_mut(at) {
                Some(widest) => *widest = width.max(*widest),
                None => widths.push(width),
            }
        }
    }
    let line = |row: &[C]| {
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{:<width$}", cell.as_ref()));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned() + "\n"
    };
    rows.iter().map(|row| line(row.as_ref())).collect()
}
