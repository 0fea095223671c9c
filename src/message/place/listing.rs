//! The table of places as text: for `--help` and for the README.

use super::table::Row;

/// How wide `--help` lists places, columns.
const MAX_HELP_COLUMNS: usize = 76;

impl Row {
    /// What `--help` says of all places: their texts, line by line.
    pub fn help() -> String {
        let forms = Self::all().flat_map(|row| row.forms);
        let mut lines = vec![String::new()];
        for form in forms {
            let line = lines.last().map_or(0, String::len);
            if line > 0 && line + form.len() + 2 > MAX_HELP_COLUMNS {
                lines.push(String::new());
            }
            let Some(line) = lines.last_mut() else { break };
            if !line.is_empty() {
                line.push_str(", ");
            }
            line.push_str(form);
        }
        format!("  {}", lines.join(",\n  "))
    }

    /// The README's table of places.
    pub fn markdown() -> String {
        let row = |row: &Self| {
            let forms: Vec<String> = row.forms.iter().map(|form| format!("`{form}`")).collect();
            format!("| {} | {} |\n", forms.join(", "), row.shows)
        };
        format!("| place | shows |\n|---|---|\n{}", Self::all().map(row).collect::<String>())
    }
}
