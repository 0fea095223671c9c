//! Rows as text for other programs: CSV and JSON with exact values.

use super::{Value, ValueRef};

/// The values as a line of CSV, without its end.
pub fn csv_line<'a>(values: impl IntoIterator<Item = ValueRef<'a>>) -> String {
    let cells = values.into_iter().map(|value| match value {
        ValueRef::Text(text) => quoted(text.to_owned()),
        value => value.to_value().to_string(),
    });
    cells.collect::<Vec<_>>().join(",")
}

/// A text as a cell of CSV, in quotes if it needs them. What a spreadsheet would take for a formula stays text.
pub fn quoted(text: String) -> String {
    let formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let text = if formula { format!("'{text}") } else { text };
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

/// The values as a JSON object on one line. Numbers are exact, however long; a time is a text of seconds and
/// nanoseconds; what is not known is null.
pub fn json_object<'a>(fields: impl IntoIterator<Item = (&'a str, ValueRef<'a>)>) -> String {
    let fields = fields.into_iter().map(|(name, value)| format!("{}:{}", text(name), json(value)));
    format!("{{{}}}", fields.collect::<Vec<_>>().join(","))
}

fn json(value: ValueRef<'_>) -> String {
    match value {
        ValueRef::Nothing => "null".to_owned(),
        ValueRef::Number(number) => number.to_string(),
        ValueRef::Time(at) => text(&Value::Time(at).to_string()),
        ValueRef::Text(words) => text(words),
    }
}

/// A text as a JSON string.
fn text(words: &str) -> String {
    serde_json::Value::from(words).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::Timestamp;

    #[test]
    fn values_stay_values_in_csv() {
        for (value, wanted) in [
            ("exact match", "exact match"),
            ("a, b", "\"a, b\""),
            ("say \"no\"", "\"say \"\"no\"\"\""),
            ("=HYPERLINK(1)", "'=HYPERLINK(1)"),
            ("\t=1", "'\t=1"),
        ] {
            assert_eq!(quoted(value.to_owned()), wanted);
        }
        let values = [ValueRef::Number(-5), ValueRef::Text("-5"), ValueRef::Nothing];
        assert_eq!(csv_line(values), "-5,'-5,");
    }

    #[test]
    fn json_keeps_every_digit_and_no_quote_ends_a_text() {
        let at = Timestamp { seconds: 1, nanos: 5 };
        let fields = [
            ("amount", ValueRef::Number(i128::MAX)),
            ("method", ValueRef::Text("a\"b\n")),
            ("time", ValueRef::Time(at)),
            ("fee", ValueRef::Nothing),
        ];
        let wanted =
            format!(r#"{{"amount":{},"method":"a\"b\n","time":"1.000000005","fee":null}}"#, i128::MAX);
        assert_eq!(json_object(fields), wanted);
    }
}
