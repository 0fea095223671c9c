//! Which cells of a table lead somewhere, and where they are drawn.

use ratatui::layout::Rect;

use super::super::line::width;
use super::super::{Link, Target};
use super::{Cell, Line, Table};

impl Table<'_> {
    /// What is in view that leads somewhere, as [`Self::view`] draws it: cells, and for a row itself the first of its
    /// cells that leads nowhere else.
    pub fn links<R>(
        &self,
        row: impl Fn(usize) -> Option<R>,
        cell: impl Fn(&R, usize) -> Cell,
        leads: impl Fn(&R, usize) -> Option<Target>,
        opened: impl Fn(usize) -> Option<Target>,
    ) -> Vec<Link> {
        let columns = self.placed();
        let mut links = Vec::new();
        for (line, shown) in self.area.rows().skip(1).zip(&self.lines.lines) {
            let Line::Row(index) = shown else { continue };
            let Some(row) = row(*index) else { continue };
            let mut free = None;
            let mut opened = opened(*index);
            for (at, place, column) in &columns {
                let cell = column.part(place.intersection(line), width(&cell(&row, *at).0));
                match leads(&row, *at) {
                    _ if cell.is_empty() => {}
                    Some(to) => {
                        opened.take_if(|opened| *opened == to);
                        links.push(Link { area: cell, to });
                    }
                    // A sign is too narrow for letters before it.
                    None if column.least > 1 => _ = free.get_or_insert(cell),
                    None => {}
                }
            }
            links.extend(opened.map(|to| Link { area: free.unwrap_or(Rect { width: 1, ..line }), to }));
        }
        links
    }
}
